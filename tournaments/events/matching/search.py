"""The last steps to a heaviest pairing: one search for each two players still without a partner.

The search keeps a price per player and per blossom such that no pair is worth more than its prices
(twice its weight, to stay in whole numbers), and pairs only where it is worth exactly that.  When
everybody is paired the prices prove that no other pairing weighs more.  The table is dense: a step
costs one row, whatever the weights.

Sources: Edmonds (1965); Galil, "Efficient algorithms for finding maximum matching in graphs",
ACM Computing Surveys 18 (1986).
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from tournaments.events.matching.blossoms import Ints, Label, Link, Part, rebase

_FAR = np.int64(2**61)


class Search:
    """Prices, blossoms and partners; :meth:`pair_up` is one search.

    ``doubled``: twice the weights, n × n, symmetric.  ``price``: per player, with
    ``price[i] + price[j] >= doubled[i, j]`` for i ≠ j.  ``mate``: −1 or the partner, only where
    that holds with equality.
    """

    def __init__(self, doubled: Ints, price: Ints, mate: list[int]) -> None:
        size = len(doubled)
        self.doubled = doubled
        self.price = price
        self.mate = mate
        self.leaves = [Part(np.array([k], np.int64), k) for k in range(size)]
        self.top: list[Part] = list(self.leaves)
        self.blossoms: set[Part] = set()  # the outermost ones
        self._reset()

    def _reset(self) -> None:
        size = len(self.doubled)
        self.label = np.zeros(size, np.int8)
        self.slack: Ints = np.full(size, _FAR, np.int64)
        self.nearest: Ints = np.full(size, -1, np.int64)

    def pair_up(self, root: int) -> None:
        """Pair *root* with somebody unpaired, changing other pairs where that is best."""
        self._reset()
        self._label_outer(self.top[root], None)
        while not self._step():
            pass
        self._clear()

    # one step: the nearest event, the prices moved up to it, and what it brings

    def _step(self) -> bool:
        player, twice = self._nearest_event()
        emptied = self._cheapest_inner()
        if emptied is not None and emptied.price <= twice:
            self._move_prices(emptied.price // 2)
            self._open_inner(emptied)
            return False
        self._move_prices(twice // 2)
        other = int(self.nearest[player])
        part = self.top[player]
        if part.label is Label.OUTER:
            self._close_ring(other, player)
            return False
        if self.mate[part.base] < 0:
            self._augment(other, player)
            return True
        self._grow(part, (other, player))
        return False

    def _nearest_event(self) -> tuple[int, int]:
        """Return the player whose pair becomes tight next, and twice the move that it takes."""
        twice = np.where(self.label == Label.NONE, self.slack * 2, self.slack)
        twice[self.label == Label.INNER] = _FAR
        player = int(twice.argmin())
        return player, int(twice[player])

    def _cheapest_inner(self) -> Part | None:
        inner = [part for part in self.blossoms if part.label is Label.INNER]
        return min(inner, key=lambda part: part.price, default=None)

    def _move_prices(self, move: int) -> None:
        if not move:
            return
        outer = self.label == Label.OUTER
        self.price[outer] -= move
        self.price[self.label == Label.INNER] += move
        self.slack[outer] -= 2 * move
        self.slack[self.label == Label.NONE] -= move
        for part in self.blossoms:
            if part.label is Label.OUTER:
                part.price += 2 * move
            elif part.label is Label.INNER:
                part.price -= 2 * move

    # what an event brings

    def _grow(self, part: Part, entry: Link) -> None:
        self._label_inner(part, entry)
        base = part.base
        mate = self.mate[base]
        self._label_outer(self.top[mate], (base, mate))

    def _label_inner(self, part: Part, entry: Link) -> None:
        part.label, part.entry = Label.INNER, entry
        self.label[part.players] = Label.INNER

    def _label_outer(self, part: Part, entry: Link | None) -> None:
        part.label, part.entry = Label.OUTER, entry
        self._look_from(part.players, part)

    def _look_from(self, players: Ints, part: Part) -> None:
        """Make *players*, who lie in *part*, outer, and measure from them to everybody else."""
        self.label[players] = Label.OUTER
        gaps = self.price[players][:, None] + self.price[None, :] - self.doubled[players]
        gaps[:, part.players] = _FAR
        row = gaps.argmin(axis=0)
        least = gaps[row, np.arange(len(row))]
        nearer = least < self.slack
        self.slack[nearer] = least[nearer]
        self.nearest[nearer] = players[row[nearer]]

    def _close_ring(self, a: int, b: int) -> None:
        """Make one blossom of the two ways from a and b to where they meet."""
        way_a, way_b = self._way_to_root(self.top[a]), self._way_to_root(self.top[b])
        on_a = {id(part): place for place, part in enumerate(way_a)}
        meet_b = next(place for place, part in enumerate(way_b) if id(part) in on_a)
        meet = way_b[meet_b]
        down, up = way_a[: on_a[id(meet)]][::-1], way_b[:meet_b]
        links = [_entry(part) for part in down] + [(a, b)]
        links += [(end, start) for start, end in map(_entry, up)]
        parts = [meet, *down, *up]
        new_outer = [part.players for part in parts if part.label is Label.INNER]
        blossom = Part.ring(parts, links)
        blossom.label, blossom.entry = Label.OUTER, meet.entry
        self._set_top([blossom])
        self.blossoms.difference_update(parts)
        self.blossoms.add(blossom)
        if new_outer:
            self._look_from(np.concatenate(new_outer), blossom)
        self._measure_again(blossom.players)

    def _measure_again(self, players: Ints) -> None:
        """The nearest outer player may now lie in the same blossom: look outside it."""
        outside = self.label == Label.OUTER
        outside[players] = False
        others = np.flatnonzero(outside)
        if not len(others):
            self.slack[players] = _FAR
            return
        gaps = self.price[others][:, None] + self.price[players][None, :]
        gaps -= self.doubled[np.ix_(others, players)]
        row = gaps.argmin(axis=0)
        self.slack[players] = gaps[row, np.arange(len(players))]
        self.nearest[players] = others[row]

    def _way_to_root(self, part: Part) -> list[Part]:
        way = [part]
        while part.entry is not None:
            part = self.top[part.entry[0]]
            way.append(part)
        return way

    def _open_inner(self, blossom: Part) -> None:
        """Take a blossom of price 0 apart, keeping the search's way through it."""
        entry = _entry(blossom)
        start = blossom.index_of(self.leaves[entry[1]])
        first, way = blossom.parts[start], blossom.way_to_base(start)
        self._take_apart(blossom)
        self._label_inner(first, entry)
        outer = []
        for place, (part, link) in enumerate(way):
            if place % 2:
                self._label_inner(part, link)
            else:
                outer.append((part, link))
        for part, link in outer:
            self._label_outer(part, link)

    def _take_apart(self, blossom: Part) -> None:
        self.blossoms.discard(blossom)
        self.label[blossom.players] = Label.NONE
        for part in blossom.parts:
            part.parent, part.label, part.entry = None, Label.NONE, None
            if part.parts:
                self.blossoms.add(part)
        self._set_top(blossom.parts)

    def _set_top(self, parts: Iterable[Part]) -> None:
        for part in parts:
            for player in part.players.tolist():
                self.top[player] = part

    def _augment(self, outer: int, free: int) -> None:
        """Pair *outer* with *free* and change the pairs along the way back to the root."""
        a, b = outer, free
        self._rebase(self.top[b], b)
        while True:
            part = self.top[a]
            entry = part.entry
            self._rebase(part, a)
            self.mate[a], self.mate[b] = b, a
            if entry is None:
                return
            inner = self.top[entry[0]]
            a, b = _entry(inner)
            self._rebase(inner, b)

    def _rebase(self, part: Part, player: int) -> None:
        rebase(part, player, self.leaves, self.mate)

    def _clear(self) -> None:
        for part in self.top:
            part.label, part.entry = Label.NONE, None
        empty = [part for part in self.blossoms if not part.price]
        while empty:
            blossom = empty.pop()
            self._take_apart(blossom)
            empty.extend(part for part in blossom.parts if part.parts and not part.price)


def _entry(part: Part) -> Link:
    assert part.entry is not None
    return part.entry
