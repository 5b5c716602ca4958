"""What is refused about webhooks, why a message was not taken, and what the chair is told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from goclub.common.refusals.registry import Refusals
from goclub.common.sure import Question
from goclub.members.models import Delivery, Webhook
from goclub.members.notices.queries import NoticeKind

REFUSALS: Refusals = {
    "hooks.too_long": _("An address has at most 500 characters; this one has %(value)s."),
    "hooks.not_https": _("The address must begin with https://."),
    "hooks.no_address": _("“%(value)s” is no address of the internet."),
    "hooks.with_password": _("A name or a password does not belong into an address."),
    "hooks.port": _("Port %(value)s is closed to webhooks. Leave it out."),
    "hooks.no_such_name": _("Nobody on the internet is called “%(value)s”."),
    "hooks.inside": _("“%(value)s” lies inside this machine or its network."),
    "hooks.enough": _("%(value)s webhooks are enough. Delete one first."),
    "hooks.is_off": _("“%(value)s” is switched off. Switch it on first."),
}

KINDS: Final = [
    NoticeKind(
        "hook.off",
        label=_("A webhook was switched off"),
        text=_("The webhook “%(name)s” took nothing any more and was switched off."),
        office=True,
    ),
]

#: Why a message was not taken; what an address is refused for has the same name.
TROUBLES: Final[Mapping[str, StrOrPromise]] = {
    "answered": pgettext_lazy("a message", "not taken"),
    "redirects": _("the address leads on elsewhere, which is not followed"),
    "silent": _("no answer in time"),
    "unreachable": _("no connection"),
    "certificate": _("the certificate is not good"),
    "no_such_name": _("nobody has this name"),
    "inside": _("the name leads inside this machine or its network"),
    "port": _("the port is closed to webhooks"),
    "not_shown": _("not for visitors, or overtaken"),
    "worker_ended": _("the worker was ended every time"),
    "unwritten": _("the site could not write it"),
}


def trouble_text(delivery: Delivery) -> str:
    """Why a message was not taken, with the status that was answered; "" where all is well."""
    if not delivery.trouble:
        return ""
    why = str(TROUBLES.get(delivery.trouble, delivery.trouble))
    if delivery.status is None:
        return why
    return gettext("%(why)s (answer %(status)d)") % {"why": why, "status": delivery.status}


def deleting(hook: Webhook) -> Question:
    """Whether a webhook is to go for good."""
    return Question(
        title=_("Delete this webhook?"),
        items=[hook],
        effects=[_("It hears nothing any more, and its last messages are gone.")],
        then=_("To stop it for a while, switch it off instead."),
        button=_("Delete the webhook"),
        back=hook.get_absolute_url(),
    )
