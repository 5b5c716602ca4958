"""The demo club in the database: what a newcomer to the site finds there."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.http import HttpResponse
from django.test import override_settings
from django.utils import timezone

from goclub.common.tests.reading import read as find_parts
from goclub.common.tests.written_once import written_once
from goclub.demo.loading import LOGINS, PASSWORD
from goclub.demo.tests.explained import check_explanations
from goclub.games.models import Game, Kifu, RatingEntry, Standing, Toss
from goclub.games.playing.services.facts import ClaimedResult
from goclub.games.playing.services.toss import check_toss
from goclub.games.rating.ledger.recalculation import rebuild
from goclub.games.tests import odd_addresses
from goclub.games.tests.crawling import walk
from goclub.go.records.reading import read
from goclub.go.scoring.agreed import agreed_at_end
from goclub.go.scoring.counted import compare
from goclub.go.scoring.counting import count
from goclub.leagues.calendar.queries import occurrence_on
from goclub.leagues.evening.queries import state_of
from goclub.leagues.models import (
    Challenge,
    ClubNight,
    Event,
    LadderSettings,
    MeetingSeries,
    SignupSettings,
)
from goclub.leagues.signup.queries import SignupPhase, phase_of
from goclub.members.models import Member, User
from goclub.members.tests.factories import make_member
from ratings.paa.conditions import paa_conditions

pytestmark = pytest.mark.postgres


@pytest.fixture
def demo():
    """The demo club is filled; what its command printed."""
    return fill()


@written_once
def fill():
    printed = StringIO()
    call_command("demo", stdout=printed)
    return printed.getvalue()


def test_the_demo_club_is_complete_and_stands_where_the_rules_put_it(demo):
    assert all(login in demo for login in LOGINS)
    for login in LOGINS:
        assert User.objects.get(username=login).check_password(PASSWORD)
    games = Game.objects.count()
    assert games >= 600
    assert Member.objects.active().count() >= 38
    assert Member.objects.applying().count() == 1
    disputed = Game.objects.get(state=Game.State.DISPUTED)
    ClaimedResult.of(disputed).check(disputed, today=timezone.localdate())
    assert games * 0.2 <= Kifu.objects.count() <= games * 0.45
    me = Member.objects.get(user__username="member")
    assert Game.objects.waiting_for(member=me.pk, user=me.user_id).count() >= 2
    assert Standing.objects.get(system="paa", member=me).games > 20
    assert rebuild() == 0
    assert set(Game.objects.values_list("winner", flat=True)) == {"B", "W", "J", "N"}
    assert set(Game.objects.values_list("kind", flat=True)) == {"", "pair", "computer"}
    assert set(check_explanations()) == {"paa", "igs", "elo", "egf"}
    _check_waiting(me)
    tosses = Toss.objects.select_related("game")
    assert all(check_toss(toss) and toss.black_id == toss.game.black_id for toss in tosses)


def test_each_kifu_ends_in_a_position_that_counts_to_its_result(demo):
    counted = 0
    for kifu in Kifu.objects.select_related("game"):
        record, game = read(bytes(kifu.original)), kifu.game
        result = record.header.result
        assert (result.outcome, result.margin2) == (game.winner, game.margin2), game
        assert record.header.komi2 == game.komi2
        if game.ending != "points":
            continue
        agreed = agreed_at_end(record)
        found = count(
            record.final, agreed.dead, rules=record.header.rules, komi2=game.komi2,
            handicap=game.handicap, territory=agreed.territory,
        )  # fmt: skip
        said = compare(found, outcome=result.outcome, margin2=result.margin2)
        assert said.code == "agrees", (game, said)
        nothing_dead = count(
            record.final, rules=record.header.rules, komi2=game.komi2, handicap=game.handicap
        )
        assert nothing_dead.margin2 == found.margin2
        counted += 1
    assert counted >= 30


def test_the_days_of_the_week_stay(demo):
    """Facts are moved by whole weeks; the open night alone is on whatever day it is."""
    tonight = ClubNight.objects.get(open=True)
    nights = ClubNight.objects.exclude(pk=tonight.pk)
    assert {night.on.strftime("%a") for night in nights} == {"Tue"}
    plain = Game.objects.filter(place="Club room", official=False, for_league=False, kind="")
    days = [game.played_on.strftime("%a") for game in plain]
    assert days.count("Tue") + days.count("Fri") > 0.95 * len(days)
    last, before = sorted({game.played_on for game in Game.objects.all()}, reverse=True)[:2]
    assert last == tonight.on
    assert timedelta(days=1) <= last - before <= timedelta(days=7)


def test_games_follow_the_table_of_the_club(demo):
    """Stones and komi are those of the points, but for free games and a few by agreement."""
    points = {
        (entry.game_id, entry.member_id): entry.points_before
        for entry in RatingEntry.objects.filter(system="paa").exclude(game=None)
    }
    plain = Game.objects.filter(
        board=19, kind="", official=False, for_league=False, black_free=False, white_free=False
    )
    followed = []
    for game in plain.exclude(place__startswith="Sunday cup"):
        two = points.get((game.pk, game.black_id)), points.get((game.pk, game.white_id))
        if None not in two:
            due = paa_conditions(*two)
            followed.append((game.handicap, game.komi2) == (due.handicap, due.komi2))
    assert len(followed) > 500
    assert sum(followed) > 0.92 * len(followed)


def test_the_first_look_finds_a_club_night_and_a_round_under_way(demo):
    night = ClubNight.objects.get(open=True)
    assert night.opened_at < timezone.now() < night.opened_at + timedelta(hours=2)
    state = state_of(night)
    seats = {
        presence.member.user.username: game.table
        for game in state.running
        for presence in (game.black, game.white)
    }
    assert (seats["member"], seats["organiser"]) == (1, 2)
    assert len(state.waiting) >= 2
    assert len(state.expected) == 2
    assert any(game.winner for game in state.games)
    meeting = occurrence_on(MeetingSeries.objects.get(pk=night.series_id), night.on)
    assert meeting.starts_at <= timezone.now() < meeting.ends_at
    event = Event.objects.get(state=Event.State.RUNNING)
    playing = event.rounds.get(state="published").pairings.filter(result="unknown")
    assert 2 <= playing.count() < event.rounds.get(number=1).pairings.count()
    signup = SignupSettings.objects.get()
    assert phase_of(signup, timezone.now()) is SignupPhase.OPEN
    states = Counter(signup.event.registrations.values_list("state", flat=True))
    assert states == {"place": 3, "waiting": 2}
    assert Member.objects.get(declared_rank="15k").status == Member.Status.MEMBER


def test_visitors_see_two_pictures_and_members_a_few_faces(client, demo):
    images = find_parts(client.get("/")).all(".club-pictures img")
    assert len(images) == len({image.attrs["src"] for image in images}) == 2
    assert all(image.attrs["alt"] for image in images)
    assert Member.objects.exclude(face="").count() == 4


def test_games_of_the_ladder_were_played_as_the_ladder_asks(demo):
    settings = LadderSettings.objects.get()
    played = Challenge.objects.exclude(game=None).filter(play_by__isnull=False)
    assert played.count() >= 5
    for row in played.select_related("game__black", "game__white"):
        game = row.game
        held = {
            entry.member_id: entry.points_before
            for entry in RatingEntry.objects.filter(game=game, system="paa")
        }
        due = paa_conditions(held[game.black_id], held[game.white_id])
        assert (game.board, game.winner in "BW", game.is_forfeit) == (19, True, False)
        assert (game.handicap, game.komi2) == (due.handicap, due.komi2)
        assert row.opened_at < game.reported_at <= row.opened_at + settings.rules.play


@pytest.fixture
def chair(client, demo):
    """Who sees everything, and reads a language with its own plurals."""
    chair = Member.objects.get(user__username="chair")
    Member.objects.filter(pk=chair.pk).update(language="pl")
    client.force_login(chair.user)
    return chair


@pytest.fixture
def walked(client, chair):
    """Every kind of page that links lead the chair to: what it answered, by its address.

    Walked once, as the rows are the same for every test (``written_once``).
    """
    if not _WALKED:
        _WALKED.update({address: _kept(answer) for address, answer in walk(client)})
    return _WALKED


def _kept(answer):
    """What is looked at of an answer, without all that it was made of."""
    kind = answer.get("Content-Type", "")
    content = answer.content if kind.startswith("text/html") else b""
    return HttpResponse(content, status=answer.status_code, content_type=kind)


_WALKED: dict[str, HttpResponse] = {}


@pytest.mark.extended
def test_whatever_a_link_leads_to_answers_whatever_is_asked_of_it(client, chair, walked):
    failed = {at: page.status_code for at, page in walked.items() if page.status_code >= 400}
    # An import on which later games were built says why it cannot be undone.
    assert failed.pop("/notebook/1/undo/") == 409
    assert failed == {}
    assert len(walked) > 200
    Member.objects.filter(pk=chair.pk).update(time_zone="America/Los_Angeles")
    client.raise_request_exception = False
    assert list(odd_addresses.that_fail(client, walked)) == []


def _check_waiting(me):
    """What waits happened within a fortnight; the demo's member answers some and waits for some."""
    waiting = Game.objects.filter(state__in=[Game.State.REPORTED, Game.State.DISPUTED])
    assert waiting.filter(reported_by=me.user).exists()
    today = timezone.localdate()
    assert all(today - timedelta(days=14) < game.played_on < today for game in waiting)


def test_the_demo_never_touches_a_database_that_holds_somebody():
    make_member()
    with pytest.raises(CommandError) as refused:
        call_command("demo")
    assert refused.value.returncode == 2
    call_command("demo", if_empty=True, stdout=StringIO())
    assert Member.objects.count() == 1


@override_settings(DEMO=False)
def test_the_demo_never_opens_a_real_club():
    with pytest.raises(CommandError):
        call_command("demo")
    assert not User.objects.exists()
