"""The rating systems of the site, in the order in which pages show them.

A new system is a folder beside the others, and its name in :data:`SYSTEMS`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django_stubs_ext import StrOrPromise

from goclub.games.models import RatingEntry, Standing
from goclub.games.rating.systems.egf import EGF
from goclub.games.rating.systems.elo import ELO
from goclub.games.rating.systems.igs.system import IGS
from goclub.games.rating.systems.paa.system import PAA
from goclub.games.rating.systems.protocol import AnySystem
from ratings.errors import Code, RuleError

#: The rows of the ledger have room for so many letters.
_LONGEST_KEY = 8


class Register:
    """Rating systems by key, in the order in which they were added."""

    def __init__(self, *systems: AnySystem) -> None:
        self._by_key: dict[str, AnySystem] = {}
        for system in systems:
            self.add(system)

    def add(self, system: AnySystem) -> None:
        """Take a system in; raises ValueError for a key that is taken or no name of a few letters.

        The names of its fields, its settings and its refusals must be free too.
        """
        key = system.key
        if key in self._by_key or not key.isidentifier() or len(key) > _LONGEST_KEY:
            raise ValueError(f"no key for a rating system: {key!r}")
        taken_names = {name for system_here in self for name in _names(system_here)}
        if doubled := taken_names.intersection(_names(system)):
            raise ValueError(f"{key}: names taken by another system: {sorted(doubled)}")
        self._by_key[key] = system

    @contextmanager
    def including(self, system: AnySystem) -> Iterator[None]:
        """Take a system in for a while."""
        self.add(system)
        try:
            yield
        finally:
            del self._by_key[system.key]

    def __iter__(self) -> Iterator[AnySystem]:
        return iter(tuple(self._by_key.values()))

    def __len__(self) -> int:
        return len(self._by_key)

    def __contains__(self, key: object) -> bool:
        return key in self._by_key

    def of(self, key: str) -> AnySystem:
        """The system with this key; raises RuleError E_UNKNOWN."""
        system = self._by_key.get(key)
        if system is None:
            accepted = ", ".join(self._by_key)
            raise RuleError(Code.UNKNOWN, "system", key, accepted)
        return system

    @property
    def names(self) -> list[tuple[str, StrOrPromise]]:
        """Key and name of every system."""
        return [(system.key, system.name) for system in self]


def _names(system: AnySystem) -> set[str]:
    fields = {field.name for field in system.typed_fields}
    return fields.union(system.refusals, (setting.key for setting in system.settings))


SYSTEMS: Final = Register(PAA, IGS, ELO, EGF)

#: The salon's own system: the one in which members are ranked where no other is named.
MAIN_SYSTEM: Final = PAA.key


def holds_points(row: RatingEntry | Standing) -> bool:
    """Whether the points of an entry (before or after) or of a standing mean something.

    Newcomers and BC of IGS have a rank alone (S0-26).
    """
    system = SYSTEMS.of(row.system)
    if isinstance(row, Standing):
        return system.holds_points(row.value)
    return system.holds_points(row.before, row.after)
