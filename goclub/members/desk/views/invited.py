"""Invitations that nobody answered, on the desk."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy, pgettext_lazy

from goclub.common import notation
from goclub.members.desk.queries.sources import Choice, Matter, PressOutcome, Source, Urgency
from goclub.members.desk.services import each
from goclub.members.membership.services.invitations import send_again, withdraw_invitation
from goclub.members.models import Invitation, User

#: After so many days without an answer a letter may have gone astray.
UNANSWERED: Final = timedelta(days=7)


class Unanswered(Source):
    """Letters of invitation that still hold and were not followed."""

    key = "invitations"
    gravity = Urgency.ROUTINE
    permission = "members.approve_member"
    template = "members/desk/_invitation.html"
    ticked = True
    shown = 5
    late_after = 14
    title = ngettext_lazy("%(n)s unanswered invitation", "%(n)s unanswered invitations", "count")

    def values(self, user: User) -> dict[str, datetime]:  # noqa: ARG002
        """The moment, and the last one whose letters should have been answered."""
        now = timezone.now()
        return {"now": now, "sent": now - UNANSWERED}

    def rows(self, now: datetime, sent: datetime) -> QuerySet[Invitation]:
        """Open letters sent long enough ago, the oldest first."""
        letters = Invitation.objects.open(now).letters().filter(accepted_at=None)
        return letters.filter(sent_at__lte=sent).order_by("sent_at", "pk")

    def load(self, rows: QuerySet[Invitation]) -> QuerySet[Invitation]:
        """With whoever invited."""
        return rows.select_related("made_by__member")

    def matters(self, rows: Sequence[Invitation], user: User) -> list[Matter]:  # noqa: ARG002
        """Each with its address, since the last letter."""
        return [Matter(row.pk, row.email, row.sent_at, row) for row in rows]

    def choices(self, user: User) -> list[Choice]:  # noqa: ARG002
        """Write once more, or close the door."""
        return [
            Choice("again", gettext_lazy("Resend"), gettext_lazy("Resend %(n)s")),
            Choice(
                "withdraw",
                pgettext_lazy("invitation", "Withdraw"),
                gettext_lazy("Withdraw %(n)s"),
            ),
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
        """Write once more to those who still did not answer, or withdraw what they were sent."""
        invitations = list(self.rows(**self.values(by)).filter(pk__in=rows).order_by("pk"))
        if name == "withdraw":
            return each(
                invitations,
                lambda row: withdraw_invitation(invitation=row, by=by, at=at),
                lambda n: (
                    ngettext(
                        "%(n)s invitation was withdrawn.", "%(n)s invitations were withdrawn.", n
                    )
                    % {"n": notation.number(n)}
                ),
            )
        return each(
            invitations,
            lambda row: send_again(invitation=row, by=by, at=at, site=f"{settings.SITE_URL}/"),
            lambda n: (
                ngettext("%(n)s e-mail is on its way.", "%(n)s e-mails are on their way.", n)
                % {"n": notation.number(n)}
            ),
        )


DESK: Final = (Unanswered(),)
