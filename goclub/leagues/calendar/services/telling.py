"""Telling those who said that they come what became of their dates."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from types import MappingProxyType
from typing import Final

from django.urls import reverse

from goclub.leagues.calendar.queries import Occurrence, occurrences_on
from goclub.leagues.models import Coming, MeetingSeries
from goclub.members.models import Member, User
from goclub.members.notices.services.telling import Told, tell_each

Answer = Coming.Answer
COMES: Final = (Answer.YES, Answer.LATE)
_SAME: Mapping[date, date] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Promise:
    """A date to which members want to come, as it stood."""

    occurrence: Occurrence
    members: tuple[Member, ...]


def promises(
    series: Iterable[MeetingSeries], at: datetime, day: date | None = None
) -> list[Promise]:
    """The dates still to come for which somebody said yes, as they stand now."""
    rows = Coming.objects.filter(series__in=list(series), answer__in=COMES).select_related(
        "member", "series"
    )
    if day is not None:
        rows = rows.filter(day=day)
    promised: dict[int, dict[date, list[Member]]] = defaultdict(lambda: defaultdict(list))
    known: dict[int, MeetingSeries] = {}
    for row in rows.order_by("pk"):
        known[row.series_id] = row.series
        promised[row.series_id][row.day].append(row.member)
    open_promises = []
    for pk, days in promised.items():
        for on, occurrence in occurrences_on(known[pk], days).items():
            if not occurrence.cancelled and not occurrence.is_over(at):
                open_promises.append(Promise(occurrence, tuple(days[on])))
    return open_promises


def tell_what_changed(
    before: Iterable[Promise],
    series: MeetingSeries,
    *,
    at: datetime,
    by: User | None,
    reason: str = "",
    days: Mapping[date, date] = _SAME,
) -> None:
    """Tell everybody whose date is off, or takes place at another time or place.

    *series* the one in which the dates stand now; *days* under which other day some of them do.
    """
    before = list(before)
    names = {promise.occurrence.local_date for promise in before}
    after = occurrences_on(series, [days.get(day, day) for day in names]) if names else {}
    off: list[Told] = []
    moved: list[Told] = []
    for promise in before:
        was = promise.occurrence
        now = after.get(days.get(was.local_date, was.local_date))
        if now is None or now.cancelled:
            url = reverse("leagues:club-calendar") if now is None else now.get_absolute_url()
            off += [_told(member, was, url, reason) for member in promise.members]
        elif (now.starts_at, now.place) != (was.starts_at, was.place):
            moved += [_told_moved(member, was, now, reason) for member in promise.members]
    if off:
        tell_each(kind="meeting.cancelled", at=at, hearers=off, by=by)
    if moved:
        tell_each(kind="meeting.moved", at=at, hearers=moved, by=by)


def _told(member: Member, was: Occurrence, url: str, reason: str) -> Told:
    day = was.starts_at.date().isoformat()
    return Told(member, url, {"title": was.title, "day": day, "reason": reason})


def _told_moved(member: Member, was: Occurrence, now: Occurrence, reason: str) -> Told:
    return Told(
        member,
        now.get_absolute_url(),
        {
            "title": was.title,
            "day": was.starts_at.date().isoformat(),
            "to": now.starts_at.date().isoformat(),
            "hour": f"{now.starts_at:%H:%M}",
            "place": now.place,
            "reason": reason,
        },
    )
