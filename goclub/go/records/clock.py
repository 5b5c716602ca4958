"""The time of a game, from TM and OT and what people write there."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from goclub.go.records.numbers import in_digits

_SECONDS = re.compile(r"(\d{1,6})(?:\.\d*)?\s*(?:s|sec\w*|秒|초)?", re.IGNORECASE)
_CLOCK = re.compile(r"(?:(\d{1,2}):)?(\d{1,3}):(\d{2})")
_HOURS = re.compile(
    r"(\d{1,2})(?:[.,](5))?\s*(?:h\b|hours?|hrs?|時間|小时|小時|시간)(半)?", re.IGNORECASE
)
_MINUTES = re.compile(r"(\d{1,3})\s*(?:m\b|min\w*|分|분)", re.IGNORECASE)
_HOUR_MINUTE = re.compile(r"(\d{1,2})\s*h\s*(\d{2})\b", re.IGNORECASE)
_LONGEST = 100 * 3600
# TM with the overtime in it: 30:00(5x1:00), 30:00+10:00/25
_WITH_PERIODS = re.compile(r"([\d:]{1,8})\s*\(([^()]{1,20})\)")
_WITH_STONES = re.compile(r"([\d:]{1,8})\s*\+\s*([\d:]{1,8}\s*/\s*\d{1,3})")

_PERIODS = re.compile(r"(\d{1,2})\s*[x×*]\s*([\d:]{1,6})\s*(?:s|sec\w*|秒|초)?\b(?!\s*/)")
_SECONDS_TIMES = re.compile(r"(\d{1,3})\s*(秒|分|초)\s*[x×*,、]?\s*(\d{1,2})\s*[回次회]")
_STONES = re.compile(r"(\d{1,3})\s*/\s*([\d:]{1,6})(?:\s+canadian)?", re.IGNORECASE)
_TIME_STONES = re.compile(r"(\d{1,3}:\d\d)\s*/\s*(\d{1,3})")
_FISCHER = re.compile(r"(\d{1,4})\s*(?:s|sec\w*)?\s*(?:fischer|increment)", re.IGNORECASE)
_FISCHER_FIRST = re.compile(r"fischer\s*\+?\s*(\d{1,4})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Overtime:
    """What follows the main time.

    ``kind`` ``byoyomi``: ``count`` periods of ``seconds``; ``canadian``: ``count`` stones in
    ``seconds``; ``fischer``: ``seconds`` for every move (``count`` 1).
    """

    kind: str
    count: int
    seconds: int


@lru_cache(maxsize=512)
def read_seconds(text: str) -> int | None:
    """The main time in seconds, or None if it cannot be told.

    >>> [read_seconds(text) for text in ("1350", "30:00", "1h30", "各3時間", "90 minutes", "none")]
    [1350, 1800, 5400, 10800, 5400, None]
    """
    text = in_digits(text[:80]).strip()
    if match := _SECONDS.fullmatch(text):
        seconds = int(match[1])
    elif match := _CLOCK.fullmatch(text):
        seconds = int(match[1] or 0) * 3600 + int(match[2]) * 60 + int(match[3])
    elif match := _HOUR_MINUTE.search(text):
        seconds = int(match[1]) * 3600 + int(match[2]) * 60
    else:
        hours, minutes = _HOURS.search(text), _MINUTES.search(text)
        if hours is None and minutes is None:
            return None
        seconds = int(minutes[1]) * 60 if minutes else 0
        if hours:
            seconds += int(hours[1]) * 3600 + (1800 if hours[2] or hours[3] else 0)
    return seconds if seconds <= _LONGEST else None


@lru_cache(maxsize=512)
def read_times(time: str, overtime: str = "") -> tuple[int | None, Overtime | None]:
    """The main time in seconds and the overtime, each None if it cannot be told.

    >>> read_times("30:00(5x1:00)")
    (1800, Overtime(kind='byoyomi', count=5, seconds=60))
    >>> read_times("600", "25/300 Canadian")
    (600, Overtime(kind='canadian', count=25, seconds=300))
    """
    time = time[:80].strip()
    match = _WITH_PERIODS.fullmatch(time) or _WITH_STONES.fullmatch(time)
    if match and not overtime:
        time, overtime = match[1], match[2]
    return (read_seconds(time) if time else None), _read_overtime(overtime)


def _read_overtime(text: str) -> Overtime | None:
    text = in_digits(text[:80]).strip()
    if match := _FISCHER.search(text) or _FISCHER_FIRST.search(text):
        return _overtime("fischer", "1", match[1])
    if match := _PERIODS.search(text):
        return _overtime("byoyomi", match[1], match[2])
    if match := _SECONDS_TIMES.search(text):
        return _overtime("byoyomi", match[3], match[1], 60 if match[2] == "分" else 1)
    if match := _TIME_STONES.fullmatch(text):
        return _overtime("canadian", match[2], match[1])
    if match := _STONES.fullmatch(text):
        return _overtime("canadian", match[1], match[2])
    return None


def _overtime(kind: str, count: str, time: str, unit: int = 1) -> Overtime | None:
    seconds = read_seconds(time)
    if not seconds or not int(count):
        return None
    return Overtime(kind, int(count), seconds * unit)
