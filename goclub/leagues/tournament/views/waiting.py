"""What waits of the tournaments: players who left the club while play goes on."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db.models import QuerySet
from django.utils.translation import ngettext, ngettext_lazy, pgettext_lazy

from goclub.common import notation
from goclub.leagues.models import Participant
from goclub.leagues.tournament.services.leavers import open_entries
from goclub.leagues.tournament.services.registration import withdraw
from goclub.members.desk.queries.sources import Choice, Matter, PressOutcome, Source, Urgency
from goclub.members.desk.services import each
from goclub.members.models import Member, User


class EventLeavers(Source):
    """Players of tournaments under way who are members no more."""

    key = "left-players"
    gravity = Urgency.RESULT
    permission = "leagues.change_event"
    template = "leagues/tournament/_desk_leaver.html"
    ticked = True
    late_after = 3
    title = ngettext_lazy(
        "%(n)s player who left the club is still entered",
        "%(n)s players who left the club are still entered",
        "count",
    )

    def rows(self) -> QuerySet[Participant]:
        """Their entries, by event."""
        left = open_entries().filter(member__status=Member.Status.FORMER)
        return left.order_by("event__begins_on", "pk")

    def load(self, rows: QuerySet[Participant]) -> QuerySet[Participant]:
        """With their events."""
        return rows.select_related("event", "member")

    def matters(self, rows: Sequence[Participant], user: User) -> list[Matter]:  # noqa: ARG002
        """Each with its event."""
        return [Matter(row.pk, row.display_name, None, row) for row in rows]

    def choices(self, user: User) -> list[Choice]:  # noqa: ARG002
        """Withdraw them from the next round on; whoever still plays stays entered."""
        return [
            Choice(
                "withdraw",
                pgettext_lazy("player", "Withdraw"),
                pgettext_lazy("player", "Withdraw %(n)s"),
            )
        ]

    def act(
        self,
        name: str,  # noqa: ARG002
        rows: Sequence[int],
        *,
        by: User,
        at: datetime,
        reason: str,
    ) -> PressOutcome:
        """Withdraw those who are still entered."""
        entries = self.rows().filter(pk__in=rows).select_related("event").order_by("event", "pk")
        return each(
            list(entries),
            lambda row: withdraw(participant=row, by=by, at=at, reason=reason),
            lambda n: (
                ngettext("%(n)s player was withdrawn.", "%(n)s players were withdrawn.", n)
                % {"n": notation.number(n)}
            ),
        )


DESK: Final = (EventLeavers(),)
