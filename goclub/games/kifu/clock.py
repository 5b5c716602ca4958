"""The main time of a game, from TM and what people write there."""

from __future__ import annotations

import re
from functools import lru_cache

from .numbers import in_digits

_SECONDS = re.compile(r"(\d{1,6})(?:\.\d*)?\s*(?:s|sec\w*|秒|초)?", re.IGNORECASE)
_CLOCK = re.compile(r"(?:(\d{1,2}):)?(\d{1,3}):(\d{2})")
_HOURS = re.compile(
    r"(\d{1,2})(?:[.,](5))?\s*(?:h\b|hours?|hrs?|時間|小时|小時|시간)(半)?", re.IGNORECASE
)
_MINUTES = re.compile(r"(\d{1,3})\s*(?:m\b|min\w*|分|분)", re.IGNORECASE)
_HOUR_MINUTE = re.compile(r"(\d{1,2})\s*h\s*(\d{2})\b", re.IGNORECASE)
_LONGEST = 100 * 3600


@lru_cache(maxsize=512)
def read_seconds(text: str) -> int | None:
    """The main time in seconds, or None if it cannot be told.

    >>> [read_seconds(text) for text in ("1350", "30:00", "1h30", "各3時間", "90 minutes", "none")]
    [1350, 1800, 5400, 10800, 5400, None]
    """
    text = in_digits(text[:80]).strip()
    if found := _SECONDS.fullmatch(text):
        seconds = int(found[1])
    elif found := _CLOCK.fullmatch(text):
        seconds = int(found[1] or 0) * 3600 + int(found[2]) * 60 + int(found[3])
    elif found := _HOUR_MINUTE.search(text):
        seconds = int(found[1]) * 3600 + int(found[2]) * 60
    else:
        hours, minutes = _HOURS.search(text), _MINUTES.search(text)
        if hours is None and minutes is None:
            return None
        seconds = int(minutes[1]) * 60 if minutes else 0
        if hours:
            seconds += int(hours[1]) * 3600 + (1800 if hours[2] or hours[3] else 0)
    return seconds if seconds <= _LONGEST else None
