"""Promotion and relegation between divisions, and round-robin lists (issue of leagues, H)."""

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.errors import Code
from ratings.tests.builders import refused
from tournaments.official.divisions import (
    By,
    DivisionMove,
    Exchange,
    Moved,
    PlayerId,
    Preview,
    SeededDivision,
    Undecided,
    preview,
    round_robin,
)


@dataclass(frozen=True)
class PlacedLine:
    place: int
    player: PlayerId


def lines(text: str) -> list[PlacedLine]:
    """ "ab (cd) e": a first, b second, c and d share the third place, e fifth."""
    found: list[PlacedLine] = []
    shared = 0
    for letter in text.replace(" ", ""):
        if letter == "(":
            shared = len(found) + 1
        elif letter == ")":
            shared = 0
        else:
            found.append(PlacedLine(shared or len(found) + 1, letter))
    return found


def rollover(*tables: str, **more: Any) -> Preview:
    """A preview of divisions "1", "2", … whose final tables are written as in :func:`lines`."""
    parsed = {str(number): lines(text) for number, text in enumerate(tables, 1)}
    divisions = [
        SeededDivision(name, tuple(sorted(str(line.player) for line in rows)))
        for name, rows in parsed.items()
    ]
    return preview(divisions, parsed, **more)


def groups(found: Preview) -> list[str]:
    return ["".join(map(str, group.players)) for group in found.groups]


def moves(found: Preview) -> dict[PlayerId, Moved]:
    return {one.player: one for one in found.moves}


# Moves ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("exchange", "expected"),
    [
        (Exchange(1, 1), ["abce", "dfgi", "hjkl"]),
        (Exchange(2, 2), ["abef", "cdij", "ghkl"]),
        (Exchange(0, 0), ["abcd", "efgh", "ijkl"]),
        (Exchange(2, 1), ["abcef", "dgij", "hkl"]),
        ([Exchange(1, 1), Exchange(2, 2)], ["abce", "dfij", "ghkl"]),
    ],
)
def test_numbers_up_and_down_are_settings(exchange: Any, expected: list[str]) -> None:
    found = rollover("abcd", "efgh", "ijkl", exchange=exchange)
    assert groups(found) == expected
    assert found.ready


def test_every_move_is_listed_with_its_place() -> None:
    found = moves(rollover("abc", "def"))
    assert found["c"] == Moved("c", DivisionMove.DOWN, "1", "2", 3, By.PLACE)
    assert found["d"] == Moved("d", DivisionMove.UP, "2", "1", 1, By.PLACE)
    assert found["b"] == Moved("b", DivisionMove.STAY, "1", "1", 2, By.PLACE)
    assert list(found) == list("abcdef")


# Shared places --------------------------------------------------------------------------------


def test_a_place_shared_on_one_side_of_the_border_is_no_question() -> None:
    found = rollover("(ab)c", "d(ef)")
    assert found.ready
    assert groups(found) == ["abd", "cef"]


def test_a_place_shared_across_the_border_is_undecided() -> None:
    found = rollover("a(bc)", "(de)f")
    assert not found.ready
    assert found.undecided == (
        Undecided("1", DivisionMove.DOWN, ("b", "c"), 1),
        Undecided("2", DivisionMove.UP, ("d", "e"), 1),
    )
    assert moves(found)["b"] == Moved("b", DivisionMove.OPEN, "1", "1", 2, By.PLACE)
    assert groups(found) == ["abc", "def"]


def test_points_now_decide_a_shared_place() -> None:
    outcome = rollover("a(bc)", "(de)f", points={"b": 110, "c": 120, "d": 90, "e": 95})
    assert outcome.ready
    assert groups(outcome) == ["ace", "bdf"]
    assert {one: moves(outcome)[one].by for one in "abcdef"} == {
        "a": By.PLACE,
        "b": By.POINTS,
        "c": By.POINTS,
        "d": By.POINTS,
        "e": By.POINTS,
        "f": By.PLACE,
    }


def test_the_office_decides_where_points_are_equal() -> None:
    points = dict.fromkeys("bcde", 100)
    assert not rollover("a(bc)", "(de)f", points=points).ready
    found = rollover("a(bc)", "(de)f", points=points, decided=["c", "b", "e"])
    assert groups(found) == ["ace", "bdf"]
    assert moves(found)["b"].by is By.OFFICE


def test_points_leave_only_the_equal_ones_to_the_office() -> None:
    points = {"a": 9, "b": 5, "c": 5, "d": 1}
    found = rollover("(abcd)", "ef", exchange=Exchange(1, 2), points=points)
    assert found.undecided == (Undecided("1", DivisionMove.DOWN, ("b", "c"), 1),)
    assert moves(found)["d"].move is DivisionMove.DOWN


def test_one_shared_place_may_lie_across_both_borders() -> None:
    found = rollover("ab", "(cdef)", "gh", exchange=Exchange(1, 1))
    assert found.undecided == (
        Undecided("2", DivisionMove.UP, ("c", "d", "e", "f"), 1),
        Undecided("2", DivisionMove.DOWN, ("c", "d", "e", "f"), 1),
    )
    decided = rollover("ab", "(cdef)", "gh", exchange=Exchange(1, 1), decided=list("fdec"))
    assert groups(decided) == ["af", "bdeg", "ch"]
    assert {moves(decided)[one].by for one in "cdef"} == {By.OFFICE}


# Who leaves, joins, or has no place -----------------------------------------------------------


def test_places_are_counted_among_those_who_stay() -> None:
    found = rollover("abc", "def", leaving=["d", "c"], joining=["x"])
    assert groups(found) == ["ae", "bfx"]
    assert moves(found)["c"] == Moved("c", DivisionMove.LEAVES, "1", None, 3, By.OFFICE)
    assert moves(found)["x"] == Moved("x", DivisionMove.JOINS, None, "2", None, By.OFFICE)
    assert len(found.moves) == 7


def test_who_has_no_place_stands_below_the_last() -> None:
    divisions = [SeededDivision("1", ("x", "a", "b")), SeededDivision("2", ("c", "d"))]
    found = preview(divisions, {"1": lines("ab"), "2": lines("cd")})
    assert groups(found) == ["abc", "xd"]
    assert moves(found)["x"] == Moved("x", DivisionMove.DOWN, "1", "2", None, By.PLACE)


# Bad input ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "code", "field"),
    [
        ({"exchange": [Exchange(), Exchange()]}, Code.INCONSISTENT, "exchange"),
        ({"exchange": Exchange(4, 0)}, Code.RANGE, "exchange"),
        ({"exchange": Exchange(0, 4)}, Code.RANGE, "exchange"),
        ({"exchange": Exchange(0, 2)}, Code.RANGE, "divisions"),
        ({"leaving": ["a", "b"]}, Code.RANGE, "divisions"),
        ({"leaving": ["x"]}, Code.UNKNOWN, "leaving"),
        ({"decided": ["x"]}, Code.UNKNOWN, "decided"),
        ({"decided": ["a", "a"]}, Code.DUPLICATE, "decided"),
        ({"joining": ["a"]}, Code.INCONSISTENT, "joining"),
        ({"joining": ["x", "x"]}, Code.DUPLICATE, "joining"),
        ({"points": {"b": 1}}, Code.MISSING, "points"),
        ({"points": {"b": 1, "c": 1.5}}, Code.TYPE, "points"),
    ],
)
def test_a_rollover_that_cannot_be_is_refused(more: dict[str, Any], code: Code, field: str) -> None:
    with refused(code, field):
        rollover("a(bc)", "def", **more)


def test_no_player_goes_up_and_down() -> None:
    with refused(Code.RANGE, "exchange", accepted="up and down together 0…3 in 2"):
        rollover("abcd", "efg", "hijk", exchange=Exchange(2, 2))


@pytest.mark.parametrize(
    ("divisions", "tables", "code", "field"),
    [
        ([], {}, Code.MISSING, "divisions"),
        ([SeededDivision("A", ("a", "b"))], {}, Code.MISSING, "tables"),
        ([SeededDivision("A", ("a",))], {"A": lines("a")}, Code.RANGE, "divisions"),
        ([SeededDivision("A", ("a", "a"))], {"A": lines("a")}, Code.DUPLICATE, "players"),
        ([SeededDivision("A", ("a", "b"))] * 2, {"A": lines("ab")}, Code.DUPLICATE, "divisions"),
        ([SeededDivision("A", ("a", "b"))], {"A": lines("ac")}, Code.INCONSISTENT, "tables"),
        ([SeededDivision("A", ("a", "b"))], {"A": lines("aa")}, Code.DUPLICATE, "tables"),
    ],
)
def test_divisions_that_cannot_be_are_refused(
    divisions: list[SeededDivision], tables: dict[str, list[PlacedLine]], code: Code, field: str
) -> None:
    with refused(code, field):
        preview(divisions, tables)


@pytest.mark.parametrize(("value", "code"), [(-1, Code.RANGE), (1.0, Code.TYPE)])
def test_numbers_that_cannot_be_are_refused(value: Any, code: Code) -> None:
    with refused(code, "up"):
        Exchange(up=value)
    with refused(code, "down"):
        Exchange(down=value)


@given(
    st.lists(st.lists(st.integers(1, 3), min_size=4, max_size=7), min_size=1, max_size=4),
    st.integers(0, 2),
    st.integers(0, 2),
    st.randoms(use_true_random=False),
)
def test_nobody_is_lost_and_no_better_place_moves_worse(
    results: list[list[int]], up: int, down: int, chance: Any
) -> None:
    """Whatever is shared; the order of the rows changes nothing once the office has decided."""
    tables = {
        str(level): [
            PlacedLine(1 + sum(other < one for other in places), 10 * level + seat)
            for seat, one in enumerate(places)
        ]
        for level, places in enumerate(results)
    }
    divisions = [
        SeededDivision(name, tuple(r.player for r in rows)) for name, rows in tables.items()
    ]
    everybody = [player for one in divisions for player in one.players]
    order = chance.sample(everybody, len(everybody))
    exchange = Exchange(up, down)
    first = preview(divisions, tables, exchange=exchange)
    found = preview(divisions, tables, exchange=exchange, decided=order)
    assert found.ready
    assert Counter(p for group in found.groups for p in group.players) == Counter(everybody)
    rank = {DivisionMove.UP: 0, DivisionMove.OPEN: 1, DivisionMove.STAY: 1, DivisionMove.DOWN: 2}
    for one, other in combinations(found.moves, 2):
        if one.before == other.before and one.place is not None and other.place is not None:
            better, worse = sorted((one, other), key=lambda move: move.place or 0)
            if better.place != worse.place:
                assert rank[better.move] <= rank[worse.move]
    # A decision touches only what was undecided.
    for player, one in moves(first).items():
        other = moves(found)[player]
        assert one.move in (DivisionMove.OPEN, other.move)
    for group in divisions:
        chance.shuffle(tables[group.name])
    again = preview(divisions, tables, exchange=exchange, decided=order)
    assert (moves(again), again.groups) == (moves(found), found.groups)


# Round-robin lists ----------------------------------------------------------------------------


@pytest.mark.parametrize("size", range(2, 14))
@pytest.mark.parametrize("meetings", [1, 2, 3])
def test_everybody_meets_everybody(size: int, meetings: int) -> None:
    names = [f"p{number}" for number in range(size)]
    rounds = round_robin(names, meetings=meetings)
    assert len(rounds) == meetings * (size - 1 + size % 2)
    for one in rounds:
        seated = [player for pair in one.pairs for player in pair]
        seated += [] if one.rests is None else [str(one.rests)]
        assert sorted(map(str, seated)) == sorted(names)
        assert (one.rests is None) == (size % 2 == 0)
    met = Counter(frozenset(pair) for one in rounds for pair in one.pairs)
    assert met == {frozenset(pair): meetings for pair in combinations(names, 2)}
    first = Counter(pair[0] for one in rounds for pair in one.pairs)
    second = Counter(pair[1] for one in rounds for pair in one.pairs)
    assert all(abs(first[name] - second[name]) <= 1 for name in names)


def test_lists_that_cannot_be_are_refused() -> None:
    with refused(Code.RANGE, "players", accepted="2…"):
        round_robin(["a"])
    with refused(Code.DUPLICATE, "players"):
        round_robin(["a", "b", "a"])
    with refused(Code.RANGE, "meetings"):
        round_robin(["a", "b"], meetings=0)


def test_every_second_meeting_swaps_the_sides():
    """The third is as the first, the fourth as the second."""
    names = ["a", "b", "c", "d"]
    once = round_robin(names)
    rounds = round_robin(names, meetings=4)
    size = len(once)
    first, second, third, fourth = (rounds[at * size : (at + 1) * size] for at in range(4))
    assert first == third == once
    assert second == fourth
    assert [one.pairs for one in second] == [tuple((b, a) for a, b in one.pairs) for one in once]
