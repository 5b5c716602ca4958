"""What columns offer a row, best first, without reading the whole row again.

While an assignment is searched for, prices only rise.  So a list of a row's best columns, made
once, stays good for the whole search: what a column offered when the list was made is the most that
it can offer later, and nothing beyond the list ever offers more than the list's last entry says.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
#: The most that a column offers from now on, its weight, and the column; -1 stands for all others.
Offer = tuple[int, int, int]

OTHERS = -1
OPENING_ROUNDS = 30
_WHOLE_ROUNDS = 8  # of these so many look at every column, the others at _NEAR for each row
_NEAR = 48
_LISTED = 16


def opening(weights: Ints) -> tuple[Ints, Offers]:
    """Return prices near which everybody has an offer that pays, and the offers at these prices.

    Each price moves halfway to the best of its row.  Only a start: a good one leaves few rows to
    search for, a bad one costs time, not truth.  After the first rounds only the columns that may
    still be the best ones are looked at.
    """
    middle = float(np.median(weights[0]))
    scaled = weights.astype(np.float64)
    scaled -= middle
    price: Floats = scaled.max(axis=1) / 2
    room = np.empty_like(scaled)
    for _ in range(_WHOLE_ROUNDS):
        np.subtract(scaled, price, out=room)
        price, moved = _halfway(price, room.max(axis=1))
        if moved < 1.0:
            break
    np.subtract(price, scaled, out=room)
    size = len(weights)
    kept = min(_NEAR, size - 1)
    near = np.argpartition(room, kept, axis=1)
    beyond: Floats = -room[np.arange(size), near[:, kept]]
    near = np.sort(near[:, :kept], axis=1)
    cut, columns = price, np.ascontiguousarray(near.T)
    nearby = np.ascontiguousarray(np.take_along_axis(scaled, near, axis=1).T)
    for _ in range(OPENING_ROUNDS - _WHOLE_ROUNDS):
        best = (nearby - price[columns]).max(axis=0)
        unsure = best <= beyond + _most_below(cut, price)
        if unsure.any():
            best[unsure] = (scaled[unsure] - price).max(axis=1)
        price, moved = _halfway(price, best)
        if moved < 1.0:
            break
    whole = 2 * np.floor(price / 2).astype(np.int64)
    bound = np.ceil(beyond + _most_below(cut, whole) + middle).astype(np.int64)
    return whole, Offers(weights, whole, near, bound)


def _halfway(price: Floats, best: Floats) -> tuple[Floats, float]:
    moved = float(np.abs(best - price).max())
    return (price, moved) if moved < 1.0 else ((price + best) / 2, moved)


def _most_below(before: Floats, now: Floats | Ints) -> float:
    """Return by how much the price that fell most fell, with room for what doubles round."""
    return float((before - now).max()) + 1.0 + float(np.abs(before).max()) * 2.0**-48


class Offers:
    """The lists of all rows.  ``near``: their columns, ascending; ``bound``: the most that any
    other column offers at ``price``.
    """

    def __init__(self, weights: Ints, price: Ints, near: Ints, bound: Ints) -> None:
        self.weights = weights
        offers = np.take_along_axis(weights, near, axis=1) - price[near]
        order = np.argsort(-offers, axis=1, kind="stable")[:, : _LISTED + 1]
        near = np.take_along_axis(near, order, axis=1)
        offers = np.take_along_axis(offers, order, axis=1)
        if near.shape[1] > _LISTED:
            bound = np.maximum(bound, offers[:, _LISTED])
        self._near, self._offers = near[:, :_LISTED], offers[:, :_LISTED]
        self._bound = bound
        self._lists: list[list[Offer] | None] = [None] * len(weights)

    def best(self) -> Ints:
        """Return the column that offers each row most at the first prices, or OTHERS if unsure."""
        return np.where(self._offers[:, 0] > self._bound, self._near[:, 0], OTHERS)

    def of(self, row: int) -> list[Offer]:
        """Return the list of *row*, the best first; what others offer stands in its place too."""
        listed = self._lists[row]
        if listed is None:
            columns, offers = self._near[row], self._offers[row]
            listed = self._lists[row] = self._list(row, columns, offers, int(self._bound[row]))
        return listed

    def _list(self, row: int, columns: Ints, offers: Ints, bound: int | None) -> list[Offer]:
        weights = self.weights[row, columns].tolist()
        listed = list(zip(offers.tolist(), weights, columns.tolist(), strict=True))
        if bound is not None:
            while listed and listed[-1][0] < bound:
                listed.pop()
            listed.append((bound, 0, OTHERS))
        return listed
