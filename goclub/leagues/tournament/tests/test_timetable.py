"""When the rounds of a tournament begin: read, kept, on its page, in the calendar, in files."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from icalendar import Calendar

from goclub.common.calendar_file import write
from goclub.common.tests.reading import read
from goclub.leagues.calendar.labels.entries import event_entries
from goclub.leagues.calendar.labels.feeds import event_items
from goclub.leagues.calendar.queries import events_between
from goclub.leagues.league.services.timetable import starts_of
from goclub.leagues.models import Event
from goclub.leagues.tests.factories import (
    DAY,
    add_guests,
    at,
    make_event,
    make_organiser,
    next_round,
)
from goclub.leagues.tournament.forms.events import POSTER_COLUMNS
from goclub.leagues.tournament.services.ends import say_end
from goclub.leagues.tournament.services.events import edit_event
from goclub.members.requests import Act
from goclub.members.tests.factories import as_member, fresh, make_member
from ratings.errors import RuleError
from ratings.tests.builders import refused

TWO_DAYS = "10:00 13:30 16:00 9:30 12:00"


def weekend(**more) -> Event:
    values = {"rounds": 5, "ends_on": DAY + timedelta(days=1), "timetable": TWO_DAYS}
    return make_event(**(values | more))


def test_a_time_that_is_earlier_is_on_the_next_day():
    event = weekend()
    assert event.timetable == "10:00 13:30 16:00 09:30 12:00"
    assert [(one.number, one.at.date() - DAY, f"{one.at:%H:%M}") for one in starts_of(event)] == [
        (1, timedelta(0), "10:00"),
        (2, timedelta(0), "13:30"),
        (3, timedelta(0), "16:00"),
        (4, timedelta(days=1), "09:30"),
        (5, timedelta(days=1), "12:00"),
    ]
    assert starts_of(make_event(name="Without")) == []


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("ten", "no_time"),
        ("25:00", "no_time"),
        ("1" * 5_000, "no_time"),
        ("10:00 11:00 12:00 13:00 14:00 15:00", "tournament.more_times_than_rounds"),
        ("10:00 10:00 10:00", "tournament.more_days_than_the_event"),
    ],
)
def test_what_cannot_be_is_refused_with_its_reason(text, reason):
    with refused(key=reason):
        weekend(timetable=text)
    assert not Event.objects.exists()


def test_fewer_rounds_or_days_are_refused_while_the_times_need_them():
    organiser = make_organiser()
    event = weekend(by=organiser)
    with pytest.raises(RuleError):
        edit_event(Act(organiser.user, at(), str(event.version)), event, changes={"ends_on": DAY})
    assert fresh(event).ends_on == DAY + timedelta(days=1)


def test_the_form_keeps_what_was_typed_and_says_what_to_do(client):
    client.force_login(make_organiser().user)
    sent = {
        "name": "Autumn Cup", "system": "mcmahon", "preset": "S2", "rounds": "3",
        "begins_on": DAY.isoformat(), "board": "19", "komi2": "6.5", "komi2_handicap": "0.5",
        "time_zone": "Asia/Tokyo", "timetable": "10:00, half past one",
    }  # fmt: skip
    page = client.post(reverse("leagues:event-new"), sent)
    assert page.status_code == 422
    assert page.context["form"].errors["timetable"]
    assert read(page).one("[name=timetable]").attrs["value"] == sent["timetable"]
    client.post(reverse("leagues:event-new"), sent | {"timetable": "10.00、13:30"})
    assert Event.objects.get().timetable == "10:00 13:30"
    page = client.get(reverse("leagues:event-settings", args=[Event.objects.get().slug]))
    assert read(page).one("[name=timetable]").attrs["value"] == "10:00 13:30"


def test_a_knock_out_is_not_asked_for_its_rounds(client):
    client.force_login(make_organiser().user)
    sent = {
        "name": "Cup", "system": "knockout", "preset": "S2", "begins_on": DAY.isoformat(),
        "board": "19", "komi2": "6.5", "komi2_handicap": "0.5", "time_zone": "Asia/Tokyo",
        "timetable": "10:00 12:00 14:00",
    }  # fmt: skip
    page = client.post(reverse("leagues:event-new"), sent | {"system": "swiss"})
    assert page.context["form"].has_error("rounds", "required")
    assert client.post(reverse("leagues:event-new"), sent | {"rounds": "x"}).status_code == 302
    event = Event.objects.get()
    assert event.timetable == "10:00 12:00 14:00"
    settings = read(client.get(reverse("leagues:event-settings", args=[event.slug])))
    assert settings.one("form[aria-labelledby=rules]")
    assert settings.values("form[aria-labelledby=rules] [name=rounds]", "type") == []
    papers = read(client.get(reverse("leagues:papers", args=[event.slug])))
    wall = reverse("leagues:bracket-screen", args=[event.slug])
    [screen] = [link for link in papers.values("a", "href") if link.startswith(wall)]
    assert Client().get(screen).status_code == 200, "a screen that nobody signs in on"


def test_the_calendar_says_the_hours_of_each_day():
    weekend()
    [event] = events_between(DAY, DAY + timedelta(days=1))
    first, second = event_entries(event, DAY, DAY + timedelta(days=1))
    assert (first.begins, first.at) == (
        "10:00",
        datetime(DAY.year, DAY.month, DAY.day, 1, tzinfo=UTC),
    )
    assert all(part in first.note for part in ("1", "2", "3", "10:00", "13:30", "16:00"))
    assert second.begins == "09:30"


def test_calendar_programs_read_the_rounds_at_their_hours():
    event = weekend(main_minutes=45)
    items = {item.uid: item for item in event_items(at())}
    assert set(items) == {f"tournament-{event.pk}"} | {
        f"tournament-{event.pk}-round-{n}" for n in range(1, 6)
    }
    file = write("Club", items.values(), owner="club", base="https://go.example", stamp=at())
    rounds = {
        str(one["UID"]).split("@")[0]: one
        for one in Calendar.from_ical(file.encode()).walk("VEVENT")
        if "round" in str(one["UID"])
    }
    fourth = rounds[f"tournament-{event.pk}-round-4"]
    assert fourth["DTSTART"].dt.strftime("%H:%M") == "09:30"
    assert fourth["DTSTART"].dt.date() == DAY + timedelta(days=1)
    assert fourth["DURATION"].dt == timedelta(minutes=90)


@pytest.mark.parametrize(
    ("zone", "hours"),
    [
        ("Europe/Warsaw", ["10:00 (02:00 your time)", "13:30 (05:30 your time)"]),
        ("Asia/Seoul", ["10:00", "13:30"]),
    ],
)
def test_the_readers_own_hour_stands_beside_a_round_where_it_differs(client, zone, hours):
    event = make_event(timetable="10:00 13:30")
    client.force_login(make_member("Ada", time_zone=zone).user)
    page = client.get(reverse("leagues:event-details", args=[event.slug]))
    assert read(page).one("section[aria-labelledby=facts]").texts("dd div span") == hours


@pytest.mark.parametrize(
    ("day", "hour", "note"),
    [
        (date(2027, 3, 28), "03:30", "there is no 02:30. 03:30 applies."),
        (date(2027, 10, 31), "02:30", "02:30 comes twice. The first one applies."),
        (date(2027, 3, 27), "02:30", ""),
    ],
)
def test_a_round_in_the_night_of_the_change_is_said(client, day, hour, note):
    organiser = make_organiser()
    event = make_event(
        organiser, timetable="02:30", begins_on=day, ends_on=day, time_zone="Europe/Warsaw"
    )
    page = as_member(client, organiser).get(reverse("leagues:event-details", args=[event.slug]))
    facts = read(page).one("section[aria-labelledby=facts]").text
    assert hour in facts
    assert (note in facts, "The clocks" in facts) == (True, bool(note))
    address = reverse("leagues:event-settings", args=[event.slug])
    sent = dict.fromkeys(POSTER_COLUMNS, "") | {
        "poster": "1", "name": event.name, "begins_on": day.isoformat(),
        "ends_on": day.isoformat(), "time_zone": "Europe/Warsaw", "timetable": "02:30",
        "organisers": organiser.pk,
        "board": "19", "komi2": "6.5", "komi2_handicap": "0.5",
    }  # fmt: skip
    saved = client.post(address, sent, follow=True)
    assert (note in read(saved).text, "The clocks" in read(saved).text) == (True, bool(note))


def test_an_end_in_the_night_of_the_change_can_be_entered(client):
    organiser = make_organiser()
    day = date(2025, 10, 26)
    event = make_event(organiser, begins_on=day, ends_on=day, time_zone="Europe/Warsaw", rounds=1)
    add_guests(event, 4)
    event_round = next_round(event)
    address = reverse("leagues:event-ended", args=[event.slug, 1])
    client.force_login(organiser.user)
    answer = client.post(address, {"ended_at": "2025-10-26T02:30", "table": ""}, follow=True)
    assert "02:30 comes twice. The first one applies." in read(answer).text
    assert fresh(event_round).ended_at == datetime(2025, 10, 26, 0, 30, tzinfo=UTC)


def test_a_round_before_the_first_day_can_be_given_its_end():
    event = make_event(begins_on=DAY + timedelta(days=5), ends_on=DAY + timedelta(days=5), rounds=1)
    add_guests(event, 4)
    event_round = next_round(event)
    end = event_round.published_at + timedelta(hours=2)
    say_end(Act(None, end), event_round, ended_at=end)
    early = event_round.published_at - timedelta(days=1)
    with pytest.raises(RuleError) as caught:
        say_end(Act(None, end), event_round, ended_at=early)
    assert caught.value.accepted.low < caught.value.accepted.high
