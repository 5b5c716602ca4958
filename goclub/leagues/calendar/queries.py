"""Which meetings there are in a span of time, who comes, and what each date became.

Rules are followed within the span alone, so that one without an end costs no more than another.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice
from typing import Final
from urllib.parse import urlencode
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import pgettext_lazy

from goclub.common.collation import name_key
from goclub.common.notation import dotted, weekday_of
from goclub.common.recurrence import Rule, parse
from goclub.games.rating.queries import rank_of
from goclub.leagues.models import (
    CalendarLink,
    Coming,
    Event,
    Holiday,
    Match,
    MeetingSeries,
    Presence,
    Round,
    Season,
    SeriesException,
    Term,
)
from goclub.members.models import Member
from goclub.members.queries import club_settings, zone_of
from goclub.members.searching.queries import Finder, Hit, Reader, in_any_case

Kind = MeetingSeries.Kind
#: So many dates at most come out of one question.
MOST: Final = 1000
#: So far ahead the next meeting is looked for.
AHEAD: Final = timedelta(days=400)
#: A meeting may last a day, and its day may be another one elsewhere.
_MARGIN: Final = timedelta(days=2)


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One date of a meeting as it takes place.

    ``local_date`` is its day by the rule and, with ``series_id``, its name for good, wherever it
    was moved to; ``moved_from`` when it would have begun by the rule.
    """

    series_id: int
    uid: UUID
    local_date: date
    title: str
    kind: str
    starts_at: datetime
    ends_at: datetime
    zone: str
    place: str = ""
    map_link: str = ""
    contact: str = ""
    remark: str = ""
    cancelled: bool = False
    moved_from: datetime | None = None
    reason: str = ""

    @property
    def key(self) -> tuple[int, date]:
        """What names this date: its series and its day by the rule."""
        return self.series_id, self.local_date

    @property
    def is_changed(self) -> bool:
        """Whether it is not as the rule says."""
        return self.cancelled or self.moved_from is not None

    @property
    def map_address(self) -> str:
        """Where a map shows the place: the club's own link, else a search for its address."""
        search = f"https://www.openstreetmap.org/search?{urlencode({'query': self.place})}"
        return self.map_link or (search if self.place else "")

    def is_over(self, now: datetime) -> bool:
        """Whether it has ended."""
        return self.ends_at <= now

    def get_absolute_url(self) -> str:
        return reverse("leagues:meeting", args=[self.series_id, self.local_date.isoformat()])


# --- Dates ----------------------------------------------------------------------------------------
def meetings_between(start: datetime, end: datetime) -> list[Occurrence]:
    """Every date that is on at some moment from *start* until before *end*, the earliest first.

    Cancelled ones among them, days that fall on a holiday not.  Three queries, however many
    series there are; at most :data:`MOST` dates.
    """
    first, last = _days(start, end)
    return _on_between(_going_on(first, last), start, end)


def next_meeting(now: datetime, kind: str = Kind.EVENING) -> Occurrence | None:
    """The meeting of this kind that is on, or the next one; cancelled ones are passed over."""
    return next(iter(meetings_ahead(now, kind)), None)


def meetings_ahead(
    now: datetime, kind: str = Kind.EVENING, *, cancelled: bool = False
) -> list[Occurrence]:
    """Meetings of this kind that are on or come next, *cancelled* ones if asked (three queries)."""
    end = now + AHEAD
    first, last = _days(now, end)
    rows = _going_on(first, last).filter(kind=kind)
    meetings = _on_between(rows, now, end)
    return [meeting for meeting in meetings if cancelled or not meeting.cancelled]


def occurrence_on(series: MeetingSeries, day: date) -> Occurrence | None:
    """The date of a series that the rule puts on this day; None where there is none.

    A holiday has none where the meeting recurs, unless the date was moved.
    """
    return occurrences_on(series, [day]).get(day)


def occurrences_on(series: MeetingSeries, days: Iterable[date]) -> dict[date, Occurrence]:
    """The dates of a series on those of these days that have one (two queries)."""
    wanted = sorted(on_rule(series, days))
    rows = SeriesException.objects.filter(series=series, day__in=wanted)
    changes = {row.day: row for row in rows}
    free = Holiday.objects.filter(day__in=wanted if series.rrule else [])
    off = set(free.values_list("day", flat=True)) - set(changes)
    return {day: _occurrence(series, day, changes.get(day)) for day in wanted if day not in off}


def occurrences_of(series: MeetingSeries, start: datetime, end: datetime) -> list[Occurrence]:
    """The dates of one series that are on from *start* until before *end* (two queries)."""
    return _on_between([series], start, end)


def dates_by_rule(series: MeetingSeries, begin: date, end: date) -> Iterator[date]:
    """The days from *begin* to *end* by the rule alone: neither holidays nor changes are asked."""
    if series.until is not None:
        end = min(end, series.until)
    begin = max(begin, series.first)
    if end < begin:
        return
    if not series.rrule:
        if series.first == begin:
            yield series.first
        return
    yield from rule_of(series).days_between(series.first, begin, end)


def on_rule(series: MeetingSeries, days: Iterable[date]) -> set[date]:
    """Those of these days that are dates by the rule alone; the rule is followed once for all."""
    wanted = set(days)
    if not wanted:
        return set()
    return wanted.intersection(dates_by_rule(series, min(wanted), max(wanted)))


def rule_of(series: MeetingSeries) -> Rule:
    """The rule of a series that has one."""
    return parse(series.rrule)


def local_moment(day: date, at: time, zone: str) -> datetime:
    """The moment at which the clocks of a zone show this.

    An hour that summer time skips is taken as if it had not begun, one that comes twice is the
    first of both (RFC 5545, section 3.3.5).
    """
    return datetime.combine(day, at, tzinfo=ZoneInfo(zone))


def holidays_between(begin: date, end: date) -> dict[date, str]:
    """The names of the holidays from *begin* to *end*, both inclusive."""
    return dict(Holiday.objects.filter(day__range=(begin, end)).values_list("day", "name"))


def club_zone() -> str:
    """On whose clocks the club meets, unless a meeting says otherwise."""
    return zone_of(club_settings())


def _going_on(first: date, last: date) -> QuerySet[MeetingSeries]:
    # What was moved may lie outside of the days of its rule.
    moved = SeriesException.objects.filter(moved_to__range=(first, last)).values("series")
    going_on = Q(until=None) | Q(until__gte=first)
    return MeetingSeries.objects.filter((Q(first__lte=last) & going_on) | Q(pk__in=moved))


def _on_between(
    all_series: Iterable[MeetingSeries], start: datetime, end: datetime
) -> list[Occurrence]:
    """The dates of series, with what was moved to these days (two queries)."""
    first, last = _days(start, end)
    holidays = holidays_between(first, last).keys()
    changes: dict[int, dict[date, SeriesException]] = defaultdict(dict)
    days_between = Q(day__range=(first, last)) | Q(moved_to__range=(first, last))
    for change in SeriesException.objects.filter(days_between):
        changes[change.series_id][change.day] = change
    meetings: list[Occurrence] = []
    for series in all_series:
        own = changes[series.pk]
        # A meeting that takes place once was meant for that very day.
        free = holidays if series.rrule else frozenset()
        days = {day for day in dates_by_rule(series, first, last) if day not in free}
        # Who moves or calls off a date says what becomes of it, holiday or not.
        days |= on_rule(series, own)
        all_dates = (_occurrence(series, day, own.get(day)) for day in days)
        meetings += [
            meeting for meeting in all_dates if meeting.starts_at < end and meeting.ends_at > start
        ]
    meetings.sort(
        key=lambda meeting: (
            meeting.starts_at,
            name_key(meeting.title),
            meeting.series_id,
            meeting.local_date,
        )
    )
    return meetings[:MOST]


def _occurrence(series: MeetingSeries, day: date, change: SeriesException | None) -> Occurrence:
    begins = local_moment(day, series.begins_at, series.zone)
    minutes, place, moved_from = series.minutes, series.place, None
    if change is not None and change.moved_to and change.begins_at and change.minutes:
        moved_from = begins
        begins = local_moment(change.moved_to, change.begins_at, series.zone)
        minutes, place = change.minutes, change.place or place
    # Minutes that pass, whatever the clocks do meanwhile.
    lasting = timedelta(minutes=minutes)
    ends = (begins.astimezone(UTC) + lasting).astimezone(begins.tzinfo)
    return Occurrence(
        series_id=series.pk,
        uid=series.uid,
        local_date=day,
        title=series.title,
        kind=series.kind,
        starts_at=begins,
        ends_at=ends,
        zone=series.zone,
        place=place,
        map_link=series.map_link if place == series.place else "",
        contact=series.contact,
        remark=series.remark,
        cancelled=change is not None and change.is_off,
        moved_from=moved_from,
        reason=change.reason if change is not None else "",
    )


def _days(start: datetime, end: datetime) -> tuple[date, date]:
    return (start - _MARGIN).date(), (end + _MARGIN).date()


# --- Who comes ------------------------------------------------------------------------------------
def coming(occurrence: Occurrence) -> list[Coming]:
    """The answers of present members to one date, those who come first (one query)."""
    return coming_to([occurrence])[occurrence.key]


def coming_to(occurrences: Sequence[Occurrence]) -> Mapping[tuple[int, date], list[Coming]]:
    """The answers to each of these dates by its key (one query)."""
    rows = Coming.objects.filter(
        member__status=Member.Status.MEMBER,
        series__in={occurrence.series_id for occurrence in occurrences},
        day__in={occurrence.local_date for occurrence in occurrences},
    )
    came = Presence.objects.filter(
        night__series_id=OuterRef("series"),
        night__on=OuterRef("day"),
        member=OuterRef("member"),
        arrived_at__isnull=False,
    )
    rows = rows.select_related("member").annotate(
        member_rank=rank_of("member"), has_arrived=Exists(came)
    )
    answers: dict[tuple[int, date], list[Coming]] = {
        occurrence.key: [] for occurrence in occurrences
    }
    order = list(Coming.Answer)
    for row in sorted(
        rows,
        key=lambda row: (
            order.index(Coming.Answer(row.answer)),
            name_key(row.member.shown_name),
            row.pk,
        ),
    ):
        if (row.series_id, row.day) in answers:
            answers[row.series_id, row.day].append(row)
    return answers


# --- What else has a day --------------------------------------------------------------------------
def events_between(first: date, last: date) -> QuerySet[Event]:
    """Tournaments of these days, with the days of their rounds (two queries)."""
    dated = Round.objects.filter(played_on__range=(first, last)).order_by("number")
    return (
        Event.objects.shown()
        .filter(begins_on__lte=last, ends_on__gte=first)
        .prefetch_related(Prefetch("rounds", dated, to_attr="dated_rounds"))
        .order_by("begins_on", "pk")
    )


def appointments_between(
    start: datetime, end: datetime, member: Member | None = None
) -> QuerySet[Match]:
    """League games for which the two have a date, those of a member where one is named."""
    gone = Q(first__withdrawn_on__isnull=False) | Q(second__withdrawn_on__isnull=False)
    rows = Match.objects.filter(arranged_for__gte=start, arranged_for__lt=end, forfeit="").exclude(
        gone & Q(game=None)
    )
    if member is not None:
        rows = rows.filter(Q(first__member=member) | Q(second__member=member))
    rows = rows.annotate(first_rank=rank_of("first__member"), second_rank=rank_of("second__member"))
    return rows.select_related(
        "division__term__league", "first__member", "second__member"
    ).order_by("arranged_for", "pk")


def terms_between(first: date, last: date) -> QuerySet[Term]:
    """Terms of official leagues that begin, end or take entries until one of these days."""
    span = (first, last)
    on = Q(starts_on__range=span) | Q(ends_on__range=span) | Q(sign_up_until__range=span)
    return Term.objects.filter(on).select_related("league").order_by("starts_on", "pk")


def seasons_between(first: date, last: date) -> QuerySet[Season]:
    """Seasons that begin or end on one of these days."""
    on = Q(first__range=(first, last)) | Q(last__range=(first, last))
    return Season.objects.filter(on).select_related("league").order_by("first", "pk")


def series_and_changes() -> QuerySet[MeetingSeries]:
    """Every meeting with its changed dates, as calendar programs want to know them."""
    changes = Prefetch("exceptions", SeriesException.objects.order_by("day"), to_attr="changes")
    return MeetingSeries.objects.prefetch_related(changes)


def all_holidays() -> list[date]:
    """Every holiday."""
    return list(Holiday.objects.values_list("day", flat=True))


def member_of_link(token: str) -> Member | None:
    """Return the member of a secret address; None once they have left or renewed it."""
    link = (
        CalendarLink.objects.filter(token=token, member__status=Member.Status.MEMBER)
        .select_related("member")
        .first()
    )
    return link.member if link else None


def link_of(member: Member) -> CalendarLink | None:
    """Return a member's secret address, if there is one."""
    return CalendarLink.objects.filter(member=member).first()


#: How far ahead the next date of a series is looked for.
_AHEAD: Final = timedelta(days=400)


class MeetingFinder(Finder):
    """Club nights, lessons and other events, with their next date."""

    key = "events"
    title = pgettext_lazy("of the calendar", "Events")
    place = 60

    def find(self, text: str, reader: Reader, most: int) -> list[Hit]:  # noqa: ARG002
        asked = in_any_case("title", text) | in_any_case("place", text)
        series = MeetingSeries.objects.filter(asked).order_by("-first", "-pk")
        return [_hit(meeting, timezone.localdate()) for meeting in series[:most]]


def _hit(series: MeetingSeries, today: date) -> Hit:
    following = next(islice(dates_by_rule(series, today, today + _AHEAD), 1), None)
    day = following or series.until or series.first
    return Hit(
        series.title,
        reverse("leagues:meeting", args=[series.pk, day.isoformat()]),
        dotted((weekday_of(day), series.place)),
    )
