"""Why a pairing cannot be bettered: prices that anybody can check against every pair."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from tournaments.events.matching.assignment import row_blocks

Ints = NDArray[np.int64]

_AT_ONCE = 2**15  # pairs
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
        largest = max(abs(int(weights.min())), abs(int(weights.max())))
        return 2 * largest < _ROOM and self.cover(2 * weights)

    def cover(self, doubled: Ints) -> bool:
        """Return what :meth:`sound` does, of weights that are doubled already."""
        largest = max(
            int(np.abs(self.player).max()),
            abs(int(doubled.min())),
            abs(int(doubled.max())),
            sum(group.price for group in self.groups),
        )
        if largest >= _ROOM:
            return False
        if any(group.price < 0 or len(group.players) % 2 == 0 for group in self.groups):
            return False
        nest = _nest(self.groups, len(self.player))
        if nest is None:
            slack = self.slack2(doubled // 2)
            np.fill_diagonal(slack, 0)
            return bool((slack >= 0).all())
        return self._cover_along(*nest, doubled)

    def _cover_along(self, order: Ints, shared: Ints, doubled: Ints) -> bool:
        """Check each player against those who come after them in an order of :func:`_nest`, some
        players at a time.
        """
        price = self.player[order]
        for some in row_blocks(len(order), _AT_ONCE):
            start = some.start
            slack = price[some, None] + price[start:]
            if self.groups:
                slack -= doubled.take(order[some], axis=0).take(order[start:], axis=1)
                slack += _shared_after(shared[start:], len(slack))
            else:
                slack -= doubled[some, start:]
            slack[np.tri(*slack.shape, dtype=np.bool_)] = 0
            if slack.min() < 0:
                return False
        return True


def _shared_after(shared: Ints, rows: int) -> Ints:
    """Return what the first of some players in a row share with each of these, if it is after."""
    common = np.zeros((rows, len(shared) + 1), np.int64)
    common[:, 1:] = shared
    common[np.tri(*common.shape, dtype=np.bool_)] = _ROOM
    return np.minimum.accumulate(common, axis=1, out=common)


def _nest(groups: tuple[OddGroup, ...], size: int) -> tuple[Ints, Ints] | None:
    """Return an order in which every group stands together, and what neighbours in it share.

    Neighbours share the prices of all groups that hold both; two players then share the least that
    any neighbours from one to the other do.  None where groups overlap and neither holds the other.
    """
    shared = np.zeros(max(size - 1, 0), np.int64)
    if not groups:
        return np.arange(size), shared
    place = np.full(size, -1, np.int64)
    groups = tuple(sorted(groups, key=lambda group: -len(group.players)))
    members = [np.array(group.players, np.int64) for group in groups]
    placed = 0
    for players in members:
        if (place[players] < 0).all():
            place[players] = np.arange(placed, placed + len(players))
            placed += len(players)
    left = np.flatnonzero(place < 0)
    place[left] = np.arange(placed, size)
    innermost = np.full(size, -1, np.int64)
    for number, (group, players) in enumerate(zip(groups, members, strict=True)):
        places = place[players]
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
