"""Odd rings of players that the search treats as one, and how a pairing turns inside them.

A blossom is an odd ring of parts (players or smaller blossoms).  All but one of its players are
paired inside; the one left over, its base, is paired outside.  Any of its players can be made the
base by turning the pairs along the ring, which is what makes blossoms worth the trouble.

Source: Edmonds, "Paths, trees, and flowers" (1965).
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Link = tuple[int, int]


class Label(IntEnum):
    """Where a part stands in the search: not reached, at an even or at an odd distance."""

    NONE = 0
    OUTER = 1
    INNER = 2


class Part:
    """One player, or a blossom of parts.

    ``links[k]`` is the pair of players (a in ``parts[k]``, b in ``parts[k + 1]``, round and round);
    ``parts[0]`` holds the base, and the others are paired (1, 2), (3, 4) … along their links.
    ``price``: the doubled dual of the blossom.  ``entry``: the link by which the search came here,
    its first end in the part before.
    """

    __slots__ = ("base", "entry", "label", "links", "parent", "parts", "players", "price")

    def __init__(self, players: Ints, base: int) -> None:
        self.players = players
        self.base = base
        self.parts: list[Part] = []
        self.links: list[Link] = []
        self.parent: Part | None = None
        self.price = 0
        self.label = Label.NONE
        self.entry: Link | None = None

    @classmethod
    def ring(cls, parts: list[Part], links: list[Link]) -> Part:
        """Return the blossom of an odd ring whose first part holds the base."""
        blossom = cls(np.concatenate([part.players for part in parts]), parts[0].base)
        blossom.parts, blossom.links = parts, links
        for part in parts:
            part.parent = blossom
        return blossom

    def index_of(self, leaf: Part) -> int:
        """Return the place in the ring of the part that holds this player."""
        part = leaf
        while part.parent is not self:
            assert part.parent is not None
            part = part.parent
        return self.parts.index(part)

    def inside(self) -> list[Part]:
        """Return the blossom and every blossom within it."""
        parts, waiting = [], [self]
        while waiting:
            part = waiting.pop()
            if part.parts:
                parts.append(part)
                waiting.extend(part.parts)
        return parts

    def way_to_base(self, start: int) -> list[tuple[Part, Link]]:
        """Return the even way round the ring from part number *start* to the base's part.

        Each step is (the part come to, the link taken, its first end in the part before).
        """
        size = len(self.parts)
        if start % 2:  # paired with the next one, so the even way goes forward
            return [(self.parts[(k + 1) % size], self.links[k]) for k in range(start, size)]
        return [
            (self.parts[k - 1], (self.links[k - 1][1], self.links[k - 1][0]))
            for k in range(start, 0, -1)
        ]


def rebase(part: Part, player: int, leaves: list[Part], mate: list[int]) -> None:
    """Make *player* the base of *part*, turning the pairs inside; its own mate stays unset."""
    waiting = [(part, player)]
    while waiting:
        turned, base = waiting.pop()
        turned.base = base
        if not turned.parts:
            continue
        k = turned.index_of(leaves[base])
        turned.parts = turned.parts[k:] + turned.parts[:k]
        turned.links = turned.links[k:] + turned.links[:k]
        waiting.append((turned.parts[0], base))
        for place in range(1, len(turned.parts), 2):
            a, b = turned.links[place]
            if mate[a] != b:
                mate[a], mate[b] = b, a
                waiting.append((turned.parts[place], a))
                waiting.append((turned.parts[place + 1], b))
