"""What a member does with notices: reads them, and says how they come."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.core import signing

from goclub.common.transactions import atomic_retried
from goclub.members.models import Member, Notice, NoticeSwitch
from goclub.members.notices.queries import Mail, kinds
from goclub.members.notices.services.telling import STOP
from ratings.errors import Code, RuleError


@atomic_retried
def read_notice(*, notice: Notice, at: datetime) -> None:
    """Note that a notice was read, the first time."""
    Notice.objects.filter(pk=notice.pk, read_at=None).update(read_at=at, in_digest=False)


@atomic_retried
def read_all(*, member: Member, at: datetime) -> int:
    """Note that a member has read everything; returns how many were new."""
    unread = Notice.objects.filter(member=member, read_at=None, at__lte=at)
    return unread.update(read_at=at, in_digest=False)


@atomic_retried
def choose_mail(*, member: Member, choices: Mapping[str, str]) -> None:
    """Keep when each kind goes by mail: key of the kind → one of ``NoticeSwitch.Mail``.

    Raises RuleError E_UNKNOWN for a kind or a time that is none.
    """
    for kind, mail in choices.items():
        if kind not in kinds() or mail not in Mail.values:
            raise RuleError(Code.UNKNOWN, field="kind", value=f"{kind} {mail}"[:80])
        NoticeSwitch.objects.update_or_create(member=member, kind=kind, defaults={"mail": mail})


def read_stop(token: str) -> tuple[Member, str] | None:
    """Whose letters of which kind a link switches off; None for a link that is not ours."""
    try:
        pk, kind = signing.loads(token, salt=STOP)
    except (signing.BadSignature, ValueError):
        return None
    member = Member.objects.filter(pk=pk).first()
    return (member, kind) if member and kind in kinds() else None
