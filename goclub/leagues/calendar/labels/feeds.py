"""The calendar for calendar programs, and the members who are free this week."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from django.utils.translation import gettext as _

from goclub.common.calendar_file import CANCELLED, CONFIRMED, Item
from goclub.common.notation import bracketed
from goclub.games.finding.queries import with_rank
from goclub.leagues.calendar.labels.entries import when
from goclub.leagues.calendar.queries import (
    all_holidays,
    appointments_between,
    coming_to,
    events_between,
    local_moment,
    meetings_between,
    on_rule,
    rule_of,
    series_and_changes,
)
from goclub.leagues.challenge.labels import terms_text
from goclub.leagues.challenge.queries import agreed_between, busy_with
from goclub.leagues.league.services.timetable import starts_of
from goclub.leagues.models import Challenge, Coming, Event, MeetingSeries, SeriesException
from goclub.leagues.official.queries import open_matches_of
from goclub.members.models import Member

#: A feed tells of what was in the last year and of what is to come.
PAST: Final = timedelta(days=366)
FUTURE: Final = timedelta(days=5 * 366)


def club_items(at: datetime, *, everything: bool) -> Iterator[Item]:
    """The club's meetings; with *everything* its tournaments too."""
    yield from meeting_items(series_and_changes(), all_holidays())
    if everything:
        yield from event_items(at)


def member_items(member: Member, at: datetime) -> Iterator[Item]:
    """What concerns a member: the club's meetings and tournaments, their own league games
    and agreed games.
    """
    yield from club_items(at, everything=True)
    for match in appointments_between(at - PAST, at + FUTURE, member):
        yield Item(
            uid=f"match-{match.pk}",  # the same name as in the league's own calendar
            title=f"{match.first.member} – {match.second.member}"
            + bracketed(match.division.term.league),
            begins=match.arranged_for,
            place=match.place,
            path=match.get_absolute_url(),
            status=CONFIRMED,
        )
    for challenge in agreed_between(at - PAST, at + FUTURE, member, with_off=True):
        off = challenge.state == Challenge.State.OFF
        yield Item(
            uid=f"challenge-{challenge.uid}",
            title=str(challenge),
            begins=challenge.agreed_for,
            path=challenge.get_absolute_url(),
            text=terms_text(challenge),
            status=CANCELLED if off else CONFIRMED,
            version=challenge.version + off,
        )


def meeting_items(series: Iterable[MeetingSeries], holidays: list[date]) -> Iterator[Item]:
    """Every series with its rule, then each date of it that is not as the rule says.

    The series carry ``changes``, their changed dates.
    """
    for meetings in series:
        if meetings.until is not None and meetings.until < meetings.first:
            continue  # called off before it began
        changes: list[SeriesException] = meetings.changes  # type: ignore[attr-defined]
        changed = {change.day for change in changes}
        # A holiday that somebody decided about is as they decided.
        dates = on_rule(meetings, {*changed, *holidays})
        free = sorted(dates.difference(changed)) if meetings.rrule else []
        yield Item(
            uid=f"meeting-{meetings.uid}",
            title=meetings.title,
            begins=_by_rule(meetings, meetings.first),
            minutes=meetings.minutes,
            place=meetings.place,
            text=_about(meetings),
            status=CONFIRMED,
            zone=meetings.zone,
            rrule=_rrule(meetings),
            without=tuple(_by_rule(meetings, day) for day in free),
            version=meetings.version,
        )
        for change in changes:
            if change.day in dates:
                yield _changed(meetings, change)


def _changed(series: MeetingSeries, change: SeriesException) -> Item:
    was = _by_rule(series, change.day)
    begins, minutes, place = was, series.minutes, series.place
    if change.moved_to and change.begins_at and change.minutes:
        begins = local_moment(change.moved_to, change.begins_at, series.zone)
        minutes, place = change.minutes, change.place or place
    return Item(
        uid=f"meeting-{series.uid}",
        title=series.title,
        begins=begins,
        minutes=minutes,
        place=place,
        text="\n".join(filter(None, [change.reason, _about(series)])),
        status=CANCELLED if change.is_off else CONFIRMED,
        zone=series.zone,
        instead_of=was,
        version=series.version,
    )


def _by_rule(series: MeetingSeries, day: date) -> datetime:
    return local_moment(day, series.begins_at, series.zone)


def _rrule(series: MeetingSeries) -> str:
    if not series.rrule:
        return ""
    until = ""
    if series.until is not None:
        # With a zone its last moment is told in UTC (section 3.3.10).
        until = f"{_by_rule(series, series.until).astimezone(UTC):%Y%m%dT%H%M%SZ}"
    return rule_of(series).text(until=until)


def _about(series: MeetingSeries) -> str:
    contact = _("Contact: %(who)s") % {"who": series.contact} if series.contact else ""
    return "\n".join(filter(None, [series.remark, contact, series.map_link]))


def event_items(at: datetime) -> Iterator[Item]:
    """Tournaments as whole days, and those of their rounds that have an hour."""
    first = (at - PAST).date()
    for event in events_between(first, (at + FUTURE).date()):
        yield Item(
            uid=f"tournament-{event.pk}",
            title=str(event),
            first=event.begins_on,
            last=event.ends_on,
            place=event.place,
            path=event.get_absolute_url(),
            status=_state(event),
        )
        yield from _round_items(event)


def _round_items(event: Event) -> Iterator[Item]:
    """The rounds on the event's clocks; one lasts as long as both may think."""
    minutes = 2 * event.main_minutes if event.main_minutes else None
    for start in starts_of(event):
        yield Item(
            uid=f"tournament-{event.pk}-round-{start.number}",
            title=_("%(event)s, round %(n)s") % {"event": event, "n": start.number},
            begins=start.at,
            minutes=minutes,
            place=event.place,
            path=event.get_absolute_url(),
            status=_state(event),
            zone=event.time_zone,
            version=event.version,
        )


def _state(event: Event) -> str:
    return CANCELLED if event.state == Event.State.CANCELLED else CONFIRMED


def day_stamp(at: datetime) -> datetime:
    """The beginning of a day in UTC: so long a calendar that did not change is the same file."""
    return datetime.combine(at.astimezone(UTC).date(), time(), tzinfo=UTC)


#: So far ahead one looks.
WEEK: Final = timedelta(days=7)


def free_this_week(me: Member, at: datetime) -> list[dict[str, object]]:
    """Who said that they come to an evening of the next seven days, and my open league games.

    ``reasons`` in words with an address; ``busy``: asked already.  As many queries for many as for
    few; the next evening first.
    """
    dates = [meeting for meeting in meetings_between(at, at + WEEK) if not meeting.cancelled]
    answers = coming_to(dates)
    people: dict[int, Member] = {}
    reasons: dict[int, list[tuple[str, str]]] = {}

    def add(member: Member, text: str, url: str) -> None:
        if member.pk != me.pk and member.status == Member.Status.MEMBER and member.user_id:
            people[member.pk] = member
            reasons.setdefault(member.pk, []).append((text, url))

    for meeting in dates:
        for row in answers[meeting.key]:
            if row.answer in (Coming.Answer.YES, Coming.Answer.LATE):
                add(row.member, f"{meeting.title} · {when(meeting)}", meeting.get_absolute_url())
    for match in open_matches_of(me):
        opponent = match.second if match.first.member_id == me.pk else match.first
        add(opponent.member, str(match.division.term.league), match.get_absolute_url())
    busy = busy_with(me, at)
    return [
        {
            "found": ranked,
            "busy": ranked.member.pk in busy,
            "reasons": reasons[ranked.member.pk],
        }
        for ranked in with_rank(people.values())
    ]
