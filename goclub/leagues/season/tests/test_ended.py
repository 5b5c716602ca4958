"""When a game ended is a fact of its own: said, or the round's time; never that of typing."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from goclub.common.refusals.words import accepted_text
from goclub.common.tests.reading import codes, read, shows
from goclub.leagues.models import Change, Pairing, Round
from goclub.leagues.season.services.rating import progress_of
from goclub.leagues.tests.season_factories import announce
from goclub.leagues.tournament.queries.events import round_ends
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services import registration
from goclub.leagues.tournament.services.closing import close_event
from goclub.leagues.tournament.services.ends import hour_of, say_end
from goclub.leagues.tournament.services.result_files import plan_results, store_results
from goclub.leagues.tournament.services.results import set_result
from goclub.leagues.tournament.services.rounds import pair_round, publish_round
from goclub.members.requests import Act
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import fresh, make_member
from ratings.errors import Code
from ratings.tests.builders import refused

#: The first season closes at 22:00 of that day in Warsaw, which is 20:00 in universal time.
LAST = date(2025, 4, 30)
CLOSING = datetime(2025, 4, 30, 20, 0, tzinfo=UTC)
NEXT_DAY = datetime(2025, 5, 1, 9, 0, tzinfo=UTC)
SECOND = timedelta(seconds=1)


def live(league, four, on, *, published, typed, close=True):
    """A round paired and published at a moment, its results typed and the event closed later."""
    row = announce(league, four[0], on, rounds=3)
    for member in four:
        registration.register_member(Act(None, published), row.event, member=member)
    pair_round(Act(None, published), row.event)
    event_round = publish_round(Act(None, published), row.event)
    for pairing in event_round.pairings.all():
        set_result(Act(None, typed), pairing, result="black")
    # Two more rounds, so that the event counts (S4-13); their games matter to nobody.
    Round.objects.bulk_create(
        Round(event=row.event, number=number, state="complete", played_on=on) for number in (2, 3)
    )
    if close:
        close_event(Act(None, typed), row.event, early=True)
    return row, Round.objects.get(pk=event_round.pk)


def moved_by(league, at):
    """How many members a moment finds elsewhere than at the beginning."""
    progress = progress_of(league)
    return sum(progress.rating(pk, at) != 1000 for pk in progress.attended)


# --- Without a word: the round's time ---------------------------------------------------------
def test_results_typed_the_next_day_stay_in_their_season(league, four):
    """They moved out of it, for the moment of typing was taken."""
    day = date(2025, 4, 29)
    published = datetime(2025, 4, 29, 16, 0, tzinfo=UTC)
    live(league, four, day, published=published, typed=NEXT_DAY)
    assert moved_by(league, CLOSING) == 4
    assert {move.at for moves in progress_of(league).moves.values() for move in moves} == {
        published
    }


def test_a_result_typed_anew_after_the_closing_moves_nothing(league, four):
    row, event_round = live(
        league, four, date(2025, 4, 29), published=datetime(2025, 4, 29, 16, 0, tzinfo=UTC),
        typed=datetime(2025, 4, 29, 18, 0, tzinfo=UTC), close=False,
    )  # fmt: skip
    table = event_round.pairings.get(table=1)
    for result, minute in (("unknown", 0), ("black", 1)):
        at = NEXT_DAY + timedelta(minutes=minute)
        set_result(Act(None, at), table, result=result)
    close_event(Act(None, NEXT_DAY + timedelta(minutes=2)), row.event, early=True)
    assert moved_by(league, CLOSING) == 4


@pytest.mark.parametrize(
    ("published", "end"),
    [
        (datetime(2025, 4, 29, 16, 0, tzinfo=UTC), datetime(2025, 4, 29, 16, 0, tzinfo=UTC)),
        # Paired at the site only the next day: noon of the day on which it was played, in Warsaw.
        (NEXT_DAY, datetime(2025, 4, 29, 10, 0, 1, tzinfo=UTC)),
        (None, datetime(2025, 4, 29, 10, 0, 1, tzinfo=UTC)),
    ],
)
def test_a_round_has_its_own_time(league, four, published, end):
    row = announce(league, four[0], date(2025, 4, 29))
    first = Round(event=row.event, number=1, published_at=published, played_on=date(2025, 4, 29))
    assert round_ends(row.event, [first]) == {1: end}


def test_a_round_never_ends_before_the_one_before_it(league, four):
    row = announce(league, four[0], date(2025, 4, 29))
    evening = datetime(2025, 4, 29, 16, 0, tzinfo=UTC)
    day = date(2025, 4, 29)
    rounds = [
        Round(event=row.event, number=1, published_at=evening, played_on=day),
        Round(event=row.event, number=2, published_at=NEXT_DAY, played_on=day),
        Round(event=row.event, number=3, published_at=NEXT_DAY, played_on=day,
              ended_at=evening - SECOND),
    ]  # fmt: skip
    assert round_ends(row.event, rounds) == {1: evening, 2: evening, 3: evening - SECOND}


# --- Said -------------------------------------------------------------------------------------
@pytest.mark.parametrize(("seconds", "counts"), [(0, 4), (1, 0)])
def test_what_is_said_of_a_round_decides_about_the_closing_second(league, four, seconds, counts):
    """S4-23."""
    row, event_round = live(
        league, four, LAST, published=CLOSING - timedelta(hours=1), typed=NEXT_DAY, close=False
    )
    say_end(Act(None, NEXT_DAY), event_round, ended_at=CLOSING + seconds * SECOND)
    close_event(Act(None, NEXT_DAY), row.event, early=True)
    assert moved_by(league, CLOSING) == counts


def test_one_table_that_went_on_longer(league, four):
    row, event_round = live(
        league, four, LAST, published=CLOSING - timedelta(hours=1), typed=NEXT_DAY, close=False
    )
    say_end(Act(None, NEXT_DAY), event_round, ended_at=CLOSING - SECOND)
    say_end(Act(None, NEXT_DAY), event_round, ended_at=CLOSING + SECOND, table=2)
    close_event(Act(None, NEXT_DAY), row.event, early=True)
    assert moved_by(league, CLOSING) == 2
    told = row.event.changes.filter(what=Change.What.ENDED).order_by("pk")
    assert [(one.round_number, bool(one.subject)) for one in told] == [(1, False), (1, True)]
    assert told[0].after == (CLOSING - SECOND).isoformat()


def test_a_moment_that_cannot_be_is_refused(league, four):
    _row, event_round = live(
        league, four, LAST, published=CLOSING - timedelta(hours=1), typed=NEXT_DAY, close=False
    )
    for moment in (CLOSING - timedelta(days=2), CLOSING + timedelta(days=3), NEXT_DAY + SECOND):
        with refused(Code.RANGE, "ended_at"):
            say_end(Act(None, NEXT_DAY), event_round, ended_at=moment)
    with refused(Code.UNKNOWN, "table", "tournament.no_such_table"):
        say_end(Act(None, NEXT_DAY), event_round, ended_at=CLOSING, table=9)


def test_the_refusal_of_a_moment_names_moments(league, four):
    """Of an hour later today it said "Accepted: 30 Apr 2025 to 30 Apr 2025"."""
    _row, event_round = live(
        league, four, LAST, published=CLOSING - timedelta(hours=1), typed=CLOSING, close=False
    )
    for at, until in (
        (CLOSING, "30 Apr 2025, 22:00"),
        (CLOSING + timedelta(days=9), "1 May 2025, 23:59"),
    ):
        with refused(Code.RANGE, "ended_at") as refusal:
            say_end(Act(None, at), event_round, ended_at=at + SECOND)
        assert accepted_text(refusal.value.accepted) == f"30 Apr 2025, 00:00 to {until}"


# --- Asked where it matters -------------------------------------------------------------------
def test_an_event_on_the_last_day_is_not_closed_before_it_is_said(league, four):
    row, event_round = live(
        league, four, LAST, published=CLOSING - timedelta(hours=1), typed=NEXT_DAY, close=False
    )
    assert hour_of(row.event) == CLOSING
    with refused(Code.STATE, "ended_at", "ends_unknown") as refusal:
        close_event(Act(None, NEXT_DAY), row.event, early=True)
    assert refusal.value.value == "1"
    for table in (1, 2):
        say_end(Act(None, NEXT_DAY), event_round, ended_at=CLOSING, table=table)
    close_event(Act(None, NEXT_DAY), row.event, early=True)
    assert moved_by(league, CLOSING) == 4


def test_nobody_is_asked_on_other_days_nor_outside_of_a_league(league, four):
    row, _round = live(
        league, four, date(2025, 4, 29), published=datetime(2025, 4, 29, 16, 0, tzinfo=UTC),
        typed=NEXT_DAY,
    )  # fmt: skip
    assert hour_of(row.event) is None
    row.event.for_league = False
    with CaptureQueriesContext(connection) as queries:
        assert hour_of(row.event) is None
    assert len(queries) == 0


@time_machine.travel(NEXT_DAY)
def test_the_page_of_the_results_asks_on_the_events_clocks(client, league, four):
    row, event_round = live(
        league, four, LAST, published=CLOSING - timedelta(hours=1), typed=NEXT_DAY, close=False
    )
    organiser = make_member("organiser", role=ORGANISER, time_zone="America/Los_Angeles")
    row.event.organisers.add(organiser)
    client.force_login(organiser.user)
    page = client.get(reverse("leagues:event-results", args=[row.event.slug, 1]))
    assert page.context["asked"]
    assert shows(page, "Europe/Warsaw")
    url = reverse("leagues:event-ended", args=[row.event.slug, 1])
    late = client.post(url, {"ended_at": "2025-05-04T10:00", "table": ""})
    assert late.status_code == 422
    assert codes(late.context["end_form"]) == {"ended_at": ["E_RANGE"]}
    assert client.post(url, {"ended_at": "2025-04-30T21:40", "table": ""}).status_code == 302
    assert client.post(url, {"ended_at": "2025-04-30T22:05", "table": "2"}).status_code == 302
    assert fresh(event_round).ended_at == CLOSING - timedelta(minutes=20)
    assert event_round.pairings.get(table=2).ended_at == CLOSING + timedelta(minutes=5)
    page = client.get(reverse("leagues:event-results", args=[row.event.slug, 1]))
    assert not page.context["asked"]
    assert read(page).one("#end_ended_at").attrs["value"] == "2025-04-30T21:40"
    client.force_login(make_member("stranger").user)
    assert client.post(url, {"ended_at": "", "table": ""}).status_code in (403, 404)


@time_machine.travel(NEXT_DAY)
def test_the_file_of_results_says_it_and_brings_it_back(client, league, four):
    row, event_round = live(
        league, four, LAST, published=CLOSING - timedelta(hours=1), typed=NEXT_DAY, close=False
    )
    say_end(Act(None, NEXT_DAY), event_round, ended_at=CLOSING)
    say_end(Act(None, NEXT_DAY), event_round, ended_at=CLOSING + SECOND, table=2)
    url = reverse("leagues:event-results-csv", args=[row.event.slug])
    data = b"".join(client.get(url)).decode("utf-8-sig")
    assert [line.split(",")[-1] for line in data.splitlines()] == [
        "ended_at", "2025-04-30T22:00:00+02:00", "2025-04-30T22:00:01+02:00",
    ]  # fmt: skip
    Round.objects.update(ended_at=None)
    Pairing.objects.update(ended_at=None)
    for pairing in event_round.pairings.all():
        set_result(Act(None, NEXT_DAY), pairing, result="unknown")
    for text, problem in (
        ("2025-04-30", "E_TYPE"), ("2024-01-01T10:00Z", "E_RANGE"),
        ("0001-01-01T00:00+09:00", "E_TYPE"), ("9999-12-31T23:59-09:00", "E_TYPE"),
    ):  # fmt: skip
        broken = data.replace("2025-04-30T22:00:00+02:00", text).encode()
        [line, _other] = plan_results(load(row.event), 1, broken).lines
        assert [one.code.value for one in line.problems] == [problem]
    seen = plan_results(load(row.event), 1, data.encode()).seen
    store_results(
        Act(_runner(row.event), NEXT_DAY), event_round, data=data.encode(), replace=[], seen=seen
    )
    ends = list(event_round.pairings.order_by("table").values_list("ended_at", flat=True))
    assert ends == [CLOSING, CLOSING + SECOND]


def _runner(event):
    organiser = make_member(role=ORGANISER)
    event.organisers.add(organiser)
    return organiser.user


# --- What was used until now ------------------------------------------------------------------
