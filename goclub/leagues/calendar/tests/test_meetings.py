"""Which meetings there are in a span of time, and what single dates became."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from functools import partial

import pytest

from goclub.leagues.calendar.queries import (
    MOST,
    coming,
    meetings_between,
    next_meeting,
    occurrence_on,
)
from goclub.leagues.calendar.services.dates import (
    add_holiday,
    answer,
    cancel_date,
    move_date,
    remove_holiday,
    restore_date,
)
from goclub.leagues.calendar.services.series import change_series, end_series
from goclub.leagues.calendar.tests.meetings import NOW, TUESDAY, details, make_series
from goclub.leagues.models import Coming, Holiday, MeetingSeries
from goclub.members.membership.services.leaving import retire_member
from goclub.members.models import Notice
from goclub.members.requests import Act
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import make_member
from ratings.errors import RuleError
from ratings.tests.builders import refused

WEEK = timedelta(days=7)
MONTH = (NOW, NOW + timedelta(days=30))


def told(kind: str) -> list[tuple[str, dict]]:
    rows = Notice.objects.filter(kind=kind).order_by("member__display_name")
    return [(str(row.member), row.params) for row in rows]


def test_an_evening_stays_at_seven_when_summer_time_begins_and_ends():
    make_series(at=datetime(2026, 1, 1, tzinfo=UTC), first=date(2026, 3, 1))
    found = meetings_between(datetime(2026, 3, 20, tzinfo=UTC), datetime(2026, 4, 3, tzinfo=UTC))
    assert [f"{one.starts_at:%d %H:%M %z}" for one in found] == ["24 19:00 +0100", "31 19:00 +0200"]


def test_an_hour_that_is_skipped_or_comes_twice():
    make_series(at=datetime(2026, 1, 1, tzinfo=UTC), first=date(2026, 3, 29), begins_at=time(2, 30),
                rrule="", minutes=60)  # fmt: skip
    make_series(at=datetime(2026, 1, 1, tzinfo=UTC), first=date(2026, 10, 25),
                begins_at=time(2, 30), rrule="", minutes=60)  # fmt: skip
    found = meetings_between(datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 12, 1, tzinfo=UTC))
    assert [one.starts_at.astimezone(UTC) for one in found] == [
        datetime(2026, 3, 29, 1, 30, tzinfo=UTC),
        datetime(2026, 10, 25, 0, 30, tzinfo=UTC),
    ]
    assert [one.ends_at - one.starts_at.astimezone(UTC) for one in found] == [
        timedelta(hours=1)
    ] * 2


def test_what_is_on_at_some_moment_of_the_span_is_in_it():
    make_series(begins_at=time(22), minutes=240)
    over_midnight = datetime(2026, 11, 25, 0, 30, tzinfo=UTC)
    (found,) = meetings_between(over_midnight, over_midnight + timedelta(minutes=1))
    assert (found.local_date, f"{found.ends_at:%d %H:%M}") == (TUESDAY, "25 02:00")
    assert meetings_between(found.ends_at, found.ends_at + timedelta(days=1)) == []
    assert meetings_between(found.starts_at - timedelta(days=1), found.starts_at) == []


def test_a_series_without_an_end_costs_and_gives_no_more_than_asked():
    make_series(first=date(2020, 1, 1), rrule="FREQ=DAILY", at=datetime(2020, 1, 1, tzinfo=UTC))
    assert len(meetings_between(NOW, NOW + timedelta(days=9000))) == MOST


def test_the_next_meeting_is_one_of_its_kind_that_takes_place():
    series = make_series()
    make_series(kind="lesson", title="First stones")
    cancel_date(Act(None, NOW), series, day=TUESDAY)
    assert next_meeting(NOW).local_date == TUESDAY + WEEK
    assert next_meeting(NOW, kind="lesson").local_date == TUESDAY
    assert next_meeting(NOW, kind="other") is None
    now = next_meeting(NOW).starts_at + timedelta(hours=1)
    assert next_meeting(now).local_date == TUESDAY + WEEK  # it is on


def test_a_date_that_was_moved_keeps_its_name():
    series = make_series()
    move_date(
        Act(None, NOW),
        series,
        day=TUESDAY,
        to=date(2026, 12, 30),
        begins_at=time(18),
        minutes=60,
        place="Library",
        reason="The hall is let.",
    )
    begin = datetime(2026, 12, 30, tzinfo=UTC)
    (found,) = meetings_between(begin, begin + timedelta(days=1))
    assert (found.local_date, found.place, found.reason) == (TUESDAY, "Library", "The hall is let.")
    assert f"{found.starts_at:%H:%M} {found.ends_at:%H:%M}" == "18:00 19:00"
    assert found.moved_from.date() == TUESDAY
    assert TUESDAY not in {one.local_date for one in meetings_between(NOW, NOW + WEEK)}
    restore_date(Act(None, NOW), series, day=TUESDAY)
    assert occurrence_on(series, TUESDAY).moved_from is None


def test_holidays_are_skipped_but_not_by_what_was_moved_or_meant():
    series = make_series()
    once = make_series(rrule="", title="New year's game")
    holiday = add_holiday(Act(None, NOW), TUESDAY, name="Independence")
    found = meetings_between(NOW, NOW + WEEK)
    assert [one.series_id for one in found] == [once.pk]
    other = make_series(title="Also")
    with refused(key="no_date"):
        cancel_date(Act(None, NOW), series, day=TUESDAY)
    move_date(Act(None, NOW), series, day=TUESDAY + WEEK, to=TUESDAY, begins_at=time(12))
    assert len(meetings_between(NOW, NOW + WEEK - timedelta(days=1))) == 2
    remove_holiday(Act(None), holiday)
    assert occurrence_on(other, TUESDAY) is not None


def test_who_wanted_to_come_is_told_and_nobody_else():
    ann, bob, cem = make_member("Ann"), make_member("Bob"), make_member("Cem")
    boss = make_member("Olga", role=ORGANISER)
    series = make_series()
    for member, said in ((ann, "yes"), (bob, "no"), (cem, "late"), (boss, "yes")):
        answer(Act(None, NOW), series, day=TUESDAY, member=member, answer=said)
    move_date(Act(boss.user, NOW), series, day=TUESDAY, to=TUESDAY, begins_at=time(20))
    assert [who for who, _params in told("meeting.moved")] == ["Ann", "Cem"]
    assert told("meeting.moved")[0][1]["hour"] == "20:00"
    cancel_date(Act(boss.user, NOW), series, day=TUESDAY, reason="Flu.")
    assert [(who, said["reason"]) for who, said in told("meeting.cancelled")] == [
        ("Ann", "Flu."), ("Cem", "Flu."),
    ]  # fmt: skip
    add_holiday(Act(None, NOW), TUESDAY, name="Independence")
    assert len(told("meeting.cancelled")) == 2


def test_a_holiday_and_an_end_call_dates_off():
    ann = make_member("Ann")
    series = make_series()
    for day in (TUESDAY, TUESDAY + WEEK):
        answer(Act(None, NOW), series, day=day, member=ann, answer="yes")
    add_holiday(Act(None, NOW), TUESDAY, name="Independence")
    assert [said["reason"] for _who, said in told("meeting.cancelled")] == ["Independence"]
    end_series(Act(None, NOW), series)
    assert len(told("meeting.cancelled")) == 2
    assert meetings_between(*MONTH) == []
    with refused(key="calendar.ended"):
        end_series(Act(None, NOW), series)


def test_another_hour_holds_from_a_day_on_and_answers_go_along():
    series = make_series()
    later = NOW + WEEK * 2
    ann, third = make_member("Ann"), TUESDAY + WEEK * 2
    for day in (TUESDAY, third):
        answer(Act(None, NOW), series, day=day, member=ann, answer="yes")
    after = change_series(Act(None, later), series, details=details(begins_at=time(18)))
    assert (after.follows, after.first) == (series, third)
    assert after.uid != series.uid
    found = meetings_between(NOW, later + WEEK)
    assert [f"{one.starts_at:%d %H}" for one in found] == ["24 19", "01 19", "08 18"]
    assert [str(row.member) for row in coming(found[2])] == ["Ann"]
    assert [who for who, _said in told("meeting.moved")] == ["Ann"]


def test_a_single_meeting_takes_its_answers_to_another_day():
    series = make_series(rrule="", title="Simultaneous games")
    ann = make_member("Ann")
    answer(Act(None, NOW), series, day=TUESDAY, member=ann, answer="yes")
    moved = details(rrule="", first=TUESDAY + WEEK, title="Simultaneous games")
    series = change_series(Act(None, NOW), series, details=moved)
    (found,) = meetings_between(*MONTH)
    assert [str(row.member) for row in coming(found)] == ["Ann"]
    assert [said["to"] for _who, said in told("meeting.moved")] == ["2026-12-01"]


def test_an_answer_replaces_the_one_before_and_can_be_taken_back():
    series, ann = make_series(), make_member("Ann")
    for said in ("yes", "late"):
        answer(Act(ann.user, NOW), series, day=TUESDAY, member=ann, answer=said, note="at 8")
    (row,) = coming(occurrence_on(series, TUESDAY))
    assert (row.answer, row.note, row.answered_by) == ("late", "at 8", ann.user)
    answer(Act(ann.user, NOW), series, day=TUESDAY, member=ann, answer="")
    assert Coming.objects.count() == 0


def test_answers_that_are_refused():
    series, ann = make_series(), make_member("Ann")
    gone = make_member("Gone")
    retire_member(Act(None, NOW), gone, reason="moved away")
    gone.refresh_from_db()
    cancel_date(Act(None, NOW), series, day=TUESDAY + WEEK)
    for who, day, at, said, key in (
        (ann, TUESDAY, NOW + WEEK, "yes", "calendar.over"),
        (ann, TUESDAY + WEEK, NOW, "yes", "calendar.off"),
        (ann, TUESDAY + timedelta(days=1), NOW, "yes", "no_date"),
        (ann, TUESDAY, NOW, "maybe", "E_UNKNOWN"),
        (gone, TUESDAY, NOW, "yes", "left"),
    ):
        with refused(key=key):
            answer(Act(None, at), series, day=day, member=who, answer=said)
    assert Coming.objects.count() == 0


def test_who_left_is_not_among_those_who_come():
    series, ann = make_series(), make_member("Ann")
    answer(Act(None, NOW), series, day=TUESDAY, member=ann, answer="yes")
    retire_member(Act(None, NOW), ann, reason="moved away")
    assert coming(occurrence_on(series, TUESDAY)) == []


@pytest.mark.parametrize(
    ("more", "field", "key"),
    [
        ({"title": " \r\n"}, "title", "E_MISSING"),
        ({"title": "x" * 121}, "title", "calendar.too_long"),
        ({"kind": "party"}, "kind", "E_UNKNOWN"),
        ({"zone": "Europe/Nowhere"}, "zone", "no_zone"),
        ({"minutes": 0}, "minutes", "E_RANGE"),
        ({"minutes": 1441}, "minutes", "E_RANGE"),
        ({"map_link": "javascript:alert(1)"}, "map_link", "no_link"),
        ({"map_link": "https://[::1"}, "map_link", "no_link"),
        ({"first": date(9999, 12, 31)}, "first", "E_RANGE"),
        ({"first": date(1, 1, 1)}, "first", "E_RANGE"),
        ({"until": date(9999, 12, 31)}, "until", "E_RANGE"),
        ({"until": date(2026, 11, 1)}, "until", "calendar.ends_before"),
        ({"rrule": "FREQ=DAILY;COUNT=2", "until": date(2027, 1, 1)}, "until", "calendar.two_ends"),
        ({"rrule": "FREQ=SECONDLY"}, "rrule", "too_often"),
    ],
)
def test_meetings_that_are_refused(more, field, key):
    with refused(field=field, key=key):
        make_series(**more)
    assert MeetingSeries.objects.count() == 0


def test_dates_that_cannot_be_changed():
    series = make_series()
    cancel_date(Act(None, NOW), series, day=TUESDAY)
    for day, at, key in (
        (TUESDAY, NOW, "calendar.off"),
        (TUESDAY + WEEK, NOW + WEEK * 3, "calendar.over"),
        (TUESDAY + timedelta(days=1), NOW, "no_date"),
    ):
        with pytest.raises(RuleError) as caught:
            cancel_date(Act(None, at), series, day=day)
        assert caught.value.key == key
    with pytest.raises(RuleError) as caught:
        move_date(Act(None, NOW), series, day=TUESDAY, to=date(2026, 11, 1), begins_at=time(19))
    assert caught.value.key == "moved_back"
    for day in (date(1, 1, 1), date(9999, 12, 31)):
        now = Act(None, NOW)
        for act in (
            partial(move_date, now, series, day=TUESDAY, to=day, begins_at=time(23, 59)),
            partial(add_holiday, now, day, name="Never"),
            partial(end_series, now, series, last=day),
            partial(change_series, now, series, details=details(), since=day),
        ):
            with pytest.raises(RuleError) as caught:
                act()
            assert caught.value.key == "E_RANGE"
    with pytest.raises(RuleError) as caught:
        add_holiday(Act(None, NOW), TUESDAY, name=" ")
    assert caught.value.key == "E_MISSING"
    add_holiday(Act(None, NOW), TUESDAY, name="Feast")
    with pytest.raises(RuleError) as caught:
        add_holiday(Act(None, NOW), TUESDAY, name="Feast")
    assert caught.value.key == "E_DUPLICATE"
    assert Holiday.objects.count() == 1
