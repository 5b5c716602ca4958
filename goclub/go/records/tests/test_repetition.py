"""Positions that come back are found where they do, and nowhere else (F3)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goclub.go.records import reading
from goclub.go.records.errors import KifuError
from goclub.go.records.record import Record
from goclub.go.records.repetition import find_repetitions

SIZE = 3
LETTERS = "abc"
POINTS = [x + y for x in LETTERS for y in LETTERS]
MOVES = st.lists(st.tuples(st.sampled_from("BW"), st.sampled_from([*POINTS, ""])), max_size=40)
SETUP = st.sets(st.sampled_from(POINTS), max_size=3)


def sgf(moves: list[tuple[str, str]], setup: set[str] = frozenset()) -> bytes:
    placed = "AB" + "".join(f"[{point}]" for point in sorted(setup)) if setup else ""
    played = "".join(f";{colour}[{point}]" for colour, point in moves)
    return f"(;SZ[{SIZE}]RU[NZ]{placed}{played})".encode()


def legal(moves: list[tuple[str, str]], setup: set[str]) -> Record:
    """The record of as many of the moves as can be played."""
    try:
        return reading.read(sgf(moves, setup))
    except KifuError:
        return reading.OpenedFile(sgf(moves, setup)).legal_part()


def slowly(record: Record, *, positional: bool) -> list[tuple[int, int]]:
    """The same from whole boards."""
    tree = record.tree
    board: dict[int, int] = dict(tree.edited.get(0, ({}, ()))[0])
    first = next(filter(None, tree.colours), 1)
    found = []

    def stands(last: int) -> object:
        return frozenset(board.items()), 0 if positional else last

    seen = {stands(3 - first): 0}
    number = 0
    for place in range(tree.main_end):
        colour, cell = tree.colours[place], tree.cells[place]
        if not colour:
            continue
        number += 1
        if cell < 0:
            seen.setdefault(stands(colour), number)
            continue
        board[cell] = colour
        for spot in tree.captures.get(place, ()):
            del board[spot]
        earlier = seen.setdefault(stands(colour), number)
        if earlier != number:
            found.append((number, earlier))
    return found


@pytest.mark.parametrize("rule", ["positional", "situational"])
@given(moves=MOVES, setup=SETUP)
@settings(max_examples=300, deadline=None)
def test_what_comes_back_is_what_whole_boards_say(rule, moves, setup):
    """With captures, passes, stones that take their own group, and stones set up before."""
    record = legal(moves, setup)
    said = list(find_repetitions(record.tree, rule))
    assert said == slowly(record, positional=rule == "positional")


def test_stones_that_take_themselves_repeat_without_playing_anywhere_twice():
    """New Zealand rules allow it: what stood before Black’s two stones stands after them."""
    moves = [("W", "ba"), ("W", "bb"), ("W", "ac"), ("B", "aa"), ("B", ""), ("B", "ab")]
    record = reading.read(sgf(moves))
    assert record.tree.captures
    assert list(find_repetitions(record.tree, "positional")) == [(6, 3)]


def test_the_position_before_the_first_move_may_come_back():
    """A stone that has no liberty and takes none is gone at once, and nothing has changed."""
    record = reading.read(sgf([("B", "cc"), ("W", "bb"), ("W", "aa")], {"ab", "ba"}))
    assert list(find_repetitions(record.tree, "positional")) == [(3, 2)]
    record = reading.read(sgf([("W", "aa")], {"ab", "ba"}))
    assert list(find_repetitions(record.tree, "positional")) == [(1, 0)]
