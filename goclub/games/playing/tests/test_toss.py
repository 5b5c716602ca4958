"""The electronic toss, S1-18: services, database, history, and two people at once."""

from __future__ import annotations

import uuid
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, connection, transaction

from goclub.common.tests.reading import read
from goclub.games.models import Game, Toss
from goclub.games.playing.queries import toss_counts, tosses_due, tosses_of
from goclub.games.playing.services.decisions import withdraw_game
from goclub.games.playing.services.reports import report_game
from goclub.games.playing.services.toss import (
    attach_toss,
    call_toss,
    cancel_toss,
    check_toss,
    decide_toss,
    open_toss,
)
from goclub.games.playing.tests.test_race import at_once
from goclub.games.playing.views.toss import history
from goclub.games.tests.factories import at, facts
from goclub.members.people.services import add_guest
from goclub.members.requests import Act
from goclub.members.roles import CHAIR
from goclub.members.tests.factories import fresh, make_member
from ratings.errors import Code, RuleError


def make_pair():
    return make_member("佐藤 健", romanised_name="Sato Ken"), make_member("Anong <b>S.</b>")


@pytest.fixture
def pair():
    """The player who opens and the player who calls."""
    return make_pair()


def opened(pair, minute=0, **more):
    return open_toss(Act(pair[0].user, at(minute=minute)), pair[1], **more)


def called(pair, call="even", minute=0):
    toss = opened(pair, minute)
    moment = at(minute=minute) + timedelta(seconds=20)
    return call_toss(Act(toss.caller.user, moment), toss, call=call)


def decided(pair, call="even", milliseconds=487, minute=0):
    """By default the call is wrong: Black is who opened."""
    toss = called(pair, call, minute)
    moment = at(minute=minute) + timedelta(seconds=30, milliseconds=milliseconds, microseconds=600)
    return decide_toss(Act(toss.opener.user, moment), toss)


@contextmanager
def refused(code, reason=""):
    """A RuleError with this code, and this reason where it is given."""
    with pytest.raises(RuleError) as caught:
        yield
    assert caught.value.code is code
    assert not reason or caught.value.reason == reason


# --- The way of a toss --------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("call", "milliseconds", "black"),
    [("even", 480, "caller"), ("even", 487, "opener"), ("odd", 487, "caller"),
     ("odd", 480, "opener"), ("丁先", 0, "caller"), ("奇先", 0, "opener")],
)  # fmt: skip
def test_the_last_digit_decides(pair, call, milliseconds, black):
    """S1-18: right → the caller is Black, wrong → the opener is; 0 is even."""
    toss = decided(pair, call, milliseconds)
    assert fresh(toss).black == getattr(toss, black)
    assert {toss.black, toss.white} == set(pair)
    assert toss.called_right == (black == "caller")
    assert toss.digit == milliseconds % 10
    assert toss.decided_at == at() + timedelta(seconds=30, milliseconds=milliseconds)
    assert check_toss(toss)


def test_whose_post_is_due(pair):
    toss = opened(pair)
    assert toss.due == toss.caller
    assert list(tosses_due(pair[1])) == [toss]
    assert list(tosses_due(pair[0])) == []
    toss = call_toss(Act(pair[1].user, at(minute=1)), toss, call="odd")
    assert toss.due == toss.opener
    assert list(tosses_due(pair[0])) == [toss]
    assert list(tosses_due(pair[1])) == []
    toss = decide_toss(Act(pair[0].user, at(minute=2)), toss)
    assert toss.due is None
    assert list(tosses_due(pair[0])) == list(tosses_of(pair[1])) == []


def test_nobody_tosses_with_himself(pair):
    with refused(Code.SAME_PLAYER):
        open_toss(Act(pair[0].user, at()), pair[0])


def test_a_guest_cannot_call(pair):
    with refused(Code.STATE, "cannot_call"):
        open_toss(Act(pair[0].user, at()), add_guest(name="Nils"))
    assert not Toss.objects.exists()


def test_a_deciding_post_before_the_call_is_refused(pair):
    toss = opened(pair)
    with refused(Code.STATE, "toss.no_call_yet"):
        decide_toss(Act(pair[0].user, at(minute=1)), toss)
    assert fresh(toss).decided_at is None


@pytest.mark.parametrize("before", [0, 1, 500], ids=lambda n: f"{n} ms")
def test_a_post_that_came_before_the_stored_call_decides_nothing(pair, before):
    """Both at once: the call reached the row first, but the deciding stamp is not after it."""
    toss = called(pair)
    with refused(Code.STATE, "toss.call_not_before_post"):
        decide_toss(Act(pair[0].user, toss.called_at - timedelta(milliseconds=before)), toss)
    assert fresh(toss).digit is None


def test_a_late_call_is_refused_and_a_call_is_never_changed(pair):
    toss = called(pair, "even")
    with refused(Code.STATE, "toss.call_fixed"):
        call_toss(Act(pair[1].user, at(minute=1)), toss, call="odd")
    toss = decide_toss(Act(pair[0].user, at(minute=1)), toss)
    with refused(Code.STATE, "toss.call_fixed"):
        call_toss(Act(pair[1].user, at(minute=2)), toss, call="odd")
    assert fresh(toss).call == "even"


@pytest.mark.parametrize(("word", "code"), [("black", Code.TYPE), ("", Code.MISSING)])
def test_other_words_are_no_call(pair, word, code):
    toss = opened(pair)
    with refused(code):
        call_toss(Act(pair[1].user, at(minute=1)), toss, call=word)


def test_a_call_before_the_opening_is_refused(pair):
    toss = opened(pair, minute=5)
    with refused(Code.STATE, "toss.clock_behind"):
        call_toss(Act(pair[1].user, at(minute=4)), toss, call="odd")


def test_each_keeps_to_his_own_posts(pair):
    toss = opened(pair)
    with refused(Code.STATE, "toss.opener_calls_not"):
        call_toss(Act(pair[0].user, at(minute=1)), toss, call="odd")
    toss = call_toss(Act(pair[1].user, at(minute=1)), toss, call="odd")
    with refused(Code.STATE, "toss.caller_posts_not"):
        decide_toss(Act(pair[1].user, at(minute=2)), toss)


def test_strangers_do_nothing(pair):
    toss, chair = opened(pair), make_member(role=CHAIR).user
    for act in (
        lambda: call_toss(Act(chair, at(minute=1)), toss, call="odd"),
        lambda: decide_toss(Act(chair, at(minute=1)), toss),
        lambda: cancel_toss(Act(chair, at(minute=1)), toss),
    ):
        with pytest.raises(PermissionDenied):
            act()


# --- Twice, and at once -------------------------------------------------------------------------
def test_every_post_sent_twice_changes_nothing(pair):
    key = uuid.uuid4()
    toss = opened(pair, key=key)
    assert opened(pair, minute=1, key=key) == toss
    for minute in (1, 2):
        toss = call_toss(Act(pair[1].user, at(minute=minute)), toss, call="odd")
    for minute in (3, 4):
        toss = decide_toss(Act(pair[0].user, at(minute=minute)), toss)
    assert (toss.called_at, toss.decided_at) == (at(minute=1), at(minute=3))
    assert opened(pair, minute=9, key=key) == toss
    assert Toss.objects.count() == 1
    assert toss.history.count() == 3


def test_one_unfinished_toss_for_a_pair(pair):
    """Nobody opens tosses until one suits; when this one is over, the next may begin."""
    toss = opened(pair)
    assert open_toss(Act(pair[1].user, at(minute=1)), pair[0]) == toss
    cancel_toss(Act(pair[1].user, at(minute=2)), toss)
    assert open_toss(Act(pair[1].user, at(minute=3)), pair[0]) != toss
    with pytest.raises(IntegrityError), transaction.atomic():
        Toss.objects.create(opener=pair[0], caller=pair[1], opened_at=at(minute=4))


def test_a_key_of_somebody_else_opens_nothing(pair):
    key = uuid.uuid4()
    opened(pair, key=key)
    with pytest.raises(PermissionDenied):
        open_toss(Act(pair[1].user, at()), make_member(), key=key)


def test_cancelling_before_the_call(pair):
    for who, other in (pair, pair[::-1]):
        toss = opened(pair)
        toss = cancel_toss(Act(who.user, at(minute=1)), toss)
        toss = cancel_toss(Act(other.user, at(minute=2)), toss)
        assert (toss.cancelled_by, toss.cancelled_at) == (who, at(minute=1))
        with refused(Code.STATE, "toss.cancelled"):
            call_toss(Act(pair[1].user, at(minute=3)), toss, call="odd")
        with refused(Code.STATE, "toss.cancelled"):
            decide_toss(Act(pair[0].user, at(minute=3)), toss)


def test_after_the_call_a_toss_is_carried_through(pair):
    for who in pair:
        with refused(Code.STATE, "toss.called_goes_on"):
            cancel_toss(Act(who.user, at(minute=1)), called(pair))


@pytest.mark.parametrize(
    "change",
    [
        {"call": ""},
        {"call": "both"},
        {"call": "odd"},
        {"called_at": None},
        {"digit": None},
        {"digit": 10},
        {"digit": 8},
        {"decided_at": None},
        {"decided_at": at()},
        {"called_at": at() - timedelta(days=1)},
        {"black": None},
        {"black_id": "caller"},
        {"caller_id": "opener"},
        {"cancelled_at": at()},
    ],
    ids=lambda change: str(next(iter(change.items()))),
)
def test_the_database_holds_a_toss_together(pair, change):
    toss = decided(pair)
    seats = {"opener": pair[0].pk, "caller": pair[1].pk}
    values = {k: seats.get(v, v) if isinstance(v, str) else v for k, v in change.items()}
    with pytest.raises(IntegrityError), transaction.atomic():
        Toss.objects.filter(pk=toss.pk).update(**values)


def test_a_stamp_changed_behind_the_sites_back_is_found_out(client, pair):
    toss = decided(pair)
    Toss.objects.filter(pk=toss.pk).update(decided_at=toss.decided_at + timedelta(milliseconds=2))
    assert not check_toss(fresh(toss))
    assert read(client.get(toss.get_absolute_url())).has("p.checked.wrong")


# --- With its game --------------------------------------------------------------------------------
def test_a_toss_goes_with_one_game_until_that_is_void(pair):
    toss = decided(pair)
    first, second = (
        report_game(Act(pair[0].user, at(minute=9)), facts(*pair, result))
        for result in ("B+R", "W+R")
    )
    attach_toss(Act(pair[0].user), toss, game=first)
    attach_toss(Act(pair[1].user), toss, game=first)
    with refused(Code.DUPLICATE, "used"):
        attach_toss(Act(pair[1].user), toss, game=second)
    withdraw_game(Act(pair[0].user), first)
    attach_toss(Act(pair[1].user), toss, game=second)
    assert Game.objects.get(pk=second.pk).toss == toss


def test_a_game_takes_only_its_own_decided_toss(pair):
    stranger = make_member()
    game = report_game(Act(pair[0].user, at(minute=9)), facts(*pair[::-1]))
    toss = called(pair)
    with refused(Code.STATE, "toss.undecided"):
        attach_toss(Act(pair[0].user), toss, game=game)
    toss = decide_toss(Act(pair[0].user, at(minute=1) + timedelta(milliseconds=1)), toss)
    with pytest.raises(PermissionDenied):
        attach_toss(Act(stranger.user), toss, game=game)
    with refused(Code.INCONSISTENT, "colours"):
        attach_toss(Act(pair[0].user), toss, game=game)
    against_stranger = report_game(Act(pair[0].user, at(minute=9)), facts(pair[0], stranger))
    with refused(Code.INCONSISTENT, "players"):
        attach_toss(Act(pair[0].user), toss, game=against_stranger)


# --- Does it look even? ---------------------------------------------------------------------------
def test_digits_and_right_calls_are_counted(pair):
    for minute, (call, ms) in enumerate([("even", 480), ("odd", 480), ("odd", 481), ("even", 999)]):
        decided(pair, call, ms, minute=minute)
    called(pair, "odd", minute=10)
    counts = toss_counts()
    assert (counts[0], counts[1]) == ((2, 1), (1, 1))
    assert counts[9] == (1, 0)
    assert sum(n for n, _right in counts) == 4


@pytest.mark.parametrize(
    ("came", "right", "verdict"),
    [
        ([0] * 10, 0, "none"),
        ([1] * 10, 5, "few"),
        ([10] * 10, 50, "even"),
        ([10] * 10, 60, "even"),
        ([10] * 10, 61, "uneven"),
        ([13, 7] * 5, 50, "uneven"),
        ([25, 25, *[5] * 6, 10, 10], 50, "uneven"),
    ],
)
def test_the_verdict_on_the_history(came, right, verdict):
    """100 fair tosses: 40 … 60; chi-square over 16.92 is rarer than 5 in 100."""
    counts = [(n, 0) for n in came]
    counts[0] = (came[0], right)
    assert history(counts)["verdict"] == verdict


# --- Two people at once ---------------------------------------------------------------------------
@pytest.mark.django_db(transaction=True)
class TestRaces:
    @pytest.fixture(autouse=True)
    def real_database(self):
        if connection.vendor != "postgresql":
            pytest.skip("row locks are PostgreSQL's; SQLite's file lock lets one writer in")

    def test_both_open_at_once_and_have_one_toss(self, pair):
        open_by = lambda n: open_toss(Act(pair[n].user, at()), pair[1 - n])  # noqa: E731
        assert at_once(*[lambda n=n: open_by(n % 2) for n in range(6)]) == []
        assert Toss.objects.count() == 1

    def test_two_different_calls_at_once_leave_one(self, pair):
        toss = opened(pair)
        raised = at_once(
            *[
                lambda word=word: call_toss(Act(pair[1].user, at(minute=1)), toss, call=word)
                for word in ("even", "odd")
            ]
        )
        assert [error.reason for error in raised] == ["toss.call_fixed"]

    def test_the_first_of_many_deciding_posts_stays(self, pair):
        toss = called(pair)
        moments = [at(minute=1) + timedelta(milliseconds=n) for n in range(6)]
        assert (
            at_once(
                *[
                    lambda moment=moment: decide_toss(Act(pair[0].user, moment), toss)
                    for moment in moments
                ]
            )
            == []
        )
        assert fresh(toss).decided_at in moments
        assert toss.history.filter(digit__isnull=False).count() == 1
        assert check_toss(toss)

    def test_two_reports_at_once_and_one_has_the_toss(self, pair):
        toss = decided(pair)

        def report(seat, result):
            with transaction.atomic():
                user = pair[seat].user
                game = report_game(Act(user, at(minute=9)), facts(*pair, result))
                attach_toss(Act(user), toss, game=game)

        raised = at_once(lambda: report(0, "B+R"), lambda: report(1, "W+R"))
        assert [error.reason for error in raised] == ["used"]
        assert Game.objects.get().toss == toss
