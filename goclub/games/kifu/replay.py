"""From the nodes as written to the checked record: split, replay, cut what cannot be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from ..board import BLACK, CLUB_SIZES, EMPTY, WHITE, Board, IllegalMove, Point
from .errors import KifuError, Warning, illegal_move
from .header import check_game, read_header, read_size
from .points import Purse, expand, is_pass, read_point
from .record import NO_MARKS, PAIR_MARKS, POINT_MARKS, Node, Record
from .sgf import MAX_NODES, RawGame, RawNode, compose, long_text, simple_text
from .text import clean_line, remove_mail

MAX_VARIATIONS = 500

_SETUP = (("AB", BLACK), ("AW", WHITE), ("AE", EMPTY))
_OLD_MARKS = {"M": "MA"}
_INFO = ("PB", "PW", "BR", "WR", "RE", "KM", "HA", "DT", "EV", "RO", "PC", "RU", "GN", "TM", "OT")
_COLOUR_PROPERTIES = {"B": BLACK, "W": WHITE}


@dataclass(slots=True)
class Step:
    """A node to be: one move, or one edit, or neither; and what replaying it found."""

    parent: int | None
    colour: int | None = None
    value: str = ""
    edits: list[tuple[int, Point]] = field(default_factory=list)
    comment: str = ""
    name: str = ""
    marks: Mapping[str, tuple[Any, ...]] = field(default_factory=lambda: NO_MARKS)
    children: list[int] = field(default_factory=list)
    main: bool = False
    kept: bool = False
    point: Point | None = None
    number: int = 0
    added: tuple[tuple[int, Point], ...] = ()
    removed: tuple[Point, ...] = ()
    prisoners: tuple[int, int] = (0, 0)


class Notes:
    """The oddities met on the way: one warning of a kind, with the first case and their number."""

    def __init__(self) -> None:
        self._found: dict[str, dict[str, object]] = {}

    def add(self, code: str, **params: object) -> None:
        """Note an oddity."""
        if code in self._found:
            count = self._found[code]["count"]
            self._found[code]["count"] = count + 1 if isinstance(count, int) else 1
        else:
            self._found[code] = {**params, "count": 1}

    def warnings(self) -> list[Warning]:
        """In the order of their first case."""
        return [Warning(code, MappingProxyType(found)) for code, found in self._found.items()]


def build(game: RawGame, *, encoding: str) -> Record:
    """The checked record of one game.

    Raises :class:`KifuError`: ``other_game``, ``bad_size``, ``too_many_nodes``,
    ``too_many_points``, ``too_many_variations``, ``illegal_move`` (on the main line; elsewhere
    the variation ends before the move, with a warning).
    """
    root = game.nodes[0].properties
    check_game(root)
    width, height = read_size(root)
    header, warnings = read_header(_game_info(game.nodes), (width, height))
    notes = Notes()
    if width != height or width not in CLUB_SIZES:
        notes.add("not_club_size", width=width, height=height)
    purse = Purse()
    steps = _Splitter(width, height, purse, notes).split(game.nodes)
    _link(steps)
    _replay(steps, Board(width, height), purse, notes)
    record = Record(header, width, height, encoding, _nodes(steps))
    _compare(record, root, notes)
    return replace(record, warnings=(*game.warnings, *warnings, *notes.warnings()))


def _game_info(nodes: list[RawNode]) -> dict[str, list[str]]:
    """The properties of the root, completed from the nodes before the first move."""
    info = dict(nodes[0].properties)
    for number, node in enumerate(nodes[1:4], start=1):
        if node.parent != number - 1 or "B" in node.properties or "W" in node.properties:
            break
        for name in _INFO:
            if name in node.properties:
                info.setdefault(name, node.properties[name])
    return info


class _Splitter:
    """Turns written nodes into steps that do one thing each.

    A node may set up stones and move, or hold two moves; FF[4] forbids it, and the order is then
    taken as written, the edit first.
    """

    def __init__(self, width: int, height: int, purse: Purse, notes: Notes) -> None:
        self._width, self._height, self._purse, self._notes = width, height, purse, notes

    def split(self, nodes: list[RawNode]) -> list[Step]:
        """The steps, parents first."""
        steps: list[Step] = []
        last: list[int] = []  # by written node, the index of its last step
        for node in nodes:
            parent = None if node.parent is None else last[node.parent]
            for step in self._steps(node.properties, is_root=node.parent is None):
                step.parent = parent
                parent = len(steps)
                steps.append(step)
            last.append(len(steps) - 1)
            if len(steps) > MAX_NODES + 1:
                raise KifuError("too_many_nodes", accepted=f"0…{MAX_NODES}")
        return steps

    def _steps(self, properties: Mapping[str, list[str]], *, is_root: bool) -> list[Step]:
        moves = [
            Step(None, colour=_COLOUR_PROPERTIES[name], value=value.strip())
            for name, values in properties.items()
            if name in _COLOUR_PROPERTIES
            for value in values
        ]
        edits = self._edits(properties)
        if len(moves) > 1:
            self._notes.add("several_moves_in_a_node")
        if edits and moves:
            self._notes.add("setup_and_move")
        steps = [Step(None, edits=edits), *moves] if edits or is_root or not moves else moves
        if len(properties) > len(moves):
            self._annotate(steps[-1], properties)
        return steps

    def _edits(self, properties: Mapping[str, list[str]]) -> list[tuple[int, Point]]:
        edits = []
        for name, colour in _SETUP:
            if name in properties:
                edits += [(colour, point) for point in self._points(properties[name])]
        if edits:
            # An edit makes the board compute its groups anew, whatever the number of stones.
            self._purse.pay(self._width * self._height // 4)
        return edits

    def _points(self, values: list[str]) -> list[Point]:
        """The points of a list that lie on the board."""
        found = []
        for point in expand(values, self._purse):
            if point is not None and point[0] < self._width and point[1] < self._height:
                found.append(point)
            else:
                self._notes.add("point_off_board")
        return found

    def _annotate(self, step: Step, properties: Mapping[str, list[str]]) -> None:
        texts = [long_text(v) for name in ("GC", "C") for v in properties.get(name, ())]
        step.comment = remove_mail("\n\n".join(text.strip() for text in texts if text.strip()))
        if "N" in properties:
            step.name = clean_line(simple_text(properties["N"][0]))
        marks: dict[str, tuple[Any, ...]] = {}
        for name, values in properties.items():
            kind = _OLD_MARKS.get(name, name)
            if kind in POINT_MARKS:
                marks[kind] = tuple(dict.fromkeys((*marks.get(kind, ()), *self._points(values))))
            elif kind in ("LB", "L"):
                marks["LB"] = (*marks.get("LB", ()), *self._labels(kind, values))
            elif kind in PAIR_MARKS:
                marks[kind] = tuple(self._pairs(values))
        if marks:
            step.marks = MappingProxyType({kind: items for kind, items in marks.items() if items})

    def _labels(self, kind: str, values: list[str]) -> list[tuple[Point, str]]:
        if kind == "L":  # FF[3]: only points, lettered in order
            points = self._points(values)
            return [(p, chr(ord("a") + number % 26)) for number, p in enumerate(points)]
        labels = []
        for value in values:
            place, text = compose(value)
            for point in self._points([place]):
                labels.append((point, clean_line(simple_text(text or ""), limit=20)))
        return labels

    def _pairs(self, values: list[str]) -> list[tuple[Point, Point]]:
        pairs = []
        for value in values:
            ends = [p for end in value.split(":")[:2] for p in self._points([end])]
            if len(ends) == 2:
                pairs.append((ends[0], ends[1]))
        return pairs


def _link(steps: list[Step]) -> None:
    """Give each step its children and mark the main line."""
    for index, step in enumerate(steps):
        if step.parent is None:
            step.main = True
            continue
        parent = steps[step.parent]
        step.main = parent.main and not parent.children
        parent.children.append(index)
        if len(parent.children) > MAX_VARIATIONS:
            raise KifuError("too_many_variations", accepted=f"0…{MAX_VARIATIONS}")


def _replay(steps: list[Step], board: Board, purse: Purse, notes: Notes) -> None:
    """Play every step of the tree on a board; the stones that it takes off cost points too.

    Of the children of a step the one with the largest subtree comes last and goes on with the
    board itself, the others get a copy.  So never more copies wait than the logarithm of the
    number of steps, and each step costs one move.
    """
    weight = [1] * len(steps)
    for index in range(len(steps) - 1, 0, -1):
        parent = steps[index].parent
        weight[parent or 0] += weight[index]
    waiting: list[tuple[int, Board, bool]] = [(0, board, True)]
    while waiting:
        index, position, own = waiting.pop()
        if not own:
            position = position.copy()
        step = steps[index]
        if not _apply(step, steps, position, notes):
            continue
        purse.pay(len(step.removed))
        if step.children:
            heaviest = max(step.children, key=weight.__getitem__)
            waiting.append((heaviest, position, True))
            waiting += [(child, position, False) for child in step.children if child != heaviest]


def _apply(step: Step, steps: list[Step], board: Board, notes: Notes) -> bool:
    """Play one step; False if it is an illegal move of a variation."""
    step.number = 0 if step.parent is None else steps[step.parent].number
    if step.colour is None:
        if step.edits:
            _edit(step, board, notes)
    else:
        step.number += 1
        try:
            step.point = _read_move(step, board, notes)
            step.removed = board.play(step.colour, step.point)
        except IllegalMove as error:
            refused = illegal_move(
                error, number=step.number, colour=step.colour, height=board.height
            )
            if step.main:
                raise refused from None
            notes.add("illegal_variation", detail=refused.detail)
            return False
    step.prisoners = (board.prisoners[BLACK], board.prisoners[WHITE])
    step.kept = True
    return True


def _read_move(step: Step, board: Board, notes: Notes) -> Point | None:
    """The point of a move, None for a pass.  Raises :class:`IllegalMove` ``off_board``."""
    if is_pass(step.value, board.width, board.height):
        return None
    point = read_point(step.value)
    if point is not None and not board.contains(point) and max(board.width, board.height) <= 26:
        # Capitals mean columns from the 27th on; on smaller boards somebody shouted.
        point = read_point(step.value.lower())
        notes.add("capital_letters", number=step.number)
    if point is None or not board.contains(point):
        raise IllegalMove("off_board", colour=step.colour, point=point)
    return point


def _edit(step: Step, board: Board, notes: Notes) -> None:
    """Set up stones and keep the net change, so that each point is named once."""
    before = {point: board.get(point) for _, point in step.edits}
    lists: dict[int, list[Point]] = {BLACK: [], WHITE: [], EMPTY: []}
    for colour, point in step.edits:
        lists[colour].append(point)
    choked = board.setup(black=lists[BLACK], white=lists[WHITE], empty=lists[EMPTY])
    if choked:
        notes.add("setup_without_liberty", stones=len(choked))
    if step.number:
        notes.add("setup_midgame", number=step.number)
    after = {point: board.get(point) for point in before}
    gone = [p for p, colour in before.items() if colour != EMPTY and after[p] == EMPTY]
    gone += [point for point in choked if point not in before]
    step.added = tuple((c, p) for p, c in after.items() if c not in (EMPTY, before[p]))
    step.removed = tuple(gone)


def _nodes(steps: list[Step]) -> tuple[Node, ...]:
    """The steps that could be played, as nodes, numbered anew."""
    place: dict[int, int] = {}
    for index, step in enumerate(steps):
        if step.kept:
            place[index] = len(place)
    return tuple(
        Node(
            index=place[index],
            parent=None if step.parent is None else place[step.parent],
            children=tuple(place[child] for child in step.children if child in place),
            colour=step.colour,
            point=step.point,
            is_move=step.colour is not None,
            is_pass=step.colour is not None and step.point is None,
            added=step.added,
            removed=step.removed,
            number=step.number,
            comment=step.comment,
            marks=step.marks,
            name=step.name,
            prisoners=step.prisoners,
        )
        for index, step in enumerate(steps)
        if step.kept
    )


def _compare(record: Record, root: Mapping[str, list[str]], notes: Notes) -> None:
    """What the moves and the header say against each other."""
    colours = [colour for colour, _ in record.nodes[0].added]
    stones, handicap = colours.count(BLACK), record.header.handicap or 0
    if handicap >= 2 and not stones:
        notes.add("handicap_without_stones", handicap=handicap)
    elif handicap >= 2 and stones != handicap:
        notes.add("handicap_mismatch", handicap=handicap, stones=stones)
    if not record.moves:
        notes.add("no_moves")
        return
    if root.get("PL"):
        first = WHITE if root["PL"][0].strip().upper().startswith(("W", "2")) else BLACK
    else:
        first = WHITE if handicap >= 2 or stones else BLACK
    # With white stones set up it is a problem or a middle game, and anyone may be to move.
    if record.moves[0][0] != first and (root.get("PL") or WHITE not in colours):
        notes.add("unexpected_first_move", colour=record.moves[0][0])
    for number, ((before, _), (colour, _)) in enumerate(
        zip(record.moves, record.moves[1:], strict=False), start=2
    ):
        if before == colour:
            notes.add("not_alternating", number=number)
