"""The facts of a tournament and their contradictions (S2-1, S2-5, S2-13 and section 0)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ratings.checks import flag, whole_number
from ratings.errors import Code
from ratings.tests.builders import refused
from tournaments.events.field import GameResult, Tournament, TournamentGame, TournamentRound, check
from tournaments.events.settings import Settings
from tournaments.tests.tables import lettered, player, tournament, tournament_round

FOUR = lettered("1D", "1D", "1D", "1D")


@pytest.mark.parametrize(
    ("result", "white2", "black2", "decisive"),
    [
        (GameResult.WHITE, 2, 0, True),
        (GameResult.BLACK, 0, 2, True),
        (GameResult.EQUAL, 1, 1, False),
        (GameResult.BOTH_WIN, 2, 2, False),
        (GameResult.BOTH_LOSE, 0, 0, False),
        (GameResult.UNKNOWN, 0, 0, False),
    ],
)
def test_s2_1_points_of_every_result(result, white2, black2, decisive):
    assert (result.white2, result.black2, result.decisive) == (white2, black2, decisive)
    game = TournamentGame(1, 7, 8, result=result)
    assert (game.points2(7), game.points2(8)) == (white2, black2)


def test_s2_1_result_from_the_points_of_the_two_sides():
    read = {points: GameResult.of_points(*points) for points in [(2, 0), (0, 2), (1, 1), (0, 0)]}
    assert read == {
        (2, 0): GameResult.WHITE,
        (0, 2): GameResult.BLACK,
        (1, 1): GameResult.EQUAL,
        (0, 0): GameResult.BOTH_LOSE,
    }


@pytest.mark.parametrize("points", [3, -1, 1.0, True, "1", None])
def test_s2_1_refuses_what_is_no_result(points):
    with refused(Code.TYPE, "black", value=points):
        GameResult.of_points(1, points)


@pytest.mark.parametrize("points", [(2, 1), (1, 0), (2, 2)])
def test_s2_1_refuses_sides_that_do_not_share_one_point(points):
    with refused(Code.INCONSISTENT, "result", reason="tournament.points_do_not_sum"):
        GameResult.of_points(*points)


def test_game_seen_from_each_side():
    game = TournamentGame(1, 7, 8, handicap=3, result=GameResult.WHITE)
    assert (game.opponent(7), game.opponent(8)) == (8, 7)
    assert game.played
    assert not replace(game, by_default=True).played
    assert not replace(game, result=GameResult.UNKNOWN).played


def test_round_knows_its_seats_and_whether_it_is_complete():
    played = tournament_round("1+2 3?4 bye5")
    seats = played.seats()
    assert sorted(seats) == [1, 2, 3, 4]
    assert seats[3] is seats[4] is played.games[1]
    assert not played.complete
    assert tournament_round("1+2 3=!4").complete


def test_tournament_finds_players_and_who_takes_part():
    entered = (
        player(1),
        player(2, absent=frozenset({1})),
        player(3, unexcused=frozenset({0})),
        player(4, registered=False),
    )
    event = tournament(entered)
    assert event.player(3) is entered[2]
    assert event.by_id()[2] is entered[1]
    assert [p.id for p in event.participants(0)] == [1, 2]
    assert [p.id for p in event.participants(1)] == [1, 3]
    with refused(Code.UNKNOWN, "player", value=9):
        event.player(9)


def test_a_sound_tournament_passes_and_comes_back():
    event = tournament(FOUR, "1+2 3=4", "1?3 2-!4", "1+2/9 bye3")
    assert check(event) is event


@pytest.mark.parametrize(
    ("rounds", "code", "value", "reason"),
    [
        (["1+2 1+3"], Code.DUPLICATE, (1, 1), "tournament.twice_in_a_round"),
        (["1+2", "3+4 2-4"], Code.DUPLICATE, (2, 4), "tournament.twice_in_a_round"),
        (["1+2 bye1"], Code.DUPLICATE, (1, 1), "tournament.twice_in_a_round"),
        (["1+5"], Code.UNKNOWN, (1, 5), ""),
        (["1+2 bye9"], Code.UNKNOWN, (1, 9), ""),
        (["3+4", "2+2"], Code.SAME_PLAYER, (2, 2), ""),
    ],
)
def test_s2_5_refuses_a_contradictory_round(rounds, code, value, reason):
    with refused(code, "games", value=value, reason=reason):
        check(tournament(FOUR, *rounds))


def test_s2_5_a_second_meeting_is_refused_only_where_asked():
    event = tournament(FOUR, "1+2 3+4", "2+1 4+3")
    assert check(event) is event
    with refused(Code.DUPLICATE, "games", value=(2, 1, 2), reason="tournament.rematch"):
        check(event, rematches=False)


def one_game(**changes):
    return Tournament(
        FOUR, (TournamentRound((replace(TournamentGame(1, 1, 2), **changes),)),), Settings(rounds=1)
    )


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"handicap": 10}, Code.RANGE, "handicap"),
        ({"handicap": -1}, Code.RANGE, "handicap"),
        ({"handicap": 2.0}, Code.TYPE, "handicap"),
        ({"handicap": None}, Code.MISSING, "handicap"),
        ({"table": -1}, Code.RANGE, "table"),
        ({"by_default": True}, Code.INCONSISTENT, "by_default"),
    ],
)
def test_s2_13_refuses_a_game_that_cannot_be(changes, code, field):
    with refused(code, field):
        check(one_game(**changes))


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"rank": 9}, Code.RANGE, "rank"),
        ({"rank": -31}, Code.RANGE, "rank"),
        ({"rank": "1d"}, Code.TYPE, "rank"),
        ({"correction": 10}, Code.RANGE, "correction"),
        ({"rating": 2100.5}, Code.TYPE, "rating"),
        ({"absent": frozenset({99})}, Code.RANGE, "absent"),
        ({"unexcused": frozenset({-1})}, Code.RANGE, "absent"),
        ({"name": "", "first_name": " "}, Code.MISSING, "name"),
        ({"id": "7"}, Code.TYPE, "id"),
    ],
)
def test_refuses_a_player_that_cannot_be(changes, code, field):
    with refused(code, field):
        check(Tournament((replace(FOUR[0], **changes),)))


def test_refuses_two_players_of_one_number():
    with refused(Code.DUPLICATE, "players", value=1, reason="tournament.same_id"):
        check(Tournament((FOUR[0], replace(FOUR[1], id=1))))


def test_refuses_more_rounds_than_planned():
    with refused(Code.INCONSISTENT, "rounds", value=2, reason="tournament.more_than_planned"):
        check(tournament(FOUR, "1+2", "1+3", rounds=1))


@pytest.mark.parametrize("value", [True, 1.0, "1", float("nan")])
def test_whole_number_takes_only_integers(value):
    with refused(Code.TYPE, "n", value=value) if value == value else refused(Code.TYPE, "n"):
        whole_number(value, field="n")


def test_flag_takes_only_truth_values():
    assert flag(True, field="x") is True
    with refused(Code.TYPE, "x", value=1):
        flag(1, field="x")
