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
        """Return, for every pair, twice what taking it costs at least: prices less weight.

        ``weights``: n × n, symmetric, here and below.
        """
        slack: Ints = self.player[:, None] + self.player[None, :]
        slack -= 2 * weights
        for group in self.groups:
            inside = np.array(group.players)
            slack[np.ix_(inside, inside)] += group.price
        return slack

    def slack2_of(self, player: int, weights: Ints) -> Ints:
        """Return the row of :meth:`slack2` of one player."""
        slack: Ints = self.player + self.player[player]
        slack -= 2 * weights[player]
        for group in self.groups:
            if player in group.players:
                slack[list(group.players)] += group.price
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
        nest = _nest(self.groups, len(self.player))
        if nest is None:
            slack = self.slack2(weights)
            np.fill_diagonal(slack, 0)
            return bool((slack >= 0).all())
        return self._sound_along(*nest, weights)

    def _sound_along(self, order: Ints, shared: Ints, weights: Ints) -> bool:
        """Check each player against those who come after him in an order of :func:`_nest`."""
        price = self.player[order]
        for place, player in enumerate(order.tolist()[:-1]):
            after = slice(place + 1, None)
            slack = price[after] + price[place]
            if self.groups:
                slack += np.minimum.accumulate(shared[place:])
                slack -= 2 * weights[player][order[after]]
            else:
                slack -= 2 * weights[player, after]
            if slack.min() < 0:
                return False
        return True


def _nest(groups: tuple[OddGroup, ...], size: int) -> tuple[Ints, Ints] | None:
    """Return an order in which every group stands together, and what neighbours in it share.

    Neighbours share the prices of all groups that hold both; two players then share the least that
    any neighbours from one to the other do.  None where groups overlap and neither holds the other.
    """
    if not groups:
        return np.arange(size), np.zeros(max(size - 1, 0), np.int64)
    place = np.full(size, -1, np.int64)
    groups = tuple(sorted(groups, key=lambda group: -len(group.players)))
    placed = 0
    for players in [list(group.players) for group in groups]:
        if (place[players] < 0).all():
            place[players] = np.arange(placed, placed + len(players))
            placed += len(players)
    place[place < 0] = np.arange(placed, size)
    shared = np.zeros(size - 1, np.int64)
    innermost = np.full(size, -1, np.int64)
    for number, group in enumerate(groups):
        places = place[list(group.players)]
        first, last = int(places.min()), int(places.max())
        inside = innermost[first : last + 1]
        if last - first != len(places) - 1 or (inside != inside[0]).any():
            return None
        inside[:] = number
        shared[first:last] += group.price
    return np.argsort(place), shared


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
