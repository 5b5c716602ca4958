"""An event of a league placed by points and small points, as the league counts them (S4-16)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.errors import Code
from ratings.tests.builders import refused
from tournaments.events.field import GameResult, Player, Tournament, TournamentGame, TournamentRound
from tournaments.events.placement import UNPLACED, ordered, parted_by, standings
from tournaments.events.scores.league import LEAGUE_ORDER, as_event_game
from tournaments.events.settings import Kind, Settings
from tournaments.formats.h9_lines import read_sheet
from tournaments.formats.h9_write import write_h9
from tournaments.seasons.scoring import EventEnding, EventGame, event_table

SWISS = Settings(kind=Kind.SWISS, rounds=3, criteria=LEAGUE_ORDER)


def players(count: int, **changes: object) -> tuple[Player, ...]:
    return tuple(Player(n, chr(64 + n), **changes) for n in range(1, count + 1))  # type: ignore[arg-type]


def won(table: int, white: int, black: int, margin2: int | None = None) -> TournamentGame:
    return TournamentGame(table, white, black, result=GameResult.WHITE, margin2=margin2)


def places_of(event: Tournament) -> list[tuple[int | None, int]]:
    return [(row.place, row.player) for row in standings(event, len(event.rounds) - 1)]


def test_points_come_before_wins_and_small_points_before_any_sum_of_opponents():
    """S4-9, S4-16: two draws are worth less than a win; margins part those of equal points."""
    draw = TournamentGame(1, 1, 2, result=GameResult.EQUAL)
    first = TournamentRound((draw, won(2, 3, 4, 3)))
    second = TournamentRound((replace(draw, white=1, black=4), won(2, 3, 2, 1)))
    event = Tournament(players(4), (first, second), SWISS)
    rows = {row.player: row for row in standings(event, 1)}
    assert [rows[n].scores["POINTS"] // 2 for n in (1, 2, 3, 4)] == [2, 1, 6, 1]
    assert [rows[n].scores["SMALL"] for n in (1, 2, 3, 4)] == [0, -1, 4, -3]
    assert places_of(event) == [(1, 3), (2, 1), (3, 2), (4, 4)]
    assert ordered(event, 1) == (3, 1, 2, 4)
    wins = Tournament(players(4), (first, second), replace(SWISS, criteria=("NBW", "SOSW")))
    assert places_of(wins) == [(1, 3), (2, 1), (3, 2), (3, 4)]


def test_small_points_are_worth_what_the_league_says():
    """S4-16: a win that the board does not measure, and a bye, are settings."""
    tournament_round = TournamentRound((won(1, 1, 2), won(2, 3, 4, 30)), bye=5)
    usual = Tournament(players(5), (tournament_round,), SWISS)
    assert places_of(usual) == [(1, 1), (2, 3), (3, 5), (4, 4), (5, 2)]
    other = replace(usual, system=replace(SWISS, off_board2=20, small_bye2=50))
    assert places_of(other) == [(1, 5), (2, 3), (3, 1), (4, 2), (5, 4)]
    with refused(code=Code.RANGE, field="off_board2"):
        replace(SWISS, off_board2=201)


def test_who_has_no_place_stands_below_all_and_shares_none():
    """S4-18: a removed player, whatever he won before."""
    gone = replace(players(1)[0], unplaced=True)
    event = Tournament(
        (gone, *players(4)[1:]), (TournamentRound((won(1, 1, 2, 9), won(2, 3, 4, 9))),), SWISS
    )
    assert places_of(event) == [(1, 3), (2, 2), (2, 4), (None, 1)]
    rows = standings(event, 0)
    assert parted_by(rows[2], rows[3]) == UNPLACED
    assert (rows[3].shared, rows[3].published_place, rows[3].appears) == (False, None, True)
    assert ordered(event, 0) == (3, 2, 4, 1)
    # In a file he keeps a line, since others have met him.
    assert read_sheet(write_h9(event)).headings == LEAGUE_ORDER


@pytest.mark.parametrize(
    ("game", "ending"),
    [
        (won(1, 1, 2, 7), EventEnding.POINTS),
        (won(1, 1, 2), EventEnding.RESIGNATION),
        (replace(won(1, 1, 2), by_default=True), EventEnding.FORFEIT),
        (TournamentGame(1, 1, 2, result=GameResult.EQUAL), EventEnding.DRAW),
        (TournamentGame(1, 1, 2, result=GameResult.BOTH_LOSE), EventEnding.BOTH_PENALTY),
        (TournamentGame(1, 1, 2, result=GameResult.BOTH_WIN), EventEnding.OPEN),
        (TournamentGame(1, 1, 2), EventEnding.OPEN),
    ],
)
def test_how_a_game_reads_in_a_league(game, ending):
    assert as_event_game(game, 4).ending is ending
    assert as_event_game(game, 4).round == 4


@st.composite
def events(draw):
    count = draw(st.integers(2, 9))
    rounds = []
    for _ in range(draw(st.integers(1, 3))):
        seats = draw(st.permutations(range(1, count + 1)))
        bye = seats[-1] if count % 2 else None
        games = []
        for table, (white, black) in enumerate(zip(seats[::2], seats[1::2], strict=False), 1):
            result = draw(st.sampled_from(GameResult))
            margin2 = draw(st.none() | st.integers(1, 80)) if result.decisive else None
            games.append(TournamentGame(table, white, black, result=result, margin2=margin2))
        rounds.append(TournamentRound(tuple(games), bye))
    worth = draw(st.integers(0, 200)), draw(st.integers(0, 200))
    system = replace(SWISS, off_board2=worth[0], small_bye2=worth[1])
    out = draw(st.sets(st.integers(1, count), max_size=2))
    field = tuple(replace(one, unplaced=one.id in out) for one in players(count))
    return Tournament(field, tuple(rounds), system), {"off_board2": worth[0], "bye2": worth[1]}, out


@settings(max_examples=150, deadline=None)
@given(events())
def test_the_tables_of_a_tournament_and_of_a_league_are_one(found):
    """Order, places and shared places: those of the league's own table, whatever was played."""
    event, worth, out = found
    games = [
        as_event_game(game, number) for number, one in enumerate(event.rounds, 1)
        for game in one.games
    ]  # fmt: skip
    games += [
        EventGame(number, one.bye, None, None, EventEnding.BYE)
        for number, one in enumerate(event.rounds, 1)
        if one.bye is not None
    ]
    table = event_table([player.id for player in event.players], games, **worth, removed=out)
    rows = standings(event, len(event.rounds) - 1)
    assert {r.player: (r.place, r.shared, 2 * r.big, r.small2) for r in table} == {
        r.player: (r.place, r.shared, r.scores["POINTS"], r.scores["SMALL"]) for r in rows
    }
    assert [row.place for row in table] == [row.place for row in rows]
