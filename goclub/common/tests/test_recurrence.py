"""Rules that recur: what is taken, what is refused, on which days they fall."""

from __future__ import annotations

from datetime import date, time, timedelta
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goclub.common.recurrence import DAILY, MONTHLY, WEEKLY, YEARLY, Rule, parse
from ratings.tests.builders import refused

FIRST = date(2026, 11, 24)


def days(rule: Rule, first: date, many: int) -> list[date]:
    return list(islice(rule.days_between(first, first, first + timedelta(days=4000)), many))


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("FREQ=WEEKLY;BYDAY=TU", "FREQ=WEEKLY;BYDAY=TU"),
        ("rrule:freq=weekly;byday=fr,tu,tu;interval=2", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,FR"),
        ("FREQ=MONTHLY;BYDAY=-1FR", "FREQ=MONTHLY;BYDAY=-1FR"),
        ("FREQ=MONTHLY;BYDAY=+2TU", "FREQ=MONTHLY;BYDAY=2TU"),
        ("FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=3", "FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=3"),
        ("FREQ=DAILY;COUNT=5", "FREQ=DAILY;COUNT=5"),
        ("FREQ=WEEKLY;WKST=SU;BYDAY=SU;INTERVAL=2", "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU;WKST=SU"),
    ],
)
def test_a_rule_is_read_and_written(text, normal):
    assert parse(text).text() == normal
    assert parse(normal) == parse(text)


def test_the_last_day_stands_beside_the_rule():
    rule = parse("FREQ=WEEKLY;UNTIL=20271231")
    assert (rule.until, rule.text()) == (date(2027, 12, 31), "FREQ=WEEKLY")
    assert rule.text(until="20271231T180000Z") == "FREQ=WEEKLY;UNTIL=20271231T180000Z"


@pytest.mark.parametrize(
    ("until", "zone", "begins_at", "last"),
    [
        ("20271231T170000Z", "Europe/Warsaw", time(18), date(2027, 12, 31)),
        ("20271231T165959Z", "Europe/Warsaw", time(18), date(2027, 12, 30)),
        ("20271231T170000Z", "Asia/Tokyo", time(2), date(2028, 1, 1)),
        ("20271231T170000Z", "America/New_York", time(12), date(2027, 12, 31)),
        ("20271231T180000", "Asia/Tokyo", time(18), date(2027, 12, 31)),
        ("20271231T000000", "Asia/Tokyo", time(18), date(2027, 12, 30)),
        ("99991231T235959Z", "Asia/Tokyo", time(18), None),
        ("99991231T235959", "America/New_York", time(18), None),
        ("99991231", "Asia/Tokyo", time(18), None),
    ],
)
def test_a_last_day_with_an_hour_is_the_day_of_the_last_meeting(until, zone, begins_at, last):
    assert parse(f"FREQ=WEEKLY;UNTIL={until}", zone=zone, begins_at=begins_at).until == last


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "E_TYPE"),
        ("every Tuesday", "E_TYPE"),
        ("FREQ=FORTNIGHTLY", "E_TYPE"),
        ("FREQ=WEEKLY;FREQ=DAILY", "E_TYPE"),
        ("FREQ=WEEKLY;BYDAY=", "E_TYPE"),
        ("FREQ=WEEKLY;BYDAY=XX", "E_TYPE"),
        ("FREQ=WEEKLY;BYDAY=TU\r\nBEGIN:VEVENT", "E_TYPE"),
        ("FREQ=WEEKLY;COUNT=²", "E_TYPE"),
        ("FREQ=WEEKLY;UNTIL=20270231", "E_TYPE"),
        ("FREQ=WEEKLY;UNTIL=20271231T250000Z", "E_TYPE"),
        ("FREQ=WEEKLY;UNTIL=20271231T18", "E_TYPE"),
        ("FREQ=WEEKLY;X=" + "1" * 300, "E_TYPE"),
        ("FREQ=SECONDLY", "too_often"),
        ("FREQ=MINUTELY", "too_often"),
        ("FREQ=HOURLY;INTERVAL=24", "too_often"),
        ("FREQ=WEEKLY;COUNT=0", "E_RANGE"),
        ("FREQ=WEEKLY;COUNT=1001", "E_RANGE"),
        ("FREQ=WEEKLY;INTERVAL=0", "E_RANGE"),
        ("FREQ=WEEKLY;INTERVAL=53", "E_RANGE"),
        ("FREQ=MONTHLY;BYMONTHDAY=0", "E_RANGE"),
        ("FREQ=MONTHLY;BYDAY=6MO", "E_RANGE"),
        ("FREQ=YEARLY;BYMONTH=13", "E_RANGE"),
        ("FREQ=WEEKLY;COUNT=3;UNTIL=20271231", "calendar.two_ends"),
        ("FREQ=DAILY;BYHOUR=1,2,3", "not_taken"),
        ("FREQ=MONTHLY;BYSETPOS=1;BYDAY=MO", "not_taken"),
        ("FREQ=YEARLY;BYEASTER=0", "not_taken"),
        ("FREQ=WEEKLY;BYDAY=2TU", "not_taken"),
        ("FREQ=YEARLY;BYDAY=20MO", "E_RANGE"),
        ("FREQ=DAILY;BYMONTHDAY=30", "not_taken"),
    ],
)
def test_what_no_club_needs_is_refused(text, key):
    with refused(field="rrule", key=key):
        parse(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("FREQ=WEEKLY;BYDAY=TU,FR", ["2026-11-24", "2026-11-27", "2026-12-01", "2026-12-04"]),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", ["2026-11-24", "2026-12-08", "2026-12-22"]),
        ("FREQ=MONTHLY;BYDAY=4TU", ["2026-11-24", "2026-12-22", "2027-01-26"]),
        ("FREQ=MONTHLY;BYDAY=-1FR", ["2026-11-27", "2026-12-25", "2027-01-29"]),
        ("FREQ=MONTHLY;BYMONTHDAY=-1", ["2026-11-30", "2026-12-31", "2027-01-31"]),
        ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", ["2028-02-29", "2032-02-29"]),
        ("FREQ=DAILY;INTERVAL=3;COUNT=3", ["2026-11-24", "2026-11-27", "2026-11-30"]),
    ],
)
def test_days_of_a_rule(text, expected):
    rule = parse(text)
    found = days(rule, rule.first_from(FIRST), len(expected))
    assert [str(day) for day in found] == expected


def test_a_rule_without_an_end_is_followed_no_further_than_asked():
    days = list(parse("FREQ=DAILY").days_between(FIRST, date(2030, 1, 1), date(2030, 1, 3)))
    assert [day.day for day in days] == [1, 2, 3]


@pytest.mark.parametrize(
    "text", ["FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=YEARLY;BYMONTH=2,4;BYMONTHDAY=31"]
)
def test_a_rule_without_a_day_is_refused_at_once(text):
    with refused(key="never"):
        parse(text).first_from(FIRST)


RULES = st.builds(
    Rule,
    st.sampled_from([DAILY, WEEKLY, MONTHLY, YEARLY]),
    interval=st.integers(1, 4),
    days=st.lists(st.tuples(st.just(0), st.integers(0, 6)), max_size=3).map(tuple),
    months=st.lists(st.integers(1, 12), max_size=3).map(tuple),
)


@given(RULES, st.dates(date(2020, 1, 1), date(2030, 1, 1)))
def test_every_day_of_a_rule_fits_it(rule, day):
    first = rule.first_from(day)
    found = days(rule, first, 5)
    assert found[0] == first
    assert all(rule.fits(one) for one in found)
