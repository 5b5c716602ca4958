"""Two records of one game laid over each other: the first keeps all it says, the second adds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from goclub.go.board.groups import NOTHING
from goclub.go.records.header import Header
from goclub.go.records.nodes import NO_MARKS, Tree, arranged
from goclub.go.records.notes import INHERITED, MarkItem, Marks
from goclub.go.records.record import Record

#: What a header takes over where it is silent; those of a group belong together.
_GROUPS = (
    *(("black",), ("white",), ("black_rank",), ("white_rank",), ("black_team",), ("white_team",)),
    *(("event",), ("round",), ("place",), ("game_name",), ("copyright",), ("komi2",)),
    *(("handicap",), ("rules", "ruleset"), ("date_text", "date", "dates", "date_parts")),
    ("time_text", "overtime", "main_seconds", "extra_time"),
)
_SILENT = ("", None)


@dataclass(frozen=True, slots=True)
class MergedRecord:
    """``record`` with what the other adds: ``moves`` on the main line, ``variations``, the number
    of nodes with further ``comments`` and ``marks``, and the fields of the ``header``."""

    record: Record
    moves: int = 0
    variations: int = 0
    comments: int = 0
    marks: int = 0
    header: tuple[str, ...] = ()

    @property
    def tells_more(self) -> bool:
        """Whether the other says more about the game itself than the first."""
        return bool(self.moves or self.variations or self.comments or self.marks)

    @property
    def adds(self) -> bool:
        """Whether the other adds anything at all."""
        return self.tells_more or bool(self.header)


def merge(record: Record, addition: Record) -> MergedRecord | None:
    """The record with what the other says besides; None if they do not begin alike.

    Nothing is lost and nothing changes its place: moves that follow the last one continue the main
    line, all others become variations behind those that are there.

    >>> from goclub.go.records.reading import read
    >>> merged = merge(read(b"(;SZ[9];B[ee])"), read(b"(;SZ[9]PB[Sato];B[ee]C[good];W[cc])"))
    >>> merged.moves, merged.comments, merged.header, len(merged.record.moves)
    (1, 1, ('black',), 2)
    """
    if (record.width, record.height) != (addition.width, addition.height):
        return None
    if _edit(record.tree, 0) != _edit(addition.tree, 0):
        return None
    layer = _Layer(record.tree, addition.tree)
    layer.lay()
    header, named = _completed(record.header, addition.header)
    tree = layer.tree()
    merged = replace(record, header=header, tree=tree)
    return MergedRecord(
        record=merged,
        moves=max(0, _moves(tree) - _moves(record.tree)),
        variations=layer.variations,
        comments=len(layer.comments),
        marks=len(layer.marks.keys() | layer.names.keys() | layer.judged.keys()),
        header=named,
    )


def is_within(text: str, whole: str) -> bool:
    """Whether a text says nothing that the other does not say too."""
    return " ".join(text.split()) in " ".join(whole.split())


def _edit(tree: Tree, node: int) -> tuple[dict[int, int], list[int]]:
    added, gone = tree.edited.get(node, ({}, []))
    return added, sorted(gone)


def _moves(tree: Tree) -> int:
    """The moves of the main line without passes."""
    end = tree.main_end
    return sum(
        1 for colour, cell in zip(tree.colours[:end], tree.cells[:end], strict=True)
        if colour and cell >= 0
    )  # fmt: skip


class _Layer:
    """The nodes of the second tree, each put on a node of the first or behind it."""

    def __init__(self, first: Tree, second: Tree) -> None:
        self._first, self._second = first, second
        self._parents, self._colours = list(first.parents), list(first.colours)
        self._cells, self._captures, self._edited = (
            list(first.cells), dict(first.captures), dict(first.edited),
        )  # fmt: skip
        self._children: list[list[int]] = [[] for _ in first.parents]
        for node, parent in enumerate(first.parents):
            if parent >= 0:
                self._children[parent].append(node)
        self.variations = 0
        self.comments: dict[int, str] = {}
        self.names: dict[int, str] = {}
        self.marks: dict[int, Marks] = {}
        self.judged: dict[int, tuple[str, ...]] = {}

    def lay(self) -> None:
        second = self._second
        useful = self._useful()
        places: list[int] = []
        for node, parent in enumerate(second.parents):
            place = 0 if parent < 0 else places[parent]
            if parent >= 0 and self._does_something(node):
                known = self._find(place, node)
                if known is None and node not in useful:
                    known = place
                place = self._append(place, node) if known is None else known
            places.append(place)
            self._say(place, node)

    def tree(self) -> Tree:
        first = self._first
        grown = Tree(
            parents=self._parents,
            colours=self._colours,
            cells=self._cells,
            branches=[],
            captures=self._captures,
            edited=self._edited,
            comments={**first.comments, **self.comments},
            names={**first.names, **self.names},
            marks={**first.marks, **self.marks},
            judged={**first.judged, **self.judged},
        )
        return arranged(grown, self._children)[1]

    def _useful(self) -> set[int]:
        """The nodes of the second tree that say something themselves or have some below that do:
        passes at the end do not."""
        second = self._second
        useful: set[int] = set()
        for node in reversed(range(len(second.parents))):
            passes = second.colours[node] and second.cells[node] < 0
            texts_by_kind = (second.comments, second.names, second.marks, second.judged)
            if node in useful or not passes or any(node in texts for texts in texts_by_kind):
                useful.add(node)
                useful.add(second.parents[node])
        return useful

    def _does_something(self, node: int) -> bool:
        return bool(self._second.colours[node]) or node in self._second.edited

    def _find(self, place: int, node: int) -> int | None:
        """The node behind ``place`` that does the same, nodes without a doing passed over."""
        todo = self._children[place][::-1]
        while todo:
            child = todo.pop()
            if self._is_empty(child):
                todo += reversed(self._children[child])
            elif self._is_same(child, node):
                return child
        return None

    def _is_empty(self, place: int) -> bool:
        return not self._colours[place] and place not in self._edited

    def _is_same(self, place: int, node: int) -> bool:
        second = self._second
        if node in second.edited or place in self._edited:
            added, gone = self._edited.get(place, ({}, []))
            return (added, sorted(gone)) == _edit(second, node)
        return (self._colours[place], self._cells[place]) == (
            second.colours[node],
            second.cells[node],
        )

    def _append(self, place: int, node: int) -> int:
        """A copy of a node of the second tree behind ``place``."""
        second = self._second
        while len(self._children[place]) == 1 and self._is_empty(self._children[place][0]):
            place = self._children[place][0]  # the text at the end belongs before what follows
        if self._children[place]:
            self.variations += 1
        new = len(self._parents)
        self._parents.append(place)
        self._colours.append(second.colours[node])
        self._cells.append(second.cells[node] if second.colours[node] else NOTHING)
        self._children[place].append(new)
        self._children.append([])
        if node in second.captures:
            self._captures[new] = second.captures[node]
        if node in second.edited:
            self._edited[new] = second.edited[node]
        return new

    def _say(self, place: int, node: int) -> None:
        first, second = self._first, self._second
        if text := second.comments.get(node):
            mine = self.comments.get(place, first.comments.get(place, ""))
            if not is_within(text, mine):
                parts = [text] if is_within(mine, text) else [mine, text]
                self.comments[place] = "\n\n".join(parts)
        if node in second.names and place not in first.names:
            self.names.setdefault(place, second.names[node])
        if node in second.judged and place not in first.judged:
            self.judged.setdefault(place, second.judged[node])
        if node in second.marks:
            mine_marks = self.marks.get(place, first.marks.get(place, NO_MARKS))
            both = _with_marks(mine_marks, second.marks[node])
            if both != dict(mine_marks):
                self.marks[place] = both


def _with_marks(mine: Marks, others: Marks) -> dict[str, tuple[MarkItem, ...]]:
    """Marks of two records at a node; a point keeps its first label."""
    both = dict(mine)
    labelled = {item[0] for item in mine.get("LB", ())}
    for kind, items in others.items():
        here = both.get(kind, ())
        if kind in INHERITED and kind in both:
            continue
        new = [item for item in items if item not in here]
        if kind == "LB":
            new = [item for item in new if item[0] not in labelled]
        if new or kind not in both:
            both[kind] = (*here, *new)
    return both


def _completed(mine: Header, theirs: Header) -> tuple[Header, tuple[str, ...]]:
    """The header, filled in where it is silent, and what was filled in."""
    changes: dict[str, Any] = {}
    named = []
    for group in _GROUPS:
        if all(getattr(mine, name) in _SILENT for name in group if name in _TEXTS) and (
            getattr(theirs, group[0]) not in _SILENT
        ):
            changes.update({name: getattr(theirs, name) for name in group})
            named.append(group[0])
    if _knows_more(mine, theirs):
        changes.update(result=theirs.result, result_text=theirs.result_text)
        named.append("result")
    return replace(mine, **changes), tuple(named)


_TEXTS = frozenset(name for group in _GROUPS for name in group) - {
    "date", "dates", "date_parts", "ruleset", "main_seconds", "extra_time",
}  # fmt: skip


def _knows_more(mine: Header, theirs: Header) -> bool:
    """Whether the other names a result where this one is open, or says how the same side won."""
    if theirs.result is None:
        return False
    if mine.result is None:
        return mine.result_text in ("", "?")
    same = mine.result.outcome == theirs.result.outcome
    return same and not mine.result.ending and bool(theirs.result.ending)


def fields_added(merged: MergedRecord) -> Mapping[str, int]:
    """What was added, by kind, as numbers; kinds of which there is none are left out."""
    numbers = {
        "moves": merged.moves,
        "variations": merged.variations,
        "comments": merged.comments,
        "marks": merged.marks,
        "facts": len(merged.header),
    }
    return {name: number for name, number in numbers.items() if number}
