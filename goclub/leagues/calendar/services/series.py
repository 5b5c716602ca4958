"""Telling those who said that they come what became of their dates."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from types import MappingProxyType
from typing import Any, Final
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from django.db.models import Model
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from goclub.common.recurrence import parse
from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried, lock_row
from goclub.common.zones import is_zone
from goclub.go.records.text import strip_unseen
from goclub.leagues.calendar.queries import (
    Occurrence,
    club_zone,
    dates_by_rule,
    occurrences_on,
    on_rule,
)
from goclub.leagues.models import Coming, MeetingSeries, SeriesException
from goclub.leagues.models.calendar import LONGEST
from goclub.members.models import Member
from goclub.members.notices.services import Told, tell_each
from goclub.members.requests import Act
from goclub.members.rights import need
from ratings.accepted import AcceptedRange
from ratings.checks import whole_number
from ratings.errors import Code, RuleError

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
    act: Act,
    before: Iterable[Promise],
    series: MeetingSeries,
    *,
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
        tell_each(act, "meeting.cancelled", off)
    if moved:
        tell_each(act, "meeting.moved", moved)


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


# Meetings: begun, changed from a day on, ended.


ADD, CHANGE = "leagues.add_meetingseries", "leagues.change_meetingseries"
#: A first day lies no further away: what is older was no meeting that anybody still asks for.
BACK, AHEAD = timedelta(days=3653), timedelta(days=3653)
#: Another one of these is another rule: it holds from a day on, and the past stays what it was.
_TIMING: Final = ("begins_at", "minutes", "zone", "rrule")


#: What is meant where it is not said; without a rule a meeting is once, without a zone the club's.
_USUAL: Final = {
    "kind": MeetingSeries.Kind.EVENING,
    "minutes": 180,
    "until": None,
    **dict.fromkeys(("rrule", "zone", "place", "map_link", "contact", "remark"), ""),
}


@atomic_retried
def start_series(act: Act, details: Mapping[str, Any]) -> MeetingSeries:
    """Begin a meeting of these columns: once, or again and again, without a last day for good.

    A first day that the rule does not know becomes the next one that it does.  Raises
    PermissionDenied, RuleError on the field that cannot be so.
    """
    need(act.by, ADD)
    values = _checked(details, act.at)
    return MeetingSeries.objects.create(created_at=act.at, changed_at=act.at, **values)


@atomic_retried
def change_series(
    act: Act, series: MeetingSeries, *, details: Mapping[str, Any], since: date | None = None
) -> MeetingSeries:
    """Change a meeting; returns the series that holds from now on.

    Words and the last day change where they stand.  Another hour or rule holds from *since* on, at
    the earliest today: where dates lie behind, the series ends before it, and another one goes on.
    Answers and changed dates that still exist go along; who wanted to come is told.  Raises
    PermissionDenied, RuleError on the field, ``calendar.ended`` where all of it is over.
    """
    need(act.by, CHANGE)
    series = lock_row(series)
    today = act.at.astimezone(ZoneInfo(series.zone)).date()
    begun = series.first < today
    values = _checked(details, act.at, known=series)
    timing = any(values[name] != getattr(series, name) for name in _TIMING)
    timing = timing or (values["first"] != series.first and not begun)
    if timing and series.until is not None and series.until < today:
        raise RuleError(Code.STATE, "rrule", str(series), reason="calendar.ended")
    check_day("since", since, act.at)
    before = promises([series], act.at)
    days = {}
    if timing and begun:
        series = _go_on(series, values, max(since or today, today), act.at)
    else:
        if begun:
            values["first"] = series.first
        if not series.rrule and not values["rrule"]:
            days = _carry_answers(series, values["first"])
        _keep(series, values, act.at)
    tell_what_changed(act, before, series, days=days)
    return series


@atomic_retried
def end_series(act: Act, series: MeetingSeries, *, last: date | None = None) -> MeetingSeries:
    """End a meeting: *last* is its last day, without one there is no date after now.

    Raises PermissionDenied, RuleError ``calendar.ended`` where it is over already.
    """
    need(act.by, CHANGE)
    series = lock_row(series)
    today = act.at.astimezone(ZoneInfo(series.zone)).date()
    if series.until is not None and series.until < today:
        raise RuleError(Code.STATE, "last", str(series), reason="calendar.ended")
    check_day("last", last, act.at)
    before = promises([series], act.at)
    end = last or _last_begun(series, act.at)
    if series.until is not None:
        end = min(end, series.until)
    values = {"until": end, "rrule": _without_count(series.rrule), "ended_at": act.at}
    _keep(series, values, act.at)
    tell_what_changed(act, before, series)
    return series


def _carry_answers(series: MeetingSeries, day: date) -> dict[date, date]:
    """The answers to a single meeting go along to its new day; returns old day → new day."""
    if day == series.first:
        return {}
    for rows in (Coming.objects.filter(series=series), series.exceptions.all()):
        rows.filter(day=series.first).update(day=day)
    return {series.first: day}


def _last_begun(series: MeetingSeries, at: datetime) -> date:
    """The last day whose meeting has begun by now."""
    here = at.astimezone(ZoneInfo(series.zone))
    return here.date() if series.begins_at <= here.time() else here.date() - timedelta(days=1)


def _keep(series: MeetingSeries, values: dict[str, Any], at: datetime) -> None:
    for name, value in values.items():
        setattr(series, name, value)
    series.changed_at = at
    series.version += 1
    series.save()


def _go_on(
    series: MeetingSeries, values: dict[str, Any], since: date, at: datetime
) -> MeetingSeries:
    """End a series before *since*, and begin another that follows it and takes what is to come."""
    if not series.rrule:
        raise RuleError(Code.STATE, "first", str(series), reason="calendar.ended")
    if values["rrule"]:
        rule = parse(values["rrule"])
        if rule.count is not None:
            gone = len(list(dates_by_rule(series, series.first, since - timedelta(days=1))))
            rule = replace(rule, count=max(rule.count - gone, 1))
        values |= {"rrule": rule.text(), "first": rule.first_from(since)}
    else:
        values["first"] = max(values["first"], since)
    _check_end(values["first"], values["until"])
    end = {"until": since - timedelta(days=1), "rrule": _without_count(series.rrule)}
    _keep(series, end | {"ended_at": at}, at)
    # Whoever goes on from a series that somebody already went on from stands beside it.
    follows = None if hasattr(series, "followed_by") else series
    after = MeetingSeries.objects.create(follows=follows, created_at=at, changed_at=at, **values)
    for rows in (
        SeriesException.objects.filter(series=series, day__gte=since),
        Coming.objects.filter(series=series, day__gte=since),
    ):
        dates = on_rule(after, rows.values_list("day", flat=True))
        rows.filter(day__in=dates).update(series=after)
    return after


def _without_count(rrule: str) -> str:
    """A rule that ends by its last day ends no more by its number."""
    return replace(parse(rrule), count=None).text() if rrule else ""


# --- What can be said of a meeting ----------------------------------------------------------------
def _checked(
    details: Mapping[str, Any], at: datetime, known: MeetingSeries | None = None
) -> dict[str, Any]:
    values: dict[str, Any] = {**_USUAL, **details}
    for name in ("title", "place", "map_link", "contact", "remark", "zone"):
        values[name] = checked_line(name, values[name])
    if not values["title"]:
        raise RuleError(Code.MISSING, "title", "")
    if values["kind"] not in MeetingSeries.Kind.values:
        raise RuleError(Code.UNKNOWN, "kind", str(values["kind"])[:20])
    values["zone"] = values["zone"] or (known.zone if known else club_zone())
    if not is_zone(values["zone"]):
        raise Refusal(
            _("“%(value)s” is not a time zone."),
            code=Code.UNKNOWN,
            field="zone",
            value=values["zone"][:50],
            reason="no_zone",
        )
    whole_number(values["minutes"], field="minutes", low=5, high=LONGEST)
    values["begins_at"] = values["begins_at"].replace(second=0, microsecond=0)
    _check_link(values["map_link"])
    # A day that is kept is not asked again.
    if known is None or values["first"] != known.first:
        check_day("first", values["first"], at)
    if known is None or values["until"] != known.until:
        check_day("until", values["until"], at)
    return values | _checked_rule(values)


def check_day(field: str, day: date | None, at: datetime) -> None:
    """Raise E_RANGE for a day that lies further away than anybody means."""
    first, last = at.date() - BACK, at.date() + AHEAD
    if day is not None and not first <= day <= last:
        raise RuleError(Code.RANGE, field, day, AcceptedRange(first, last))


def _checked_rule(values: Mapping[str, Any]) -> dict[str, Any]:
    if not values["rrule"].strip():
        return {"rrule": "", "until": values["first"]}
    rule = parse(values["rrule"], zone=values["zone"], begins_at=values["begins_at"])
    if values["until"] is not None:
        if rule.count is not None:
            raise RuleError(Code.INCONSISTENT, "until", rule.text(), reason="calendar.two_ends")
        ends = [day for day in (values["until"], rule.until) if day is not None]
        rule = replace(rule, until=min(ends))
    first = rule.first_from(values["first"])
    _check_end(first, rule.until)
    return {"rrule": rule.text(), "first": first, "until": rule.until}


def _check_end(first: date, until: date | None) -> None:
    if until is not None and until < first:
        raise RuleError(
            Code.INCONSISTENT,
            "until",
            until,
            AcceptedRange(first, None),
            reason="calendar.ends_before",
        )


def _check_link(link: str) -> None:
    try:
        parts = urlsplit(link)
    except ValueError:
        parts = None
    if link and (parts is None or parts.scheme not in ("http", "https") or not parts.hostname):
        raise Refusal(
            _("The map address must begin with https:// or http://."),
            code=Code.TYPE,
            field="map_link",
            value=link[:60],
            reason="no_link",
        )


def checked_line(name: str, text: str, model: type[Model] = MeetingSeries) -> str:
    """One line, as long as its column takes; raises E_RANGE for a longer one.

    >>> checked_line("place", "می\\u200cخواهم \\x1b\\n2") == "می\\u200cخواهم 2"
    True
    """
    line = " ".join(strip_unseen(text).split())
    longest = getattr(model._meta.get_field(name), "max_length", None)
    if longest is not None and len(line) > longest:
        raise RuleError(
            Code.RANGE, name, len(line), AcceptedRange(0, longest), reason="calendar.too_long"
        )
    return line
