"""The two of a calculation as every system sees them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from goclub.games.models import Standing
from goclub.games.rating.systems.adapters import ADAPTERS, adapter_of
from goclub.members.models import Member

#: The names of the two in the query string.
SEATS = ("one", "other")


@dataclass(frozen=True, slots=True)
class Seat:
    """One of the two.

    ``states`` by system, None where the system knows nothing of him.  ``assumed`` systems whose
    state nobody gave: the start of a new member.
    """

    key: str
    name: str
    member: Member | None
    states: Mapping[str, Any]
    assumed: frozenset[str]

    @property
    def paa_points(self) -> int | None:
        state = self.states["paa"]
        return None if state is None else int(state.points)


def name_of(member: Member | None, states: Mapping[str, Any], fallback: str) -> str:
    """How to call one of the two: the member, or what was typed of him."""
    if member is not None:
        return str(member.display_name)
    parts = [adapter_of("paa").figure(states["paa"])[2]] if states["paa"] is not None else []
    if states["paa"] is not None:
        parts = [f"{states['paa'].points} ({parts[0]})"]
    if states["igs"] is not None:
        parts.append(states["igs"].rank_text)
    return " · ".join(parts) or fallback


def states_of(members: Iterable[Member]) -> dict[int, dict[str, Any]]:
    """Every present state of these members, by member and system (one query)."""
    found: dict[int, dict[str, Any]] = {}
    rows = Standing.objects.filter(member__in=list(members), state__isnull=False)
    known = {adapter.key: adapter for adapter in ADAPTERS}
    for row in rows:
        if row.system in known and row.state is not None:
            found.setdefault(row.member_id, {})[row.system] = known[row.system].read(row.state)
    return found


def rules_by_system(timeline: Any, day: Any) -> dict[str, Any]:
    """The house rules of every system in force on a day."""
    return {adapter.key: timeline.at(adapter.key, day) for adapter in ADAPTERS}
