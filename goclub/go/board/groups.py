"""Groups and their liberties, cell by cell: the part of the board that has to be fast.

Cells are numbered row by row from the top left corner.  Groups are disjoint sets, joined by size,
together with the number of their *edges to vacant points*; a group whose number falls to 0 has no
liberty.  A move therefore costs about the same on a full board as on an empty one, which keeps a
hostile record harmless, and every change can be taken back, so that a tree of variations is
replayed on one board without copying it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, MutableMapping, Sequence
from functools import lru_cache
from typing import Any

from goclub.go.board.basics import BLACK, EMPTY, WHITE

#: What may stand in a line instead of a cell: a pass, and a step at which nobody plays.
PASS, NOTHING = -1, -2

_EDIT = -3
_BOTH = BLACK + WHITE


@lru_cache(maxsize=64)
def neighbours(width: int, height: int) -> tuple[tuple[int, ...], ...]:
    """For each cell (row by row) the cells joined to it by a line."""
    table = []
    for row in range(height):
        for column in range(width):
            beside = ((column, row - 1), (column - 1, row), (column + 1, row), (column, row + 1))
            table.append(
                tuple(y * width + x for x, y in beside if 0 <= x < width and 0 <= y < height)
            )
    return tuple(table)


class Groups:
    """The stones of a position with their groups, their liberties, the ko and the prisoners.

    ``prisoners[colour]`` counts the stones captured **by** that colour.  ``effort`` counts the
    cells that edits have looked at, for those who give a record only so much.
    """

    __slots__ = (
        "_beside",
        "_cells",
        "_edges",
        "_ko",
        "_ko_colour",
        "_log",
        "_parent",
        "_stones",
        "effort",
        "prisoners",
    )

    def __init__(self, width: int, height: int) -> None:
        area = width * height
        self.prisoners = {BLACK: 0, WHITE: 0}
        self.effort = 0
        self._beside = neighbours(width, height)
        self._cells = bytearray(area)
        # Per cell: its parent in the disjoint sets; for the root of a group also its number of
        # stones and of edges to vacant points.
        self._parent = [0] * area
        self._stones = [0] * area
        self._edges = [0] * area
        self._ko = -1
        self._ko_colour = EMPTY
        self._log: list[tuple[Any, ...]] | None = None

    def cell(self, cell: int) -> int:
        """EMPTY, BLACK or WHITE."""
        return self._cells[cell]

    @property
    def has_ko(self) -> bool:
        """Whether the last step left a point that may not be retaken at once (S3-8)."""
        return self._ko >= 0

    def empty_cell(self) -> int:
        """The first cell without a stone, -1 if there is none."""
        return self._cells.find(EMPTY)

    def keep_log(self) -> None:
        """From now on remember every step, so that :meth:`undo_to` can take it back."""
        self._log = []

    def play_line(  # noqa: C901 - one loop without calls: this is where the time goes
        self,
        colours: Sequence[int],
        cells: Sequence[int],
        start: int,
        stop: int,
        captures: MutableMapping[int, list[int]],
        *,
        suicide: bool = False,
    ) -> tuple[int, str]:
        """Play ``cells[start:stop]`` in the colours beside them (S3-5 … S3-8).

        A cell may be PASS or NOTHING; below that it lies off the board.  The cells that a move
        captures, in order, go to ``captures`` under its place; with ``suicide`` a move may also
        take its own group, which the opponent then has as prisoners.  Returns the place of the
        first illegal move, which changes nothing, and its reason (``board.off_board``,
        ``board.occupied``, ``board.ko``, ``board.suicide``), or (``stop``, "").
        """
        board, parent, stones, edges = self._cells, self._parent, self._stones, self._edges
        beside, log = self._beside, self._log
        ko, ko_colour = self._ko, self._ko_colour
        place, reason = stop, ""
        for place in range(start, stop):
            cell = cells[place]
            if cell < 0:
                if cell < NOTHING:
                    reason = "board.off_board"
                    break
                if log is not None:
                    log.append((cell, ko, ko_colour))
                if cell == PASS:
                    ko = -1
                continue
            colour = colours[place]
            if board[cell]:
                reason = "board.occupied"
                break
            if cell == ko and colour == ko_colour:
                reason = "board.ko"
                break
            free, own = 0, -1
            own_roots: list[int] | None = None
            dead: list[int] | None = None
            for near in beside[cell]:
                neighbour = board[near]
                if not neighbour:
                    free += 1
                    continue
                while (root := parent[near]) != near:
                    near = root
                edges[root] -= 1
                if neighbour == colour:
                    if own < 0:
                        own = root
                    elif root != own:
                        own_roots = [*(own_roots or ()), root]
                elif not edges[root]:
                    dead = [*(dead or ()), root]
            if not free and not dead and not suicide and self._choked(own, own_roots):
                self._give_back(cell)
                reason = "board.suicide"
                break
            if log is not None:
                undo = (cell, ko, ko_colour, colour, parent[cell], stones[cell], edges[cell],
                        own, free)  # fmt: skip
            board[cell] = colour
            if own < 0:
                parent[cell] = own = cell
                stones[cell] = 1
                edges[cell] = free
            else:
                parent[cell] = own
                stones[own] += 1
                edges[own] += free
            ko = -1
            joined = self._join_all(own, own_roots) if own_roots else ()
            gone: Sequence[int] = ()
            if dead:
                gone = captures[place] = self._capture(dead, colour)
                if len(gone) == 1 and own == cell and edges[cell] == 1:
                    ko, ko_colour = gone[0], _BOTH - colour
            elif not free and not edges[root := self._root(cell)]:
                gone = captures[place] = self._capture([root], _BOTH - colour)
            if log is not None:
                log.append((*undo, joined, gone))
        else:
            place = stop
        self._ko, self._ko_colour = ko, ko_colour
        return place, reason

    def edit(self, changes: Mapping[int, int]) -> list[int]:
        """Give cells the colours beside them (or EMPTY), whatever stood there.

        All groups that are left without liberty are taken off at once; their cells are returned
        in order.  No prisoners are counted, and a ko is forgotten.  The cost grows with the groups
        that are touched, not with the board.
        """
        cells, parent, stones, edges = self._cells, self._parent, self._stones, self._edges
        touched = self._members([cell for cell in changes if cells[cell]])
        touched.update(changes)
        beside = {near for cell in touched for near in self._beside[cell] if cells[near]}
        rim = {self._root(near) for near in beside - touched}
        self.effort += len(touched)
        old = [(c, cells[c], parent[c], stones[c], edges[c]) for c in (*touched, *rim)]
        before = (_EDIT, self._ko, self._ko_colour, old)
        self._ko = -1
        self._recolour(changes, touched)
        roots = {self._root(cell) for cell in (*touched, *rim) if cells[cell]}
        choked = sorted(self._members(root for root in roots if not edges[root]))
        colours = [cells[cell] for cell in choked]
        self._remove(choked)
        if self._log is not None:
            self._log.append((*before, choked, colours))
        return choked

    def undo_to(self, length: int) -> None:
        """Take back all but the first ``length`` steps since :meth:`keep_log`.

        Each step of a line and each edit counts one.
        """
        log = self._log
        while log is not None and len(log) > length:
            entry = log.pop()
            self._ko, self._ko_colour = entry[1], entry[2]
            if entry[0] >= 0:
                self._undo_move(entry)
            elif entry[0] == _EDIT:
                self._undo_edit(*entry[3:])

    # -- inside ----------------------------------------------------------------------------

    def _root(self, stone: int) -> int:
        # Sets are joined by size, so the way up is at most log2(stones) long and paths need not
        # be shortened: reading never writes, and taking back stays exact.
        parent = self._parent
        while (up := parent[stone]) != stone:
            stone = up
        return stone

    def _members(self, seeds: Iterable[int]) -> set[int]:
        """The cells of all groups that stand on the seeds."""
        cells, beside = self._cells, self._beside
        members: set[int] = set()
        for seed in seeds:
            if seed in members:
                continue
            members.add(seed)
            colour, todo = cells[seed], [seed]
            for cell in todo:
                for near in beside[cell]:
                    if cells[near] == colour and near not in members:
                        members.add(near)
                        todo.append(near)
        return members

    def _choked(self, own: int, own_roots: Sequence[int] | None) -> bool:
        """Whether a stone without vacant neighbour joins only groups without liberty (S3-7)."""
        edges = self._edges
        return own < 0 or not (edges[own] or (own_roots and any(edges[root] for root in own_roots)))

    def _give_back(self, cell: int) -> None:
        """A vacant cell counts again as an edge of each stone beside it."""
        cells, edges = self._cells, self._edges
        for near in self._beside[cell]:
            if cells[near]:
                edges[self._root(near)] += 1

    def _join_all(self, root: int, others: Sequence[int]) -> list[tuple[int, int]]:
        """Join groups by their roots; the pairs (larger, smaller) in order."""
        parent, stones, edges = self._parent, self._stones, self._edges
        pairs = []
        for joined in others:
            if parent[joined] != joined or root == joined:
                continue  # the same group on two sides
            large, small = (root, joined) if stones[root] >= stones[joined] else (joined, root)
            parent[small] = large
            stones[large] += stones[small]
            edges[large] += edges[small]
            pairs.append((large, small))
            root = large
        return pairs

    def _capture(self, seeds: list[int], taker: int) -> list[int]:
        """Take the groups on the seeds off as prisoners of ``taker``; their cells in order."""
        single = len(seeds) == 1 and self._stones[seeds[0]] == 1
        gone = seeds if single else sorted(self._members(seeds))
        self._remove(gone)
        self.prisoners[taker] += len(gone)
        return gone

    def _remove(self, gone: Iterable[int]) -> None:
        for cell in gone:
            self._cells[cell] = EMPTY
        for cell in gone:
            self._give_back(cell)

    def _recolour(self, changes: Mapping[int, int], touched: Iterable[int]) -> None:
        """Write the colours of an edit and compute the groups on the touched cells anew."""
        cells, parent, stones, edges = self._cells, self._parent, self._stones, self._edges
        for cell, colour in changes.items():
            if bool(colour) != bool(cells[cell]):
                step = -1 if colour else 1
                for near in self._beside[cell]:
                    if cells[near]:
                        edges[self._root(near)] += step
            cells[cell] = colour
            parent[cell] = cell
        fresh = [cell for cell in touched if cells[cell]]
        for cell in fresh:
            parent[cell] = cell
            stones[cell] = 1
            edges[cell] = sum(1 for near in self._beside[cell] if not cells[near])
        for cell in fresh:
            alike = [self._root(near) for near in self._beside[cell] if cells[near] == cells[cell]]
            self._join_all(self._root(cell), alike)

    def _undo_move(self, entry: tuple[Any, ...]) -> None:
        parent, stones, edges = self._parent, self._stones, self._edges
        cell, _, _, colour, *old, own, free, joined, gone = entry
        if gone:
            whose = (self._cells[cell] and _BOTH - colour) or colour
            self._bring_back(gone, [whose] * len(gone))
            self.prisoners[_BOTH - whose] -= len(gone)
        for large, small in reversed(joined):
            parent[small] = small
            stones[large] -= stones[small]
            edges[large] -= edges[small]
        if own >= 0:
            stones[own] -= 1
            edges[own] -= free
        parent[cell], stones[cell], edges[cell] = old
        self._cells[cell] = EMPTY
        self._give_back(cell)

    def _undo_edit(
        self, old: list[tuple[int, ...]], choked: Sequence[int], colours: Sequence[int]
    ) -> None:
        self._bring_back(choked, colours)
        for cell, colour, parent, stones, edges in old:
            self._cells[cell] = colour
            self._parent[cell], self._stones[cell], self._edges[cell] = parent, stones, edges

    def _bring_back(self, gone: Iterable[int], colours: Iterable[int]) -> None:
        """Put stones back as they stood; their groups are still known."""
        cells, edges = self._cells, self._edges
        for cell in gone:
            for near in self._beside[cell]:
                if cells[near]:
                    edges[self._root(near)] -= 1
        for cell, colour in zip(gone, colours, strict=True):
            cells[cell] = colour
