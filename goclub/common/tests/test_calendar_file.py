"""Calendar files: the clocks of a zone as another program reads them, today and for ever."""

from __future__ import annotations

import io
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from dateutil.tz import tzical

from goclub.common.calendar_file import Item, write

START = datetime(2026, 11, 24, 18, tzinfo=UTC)


def written(zone):
    item = Item(uid="1", title="Club", begins=START, zone=zone, rrule="FREQ=WEEKLY")
    return write("Club", [item], owner="club", base="https://go.example", stamp=START)


@pytest.mark.parametrize(
    "zone",
    ["Europe/Warsaw", "Europe/Dublin", "America/New_York", "America/Santiago", "Asia/Jerusalem",
     "Asia/Tokyo", "Australia/Lord_Howe", "Pacific/Auckland", "America/Nuuk", "Asia/Bangkok",
     "Africa/Casablanca", "Africa/Cairo", "Asia/Gaza"],
)  # fmt: skip
def test_the_clocks_of_a_file_agree_for_sixty_years(zone):
    file = written(zone)
    # The clocks of Ramadan follow the moon; those of Cairo change in October or in November.
    if zone not in ("Africa/Casablanca", "Africa/Cairo", "Asia/Gaza"):
        assert file.count("BEGIN:STANDARD") + file.count("BEGIN:DAYLIGHT") <= 3
        assert "RDATE" not in file
    assert file.count("BEGIN:STANDARD") + file.count("BEGIN:DAYLIGHT") <= 3
    clocks = tzical(io.StringIO(file)).get(zone)
    moment = START.replace(hour=12, tzinfo=None)
    while moment.year < 2086:
        expected = moment.replace(tzinfo=ZoneInfo(zone)).utcoffset()
        assert moment.replace(tzinfo=clocks).utcoffset() == expected, moment
        moment += timedelta(days=3)


def test_texts_hold_no_control_characters_and_keep_wide_blanks():
    """RFC 5545, section 3.1, allows none in a line."""
    item = Item(uid="1", title="秋季\u3000大会\x07", begins=START, text="ko\x1b\x0b\x85ko\x7f")
    file = write("Club\x01", [item], owner="club", base="https://go.example", stamp=START)
    assert not any(ord(sign) < 32 or sign == "\x7f" for sign in file.replace("\r\n", ""))
    assert {"SUMMARY:秋季\u3000大会", "X-WR-CALNAME:Club"} <= set(file.split("\r\n"))


def test_a_rule_of_the_clocks_never_ends():
    rules = {line for line in written("Europe/Warsaw").splitlines() if "YEARLY" in line}
    assert rules == {
        "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3",
        "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10",
    }
