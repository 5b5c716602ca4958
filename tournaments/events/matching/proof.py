"""Why a pairing cannot be bettered: prices that anybody can check against every pair."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

_ROOM = 2**61  # two prices and a doubled weight then add up without leaving 64 bits


class ProofKind(StrEnum):
    """How the optimum was proven.

    PRICES: by prices on players and odd groups, checked against every pair.  DENSE: by an exact
    general algorithm over every pair.
    """

    PRICES = "prices"
    DENSE = "dense"


@dataclass(frozen=True, slots=True)
class OddGroup:
    """A group of an odd number of players: inside it at most (size − 1) / 2 pairs fit."""

    players: tuple[int, ...]
    price: int


@dataclass(frozen=True, slots=True)
class Prices:
    """Doubled prices: ``player[i]``, and a price for each odd group, never negative."""

    player: Ints
    groups: tuple[OddGroup, ...]

    def bound2(self) -> int:
        """Return twice the weight that no pairing can exceed, if the prices are sound."""
        players: list[int] = self.player.tolist()
        odd = sum(group.price * (len(group.players) // 2) for group in self.groups)
        return sum(players) + odd

    def slack2(self, weights: Ints) -> Ints:
        """Return, for every pair, twice what taking it costs at least: prices less weight."""
        slack: Ints = self.player[:, None] + self.player[None, :]
        slack -= 2 * weights
        for group in self.groups:
            inside = np.array(group.players)
            slack[np.ix_(inside, inside)] += group.price
        return slack

    def sound(self, weights: Ints) -> bool:
        """Return whether no pair of different players is worth more than its prices."""
        largest = max(
            int(np.abs(self.player).max()),
            2 * int(np.abs(weights).max()),
            sum(group.price for group in self.groups),
        )
        if largest >= _ROOM:
            return False
        if any(group.price < 0 or len(group.players) % 2 == 0 for group in self.groups):
            return False
        slack = self.slack2(weights)
        np.fill_diagonal(slack, 0)
        return bool((slack >= 0).all())


@dataclass(frozen=True, slots=True)
class Proof:
    """That a pairing is the heaviest: its total equals ``bound``, so ``gap`` is 0.

    ``edges_used``: how many pairs were weighed.  ``prices``: for ``ProofKind.PRICES``, in units of
    the table that was solved.
    """

    kind: ProofKind
    edges_used: int
    bound: int
    gap: int
    prices: Prices | None = None
