"""Changes of rank for the programs that hear of them (:mod:`goclub.members.hooks`).

Only the main system gives the rank that the club calls somebody's own.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from goclub.games.rating.ledger.replaying import ChangedStanding
from goclub.games.rating.ledger.rows import ENTRY_CONTENT, LedgerLine, content, identity
from goclub.games.rating.systems.registry import MAIN_SYSTEM
from goclub.members.hooks.services.announcing import announce
from goclub.members.models import HookKind

_BEFORE, _AFTER = map(ENTRY_CONTENT.index, ("rank_before", "rank_after"))


def tell_of_lines(lines: Iterable[LedgerLine], *, at: datetime) -> None:
    """Tell of ranks that new lines of the ledger changed, inside their transaction."""
    changes = [(identity(line), content(line)) for line in lines]
    _tell([(change[:2], values[_BEFORE], values[_AFTER]) for change, values in changes], at)


def tell_of_moves(moved: Iterable[ChangedStanding], *, at: datetime) -> None:
    """Tell of ranks that a replay changed, one for each member, inside its transaction."""
    _tell([((move.system, move.member), move.rank_before, move.rank_after) for move in moved], at)


def _tell(changes: Iterable[tuple[tuple[str, int], str, str]], at: datetime) -> None:
    """Who had no rank before was not promoted."""
    facts = [
        (member, {"system": system, "rank_before": before, "rank_after": after})
        for (system, member), before, after in changes
        if system == MAIN_SYSTEM and before and after and before != after
    ]
    announce(HookKind.RANK, facts, at=at)
