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
_AT_ONCE = 2**12  # pairs
_NONE, _OUTER, _INNER = Label
#: For each label: how many moves of the prices bring a player's nearest pair one nearer (in
#: halves), what hides them from the search, how their price moves, and how their slack does.
_RULES = {
    _NONE: np.array([[2], [0], [0], [-1]], np.int64),
    _OUTER: np.array([[1], [0], [-1], [-2]], np.int64),
    _INNER: np.array([[1], [_FAR], [1], [0]], np.int64),
}


class MatchingSearch:
    """Prices, blossoms and partners; :meth:`pair_up` is one search.

    ``doubled``: twice the weights, n × n, symmetric.  ``price``: per player, with
    ``price[i] + price[j] >= doubled[i, j]`` for i ≠ j.  ``mate``: −1 or the partner, only where
    that holds with equality.
    """

    def __init__(self, doubled: Ints, price: Ints, mate: list[int]) -> None:
        size = len(doubled)
        self.doubled = doubled
        self.rows = list(doubled)
        # What the prices' moves move, in one piece.
        self.moving: Ints = np.stack((price, np.full(size, _FAR, np.int64)))
        self.price, self.slack = self.moving
        self.rules: Ints = np.empty((4, size), np.int64)
        self.pace, self.hidden, self.turn, _ = self.rules
        self.mate = mate
        self.leaves = [Part(np.array([k], np.int64), k) for k in range(size)]
        self.top = np.array(self.leaves, np.object_)
        # The outermost blossoms, and which of them were reached; in the order in which they came.
        self.blossoms: dict[Part, None] = {}
        self.reached: dict[Label, dict[Part, None]] = {_OUTER: {}, _INNER: {}}
        self.looks = 0
        self.outer_since: Ints = np.zeros(size, np.int64)  # in looks
        self.ringed: Ints = np.zeros(size, np.int64)  # in looks: when their blossom last grew
        self._reset()

    def _reset(self) -> None:
        size = len(self.doubled)
        self.rules[:] = _RULES[_NONE]
        self.slack[:] = _FAR
        self.nearest: Ints = np.full(size, -1, np.int64)
        for parts in self.reached.values():
            parts.clear()

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
        partner = int(self.nearest[player])
        part = self.top[player]
        if part.label is _OUTER:
            self._close_ring(partner, player)
            return False
        if self.mate[part.base] < 0:
            self._augment(partner, player)
            return True
        self._grow(part, (partner, player))
        return False

    def _nearest_event(self) -> tuple[int, int]:
        """Return the player whose pair becomes tight next, and twice the move that it takes."""
        pace, hidden = self.pace, self.hidden
        twice = self.slack * pace
        twice += hidden
        while True:
            player = int(twice.argmin())
            nearest = self.nearest.item(player)
            if nearest < 0 or self.top[nearest] is not self.top[player]:
                return player, twice.item(player)
            self._measure_again(player)
            twice[player] = self.slack[player] * pace[player] + hidden[player]

    def _cheapest_inner(self) -> Part | None:
        inner = self.reached[_INNER]
        return min(inner, key=lambda part: part.price) if inner else None

    def _move_prices(self, move: int) -> None:
        if not move:
            return
        self.moving += move * self.rules[2:]
        for part in self.reached[_OUTER]:
            part.price += 2 * move
        for part in self.reached[_INNER]:
            part.price -= 2 * move

    # what an event brings

    def _grow(self, part: Part, entry: Link) -> None:
        self._label_inner(part, entry)
        base = part.base
        mate = self.mate[base]
        self._label_outer(self.top[mate], (base, mate))

    def _label_inner(self, part: Part, entry: Link) -> None:
        self._label(part, _INNER, entry)
        if part.parts:
            self.rules[:, part.players] = _RULES[_INNER]
        else:
            self.rules[:, part.base] = _RULES[_INNER][:, 0]

    def _label_outer(self, part: Part, entry: Link | None) -> None:
        self._label(part, _OUTER, entry)
        self._look_from(part.players, part)

    def _label(self, part: Part, label: Label, entry: Link | None) -> None:
        part.label, part.entry = label, entry
        if part.parts:
            self.reached[label][part] = None

    def _look_from(self, players: Ints, part: Part) -> None:
        """Make *players*, who lie in *part*, outer, and measure from them to everybody else."""
        if len(players) > 2:
            self.rules[:, players] = _RULES[_OUTER]
            self._look_at_once(players, part)
            return
        own = part.players if part.parts else part.base
        for player in players.tolist():
            self.rules[:, player] = _RULES[_OUTER][:, 0]
            self.outer_since[player] = self.looks
            self.looks += 1
            gaps = self.price - self.rows[player]
            gaps += self.price[player]
            gaps[own] = _FAR
            self.nearest[gaps < self.slack] = player
            np.minimum(self.slack, gaps, out=self.slack)

    def _look_at_once(self, players: Ints, part: Part) -> None:
        """Measure from several players: of those who are as near the first counts."""
        self.outer_since[players] = np.arange(self.looks, self.looks + len(players))
        self.looks += len(players)
        gaps = self.price - self.doubled[players]
        gaps += self.price[players, None]
        least = gaps.min(axis=0)
        least[part.players] = _FAR
        nearer = np.flatnonzero(least < self.slack)
        self.slack[nearer] = least[nearer]
        self.nearest[nearer] = players[gaps[:, nearer].argmin(axis=0)]

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
        new_outer = [part.players for part in parts if part.label is _INNER]
        blossom = Part.ring(parts, links)
        self._set_top([blossom])
        for known in (self.blossoms, *self.reached.values()):
            for part in parts:
                known.pop(part, None)
        self.blossoms[blossom] = None
        self._label(blossom, _OUTER, meet.entry)
        if new_outer:
            self._look_from(np.concatenate(new_outer), blossom)
        self.ringed[blossom.players] = self.looks - 1
        others = self._outer_beside(blossom)
        if len(others) * len(blossom.players) <= _AT_ONCE:
            self._measure_all_again(blossom.players, others)

    def _measure_all_again(self, players: Ints, others: Ints) -> None:
        """The nearest outer player may now lie in the same blossom: look outside it, at once.

        Where there are many pairs to look at, :meth:`_measure_again` looks when it matters.
        """
        if not len(others):
            self.slack[players], self.nearest[players] = _FAR, -1
            return
        gaps = self.price[others] - self.doubled[players[:, None], others]
        nearest = gaps.argmin(axis=1)
        self.slack[players] = gaps[np.arange(len(players)), nearest] + self.price[players]
        self.nearest[players] = others[nearest]

    def _measure_again(self, player: int) -> None:
        """The same for one player, with what a look at the time of the ring would have found."""
        others = self._outer_beside(self.top[player])
        if not len(others):
            self.slack[player], self.nearest[player] = _FAR, -1
            return
        gaps = self.price[others] - self.doubled[player, others]
        least = gaps.min()
        as_near = others[gaps == least]
        since = np.maximum(self.outer_since[as_near], self.ringed[player])
        self.slack[player] = least + self.price[player]
        self.nearest[player] = as_near[since.argmin()]

    def _outer_beside(self, part: Part) -> Ints:
        outside = self.turn < 0
        outside[part.players] = False
        return np.flatnonzero(outside)

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
        for known in (self.blossoms, *self.reached.values()):
            known.pop(blossom, None)
        self.rules[:, blossom.players] = _RULES[_NONE]
        for part in blossom.parts:
            part.parent, part.label, part.entry = None, _NONE, None
            if part.parts:
                self.blossoms[part] = None
        self._set_top(blossom.parts)

    def _set_top(self, parts: Iterable[Part]) -> None:
        for part in parts:
            self.top[part.players] = part

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
            part.label, part.entry = _NONE, None
        empty = [part for part in self.blossoms if not part.price]
        while empty:
            blossom = empty.pop()
            self._take_apart(blossom)
            empty.extend(part for part in blossom.parts if part.parts and not part.price)


def _entry(part: Part) -> Link:
    assert part.entry is not None
    return part.entry
