"""When the rounds of a tournament begin: read, kept, on its page, in the calendar, in files."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.urls import reverse
from icalendar import Calendar

from goclub.common.calendar_file import write
from goclub.common.tests.reading import read
from goclub.leagues.calendar.labels.entries import event_entries
from goclub.leagues.calendar.labels.feeds import event_items
from goclub.leagues.calendar.queries import events_between
from goclub.leagues.league.services.timetable import starts_of
from goclub.leagues.models import Event
from goclub.leagues.tests.factories import DAY, at, make_event, make_organiser
from goclub.leagues.tournament.services.events import edit_event
from goclub.members.tests.factories import make_member
from ratings.errors import RuleError

pytestmark = pytest.mark.django_db
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
        ("ten", "tournament.no_time"),
        ("25:00", "tournament.no_time"),
        ("1" * 5_000, "tournament.no_time"),
        ("10:00 11:00 12:00 13:00 14:00 15:00", "tournament.more_times_than_rounds"),
        ("10:00 10:00 10:00", "tournament.more_days_than_the_event"),
    ],
)
def test_what_cannot_be_is_refused_with_its_reason(text, reason):
    with pytest.raises(RuleError) as refused:
        weekend(timetable=text)
    assert refused.value.key == reason
    assert not Event.objects.exists()


def test_fewer_rounds_or_days_are_refused_while_the_times_need_them():
    organiser = make_organiser()
    event = weekend(by=organiser)
    with pytest.raises(RuleError):
        edit_event(
            event=event, by=organiser.user, at=at(), version=event.version, changes={"ends_on": DAY}
        )
    event.refresh_from_db()
    assert event.ends_on == DAY + timedelta(days=1)


def test_the_form_keeps_what_was_typed_and_says_what_to_do(client):
    organiser = make_organiser()
    client.force_login(organiser.user)
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
    facts = read(client.get(event.get_absolute_url())).one("aside")
    assert facts.texts("dd div span") == hours
