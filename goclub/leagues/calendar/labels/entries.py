"""What stands in the calendar day by day, and rules and dates in the reader's words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from goclub.common import notation
from goclub.common.collation import name_key
from goclub.common.notation import hour
from goclub.common.recurrence import MONTHLY, WEEKLY, Rule
from goclub.common.refusals.registry import Refusals
from goclub.leagues.calendar.queries import (
    Occurrence,
    appointments_between,
    events_between,
    holidays_between,
    local_moment,
    meetings_between,
    rule_of,
    seasons_between,
    terms_between,
)
from goclub.leagues.challenge.labels import address_of, terms_text
from goclub.leagues.challenge.queries import agreed_between
from goclub.leagues.league.services.timetable import Start, by_day
from goclub.leagues.models import Challenge, Coming, Event, Match, MeetingSeries, Season, Term
from goclub.members.club_time import reader_zone
from goclub.members.models import Member
from goclub.members.notices.queries import NoticeGroup, NoticeKind

TOURNAMENT, LEAGUE, CHALLENGE, DAY = "tournament", "league", "challenge", "day"
#: Days of a tournament that a calendar names one by one.
_LONGEST: Final = 62


@dataclass(frozen=True, slots=True)
class CalendarEntry:
    """One line of a day: when it begins, what it is, where it leads, what there is to add."""

    day: date
    kind: str
    title: str
    url: str
    begins: str = ""
    place: str = ""
    note: str = ""
    off: bool = False
    meeting: Occurrence | None = None
    at: datetime | None = None
    asked: Mapping[str, object] | None = None


@dataclass(slots=True)
class Day:
    """A day of the calendar."""

    day: date
    inside: bool = True
    today: bool = False
    holiday: str = ""
    entries: list[CalendarEntry] = field(default_factory=list)


def days_between(
    first: date,
    last: date,
    zone: str,
    *,
    today: date,
    everything: bool,
    member: Member | None = None,
) -> list[Day]:
    """Every day from *first* to *last* with what stands on it, on the clocks of *zone*.

    *everything*: tournaments and leagues too, which name members; the agreed games of *member*.  As
    many queries for many entries as for few.
    """
    days: dict[date, Day] = {}
    holidays = holidays_between(first, last)
    for step in range((last - first).days + 1):
        day = first + timedelta(days=step)
        days[day] = Day(day, today=day == today, holiday=holidays.get(day, ""))
    for entry in _entries(first, last, zone, everything=everything, member=member):
        if entry.day in days:
            days[entry.day].entries.append(entry)
    return list(days.values())


def meetings_of(days: Iterable[Day]) -> list[Occurrence]:
    """The meetings among what stands on these days."""
    return [entry.meeting for day in days for entry in day.entries if entry.meeting is not None]


def _entries(
    first: date, last: date, zone: str, *, everything: bool, member: Member | None
) -> list[CalendarEntry]:
    start = local_moment(first, time(), zone)
    end = local_moment(last + timedelta(days=1), time(), zone)
    entries = [meeting_entry(meeting) for meeting in meetings_between(start, end)]
    if everything:
        for event in events_between(first, last):
            entries += event_entries(event, first, last)
        entries += [match_entry(match) for match in appointments_between(start, end)]
        for term in terms_between(first, last):
            entries += term_entries(term)
        for season in seasons_between(first, last):
            entries += season_entries(season)
    if member is not None:
        entries += [
            challenge_entry(challenge, zone) for challenge in agreed_between(start, end, member)
        ]
    # What lasts all day stands first.
    entries.sort(
        key=lambda entry: (
            entry.day,
            entry.at is not None,
            entry.at or start,
            name_key(entry.title),
        )
    )
    return entries


def meeting_entry(meeting: Occurrence) -> CalendarEntry:
    """A meeting on the day on which it takes place."""
    return CalendarEntry(
        day=meeting.starts_at.date(),
        kind=meeting.kind,
        title=meeting.title,
        url=meeting.get_absolute_url(),
        begins=hour(meeting.starts_at),
        place=meeting.place,
        note=change_text(meeting),
        off=meeting.cancelled,
        meeting=meeting,
        at=meeting.starts_at,
    )


def change_text(meeting: Occurrence) -> str:
    """What became of a date that is not as its rule says."""
    if meeting.cancelled:
        return notation.dotted([_("cancelled"), meeting.reason])
    if meeting.moved_from is not None:
        before = notation.short_day(meeting.moved_from.date())
        moved = _("moved from %(day)s, %(hour)s") % {
            "day": before,
            "hour": hour(meeting.moved_from),
        }
        return notation.dotted([moved, meeting.reason])
    return ""


def event_entries(event: Event, first: date, last: date) -> Iterator[CalendarEntry]:
    """A tournament on each of its days, with the rounds of the day."""
    rounds: dict[date, list[int]] = {}
    for dated_round in event.dated_rounds:  # type: ignore[attr-defined]
        rounds.setdefault(dated_round.played_on, []).append(dated_round.number)
    off = event.state == Event.State.CANCELLED
    planned = event.rounds_planned
    whole = ngettext("%(n)s round", "%(n)s rounds", planned) % {"n": planned}
    starts = by_day(event)
    day = max(event.begins_on, first)
    for _step in range(_LONGEST):
        if day > min(event.ends_on, last):
            return
        hours = starts.get(day, [])
        text = rounds_said(rounds.get(day, ()))
        text = text or _rounds_at(hours) or (whole if day == event.begins_on else "")
        yield CalendarEntry(
            day=day,
            kind=TOURNAMENT,
            title=str(event),
            url=event.get_absolute_url(),
            begins=hour(hours[0].at) if hours else "",
            place=event.place,
            at=hours[0].at if hours else None,
            note=_("cancelled") if off else text,
            off=off,
        )
        day += timedelta(days=1)


def _rounds_at(starts: Sequence[Start]) -> str:
    """The rounds of a day with their hours, the first of which stands beside already."""
    numbers = [start.number for start in starts]
    if len(starts) < 2:
        return rounds_said(numbers)
    hours = notation.listed([hour(start.at) for start in starts])
    return _("rounds %(n)s: %(hours)s") % {"n": notation.listed(numbers), "hours": hours}


def rounds_said(numbers: Sequence[int]) -> str:
    """Rounds by their numbers: “round 4”, “rounds 1, 2, 3”; none says nothing."""
    if not numbers:
        return ""
    text = _("rounds %(n)s") if len(numbers) > 1 else _("round %(n)s")
    return text % {"n": notation.listed(numbers)}


def _pair(row: Match | Challenge, *two: tuple[str, Member]) -> str:
    """Two players with the ranks that the query of their row brought (``rank_of``)."""
    held = vars(row)
    return " – ".join(
        notation.named(str(player), held[f"{side}_rank"] or "") for side, player in two
    )


def match_entry(match: Match) -> CalendarEntry:
    """A league game for which the two have a date, on the league's clocks."""
    league = match.division.term.league
    assert match.arranged_for is not None
    local = match.arranged_for.astimezone(ZoneInfo(league.base_zone))
    return CalendarEntry(
        day=local.date(),
        kind=LEAGUE,
        title=_pair(match, ("first", match.first.member), ("second", match.second.member)),
        url=match.get_absolute_url(),
        begins=hour(local),
        place=match.place,
        note=str(league),
        at=local,
    )


def challenge_entry(challenge: Challenge, zone: str) -> CalendarEntry:
    """An agreed game of the reader's own; on its day it leads to the form that reports it."""
    assert challenge.agreed_for is not None
    local = challenge.agreed_for.astimezone(ZoneInfo(zone))
    return CalendarEntry(
        day=local.date(),
        kind=CHALLENGE,
        title=_pair(
            challenge, ("challenger", challenge.challenger), ("challenged", challenge.challenged)
        ),
        url=address_of(challenge, timezone.now()),
        begins=hour(local),
        note=terms_text(challenge),
        at=local,
    )


def term_entries(term: Term) -> Iterator[CalendarEntry]:
    """The days of a term that matter."""
    for day, text in (
        (term.sign_up_until, _("sign-up ends")),
        (term.starts_on, _("begins")),
        (term.ends_on, _("ends")),
    ):
        yield CalendarEntry(day, DAY, str(term), term.get_absolute_url(), note=text)


def season_entries(season: Season) -> Iterator[CalendarEntry]:
    """The first and the last day of a season."""
    for day, text in ((season.first, _("begins")), (season.last, _("ends"))):
        title = notation.listed((season.league, season))
        yield CalendarEntry(day, DAY, title, season.get_absolute_url(), note=text)


def asked_of(
    answers: Mapping[tuple[int, date], Sequence[Coming]], member: Member | None
) -> dict[tuple[int, date], dict[str, object]]:
    """Return how many are coming to each date, and the reader's own answer."""
    asked = {}
    for key, rows in answers.items():
        come = sum(row.answer != Coming.Answer.NO for row in rows)
        own = (row.answer for row in rows if member and row.member_id == member.pk)
        asked[key] = {"come": come, "mine": next(own, "")}
    return asked


def with_answers(
    days: Iterable[Day], asked: Mapping[tuple[int, date], Mapping[str, object]]
) -> None:
    """Say beside each meeting of these days who comes."""
    for day in days:
        day.entries = [
            replace(entry, asked=asked.get(entry.meeting.key)) if entry.meeting else entry
            for entry in day.entries
        ]


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

    ``near`` as people say a coming day: Tonight, Friday; ``day`` with its date.

    ``clocks`` names them where the reader's own show another hour, with that hour; else it is
    empty.
    """

    near: str
    day: str
    hours: str
    clocks: str = ""

    def __str__(self) -> str:
        return notation.dotted([self.near, self.hours]) + self.clocks


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
    return When(
        near=notation.near_day(begins, timezone.now()),
        day=notation.weekday_of(begins),
        hours=notation.hours(begins, ends),
        clocks=clocks,
    )


REFUSALS: Refusals = {
    "calendar.two_ends": gettext_lazy("Set either a last day or a number of dates, not both."),
    "calendar.ends_before": gettext_lazy("The last day is before the first: %(accepted)s."),
    "calendar.over": gettext_lazy("This date is over."),
    "calendar.off": gettext_lazy("This date is cancelled."),
    "calendar.too_long": gettext_lazy("Too long: %(value)s characters. Accepted: %(accepted)s."),
    "calendar.ended": gettext_lazy("This event has ended. Create a new one."),
}


KINDS: Final = [
    NoticeKind(
        "meeting.cancelled",
        NoticeGroup.NIGHTS,
        label=gettext_lazy("An event I am going to was cancelled"),
        text=gettext_lazy("%(title)s on %(day)s has been cancelled. %(reason)s"),
    ),
    NoticeKind(
        "meeting.moved",
        NoticeGroup.NIGHTS,
        label=gettext_lazy("An event I am going to was moved"),
        text=gettext_lazy(
            "%(title)s on %(day)s has been moved: %(to)s, %(hour)s %(place)s. %(reason)s"
        ),
        days=("day", "to"),
    ),
]
