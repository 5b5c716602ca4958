"""Roles, questions and refusals about membership in the reader's words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from django.forms import BaseForm
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy
from django_stubs_ext import StrOrPromise

from goclub.common.confirmation import Question
from goclub.common.refusals.registry import Refusals
from goclub.members.membership.services.invitations import InvitationOutcome, InvitationResult
from goclub.members.models import Invitation, Member
from goclub.members.roles import CHAIR, MEMBER, ORGANISER, SECRETARY

#: What a role is called.
ROLE_NAMES: Final[Mapping[str, StrOrPromise]] = {
    "": "–",
    MEMBER: pgettext_lazy("a role", "member"),
    ORGANISER: pgettext_lazy("a role", "organiser"),
    SECRETARY: pgettext_lazy("a role", "secretary"),
    CHAIR: pgettext_lazy("a role", "chair"),
}

#: What it opens, each beside what the one before opens.
ROLE_OPENS: Final[Mapping[str, StrOrPromise]] = {
    MEMBER: gettext_lazy("reports games, plays in leagues and tournaments, has a profile"),
    ORGANISER: gettext_lazy(
        "also enters other players’ results, decides and corrects games, runs tournaments"
    ),
    SECRETARY: gettext_lazy(
        "also admits and removes members, sets points and ranks, uses the admin"
    ),
    CHAIR: gettext_lazy(
        "also gives roles, makes points official, changes house rules and the club’s settings"
    ),
}

REFUSALS: Refusals = {
    "address.closed": gettext_lazy(
        "This link is no longer valid, or the address is now taken. Ask for a new e-mail."
    ),
    "invitation.over": gettext_lazy(
        "This invitation has been accepted or withdrawn. Send a new one if it is still needed."
    ),
    "invitation.closed": gettext_lazy(
        "This invitation is no longer valid. Ask the club for a new one."
    ),
}

#: What became of an address that was to be invited.
_OUTCOMES: Final[Mapping[InvitationResult, StrOrPromise]] = {
    InvitationResult.SENT: gettext_lazy("has been invited"),
    InvitationResult.BACK: gettext_lazy("has been invited back, with all games and points"),
    InvitationResult.OPEN: gettext_lazy(
        "has already been invited; resend the e-mail in the list below"
    ),
    InvitationResult.MEMBER: gettext_lazy("already has an account here"),
    InvitationResult.WAITING: gettext_lazy("already has a membership request on the desk"),
    InvitationResult.NO_ADDRESS: gettext_lazy("cannot receive e-mail"),
    InvitationResult.TWICE: gettext_lazy("appears twice"),
    InvitationResult.GUEST: gettext_lazy("is a guest: make them a member first"),
}


def outcome_text(outcome: InvitationOutcome) -> str:
    """What became of one address."""
    return str(_OUTCOMES[outcome.result])


class InvitationState(NamedTuple):
    """Where an invitation stands: in words, and whether it can still be sent or withdrawn."""

    text: str
    open: bool


def state_of(invitation: Invitation, now: datetime) -> InvitationState:
    """Where an invitation stands."""
    day = _day(invitation.valid_until)
    if invitation.accepted_at:
        return InvitationState(
            _("accepted on %(day)s") % {"day": _day(invitation.accepted_at)}, False
        )
    if invitation.withdrawn_at:
        return InvitationState(
            _("closed on %(day)s") % {"day": _day(invitation.withdrawn_at)}, False
        )
    if invitation.valid_until <= now:
        return InvitationState(_("expired on %(day)s") % {"day": day}, bool(invitation.email))
    if invitation.email:
        return InvitationState(_("open until %(day)s") % {"day": day}, True)
    figures = {"n": invitation.used, "all": invitation.uses, "day": day}
    return InvitationState(_("%(n)s of %(all)s used, open until %(day)s") % figures, True)


def _day(moment: datetime) -> str:
    return str(date_format(timezone.localtime(moment), "SHORT_DATE_FORMAT"))


def letting_go(leaving: Sequence[Member], form: BaseForm, back: str) -> Question:
    """What is asked before members are let go, and what it does."""
    count = len(leaving)
    return Question(
        title=ngettext("End %(n)s membership?", "End %(n)s memberships?", count) % {"n": count},
        items=leaving,
        effects=[
            _("Former members can no longer sign in."),
            _(
                "Games, points and places in the standings are kept, for them and for everyone "
                "else."
            ),
            _(
                "They are withdrawn from tournaments and leagues that have not begun. Where play "
                "has begun, the organisers are asked."
            ),
        ],
        then=_("A former member can be admitted again later."),
        button=ngettext("End %(n)s membership", "End %(n)s memberships", count) % {"n": count},
        back=back,
        form=form,
    )


def resetting_factor(member: Member) -> Question:
    """What is asked before somebody's second factor is reset, and what it does."""
    return Question(
        title=_("Reset the second factor of %(name)s?") % {"name": member},
        why=_(
            "Make sure that it is really %(name)s who is asking: meet in person or call a "
            "number that you know."
        )
        % {"name": member},
        effects=[
            _("All authenticator apps, passkeys and recovery codes of this account are removed."),
            _("%(name)s can sign in with the password alone and set up a new one.")
            % {"name": member},
            _("%(name)s gets an e-mail about it.") % {"name": member},
        ],
        button=_("Reset"),
        back=member.get_absolute_url(),
    )


def declining(applicant: Member, form: BaseForm, back: str) -> Question:
    """What is asked before a request is declined."""
    return Question(
        title=_("Decline the membership request from %(name)s?") % {"name": applicant},
        effects=[
            _("The person receives the reason by e-mail, and it is kept."),
            _("They can send a new request with the same address."),
        ],
        button=_("Decline request"),
        back=back,
        form=form,
    )


def leaving(form: BaseForm, back: str) -> Question:
    """What is asked before a member leaves."""
    return Question(
        title=_("Leave the club?"),
        effects=[
            _("You will no longer be able to sign in."),
            _("Games, points and places in the standings are kept, for you and for everyone else."),
            _(
                "You are withdrawn from tournaments and leagues that have not begun. Where play "
                "has begun, the organisers are asked."
            ),
        ],
        then=_("To come back, join again with the same address. You keep your points and games."),
        button=_("Leave the club"),
        back=back,
        form=form,
    )
