"""A kifu as a page shows it: the board drawn by the server, the tree for the script."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from string import ascii_letters, ascii_uppercase
from types import MappingProxyType
from typing import Any
from urllib.parse import urlencode

from django.http import Http404
from django.urls import reverse
from django.utils.html import json_script
from django.utils.translation import gettext as _

from goclub.common.reading import read_number
from goclub.games.library.labels.records import headings
from goclub.games.library.services.comments import LONGEST_LINE
from goclub.games.models import Kifu
from goclub.go.board.basics import WHITE, Point, name_point, split_mentions
from goclub.go.board.position import Board
from goclub.go.diagrams.board_svg import Ghost, Mark, draw_board
from goclub.go.diagrams.book import marks_of
from goclub.go.records.header import allows_suicide
from goclub.go.records.record import Record
from goclub.go.records.write import MOST_AT_ONCE, tree_json
from goclub.members.requests import MemberRequest

KANJI = "〇一二三四五六七八九"
_NOBODY: Mapping[int, str] = MappingProxyType({})


def coordinate_ends(width: int, height: int) -> dict[str, str]:
    """The last point of a board in each way of naming points: T19, 19十九, 19-19, ss.

    >>> coordinate_ends(9, 9)
    {'western': 'J9', 'japanese': '9九', 'numbers': '9-9', 'sgf': 'ii'}
    """
    tens, ones = divmod(height, 10)
    ten = f"{KANJI[tens] if tens > 1 else ''}十" if tens else ""
    kanji = f"{ten}{KANJI[ones] if ones or not tens else ''}"
    return {
        "western": name_point((width - 1, 0), height),
        "japanese": f"{width}{kanji}",
        "numbers": f"{width}-{height}",
        "sgf": f"{ascii_letters[width - 1]}{ascii_letters[height - 1]}",
    }


def board_context(
    record: Record,
    *,
    node: int,
    panels: Sequence[str] = (),
    table: bool = False,
    extra_marks: Iterable[Mark] = (),
    names: Mapping[int, str] = _NOBODY,
    more: str = "",
) -> dict[str, object]:
    """Template variables of the kifu viewer, standing at a node.

    ``record`` a checked kifu; ``node`` an index into its nodes, see :func:`opening_node`;
    ``panels`` names of templates to be shown beside the board, see
    ``templates/games/library/_viewer.html``; ``table`` whether the board is also written out as a
    table; ``extra_marks`` are drawn beside those of the record; ``names`` of those who added a
    branch, by its first node; ``more`` the address of the branches of a large tree, without which
    it is sent whole.
    """
    line = record.main_line
    here = record.nodes[node]
    place = line.index(node) if node in line else _place_on_line(record, node)
    board = record.position_at(node)
    total = len(line) - 1
    back = here.parent or 0
    on = here.children[0] if here.children else node
    title = _("Position after move %(n)d of %(total)d") % {
        "n": here.number,
        "total": len(record.moves),
    }
    last = here.point if here.is_move else None
    svg = draw_board(
        board,
        last=last,
        marks=[*marks_of(record, node), *extra_marks],
        ghosts=_ghosts(record, node),
        numbers=stone_numbers(record, node, board),
        title=title,
    )
    black, white = record.prisoners_at(node)
    headings_by_node = headings(record)
    is_large = more and len(record.nodes) > 2 * MOST_AT_ONCE
    ends = (node, line[-1]) if is_large else ()
    return {
        "board_svg": svg,
        "tree_json": json_script(
            tree_json(record, headings_by_node, names, ends=ends), "kifu-tree", ShortEncoder
        ),
        "sentence": move_sentence(record, node, f"{place} / {total}" if place else ""),
        "tree_more": more if is_large else "",
        "branches": bool(record.tree.branches),
        "positions": len(record.nodes),
        "node": here,
        "heading": headings_by_node.get(node, ""),
        "node_index": node,
        "place": place,
        "total": total,
        "prisoners": {"black": black, "white": white},
        "ways": _ways(record, node, names),
        "longest_try": LONGEST_LINE,
        "allows_suicide": allows_suicide(record.header.rules),
        "board_table": board_table(board) if table else None,
        "kifu_panels": panels,
        "ends": coordinate_ends(record.width, record.height),
        "steps": {
            "first": 0,
            "back10": max(0, place - 10),
            "next10": min(total, place + 10),
            "last": total,
            "back_query": f"move={back}" if back <= total else f"node={back}",
            "next_query": f"move={on}" if on <= total else f"node={on}",
        },
    }


#: Templates shown below the board of every kifu page, in order; each is included inside the viewer
#: with the page's own context.
PANELS: tuple[str, ...] = (
    "games/library/_memory.html",
    "games/library/_comments.html",
    "games/library/_departure.html",
)


def viewer_context(
    request: MemberRequest,
    record: Record,
    *,
    asked: int | None = None,
    is_discussed: bool = False,
    names: Mapping[int, str] = _NOBODY,
    more: str = "",
) -> dict[str, object]:
    """:func:`board_context` for the address: ``?move=57``, ``?node=412``, ``?table=1``,
    ``?mark=D4``.

    Without a node, or one that is ``asked`` for in another way, it opens at its
    :func:`opening_node`.  ``names`` and ``more`` as there.
    """
    node = asked_node(request, record) if asked is None else asked
    return board_context(
        record,
        node=opening_node(record, is_discussed=is_discussed) if node is None else node,
        panels=PANELS,
        names=names,
        more=more,
        table=request.GET.get("table") == "1",
        extra_marks=_asked_mark(request, record),
    )


def opening_node(record: Record, *, is_discussed: bool = False) -> int:
    """Return where a record opens, on every page that shows one, unless its address names a move.

    A plain game opens at its end.  Its beginning is shown of a record with comments, of one that
    members discuss, and of a problem: a record that begins with white stones on the board, as no
    game does.  A link to a move (``?move=57``, ``?node=412``, ``#m57``) wins.
    """
    is_problem = any(colour == WHITE for colour, _point in record.nodes[0].added)
    starts = is_discussed or record.tree.comments or is_problem
    return 0 if starts else record.main_line[-1]


def _asked_mark(request: MemberRequest, record: Record) -> list[Mark]:
    """A circle on the point that a comment speaks of; a name that means nothing is left out."""
    parts = split_mentions(request.GET.get("mark", "")[:4], record.width, record.height)
    return [Mark("CR", part.point) for part in parts if part.point is not None]


def tree_address(kifu: Kifu, steps: Iterable[str] = (), **options: str) -> str:
    """Where the branches of a large record are; another address wherever its nodes change.

    ``steps`` the keys of the moves that members added.
    """
    text = "\n".join((kifu.normalised, *steps))
    query = urlencode({"v": sha256(text.encode()).hexdigest()[:16], **options})
    return f"{reverse('games:kifu-tree', args=[kifu.pk])}?{query}"


def asked_node(request: MemberRequest, record: Record) -> int | None:
    """The node that ``?move=57`` (place on the main line) or ``?node=412`` asks for; None without
    either.  Raises Http404 for one that is not there."""
    size = len(record.tree.parents)
    for name, most in (("move", record.tree.main_end), ("node", size)):
        if request.GET.get(name):
            asked = read_number(request.GET[name], high=most - 1)
            if asked is None:
                raise Http404
            return asked
    return None


def stone_numbers(record: Record, index: int, board: Board) -> dict[Point, int]:
    """The number of the move that put each stone that stands now."""
    numbers: dict[Point, int] = {}
    for step in record.path(index):
        node = record.nodes[step]
        for _colour, point in node.added:
            numbers.pop(point, None)
        if node.point is not None:
            numbers[node.point] = node.number
    return {point: number for point, number in numbers.items() if board.get(point)}


def board_table(board: Board) -> dict[str, object]:
    """The board as a table: the letters above, then each row with its number and its colours."""
    letters = [name_point((x, board.height - 1), board.height)[:-1] for x in range(board.width)]
    words = (_("empty"), _("Black"), _("White"))
    rows = [
        (board.height - y, [words[board.get((x, y))] for x in range(board.width)])
        for y in range(board.height)
    ]
    return {"letters": letters, "rows": rows}


def letter_of(way: int) -> str:
    """What the board, the buttons and the tree call the branches of a node: A, B, C … Z, 27.

    >>> letter_of(0), letter_of(2), letter_of(26)
    ('A', 'C', '27')
    """
    return ascii_uppercase[way] if way < len(ascii_uppercase) else str(way + 1)


def _ghosts(record: Record, index: int) -> list[Ghost]:
    """The moves that may come next, where there are several."""
    ways = record.nodes[index].children
    if len(ways) < 2:
        return []
    moves = [(number, record.nodes[way]) for number, way in enumerate(ways)]
    return [
        Ghost(node.point, node.colour, letter_of(number))
        for number, node in moves
        if node.point is not None and node.colour is not None
    ]


def move_sentence(record: Record, index: int, place: str = "") -> str:
    """“Move 34, White N16”, as the script says it."""
    node = record.nodes[index]
    if not node.is_move:
        return place or _("The start of the game")
    colour = _("White") if node.colour == WHITE else _("Black")
    if node.point is None:
        return _("Move {n}, {colour} passes").format(n=node.number, colour=colour)
    point = name_point(node.point, record.height)
    return _("Move {n}, {colour} {point}").format(n=node.number, colour=colour, point=point)


def _ways(record: Record, index: int, names: Mapping[int, str]) -> list[dict[str, object]]:
    """The ways on from a node where there are several, else those beside the one that led here."""
    node = record.nodes[index]
    ways = node.children
    if len(ways) < 2 and node.parent is not None:
        ways = record.nodes[node.parent].children
    if len(ways) < 2:
        return []
    main = record.main_line
    return [
        {
            "node": way,
            "letter": letter_of(number),
            "who": names.get(way, ""),
            "is_white": record.nodes[way].colour == WHITE,
            "is_main": way in main,
            "here": way == index,
            "point": _point_or_pass(record, way),
        }
        for number, way in enumerate(ways)
    ]


def _point_or_pass(record: Record, index: int) -> str:
    """The point of a move, “pass”, or a dot for a node that is none."""
    node = record.nodes[index]
    if node.point is not None:
        return name_point(node.point, record.height)
    return _("pass") if node.is_move else "·"


def _place_on_line(record: Record, index: int) -> int:
    """How many nodes a position inside a variation lies from the root."""
    place = 0
    while (parent := record.nodes[index].parent) is not None and parent >= 0:
        place, index = place + 1, parent
    return place


class ShortEncoder(json.JSONEncoder):
    """JSON without spaces, its letters as they are: a page holds a whole record."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options | {"ensure_ascii": False, "separators": (",", ":")})


def move_rows(record: Record) -> list[dict[str, object]]:
    """The main line as a list of moves, for readers without script and for screen readers."""
    rows: list[dict[str, object]] = []
    for place, index in enumerate(record.main_line):
        node = record.nodes[index]
        if node.is_move:
            point = _("pass") if node.point is None else name_point(node.point, record.height)
            rows.append(
                {"place": place, "number": node.number, "black": node.colour == 1, "point": point}
            )
    return rows
