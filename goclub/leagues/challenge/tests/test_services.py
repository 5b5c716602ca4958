"""The way of a challenge, and everything that is refused on it, by code."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.core.exceptions import PermissionDenied
from django.core.management import call_command

from goclub.games.models import Game, Standing
from goclub.games.people.services.erasing import erase_name
from goclub.games.people.services.merging import MergeChoice, MergeSide, merge_members
from goclub.games.playing.services.decisions import void_game
from goclub.games.playing.services.facts import GameFacts
from goclub.games.playing.services.pairings import PAIRINGS, PairingReport
from goclub.games.playing.services.reports import report_game
from goclub.leagues.challenge.queries import conditions_between, pending_of, versions_of
from goclub.leagues.challenge.services import challenges as services
from goclub.leagues.challenge.services.proposals import AHEAD, LAPSE
from goclub.leagues.challenge.tests.factories import (
    NOW,
    THURSDAY,
    TUESDAY,
    make_agreed,
    make_challenge,
    proposal,
)
from goclub.leagues.models import Challenge
from goclub.members.membership.services.leaving import retire_member, return_member
from goclub.members.models import Letter, Member, Notice
from goclub.members.requests import Act
from goclub.members.roles import CHAIR, ORGANISER
from goclub.members.tests.factories import fresh, make_member
from ratings.errors import Code, RuleError

pytestmark = pytest.mark.usefixtures("monday")
State, Side_ = Challenge.State, Challenge.Side


@pytest.fixture
def two():
    return make_member("Mia", points=100), make_member("Ken <b>", points=120)


def refused(act, *, reason="", code=None):
    before = list(Challenge.objects.values().order_by("pk"))
    with pytest.raises(RuleError) as caught:
        act()
    assert list(Challenge.objects.values().order_by("pk")) == before
    if reason:
        assert caught.value.name == reason
    if code:
        assert caught.value.code == code
    return caught.value


def accept(row, by, time=1, seen=None, at=NOW):
    return services.accept(
        Act(by.user, at), row, time=time, seen=row.version if seen is None else seen
    )


def change(row, by, at=NOW, **more):
    return services.change_terms(Act(by.user, at), row, proposal=proposal(**more), seen=row.version)


def decline(row, by, at=NOW):
    return services.decline(Act(by.user, at), row, seen=row.version)


def kinds_of(member):
    return list(
        Notice.objects.filter(member=member, kind__startswith="challenge.")
        .order_by("pk")
        .values_list("kind", flat=True)
    )


# --- The way ----------------------------------------------------------------------------------
def test_a_challenge_is_changed_back_and_forth_and_accepted(two):
    mia, ken = two
    row = make_challenge(mia, ken, message="Tuesday?")
    assert (row.state, row.due, row.lapses_at) == (State.OPEN, ken, THURSDAY)
    uid = row.uid
    row = change(row, ken, handicap=2, komi2=1, conditions="own", black=Side_.CHALLENGER)
    assert (row.due, row.version, row.black_player) == (mia, 2, mia)
    row = change(row, mia, times=(THURSDAY,), message="Thursday, then")
    row = accept(row, ken)
    assert (row.state, row.agreed_for, row.uid) == (State.ACCEPTED, THURSDAY, uid)
    assert row.lapses_at == THURSDAY + LAPSE
    assert kinds_of(ken) == ["challenge.made", "challenge.changed"]
    assert kinds_of(mia) == ["challenge.changed", "challenge.accepted"]
    assert Letter.objects.filter(member=ken).count() == 2
    assert [one.message for one in versions_of(row)] == ["Tuesday?", "", "Thursday, then"]
    assert [one.proposer for one in versions_of(row)] == [mia, ken, mia]


def test_a_message_keeps_its_words_and_lines(two):
    said = "五時\u3000から\nw\u00a0sobotę\t\u202e?\x1b\r\nمی\u200cخواهم "
    assert make_challenge(*two, message=said).message == (
        "五時\u3000から\nw\u00a0sobotę ?\nمی\u200cخواهم"
    )


def test_what_ends_a_challenge_is_told_to_the_other(two):
    mia, ken = two
    decline(make_challenge(mia, ken), ken)
    services.withdraw(Act(mia.user, NOW), make_challenge(mia, ken))
    services.call_off(Act(mia.user, NOW), make_agreed(mia, ken))
    assert kinds_of(mia) == ["challenge.declined", "challenge.accepted"]
    assert kinds_of(ken) == [
        "challenge.made", "challenge.made", "challenge.withdrawn",
        "challenge.made", "challenge.off",
    ]  # fmt: skip
    states = Challenge.objects.order_by("pk").values_list("state", flat=True)
    assert list(states) == [State.DECLINED, State.WITHDRAWN, State.OFF]


def test_the_tables_of_the_club_give_conditions(two):
    mia, ken = two
    found = {one.key: one for one in conditions_between(mia, ken)}
    assert found["paa"].mine is True
    assert (found["paa"].handicap, found["paa"].komi2) == (3, 3)
    assert (found["even"].handicap, found["even"].komi2, found["even"].mine) == (0, 13, None)
    assert {one.key: one for one in conditions_between(ken, mia)}["paa"].mine is False


# --- Whom ---------------------------------------------------------------------------------------
def test_nobody_challenges_himself_or_who_is_no_member(two):
    mia, ken = two
    refused(lambda: make_challenge(mia, mia), reason="oneself", code=Code.SAME_PLAYER)
    chair = make_member(role=CHAIR)
    retire_member(Act(chair.user, NOW), ken)
    refused(lambda: make_challenge(mia, ken), reason="left")
    stale = Member(pk=10**9, status=Member.Status.MEMBER, display_name="gone")
    refused(lambda: make_challenge(mia, stale), reason="left")
    Member.objects.filter(pk=chair.pk).update(user=None)
    refused(lambda: make_challenge(mia, Member.objects.get(pk=chair.pk)), reason="left")


def test_in_nobody_elses_name(two):
    mia, ken = two
    with pytest.raises(PermissionDenied):
        services.challenge_member(Act(ken.user, NOW), mia, challenged=ken, proposal=proposal())


def test_one_at_a_time_between_two_whoever_begins(two):
    mia, ken = two
    row = make_challenge(mia, ken)
    for one, other in ((mia, ken), (ken, mia)):
        refused(lambda a=one, b=other: make_challenge(a, b), reason="already", code=Code.DUPLICATE)
    accept(row, ken)
    refused(lambda: make_challenge(ken, mia), reason="already")


def test_not_too_many_without_an_answer(two, monkeypatch):
    mia, ken = two
    monkeypatch.setattr(services, "MOST_OPEN", 1)
    make_challenge(mia, ken)
    refused(lambda: make_challenge(mia, make_member()), reason="many")
    make_challenge(ken, make_member())


# --- What ---------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("more", "field", "code"),
    [
        ({"times": ()}, "first_time", Code.MISSING),
        ({"times": (NOW,)}, "first_time", Code.RANGE),
        ({"times": (TUESDAY, NOW - timedelta(1))}, "second_time", Code.RANGE),
        ({"times": (NOW + AHEAD + timedelta(1),)}, "first_time", Code.RANGE),
        ({"times": tuple(TUESDAY + timedelta(n) for n in range(4))}, "third_time", Code.RANGE),
        ({"message": "x" * 5000}, "message", Code.RANGE),
        ({"handicap": 1}, "handicap", Code.RANGE),
        ({"handicap": 10**30}, "handicap", Code.RANGE),
        ({"komi2": 10**30}, "komi", Code.RANGE),
        ({"board": 7}, "board", Code.RANGE),
        ({"conditions": "nothing"}, "conditions", Code.UNKNOWN),
        ({"black": "nobody"}, "black", Code.UNKNOWN),
    ],
)
def test_what_cannot_be_proposed(two, more, field, code):
    mia, ken = two
    assert refused(lambda: make_challenge(mia, ken, **more), code=code).field == field
    row = make_challenge(mia, ken)
    refused(lambda: change(row, ken, **more), code=code)


# --- Turns --------------------------------------------------------------------------------------
def test_who_may_answer(two):
    mia, ken = two
    row = make_challenge(mia, ken)
    for act in (accept, change, decline):
        refused(lambda act=act: act(row, mia), reason="not_your_turn")
        with pytest.raises(PermissionDenied):
            act(row, make_member(role=CHAIR))
    with pytest.raises(PermissionDenied):
        services.withdraw(Act(ken.user, NOW), row)
    refused(lambda: services.call_off(Act(ken.user, NOW), row), reason="over")
    row = change(row, ken)
    refused(lambda: accept(row, ken), reason="not_your_turn")


def test_terms_that_changed_meanwhile_are_not_accepted_unseen(two):
    mia, ken = two
    row = change(change(make_challenge(mia, ken), ken), mia, times=(THURSDAY,))
    refused(lambda: accept(row, ken, seen=1), reason="moved_on")
    assert accept(row, ken, seen=3).agreed_for == THURSDAY


@pytest.mark.parametrize("time", [0, 3, 10**17])
def test_a_time_that_was_not_proposed(two, time):
    row = make_challenge(*two)
    refused(lambda: accept(row, two[1], time=time), reason="no_time")


def test_a_time_that_is_past_by_now(two):
    row = make_challenge(*two)
    after = TUESDAY + timedelta(hours=1)
    refused(lambda: accept(row, two[1], time=1, at=after), reason="time_past")
    assert accept(row, two[1], time=2, at=after).agreed_for == THURSDAY


def test_nothing_is_answered_twice(two):
    mia, ken = two
    row = make_challenge(mia, ken)
    stale = Challenge.objects.get(pk=row.pk)
    accept(row, ken)
    for act in (accept, change, decline):
        refused(lambda act=act: act(stale, ken), reason="over")
    refused(lambda: services.withdraw(Act(mia.user, NOW), stale), reason="over")
    assert kinds_of(mia) == ["challenge.accepted"]
    off = services.call_off(Act(ken.user, NOW), row)
    refused(lambda: services.call_off(Act(mia.user, NOW), off), reason="over")


def test_who_left_meanwhile_is_not_met(two):
    mia, ken = two
    row = make_challenge(mia, ken)
    retire_member(Act(make_member(role=CHAIR).user, NOW), mia)
    assert kinds_of(ken) == ["challenge.made", "challenge.left"]
    refused(lambda: accept(row, ken), reason="lapsed")
    assert pending_of(ken, NOW) == []


# --- Time runs out -------------------------------------------------------------------------------
def test_a_lapsed_challenge_does_not_revive(two, monkeypatch):
    mia, ken = two
    row = make_challenge(mia, ken)
    late = THURSDAY
    monkeypatch.setattr("goclub.leagues.challenge.services.proposals.LAPSE", timedelta(days=99))
    for act in (accept, decline):
        refused(lambda act=act: act(row, ken, at=late), reason="lapsed")
    later = (late + timedelta(days=1),)
    refused(lambda: change(row, ken, at=late, times=later), reason="lapsed")
    refused(lambda: services.withdraw(Act(mia.user, late), row), reason="lapsed")
    assert pending_of(ken, late) == []
    again = make_challenge(mia, ken, at=late, times=later)
    assert (fresh(row).state, again.state) == (State.LAPSED, State.OPEN)
    refused(lambda: accept(row, ken, at=late), reason="lapsed")


def test_far_times_lapse_after_two_weeks_and_both_hear_of_it_once(two):
    mia, ken = two
    row = make_challenge(mia, ken, times=(NOW + timedelta(days=60),))
    assert row.lapses_at == NOW + LAPSE
    assert services.settle_lapsed(at=NOW + LAPSE - timedelta(seconds=1)) == 0
    with time_machine.travel(NOW + LAPSE, tick=False):
        call_command("send_reminders")
        call_command("send_reminders")
    assert fresh(row).state == State.LAPSED
    assert kinds_of(mia) == ["challenge.lapsed"]
    assert kinds_of(ken) == ["challenge.made", "challenge.lapsed"]
    held = Standing.objects.get(member=mia, system="paa").rank
    told = Notice.objects.filter(member=ken).values_list("params__name", "params__name_rank")
    assert list(told) == [("Mia", held)] * 2


def test_who_stayed_hears_once_that_the_other_left_and_nothing_revives(two):
    mia, ken = two
    lea = make_member("Lea")
    agreed, asked, declined = make_agreed(mia, ken), make_challenge(mia, lea), make_agreed(ken, lea)
    services.call_off(Act(lea.user, NOW), declined)
    before = kinds_of(ken)
    assert services.settle_left(at=NOW) == 0
    chair = make_member(role=CHAIR)
    retire_member(Act(chair.user, NOW), mia)
    call_command("send_reminders")
    call_command("send_reminders")
    assert (fresh(agreed).state, fresh(asked).state) == (State.OFF, State.LAPSED)
    assert agreed.history.latest().history_change_reason == "left"
    assert kinds_of(ken) == [*before, "challenge.left"]
    assert kinds_of(lea)[-1] == "challenge.left"
    assert "challenge.left" not in kinds_of(mia)
    return_member(Act(chair.user, NOW), mia, on=NOW.date())
    assert pending_of(fresh(mia), NOW) == pending_of(ken, NOW) == []
    assert make_challenge(mia, ken).state == State.OPEN


# --- The game ------------------------------------------------------------------------------------
def facts_of(one, other, on=TUESDAY):
    return GameFacts(
        black=one, white=other, played_on=on.date(), board=19, handicap=0, komi2=13,
        winner="B", ending="resign", margin2=None,
    )  # fmt: skip


def play_it(row, by, at):
    report = PairingReport(facts_of(row.challenger, row.challenged))
    return PAIRINGS.take(Act(by.user, at), f"challenge-{row.pk}", report)


def test_its_game_is_linked_and_ends_it_until_it_is_void(two):
    mia, ken = two
    row = make_agreed(mia, ken)
    after = TUESDAY + timedelta(hours=2)
    with time_machine.travel(after, tick=False):
        [offer] = PAIRINGS.offers((ken, mia), TUESDAY.date())
        assert offer.key == f"challenge-{row.pk}"
        game = play_it(row, mia, after)
        assert (fresh(row).game, row.is_played) == (game, True)
        assert pending_of(mia, after) == []
        assert PAIRINGS.offers((ken, mia), TUESDAY.date()) == []
        with pytest.raises(RuleError, match="pairing"):
            play_it(row, mia, after)
        refused(lambda: services.call_off(Act(mia.user, after), row), reason="over")
        assert services.settle_lapsed(at=after + LAPSE + LAPSE) == 0
        make_challenge(ken, mia, at=after, times=(after + timedelta(days=1),))
        void_game(Act(make_member(role=ORGANISER).user), game, reason="a mistake")
        assert next(one.pk for one in pending_of(mia, after)) == row.pk
        assert play_it(row, ken, after) != game


def test_the_opponent_confirms_a_report_as_the_agreed_game(two):
    mia, ken = two
    row = make_agreed(mia, ken)
    after = TUESDAY + timedelta(hours=2)
    with time_machine.travel(after, tick=False):
        game = report_game(Act(mia.user, after), facts_of(ken, mia))
        kept = PAIRINGS.adopt(Act(ken.user, after), f"challenge-{row.pk}", game)
    assert (kept.state, fresh(row).game) == (Game.State.CONFIRMED, game)


@pytest.mark.parametrize("key", ["challenge-0", "challenge-" + "9" * 18, "challenge-x"])
def test_no_game_of_no_challenge(two, key):
    with pytest.raises(RuleError):
        PAIRINGS.take(Act(two[0].user, NOW), key, PairingReport(facts_of(*two)))


# --- People --------------------------------------------------------------------------------------
KEEP = MergeChoice(MergeSide.KEPT, MergeSide.KEPT)


def test_two_who_challenged_each_other_turn_out_to_be_one(two):
    mia, ken = two
    ann = make_member("Ann")
    make_challenge(mia, ken)
    make_challenge(ken, ann, message="to Ann")
    mine = make_challenge(mia, ann)
    merged = merge_members(Act(None, NOW), mia, gone=ken, reason="the same", choice=KEEP)
    assert list(Challenge.objects.all()) == [mine]
    dropped = merged.merge.dropped["leagues.Challenge"]
    assert {one["message"] for one in dropped} == {"", "to Ann"}


def test_what_somebody_agreed_follows_the_merge(two):
    mia, ken = two
    row = make_agreed(make_member("Ann"), ken)
    merge_members(Act(None, NOW), mia, gone=ken, reason="the same", choice=KEEP)
    assert (fresh(row).challenged, row.state) == (mia, State.ACCEPTED)


def test_an_erased_name_is_in_no_challenge(two):
    mia, ken = two
    peter = make_member("Peter Petersen")
    row = make_challenge(mia, peter, message="Peter Petersen, shall we?")
    make_agreed(ken, peter)
    erase_name(Act(peter.user, NOW), peter)
    assert "Petersen" not in fresh(row).message + str(row)
    assert not row.history.filter(message__contains="Petersen").exists()
    assert pending_of(mia, NOW) == pending_of(ken, NOW) == []
    refused(lambda: make_challenge(mia, Member.objects.get(pk=peter.pk)), reason="left")
