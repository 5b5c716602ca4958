"""Refusals of founding, and what the members’ rooms have a new club do."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from goclub.common import backups
from goclub.common.refusals.registry import Refusals
from goclub.members.founding.services import Task
from goclub.members.models import Invitation, Letter, Member

REFUSALS: Refusals = {
    "founding.founded": _(
        "This club already has a chair. Sign in, or ask the chair to invite you."
    ),
    "founding.member_already": _("This account already belongs to a member."),
}


FIRST_HOUR = (
    Task(
        key="mail",
        place=10,
        title=_("Does e-mail work?"),
        about=_("Send an e-mail to yourself. If it arrives, invitations will too."),
        button=_("Send test e-mail"),
        url_name="members:test-letter",
        is_done=lambda: Letter.objects.filter(kind="test", state=Letter.State.SENT).exists(),
        pressed=True,
    ),
    Task(
        key="backup",
        place=15,
        title=_("First backup"),
        about=_(
            "One file with everything. After this first backup, one is made automatically "
            "every night."
        ),
        button=_("Back up now"),
        url_name="members:backup-now",
        is_done=lambda: backups.age() is not None,
        pressed=True,
    ),
    Task(
        key="invite",
        place=20,
        title=_("Invite people"),
        about=_("Paste e-mail addresses, create a link for a poster, or add members by hand."),
        button=_("Invite"),
        url_name="members:invitations",
        is_done=lambda: Invitation.objects.exists() or Member.objects.active().count() > 1,
    ),
)
