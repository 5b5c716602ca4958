"""What is refused about webhooks, why a message was not taken, and what the chair is told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from goclub.common import notation
from goclub.common.confirmation import Question
from goclub.common.history import DONE, FieldChange, changes_between, who_of
from goclub.common.refusals.registry import Refusals
from goclub.members.hooks.queries import versions
from goclub.members.hooks.services.keeping import RENEWED
from goclub.members.models import Delivery, Webhook
from goclub.members.models.programs import topic_labels
from goclub.members.notices.queries import NoticeGroup, NoticeKind

REFUSALS: Refusals = {
    "hooks.not_https": _("The address must begin with https://."),
    "hooks.no_address": _("“%(value)s” is not an internet address."),
}

KINDS: Final = [
    NoticeKind(
        "hook.off",
        NoticeGroup.CLUB,
        label=_("A webhook was switched off"),
        text=_("The webhook “%(name)s” stopped accepting messages and was switched off."),
        office=True,
    ),
]

#: Not said of a change: said in other words, or never changed.
HIDDEN: Final = ("topics", "made_at", "made_by")

#: Why a message was not taken; what an address is refused for has the same name.
TROUBLES: Final[Mapping[str, StrOrPromise]] = {
    "answered": pgettext_lazy("a message", "rejected"),
    "redirects": _("the address redirects, and redirects are not followed"),
    "silent": _("no answer in time"),
    "unreachable": _("no connection"),
    "certificate": _("invalid certificate"),
    "no_such_name": _("no such host name"),
    "inside": _("the name points inside this server or its network"),
    "port": _("the port is closed to webhooks"),
    "not_shown": _("not for visitors, or out of date"),
    "worker_ended": _("the worker was stopped every time"),
    "unwritten": _("the site could not create the message"),
}


def trouble_text(delivery: Delivery) -> str:
    """Why a message was not taken, with the status that was answered; "" where all is well."""
    if not delivery.trouble:
        return ""
    why = str(TROUBLES.get(delivery.trouble, delivery.trouble))
    if delivery.status is None:
        return why
    return gettext("%(why)s (status %(status)d)") % {"why": why, "status": delivery.status}


def history_lines() -> list[dict[str, Any]]:
    """Return who changed what of the webhooks, and when, the newest first (one query)."""
    history = versions()
    lines = []
    for place, version in enumerate(history):
        before = next((older for older in history[place + 1 :] if older.id == version.id), None)
        changes = []
        if version.history_type == "~" and before is not None:
            changes = changes_between(version, before, HIDDEN, {}) + _topics(version, before)
        renewed = version.history_change_reason == RENEWED
        lines.append(
            {
                "at": version.history_date,
                "who": who_of(version.history_user),
                "name": version.name,
                "what": _("Secret renewed") if renewed else DONE[version.history_type],
                "changes": changes,
            }
        )
    return lines


def _topics(version: Any, before: Any) -> list[FieldChange]:
    """What it hears of, in words."""
    if version.topics == before.topics:
        return []
    old, new = (
        notation.dotted(topic_labels(version_row.topics)) for version_row in (before, version)
    )
    return [FieldChange(Webhook._meta.get_field("topics").verbose_name, old, new)]


def deleting(hook: Webhook) -> Question:
    """Whether a webhook is to go for good."""
    return Question(
        title=_("Delete this webhook?"),
        items=[hook],
        effects=[_("It will receive no more messages, and its recent messages will be deleted.")],
        then=_("To pause it, switch it off instead."),
        button=_("Delete webhook"),
        back=hook.get_absolute_url(),
    )
