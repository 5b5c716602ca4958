"""Searching positions: a board to click on, and what was played there in this club."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from goclub.common.http import sign_in_first
from goclub.common.reading import read_number
from goclub.games.library.queries import PositionResults, search
from goclub.games.library.services.records import read_kifu
from goclub.games.models import Kifu
from goclub.go.board.basics import BLACK, CLUB_SIZES, Point, name_point, opponent
from goclub.go.board.position import Board
from goclub.go.diagrams.board_svg import Mark, PointLink, draw_board
from goclub.go.diagrams.svg import SafeSvg
from goclub.go.positions import CORNER_NAMES, can_index, corner_key, corner_sizes, whole_key
from goclub.members.requests import MemberRequest
from goclub.members.visitors import rights_of

CORNER_WORDS = dict(
    zip(
        CORNER_NAMES,
        (
            gettext_lazy("upper left"),
            gettext_lazy("upper right"),
            gettext_lazy("lower left"),
            gettext_lazy("lower right"),
        ),
        strict=True,
    )
)
#: Continuations that get a letter on the board.
LETTERED = 20
LETTERS = "ABCDEFGHIJKLMNOPQRST"
_SGF = "abcdefghijklmnopqrstuvwxyz"
_TENUKI = "--"
MOST_MOVES = 400


@dataclass(slots=True)
class PositionQuery:
    """A position as the address tells it: ``base`` the record and move or the size it starts from,
    ``line`` the points played from there, two letters each, ``--`` for a pass."""

    board: Board
    turn: int
    base: dict[str, str]
    kifu: Kifu | None = None
    line: list[str] = field(default_factory=list)
    last: Point | None = None
    refused: str = ""
    corner: str = ""
    lines: int = 0

    def address(self, line: list[str] | None = None, **changes: str) -> str:
        """Another position, or the same in another view."""
        moves = self.line if line is None else line
        query = dict(self.base)
        if moves:
            query["m"] = "".join(moves)
        if self.corner:
            query |= {"corner": self.corner, "lines": str(self.lines)}
        return f"?{urlencode(query | changes)}"

    def play(self, colour: int, point: Point) -> list[str]:
        """The line with one more move; somebody else's turn is passed over."""
        skipped = [] if colour == self.turn else [_TENUKI]
        return [*self.line, *skipped, _SGF[point[0]] + _SGF[point[1]]]


@require_safe
def positions(request: MemberRequest) -> HttpResponse:
    """Show a position: the games in which it was played, their results, and the next moves."""
    if not rights_of(request).games:
        return sign_in_first(request)
    asked = _asked(request)
    key = (
        corner_key(asked.board, asked.corner, asked.lines)
        if asked.corner
        else whole_key(asked.board)
    )
    position = search(key)
    context = {
        "asked": asked,
        "found": position,
        "board_svg": _picture(asked, position),
        "rows": _rows(asked, position),
        "rarer": len(position.continuations[LETTERED:]),
        "back": asked.address(asked.line[:-1]) if asked.line else "",
        "other_turn": asked.address([*asked.line, _TENUKI]),
        "corners": _corners(asked),
        "sizes": [(size, size == asked.board.width) for size in CLUB_SIZES[:3]],
        "black_next": asked.turn == BLACK,
    }
    return render(request, "games/library/positions.html", context)


def _asked(request: MemberRequest) -> PositionQuery:
    asked = _start(request)
    text = request.GET.get("m", "")[: 2 * MOST_MOVES]
    for step in (text[at : at + 2] for at in range(0, len(text), 2)):
        if step == _TENUKI:
            asked.last = None
        else:
            point = (_SGF.find(step[0]), _SGF.find(step[1:] or "?"))
            if asked.board.refusal(asked.turn, point):
                asked.refused = (
                    name_point(point, asked.board.height) if asked.board.contains(point) else step
                )
                break
            asked.board.play(asked.turn, point)
            asked.last = point
        asked.line.append(step)
        asked.turn = opponent(asked.turn)
    corner, lines = request.GET.get("corner", ""), request.GET.get("lines", "")
    number = read_number(lines)
    if corner in CORNER_NAMES and number in corner_sizes(asked.board.width):
        asked.corner, asked.lines = corner, number
    return asked


def _start(request: MemberRequest) -> PositionQuery:
    """The empty board of a size, or a move of a record."""
    if request.GET.get("kifu"):
        records = Kifu.objects.in_library().with_game()
        kifu = get_object_or_404(records, pk=read_number(request.GET["kifu"]))
        return _from_kifu(kifu, request.GET.get("move", ""))
    size = read_number(request.GET.get("size", "19"))
    if size is None or size not in CLUB_SIZES[:3]:
        raise Http404
    return PositionQuery(Board(size), BLACK, {"size": str(size)})


def _from_kifu(kifu: Kifu, move: str) -> PositionQuery:
    record = read_kifu(kifu)
    line = record.main_line
    asked = read_number(move, high=len(line) - 1)
    place = len(line) - 1 if asked is None else asked
    board = record.position_at(line[place])
    if not can_index(board.width, board.height):
        raise Http404
    colours = [record.nodes[index].colour for index in line[: place + 1]]
    played = next((colour for colour in reversed(colours) if colour), None)
    following = next((n.colour for i in line[place + 1 :] if (n := record.nodes[i]).colour), None)
    turn = following or (opponent(played) if played else BLACK)
    last = record.nodes[line[place]].point
    base = {"kifu": str(kifu.pk), "move": str(place)}
    return PositionQuery(board, turn, base, kifu=kifu, last=last)


def _picture(asked: PositionQuery, position: PositionResults) -> SafeSvg:
    board = asked.board
    marks = [Mark("LB", point, letter) for point, letter in _letters(position).items()]
    if asked.corner:
        marks += [Mark("DD", point) for point in _outside(asked)]
    colour = _("Black") if asked.turn == BLACK else _("White")
    links = {}
    for y in range(board.height):
        for x in range(board.width):
            if board.refusal(asked.turn, (x, y)) is None:
                where = name_point((x, y), board.height)
                label = _("%(colour)s %(point)s") % {"colour": colour, "point": where}
                href = asked.address(asked.play(asked.turn, (x, y)))
                links[x, y] = PointLink(href, label)
    title = _("Position searched for")
    return draw_board(board, last=asked.last, marks=marks, links=links, title=title)


def _outside(asked: PositionQuery) -> list[Point]:
    """The points beside the corner that is looked at."""
    right, low = "right" in asked.corner, "bottom" in asked.corner
    size, lines = asked.board.width, asked.lines

    def inside(place: int, far: bool) -> bool:
        return place >= size - lines if far else place < lines

    return [
        (x, y)
        for y in range(size)
        for x in range(size)
        if not (inside(x, right) and inside(y, low))
    ]


def _letters(position: PositionResults) -> dict[Point, str]:
    """A letter for each point of the most played continuations, whoever plays there."""
    points = dict.fromkeys(continuation.point for continuation in position.continuations[:LETTERED])
    return dict(zip(points, LETTERS, strict=False))


def _rows(asked: PositionQuery, position: PositionResults) -> list[dict[str, object]]:
    letters = _letters(position)
    return [
        {
            "letter": letters[continuation.point],
            "point": name_point(continuation.point, asked.board.height),
            "colour": "B" if continuation.colour == BLACK else "W",
            "tally": continuation.tally,
            "href": asked.address(asked.play(continuation.colour, continuation.point)),
        }
        for continuation in position.continuations[:LETTERED]
    ]


def _corners(asked: PositionQuery) -> list[dict[str, object]]:
    """What part of the board is compared: all of it, or a corner of some lines."""
    sizes = corner_sizes(asked.board.width)
    if not sizes:
        return []
    lines = asked.lines or sizes[-1]
    plain = PositionQuery(asked.board, asked.turn, asked.base, line=asked.line).address()
    rows: list[dict[str, object]] = [
        {"name": _("Whole board"), "href": plain, "here": not asked.corner}
    ]
    for corner, name in CORNER_WORDS.items():
        href = asked.address(corner=corner, lines=str(lines))
        rows.append({"name": name, "href": href, "here": asked.corner == corner})
    if asked.corner:
        for count in sizes:
            href = asked.address(lines=str(count))
            rows.append({"name": f"{count} × {count}", "href": href, "here": asked.lines == count})
    return rows
