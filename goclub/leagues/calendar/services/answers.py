"""Who comes: yes, later, no."""

from __future__ import annotations

from datetime import date, datetime

from django.core.exceptions import PermissionDenied
from django.utils import timezone

from goclub.common.locks import lock_row
from goclub.common.transactions import atomic_retried
from goclub.leagues.calendar.services.dates import need_date
from goclub.leagues.calendar.services.series import CHANGE, checked_line
from goclub.leagues.models import Coming, MeetingSeries
from goclub.members.models import Member, User
from ratings.errors import Code, RuleError


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
    """Keep what a member answers to one date, instead of what he answered before.

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
