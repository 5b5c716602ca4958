"""The relaxed problem: everybody names one partner, nobody is named twice.

A pairing is a special case of it, so its best value bounds every pairing from above, and its
prices become the first proof of that bound (:mod:`tournaments.events.matching.blossoms` closes the
gap that is left where three or more players name each other in a ring).  Solved by shortest
augmenting paths, one row of the table at a time, exact in 64-bit integers.

Source: Jonker and Volgenant, "A shortest augmenting path algorithm for dense and sparse linear
assignment problems", Computing 38 (1987).  The opening prices are ours.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

OPENING_ROUNDS = 30
_INFINITE = np.int64(2**62)


@dataclass(frozen=True, slots=True)
class Assignment:
    """``partner[i]`` is whom i names; ``row[i] + column[j] >= weight[i, j]``, equal where named."""

    partner: Ints
    row: Ints
    column: Ints


def assign(weights: Ints) -> Assignment:
    """Return a heaviest assignment of the rows of a square table to its columns, with its prices.

    ``weights``: n × n, symmetric, all even, the diagonal low enough not to be chosen.  The prices
    are even too.
    """
    search = _Search(weights, _opening_prices(weights))
    search.take_what_is_tight()
    search.reduce()
    search.reduce()
    for row in search.unplaced():
        search.augment(row)
    rows = np.arange(len(weights))
    row_prices = weights[rows, search.column_of] - search.price[search.column_of]
    return Assignment(search.column_of.copy(), row_prices, search.price.copy())


def _opening_prices(weights: Ints) -> Ints:
    """Return prices near which everybody has an offer that pays: each moves halfway to his best.

    Only a start: a good one leaves few rows to search for, a bad one costs time, not truth.
    """
    scaled = weights.astype(np.float64) - float(np.median(weights[0]))
    price: Floats = scaled.max(axis=1) / 2
    room = np.empty_like(scaled)
    for _ in range(OPENING_ROUNDS):
        np.subtract(scaled, price[None, :], out=room)
        best: Floats = room.max(axis=1)
        if float(np.abs(best - price).max()) < 1.0:
            break
        price = (price + best) / 2
    return 2 * np.floor(price / 2).astype(np.int64)


class _Search:
    """Rows and columns so far, and the prices of the columns."""

    def __init__(self, weights: Ints, price: Ints) -> None:
        size = len(weights)
        self.weights = weights
        self.price = price
        self.column_of: Ints = np.full(size, -1, np.int64)
        self.row_of: Ints = np.full(size, -1, np.int64)

    def unplaced(self) -> list[int]:
        return [int(row) for row in np.flatnonzero(self.column_of < 0)]

    def take_what_is_tight(self) -> None:
        for row, column in enumerate((self.weights - self.price[None, :]).argmax(axis=1).tolist()):
            if self.row_of[column] < 0:
                self._place(row, column)

    def reduce(self) -> None:
        """Let unplaced rows outbid others, as long as a bid is above the second best offer."""
        waiting = self.unplaced()
        for _ in range(4 * len(self.weights)):
            if not waiting:
                return
            row = waiting.pop()
            offers = self.weights[row] - self.price
            first = int(offers.argmax())
            best = int(offers[first])
            offers[first] = -_INFINITE
            second = int(offers.argmax())
            margin = best - int(offers[second])
            if margin > 0:
                self.price[first] += margin
            elif self.row_of[first] >= 0:
                first = second
            outbid = int(self.row_of[first])
            if outbid >= 0:
                self.column_of[outbid] = -1
            self._place(row, first)
            if outbid >= 0 and margin > 0:
                waiting.append(outbid)

    def augment(self, start: int) -> None:
        """Place one more row along the cheapest chain of changes (Dijkstra on what it costs).

        All weights and prices are even, so one less on a column that nobody has yet lets it win
        every tie and nothing else.
        """
        price = self.price - (self.row_of < 0)
        offers = self.weights[start] - price
        distance = offers.max() - offers
        waiting = distance.copy()
        reached_from = np.full(len(distance), start, np.int64)
        scanned: list[int] = []
        column = int(waiting.argmin())
        while (row := int(self.row_of[column])) >= 0:
            nearest = waiting[column]
            waiting[column] = _INFINITE
            scanned.append(column)
            np.subtract(self.weights[row], price, out=offers)
            through = (nearest + offers[column]) - offers
            nearer = through < distance
            np.copyto(distance, through, where=nearer)
            np.copyto(waiting, through, where=nearer)
            np.copyto(reached_from, row, where=nearer)
            column = int(waiting.argmin())
        if scanned:
            self.price[scanned] += waiting[column] + (waiting[column] & 1) - distance[scanned]
        self._switch(start, column, reached_from)

    def _switch(self, start: int, column: int, reached_from: Ints) -> None:
        while True:
            row = int(reached_from[column])
            left = int(self.column_of[row])
            self._place(row, column)
            if row == start:
                return
            column = left

    def _place(self, row: int, column: int) -> None:
        self.column_of[row] = column
        self.row_of[column] = row
