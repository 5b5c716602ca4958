"""A position as an SVG picture: for kifu pages, diagrams, thumbnails and print.

Nothing in the picture needs ``style`` (the site's Content-Security-Policy has no
``unsafe-inline``): colours come from ``static/css/common/board.css`` by class, the rest are
attributes.

Neighbouring lines are ``UNIT`` = 10 units apart and the point in the top left corner is (0, 0), so
the point (column, row) lies at (10·column, 10·row).  ``static/js/library/picture.js`` edits the
picture and relies on this structure::

    <svg class="board" data-prefix="board" data-bare="VIEWBOX WITHOUT MARGINS FOR COORDINATES">
      <title>
      <defs>     gradients; the shapes #board-black, #board-white (a stone around 0, 0)
                 and #board-last, -back, -tr, -sq, -cr, -ma, -sl, -tb, -tw, -dd (signs around 0, 0)
      <rect class="wood"> <rect class="grain"> <path class="lines"> <path class="stars">
      <g class="coords">   <text x y dy>A</text> …             all four sides
      <g class="stones">   one per stone, in any order:
        <g class="stone black" data-point="3,15" transform="translate(30 150)">
          <use href="#board-black"/>
          <text class="number on-black" dy=".35em">12</text>   only if it shows a number
      <g class="marks">    above the stones, rebuilt at every step:
        <use class="sign tr on-black" href="#board-tr" x="30" y="150"/>
        <text class="sign lb on-empty" x="30" y="150" dy=".35em">A</text>
        <path class="sign ln" d="M…">  <path class="sign ar" d="M…">  lines and arrows
        <path class="veil" d="M…">     over every point outside the part that is to be seen (VW)
        <g class="ghost" transform="translate(30 150)">  a way on: <use> and <text class="letter">

A stone has the class ``last`` if it was played last, and ``marked`` if a sign hides its number.
Texts have the class ``long`` from three characters on.  A sign says what is under it: ``on-black``,
``on-white`` or ``on-empty`` (then a ``#board-back`` first hides the crossing of the lines).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import hypot

from goclub.go.board.basics import BLACK, EMPTY, WHITE, Point, name_point
from goclub.go.board.position import Board
from goclub.go.diagrams.svg import SafeSvg, clean_text


@dataclass(frozen=True)
class PointLink:
    """Where a click on a point leads.

    ``href`` an address, ``label`` what it does, for screen readers and as a tooltip; ``in_order``
    whether the tab key stops there: hundreds of stops help nobody, so
    a page that says no offers another way, such as a field for the name of the point.
    """

    href: str
    label: str
    in_order: bool = True


def link_over(point: Point, link: PointLink, unit: int) -> str:
    """Return the link over a point of a board whose lines lie *unit* apart."""
    x, y = point[0] * unit, point[1] * unit
    skip = "" if link.in_order else ' tabindex="-1"'
    return (
        f'<a href="{escape(link.href)}" aria-label="{escape(link.label)}"{skip}>'
        f"<title>{escape(link.label)}</title>"
        f'<rect class="hit" x="{x - unit // 2}" y="{y - unit // 2}" width="{unit}" '
        f'height="{unit}"/></a>'
    )


UNIT = 10
#: From the outermost line to the edge of the wood, with coordinates and without.
MARGIN, BARE_MARGIN = 13, 7
LONGEST_LABEL = 3
_HEAD = 4  # the length of an arrow's head

#: The points in the upper left and the lower right of what is seen of a board.
Part = tuple[Point, Point]

KINDS = ("TR", "SQ", "CR", "MA", "SL", "LB", "TB", "TW", "DD", "AR", "LN", "VW")
#: Signs that want a clear ground under them on a vacant point.
_ON_CLEAR_GROUND = frozenset({"TR", "SQ", "CR", "MA", "SL", "LB"})
#: Signs that leave a number or the ring of the last move as it is.
_BESIDE = frozenset({"DD", "AR", "LN", "VW"})
_NAMES = {BLACK: "black", WHITE: "white", EMPTY: "empty"}

# The shapes of the signs around (0, 0); their colours depend on what is under them.
_SIGNS = (
    ("last", '<circle r="2.5"/>'),
    ("back", '<circle r="3.9"/>'),
    ("tr", '<path d="M0-3.2 2.9 1.8H-2.9Z"/>'),
    ("sq", '<path d="M-2.2-2.2H2.2V2.2H-2.2Z"/>'),
    ("cr", '<circle r="2.5"/>'),
    ("ma", '<path d="M-2.1-2.1 2.1 2.1M2.1-2.1-2.1 2.1"/>'),
    ("sl", '<path d="M0-3 3 0 0 3-3 0Z"/>'),
    ("tb", '<path d="M-1.6-1.6H1.6V1.6H-1.6Z"/>'),
    ("tw", '<path d="M-1.6-1.6H1.6V1.6H-1.6Z"/>'),
    ("dd", '<path d="M-5-5H5V5H-5Z"/>'),
)


@dataclass(frozen=True)
class Ghost:
    """A stone that could come next, with the letter of its branch."""

    point: Point
    colour: int
    letter: str


@dataclass(frozen=True)
class Mark:
    """A sign on a point, named as in SGF.

    ``kind`` TR triangle, SQ square, CR circle, MA cross, SL selected, LB label (``text``), TB / TW
    Black's and White's territory, DD greyed out, AR arrow and LN line (from ``point`` to ``to``),
    VW a point of the part that is to be seen; another kind is a ``ValueError``, and so is a line
    without its other end.
    """

    kind: str
    point: Point
    text: str = ""
    to: Point | None = None

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"no such mark: {self.kind!r}")
        if (self.to is None) is (self.kind in ("AR", "LN")):
            raise ValueError(f"{self.kind} from {self.point} to {self.to}")


def draw_board(
    board: Board,
    *,
    last: Point | None = None,
    numbers: Mapping[Point, int] | None = None,
    marks: Sequence[Mark] = (),
    ghosts: Iterable[Ghost] = (),
    coordinates: bool = True,
    links: Mapping[Point, PointLink] | None = None,
    title: str,
    id_prefix: str = "board",
    part: Part | None = None,
) -> SafeSvg:
    """Return the position as inline SVG; every text in it is escaped.

    ``last`` gets a ring, or its number stands out; ``numbers`` are written on stones, or on vacant
    points for moves captured since; a mark takes the place of a number.  What lies off the board
    (kifu contain such marks) is left out.  ``ghosts`` show ways on where neither a stone nor a mark
    is.  ``links`` lie over their points; the picture is then a group for screen readers, because
    what is inside an image is not read.  ``title`` is the picture's name for screen readers.
    ``id_prefix`` begins every id, so several boards on one page each want their own.  ``part`` is
    what is seen of the board.
    """
    prefix = escape(id_prefix)
    shown = [m for m in marks if board.contains(m.point) and (not m.to or board.contains(m.to))]
    last = last if last is not None and board.contains(last) else None
    numbers = {p: n for p, n in (numbers or {}).items() if board.contains(p)}
    parts = [
        _opening(
            board, MARGIN if coordinates else BARE_MARGIN, "board", title, prefix,
            role="img" if links is None else "group", part=part,
        ),
        _definitions(prefix, board),
        *_ground(board, MARGIN if coordinates else BARE_MARGIN, prefix),
        *(_coordinates(board) if coordinates else ()),
        '<g class="stones">',
        *_stones(board, last, numbers, {m.point for m in shown if m.kind not in _BESIDE}, prefix),
        '</g><g class="marks">',
        *_ghosts(board, ghosts, {m.point for m in shown}, prefix),
        *_signs(board, last, numbers, shown, prefix),
        "</g>",
        *(() if links is None else _links(links)),
        "</svg>",
    ]  # fmt: skip
    return SafeSvg("".join(parts))


def thumbnail(board: Board, *, title: str, part: Part | None = None) -> SafeSvg:
    """Return a small picture of the position: flat stones, no coordinates, no ids.

    All stones of a colour are one path of dots, so that a page can show many boards.
    """
    dots = {
        colour: "".join(
            f"M{x * UNIT} {y * UNIT}h0" for (x, y), stone in board.stones() if stone == colour
        )
        for colour in (BLACK, WHITE)
    }
    parts = [
        _opening(board, BARE_MARGIN, "board board-small", title, part=part),
        *_ground(board, BARE_MARGIN),
    ]
    for css, colour in (("black-dots", BLACK), ("white-rims", WHITE), ("white-dots", WHITE)):
        if dots[colour]:
            parts.append(f'<path class="dots-of {css}" d="{dots[colour]}"/>')
    return SafeSvg("".join((*parts, "</svg>")))


def part_around(points: Iterable[Point], width: int, height: int) -> Part | None:
    """Return the square part of a board with the points and two lines around them, up to an edge
    that is near; None where that is most of the board.

    >>> part_around([(1, 15), (4, 17)], 19, 19)
    ((0, 10), (8, 18))
    """
    spans = []
    for places, size in zip(zip(*points, strict=True), (width, height), strict=True):
        low, high = min(places) - 2, max(places) + 2
        spans.append((low if low > 2 else 0, high if high < size - 3 else size - 1))
    side = max(9, *(high - low + 1 for low, high in spans))
    if 3 * side > 2 * min(width, height):
        return None
    left, top = (
        # Up to the edge where the part reaches it, else around the middle of the points.
        0 if high < side else min(size - side, (low + high - side + 1) // 2)
        for (low, high), size in zip(spans, (width, height), strict=True)
    )
    return (left, top), (left + side - 1, top + side - 1)


# -- the wood ------------------------------------------------------------------------------------


def _links(links: Mapping[Point, PointLink]) -> Iterable[str]:
    yield '<g class="points">'
    yield from (link_over(point, link, UNIT) for point, link in links.items())
    yield "</g>"


def _opening(
    board: Board,
    margin: int,
    css: str,
    title: str,
    prefix: str = "",
    *,
    role: str = "img",
    part: Part | None = None,
) -> str:
    """The start tag and the title; ``prefix`` only for a board with shapes of its own."""
    data = ""
    if prefix:
        data = f' data-prefix="{prefix}" data-bare="{_view(board, BARE_MARGIN)}"'
    view = _view(board, margin, part)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{css}" viewBox="{view}" '
        f'role="{role}"{data}><title>{clean_text(title)}</title>'
    )


def _view(board: Board, margin: int, part: Part | None = None) -> str:
    """The view box: the wood as far as an edge is seen, half a line where the board goes on."""
    (left, top), (right, bottom) = part or ((0, 0), (board.width - 1, board.height - 1))
    before = [margin if line == 0 else UNIT // 2 for line in (left, top)]
    after = [
        margin if line == last - 1 else UNIT // 2
        for line, last in ((right, board.width), (bottom, board.height))
    ]
    width = (right - left) * UNIT + before[0] + after[0]
    height = (bottom - top) * UNIT + before[1] + after[1]
    return f"{left * UNIT - before[0]} {top * UNIT - before[1]} {width} {height}"


def _extent(board: Board) -> tuple[int, int]:
    """Width and height from the first line to the last, in units."""
    return (board.width - 1) * UNIT, (board.height - 1) * UNIT


def _definitions(prefix: str, board: Board) -> str:
    """The gradients, the two stones and the signs."""
    _, height = _extent(board)
    signs = "".join(f'<g id="{prefix}-{name}">{shape}</g>' for name, shape in _SIGNS)
    return (
        "<defs>"
        # Veins run the length of the board and repeat across it.
        f'<pattern id="{prefix}-grain" class="veins" width="61" height="{height + 2 * MARGIN}" '
        f'x="{-MARGIN}" y="{-MARGIN}" patternUnits="userSpaceOnUse">{_veins(height + 2 * MARGIN)}'
        "</pattern>"
        f'<radialGradient id="{prefix}-light" cx=".3" cy=".2" r="1">'
        '<stop class="sun" offset="0"/><stop class="no-sun" offset="1"/></radialGradient>'
        f'<radialGradient id="{prefix}-shade"><stop class="shade-core" offset=".72"/>'
        '<stop class="shade-rim" offset="1"/></radialGradient>'
        f'<radialGradient id="{prefix}-slate" cx=".36" cy=".3" r=".72">'
        '<stop class="slate-light" offset="0"/><stop class="slate" offset=".6"/>'
        '<stop class="slate-deep" offset="1"/></radialGradient>'
        f'<radialGradient id="{prefix}-shell" cx=".38" cy=".32" r=".74">'
        '<stop class="shell-light" offset="0"/><stop class="shell" offset=".55"/>'
        '<stop class="shell-deep" offset="1"/></radialGradient>'
        f"{_stone_shape(prefix, 'black', 'slate')}{_stone_shape(prefix, 'white', 'shell')}"
        f"{signs}</defs>"
    )


def _stone_shape(prefix: str, colour: str, gradient: str) -> str:
    return (
        f'<g id="{prefix}-{colour}">'
        f'<circle class="stone-shade" cx=".35" cy=".6" r="5.3" fill="url(#{prefix}-shade)"/>'
        f'<circle class="{colour}-body" r="4.75" fill="url(#{prefix}-{gradient})"/></g>'
    )


def _veins(length: int) -> str:
    """A few nearly straight lines from top to bottom: (x, sway, width) in units."""
    veins = (
        (4, 2.2, 1.6),
        (13, -1.5, 0.7),
        (19, 1.2, 2.4),
        (31, -2, 0.9),
        (38, 1, 1.9),
        (52, -1.7, 1),
    )
    third = length / 3
    return "".join(
        f'<path d="M{x} 0C{x + sway:g} {third:.0f} {x - sway:g} {2 * third:.0f} {x} {length}" '
        f'stroke-width="{width:g}"/>'
        for x, sway, width in veins
    )


def _ground(board: Board, margin: int, prefix: str = "") -> list[str]:
    """Wood, grain, lines and star points."""
    width, height = _extent(board)
    place = (
        f'x="{-margin}" y="{-margin}" width="{width + 2 * margin}" height="{height + 2 * margin}"'
    )
    lines = "".join(f"M0 {y * UNIT}H{width}" for y in range(board.height))
    lines += "".join(f"M{x * UNIT} 0V{height}" for x in range(board.width))
    stars = "".join(f"M{x * UNIT} {y * UNIT}h0" for x, y in star_points(board.width, board.height))
    parts = [f'<rect class="wood" {place}/>']
    if prefix:
        parts.append(f'<rect class="grain" {place} fill="url(#{prefix}-grain)"/>')
        parts.append(f'<rect class="grain" {place} fill="url(#{prefix}-light)"/>')
    parts.append(f'<path class="lines" d="{lines}"/>')
    parts.append(f'<path class="lines frame" d="M0 0H{width}V{height}H0Z"/>')
    if stars:
        parts.append(f'<path class="stars" d="{stars}"/>')
    return parts


def star_points(width: int, height: int) -> list[Point]:
    """The star points of a board: nine on 19×19, five on 13×13 and 9×9; row by row.

    Other sizes follow: corners from 9 lines on, sides from 15, the middle of every odd board
    from 5 lines on.

    >>> star_points(9, 9)
    [(2, 2), (6, 2), (4, 4), (2, 6), (6, 6)]
    """
    shorter = min(width, height)
    points: set[Point] = set()
    middle = (width // 2, height // 2)
    if shorter >= 9:
        low = 3 if shorter >= 13 else 2
        columns, rows = (low, width - 1 - low), (low, height - 1 - low)
        points.update((x, y) for x in columns for y in rows)
        if shorter >= 15 and width % 2:
            points.update((middle[0], y) for y in rows)
        if shorter >= 15 and height % 2:
            points.update((x, middle[1]) for x in columns)
    if shorter >= 5 and width % 2 and height % 2:
        points.add(middle)
    return sorted(points, key=lambda point: (point[1], point[0]))


def _coordinates(board: Board) -> Iterable[str]:
    """Letters above and below, numbers at both sides; rows are counted from below."""
    width, height = _extent(board)
    # The middle between the stones' edge and the edge of the wood.
    off = (MARGIN + 4.75) / 2
    yield '<g class="coords">'
    for column in range(board.width):
        letter = name_point((column, board.height - 1), board.height)[:-1]
        for y in (-off, height + off):
            yield f'<text x="{column * UNIT}" y="{y:g}" dy=".35em">{letter}</text>'
    for row in range(board.height):
        for x in (-off, width + off):
            number = board.height - row
            yield f'<text x="{x:g}" y="{row * UNIT}" dy=".35em">{number}</text>'
    yield "</g>"


# -- stones and signs ----------------------------------------------------------------------------


def _stones(
    board: Board, last: Point | None, numbers: Mapping[Point, int], marked: set[Point], prefix: str
) -> Iterable[str]:
    for point, colour in board.stones():
        x, y = point
        name = _NAMES[colour]
        css = (
            f"stone {name}{' last' if point == last else ''}{' marked' if point in marked else ''}"
        )
        number = ""
        if point in numbers:
            number = _text(f"number on-{name}", str(numbers[point]))
        yield (
            f'<g class="{css}" data-point="{x},{y}" transform="translate({x * UNIT} {y * UNIT})">'
            f'<use href="#{prefix}-{name}"/>{number}</g>'
        )


def _ghosts(
    board: Board, ghosts: Iterable[Ghost], occupied: set[Point], prefix: str
) -> Iterable[str]:
    for ghost in ghosts:
        if ghost.point in occupied or board.get(ghost.point) != EMPTY:
            continue
        (x, y), name = ghost.point, _NAMES[ghost.colour]
        yield (
            f'<g class="ghost" transform="translate({x * UNIT} {y * UNIT})">'
            f'<use href="#{prefix}-{name}"/>{_text(f"letter on-{name}", ghost.letter)}</g>'
        )


def _signs(
    board: Board,
    last: Point | None,
    numbers: Mapping[Point, int],
    marks: Sequence[Mark],
    prefix: str,
) -> Iterable[str]:
    """The signs, numbers on vacant points, and the ring unless something else shows the move."""
    marked = {mark.point for mark in marks if mark.kind not in _BESIDE}
    for point, number in numbers.items():
        if board.get(point) == EMPTY and point not in marked:
            yield from _sign(board, Mark("LB", point, str(number)), prefix)
    for mark in marks:
        yield from _sign(board, mark, prefix)
    if last is not None and last not in numbers and last not in marked:
        yield _use("last", _NAMES[board.get(last)], last, prefix)
    seen = {mark.point for mark in marks if mark.kind == "VW"}
    if seen:
        points = ((x, y) for y in range(board.height) for x in range(board.width))
        veil = "".join(
            f"M{x * UNIT - 5} {y * UNIT - 5}h10v10h-10Z" for x, y in points if (x, y) not in seen
        )
        yield f'<path class="veil" d="{veil}"/>'


def _sign(board: Board, mark: Mark, prefix: str) -> Iterable[str]:
    if mark.kind == "VW":
        return
    if mark.to is not None:
        path = line_path(mark.point, mark.to, arrow=mark.kind == "AR")
        yield f'<path class="sign {mark.kind.lower()}" d="{path}"/>'
        return
    ground = _NAMES[board.get(mark.point)]
    x, y = mark.point
    if ground == "empty" and mark.kind in _ON_CLEAR_GROUND:
        yield _use("back", ground, mark.point, prefix)
    if mark.kind == "LB":
        yield _text(f"sign lb on-{ground}", mark.text, f' x="{x * UNIT}" y="{y * UNIT}"')
    else:
        yield _use(mark.kind.lower(), ground, mark.point, prefix)


def line_path(start: Point, end: Point, *, arrow: bool) -> str:
    """The path of a line between two points, or of an arrow with its head; in units.

    >>> line_path((0, 0), (2, 0), arrow=False)
    'M0 0L20 0'
    """
    (x1, y1), (x2, y2) = ((x * UNIT, y * UNIT) for x, y in (start, end))
    path = f"M{x1} {y1}L{x2} {y2}"
    length = hypot(x2 - x1, y2 - y1)
    if not arrow or not length:
        return path
    along_x, along_y = _HEAD * (x2 - x1) / length, _HEAD * (y2 - y1) / length
    left = f"{x2 - along_x - along_y / 2:.2f} {y2 - along_y + along_x / 2:.2f}"
    right = f"{x2 - along_x + along_y / 2:.2f} {y2 - along_y - along_x / 2:.2f}"
    return f"{path}M{left}L{x2} {y2}L{right}"


def _use(name: str, ground: str, point: Point, prefix: str) -> str:
    place = f'x="{point[0] * UNIT}" y="{point[1] * UNIT}"'
    return f'<use class="sign {name} on-{ground}" href="#{prefix}-{name}" {place}/>'


def _text(css: str, text: str, place: str = "") -> str:
    """A short text in the middle of a point; a longer one is cut."""
    css += " long" if len(text) >= LONGEST_LABEL else ""
    if len(text) > LONGEST_LABEL:
        text = text[: LONGEST_LABEL - 1] + "…"
    return f'<text class="{css}"{place} dy=".35em">{clean_text(text)}</text>'
