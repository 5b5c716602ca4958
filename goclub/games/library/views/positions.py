"""Searching positions and patterns: a board to click on, and what was played there in this club."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from goclub.common.http import sign_in_first
from goclub.common.reading import read_number
from goclub.common.refusals.registry import describe
from goclub.games.library.queries import PositionResults, WinnerTally, search, search_pattern
from goclub.games.library.services.records import read_kifu
from goclub.games.library.views.library import KifuFilter
from goclub.games.models import Kifu
from goclub.go.board.basics import (
    BLACK,
    CLUB_SIZES,
    Point,
    name_point,
    opponent,
    parse_point,
)
from goclub.go.board.position import Board
from goclub.go.diagrams.board_svg import Mark, PointLink, draw_board
from goclub.go.diagrams.svg import SafeSvg
from goclub.go.patterns import ANY, Pattern
from goclub.go.positions import can_index, whole_key
from goclub.members.requests import MemberRequest
from goclub.members.visitors import rights_of
from ratings.errors import RuleError

#: By name: whether a corner lies at the right, and at the bottom.
CORNERS = {
    "top-left": (False, False, gettext_lazy("upper left")),
    "top-right": (True, False, gettext_lazy("upper right")),
    "bottom-left": (False, True, gettext_lazy("lower left")),
    "bottom-right": (True, True, gettext_lazy("lower right")),
}
#: Columns and rows of a corner that is chosen by its name.
CORNER_LINES = 7
#: What the records of a search can be chosen by.
FILTERS = ("q", "rank_from", "rank_to", "result", "event", "since", "until")
#: Continuations that get a letter on the board.
LETTERED = 20
LETTERS = "ABCDEFGHIJKLMNOPQRST"
_SGF = "abcdefghijklmnopqrstuvwxyz"
_TENUKI = "--"
MOST_MOVES = 400
NOTHING = PositionResults(WinnerTally(), (), 0, ())


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
    area: tuple[Point, Point] | None = None
    anything: set[Point] = field(default_factory=set)
    options: dict[str, str] = field(default_factory=dict)

    def address(self, line: list[str] | None = None, **changes: str) -> str:
        """Another position, or the same in another view; an empty value leaves one out."""
        moves = self.line if line is None else line
        query = self.base | {"m": "".join(moves), "area": "".join(map(_sgf, self.area or ()))}
        query |= {"any": "".join(map(_sgf, sorted(self.anything)))} | self.options | changes
        return "?" + urlencode({name: value for name, value in query.items() if value})

    @property
    def is_whole(self) -> bool:
        """Whether the whole board is looked for as it is, in all records."""
        return not (self.area or self.anything or self.options.keys() - {"tool"})

    def contains(self, point: Point) -> bool:
        """Whether a point lies in the area that is compared."""
        (left, top), (right, bottom) = self.area or ((0, 0), (self.board.width, self.board.height))
        return left <= point[0] <= right and top <= point[1] <= bottom

    def pattern(self) -> Pattern:
        """What the area shows.  Raises RuleError (:meth:`.Pattern.read`)."""
        size = self.board.width
        (left, top), (right, bottom) = self.area or ((0, 0), (size - 1, size - 1))
        rows = [
            "".join(self._sign((x, y)) for x in range(left, right + 1))
            for y in range(top, bottom + 1)
        ]
        return Pattern.read(size, left, top, rows)

    def _sign(self, point: Point) -> str:
        return ANY if point in self.anything else ".XO"[self.board.get(point)]

    def play(self, colour: int, point: Point) -> list[str]:
        """The line with one more move; somebody else's turn is passed over."""
        skipped = [] if colour == self.turn else [_TENUKI]
        return [*self.line, *skipped, _sgf(point)]


def _sgf(point: Point) -> str:
    return _SGF[point[0]] + _SGF[point[1]]


def _points(text: str, board: Board) -> list[Point]:
    """The points of a text, two letters each; what is no point of the board is left out."""
    pairs = [text[at : at + 2] for at in range(0, min(len(text), 2 * MOST_MOVES), 2)]
    points = [(_SGF.find(pair[0]), _SGF.find(pair[1:] or "?")) for pair in pairs]
    return [point for point in points if board.contains(point)]


@require_safe
def positions(request: MemberRequest) -> HttpResponse:
    """Show a position: the games in which it was played, their results, and the next moves."""
    if not rights_of(request).games:
        return sign_in_first(request)
    asked = _asked(request)
    records = KifuFilter(request.GET, queryset=Kifu.objects.in_library(), request=request)
    refusal, position = "", NOTHING
    try:
        asked.area = _area(request, asked.board)
        marked = _points(request.GET.get("any", ""), asked.board)
        asked.anything = set(filter(asked.contains, marked))
        if asked.is_whole:
            position = search(whole_key(asked.board))
        else:
            either = "either" in asked.options
            position = search_pattern(asked.pattern(), records.qs, either_colour=either)
    except RuleError as error:
        refusal = describe(error)
    context = {
        "asked": asked,
        "found": position,
        "refusal": refusal,
        "filters": [records.form[name] for name in FILTERS],
        "is_filtered": any(name in asked.options for name in FILTERS),
        "board_svg": _picture(asked, position),
        "rows": _rows(asked, position),
        "rarer": len(position.continuations[LETTERED:]),
        "back": asked.address(asked.line[:-1]) if asked.line else "",
        "other_turn": asked.address([*asked.line, _TENUKI]),
        "areas": _areas(asked),
        "ends": _ends(request, asked),
        "kept": _kept(asked),
        "sizes": [(size, size == asked.board.width) for size in CLUB_SIZES[:3]],
        "black_next": asked.turn == BLACK,
        "tool": asked.options.get("tool", ""),
        "play_tool": asked.address(tool=""),
        "any_tool": asked.address(tool="any"),
    }
    return render(request, "games/library/positions.html", context)


def _ends(request: MemberRequest, asked: PositionQuery) -> dict[str, str]:
    """The two points as they were typed, or of the area that is compared."""
    area = [name_point(point, asked.board.height) for point in asked.area or ()]
    shown = dict(zip(("from", "to"), area, strict=False))
    return {end: shown.get(end) or request.GET.get(end, "") for end in ("from", "to")}


def _kept(asked: PositionQuery) -> list[tuple[str, str]]:
    """What the forms of the page carry along."""
    names = {"area", *FILTERS, "either"}
    return [pair for pair in parse_qsl(asked.address()[1:]) if pair[0] not in names]


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
    names = ("either", "tool", *FILTERS)
    asked.options = {name: value for name in names if (value := request.GET.get(name, "").strip())}
    return asked


def _area(request: MemberRequest, board: Board) -> tuple[Point, Point] | None:
    """What is compared: two points of the address or of the form, or a corner by its name."""
    names = [name for end in ("from", "to") if (name := request.GET.get(end, "").strip())]
    ends = [parse_point(name, board.height) for name in names]
    ends = ends or _points(request.GET.get("area", ""), board)
    corner = CORNERS.get(request.GET.get("corner", ""))
    if corner:
        return _corner(*corner[:2], read_number(request.GET.get("lines", "")), board)
    if len(ends) != 2 or not all(map(board.contains, ends)):
        return None
    columns, rows = (sorted(values) for values in zip(*ends, strict=True))
    area = ((columns[0], rows[0]), (columns[1], rows[1]))
    return None if area == ((0, 0), (board.width - 1, board.height - 1)) else area


def _corner(right: bool, bottom: bool, lines: int | None, board: Board) -> tuple[Point, Point]:
    side = min(lines or CORNER_LINES, board.width - 1)
    x, y = (board.width - side if far else 0 for far in (right, bottom))
    return (x, y), (x + side - 1, y + side - 1)


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
    marks += [Mark("LB", point, "?") for point in asked.anything if point not in _letters(position)]
    if asked.area:
        marks += [Mark("DD", point) for point in _all(board) if not asked.contains(point)]
    links = _tool_links(asked) if asked.options.get("tool") == "any" else _move_links(asked)
    title = _("Position searched for")
    return draw_board(board, last=asked.last, marks=marks, links=links, title=title)


def _all(board: Board) -> list[Point]:
    return [(x, y) for y in range(board.height) for x in range(board.width)]


def _move_links(asked: PositionQuery) -> dict[Point, PointLink]:
    board, links = asked.board, {}
    colour = _("Black") if asked.turn == BLACK else _("White")
    for point in _all(board):
        if board.refusal(asked.turn, point) is None:
            where = name_point(point, board.height)
            label = _("%(colour)s %(point)s") % {"colour": colour, "point": where}
            links[point] = PointLink(asked.address(asked.play(asked.turn, point)), label)
    return links


def _tool_links(asked: PositionQuery) -> dict[Point, PointLink]:
    """Each point of the area is as it is, or may be anything."""
    links = {}
    for point in filter(asked.contains, _all(asked.board)):
        chosen = asked.anything ^ {point}
        where = {"point": name_point(point, asked.board.height)}
        is_any = point in asked.anything
        label = _("%(point)s as it is") % where if is_any else _("%(point)s: anything") % where
        href = asked.address(any="".join(map(_sgf, sorted(chosen))))
        links[point] = PointLink(href, label)
    return links


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


def _areas(asked: PositionQuery) -> list[dict[str, object]]:
    """What part of the board is compared: all of it, or a corner."""
    rows: list[dict[str, object]] = [
        {"name": _("Whole board"), "href": asked.address(area=""), "here": not asked.area}
    ]
    for right, bottom, name in CORNERS.values():
        area = _corner(right, bottom, None, asked.board)
        href = asked.address(area="".join(map(_sgf, area)))
        rows.append({"name": name, "href": href, "here": asked.area == area})
    return rows
