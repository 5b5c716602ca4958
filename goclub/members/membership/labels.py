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

from goclub.common.refusals.registry import Refusals
from goclub.common.sure import Question
from goclub.members.membership.services.invitations import Outcome, Result
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
    MEMBER: gettext_lazy("reports games, plays leagues and tournaments, keeps a profile"),
    ORGANISER: gettext_lazy(
        "also enters results of others, decides and corrects games, runs tournaments"
    ),
    SECRETARY: gettext_lazy(
        "also admits members and lets them go, sets points and ranks, looks after the office"
    ),
    CHAIR: gettext_lazy(
        "also gives roles, makes points official, changes house rules and the club’s settings"
    ),
}

REFUSALS: Refusals = {
    "member.admitted_already": gettext_lazy("%(value)s is a member already."),
    "member.no_login": gettext_lazy("%(value)s has no login yet, and a role needs one."),
    "member.asks_no_more": gettext_lazy("The request of %(value)s was answered already."),
    "member.left_already": gettext_lazy("%(value)s is no member any more."),
    "member.is_not_former": gettext_lazy("%(value)s is no former member."),
    "address.closed": gettext_lazy(
        "This link holds no more, or somebody has the address by now. Ask for another letter."
    ),
    "invitation.closed": gettext_lazy(
        "This invitation holds no more. Ask at the club for another one."
    ),
    "invitation.known": gettext_lazy(
        "This address has a login already. Sign in with it, or ask for a new password."
    ),
    "invitation.just_sent": gettext_lazy(
        "A letter to %(value)s left a moment ago. Wait ten minutes before the next."
    ),
    "member.above_you": gettext_lazy(
        "You cannot change the account of %(value)s: their role is as high as yours, or higher. "
        "Ask the chair, or whoever runs the site."
    ),
    "member.role_moves": gettext_lazy(
        "%(value)s holds a role, so this account stays where it is. Change the role to member "
        "first, on the page of the member."
    ),
    "member.last_chair": gettext_lazy(
        "%(value)s is the club’s only chair. Give somebody else the role of chair first."
    ),
}

#: What became of an address that was to be invited.
_OUTCOMES: Final[Mapping[Result, StrOrPromise]] = {
    Result.SENT: gettext_lazy("is invited"),
    Result.BACK: gettext_lazy("is invited to come back, with all games and points"),
    Result.OPEN: gettext_lazy("was invited already; send the letter again in the list below"),
    Result.MEMBER: gettext_lazy("signs in here already"),
    Result.WAITING: gettext_lazy("asked to join already and waits on the desk"),
    Result.NO_ADDRESS: gettext_lazy("is no address that mail can be sent to"),
    Result.TWICE: gettext_lazy("stands here twice"),
}


def outcome_text(outcome: Outcome) -> str:
    """What became of one address."""
    return str(_OUTCOMES[outcome.result])


class State(NamedTuple):
    """Where an invitation stands: in words, and whether it can still be sent or withdrawn."""

    text: str
    open: bool


def state_of(invitation: Invitation, now: datetime) -> State:
    """Where an invitation stands."""
    day = _day(invitation.valid_until)
    if invitation.accepted_at:
        return State(_("accepted on %(day)s") % {"day": _day(invitation.accepted_at)}, False)
    if invitation.withdrawn_at:
        return State(_("closed on %(day)s") % {"day": _day(invitation.withdrawn_at)}, False)
    if invitation.valid_until <= now:
        return State(_("ran out on %(day)s") % {"day": day}, bool(invitation.email))
    if invitation.email:
        return State(_("open until %(day)s") % {"day": day}, True)
    figures = {"n": invitation.used, "all": invitation.uses, "day": day}
    return State(_("%(n)s of %(all)s used, open until %(day)s") % figures, True)


def _day(moment: datetime) -> str:
    return str(date_format(timezone.localtime(moment), "SHORT_DATE_FORMAT"))


def letting_go(leaving: Sequence[Member], form: BaseForm, back: str) -> Question:
    """What is asked before members are let go, and what it does."""
    count = len(leaving)
    return Question(
        title=ngettext("Let %(n)s member go?", "Let %(n)s members go?", count) % {"n": count},
        items=leaving,
        effects=[
            _("Whoever is let go cannot sign in any more."),
            _("Games, points and places in tables stay, for them and for everybody else."),
            _(
                "They are withdrawn from tournaments and leagues that have not begun. Where play "
                "has begun, the organisers are asked."
            ),
        ],
        then=_("The way back: a former member can be admitted again."),
        button=ngettext("Let %(n)s member go", "Let %(n)s members go", count) % {"n": count},
        back=back,
        form=form,
    )


def resetting_factor(member: Member) -> Question:
    """What is asked before somebody's second factor is reset, and what it does."""
    return Question(
        title=_("Reset the second factor of %(name)s?") % {"name": member},
        why=_(
            "Make sure that it is really %(name)s who asks: meet in person or call a number that"
            " you know."
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
        title=_("Decline the request of %(name)s?") % {"name": applicant},
        effects=[
            _("The reason goes to the person in a letter, and is kept."),
            _("Nobody is locked out: the same address may ask again."),
        ],
        button=_("Decline the request"),
        back=back,
        form=form,
    )


def leaving(form: BaseForm, back: str) -> Question:
    """What is asked before a member leaves."""
    return Question(
        title=_("Leave the club?"),
        effects=[
            _("You cannot sign in any more."),
            _("Games, points and places in tables stay, for you and for everybody else."),
            _(
                "You are withdrawn from tournaments and leagues that have not begun. Where play "
                "has begun, the organisers are asked."
            ),
        ],
        then=_("The way back: ask to join with the same address. Points and games go on."),
        button=_("Leave the club"),
        back=back,
        form=form,
    )
