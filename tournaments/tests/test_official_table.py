"""The order of the official league: S1-20 … S1-24 with the worked league of RULEBOOK 2.6."""

from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from ratings.errors import Code
from ratings.tests.builders import refused
from tournaments.official.facts import (
    LeagueEnding,
    LeagueGame,
    check_ending,
    check_league,
)
from tournaments.official.standing import (
    Direct,
    DivisionRow,
    TermCriterion,
    counted_margin2,
)
from tournaments.tests.league_builders import (
    FOUR,
    FOUR_GAMES,
    Player,
    Rules,
    jigo,
    players,
    table,
    won,
)

DAY = date(2025, 4, 1)


def by_player(rows: tuple[DivisionRow, ...]) -> dict[Any, DivisionRow]:
    return {row.player: row for row in rows}


def places(rows: tuple[DivisionRow, ...]) -> list[tuple[int, Any]]:
    return [(row.place, row.player) for row in rows]


# The worked league ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "place", "rate", "margin2", "wins", "losses"),
    [
        ("N", 1, Fraction(2, 3), 59, 2, 1),
        ("K", 2, Fraction(2, 3), 7, 2, 1),
        ("L", 3, Fraction(2, 3), -18, 2, 1),
        ("M", 4, Fraction(0), -48, 0, 3),
    ],
)
def test_worked_league(
    player: str, place: int, rate: Fraction, margin2: int, wins: int, losses: int
) -> None:
    """Every row of 2.6; K's loss by 25.5 is capped at 20 (S1-20), M's forfeit counts 20 (S1-24)."""
    row = by_player(table(FOUR, FOUR_GAMES))[player]
    assert (row.place, row.rate, row.margin2) == (place, rate, margin2)
    assert (row.wins, row.losses, row.jigo, row.shared) == (wins, losses, 0, False)


@pytest.mark.parametrize(
    ("player", "criterion", "against", "mine", "theirs"),
    [
        ("N", TermCriterion.MARGINS, "K", 59, 7),
        ("K", TermCriterion.MARGINS, "N", 7, 59),
        ("L", TermCriterion.MARGINS, "K", -18, 7),
        ("M", TermCriterion.RATE, "L", Fraction(0), Fraction(2, 3)),
    ],
)
def test_worked_league_says_why(
    player: str, criterion: TermCriterion, against: str, mine: object, theirs: object
) -> None:
    """The first place is compared with the one below, every other with the one above."""
    why = by_player(table(FOUR, FOUR_GAMES))[player].why
    assert (why.criterion, why.against, why.mine, why.theirs) == (
        criterion,
        (against,),
        mine,
        theirs,
    )
    assert (why.tied, why.direct) == (1, None)


# Margins --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("margin2", "counted"), [(1, 1), (39, 39), (40, 40), (41, 40), (2 * 361, 40), (None, 40)]
)
def test_margins_are_capped_at_twenty(margin2: int | None, counted: int) -> None:
    """S1-20: any margin from 20 on and a resignation (None) count 20."""
    rows = by_player(table(players(a=1, b=1), [won("a", "b", margin2)]))
    assert (rows["a"].margin2, rows["b"].margin2) == (counted, -counted)


def test_a_jigo_is_half_a_win_without_margin() -> None:
    """S1-21, and the rate of S1-13."""
    rows = by_player(table(players(a=2, b=1), [jigo("a", "b")]))
    assert (rows["a"].rate, rows["a"].margin2, rows["a"].jigo) == (Fraction(1, 2), 0, 1)
    assert rows["b"].rate == Fraction(1, 2)


def test_a_forfeit_counts_as_the_house_says() -> None:
    """S1-24 H: 20, settable."""
    game = LeagueGame("a", "b", "b", LeagueEnding.FORFEIT)
    assert [counted_margin2(game, Rules(forfeit_margin2=n)) for n in (0, 1, 40)] == [0, 1, 40]
    rows = by_player(table(players(a=2, b=1), [game], rules=Rules(forfeit_margin2=0)))
    assert (rows["a"].place, rows["a"].margin2, rows["b"].margin2) == (2, 0, 0)


def test_a_forfeit_of_both_is_lost_by_both() -> None:
    rows = by_player(
        table(players(a=2, b=1), [LeagueGame("a", "b", None, LeagueEnding.BOTH_FORFEIT)])
    )
    assert [(row.losses, row.margin2, row.rate) for row in rows.values()] == [(1, -40, 0)] * 2


def test_a_loss_on_time_only_where_the_league_allows_it() -> None:
    """S1-19; it then counts as a resignation."""
    lost = LeagueGame("a", "b", "a", LeagueEnding.TIME)
    rows = table(players(a=1, b=1), [lost], rules=Rules(time_losses=True))
    assert by_player(rows)["a"].margin2 == 40
    check_ending(LeagueEnding.TIME, Rules(time_losses=True))
    with refused(Code.INCONSISTENT, "ending", "official.time_loss"):
        check_ending(LeagueEnding.TIME, Rules())


# Ties -----------------------------------------------------------------------------------------

# a and b: two of three won, margins 5 − 5 + 10 and −5 + 5 + 10; a beat b.
TWO_TIED = [
    won("a", "b", 10),
    won("c", "a", 10),
    won("a", "d", 20),
    won("b", "c", 10),
    won("b", "d", 20),
    won("d", "c", 6),
]
CIRCLE = [won("a", "b"), won("b", "c"), won("c", "a")]


def test_two_tied_are_parted_by_their_game() -> None:
    """S1-20 (3): the loser's higher points do not help."""
    rows = table(players(b=150, a=100, c=120, d=120), TWO_TIED)
    assert places(rows) == [(1, "a"), (2, "b"), (3, "c"), (4, "d")]
    first, second, third, _ = rows
    assert first.margin2 == second.margin2 == 20
    assert (first.why.criterion, first.why.direct, first.why.tied) == (
        TermCriterion.DIRECT,
        Direct.WON,
        2,
    )
    assert (second.why.direct, second.why.mine, second.why.theirs) == (Direct.LOST, 0, 1)
    assert (third.why.criterion, third.why.against) == (TermCriterion.RATE, ("b",))


def test_a_direct_game_won_by_forfeit_counts() -> None:
    """S1-24: it stands in the order; a 20 − 20 + 5, b −20 + 5 + 20."""
    games = [
        LeagueGame("a", "b", "a", LeagueEnding.FORFEIT),
        won("c", "a"),
        won("a", "d", 10),
        won("b", "c", 10),
        won("b", "d"),
        won("d", "c", 6),
    ]
    rows = table(players(a=100, b=150, c=1, d=1), games)
    assert rows[0].margin2 == rows[1].margin2 == 10
    assert places(rows)[:2] == [(1, "a"), (2, "b")]
    assert rows[0].why.direct is Direct.WON


def test_two_tied_who_drew_go_by_points() -> None:
    """S1-22."""
    games = [jigo("a", "b"), won("a", "c", 7), won("b", "c", 7)]
    rows = table(players(a=100, b=101, c=1), games)
    assert places(rows) == [(1, "b"), (2, "a"), (3, "c")]
    assert (rows[1].why.criterion, rows[1].why.direct) == (TermCriterion.POINTS, Direct.DRAWN)
    assert (rows[1].why.mine, rows[1].why.theirs) == (100, 101)


def test_two_tied_who_did_not_meet_go_by_points() -> None:
    """S1-22."""
    rows = table(players(a=100, b=101, c=1), [won("a", "c", 7), won("b", "c", 7)])
    assert places(rows) == [(1, "b"), (2, "a"), (3, "c")]
    assert rows[0].why.direct is rows[1].why.direct is Direct.NOT_MET


@pytest.mark.parametrize("games", [[], [jigo("a", "b")]])
def test_two_tied_with_equal_points_share_the_place(games: list[LeagueGame]) -> None:
    """S1-22, and the next place is counted on."""
    rows = table(players(a=9, b=9, c=1), [won("a", "c", 7), won("b", "c", 7), *games])
    assert places(rows) == [(1, "a"), (1, "b"), (3, "c")]
    assert [row.shared_with for row in rows] == [("b",), ("a",), ()]
    assert rows[2].why.against == ("a", "b")


def test_three_tied_go_by_points_at_once() -> None:
    """S1-20 (4), S1-22: a beat b and b beat c, yet the direct games are not tried."""
    rows = table(players(a=100, b=120, c=110), CIRCLE)
    assert places(rows) == [(1, "b"), (2, "c"), (3, "a")]
    for row in rows:
        assert (row.why.criterion, row.why.direct, row.why.tied) == (TermCriterion.POINTS, None, 3)


def test_two_left_equal_by_points_out_of_three_share() -> None:
    """S1-22: b beat c, but the tie was one of three, so their game is not tried."""
    rows = table(players(a=120, b=100, c=100), CIRCLE)
    assert places(rows) == [(1, "a"), (2, "b"), (2, "c")]
    assert rows[1].why.direct is None


def test_pairs_that_meet_twice() -> None:
    """The direct game is then all of theirs; one each decides nothing, and is no draw."""
    twice = Rules(meetings=2)
    split = [won("a", "b", 9), won("b", "a", 9)]
    rows = table(players(a=1, b=2), split, rules=twice)
    assert places(rows) == [(1, "b"), (2, "a")]
    assert rows[0].why.direct is Direct.SPLIT
    rows = table(players(a=1, b=2), [jigo("a", "b")] * 2, rules=twice)
    assert rows[0].why.direct is Direct.DRAWN
    with refused(Code.DUPLICATE, "games", accepted="2 a pair"):
        table(players(a=1, b=2), [*split, jigo("a", "b")], rules=twice)


def test_two_of_whom_neither_came_did_not_draw() -> None:
    """S1-22, S1-24: a game that both forfeited is lost by both."""
    games = [
        LeagueGame("a", "b", None, LeagueEnding.BOTH_FORFEIT),
        won("a", "c", 7),
        won("b", "c", 7),
    ]
    rows = table(players(a=100, b=101, c=1), games)
    assert places(rows) == [(1, "b"), (2, "a"), (3, "c")]
    assert {row.why.direct for row in rows[:2]} == {Direct.NOBODY_CAME}


def test_the_first_of_equals_names_the_tie() -> None:
    """S1-22: e leads, b, c and a are equal behind him; b says what parted him from both sides."""
    games = [*CIRCLE, *(won("e", one, 9) for one in "abc")]
    rows = table(players(e=1, a=100, b=120, c=110), games)
    assert places(rows) == [(1, "e"), (2, "b"), (3, "c"), (4, "a")]
    first, *others = (row.why for row in rows[1:])
    assert (first.criterion, first.against, first.tied) == (TermCriterion.RATE, ("e",), 3)
    assert first.among_equals is not None
    equals = first.among_equals
    assert (equals.criterion, equals.against) == (TermCriterion.POINTS, ("c",))
    assert (equals.mine, equals.theirs) == (120, 110)
    assert [why.among_equals for why in (rows[0].why, *others)] == [None, None, None]


def test_who_has_not_played_comes_last() -> None:
    """Never 0/0: no rate, and below those who lost everything."""
    rows = table(players(x=300, a=1, b=1), [won("a", "b")])
    assert places(rows) == [(1, "a"), (2, "b"), (3, "x")]
    assert rows[2].rate is None
    assert (rows[2].why.criterion, rows[2].why.mine, rows[2].why.theirs) == (
        TermCriterion.RATE,
        None,
        Fraction(0),
    )


# Bad input ------------------------------------------------------------------------------------

GOOD = won("K", "L", 7)


@pytest.mark.parametrize("size", [0, 1])
def test_a_league_needs_two_players(size: int) -> None:
    with refused(Code.RANGE, "players", accepted="2…"):
        table(FOUR[:size], [])


@pytest.mark.parametrize(
    ("game", "code", "field"),
    [
        (replace(GOOD, b="X"), Code.UNKNOWN, "b"),
        (replace(GOOD, a="X"), Code.UNKNOWN, "a"),
        (replace(GOOD, b="K"), Code.SAME_PLAYER, "b"),
        (replace(GOOD, winner="M"), Code.INCONSISTENT, "winner"),
        (replace(GOOD, winner=None), Code.MISSING, "winner"),
        (replace(GOOD, margin2=None), Code.MISSING, "margin2"),
        (replace(GOOD, margin2=0), Code.RANGE, "margin2"),
        (replace(GOOD, margin2=-7), Code.RANGE, "margin2"),
        (replace(GOOD, margin2=1523), Code.RANGE, "margin2"),
        (replace(GOOD, margin2=3.5), Code.TYPE, "margin2"),
        (replace(GOOD, ending=LeagueEnding.RESIGNATION), Code.INCONSISTENT, "margin2"),
        (replace(GOOD, ending=LeagueEnding.FORFEIT), Code.INCONSISTENT, "margin2"),
        (replace(GOOD, ending=LeagueEnding.JIGO, margin2=None), Code.INCONSISTENT, "winner"),
        (
            replace(GOOD, ending=LeagueEnding.BOTH_FORFEIT, margin2=None),
            Code.INCONSISTENT,
            "winner",
        ),
    ],
)
def test_a_game_that_cannot_be_is_refused(game: LeagueGame, code: Code, field: str) -> None:
    with refused(code, field):
        table(FOUR, [game])


def test_a_pairing_recorded_twice_is_refused() -> None:
    with refused(Code.DUPLICATE, "games"):
        table(FOUR, [GOOD, won("L", "K", 3)])


def test_a_player_is_named_once() -> None:
    with refused(Code.DUPLICATE, "players"):
        check_league([*FOUR, Player("K", 1)], [], rules=Rules())
