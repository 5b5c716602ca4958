"""The relaxed problem: everybody names one partner, nobody is named twice.

A pairing is a special case of it, so its best value bounds every pairing from above, and its
prices become the first proof of that bound (:mod:`tournaments.events.matching.blossoms` closes the
gap that is left where three or more players name each other in a ring).  Most rows find a column
by bidding, the others by shortest augmenting paths, one row of the table at a time, exact in whole
numbers.

Source: Jonker and Volgenant, "A shortest augmenting path algorithm for dense and sparse linear
assignment problems", Computing 38 (1987).  The opening prices and the lists of offers that stay
good while prices rise (:mod:`tournaments.events.matching.offers`) are ours.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tournaments.events.matching.offers import OTHERS, Ints, Offers, opening

_LOW = -(2**62)
_FAR = 2**61  # what may be added to it or taken from it stays in 64 bits


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
    price, offers = opening(weights)
    bidding = _Bidding(offers, price)
    bidding.take_what_is_tight()
    bidding.reduce()
    bidding.reduce()
    chains = _Chains(weights, bidding)
    for row in bidding.unplaced():
        chains.place(row)
    partner, column = np.array(chains.column_of), chains.cost
    row_prices = weights[np.arange(len(weights)), partner] - column[partner]
    return Assignment(partner, row_prices, column)


class _Bidding:
    """Rows and columns so far, and the prices of the columns, which only ever rise."""

    def __init__(self, offers: Offers, price: Ints) -> None:
        self.offers = offers
        self.price: list[int] = price.tolist()
        self.cost = price  # the same again, for a look at a whole row
        self.column_of = [-1] * len(price)
        self.row_of = [-1] * len(price)

    def unplaced(self) -> list[int]:
        return [row for row, column in enumerate(self.column_of) if column < 0]

    def take_what_is_tight(self) -> None:
        for row, first in enumerate(self.offers.first.tolist()):
            if first == OTHERS:
                first, _, _ = self._two_best(row)
            if self.row_of[first] < 0:
                self.row_of[first], self.column_of[row] = row, first

    def reduce(self) -> None:
        """Let unplaced rows outbid others, as long as a bid is above the second best offer."""
        price, row_of, column_of, two_best = self.price, self.row_of, self.column_of, self._two_best
        waiting = self.unplaced()
        for _ in range(4 * len(column_of)):
            if not waiting:
                return
            row = waiting.pop()
            first, second, margin = two_best(row)
            if margin > 0:
                price[first] += margin
                self.cost[first] += margin
            elif row_of[first] >= 0:
                first = second
            outbid = row_of[first]
            if outbid >= 0:
                column_of[outbid] = -1
                if margin > 0:
                    waiting.append(outbid)
            column_of[row] = first
            row_of[first] = row

    def _two_best(self, row: int) -> tuple[int, int, int]:
        """Return the columns that offer most and second most, and by how much the first is better.

        Of equal offers the one of the lower column comes first.
        """
        price = self.price
        first = second = OTHERS
        best = next_best = _LOW
        for at_most, weight, column in self.offers.of(row):
            if at_most < next_best:
                break
            if column == OTHERS:
                return self._two_best_of_all(row)
            offer = weight - price[column]
            if offer > best:
                next_best, second, best, first = best, first, offer, column
            elif offer == best and column < first:
                second, first, next_best = first, column, best
            elif offer > next_best or (offer == next_best and column < second):
                next_best, second = offer, column
        return first, second, best - next_best

    def _two_best_of_all(self, row: int) -> tuple[int, int, int]:
        offers = self.offers.weights[row] - self.cost
        first = int(offers.argmax())
        best = offers.item(first)
        offers[first] = _LOW
        second = int(offers.argmax())
        return first, second, best - offers.item(second)


class _Chains:
    """The last rows, each placed along the cheapest chain of changes (Dijkstra on what it costs).

    ``cost``: the prices of the columns.  All weights and prices are even, so one less on a column
    that nobody has yet lets it win every tie and nothing else.
    """

    def __init__(self, weights: Ints, bidding: _Bidding) -> None:
        self.weights = weights
        self.rows = list(weights)
        self.column_of = bidding.column_of
        self.row_of = bidding.row_of
        self.cost: Ints = np.array(bidding.price, np.int64) - (np.array(self.row_of) < 0)

    def place(self, start: int) -> None:
        cost, row_of, views, worth = self.cost, self.row_of, self.rows, self.weights.item
        subtract, add, minimum = np.subtract, np.add, np.minimum
        waiting = cost - views[start]
        through = np.empty_like(waiting)
        rows, ways, taken = [start], [0], []
        column = int(waiting.argmin())
        while (row := row_of[column]) >= 0:
            nearest, price = waiting.item(column), cost.item(column)
            way = nearest - price + worth(column, row)
            rows.append(row)
            ways.append(way)
            taken.append((column, price - nearest))
            cost[column] = waiting[column] = _FAR
            subtract(cost, views[row], out=through)
            add(through, way, out=through)
            minimum(waiting, through, out=waiting)
            column = int(waiting.argmin())
        end = waiting.item(column) + 1
        for passed, less in taken:
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
