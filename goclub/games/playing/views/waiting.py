"""What waits of the games: disputes, reports that nobody confirmed, and what organisers decided."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from typing import Any, ClassVar, Final

from django.db.models import F, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

from goclub.common import notation
from goclub.common.refusals.registry import describe
from goclub.games.models import Game
from goclub.games.playing.services.many import (
    confirm_games,
    put_back_games,
    remind_players,
)
from goclub.games.rating.queries import players_ranks
from goclub.members.desk.queries import (
    Choice,
    Decision,
    DeskStep,
    Matter,
    PressOutcome,
    Source,
    Trace,
    Urgency,
    spelled,
    traced,
)
from goclub.members.models import User
from goclub.members.requests import Act


def with_ranks(games: QuerySet[Game]) -> QuerySet[Game]:
    """Games with both players, and ``black_rank`` and ``white_rank`` of today (one query)."""
    return games.select_related("black", "white").annotate(**players_ranks())


class _GamesOfOthers(Source):
    """Leave out the reader's own games: they are on the start page, not on the desk."""

    waits: ClassVar[Game.State]

    def values(self, user: User) -> dict[str, Any]:
        """Who reads."""
        return {"reader": user.pk}

    def rows(self, reader: int) -> QuerySet[Game]:
        """Games in this state between others, the oldest first."""
        rows = Game.objects.filter(state=self.waits).order_by("reported_at", "pk")
        return rows.exclude(Q(black__user=reader) | Q(white__user=reader))


class Disputed(_GamesOfOthers):
    """Games whose players disagree."""

    waits = Game.State.DISPUTED
    key = "disputes"
    gravity = Urgency.DISPUTE
    permission = "games.decide_game"
    template = "games/playing/_desk_dispute.html"
    title = ngettext_lazy("%(n)s result is disputed", "%(n)s results are disputed", "count")

    def load(self, rows: QuerySet[Game]) -> QuerySet[Game]:
        """With players, their ranks, and who disputes."""
        return with_ranks(rows).select_related("black", "white", "disputed_by__member")

    def matter(self, row: Game) -> Matter:
        """Each with what the other player says."""
        return Matter(
            row.pk,
            _("A result is disputed"),
            row.reported_at,
            row,
            [
                DeskStep(_("Decide"), reverse("games:decide", args=[row.pk])),
                DeskStep(_("View game"), row.get_absolute_url()),
            ],
        )


class Reports(_GamesOfOthers):
    """Reports waiting for the opponent; an organiser confirms those known to be right."""

    waits = Game.State.REPORTED
    key = "reports"
    gravity = Urgency.RESULT
    permission = "games.decide_game"
    template = "games/playing/_desk_report.html"
    ticked = True
    shown = 8
    title = ngettext_lazy(
        "%(n)s report waiting for the opponent", "%(n)s reports waiting for the opponent", "count"
    )
    choices = (
        Choice("remind", gettext_lazy("Remind"), gettext_lazy("Remind %(n)s")),
        Choice(
            "confirm",
            gettext_lazy("Confirm for the players"),
            gettext_lazy("Confirm %(n)s for the players"),
        ),
    )

    def load(self, rows: QuerySet[Game]) -> QuerySet[Game]:
        """With players and their ranks."""
        return with_ranks(rows)

    def matter(self, row: Game) -> Matter:
        """Each as one line with its age."""
        return Matter(row.pk, str(row), row.reported_at, row)

    def press(
        self,
        act: Act,
        name: str,
        rows: Sequence[int],
        *,
        reason: str,  # noqa: ARG002
    ) -> PressOutcome:
        """Remind, confirm for them, or put back what was confirmed so."""
        if name == "remind":
            return _reminded(len(remind_players(act, rows)))
        if name == "put-back":
            done, refused = put_back_games(act, rows)
            message = ngettext(
                "%(n)s report is waiting again.", "%(n)s reports are waiting again.", len(done)
            )
        else:
            done, refused = confirm_games(act, rows)
            message = ngettext(
                "%(n)s game was confirmed.", "%(n)s games were confirmed.", len(done)
            )
        text = message % {"n": notation.number(len(done))} if done else ""
        return PressOutcome(
            len(done), text, [(str(game), describe(error)) for game, error in refused]
        )

    def decided(self, since: datetime) -> QuerySet[Game]:
        """Games that somebody else confirmed for their players."""
        rows = (
            Game.objects.filter(state=Game.State.CONFIRMED, confirmed_at__gte=since)
            .filter(confirmed_by__isnull=False)
            .exclude(confirmed_by=F("black__user"))
            .exclude(confirmed_by=F("white__user"))
            # Games of events are stored with their confirmation: they are the event's business.
            .exclude(reported_at=F("confirmed_at"))
        )
        return traced(
            rows,
            at="confirmed_at",
            by="confirmed_by",
            about="pk",
            first=spelled("black"),
            second=spelled("white"),
        )

    def lately(self, traces: Sequence[Trace], user: User) -> list[Decision]:
        """A press a line; one's own press can be taken back."""
        presses = groupby(traces, key=lambda trace: (trace.at, trace.by))
        return [_press(list(games), user) for _key, games in presses]


def _reminded(count: int) -> PressOutcome:
    if not count:
        return PressOutcome(said=_("They have already been reminded today, or have no account."))
    message = ngettext("A reminder was sent for %(n)s report.",
                    "Reminders were sent for %(n)s reports.", count)  # fmt: skip
    return PressOutcome(count, message % {"n": notation.number(count)})


def _press(games: Sequence[Trace], user: User) -> Decision:
    first = games[0]
    mine = first.by == user.pk
    if len(games) == 1:
        names = {"black": first.first, "white": first.second}
        title = _("Confirmed for the players: %(black)s – %(white)s") % names
    else:
        title = ngettext(
            "%(n)s game confirmed for the players",
            "%(n)s games confirmed for the players",
            len(games),
        ) % {"n": notation.number(len(games))}
    return Decision(
        at=first.at,
        title=title,
        who=first.who,
        mine=mine,
        url=Game(pk=first.row).get_absolute_url() if len(games) == 1 else "",
        undo="put-back" if mine else "",
        rows=[game.row for game in games] if mine else (),
    )


DESK: Final = (Disputed(), Reports())
