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
from goclub.games.lessons.services import ask_question, come_in, start_lesson
from goclub.games.library.services.recording import start_recording
from goclub.games.library.tests import comments_club
from goclub.games.models import Bulletin, BulletinFile, Kifu, KifuAddition, Recording
from goclub.games.playing.services.toss import call_toss, open_toss
from goclub.games.rating.services import set_house_rule, set_thresholds
from goclub.games.tests.factories import at, play, report
from goclub.leagues.calendar.tests.meetings import make_series
from goclub.leagues.league.services import leagues
from goclub.leagues.models import (
    Challenge,
    ClubNight,
    Coming,
    FeeCategory,
    Holiday,
    LadderSettings,
    LadderStay,
    NightGame,
    OrganiserChoice,
    Presence,
    Prize,
    PrizeGiving,
    PrizeGroup,
    PrizeWinner,
    RatedPlayer,
    RatingList,
    Registration,
    Rollover,
    Sanction,
    SeriesException,
    SignupQuestion,
    SignupSettings,
    Term,
)
from goclub.leagues.tests.factories import add_guests, make_event, make_organiser
from goclub.leagues.tests.season_factories import FOUNDED, announce, hold, make_season_league
from goclub.leagues.tournament.services.homecoming import leave_home
from goclub.members.models import ClubSettings, NewsComment, NewsPost
from goclub.members.requests import Act
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
    start_recording(Act(a.user, at()), Recording(black=a, white=b, log="pddp"), token="phone")
    lesson = start_lesson(Act(game["organiser"].user, at()), title="Ladders", kifu=game["kifu"])
    come_in(Act(a.user, at()), lesson)
    ask_question(Act(a.user, at()), lesson, chapter=1, at="0", moves="", text="Why there?")
    toss = open_toss(Act(a.user, at()), b)
    call_toss(Act(b.user, at(minute=1)), toss, call="even")
    set_thresholds(Act(None), DEFAULT, valid_from=SOME_DAY, reason="a test")
    set_house_rule(Act(None), "igs_interpolate", value=1, valid_from=SOME_DAY, reason="a test")
    league, _seasons = make_season_league(name="Liga")
    held = hold(announce(league, a, date(2025, 1, 20)), [[(a, b, "B+R")]])
    leagues.appoint(Act(None, FOUNDED), league, member=b, role="judge")
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
    register_somebody(make_event(make_organiser()), a)
    make_event(make_organiser())
    listed = RatingList.objects.create(
        source="egd", listed_on=SOME_DAY, players=1, unread=[7], is_ready=True, added_at=at()
    )
    RatedPlayer.objects.create(
        rating_list=listed, line=4, key="nowak ewa", turned="ewa nowak", number="10000001",
        name="Nowak", first_name="Ewa", rank=-3, rating=1823, listed="1823", club="Krak",
        country="PL",
    )  # fmt: skip
    offer_prizes(make_event(make_organiser()))
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
    bulletin = Bulletin.objects.create(
        title="Autumn", language="en", introduction="Games.", published_at=at(), changed_at=at()
    )
    for number, kind in enumerate(("game", "text")):
        kifu = Kifu.objects.earliest("pk") if kind == "game" else None
        bulletin.items.create(kind=kind, kifu=kifu, position=number, title="Part", text="Words.")
    BulletinFile.objects.create(bulletin=bulletin, data=b"%PDF", size=4, made_at=at())
    post = NewsPost.objects.create(
        title="New boards", text="They are here.", author=a.user, at=at()
    )
    NewsComment.objects.create(post=post, text="Good.", author=b.user, at=at())
    AccessAttempt.objects.create(username="x", failures_since_start=1)
    AccessLog.objects.create(username="x")
    AccessFailureLog.objects.create(username="x")
    assert [model for model in admin.site._registry if not model._default_manager.exists()] == []
    return waiting


def register_somebody(event, member):
    """A guest and a member who registered for an event by themselves."""
    SignupSettings.objects.create(event=event, is_on=True, currency="EUR", notes="Welcome.")
    question = SignupQuestion.objects.create(event=event, text="Lunch?")
    fee = FeeCategory.objects.create(event=event, name="Adult", amount=25)
    for number, known in ((1, None), (2, member)):
        Registration.objects.create(
            event=event, number=number, state="place", member=known, name="Nowak",
            first_name="Ewa", rank=-3, club="Brno", email="ewa@example.org", language="en",
            remarks="I come late.", answers={str(question.pk): "rice"}, fee=fee, owed=25,
            registered_at=at(), confirmed_at=at(), held_until=at(), changed_at=at(),
        )  # fmt: skip


def offer_prizes(event):
    """Prizes of an event that went to a hall, one of them given by hand."""
    PrizeGiving.objects.create(
        event=event, currency="EUR", photos_url="https://photos.example.org/1"
    )
    (guest,) = add_guests(event, 1)
    group = PrizeGroup.objects.create(event=event, name="Juniors")
    group.participants.add(guest)
    Prize.objects.create(event=event, number=1, scope="club", subject="Brno", item="Cup")
    prize = Prize.objects.create(event=event, number=2, scope="group", group=group, amount=20)
    PrizeWinner.objects.create(prize=prize, participant=guest, by_hand=True, reason="fair play")
    leave_home(Act(None, at()), event)


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
