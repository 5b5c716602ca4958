"""Single dates of a meeting: called off, moved, as by the rule again; holidays."""

from __future__ import annotations

import secrets
from datetime import date, datetime, time

from django.core.exceptions import PermissionDenied
from django.utils import timezone

from goclub.common.transactions import atomic_retried, lock_row, lock_rows
from goclub.leagues.calendar.queries import Occurrence, local_moment, occurrence_on
from goclub.leagues.calendar.services.series import (
    CHANGE,
    check_day,
    checked_line,
    promises,
    tell_what_changed,
)
from goclub.leagues.models import CalendarLink, Coming, Holiday, MeetingSeries, SeriesException
from goclub.leagues.models.calendar import LONGEST
from goclub.members.models import Member, User
from goclub.members.rights import need
from ratings.checks import whole_number
from ratings.errors import Code, RuleError


@atomic_retried
def cancel_date(
    *, series: MeetingSeries, day: date, by: User | None, at: datetime, reason: str = ""
) -> SeriesException:
    """Call one date off; *day* is its day by the rule.  Whoever wanted to come is told.

    Raises PermissionDenied, RuleError ``calendar.no_date``, ``calendar.over``, ``calendar.off``.
    """
    return _change(series, day, by, at, {}, reason)


@atomic_retried
def move_date(
    *,
    series: MeetingSeries,
    day: date,
    to: date,
    begins_at: time,
    by: User | None,
    at: datetime,
    minutes: int | None = None,
    place: str = "",
    reason: str = "",
) -> SeriesException:
    """Let one date take place at another time or elsewhere; its name stays *day*.

    Of a date that was called off too.  Raises PermissionDenied, RuleError ``calendar.no_date``,
    ``calendar.over``, ``calendar.moved_back`` for a time that is past.
    """
    length = minutes if minutes is not None else series.minutes
    whole_number(length, field="minutes", low=5, high=LONGEST)
    check_day("to", to, at)
    if local_moment(to, begins_at, series.zone) <= at:
        raise RuleError(Code.RANGE, field="to", value=to, reason="calendar.moved_back")
    values = {
        "moved_to": to,
        "begins_at": begins_at.replace(second=0, microsecond=0),
        "minutes": length,
        "place": checked_line("place", place),
    }
    return _change(series, day, by, at, values, reason)


@atomic_retried
def restore_date(*, series: MeetingSeries, day: date, by: User | None, at: datetime) -> None:
    """Let one date be as the rule has it again; nothing happens where it is."""
    need(by, CHANGE)
    series = lock_row(series)
    change = SeriesException.objects.filter(series=series, day=day).first()
    if change is None:
        return
    before = promises([series], at, day)
    if local_moment(day, series.begins_at, series.zone) <= at:
        raise RuleError(Code.STATE, field="day", value=day, reason="calendar.over")
    change.delete()
    _counted(series, at)
    tell_what_changed(before, series, at=at, by=by)


def _change(
    series: MeetingSeries,
    day: date,
    by: User | None,
    at: datetime,
    values: dict[str, object],
    reason: str,
) -> SeriesException:
    need(by, CHANGE)
    series = lock_row(series)
    now = need_date(series, day)
    if now.is_over(at):
        raise RuleError(Code.STATE, field="day", value=day, reason="calendar.over")
    if now.cancelled and not values:
        raise RuleError(Code.STATE, field="day", value=day, reason="calendar.off")
    reason = checked_line("reason", reason, SeriesException)
    before = promises([series], at, day)
    whole: dict[str, object] = {"moved_to": None, "begins_at": None, "minutes": None, "place": ""}
    change, _new = SeriesException.objects.update_or_create(
        series=series,
        day=day,
        defaults=whole | values | {"reason": reason, "decided_at": at, "decided_by": by},
    )
    _counted(series, at)
    tell_what_changed(before, series, at=at, by=by, reason=reason)
    return change


def need_date(series: MeetingSeries, day: date) -> Occurrence:
    """The date of a series on this day by the rule; raises ``calendar.no_date``."""
    occurrence = occurrence_on(series, day)
    if occurrence is None:
        raise RuleError(Code.UNKNOWN, field="day", value=day, reason="calendar.no_date")
    return occurrence


def _counted(series: MeetingSeries, at: datetime) -> None:
    series.changed_at = at
    series.version += 1
    series.save(update_fields=["changed_at", "version"])


# --- Holidays -------------------------------------------------------------------------------------
@atomic_retried
def add_holiday(*, day: date, name: str, by: User | None, at: datetime) -> Holiday:
    """Let the club not meet on a day; meetings that recur skip it.

    Raises PermissionDenied, RuleError E_MISSING on ``name``, E_DUPLICATE on ``day``.
    """
    need(by, "leagues.add_holiday")
    name = checked_line("name", name, Holiday)
    if not name:
        raise RuleError(Code.MISSING, field="name", value="")
    check_day("day", day, at)
    if Holiday.objects.filter(day=day).exists():
        raise RuleError(Code.DUPLICATE, field="day", value=day)
    answered = Coming.objects.filter(day=day).values("series")
    concerned = lock_rows(MeetingSeries.objects.filter(pk__in=answered))
    before = {row.pk: promises([row], at, day) for row in concerned}
    holiday = Holiday.objects.create(day=day, name=name)
    for row in concerned:
        tell_what_changed(before[row.pk], row, at=at, by=by, reason=name)
    return holiday


@atomic_retried
def remove_holiday(*, holiday: Holiday, by: User | None) -> None:
    """Let the club meet on this day like on any other."""
    need(by, "leagues.change_holiday")
    holiday.delete()


# Who comes: yes, later, no.


def on_member_leaves(member: Member, at: datetime, **_kwargs: object) -> None:
    """Receiver of ``members.signals.member_leaves``: answers to dates to come are taken back."""
    today = timezone.localdate(at)
    Coming.objects.filter(member=member, day__gte=today).delete()


@atomic_retried
def answer(
    *,
    series: MeetingSeries,
    day: date,
    member: Member,
    answer: str,
    by: User | None,
    at: datetime,
    note: str = "",
) -> Coming | None:
    """Store a member's answer to one date in place of an earlier one.

    An empty *answer* takes it back.  For others an organiser answers.  Raises PermissionDenied,
    RuleError ``calendar.left`` for who is no member at present, ``calendar.no_date``,
    ``calendar.off``, ``calendar.over``, E_UNKNOWN for no answer at all.
    """
    if by is not None and member.user_id != by.pk and not by.has_perm(CHANGE):
        raise PermissionDenied
    if answer and answer not in Coming.Answer.values:
        raise RuleError(Code.UNKNOWN, field="answer", value=answer[:20])
    if member.status != Member.Status.MEMBER:
        raise RuleError(Code.STATE, field="member", value=str(member), reason="calendar.left")
    series = lock_row(series)
    date_of = need_date(series, day)
    if date_of.is_over(at):
        raise RuleError(Code.STATE, field="day", value=day, reason="calendar.over")
    if date_of.cancelled:
        raise RuleError(Code.STATE, field="day", value=day, reason="calendar.off")
    if not answer:
        Coming.objects.filter(series=series, day=day, member=member).delete()
        return None
    values = {
        "answer": answer,
        "note": checked_line("note", note, Coming),
        "answered_at": at,
        "answered_by": by,
    }
    row, _new = Coming.objects.update_or_create(
        series=series, day=day, member=member, defaults=values
    )
    return row


# The secret address at which a calendar program reads a member's own calendar.


@atomic_retried
def renew_link(*, member: Member, by: User, at: datetime) -> CalendarLink:
    """Give a member a new secret address; the one before opens nothing from now on."""
    if member.user_id != by.pk or member.status != Member.Status.MEMBER:
        raise PermissionDenied
    link, _new = CalendarLink.objects.update_or_create(
        member=member, defaults={"token": secrets.token_urlsafe(24), "made_at": at}
    )
    return link


@atomic_retried
def end_link(*, member: Member, by: User) -> None:
    """Take a member's secret address away."""
    if member.user_id != by.pk:
        raise PermissionDenied
    CalendarLink.objects.filter(member=member).delete()
