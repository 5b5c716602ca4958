"""Records as SGF: FF[4], UTF-8, properties in the order in which one reads them."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..board import BLACK, WHITE, Point, handicap_points
from .header import Header
from .points import write_point
from .results import Result, half_text
from .sgf import escape
from .text import clean_line, remove_mail, strip_unseen

if TYPE_CHECKING:
    from .record import Node, Record

APPLICATION = "goclub"
_NODES_A_LINE = 12
_SGF_DATE = re.compile(r"[0-9]{4}[0-9,-]*")


def write_sgf(
    moves: Sequence[tuple[int, Point | None]],
    *,
    size: int = 19,
    handicap: int = 0,
    komi2: int | None = None,
    black: str = "",
    white: str = "",
    black_rank: str = "",
    white_rank: str = "",
    result: Result | None = None,
    date: datetime.date | None = None,
    event: str = "",
    round: str = "",
    place: str = "",
    rules: str = "",
    comments: Mapping[int, str] | None = None,
) -> bytes:
    """A game without variations as SGF.

    ``moves`` are (colour, point), None for a pass; they are written as given, not checked.
    ``handicap`` from 2 on puts that many black stones on their usual points.  ``komi2`` in half
    points, positive if Black gives it.  ``comments`` by move number, 0 for the root.
    Raises ``E_RANGE`` for a handicap without usual points.
    """
    header = Header(
        black=clean_line(black),
        white=clean_line(white),
        black_rank=clean_line(black_rank),
        white_rank=clean_line(white_rank),
        result=result,
        komi2=komi2,
        handicap=handicap or None,
        date=date,
        date_text="" if date is None else date.isoformat(),
        event=clean_line(event),
        round=clean_line(round),
        place=clean_line(place),
        rules=clean_line(rules),
    )
    said = comments or {}
    stones = handicap_points(size, handicap) if handicap else ()
    root = _root(header, str(size)) + _property("AB", map(write_point, stones))
    nodes = [root + _comment(said.get(0, ""))]
    for number, (colour, point) in enumerate(moves, start=1):
        name = "B" if colour == BLACK else "W"
        nodes.append(f";{name}[{write_point(point)}]" + _comment(said.get(number, "")))
    lines = [
        "".join(nodes[start : start + _NODES_A_LINE])
        for start in range(1, len(nodes), _NODES_A_LINE)
    ]
    return "\n".join(["(" + nodes[0], *lines, ")", ""]).encode()


def record_sgf(record: Record) -> bytes:
    """A checked record as SGF, see :meth:`.record.Record.to_sgf`."""
    size = str(record.width)
    if record.width != record.height:
        size = f"{record.width}:{record.height}"
    out = ["(", _root(record.header, size), _content(record.nodes[0]), "\n"]
    tasks: list[int | str] = [")\n", *_following(record.nodes[0])]
    on_line = 0
    while tasks:
        task = tasks.pop()
        if isinstance(task, str):
            out.append(task)
            on_line = 0
            continue
        node = record.nodes[task]
        out.append(";" + _content(node))
        on_line += 1
        if on_line == _NODES_A_LINE:
            out.append("\n")
            on_line = 0
        tasks += _following(node)
    return "".join(out).encode()


def _following(node: Node) -> list[int | str]:
    """What is to be written after a node, in reverse: its child, or its variations in brackets."""
    if len(node.children) == 1:
        return [node.children[0]]
    return [task for child in reversed(node.children) for task in (")", child, "\n(")]


def _root(header: Header, size: str) -> str:
    date_text = header.date_text
    if header.date is not None and not _SGF_DATE.fullmatch(date_text):
        date_text = header.date.isoformat()
    fields = (
        ("PB", header.black),
        ("BR", header.black_rank),
        ("PW", header.white),
        ("WR", header.white_rank),
        ("RE", header.result_text if header.result is None else str(header.result)),
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
    )
    told = "".join(_property(name, [escape(text)]) for name, text in fields if text)
    return f";FF[4]GM[1]CA[UTF-8]AP[{APPLICATION}]SZ[{size}]{told}"


def _content(node: Node) -> str:
    if node.is_move:
        name = "B" if node.colour == BLACK else "W"
        text = f"{name}[{write_point(node.point)}]"
    else:
        text = ""
        for name, colour in (("AB", BLACK), ("AW", WHITE)):
            text += _property(name, [write_point(p) for c, p in node.added if c == colour])
        text += _property("AE", map(write_point, node.removed))
    if node.marks:
        text += "".join(_property(k, map(_mark, items)) for k, items in node.marks.items())
    if node.name:
        text += _property("N", [escape(node.name)])
    return text + _comment(node.comment)


def _mark(item: Any) -> str:
    """A point, a labelled point or a pair of points as a value."""
    if isinstance(item[0], int):
        return write_point(item)
    first, second = item
    return (
        f"{write_point(first)}:{escape(second) if isinstance(second, str) else write_point(second)}"
    )


def _comment(text: str) -> str:
    return _property("C", [escape(remove_mail(strip_unseen(text)))]) if text else ""


def _property(name: str, values: Iterable[str]) -> str:
    text = "".join(f"[{value}]" for value in values)
    return name + text if text else ""
