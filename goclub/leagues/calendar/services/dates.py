"""Single dates of a meeting: called off, moved, as by the rule again; holidays."""

from __future__ import annotations

import secrets
from datetime import date, datetime, time

from django.core.exceptions import PermissionDenied
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
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
from goclub.members.models import Member
from goclub.members.requests import Act
from goclub.members.rights import need
from ratings.checks import whole_number
from ratings.errors import Code, RuleError


@atomic_retried
def cancel_date(act: Act, series: MeetingSeries, *, day: date, reason: str = "") -> SeriesException:
    """Call one date off; *day* is its day by the rule.  Whoever wanted to come is told.

    Raises PermissionDenied, RuleError ``no_date``, ``calendar.over``, ``calendar.off``.
    """
    return _change(act, series, day, {}, reason)


@atomic_retried
def move_date(
    act: Act,
    series: MeetingSeries,
    *,
    day: date,
    to: date,
    begins_at: time,
    minutes: int | None = None,
    place: str = "",
    reason: str = "",
) -> SeriesException:
    """Let one date take place at another time or elsewhere; its name stays *day*.

    Of a date that was called off too.  Raises PermissionDenied, RuleError ``no_date``,
    ``calendar.over``, ``moved_back`` for a time that is past.
    """
    length = minutes if minutes is not None else series.minutes
    whole_number(length, field="minutes", low=5, high=LONGEST)
    check_day("to", to, act.at)
    if local_moment(to, begins_at, series.zone) <= act.at:
        raise Refusal(
            _("Choose a new time that is still to come."),
            code=Code.RANGE,
            field="to",
            value=to,
            reason="moved_back",
        )
    values = {
        "moved_to": to,
        "begins_at": begins_at.replace(second=0, microsecond=0),
        "minutes": length,
        "place": checked_line("place", place),
    }
    return _change(act, series, day, values, reason)


@atomic_retried
def restore_date(act: Act, series: MeetingSeries, *, day: date) -> None:
    """Let one date be as the rule has it again; nothing happens where it is."""
    need(act.by, CHANGE)
    series = lock_row(series)
    change = SeriesException.objects.filter(series=series, day=day).first()
    if change is None:
        return
    before = promises([series], act.at, day)
    if local_moment(day, series.begins_at, series.zone) <= act.at:
        raise RuleError(Code.STATE, "day", day, reason="calendar.over")
    change.delete()
    _counted(series, act.at)
    tell_what_changed(act, before, series)


def _change(
    act: Act, series: MeetingSeries, day: date, values: dict[str, object], reason: str
) -> SeriesException:
    need(act.by, CHANGE)
    series = lock_row(series)
    now = need_date(series, day)
    if now.is_over(act.at):
        raise RuleError(Code.STATE, "day", day, reason="calendar.over")
    if now.cancelled and not values:
        raise RuleError(Code.STATE, "day", day, reason="calendar.off")
    reason = checked_line("reason", reason, SeriesException)
    before = promises([series], act.at, day)
    whole: dict[str, object] = {"moved_to": None, "begins_at": None, "minutes": None, "place": ""}
    change, _new = SeriesException.objects.update_or_create(
        series=series,
        day=day,
        defaults=whole | values | {"reason": reason, "decided_at": act.at, "decided_by": act.by},
    )
    _counted(series, act.at)
    tell_what_changed(act, before, series, reason=reason)
    return change


def need_date(series: MeetingSeries, day: date) -> Occurrence:
    """The date of a series on this day by the rule; raises ``no_date``."""
    occurrence = occurrence_on(series, day)
    if occurrence is None:
        raise Refusal(
            _("There is no event on this day (%(value)s)."),
            code=Code.UNKNOWN,
            field="day",
            value=day,
            reason="no_date",
        )
    return occurrence


def _counted(series: MeetingSeries, at: datetime) -> None:
    series.changed_at = at
    series.version += 1
    series.save(update_fields=["changed_at", "version"])


# --- Holidays -------------------------------------------------------------------------------------
@atomic_retried
def add_holiday(act: Act, day: date, *, name: str) -> Holiday:
    """Let the club not meet on a day; meetings that recur skip it.

    Raises PermissionDenied, RuleError E_MISSING on ``name``, E_DUPLICATE on ``day``.
    """
    need(act.by, "leagues.add_holiday")
    name = checked_line("name", name, Holiday)
    if not name:
        raise RuleError(Code.MISSING, "name", "")
    check_day("day", day, act.at)
    if Holiday.objects.filter(day=day).exists():
        raise RuleError(Code.DUPLICATE, "day", day)
    answered = Coming.objects.filter(day=day).values("series")
    concerned = lock_rows(MeetingSeries.objects.filter(pk__in=answered))
    before = {row.pk: promises([row], act.at, day) for row in concerned}
    holiday = Holiday.objects.create(day=day, name=name)
    for row in concerned:
        tell_what_changed(act, before[row.pk], row, reason=name)
    return holiday


@atomic_retried
def remove_holiday(act: Act, holiday: Holiday) -> None:
    """Let the club meet on this day like on any other."""
    need(act.by, "leagues.change_holiday")
    holiday.delete()


# Who comes: yes, later, no.


def on_member_leaves(member: Member, at: datetime, **_kwargs: object) -> None:
    """Receiver of ``members.signals.member_leaves``: answers to dates to come are taken back."""
    today = timezone.localdate(at)
    Coming.objects.filter(member=member, day__gte=today).delete()


@atomic_retried
def answer(
    act: Act, series: MeetingSeries, *, day: date, member: Member, answer: str, note: str = ""
) -> Coming | None:
    """Store a member's answer to one date in place of an earlier one.

    An empty *answer* takes it back.  For others an organiser answers.  Raises PermissionDenied,
    RuleError ``left`` for who is no member at present, ``no_date``,
    ``calendar.off``, ``calendar.over``, E_UNKNOWN for no answer at all.
    """
    if act.by is not None and member.user_id != act.by.pk and not act.by.has_perm(CHANGE):
        raise PermissionDenied
    if answer and answer not in Coming.Answer.values:
        raise RuleError(Code.UNKNOWN, "answer", answer[:20])
    if member.status != Member.Status.MEMBER:
        raise Refusal(
            _("%(value)s is not a member at present."),
            field="member",
            value=str(member),
            reason="left",
        )
    series = lock_row(series)
    date_of = need_date(series, day)
    if date_of.is_over(act.at):
        raise RuleError(Code.STATE, "day", day, reason="calendar.over")
    if date_of.cancelled:
        raise RuleError(Code.STATE, "day", day, reason="calendar.off")
    if not answer:
        Coming.objects.filter(series=series, day=day, member=member).delete()
        return None
    values = {
        "answer": answer,
        "note": checked_line("note", note, Coming),
        "answered_at": act.at,
        "answered_by": act.by,
    }
    row, _new = Coming.objects.update_or_create(
        series=series, day=day, member=member, defaults=values
    )
    return row


# The secret address at which a calendar program reads a member's own calendar.


@atomic_retried
def renew_link(act: Act, member: Member) -> CalendarLink:
    """Give a member a new secret address; the one before opens nothing from now on."""
    if member.user_id != act.user.pk or member.status != Member.Status.MEMBER:
        raise PermissionDenied
    link, _new = CalendarLink.objects.update_or_create(
        member=member, defaults={"token": secrets.token_urlsafe(24), "made_at": act.at}
    )
    return link


@atomic_retried
def end_link(act: Act, member: Member) -> None:
    """Take a member's secret address away."""
    if member.user_id != act.user.pk:
        raise PermissionDenied
    CalendarLink.objects.filter(member=member).delete()
