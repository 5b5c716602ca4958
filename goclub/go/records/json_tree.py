"""A record as plain JSON values, for the script of the board, which knows no rule of Go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from goclub.go.board.basics import WHITE
from goclub.go.records.nodes import Node
from goclub.go.records.notes import Marks
from goclub.go.records.record import Record

_NONE: Mapping[int, str] = MappingProxyType({})


#: One node: ``p`` parent (-1 for the root) and ``c`` children, ``n`` the move number, ``cap`` the
#: prisoners of Black and White, and only where there is one: ``k`` "B" or "W" and ``m`` [x, y] or
#: "pass" of a move, ``a`` stones that appear, also that of a move, as [["B", x, y] …], ``r`` points
#: emptied as [[x, y] …], ``t`` the comment, ``l`` marks as [["TR", x, y], ["LB", x, y, "A"],
#: ["AR", x, y, x2, y2] …]; DD and VW hold until named again, ["DD"] alone ends them.  ``h`` a
#: heading above the comment, ``b`` who added the branch that begins here.
NodeJson = dict[str, Any]


def tree_json(
    record: Record, headings: Mapping[int, str] = _NONE, names: Mapping[int, str] = _NONE
) -> dict[str, Any]:
    """The record: ``size`` [width, height], ``main`` the indices of the main line, ``nodes`` in
    order; with ``headings`` at the nodes of these indices, and ``names`` of those who
    added the branches that begin there.

    All that changes on the board is said (at each node first ``a``, then ``r``), so a script that
    follows it needs no rules.
    """
    nodes = [_node_json(node) for node in record.nodes]
    for index, heading in headings.items():
        nodes[index]["h"] = heading
    for index, name in names.items():
        nodes[index]["b"] = name
    return {
        "size": [record.width, record.height],
        "main": list(record.main_line),
        "nodes": nodes,
    }


def node_json(record: Record, index: int) -> NodeJson:
    """One node of :func:`tree_json`, ``index`` from 0.  Raises IndexError."""
    if index < 0:
        raise IndexError(index)  # a negative index would silently count from the end
    return _node_json(record.nodes[index])


def _node_json(node: Node) -> NodeJson:
    data: NodeJson = {
        "p": -1 if node.parent is None else node.parent,
        "c": list(node.children),
        "n": node.number,
        "cap": list(node.prisoners),
    }
    if node.is_move:
        data["k"] = _letter(node.colour)
        data["m"] = "pass" if node.point is None else list(node.point)
    appearing = list(node.added)
    if node.colour is not None and node.point is not None:
        appearing.append((node.colour, node.point))
    if appearing:
        data["a"] = [[_letter(colour), *point] for colour, point in appearing]
    if node.removed:
        data["r"] = [list(point) for point in node.removed]
    if node.comment:
        data["t"] = node.comment
    if node.marks:
        data["l"] = list(_marks_json(node.marks))
    return data


def _letter(colour: int | None) -> str:
    return "W" if colour == WHITE else "B"


def _marks_json(marks: Marks) -> Iterator[list[str | int]]:
    for kind, items in marks.items():
        if not items:
            yield [kind]
        for item in items:
            match item:
                case (int(x), int(y)):
                    yield [kind, x, y]
                case ((x, y), str(label)):
                    yield [kind, x, y, label]
                case ((x, y), (to_x, to_y)):
                    yield [kind, x, y, to_x, to_y]
