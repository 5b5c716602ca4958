"""What a batch did, kept with it as plain figures."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from goclub.games.rating.ledger.replaying import ChangedStanding


@dataclass(frozen=True, slots=True)
class MovedStanding:
    """A standing of somebody who was here before: what it showed before and after."""

    member: int
    system: str
    before: int | float | None
    after: int | float | None
    rank_before: str
    rank_after: str


@dataclass(frozen=True, slots=True)
class Receipt:
    """How much was entered, and what the undo needs.

    ``there`` rows that were known already, ``left_out`` rows that are no data (totals, blank),
    ``faults`` those kept out by a fault; ``decisions``, ``nicknames`` and ``revisions`` primary
    keys.
    """

    members: int = 0
    guests: int = 0
    games: int = 0
    there: int = 0
    left_out: int = 0
    faults: int = 0
    decisions: list[int] = field(default_factory=list)
    nicknames: list[int] = field(default_factory=list)
    revisions: list[int] = field(default_factory=list)
    moved: list[MovedStanding] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """As the batch keeps it."""
        return asdict(self)

    @classmethod
    def from_json(cls, kept: dict[str, Any]) -> Receipt:
        """What :meth:`to_json` wrote; empty for a batch that was never entered."""
        moved = [MovedStanding(**each) for each in kept.get("moved", ())]
        return cls(**{**kept, "moved": moved})


def moved_of(moved: Iterable[ChangedStanding], new: Collection[int]) -> list[MovedStanding]:
    """Whose standing shows something else now, newcomers apart."""
    return [
        MovedStanding(
            each.member, each.system, each.before, each.after, each.rank_before, each.rank_after
        )
        for each in moved
        if each.member not in new
        and (_rounded(each.before) != _rounded(each.after) or each.rank_before != each.rank_after)
    ]


def _rounded(value: int | float | None) -> int | float | None:
    return round(value, 1) if isinstance(value, float) else value
