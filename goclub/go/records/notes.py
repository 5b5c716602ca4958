"""What is said and marked at the nodes of a record: comments, names, labels, shapes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from goclub.go.board.basics import Point
from goclub.go.board.groups import PASS
from goclub.go.records.points import Budget, expand, grid
from goclub.go.records.raw_game import JUDGED_ONCE, JUDGEMENTS, WRONG_VARIATION, Properties
from goclub.go.records.text import clean_line, compose, long_text, remove_mail, simple_text

POINT_MARKS = frozenset(("TR", "SQ", "CR", "MA", "SL", "TB", "TW", "DD", "VW"))
#: What holds from its node on until it is said anew; said without points, it ends.
INHERITED = ("DD", "VW")
PAIR_MARKS = frozenset(("AR", "LN"))
_OLD_MARKS = {"M": "MA"}
_LABELS = frozenset(("LB", "L"))
_MARKS = POINT_MARKS | PAIR_MARKS | _LABELS | _OLD_MARKS.keys()
_JUDGEMENTS = frozenset((*JUDGEMENTS, WRONG_VARIATION))

#: What a mark stands on: a point, a point and its label (LB), or two points (AR, LN).
MarkItem = Point | tuple[Point, str] | tuple[Point, Point]
#: The marks of a node by the SGF name of their kind.
Marks = Mapping[str, tuple[MarkItem, ...]]


@dataclass(slots=True)
class Annotations:
    """By node: comments, names, marks and judgements (``BM``, louder ``BM2``), only where there
    are some."""

    comments: dict[int, str] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)
    marks: dict[int, Marks] = field(default_factory=dict)
    judged: dict[int, tuple[str, ...]] = field(default_factory=dict)


def annotate(
    nodes: Mapping[int, Properties],
    budget: Budget,
    note: Callable[[str], None],
    width: int,
    height: int,
) -> Annotations:
    """The annotations of the nodes with properties.  Raises ``too_many_points``."""
    annotations = Annotations()
    marker = _Marker(budget, note, width, height)
    for node, properties in nodes.items():
        if ("C" in properties or "GC" in properties) and (comment := _comment(properties)):
            annotations.comments[node] = comment
        if "N" in properties and (name := clean_line(simple_text(properties["N"][0]))):
            annotations.names[node] = name
        if not _MARKS.isdisjoint(properties) and (marks := marker.marks(properties)):
            annotations.marks[node] = marks
        if not _JUDGEMENTS.isdisjoint(properties):
            annotations.judged[node] = tuple(_judgements(properties))
    return annotations


def _comment(properties: Properties) -> str:
    texts = (*properties.get("GC", ()), *properties.get("C", ()))
    comments = [stripped for text in texts if (stripped := long_text(text).strip())]
    return remove_mail("\n\n".join(comments))


def _judgements(properties: Properties) -> Iterator[str]:
    for name in JUDGEMENTS:
        if name in properties:
            loud = name not in JUDGED_ONCE and properties[name][0].strip() == "2"
            yield f"{name}2" if loud else name
    if WRONG_VARIATION in properties and "BM" not in properties:
        yield "BM"


class _Marker:
    def __init__(
        self, budget: Budget, note: Callable[[str], None], width: int, height: int
    ) -> None:
        self._budget, self._note, self._width, self._height = budget, note, width, height
        self._cells, self._table = grid(width, height).cells, grid(width, height).points

    def marks(self, properties: Properties) -> Marks:
        """The marks of one node by kind."""
        marks: dict[str, tuple[MarkItem, ...]] = {}
        for name, values in properties.items():
            kind = _OLD_MARKS.get(name, name)
            if kind in POINT_MARKS:
                marks[kind] = tuple(dict.fromkeys((*marks.get(kind, ()), *self._points(values))))
            elif kind in _LABELS:
                marks["LB"] = (*marks.get("LB", ()), *self._labels(kind, values))
            elif kind in PAIR_MARKS:
                marks[kind] = tuple(self._pairs(values))
        for kind in [kind for kind, items in marks.items() if not (items or kind in INHERITED)]:
            del marks[kind]
        return marks

    def _points(self, values: Sequence[str]) -> list[Point]:
        """The points of a list that lie on the board."""
        if len(values) == 1 and (cell := self._cells.get(values[0], PASS)) >= 0:
            self._budget.pay(1)
            return [cast(Point, self._table[cell])]
        if len(values) == 1 and not values[0]:
            return []
        points = []
        for point in expand(values, self._budget, self._note):
            if point is not None and point[0] < self._width and point[1] < self._height:
                points.append(point)
            else:
                self._note("point_off_board")
        return points

    def _labels(self, kind: str, values: Sequence[str]) -> list[tuple[Point, str]]:
        if kind == "L":  # FF[3]: only points, lettered in order
            points = self._points(values)
            return [(p, chr(ord("a") + number % 26)) for number, p in enumerate(points)]
        labels = []
        for value in values:
            place, text = compose(value)
            for point in self._points((place,)):
                labels.append((point, clean_line(simple_text(text or ""), limit=20)))
        return labels

    def _pairs(self, values: Sequence[str]) -> list[tuple[Point, Point]]:
        pairs = []
        for value in values:
            ends = [p for end in value.split(":")[:2] for p in self._points((end,))]
            if len(ends) == 2:
                pairs.append((ends[0], ends[1]))
        return pairs
