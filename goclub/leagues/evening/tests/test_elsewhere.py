"""A game of the night that was reported before: by a slip, by the ordinary form, by a press."""

from __future__ import annotations

import uuid

import pytest

from goclub.games.evening.services import EveningSlip, enter_slips
from goclub.games.models import Game
from goclub.games.playing.services.decisions import confirm_game
from goclub.games.playing.services.reports import report_game
from goclub.games.tests.factories import facts
from goclub.leagues.evening.queries import state_of
from goclub.leagues.evening.services import results
from goclub.leagues.evening.tests.nights import at, came, seat, some_members
from goclub.members.requests import Act
from ratings.errors import RuleError


@pytest.fixture
def table(olga, night):
    return seat(night, olga, *came(night, *some_members(2)), 3)


@pytest.mark.parametrize("winner", ["B", "W"])
def test_what_was_reported_elsewhere_meanwhile_is_the_game_of_the_table(olga, table, winner):
    black, white = table.black.member, table.white.member
    reported = report_game(Act(black.user, at(35)), facts(black, white, "B+R"))
    press = Act(white.user, at(36))
    if winner == "B":
        results.record_result(press, table, winner=winner)
        assert Game.objects.get().state == Game.State.CONFIRMED
    else:
        with pytest.raises(RuleError) as refused:
            results.record_result(press, table, winner=winner)
        assert refused.value.reason == "night.told_otherwise"
        confirm_game(press, reported)
    table.refresh_from_db()
    assert (table.game, table.ended_at) == (Game.objects.get(), at(36))


def test_a_slip_frees_the_table_and_an_earlier_game_of_the_two_does_not(olga, night, table):
    black, white = table.black.member, table.white.member
    before = report_game(Act(black.user, at(1)), facts(black, white, "B+R"))
    confirm_game(Act(white.user, at(30)), before)
    table.refresh_from_db()
    assert table.ended_at is None
    slip = EveningSlip(facts(black, white, "W+2.5"), uuid.uuid4())
    [game] = enter_slips(Act(olga.user, at(40)), [slip])
    table.refresh_from_db()
    assert (table.game, table.ended_at) == (game, at(40))
    assert [presence.free_since for presence in state_of(night).waiting] == [at(40), at(40)]


def test_points_of_a_result_that_is_there_are_taken_or_refused(olga, table):
    black, white = (seat.member.user for seat in (table.black, table.white))
    results.record_result(Act(black, at(40)), table, winner="B")
    margin2 = 6 + table.komi2 % 2
    for ending in ({"margin2": margin2}, {"ending": "resign"}):
        for player in (black, white):
            with pytest.raises(RuleError) as refused:
                results.record_result(Act(player, at(41)), table, winner="B", **ending)
            assert refused.value.reason == "night.ended_otherwise"
    results.record_result(Act(olga.user, at(42)), table, winner="B", margin2=margin2)
    assert (Game.objects.get().ending, Game.objects.get().margin2) == ("points", margin2)
    results.record_result(Act(white, at(43)), table, winner="B", margin2=margin2)
    results.record_result(Act(white, at(43)), table, winner="B")
    assert Game.objects.get().margin2 == margin2
