"""What may order a table: the criteria of placement by name.

Each is declared beside its formula, in a module of :mod:`tournaments.events.scores`; whoever
imports anything of :mod:`tournaments.events` finds them all declared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class PlacementCriterion:
    """A criterion of placement.

    ``ascending``: the smaller value comes first.  ``ours``: OpenGotha does not know it; every
    other one has its name from there.  ``boards``: it ranks teams of so many boards alone.
    """

    name: str
    ascending: bool = False
    ours: bool = False
    boards: int = 0


class DeclaredCriteria(Mapping[str, PlacementCriterion]):
    """The criteria by name, in the order in which they were declared."""

    def __init__(self) -> None:
        self._by_name: dict[str, PlacementCriterion] = {}

    def add(self, criterion: PlacementCriterion) -> None:
        """Take a criterion in; raises ValueError for a name that is taken or could not be typed."""
        name = criterion.name
        if name in self._by_name or name != name.upper() or set(name) & set(" ,;") or not name:
            raise ValueError(f"no name for a criterion: {name!r}")
        self._by_name[name] = criterion

    def __getitem__(self, name: str) -> PlacementCriterion:
        return self._by_name[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_name)

    def __len__(self) -> int:
        return len(self._by_name)


CRITERIA: Final = DeclaredCriteria()
