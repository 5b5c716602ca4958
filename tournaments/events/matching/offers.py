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
_SAMPLE = 4
_AT_ONCE = 2**15  # pairs


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
    for _ in range(_WHOLE_ROUNDS):
        price, moved = _halfway(price, _best_of(scaled, price))
        if moved < 1.0:
            break
    near, beyond = _nearest(scaled, price)
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


def _best_of(scaled: Floats, price: Floats) -> Floats:
    """Return the best offer to each row, some rows at a time, so that they stay in the cache."""
    size = len(scaled)
    best = np.empty_like(price)
    step = max(1, _AT_ONCE // size)
    room = np.empty((step, size))
    for start in range(0, size, step):
        rows = scaled[start : start + step]
        np.subtract(rows, price, out=room[: len(rows)]).max(axis=1, out=best[start : start + step])
    return best


def _nearest(scaled: Floats, price: Floats) -> tuple[Ints, Floats]:
    """Return the columns that offer each row most, ascending, and what others offer at most.

    About _NEAR of them: those that offer more than a sample of the columns says; where that is not
    enough to go by, the row itself stands in their place.
    """
    size = len(scaled)
    step = max(1, _AT_ONCE // size)
    beyond = np.empty_like(price)
    rows, columns = [], []
    sample = max(1, min(_SAMPLE, size // (2 * _NEAR)))
    kept = min(_NEAR, size - 1) // sample
    for start in range(0, size, step):
        room = scaled[start : start + step] - price
        few = -room[:, start // step % sample :: sample]
        few.partition(kept, axis=1)
        limit = beyond[start : start + step] = -few[:, kept]
        row, column = np.nonzero(room > limit[:, None])
        rows.append(row + start)
        columns.append(column)
    return _in_lists(np.concatenate(rows), np.concatenate(columns), size), beyond


def _in_lists(rows: Ints, columns: Ints, size: int) -> Ints:
    """Return the columns of each row, filled up with the row itself."""
    counts = np.bincount(rows, minlength=size)
    place = np.arange(len(rows)) - np.repeat(np.cumsum(counts) - counts, counts)
    lists = np.repeat(np.arange(size)[:, None], max(1, int(counts.max())), axis=1)
    lists[rows, place] = columns
    lists.sort(axis=1)
    return lists


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
        #: The column that offers each row most at the first prices, or OTHERS if unsure.
        self.first: Ints = np.where(offers[:, 0] > bound, near[:, 0], OTHERS)
        rows = np.arange(len(near))
        width = min(near.shape[1], _LISTED)
        near, offers = (np.column_stack((part[:, :width], rows)) for part in (near, offers))
        ends = (offers[:, :width] >= bound[:, None]).sum(axis=1)
        worth = np.take_along_axis(weights, near, axis=1)
        near[rows, ends], offers[rows, ends] = OTHERS, bound
        self._raw = offers.tolist(), worth.tolist(), near.tolist()
        self._lists: list[list[Offer] | None] = [None] * len(near)

    def of(self, row: int) -> list[Offer]:
        """Return the list of *row*, the best first; what all others offer stands last."""
        listed = self._lists[row]
        if listed is None:
            offers, worth, near = self._raw
            listed = list(zip(offers[row], worth[row], near[row], strict=True))
            self._lists[row] = listed
        return listed
