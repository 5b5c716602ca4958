"""Whose ratings a batch moved, in the reader's words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from django_stubs_ext import StrOrPromise

from goclub.games.labels import figure
from goclub.games.notebook.queries import members_by_key
from goclub.games.notebook.services.receipts import MovedStanding, Receipt
from goclub.games.rating.systems.registry import SYSTEMS
from goclub.members.models import Member


@dataclass(slots=True)
class MovedMember:
    """A member who was here before, and what moved: system, before, after, the ranks."""

    member: Member
    lines: list[tuple[StrOrPromise, str, str, str, str]] = field(default_factory=list)


def moved_of(receipt: Receipt) -> list[MovedMember]:
    """Who moved, in the order of names; those who are gone are left out."""
    members = members_by_key(sorted({each.member for each in receipt.moved}))
    moved_members = {pk: MovedMember(member) for pk, member in members.items()}
    for each in receipt.moved:
        if each.member in moved_members:
            moved_members[each.member].lines += _line(each)
    return sorted(moved_members.values(), key=lambda moved_member: moved_member.member.display_name)


def _line(moved: MovedStanding) -> Iterator[tuple[StrOrPromise, str, str, str, str]]:
    names = dict(SYSTEMS.names)
    if moved.system in names:
        yield (
            names[moved.system],
            figure(moved.before),
            figure(moved.after),
            moved.rank_before,
            moved.rank_after,
        )
