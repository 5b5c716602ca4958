"""A kifu as a page shows it: the board drawn by the server, the tree for the script."""

from __future__ import annotations

import json
from typing import Any

from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from goclub.games import explain
from goclub.games.board import name_point
from goclub.games.drawing.board import Mark, draw_board
from goclub.games.kifu import Record

#: The marks of a record that the picture knows.
DRAWN = ("TR", "SQ", "CR", "MA", "LB", "TB", "TW", "DD")


def board_context(record: Record, *, node: int | None) -> dict[str, Any]:
    """Template variables of the kifu viewer, standing at a node (None: the end of the game).

    ``record`` a checked kifu; ``node`` an index into its nodes.
    """
    line = record.main_line
    index = line[-1] if node is None else node
    here = record.nodes[index]
    place = line.index(index) if index in line else _place_on_line(record, index)
    board = record.position_at(index)
    total = len(line) - 1
    title = _("Position after move %(n)d of %(total)d") % {
        "n": here.number,
        "total": len(record.moves),
    }
    marks = [
        Mark(kind, *(item if kind == "LB" else (item,)))
        for kind, items in here.marks.items()
        if kind in DRAWN
        for item in items
    ]
    last = here.point if here.is_move else None
    svg = draw_board(board, last=last, marks=marks, title=title)
    black, white = record.prisoners_at(index)
    return {
        "board_svg": mark_safe(svg),  # noqa: S308 - the renderer escapes every text
        "tree_json": script_json(record.tree_json()),
        "node": here,
        "node_index": index,
        "place": place,
        "total": total,
        "prisoners": {"black": black, "white": white},
        "steps": {
            "first": 0,
            "back": max(0, place - 1),
            "back10": max(0, place - 10),
            "next": min(total, place + 1),
            "next10": min(total, place + 10),
            "last": total,
        },
    }


def _place_on_line(record: Record, index: int) -> int:
    """How many nodes a position inside a variation lies from the root."""
    place = 0
    while (parent := record.nodes[index].parent) is not None and parent >= 0:
        place, index = place + 1, parent
    return place


def script_json(value: Any) -> str:
    """JSON that may stand inside a script element: nothing in it can end the element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for character, escape in (("<", "\\u003c"), (">", "\\u003e"), ("&", "\\u0026")):
        text = text.replace(character, escape)
    return mark_safe(text)  # noqa: S308 - escaped above


def move_rows(record: Record) -> list[dict[str, Any]]:
    """The main line as a list of moves, for readers without script and for screen readers."""
    rows = []
    for place, index in enumerate(record.main_line):
        node = record.nodes[index]
        if node.is_move:
            point = _("pass") if node.point is None else name_point(node.point, record.height)
            rows.append(
                {"place": place, "number": node.number, "black": node.colour == 1, "point": point}
            )
    return rows


def header_rows(record: Record) -> list[tuple[str, str]]:
    """What the kifu says about itself, in the order in which one asks for it."""
    header = record.header
    black = " ".join(filter(None, (header.black, header.black_rank)))
    white = " ".join(filter(None, (header.white, header.white_rank)))
    rows = [
        (_("Black"), black),
        (_("White"), white),
        (_("Date"), header.date_text),
        (_("Event"), header.event),
        (_("Place"), header.place),
        (_("Rules"), header.rules),
        (_("Komi"), "" if header.komi2 is None else explain.half(header.komi2)),
    ]
    return [(name, value) for name, value in rows if value]
