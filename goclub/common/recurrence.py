"""Rules by which something comes again (RFC 5545, section 3.3.10): days of a calendar, no hours.

Written by dateutil; what is taken here is less than the standard knows.  Every rule that is taken
is one that a club needs and that costs little to follow, whoever wrote it: days, weeks, months or
years, so many times or until a day, on days of the week, days of the month, in months.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import MAXYEAR, UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from dateutil import rrule
from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from ratings.accepted import AcceptedRange
from ratings.errors import Code, RuleError

DAILY, WEEKLY, MONTHLY, YEARLY = "DAILY", "WEEKLY", "MONTHLY", "YEARLY"
_FREQUENCIES: Final = {
    DAILY: rrule.DAILY,
    WEEKLY: rrule.WEEKLY,
    MONTHLY: rrule.MONTHLY,
    YEARLY: rrule.YEARLY,
}
WEEKDAYS: Final = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
#: Longer rules are none of a club.
LONGEST_TEXT: Final = 200
MOST_TIMES: Final = 1000
LARGEST_INTERVAL: Final = 52
#: A first day that fits is looked for so far: a day of a leap year comes within it.
_SEARCHED: Final = timedelta(days=8 * 366)


@dataclass(frozen=True, slots=True)
class Rule:
    """Every ``interval`` days, weeks, months or years; the lists narrow it down.

    ``days``: pairs of a place (0 each, 2 the second of the month, -1 the last) and a weekday (0
    Monday).  ``until``: the last day that is meant, inclusive.
    """

    frequency: str
    interval: int = 1
    count: int | None = None
    until: date | None = None
    days: tuple[tuple[int, int], ...] = ()
    month_days: tuple[int, ...] = ()
    months: tuple[int, ...] = ()
    week_start: int = 0

    def text(self, *, until: str = "") -> str:
        """The value of an RRULE; without an end of its own unless *until* is given as written.

        >>> Rule(WEEKLY, interval=2, days=((0, 1), (0, 4))).text()
        'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,FR'
        """
        parts = [f"FREQ={self.frequency}"]
        if self.interval != 1:
            parts.append(f"INTERVAL={self.interval}")
        if self.count is not None:
            parts.append(f"COUNT={self.count}")
        elif until:
            parts.append(f"UNTIL={until}")
        if self.months:
            parts.append("BYMONTH=" + ",".join(map(str, self.months)))
        if self.month_days:
            parts.append("BYMONTHDAY=" + ",".join(map(str, self.month_days)))
        if self.days:
            named = (f"{place or ''}{WEEKDAYS[weekday]}" for place, weekday in self.days)
            parts.append("BYDAY=" + ",".join(named))
        if self.week_start:
            parts.append(f"WKST={WEEKDAYS[self.week_start]}")
        return ";".join(parts)

    def fits(self, day: date) -> bool:
        """Whether the rule could begin on this day.

        >>> Rule(MONTHLY, days=((-1, 4),)).fits(date(2026, 11, 27))
        True
        """
        if self.months and day.month not in self.months:
            return False
        length = _month_length(day)
        if self.month_days and not {day.day, day.day - length - 1} & set(self.month_days):
            return False
        if not self.days:
            return True
        places = {0, (day.day + 6) // 7, -((length - day.day + 7) // 7)}
        return any(w == day.weekday() and place in places for place, w in self.days)

    def first_from(self, day: date) -> date:
        """The first day from this one on that fits; raises E_INCONSISTENT where none does."""
        for step in range(_SEARCHED.days):
            if self.fits(day + timedelta(days=step)):
                return day + timedelta(days=step)
        raise Refusal(
            _("No date matches this rule (%(value)s)."),
            code=Code.INCONSISTENT,
            field="rrule",
            value=self.text(),
            reason="never",
        )

    def days_between(self, first: date, begin: date, end: date) -> Iterator[date]:
        """The days from *begin* to *end*, both inclusive, of a rule that begins on *first*.

        *first* fits (:meth:`fits`).  However far the rule goes, no day after *end* is looked at.
        """
        if self.until is not None:
            end = min(end, self.until)
        # Count and last day exclude each other; without either dateutil would never stop.
        last: dict[str, object] = (
            {"count": self.count}
            if self.count is not None
            else {"until": datetime.combine(end, time())}
        )
        days = rrule.rrule(
            _FREQUENCIES[self.frequency],  # type: ignore[arg-type]
            dtstart=datetime.combine(first, time()),
            interval=self.interval,
            wkst=self.week_start,
            bymonth=self.months or None,
            bymonthday=self.month_days or None,
            byweekday=[rrule.weekday(w, place or None) for place, w in self.days] or None,
            **last,  # type: ignore[arg-type]
        )
        for moment in days:
            if moment.date() > end:
                return
            if moment.date() >= begin:
                yield moment.date()


def parse(text: str, *, zone: str = "UTC", begins_at: time = time()) -> Rule:
    """Read a rule that anybody may have written.

    *zone* and *begins_at* are those of the meeting: an UNTIL with an hour, as calendar programs
    write it, ends on the last day whose meeting begins no later.

    >>> parse("rrule:freq=weekly;byday=tu").text()
    'FREQ=WEEKLY;BYDAY=TU'
    >>> parse("FREQ=DAILY;UNTIL=20271231T170000Z", zone="Asia/Tokyo", begins_at=time(19)).until
    datetime.date(2027, 12, 31)

    Raises RuleError on ``rrule``: E_TYPE for what is no rule, E_RANGE for figures out of range,
    ``too_often`` for hours and less, ``not_taken`` for other parts of the
    standard, ``calendar.two_ends``.
    """
    written = text.strip().upper().removeprefix("RRULE:")
    if len(written) > LONGEST_TEXT:
        raise _no_rule(written[:40] + "…")
    values: dict[str, str] = {}
    for part in filter(None, written.split(";")):
        name, sign, value = part.partition("=")
        if not sign or not value or name in values:
            raise _no_rule(part)
        values[name] = value
    frequency = values.pop("FREQ", "")
    if frequency in ("HOURLY", "MINUTELY", "SECONDLY"):
        raise Refusal(
            _("An event can repeat once a day at most, not every few hours."),
            code=Code.RANGE,
            field="rrule",
            value=frequency,
            reason="too_often",
        )
    if frequency not in _FREQUENCIES:
        raise _no_rule(written)
    rule = Rule(
        frequency,
        interval=_figure(values.pop("INTERVAL", "1"), "INTERVAL", 1, LARGEST_INTERVAL),
        count=(_figure(values.pop("COUNT"), "COUNT", 1, MOST_TIMES) if "COUNT" in values else None),
        until=_until(values.pop("UNTIL"), zone, begins_at) if "UNTIL" in values else None,
        days=_days(values.pop("BYDAY", "")),
        month_days=_figures(values.pop("BYMONTHDAY", ""), "BYMONTHDAY", -31, 31),
        months=_figures(values.pop("BYMONTH", ""), "BYMONTH", 1, 12),
        week_start=_weekday(values.pop("WKST", "MO")),
    )
    if values:
        raise _not_taken(next(iter(values)))
    return _sound(rule)


def _sound(rule: Rule) -> Rule:
    """The rule; raises for parts that contradict each other or that nobody could follow."""
    if rule.count is not None and rule.until is not None:
        raise RuleError(Code.INCONSISTENT, "rrule", rule.text(), reason="calendar.two_ends")
    if rule.month_days and rule.frequency in (DAILY, WEEKLY):
        raise _not_taken("BYMONTHDAY")
    placed = any(place for place, _weekday in rule.days)
    if placed and (rule.frequency != MONTHLY or rule.month_days):
        raise _not_taken("BYDAY")
    return replace(
        rule,
        days=tuple(sorted(set(rule.days), key=lambda weekday: (weekday[1], weekday[0]))),
        month_days=tuple(sorted(set(rule.month_days))),
        months=tuple(sorted(set(rule.months))),
    )


def _no_rule(value: str) -> RuleError:
    return RuleError(Code.TYPE, "rrule", value, "FREQ=WEEKLY;BYDAY=TU")


def _not_taken(name: str) -> RuleError:
    return Refusal(
        _(
            "“%(value)s” cannot be part of a rule. A rule has days, weeks, months or "
            "years; days of the week or month; months; and a last day or a number of "
            "times."
        ),
        code=Code.UNKNOWN,
        field="rrule",
        value=name[:20],
        reason="not_taken",
    )


def _figure(text: str, name: str, low: int, high: int) -> int:
    if not re.fullmatch(r"[+-]?[0-9]{1,4}", text, re.ASCII):
        raise _no_rule(f"{name}={text}"[:40])
    value = int(text)
    if not low <= value <= high or value == 0:
        raise RuleError(Code.RANGE, "rrule", f"{name}={text}", AcceptedRange(low, high))
    return value


def _figures(text: str, name: str, low: int, high: int) -> tuple[int, ...]:
    return tuple(_figure(part, name, low, high) for part in text.split(",")) if text else ()


def _weekday(text: str) -> int:
    if text not in WEEKDAYS:
        raise _no_rule(text[:40])
    return WEEKDAYS.index(text)


def _days(text: str) -> tuple[tuple[int, int], ...]:
    days = []
    for part in text.split(",") if text else ():
        place = _figure(part[:-2], "BYDAY", -5, 5) if part[:-2] else 0
        days.append((place, _weekday(part[-2:])))
    return tuple(days)


def _until(text: str, zone: str, begins_at: time) -> date | None:
    """Return the last day of a day, an hour of UTC (…Z) or an hour of the zone (section 3.3.10).

    The last year that can be computed means that there is no end: None.
    """
    try:
        own = UTC if text.endswith("Z") else ZoneInfo(zone)
        is_day = len(text) == 8
        hour, pattern = (text, "%Y%m%d") if is_day else (text.removesuffix("Z"), "%Y%m%dT%H%M%S")
        written = datetime.strptime(hour, pattern).replace(tzinfo=own)
        if written.year == MAXYEAR:
            return None
        if is_day:
            return written.date()
        last = written.astimezone(ZoneInfo(zone))
        day = last.date()
        return day if begins_at <= last.time() else day - timedelta(days=1)
    except (ValueError, OverflowError) as error:
        raise RuleError(Code.TYPE, "rrule", f"UNTIL={text}"[:40], "UNTIL=20271231") from error


def _month_length(day: date) -> int:
    following = date(day.year + day.month // 12, day.month % 12 + 1, 1) if day.year < 9999 else None
    return (following - date(day.year, day.month, 1)).days if following else 31
