"""The relaxed problem: everybody names one partner, nobody is named twice.

A pairing is a special case of it, so its best value bounds every pairing from above, and its
prices become the first proof of that bound (:mod:`tournaments.events.matching.blossoms` closes the
gap that is left where three or more players name each other in a ring).  At good prices most rows
take the column that offers them most, the others are placed by shortest augmenting paths, one row
of the table at a time, exact in whole numbers.

Source: Jonker and Volgenant, "A shortest augmenting path algorithm for dense and sparse linear
assignment problems", Computing 38 (1987).  The opening prices are ours; near them a phase of
bidding, as there, saves nothing (``benchmarks/pairing.py``).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

_FAR = 2**61  # what may be added to it or taken from it stays in 64 bits
_OPENING_ROUNDS = 8
_AT_ONCE = 2**15  # pairs


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
    chains = _Chains(weights, opening(weights))
    for row in [row for row, column in enumerate(chains.column_of) if column < 0]:
        chains.place(row)
    partner, column = np.array(chains.column_of), chains.cost
    row_prices = weights[np.arange(len(weights)), partner] - column[partner]
    return Assignment(partner, row_prices, column)


def opening(weights: Ints) -> Ints:
    """Return even prices of the columns near which everybody has an offer that pays.

    Each price moves halfway to the best of its row.  Only a start: a good one leaves few rows to
    search for, a bad one costs time, not truth.
    """
    scaled = weights.astype(np.float64)
    scaled -= float(np.median(weights[0]))
    price: Floats = scaled.max(axis=1) / 2
    blocks = row_blocks(len(weights), _AT_ONCE)
    room = np.empty((blocks[0].stop, len(weights)))
    for _ in range(_OPENING_ROUNDS):
        best = np.empty_like(price)
        for rows in blocks:
            offers = np.subtract(scaled[rows], price, out=room[: rows.stop - rows.start])
            offers.max(axis=1, out=best[rows])
        if float(np.abs(best - price).max()) < 1.0:
            break
        price = (price + best) / 2
    return 2 * np.floor(price / 2).astype(np.int64)


class _Chains:
    """Rows and columns so far: most have what they want at these prices; :meth:`place` places each
    other row along the cheapest chain of changes (Dijkstra on what it costs).

    ``cost``: the prices of the columns.  All weights and prices are even, so one less on a column
    that nobody has yet lets it win every tie and nothing else.
    """

    def __init__(self, weights: Ints, price: Ints) -> None:
        size = len(weights)
        self.weights = weights
        self.rows = list(weights)
        self.column_of = [-1] * size
        self.row_of = [-1] * size
        for rows in row_blocks(size, _AT_ONCE):
            wanted = (weights[rows] - price).argmax(axis=1)
            for row, column in enumerate(wanted.tolist(), rows.start):
                if self.row_of[column] < 0:
                    self.row_of[column], self.column_of[row] = row, column
        self.cost: Ints = price - (np.array(self.row_of) < 0)

    def place(self, start: int) -> None:
        cost, row_of, views, worth = self.cost, self.row_of, self.rows, self.weights.item
        subtract, add, minimum = np.subtract, np.add, np.minimum
        waiting = cost - views[start]
        through = np.empty_like(waiting)
        rows, ways, held = [start], [0], []
        column = int(waiting.argmin())
        while (row := row_of[column]) >= 0:
            nearest, price = waiting.item(column), cost.item(column)
            way = nearest - price + worth(column, row)
            rows.append(row)
            ways.append(way)
            held.append((column, price - nearest))
            cost[column] = waiting[column] = _FAR
            subtract(cost, views[row], out=through)
            add(through, way, out=through)
            minimum(waiting, through, out=waiting)
            column = int(waiting.argmin())
        end = waiting.item(column) + 1
        for passed, less in held:
            cost[passed] = less + end
        cost[column] += 1
        self._switch(column, np.array(rows), np.array(ways))

    def _switch(self, column: int, rows: Ints, ways: Ints) -> None:
        """Give *column* to the row from where the way was shortest, its column to the next, …"""
        while True:
            nearest = int((ways - self.weights[column, rows]).argmin())
            row = int(rows[nearest])
            left = self.column_of[row]
            self.column_of[row] = column
            self.row_of[column] = row
            if not nearest:
                return
            column = left


def row_blocks(size: int, pairs: int) -> list[slice]:
    """Return all rows of a *size* × *size* table in order, about *pairs* of its cells at a time.

    >>> row_blocks(5, 10)
    [slice(0, 2, None), slice(2, 4, None), slice(4, 5, None)]
    """
    step = max(1, pairs // size) if size else 1
    return [slice(start, min(start + step, size)) for start in range(0, size, step)]
