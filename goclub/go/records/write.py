"""Records as SGF (FF[4], UTF-8), and as plain JSON for the script of the board."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from goclub.go.board.basics import BLACK, WHITE
from goclub.go.records.dates import write_dates
from goclub.go.records.header import Header
from goclub.go.records.nodes import Node, Tree
from goclub.go.records.notes import MarkItem, Marks
from goclub.go.records.points import Grid, grid, write_point
from goclub.go.records.raw_game import JUDGED_ONCE
from goclub.go.records.record import Record
from goclub.go.records.results import half_text, parse_result
from goclub.go.records.text import escape

APPLICATION = "goclub"
_NODES_A_LINE = 12
_SGF_DATE = re.compile(r"[0-9]{4}[0-9,-]*")


def write_record(record: Record) -> bytes:
    """A record as FF[4] in UTF-8: variations, comments and marks kept, oddities mended.

    Reading it again gives the same nodes.  Only game information meant for everyone is written:
    nothing about the uploader, the program or the clock of each move.
    """
    tree, table = record.tree, grid(record.width, record.height)
    moves = table.moves
    nodes = [moves[colour][cell] for colour, cell in zip(tree.colours, tree.cells, strict=True)]
    width, height = record.width, record.height
    nodes[0] = _root(record.header, str(width) if width == height else f"{width}:{height}")
    for node, (added, gone) in tree.edited.items():
        nodes[node] += _setup(added, gone, table)
    for node, marks in tree.marks.items():
        nodes[node] += "".join(
            _property(kind, map(_mark, items)) or f"{kind}[]" for kind, items in marks.items()
        )
    for node, codes in tree.judged.items():
        nodes[node] += "".join(map(_judgement, codes))
    for node, name in tree.names.items():
        nodes[node] += f"N[{escape(name)}]"
    for node, comment in tree.comments.items():
        nodes[node] += f"C[{escape(comment)}]"
    for node in range(_NODES_A_LINE, len(nodes), _NODES_A_LINE):
        nodes[node] += "\n"
    still_open = _open_variations(tree, nodes) if tree.branches else 0
    return "".join(("(", *nodes, ")" * (still_open + 1), "\n")).encode()


def _open_variations(tree: Tree, nodes: list[str]) -> int:
    """Put the brackets of the variations before their first nodes; how many are to be closed."""
    parents = tree.parents
    forks = {parents[node] for node in tree.branches}
    above: list[int] = []
    for node in sorted({*tree.branches, *(fork + 1 for fork in forks)}):
        parent, closed = parents[node], 0
        if node > parent + 1:
            while above.pop() != parent:
                closed += 1
            closed += 1
        above.append(parent)
        nodes[node] = f"{')' * closed}\n({nodes[node]}"
    return len(above)


def _setup(added: Mapping[int, int], gone: Iterable[int], table: Grid) -> str:
    """AB, AW and AE of an edit."""
    texts = table.texts
    return (
        _property("AB", [texts[cell] for cell, colour in added.items() if colour == BLACK])
        + _property("AW", [texts[cell] for cell, colour in added.items() if colour == WHITE])
        + _property("AE", [texts[cell] for cell in gone])
    )


def _root(header: Header, size: str) -> str:
    date_text = header.date_text
    if not _SGF_DATE.fullmatch(date_text) and (header.dates or header.date_parts):
        date_text = write_dates(header.dates, header.date_parts)
    fields = (
        ("PB", header.black),
        ("BR", header.black_rank),
        ("BT", header.black_team),
        ("PW", header.white),
        ("WR", header.white_rank),
        ("WT", header.white_team),
        ("RE", _result_text(header)),
        ("KM", "" if header.komi2 is None else half_text(header.komi2)),
        ("HA", "" if header.handicap is None else str(header.handicap)),
        ("DT", date_text),
        ("EV", header.event),
        ("RO", header.round),
        ("PC", header.place),
        ("RU", header.rules),
        ("GN", header.game_name),
        ("TM", header.time_text),
        ("OT", header.overtime),
        ("CP", header.copyright),
    )
    header_text = "".join(_property(name, [escape(text)]) for name, text in fields if text)
    return f";FF[4]GM[1]CA[UTF-8]AP[{APPLICATION}]SZ[{size}]{header_text}"


def _result_text(header: Header) -> str:
    """The result as SGF writes it; the file's own words where they say more or were not read."""
    if header.result is None or not parse_result(header.result_text)[1]:
        return header.result_text
    return str(header.result)


def _mark(item: MarkItem) -> str:
    """A point, a labelled point or a pair of points as a value."""
    match item:
        case (int(x), int(y)):
            return write_point((x, y))
        case (point, str(label)):
            return f"{write_point(point)}:{escape(label)}"
        case (first, second):
            return f"{write_point(first)}:{write_point(second)}"


def _judgement(code: str) -> str:
    if code in JUDGED_ONCE:
        return f"{code}[]"
    return f"{code[:2]}[{code[2:] or 1}]"


def _property(name: str, values: Iterable[str]) -> str:
    text = "".join(f"[{value}]" for value in values)
    return name + text if text else ""


_NONE: Mapping[int, str] = MappingProxyType({})


#: One node: ``p`` parent (-1 for the root) and ``c`` children, ``n`` the move number, ``cap`` the
#: prisoners of Black and White, and only where there is one: ``k`` "B" or "W" and ``m`` [x, y] or
#: "pass" of a move, ``a`` stones that appear, also that of a move, as [["B", x, y] …], ``r`` points
#: emptied as [[x, y] …], ``t`` the comment, ``l`` marks as [["TR", x, y], ["LB", x, y, "A"],
#: ["AR", x, y, x2, y2] …]; DD and VW hold until named again, ["DD"] alone ends them.  ``h`` a
#: heading above the comment, ``b`` who added the branch that begins here.
NodeJson = dict[str, Any]


#: Nodes of a tree that is sent whole; of a larger one so many at a time.
MOST_AT_ONCE = 1_500


def tree_json(
    record: Record,
    headings: Mapping[int, str] = _NONE,
    names: Mapping[int, str] = _NONE,
    *,
    ends: Sequence[int] = (),
) -> dict[str, Any]:
    """The record: ``size`` [width, height], ``main`` the indices of the main line, ``nodes`` in
    order; with ``headings`` at the nodes of these indices, and ``names`` of those who
    added the branches that begin there.

    Where ``ends`` are given, only the nodes near them (:meth:`Nodes.near`): ``ids`` are their
    indices, ``all`` says how many there are, and a node whose children are missing has ``more``.

    All that changes on the board is said (at each node first ``a``, then ``r``), so a script that
    follows it needs no rules.
    """
    near = record.nodes.near(ends, MOST_AT_ONCE) if ends else range(len(record.nodes))
    data = {index: _node_json(record.nodes[index]) for index in near}
    for index in headings.keys() & data.keys():
        data[index]["h"] = headings[index]
    for index in names.keys() & data.keys():
        data[index]["b"] = names[index]
    tree = {"size": [record.width, record.height], "main": list(record.main_line)}
    if not ends:
        return tree | {"nodes": list(data.values())}
    for node in data.values():
        if node["c"] and node["c"][0] not in data:
            node |= {"c": [], "more": 1}
    return tree | {"nodes": list(data.values()), "ids": near, "all": len(record.nodes)}


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
