"""Points and order in an event, and sanctions: S4-5, S4-6, S4-9, S4-16, S4-18, E7."""

from dataclasses import dataclass
from typing import Any

import pytest

from ratings.errors import Code
from ratings.tests.builders import refused
from tournaments.seasons.sanctions import Level, apply_sanctions, judge_sanctions
from tournaments.seasons.scoring import EventEnding, EventGame, EventRow, PlayerId, event_table


@dataclass(frozen=True)
class Case:
    """What the site has in a sanction."""

    player_id: PlayerId
    round: int
    upheld: bool | None = None


def won(number: int, winner: str, loser: str, margin2: int | None = None) -> EventGame:
    ending = EventEnding.RESIGNATION if margin2 is None else EventEnding.POINTS
    return EventGame(number, winner, loser, winner, ending, margin2)


def draw(number: int, a: str, b: str) -> EventGame:
    return EventGame(number, a, b, None, EventEnding.DRAW)


def bye(number: int, player: str) -> EventGame:
    return EventGame(number, player, None, None, EventEnding.BYE)


def rows(*games: EventGame, players: str = "abcd", **more: Any) -> dict[PlayerId, EventRow]:
    return {row.player: row for row in event_table(list(players), games, **more)}


# S4-9, S4-16 ----------------------------------------------------------------------------------


def test_win_bye_draw_and_loss() -> None:
    """S4-9: 3, 3, 1, 0."""
    found = rows(won(1, "a", "b", 7), bye(1, "c"), draw(2, "a", "c"), bye(2, "b"))
    assert {one: row.big for one, row in found.items()} == {"a": 4, "b": 3, "c": 4, "d": 0}
    assert (found["c"].byes, found["c"].wins, found["a"].draws, found["b"].losses) == (1, 0, 1, 1)


def test_small_points_are_won_less_lost() -> None:
    """S4-16: margins as they stand on the board, a resignation 20."""
    found = rows(won(1, "a", "b", 101), won(2, "c", "a"), won(3, "a", "d", 1))
    assert {one: row.small2 for one, row in found.items()} == {
        "a": 101 - 40 + 1,
        "b": -101,
        "c": 40,
        "d": -1,
    }


@pytest.mark.parametrize("ending", [EventEnding.TIME, EventEnding.PENALTY, EventEnding.FORFEIT])
def test_wins_off_the_board_are_wins_with_the_margin_of_a_resignation(ending: EventEnding) -> None:
    """S4-6: time, concession and penalty win 3:0."""
    found = rows(EventGame(1, "a", "b", "b", ending))
    assert (found["b"].big, found["b"].small2) == (3, 40)
    assert (found["a"].big, found["a"].small2) == (0, -40)


def test_the_small_points_are_settable() -> None:
    found = rows(won(1, "a", "b"), bye(1, "c"), off_board2=60, bye2=10)
    assert [found[one].small2 for one in "abcd"] == [60, -60, 10, 0]
    assert rows(bye(1, "c"))["c"].small2 == 0


def test_big_points_come_first_then_small_then_the_place_is_shared() -> None:
    """S4-16."""
    games = [won(1, "a", "b", 3), won(1, "c", "d", 9), draw(2, "b", "d")]
    table = event_table(list("dcba"), games)
    assert [(row.place, row.player, row.shared) for row in table] == [
        (1, "c", False),
        (2, "a", False),
        (3, "b", False),
        (4, "d", False),
    ]
    level = event_table(list("abcd"), [won(1, "a", "b", 3), won(1, "c", "d", 3)])
    assert [(row.place, row.player, row.shared) for row in level] == [
        (1, "a", True),
        (1, "c", True),
        (3, "b", True),
        (3, "d", True),
    ]


def test_an_open_game_gives_nobody_anything() -> None:
    found = rows(EventGame(1, "a", "b"))
    assert {(row.big, row.small2, row.losses) for row in found.values()} == {(0, 0, 0)}


# S4-18 ----------------------------------------------------------------------------------------


def levels(*sanctions: Case) -> list[Level | None]:
    return [judgement.level for judgement in judge_sanctions(sanctions)]


def test_first_second_third() -> None:
    cases = [Case("a", 1), Case("a", 2), Case("a", 3)]
    assert levels(*cases) == [Level.WARNING, Level.GAME_LOST, Level.REMOVED]
    assert [one.case for one in judge_sanctions(cases)] == [1, 2, 3]


def test_each_player_is_counted_by_himself() -> None:
    assert levels(Case("a", 1), Case("b", 1), Case("a", 1)) == [
        Level.WARNING,
        Level.WARNING,
        Level.GAME_LOST,
    ]


def test_an_upheld_appeal_lowers_what_came_after() -> None:
    first = Case("a", 1, upheld=True)
    assert levels(first, Case("a", 2), Case("a", 3)) == [None, Level.WARNING, Level.GAME_LOST]
    assert judge_sanctions([first])[0].case is None


@pytest.mark.parametrize("upheld", [None, False])
def test_an_appeal_undecided_or_turned_down_changes_nothing(upheld: bool | None) -> None:
    assert levels(Case("a", 1, upheld=upheld), Case("a", 2)) == [
        Level.WARNING,
        Level.GAME_LOST,
    ]


GAMES = [
    won(1, "a", "b", 7),
    won(1, "c", "d", 7),
    won(2, "a", "c", 9),
    EventGame(3, "a", "d"),
    won(3, "b", "c"),
]


def test_a_warning_changes_no_game() -> None:
    assert apply_sanctions(GAMES, [Case("a", 2)]) == tuple(GAMES)


def test_the_second_case_loses_the_game_of_its_round() -> None:
    """E7: a penalty counts as a loss, for the table and for the rating."""
    after = apply_sanctions(GAMES, [Case("a", 1), Case("a", 2)])
    assert after[2] == EventGame(2, "a", "c", "c", EventEnding.PENALTY)
    assert after[:2] + after[3:] == (*GAMES[:2], *GAMES[3:])
    found = rows(*after)
    assert (found["a"].big, found["c"].big) == (3, 6)


def test_the_third_case_ends_the_event_for_the_player() -> None:
    after = apply_sanctions(GAMES, [Case("a", 1), Case("a", 1), Case("a", 2)])
    assert after[0] == EventGame(1, "a", "b", "b", EventEnding.PENALTY)
    assert after[2] == EventGame(2, "a", "c", "c", EventEnding.PENALTY)
    assert after[3] == EventGame(3, "a", "d", "d", EventEnding.FORFEIT)
    found = rows(*after, removed=["a"])
    assert (found["a"].place, found["a"].shared) == (None, False)
    assert sorted(row.place for row in found.values() if row.place) == [1, 2, 3]


def test_an_upheld_appeal_gives_the_game_back() -> None:
    assert apply_sanctions(GAMES, [Case("a", 1), Case("a", 2, upheld=True)]) == tuple(GAMES)


def test_two_who_lose_the_same_game() -> None:
    [game] = apply_sanctions(
        GAMES[:1], [Case(player, number) for player in "ab" for number in (1, 1)]
    )
    assert game == EventGame(1, "a", "b", None, EventEnding.BOTH_PENALTY)
    assert [row.small2 for row in event_table("ab", [game])] == [-40, -40]


def test_a_removed_player_has_no_bye_any_more() -> None:
    cases = [Case("a", 1), Case("a", 1), Case("a", 1)]
    games = [won(1, "a", "b"), bye(2, "a"), bye(2, "b")]
    assert apply_sanctions(games, cases)[1:] == (bye(2, "b"),)
    removed_in_the_bye = [Case("a", 1), Case("a", 1), Case("a", 2)]
    assert bye(2, "a") not in apply_sanctions(games, removed_in_the_bye)


def test_there_is_no_game_to_lose_in_a_bye() -> None:
    with refused(Code.INCONSISTENT, "round", "season.no_game"):
        apply_sanctions([bye(1, "a")], [Case("a", 1), Case("a", 1)])


def test_player_number_nought_is_a_player() -> None:
    cases = [Case(0, 1), Case(0, 1)]
    [game] = apply_sanctions([EventGame(1, 1, 0, 0, EventEnding.RESIGNATION)], cases)
    assert game.winner == 1


def test_sanctions_that_cannot_be_are_refused() -> None:
    with refused(Code.STATE, "player", "season.removed"):
        judge_sanctions([Case("a", 1)] * 4)
    with refused(Code.STATE, "round", "season.order"):
        judge_sanctions([Case("a", 2), Case("a", 1)])
