"""Two at the same moment: organisers who pair, close and take in, phones that say who won."""

from __future__ import annotations

from uuid import uuid4

import pytest

from goclub.games.models import Game, Standing
from goclub.games.playing.tests.test_race import (
    at_once,
    real_database,  # noqa: F401 - races need rows that are locked
)
from goclub.games.rating.systems.registry import MAIN_SYSTEM
from goclub.leagues.evening.queries import state_of
from goclub.leagues.evening.services import nights, pairs, people, results
from goclub.leagues.evening.services.pairs import propose
from goclub.leagues.evening.tests.nights import at, came, make_night, seat, some_members
from goclub.leagues.models import ClubNight, NightGame, Presence
from goclub.members.requests import Act
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import fresh, make_member
from ratings.errors import RuleError

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def two():
    """Two organisers, each at a screen."""
    return [make_member(f"Organiser {number}", role=ORGANISER) for number in (1, 2)]


@pytest.fixture
def night(two):
    return make_night(two[0])


def reasons(raised):
    assert all(isinstance(one, RuleError) for one in raised), raised
    return sorted(one.reason for one in raised)


def accept(night, pair, by, minute=5):
    return lambda: pairs.accept_pair(Act(by.user, at(minute)), night, pair=pair)


def nobody_sits_twice():
    running = NightGame.objects.filter(ended_at=None)
    seats = [pk for pair in running.values_list("black", "white") for pk in pair]
    tables = list(running.values_list("table", flat=True))
    assert len(seats) == len(set(seats))
    assert len(tables) == len(set(tables))
    return running.count()


def test_two_organisers_accept_the_same_pair_and_seat_it_once(two, night):
    came(night, *some_members(4))
    pair = propose(state_of(night), at(5)).pairs[0].keys
    assert at_once(*(accept(night, pair, by) for by in two * 2)) == []
    assert nobody_sits_twice() == 1


def test_two_organisers_seat_one_person_with_two_others_and_one_is_told(two, night):
    """As each saw the room: the same person across from two others."""
    one, other, third, _fourth = came(night, *some_members(4))
    raised = at_once(
        accept(night, (one.pk, other.pk), two[0]), accept(night, (third.pk, one.pk), two[1])
    )
    assert reasons(raised) == ["not_waiting"]
    assert nobody_sits_twice() == 1


def test_two_organisers_accept_all_at_once(two, night):
    came(night, *some_members(8))
    shown = [found.keys for found in propose(state_of(night), at(5)).pairs]
    others = [(shown[0][0], shown[1][0]), (shown[0][1], shown[1][1]), *shown[2:]]
    assert (
        at_once(
            lambda: pairs.accept_all(Act(two[0].user, at(5)), night, pairs=shown),
            lambda: pairs.accept_all(Act(two[1].user, at(5)), night, pairs=others),
        )
        == []
    )
    assert nobody_sits_twice() == 4, "everybody plays, whoever was first"


def test_the_last_table_is_given_once(two):
    night = make_night(two[0], tables=1)
    one, other, third, fourth = came(night, *some_members(4))
    raised = at_once(
        accept(night, (one.pk, other.pk), two[0]), accept(night, (third.pk, fourth.pk), two[1])
    )
    assert reasons(raised) == ["no_table"]
    assert nobody_sits_twice() == 1


def test_one_pairs_while_the_other_lets_him_go(two, night):
    one, other = came(night, *some_members(2))
    raised = at_once(
        accept(night, (one.pk, other.pk), two[0]),
        lambda: people.leave(Act(two[1].user, at(5)), one),
    )
    assert reasons(raised) in (["night.in_a_game"], ["not_waiting"])
    one.refresh_from_db()
    assert nobody_sits_twice() == (1 if one.left_at is None else 0)


def test_one_pairs_by_hand_while_the_other_accepts(two, night):
    one, other, third, _fourth = came(night, *some_members(4))
    raised = at_once(
        lambda: pairs.pair_by_hand(Act(two[0].user), night, pair=(one.pk, third.pk)),
        accept(night, (one.pk, other.pk), two[1]),
    )
    assert reasons(raised) in ([], ["not_waiting"])
    seated = state_of(night).seated
    fixed = Presence.objects.exclude(fixed_with=None)
    assert not fixed.filter(pk__in=seated).exists(), "who sits is fixed with nobody"
    assert not fixed.filter(fixed_with__in=seated).exists()


def test_the_evening_is_opened_once_and_closed_once(two):
    assert at_once(*(lambda by=by: nights.begin_night(Act(by.user, at())) for by in two * 2)) == []
    night = ClubNight.objects.get()
    came(night, *some_members(2))
    closing = [lambda by=by: nights.close_night(Act(by.user, at(60)), night) for by in two * 2]
    assert at_once(*closing) == []
    assert not fresh(night).open


def test_somebody_checks_in_on_two_screens_at_once_and_is_here_once(night):
    [member] = some_members(1)
    door = [lambda: people.check_in(Act(None, at(1)), night, member=member) for _screen in "abcd"]
    assert at_once(*door) == []
    assert Presence.objects.filter(night=night, member=member).count() == 1


def test_both_players_and_an_organiser_say_who_won_at_once(two, night):
    one, other = came(night, *some_members(2))
    game = seat(night, two[0], one, other)
    sayers = [game.black.member.user, game.white.member.user, two[1].user]
    said = [
        lambda by=by: results.record_result(
            Act(by, at(40)), game, winner="B", key=uuid4(), pressed_at=at(40)
        )
        for by in sayers
    ]
    assert at_once(*said) == []
    [reported] = Game.objects.all()
    assert reported.state == Game.State.CONFIRMED
    main = Standing.objects.filter(member__in=reported.players, system=MAIN_SYSTEM)
    assert [row.games for row in main] == [1, 1]


def test_a_phone_an_hour_late_while_its_old_table_is_given_again(two, night):
    """The press reaches its own game, once, whatever is paired at that moment at that table."""
    one, other, third, fourth = came(night, *some_members(4))
    game = seat(night, two[0], one, other)
    results.free_table(Act(two[0].user, at(30)), game, cancelled=False)
    key = uuid4()
    late = [
        lambda: results.record_result(
            Act(game.white.member.user, at(95)), game, winner="W", key=key, pressed_at=at(29)
        )
        for _try in range(2)
    ]
    assert at_once(*late, accept(night, (third.pk, fourth.pk), two[1], minute=95)) == []
    assert fresh(game).winner == "W"
    assert game.ended_at == at(30)
    assert Game.objects.count() == 1
    after = NightGame.objects.exclude(pk=game.pk).get()
    assert (after.table, after.winner, after.ended_at) == (game.table, "", None)
