"""Rules and dates of meetings in the reader's words."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from goclub.common import notation
from goclub.common.recurrence import MONTHLY, WEEKLY, Rule
from goclub.leagues.calendar.queries import Occurrence, rule_of
from goclub.leagues.models import Coming, MeetingSeries
from goclub.members.club_time import reader_zone

#: Which of a month, as the form offers it.
PLACES: Final[dict[int, str | Promise]] = {
    1: gettext_lazy("first of the month"),
    2: gettext_lazy("second of the month"),
    3: gettext_lazy("third of the month"),
    4: gettext_lazy("fourth of the month"),
    -1: gettext_lazy("last of the month"),
}

#: Above the names of those who answered so.
COMING: Final[dict[str, str | Promise]] = {
    Coming.Answer.YES: pgettext_lazy("members", "Coming"),
    Coming.Answer.LATE: pgettext_lazy("members", "Coming later"),
    Coming.Answer.NO: pgettext_lazy("members", "Not coming"),
}


def rule_text(series: MeetingSeries) -> str:
    """How often a meeting comes: “every week: Tuesday, Friday; until 30 June 2027”."""
    if not series.rrule:
        return _("once")
    rule = rule_of(series)
    text = _rhythm(rule)
    if rule.count is not None:
        text = _join(text, ngettext("%(n)s time", "%(n)s times", rule.count) % {"n": rule.count})
    if series.until is not None:
        last = date_format(series.until, "DATE_FORMAT")
        text = _join(text, _("until %(day)s") % {"day": last})
    return text


def is_plain(rule: Rule) -> bool:
    """Whether a rule can be chosen in the form of a meeting."""
    if rule.count is not None or rule.months or rule.month_days:
        return False
    places = {place for place, _weekday in rule.days}
    if rule.frequency == WEEKLY:
        return bool(rule.days)
    return rule.frequency == MONTHLY and len(places) == 1 and places <= set(PLACES)


def _rhythm(rule: Rule) -> str:
    if not is_plain(Rule(rule.frequency, days=rule.days)) or rule.months or rule.month_days:
        return _("by rule %(rule)s") % {"rule": rule.text()}
    named = notation.listed(notation.weekday_name(weekday) for _place, weekday in rule.days)
    figures = {"n": rule.interval, "days": named}
    if rule.frequency == WEEKLY:
        return (
            ngettext("every week: %(days)s", "every %(n)s weeks: %(days)s", rule.interval) % figures
        )
    months = ngettext("every month: %(days)s", "every %(n)s months: %(days)s", rule.interval)
    return f"{months % figures}{notation.bracketed(PLACES[rule.days[0][0]])}"


def _join(*parts: str) -> str:
    return notation.clauses(parts)


@dataclass(frozen=True, slots=True)
class When:
    """A date in the reader's words, on the clocks of the place where one meets.

    ``clocks`` names them where the reader's own show another hour, with that hour; else it is
    empty.
    """

    day: str
    hours: str
    clocks: str = ""

    def __str__(self) -> str:
        return notation.dotted([self.day, self.hours]) + self.clocks


def when(occurrence: Occurrence) -> When:
    """When a date takes place."""
    return when_of(occurrence.starts_at, occurrence.ends_at, occurrence.zone)


def when_of(starts_at: datetime, ends_at: datetime, zone: str) -> When:
    """A span of hours on the clocks of a zone."""
    here, own = ZoneInfo(zone), reader_zone()
    # By way of UTC, so that an hour that summer time skips is shown as the one that it becomes.
    begins, ends = (moment.astimezone(UTC).astimezone(here) for moment in (starts_at, ends_at))
    clocks = ""
    if begins.astimezone(own).utcoffset() != begins.utcoffset():
        mine = notation.hours(begins.astimezone(own), ends.astimezone(own))
        words = {"zone": zone.replace("_", " "), "hours": mine}
        clocks = notation.bracketed(_("%(zone)s; %(hours)s your time") % words)
    return When(day=notation.weekday_of(begins), hours=notation.hours(begins, ends), clocks=clocks)


def clock_note(begins: datetime) -> str:
    """Return what the change of the clocks does to the hour of a date; "" on all other nights.

    *begins* as :func:`.queries.local_moment` makes it.
    """
    before, after = (begins.replace(fold=fold).utcoffset() for fold in (0, 1))
    if before is None or after is None or before == after:
        return ""
    words = {"hour": notation.hour(begins)}
    if before > after:
        return _("The clocks go back that night: %(hour)s comes twice. The first is meant.") % words
    words["real"] = notation.hour(begins.astimezone(UTC).astimezone(begins.tzinfo))
    return (
        _("The clocks go forward that night: there is no %(hour)s. It begins at %(real)s.") % words
    )
