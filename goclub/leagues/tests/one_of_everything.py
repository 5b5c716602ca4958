"""A club with a row of everything, and how a test sees who writes what."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import date

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib import admin
from django.db import connection, transaction
from django.test import Client

from goclub.common.tests.written_once import written_once
from goclub.common.transactions import unordered
from goclub.games.library.tests import comments_club
from goclub.games.models import Kifu, KifuAddition
from goclub.games.playing.services.toss import call_toss, open_toss
from goclub.games.rating.services import set_house_rule, set_thresholds
from goclub.games.tests.factories import at, play, report
from goclub.leagues.calendar.tests.meetings import make_series
from goclub.leagues.league.services import leagues
from goclub.leagues.models import (
    Challenge,
    ClubNight,
    Coming,
    Holiday,
    LadderSettings,
    LadderStay,
    NightGame,
    OrganiserChoice,
    Presence,
    Rollover,
    Sanction,
    SeriesException,
    Term,
)
from goclub.leagues.tests.factories import make_event, make_organiser
from goclub.leagues.tests.season_factories import FOUNDED, announce, hold, make_season_league
from goclub.members.models import ClubSettings
from goclub.members.tests.factories import make_applicant, make_member
from ratings.igs.thresholds import DEFAULT

SOME_DAY = date(2026, 1, 1)


@written_once
def one_of_everything(club):
    """A club with a row of everything: official league and season league, records and tosses."""
    game = comments_club.make_club()
    comments_club.comment(game)
    comments_club.variation(game)
    a, b = make_member(points=100), make_member(points=100)
    play(a, b)
    waiting = report(b, a, "W+R", minute=9)
    make_applicant("Somebody new")
    KifuAddition.objects.create(
        kifu=Kifu.objects.earliest("pk"), uploaded_by=a.user, uploaded_at=at(), original=b"(;)"
    )
    toss = open_toss(by=a.user, against=b, at=at())
    call_toss(toss=toss, by=b.user, call="even", at=at(minute=1))
    set_thresholds(table=DEFAULT, valid_from=SOME_DAY, by=None, reason="a test")
    set_house_rule(key="igs_interpolate", value=1, valid_from=SOME_DAY, by=None, reason="a test")
    league, _seasons = make_season_league(name="Liga")
    held = hold(announce(league, a, date(2025, 1, 20)), [[(a, b, "B+R")]])
    leagues.appoint(league=league, member=b, role="judge", by=None, at=FOUNDED)
    Sanction.objects.create(
        league_event=held, player=held.event.participants.get(member=a), round=1, judge=b,
        reason="slow play", given_at=at(),
    )  # fmt: skip
    ClubSettings.objects.create(pk=1, name="Hoshi Go Club")
    first, second = Term.objects.order_by("pk")[:2]
    OrganiserChoice.objects.create(
        term=first, winner=a, booby=b, confirmed_at=at(), steps=["who would not"]
    )
    Rollover.objects.create(term=first, into=second, moves=[], committed_at=at())
    make_event(make_organiser())
    night = ClubNight.objects.create(on=SOME_DAY, opened_at=at())
    here = [Presence.objects.create(night=night, member=one, arrived_at=at()) for one in (a, b)]
    NightGame.objects.create(
        night=night, table=1, black=here[0], white=here[1], paired_at=at(), paired_by=a.user
    )
    Challenge.objects.create(
        challenger=a, challenged=b, conditions="even", first_time=at(minute=9),
        opened_at=at(), changed_at=at(), lapses_at=at(minute=9), message="Shall we play?",
    )  # fmt: skip
    LadderSettings.objects.create(pk=1)
    LadderStay.objects.create(member=a, joined_at=at())
    series = make_series(first=SOME_DAY, rrule="FREQ=WEEKLY;BYDAY=TH")
    Coming.objects.create(
        series=series, day=SOME_DAY, member=a, answer=Coming.Answer.YES, answered_at=at()
    )
    SeriesException.objects.create(series=series, day=SOME_DAY, reason="snow", decided_at=at())
    Holiday.objects.create(day=SOME_DAY, name="New Year")
    AccessAttempt.objects.create(username="x", failures_since_start=1)
    AccessLog.objects.create(username="x")
    AccessFailureLog.objects.create(username="x")
    assert [model for model in admin.site._registry if not model._default_manager.exists()] == []
    return waiting


def reader(user):
    client = Client(raise_request_exception=False)
    if user:
        client.force_login(user, "goclub.members.backends.NameOrEmailBackend")
    return client


@contextmanager
def written():
    """The statements within that write; afterwards all is as it was."""
    found = []

    def listen(execute, sql, params, many, context):
        if sql.lstrip().startswith(("INSERT", "UPDATE", "DELETE", "COPY")):
            found.append(sql)
        return execute(sql, params, many, context)

    # Many requests, each with transactions of its own, are one within this.
    with transaction.atomic(), unordered():
        with connection.execute_wrapper(listen):
            yield found
        transaction.set_rollback(True)
