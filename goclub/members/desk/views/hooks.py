"""What waits of the webhooks: messages that were given up, webhooks that were switched off."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.core.cache import cache
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

from goclub.common import notation
from goclub.members.desk.queries import (
    Choice,
    DeskStep,
    HouseState,
    Matter,
    PressOutcome,
    Source,
    Urgency,
)
from goclub.members.hooks.labels import trouble_text
from goclub.members.hooks.services.keeping import RIGHT, let_go, send_again
from goclub.members.models import Delivery, User, Webhook

#: How long it is remembered how the webhooks are.
_CACHED: Final = "desk-hooks"
_SECONDS: Final = 60


class GivenUp(Source):
    """Messages that no try could deliver, of webhooks that are on."""

    key = "messages"
    gravity = Urgency.ROUTINE
    permission = RIGHT
    template = "members/desk/_delivery.html"
    ticked = True
    shown = 5
    title = ngettext_lazy(
        "%(n)s webhook message was not accepted",
        "%(n)s webhook messages were not accepted",
        "count",
    )

    def rows(self) -> QuerySet[Delivery]:
        """Messages that were given up, the oldest first."""
        failed = Delivery.objects.filter(state=Delivery.State.FAILED, hook__off="")
        return failed.order_by("changed_at", "pk")

    def load(self, rows: QuerySet[Delivery]) -> QuerySet[Delivery]:
        """With their webhooks."""
        return rows.select_related("hook")

    def matters(self, rows: Sequence[Delivery], user: User) -> list[Matter]:  # noqa: ARG002
        """Each with its webhook, and why."""
        return [
            Matter(row.pk, row.hook.name, row.changed_at, (row, trouble_text(row))) for row in rows
        ]

    def choices(self, user: User) -> list[Choice]:  # noqa: ARG002
        """Try again, or leave it."""
        return [
            Choice("again", gettext_lazy("Resend"), gettext_lazy("Resend %(n)s")),
            Choice("drop", gettext_lazy("Discard"), gettext_lazy("Discard %(n)s")),
        ]

    def act(
        self,
        name: str,
        rows: Sequence[int],
        *,
        by: User,
        at: datetime,
        reason: str,  # noqa: ARG002
    ) -> PressOutcome:
        """Put them back into the outbox, or let them go."""
        if name == "drop":
            done = let_go(deliveries=rows, by=by, at=at)
            text = ngettext("%(n)s message was discarded.", "%(n)s messages were discarded.", done)
        else:
            done = send_again(deliveries=rows, by=by, at=at)
            text = ngettext(
                "%(n)s message will be sent again.", "%(n)s messages will be sent again.", done
            )
        return PressOutcome(done, text % {"n": notation.number(done)} if done else "")


class SwitchedOff(Source):
    """Webhooks that the site switched off, because nothing was taken for days."""

    key = "hooks"
    gravity = Urgency.PERSON
    permission = RIGHT
    template = "members/desk/_hook.html"
    title = ngettext_lazy(
        "%(n)s webhook was switched off", "%(n)s webhooks were switched off", "count"
    )

    def rows(self) -> QuerySet[Webhook]:
        """Those that nobody has switched off by hand."""
        return Webhook.objects.exclude(off__in=["", Webhook.Off.HAND]).order_by("pk")

    def matters(self, rows: Sequence[Webhook], user: User) -> list[Matter]:  # noqa: ARG002
        """Each with why, and its page."""
        return [
            Matter(
                row.pk,
                _("A webhook was switched off"),
                row.failing_since,
                row,
                [DeskStep(_("View webhook"), row.get_absolute_url())],
            )
            for row in rows
        ]

    def state(self, user: User) -> HouseState | None:  # noqa: ARG002
        """How many there are, and whether all take what they are told."""
        rows = cache.get_or_set(
            _CACHED, lambda: list(Webhook.objects.values_list("off", "failures")), _SECONDS
        )
        if not rows:
            return None
        on = sum(1 for off, _failures in rows if not off)
        failing = sum(1 for off, failures in rows if not off and failures)
        title = ngettext("%(n)s webhook is on", "%(n)s webhooks are on", on)
        text = ""
        if failing:
            text = ngettext("%(n)s failing", "%(n)s failing", failing)
            text %= {"n": notation.number(failing)}
        return HouseState(
            "bell",
            title % {"n": notation.number(on)},
            text,
            bool(failing),
            reverse("members:hooks"),
        )


DESK: Final = (SwitchedOff(), GivenUp())
