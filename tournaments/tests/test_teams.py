"""Matches of teams: strength, boards, points, and the criteria made of them (house rules)."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.errors import Code
from ratings.tests.builders import refused
from tournaments.events.field import GameResult, Player, Tournament, TournamentGame, TournamentRound
from tournaments.events.placement import standings
from tournaments.events.presets import for_teams, s2
from tournaments.events.scores.registry import compute
from tournaments.events.scores.table import ScoreTable
from tournaments.events.settings import HandicapSettings, Kind, Settings
from tournaments.events.teams import board_seats, match_result, mean_rank, moved_up

WON, LOST, JIGO = (2, 0), (0, 2), (1, 1)


def match(table, white, black, *boards):
    """A match by its boards, White's points first."""
    return TournamentGame(table, white, black, result=match_result(boards), boards=boards)


def cup(*rounds, bye2=5, points=(2, 1, 0), teams=4, kind=Kind.SWISS):
    """Teams 1, 2 … of equal strength after these rounds."""
    settings = for_teams(s2(kind, rounds=max(len(rounds), 1)), 2)
    settings = Settings(
        kind=kind,
        rounds=settings.rounds,
        criteria=settings.criteria,
        match_points=points,
        bye_boards2=bye2,
        nbw_absent2=0,
    )
    players = tuple(Player(number, f"Team {number}") for number in range(1, teams + 1))
    return Tournament(players, rounds, settings)


def scores(tournament, name):
    return compute(ScoreTable(tournament, len(tournament.rounds) - 1), name)


TWO_ROUNDS = (
    TournamentRound((match(1, 1, 2, WON, JIGO), match(2, 3, 4, WON, LOST))),
    TournamentRound((match(1, 1, 3, LOST, LOST), match(2, 4, 2, WON, WON))),
)


@pytest.mark.parametrize(
    ("name", "doubled"),
    [
        ("MP", [4, 0, 6, 6]),
        ("BP", [3, 1, 6, 6]),
        ("B1", [2, 0, 4, 2]),
        ("B2", [1, 1, 2, 4]),
        ("BDW2U", [3, 1, 6, 6]),
        ("SOSMP", [6, 10, 10, 6]),
        ("SOSBP", [7, 9, 9, 7]),
        # Team 1 beat Team 2 (0); Team 3 drew with 4 and beat 1; Team 4 drew with 3 and beat 2.
        ("SBMP", [0, 0, 7, 3]),
    ],
)
def test_criteria_of_teams(name, doubled):
    assert scores(cup(*TWO_ROUNDS), name) == doubled


def test_teams_score_as_in_opengotha():
    """Its ScoredTeamsSet: 2, 1 or 0 points a match, their sum over the opponents, boards won in
    all and on the upper boards, in halves."""
    chance = random.Random(7)
    names = ("MP", "SOSMP", "BP", "B1", "BDW2U", "BDW3U")
    for _cup in range(20):
        played = []
        for _round in range(4):
            order = chance.sample(range(1, 9), 8)
            games = [
                match(table, *pair, *chance.choices((WON, LOST, JIGO), k=4))
                for table, pair in enumerate(zip(order[::2], order[1::2], strict=True), 1)
            ]
            played.append(TournamentRound(tuple(games)))
        tournament = cup(*played, teams=8)
        theirs = {name: dict.fromkeys(range(1, 9), 0) for name in names}
        for game in (game for event_round in played for game in event_round.games):
            sides = zip(*game.boards, strict=True)
            for team, halves in zip((game.white, game.black), sides, strict=True):
                theirs["MP"][team] += 2 if sum(halves) > 4 else 1 if sum(halves) == 4 else 0
                theirs["BP"][team] += sum(halves)
                for boards, name in ((1, "B1"), (2, "BDW2U"), (3, "BDW3U")):
                    theirs[name][team] += sum(halves[:boards])
        for game in (game for event_round in played for game in event_round.games):
            theirs["SOSMP"][game.white] += theirs["MP"][game.black]
            theirs["SOSMP"][game.black] += theirs["MP"][game.white]
        for name, of in theirs.items():
            doubled = 2 if name in ("MP", "SOSMP") else 1
            assert scores(tournament, name) == [doubled * of[team] for team in sorted(of)], name


def test_teams_are_placed_by_match_points_then_boards_then_sos():
    assert [row.player for row in standings(cup(*TWO_ROUNDS), 1)] == [3, 4, 1, 2]


def test_other_match_points_are_the_settings():
    assert scores(cup(*TWO_ROUNDS, points=(3, 1, 0)), "MP") == [6, 0, 8, 8]


def test_a_loss_that_was_played_may_be_worth_a_point():
    first = TournamentRound((match(1, 1, 2, WON, WON), TournamentGame(2, 3, 4)))
    assert scores(cup(first, points=(3, 2, 1)), "MP") == [6, 2, 0, 0]


def test_a_bye_is_a_match_won_with_the_boards_of_the_settings():
    tournament = cup(TournamentRound((match(1, 1, 2, WON, LOST),), bye=3), teams=3, bye2=3)
    assert (scores(tournament, "MP")[2], scores(tournament, "BP")[2]) == (4, 3)
    assert scores(tournament, "B1")[2] == 0


def test_teams_that_tie_are_parted_by_their_own_match():
    rounds = (
        TournamentRound((match(1, 1, 2, WON, LOST), match(2, 3, 4, WON, LOST))),
        TournamentRound((match(1, 1, 3, JIGO, WON), match(2, 2, 4, WON, LOST))),
    )
    assert next(row.player for row in standings(cup(*rounds), 1)) == 1


@pytest.mark.parametrize(
    ("points", "code"),
    [((2, 1), Code.INCONSISTENT), ((1, 2, 0), Code.INCONSISTENT), ((10, 1, 0), Code.RANGE)],
)
def test_match_points_fall_from_win_to_loss(points, code):
    with refused(code):
        Settings(match_points=points)


def test_stones_at_a_board_are_the_two_players_own():
    rules = HandicapSettings(on_mms=False, threshold=8, correction=1, ceiling=9)
    assert board_seats(1, (7, -4), (8, 0), rules) == (8, 7, 3)


def test_the_mean_of_the_boards_is_where_a_team_starts():
    """McMahon by mean strength: 1 kyu and 4 kyu start as 2 kyu."""
    settings = Settings(floor=-20, bar=3)
    rank = mean_rank([-1, -4])
    assert rank == -2
    assert settings.start2(rank) == settings.start2(-2)


boards = st.lists(st.sampled_from([WON, LOST, JIGO, (0, 0)]), min_size=2, max_size=5)


@given(boards)
def test_a_match_turns_with_its_sides(points):
    turned = [pair[::-1] for pair in points]
    sides = {GameResult.WHITE: GameResult.BLACK, GameResult.BLACK: GameResult.WHITE}
    result = match_result(points)
    assert match_result(turned) == sides.get(result, result)


@given(boards, st.integers(0, 4))
def test_a_board_won_never_costs_a_match(points, at):
    at %= len(points)
    better = [WON if place == at else pair for place, pair in enumerate(points)]
    order = [GameResult.BLACK, GameResult.BOTH_LOSE, GameResult.EQUAL, GameResult.WHITE]
    assert order.index(match_result(better)) >= order.index(match_result(points))


@given(st.permutations(range(8)), st.sets(st.integers(0, 7)), st.integers(2, 5))
def test_a_lineup_keeps_the_order_of_the_team(order, playing, count):
    lineup = moved_up(order, playing, count)
    assert len(lineup) == min(count, len(playing))
    assert [order.index(player) for player in lineup] == sorted(order.index(p) for p in lineup)


def test_sonneborn_berger_keeps_quarters():
    rounds = (TournamentRound((match(1, 1, 2, WON, LOST), match(2, 3, 4, WON, JIGO))),)
    assert scores(cup(*rounds, points=(2, 1, 0)), "SBMP")[:2] == [1, 1]
    assert all(isinstance(score, int | Fraction) for score in scores(cup(*rounds), "SBMP"))
