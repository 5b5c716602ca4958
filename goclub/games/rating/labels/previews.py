"""Whom a change would touch, and how, for the pages that ask for a yes before they do it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from goclub.games.labels import figure, signed
from goclub.games.rating.ledger.replaying import ChangedStanding, ReplayReport
from goclub.games.rating.systems.registry import SYSTEMS
from goclub.members.models import Member

#: Members that a preview names; of the others it says how many they are.
MOST_NAMED = 200


@dataclass(frozen=True, slots=True)
class Touched:
    """A member whom the change would touch."""

    member: Member
    system: str
    before: str
    after: str
    change: str
    rank_before: str
    rank_after: str


@dataclass(frozen=True, slots=True)
class LedgerPreview:
    """What a change would do, for the page that asks for a yes."""

    touched: list[Touched]
    members: int
    entries: int

    @property
    def unnamed(self) -> int:
        return self.members - len(self.touched)


def preview_of(report: ReplayReport) -> LedgerPreview:
    """A report in words; rank changes first, then by name.  One query."""
    return preview_moved(report.moved, report.entries)


def preview_moved(moved: Iterable[ChangedStanding], entries: int) -> LedgerPreview:
    """The same of members who stand elsewhere, and how many lines of the ledger are others."""
    moves = list(moved)
    names = Member.objects.in_bulk([move.member for move in moves])
    rows = sorted(
        moves,
        key=lambda m: (m.rank_before == m.rank_after, str(names[m.member]), m.member),
    )
    touched = [_touched(moved, names[moved.member]) for moved in rows[:MOST_NAMED]]
    return LedgerPreview(touched, len(rows), entries)


def _touched(moved: ChangedStanding, member: Member) -> Touched:
    known = moved.before is not None and moved.after is not None
    return Touched(
        member=member,
        system=str(SYSTEMS.of(moved.system).name),
        before=figure(moved.before),
        after=figure(moved.after),
        change=signed((moved.after or 0) - (moved.before or 0)) if known else "–",
        rank_before=moved.rank_before,
        rank_after=moved.rank_after,
    )
