"""Keeping on record which later lines of the ledger a correction changed."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from goclub.games.models import Game, Revision
from goclub.games.rating.ledger import rows


@dataclass(frozen=True, slots=True)
class Watch:
    """Whose later lines are watched in a replay, and the game that gives rise to it, if it is one.

    Only the members whose facts changed: in the systems that look at the opponent everybody moves
    a little, and nobody asks after that.
    """

    members: Collection[int]
    cause: Game | None

    def record(self, changed: Iterable[tuple[rows.Values, rows.LedgerLine]]) -> None:
        """Store what changed, from pairs of an old content and its new line."""
        cause = None if self.cause is None else self.cause.pk
        Revision.objects.bulk_create(
            Revision(
                system=system,
                member_id=member,
                game_id=game,
                decision_id=decision,
                cause_id=cause,
                before=before[0],
                after=after[0],
                rank_before=before[1],
                rank_after=after[1],
            )
            for old, line in changed
            for system, member, game, decision in [rows.identity(line)]
            if member in self.members and (game is None or game != cause)
            for before, after in [(rows.leads_to(old), rows.leads_to(rows.content(line)))]
            if before != after
        )
