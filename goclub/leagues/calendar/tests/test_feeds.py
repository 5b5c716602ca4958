"""What calendar programs read, judged by programs of others: ``icalendar`` and ``dateutil``.

They expand the file that the site writes, in the zone and by the zone's own rules in it; every
beginning has to be one that the site shows, and none may be missing.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from dateutil.rrule import rrulestr
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar

from goclub.common.calendar_file import write
from goclub.common.logs import OrdinaryRefusals
from goclub.leagues.calendar.labels.feeds import meeting_items
from goclub.leagues.calendar.queries import all_holidays, meetings_between, series_and_changes
from goclub.leagues.calendar.services.dates import (
    add_holiday,
    cancel_date,
    end_link,
    move_date,
    renew_link,
)
from goclub.leagues.calendar.services.series import change_series, end_series
from goclub.leagues.calendar.tests.meetings import NOW, TUESDAY, details, make_series
from goclub.leagues.tests.factories import make_event
from goclub.members.membership.services.leaving import retire_member
from goclub.members.models import ClubSettings
from goclub.members.requests import Act
from goclub.members.tests.factories import make_member

THREE_YEARS = (datetime(2026, 1, 1, tzinfo=UTC), datetime(2029, 1, 1, tzinfo=UTC))
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)

RULES = {
    "weekly": {"rrule": "FREQ=WEEKLY;BYDAY=TU"},
    "two days": {"rrule": "FREQ=WEEKLY;BYDAY=TU,FR"},
    "every other week": {"rrule": "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU"},
    "first Monday": {"rrule": "FREQ=MONTHLY;BYDAY=1MO"},
    "last Friday": {"rrule": "FREQ=MONTHLY;BYDAY=-1FR"},
    "fifth Saturday": {"rrule": "FREQ=MONTHLY;BYDAY=5SA"},
    "31st": {"rrule": "FREQ=MONTHLY;BYMONTHDAY=31"},
    "last day": {"rrule": "FREQ=MONTHLY;BYMONTHDAY=-1"},
    "daily in the gap": {"rrule": "FREQ=DAILY", "begins_at": time(2, 30), "minutes": 45},
    "over midnight": {"rrule": "FREQ=WEEKLY;BYDAY=SA", "begins_at": time(22), "minutes": 300},
    "a year": {"rrule": "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29"},
    "ten times": {"rrule": "FREQ=WEEKLY;BYDAY=WE;COUNT=10"},
    "with an end": {"rrule": "FREQ=WEEKLY;BYDAY=TH", "until": date(2027, 6, 30)},
    "once": {"rrule": "", "first": date(2026, 10, 25)},
}


def feed() -> bytes:
    """The file as it is sent."""
    items = meeting_items(series_and_changes(), all_holidays())
    return write("Club", items, owner="club", base="https://go.example", stamp=NOW).encode()


def expanded(file: bytes, *, own_zones: bool) -> list[tuple[str, datetime, bool]]:
    """Every beginning in three years by the oracles: name, moment, whether it is cancelled.

    *own_zones*: by the clocks that the file itself describes, not by those of this machine.
    """
    calendar = Calendar.from_ical(file)
    zones = {str(z["TZID"]): z.to_tz() for z in calendar.walk("VTIMEZONE")} if own_zones else {}
    events = list(calendar.walk("VEVENT"))
    changed = {(str(e["UID"]), naive(e["RECURRENCE-ID"])) for e in events if "RECURRENCE-ID" in e}
    found = []
    for event in events:
        start, zone = event["DTSTART"].dt, zone_of(event, zones)
        uid, off = str(event["UID"]), str(event.get("STATUS")) == "CANCELLED"
        wall = [start.replace(tzinfo=None)]
        if "RRULE" in event:
            rule = event["RRULE"].to_ical().decode()
            first = start.replace(tzinfo=None)
            if "UNTIL=" in rule:
                rule, _sign, until = rule.partition("UNTIL=")
                stamp, _semicolon, rest = until.partition(";")
                moment = datetime.strptime(stamp + "+0000", "%Y%m%dT%H%M%SZ%z")
                local = moment.astimezone(zone).replace(tzinfo=None)
                rule = f"{rule}UNTIL={local:%Y%m%dT%H%M%S};{rest}".rstrip(";")
            wall = rrulestr(rule, dtstart=first).between(
                datetime.fromisoformat("2025-12-30"), datetime.fromisoformat("2029-01-03"), inc=True
            )
        gone = {naive(one) for one in _exdates(event)}
        for moment in wall:
            if "RRULE" in event and ((uid, moment) in changed or moment in gone):
                continue
            at = moment.replace(tzinfo=zone)
            found.append((uid.removeprefix("meeting-").removesuffix("@club"), at, off))
    begin, end = THREE_YEARS
    return sorted((u, at.astimezone(UTC), off) for u, at, off in found if begin <= at < end)


def zone_of(event, zones):
    name = event["DTSTART"].params["TZID"]
    return zones[name] if zones else ZoneInfo(name)


def naive(value) -> datetime:
    return value.dt.replace(tzinfo=None)


def _exdates(event):
    found = event.get("EXDATE", [])
    lists = found if isinstance(found, list) else [found]
    return [one for each in lists for one in each.dts]


def shown() -> list[tuple[str, datetime, bool]]:
    """Every beginning in three years as the site's own pages show it."""
    begin, end = THREE_YEARS
    rows = []
    month = begin
    while month < end:  # as pages ask: by short spans
        after = min(month + timedelta(days=30), end)
        rows += [one for one in meetings_between(month, after) if month <= one.starts_at < after]
        month = after
    return sorted((str(one.uid), one.starts_at.astimezone(UTC), one.cancelled) for one in rows)


@pytest.mark.parametrize("zone", ["Europe/Warsaw", "Asia/Tokyo", "America/St_Johns"])
def test_three_years_without_a_difference(zone):
    """Daylight saving in Warsaw, none in Tokyo, an odd offset: no beginning differs."""
    made = {
        name: make_series(at=BEGIN, title=name, zone=zone, **({"first": date(2026, 1, 2)} | more))
        for name, more in RULES.items()
    }
    weekly, daily = made["weekly"], made["daily in the gap"]
    cancel_date(Act(None, BEGIN), weekly, day=date(2026, 3, 31))
    move_date(
        Act(None, BEGIN), weekly, day=date(2026, 10, 27), to=date(2026, 10, 25), begins_at=time(12)
    )
    move_date(
        Act(None, BEGIN), daily, day=date(2027, 3, 28), to=date(2027, 3, 29), begins_at=time(1)
    )
    for day in (date(2026, 5, 1), date(2026, 12, 25), date(2027, 3, 28), date(2028, 2, 29)):
        add_holiday(Act(None, BEGIN), day, name="A feast")
    later = datetime(2027, 5, 3, tzinfo=UTC)
    change_series(
        Act(None, later),
        made["two days"],
        details=details(
            title="two days",
            zone=zone,
            rrule="FREQ=WEEKLY;BYDAY=WE",
            first=date(2026, 1, 2),
            begins_at=time(18),
        ),
    )
    end_series(Act(None, later), made["last Friday"])
    ours = shown()
    file = feed()
    assert len(ours) > 1800
    assert expanded(file, own_zones=False) == ours
    assert expanded(file, own_zones=True) == ours


def test_the_file_is_one_that_others_read():
    make_series(
        title="Tea; boards,\nand patience", remark="Żółć " * 40, map_link="https://map.example/a,b"
    )
    (event,) = Calendar.from_ical(feed()).walk("VEVENT")
    assert str(event["SUMMARY"]) == "Tea; boards, and patience"
    assert event["DURATION"].dt == timedelta(hours=3)
    assert str(event["DESCRIPTION"]).endswith("https://map.example/a,b")
    assert all(len(line) <= 75 for line in feed().split(b"\r\n"))
    assert not Calendar.from_ical(feed()).errors


def test_names_never_change():
    series = make_series()

    def names():
        return {str(event["UID"]) for event in Calendar.from_ical(feed()).walk("VEVENT")}

    before = names()
    cancel_date(Act(None, NOW), series, day=TUESDAY)
    move_date(
        Act(None, NOW),
        series,
        day=TUESDAY + timedelta(days=7),
        to=date(2026, 12, 3),
        begins_at=time(19),
    )
    change_series(Act(None, NOW), series, details=details(title="Another name"))
    assert names() == before == {f"meeting-{series.uid}@club"}
    events = Calendar.from_ical(feed()).walk("VEVENT")
    moved = [event["RECURRENCE-ID"].dt for event in events if "RECURRENCE-ID" in event]
    assert [f"{one:%m-%d %H}" for one in moved] == ["11-24 19", "12-01 19"]
    assert all(event["SEQUENCE"] == 3 for event in events)


# --- The addresses --------------------------------------------------------------------------------
def summaries(response) -> list[str]:
    assert response.status_code == 200
    events = Calendar.from_ical(response.content).walk("VEVENT")
    return sorted(str(event["SUMMARY"]) for event in events)


def test_the_club_feed_shows_a_visitor_what_the_club_shows(client):
    make_series()
    today = timezone.localdate()
    make_event(begins_on=today, ends_on=today)
    address = reverse("leagues:club-feed")
    assert summaries(client.get(address)) == ["Club evening", "Spring Cup"]
    club, _new = ClubSettings.objects.get_or_create(pk=1)
    club.visitors_see = ClubSettings.Visitors.NOTHING
    club.save()
    assert summaries(client.get(address)) == ["Club evening"]
    client.force_login(make_member().user)
    assert summaries(client.get(address)) == ["Club evening", "Spring Cup"]


def test_a_secret_address_opens_one_calendar_until_it_is_renewed(client):
    ann = make_member("Ann")
    make_series()
    old = renew_link(Act(ann.user, NOW), ann).token
    response = client.get(reverse("leagues:member-feed", args=[old]))
    assert summaries(response) == ["Club evening"]
    assert response["Referrer-Policy"] == "no-referrer"
    assert "noindex" in response["X-Robots-Tag"]
    assert "no-store" in response["Cache-Control"]
    new = renew_link(Act(ann.user, NOW), ann).token
    assert len({old, new}) == 2
    assert len(new) >= 32
    assert client.get(reverse("leagues:member-feed", args=[old])).status_code == 404
    assert client.get(reverse("leagues:member-feed", args=[new])).status_code == 200
    end_link(Act(ann.user), ann)
    assert client.get(reverse("leagues:member-feed", args=[new])).status_code == 404


@pytest.mark.parametrize("token", ["x", "0", "../club", "%00", "a" * 500, "ท"])
def test_a_wrong_address_opens_nothing(client, token):
    ann = make_member("Ann")
    renew_link(Act(ann.user, NOW), ann)
    assert client.get(f"/calendar/my/{token}.ics").status_code == 404


def test_who_left_has_no_calendar_any_more(client):
    ann = make_member("Ann")
    token = renew_link(Act(ann.user, NOW), ann).token
    retire_member(Act(None, NOW), ann, reason="moved away")
    assert client.get(reverse("leagues:member-feed", args=[token])).status_code == 404


def test_the_secret_stands_in_no_log(client, caplog):
    ann = make_member("Ann")
    token = renew_link(Act(ann.user, NOW), ann).token
    caplog.set_level("INFO")
    client.get(reverse("leagues:member-feed", args=[token]))
    client.get(f"/calendar/my/{token}x.ics")  # one that was renewed, or mistyped
    for record in caplog.records:
        OrdinaryRefusals().filter(record)
    assert caplog.records
    assert [record for record in caplog.records if token in record.getMessage()] == []
