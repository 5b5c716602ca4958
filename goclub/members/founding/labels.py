"""Refusals of founding, and what the members’ rooms have a new club do."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from goclub.common import backups
from goclub.common.refusals.registry import Refusals
from goclub.members.founding.queries import Task
from goclub.members.models import Invitation, Letter, Member

REFUSALS: Refusals = {
    "founding.founded": _(
        "This club has a chair already. Sign in, or ask the chair to invite you."
    ),
    "founding.member_already": _("This login belongs to a member already."),
}


def _somebody_invited() -> bool:
    return Invitation.objects.exists() or Member.objects.active().count() > 1


def _test_letter_sent() -> bool:
    return Letter.objects.filter(kind="test", state=Letter.State.SENT).exists()


def _backup_made() -> bool:
    return backups.age() is not None


FIRST_HOUR = (
    Task(
        key="mail",
        place=10,
        title=_("Does the post work?"),
        about=_("A letter to yourself. Arrived? Then invitations will arrive as well."),
        button=_("Send a test letter"),
        url_name="members:test-letter",
        is_done=_test_letter_sent,
        pressed=True,
    ),
    Task(
        key="backup",
        place=15,
        title=_("The first backup"),
        about=_("One file with everything. After this one it is made every night by itself."),
        button=_("Back up now"),
        url_name="members:backup-now",
        is_done=_backup_made,
        pressed=True,
    ),
    Task(
        key="invite",
        place=20,
        title=_("Invite people"),
        about=_("Paste addresses, make a link for a poster, or enter members by hand."),
        button=_("Invite"),
        url_name="members:invitations",
        is_done=_somebody_invited,
    ),
)
