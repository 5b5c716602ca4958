"""From the game as written to the checked record: split, replay, cut what cannot be, measure."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import pairwise, repeat
from types import MappingProxyType

from goclub.go.board.basics import BLACK, CLUB_SIZES, EMPTY, WHITE
from goclub.go.board.groups import NOTHING, PASS
from goclub.go.board.position import Board
from goclub.go.records.errors import KifuError, ReadWarning
from goclub.go.records.header import (
    Header,
    allows_suicide,
    check_game,
    read_header,
    read_size,
    repetition_rule,
)
from goclub.go.records.nodes import Tree
from goclub.go.records.notes import Annotations, annotate
from goclub.go.records.points import Budget, Grid, expand, grid, is_pass, mend_point, read_point
from goclub.go.records.raw_game import (
    INFO,
    MAX_FILE_NODES,
    MAX_VALUES,
    Properties,
    RawGame,
    check_nodes,
    price,
)
from goclub.go.records.record import IllegalGame, IllegalMoveOfGame, Record
from goclub.go.records.repetition import find_repetitions
from ratings.accepted import AcceptedRange

# What the header and the property of a move add at most.
_HEADER, _MOVE = 30, 1


def check_written(tree: Tree) -> None:
    """Refuse a record that would be too large to be read again.

    A file names many points in a rectangle and many moves in a node; written again, each is a
    value and a node of its own.  Raises :class:`KifuError` ``too_many_points``,
    ``too_many_nodes``.
    """
    values = properties = _HEADER
    for marks in tree.marks.values():
        values += _MOVE + sum(len(items) or 1 for items in marks.values())
        properties += len(marks)
    for added, gone in tree.edited.values():
        values += len(added) + len(gone)
    properties += 3 * len(tree.edited)
    for codes in tree.judged.values():
        values += _MOVE + len(codes)
        properties += len(codes)
    for texts in (tree.names, tree.comments):
        values += (_MOVE + 1) * len(texts)
        properties += len(texts)
    if values > MAX_VALUES:
        raise KifuError("records.too_many_points", accepted=AcceptedRange(0, MAX_VALUES))
    if price(len(tree.parents), len(tree.branches), properties) > MAX_FILE_NODES:
        raise KifuError("records.too_many_nodes", accepted=AcceptedRange(0, MAX_FILE_NODES))


MAX_VARIATIONS = 500

_SETUP = (("AB", BLACK), ("AW", WHITE), ("AE", EMPTY))
# Below NOTHING a cell lies off the board; this one is no point at all.
_OFF_BOARD = NOTHING - 1
_SPELT_PASSES = frozenset(("pass", "--", "zz"))
# After these a reader may have lost what came behind.
_REPAIRS = frozenset(
    ("missing_bracket", "truncated", "text_inside", "unclosed_value", "bracket_in_text",
     "swallowed_property", "lines_skipped")
)  # fmt: skip
# What a captured stone, an edit, and a cell that it has to look at cost, in points.
_CAPTURE_PRICE, _EDIT_PRICE, _CELL_PRICE = 2, 20, 8


class WarningLog:
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

    def warnings(self) -> list[ReadWarning]:
        """In the order of their first case."""
        return [ReadWarning(code, MappingProxyType(params)) for code, params in self._found.items()]


@dataclass(slots=True)
class Steps:
    """The nodes of a game after splitting: each does one thing.

    Columns as in :class:`.raw_game.RawGame`; ``values`` have become ``cells``.  ``edits`` and
    ``annotated`` are the properties of the steps that change the board by hand or say something.
    """

    parents: list[int]
    depths: list[int]
    colours: list[int]
    values: list[str]
    branches: list[int]
    edits: dict[int, Properties]
    annotated: dict[int, Properties]
    cells: list[int] = field(default_factory=list)


def build(game: RawGame, *, encoding: str, budget: Budget | None = None) -> Record:
    """The checked record of one game; ``budget`` what the games of its file may still name.

    Raises :class:`KifuError`: ``other_game``, ``bad_size``, ``too_many_nodes``,
    ``too_many_points``, ``too_many_variations``, ``illegal_move`` (on the main line; elsewhere
    the variation ends before the move, with a warning).
    """
    info = _game_info(game)
    check_game(info)
    width, height = read_size(info)
    header, warnings = read_header(info, (width, height))
    log = WarningLog()
    if width != height or width not in CLUB_SIZES:
        log.add("not_club_size", width=width, height=height)
    _check_branches(game)
    steps = _split(game, log)
    budget, points = budget or Budget(), grid(width, height)
    _find_cells(steps, points, width, height, log)
    player = _StepPlayer(steps, Board(width, height), header, budget, log)
    player.play()
    tree = _tree(player, annotate(steps.annotated, budget, log.add, width, height))
    check_written(tree)
    header = _compare(
        tree,
        header,
        info,
        log,
        repaired=not _REPAIRS.isdisjoint(warning.code for warning in game.warnings),
    )
    all_warnings = [*game.warnings, *warnings, *log.warnings()]
    if player.refused is None:
        return Record(header, width, height, encoding, tree, tuple(all_warnings))
    all_warnings.append(ReadWarning("cut_at_illegal_move", {"detail": str(player.refused)}))
    legal = Record(header, width, height, encoding, tree, tuple(all_warnings))
    raise IllegalGame(player.refused, legal=legal)


def _game_info(game: RawGame) -> Properties:
    """The properties of the root, completed from the nodes before the first move."""
    info = game.properties.get(0, {})
    if len(game.parents) > 1 and not game.colours[1] and not game.colours[0]:
        info = dict(info)
        for place in range(1, min(4, len(game.parents))):
            if game.parents[place] != place - 1 or game.colours[place]:
                break
            for name in INFO:
                if name in game.properties.get(place, ()):
                    info.setdefault(name, game.properties[place][name])
    return info


def _check_branches(game: RawGame) -> None:
    """Refuse nodes with more children than anyone could look at."""
    count: dict[int, int] = {}
    for place in game.branches:
        parent = game.parents[place]
        count[parent] = seen = count.get(parent, 1) + 1
        if seen > MAX_VARIATIONS:
            raise KifuError(
                "records.too_many_variations", accepted=AcceptedRange(0, MAX_VARIATIONS)
            )


# -- one thing a node ----------------------------------------------------------------------------


def _split(game: RawGame, log: WarningLog) -> Steps:
    """The steps of a game.

    A node may set up stones and move, or hold two moves; FF[4] forbids it, and the order is then
    taken as written, the edit first.  The root is never a move.
    """
    edits = {place: game.properties[place] for place in game.setups}
    mixed = [place for place in game.setups if game.colours[place]]
    if game.extra_moves:
        log.add("several_moves_in_a_node")
    if mixed:
        log.add("setup_and_move")
    steps = Steps(
        game.parents, game.depths, game.colours, game.values, game.branches, edits, game.properties
    )
    if mixed or game.extra_moves or game.colours[0]:
        steps = _take_apart(game)
        check_nodes(len(steps.parents), max(steps.depths))
    return steps


def _take_apart(game: RawGame) -> Steps:
    """Every node with several doings as several steps."""
    apart = RawGame()
    edits: dict[int, Properties] = {}
    annotated: dict[int, Properties] = {}
    setups = set(game.setups)
    last: list[int] = []  # by written node, the place of its last step
    for place, parent in enumerate(game.parents):
        above = -1 if parent < 0 else last[parent]
        colour, value = game.colours[place], game.values[place]
        if place in setups or place == 0 or not colour:
            above = apart.add(above)
            if place in setups:
                edits[above] = game.properties[place]
        if colour:
            above = apart.add(above, colour, value)
        for colour, value in game.extra_moves.get(place, ()):
            above = apart.add(above, colour, value)
        if place in game.properties:
            annotated[above] = game.properties[place]
        last.append(above)
    return Steps(
        apart.parents, apart.depths, apart.colours, apart.values, apart.branches, edits, annotated
    )


def _find_cells(steps: Steps, points: Grid, width: int, height: int, log: WarningLog) -> None:
    """Turn the written moves into cells of the board."""
    steps.cells = cells = list(map(points.cells.get, steps.values, repeat(_OFF_BOARD)))
    place = -1
    for _ in range(steps.colours.count(0)):
        place = steps.colours.index(0, place + 1)
        cells[place] = NOTHING
    if _OFF_BOARD not in cells:
        return
    for place, cell in enumerate(cells):
        if cell == _OFF_BOARD:
            cells[place] = _odd_cell(steps.values[place].strip(), points, width, height, log)
    outside = [place for place, cell in enumerate(cells) if cell == _OFF_BOARD]
    values = {mend_point(steps.values[place]).lower() for place in outside}
    if len(values) == 1 and read_point(*values) == (width, height):
        # One line beyond both edges, and nowhere else: that is how the program passes.
        for place in outside:
            log.add("odd_pass", text=steps.values[place].strip())
            cells[place] = PASS


def _odd_cell(value: str, points: Grid, width: int, height: int, log: WarningLog) -> int:
    """The cell of a move that is not spelt as it should be."""
    if is_pass(value, width, height):
        return points.cells[""]
    if value in points.cells:
        return points.cells[value]
    small = value.lower()
    if small in points.cells and max(width, height) <= 26:
        # Capitals mean columns from the 27th on; on smaller boards somebody shouted.
        log.add("capital_letters")
        return points.cells[small]
    mended = mend_point(value)
    if mended != value and mended in points.cells:
        log.add("odd_point")
        return points.cells[mended]
    if small in _SPELT_PASSES:
        log.add("odd_pass", text=value)
        return points.cells[""]
    return _OFF_BOARD


# -- the replay ----------------------------------------------------------------------------------


class _StepPlayer:
    """Plays every step of the tree on one board, taking back what a variation leaves.

    The steps come depth first, so each is played once and taken back at most once.
    ``captures`` the captured cells by step; ``edited`` the net change of an edit as
    ({cell: colour}, [emptied cells]); ``cut`` the parts of the tree, as ranges, that cannot be.
    """

    def __init__(
        self, steps: Steps, board: Board, header: Header, budget: Budget, log: WarningLog
    ) -> None:
        self.steps, self.board, self._budget, self._log = steps, board, budget, log
        self._points = grid(board.width, board.height)
        self.captures: dict[int, list[int]] = {}
        self.edited: dict[int, tuple[dict[int, int], list[int]]] = {}
        self.cut: list[tuple[int, int]] = []
        self.refused: IllegalMoveOfGame | None = None
        self._suicide = allows_suicide(header.rules)
        self._size = len(steps.parents)
        self._main_end = steps.branches[0] if steps.branches else self._size
        self._numbers = _Numbers(steps)

    def play(self) -> None:
        """Play everything; ``refused`` says what is wrong with the main line, if anything is."""
        steps, edits = self.steps, self.steps.edits
        if steps.branches:
            self.board.keep_log()
        marks = sorted({0, *steps.branches, *edits, *(place + 1 for place in edits)})
        branches = set(steps.branches)
        closed = -1  # the steps from here to the next branch above it cannot be reached
        for start, stop in pairwise((*marks, self._size)):
            if start in branches:
                parent = steps.parents[start]
                if 0 <= closed <= parent:
                    self._cut_off(start, stop)
                    continue
                closed = -1
                self.board.undo_to(steps.depths[parent] + 1)
            elif closed >= 0:
                self._cut_off(start, stop)
                continue
            end = self._edit(start) if start in edits else self._line(start, stop)
            if end < stop:
                # Of an illegal move of the main line the alternatives are no main line either.
                closed = end - 1 if end < self._main_end else end
                self._cut_off(end, stop)

    def _cut_off(self, start: int, stop: int) -> None:
        if self.cut and self.cut[-1][1] == start:
            start = self.cut.pop()[0]
        self.cut.append((start, stop))

    def _line(self, start: int, stop: int) -> int:
        """Play a stretch of moves; the place of the first that is illegal, or ``stop``."""
        steps = self.steps
        captures: dict[int, list[int]] = {}
        end, reason = self.board.play_line(
            steps.colours, steps.cells, start, stop, captures, suicide=self._suicide
        )
        if captures:
            # The stones that a record takes off cost points too.
            self._budget.pay(_CAPTURE_PRICE * sum(map(len, captures.values())))
            self.captures.update(captures)
        if reason:
            self._refuse(end, reason)
        return end

    def _refuse(self, place: int, reason: str) -> None:
        steps, board = self.steps, self.board
        cell, value = steps.cells[place], steps.values[place].strip()
        refused = IllegalMoveOfGame(
            number=self._numbers.of(place),
            colour=steps.colours[place],
            point=(cell % board.width, cell // board.width) if cell >= 0 else read_point(value),
            height=board.height,
            why=reason,
        )
        if place < self._main_end:
            self.refused = refused
        else:
            self._log.add("illegal_variation", detail=str(refused))

    def _edit(self, place: int) -> int:
        """Set up stones and keep the net change, so that each point is named once."""
        board, wanted = self.board, self._wanted(self.steps.edits[place])
        before = {cell: board.cell(cell) for cell in wanted}
        had_ko, effort = board.has_ko, board.effort
        choked = board.edit(wanted)
        # Written again, the stones taken off are named too.
        looked_at = board.effort - effort + len(choked)
        self._budget.pay(_EDIT_PRICE + _CELL_PRICE * looked_at + len(choked))
        if choked:
            self._log.add("setup_without_liberty", stones=len(choked))
        if number := self._numbers.of(place):
            self._log.add("setup_midgame", number=number)
        after = {cell: board.cell(cell) for cell in wanted}
        gone = [cell for cell, old in before.items() if old != EMPTY and after[cell] == EMPTY]
        gone += [cell for cell in choked if cell not in before]
        # Black's first, as they are written.
        added = {
            cell: colour
            for colour in (BLACK, WHITE)
            for cell, new in after.items()
            if new == colour != before[cell]
        }
        if had_ko and not (added or gone):
            # It changes no point but lets the ko be retaken, so it must not be lost.
            gone = [next((cell for cell in wanted if not after[cell]), board.empty_cell())]
        if added or gone:
            self.edited[place] = (added, gone)
        return place + 1

    def _wanted(self, properties: Properties) -> dict[int, int]:
        """The cells of an edit and what each shall become."""
        board, find = self.board, self._points.cells.get
        wanted: dict[int, int] = {}
        for name, colour in _SETUP:
            odd = []
            for value in properties.get(name, ()):
                if (cell := find(value, PASS)) >= 0:
                    wanted[cell] = colour
                    self._budget.pay(1)
                else:
                    odd.append(value)  # a rectangle, or no point of the board
            for point in expand(odd, self._budget, self._log.add):
                if point is not None and board.contains(point):
                    wanted[point[1] * board.width + point[0]] = colour
                else:
                    self._log.add("point_off_board")
        return wanted


class _Numbers:
    """The number of a step's move, counted along its line; only computed for who asks."""

    def __init__(self, steps: Steps) -> None:
        self._steps = steps
        self._numbers: list[int] = []

    def of(self, place: int) -> int:
        """The moves up to a step, itself included."""
        parents, colours, numbers = self._steps.parents, self._steps.colours, self._numbers
        for step in range(len(numbers), place + 1):
            parent = parents[step]
            above = numbers[parent] if parent >= 0 else 0
            numbers.append(above + (1 if colours[step] else 0))
        return numbers[place]


# -- the record ----------------------------------------------------------------------------------


def _tree(player: _StepPlayer, annotations: Annotations) -> Tree:
    """The steps that could be played, numbered anew if some could not."""
    steps = player.steps
    tree = Tree(
        parents=steps.parents,
        colours=steps.colours,
        cells=steps.cells,
        branches=steps.branches,
        captures=player.captures,
        edited=player.edited,
        comments=annotations.comments,
        names=annotations.names,
        marks=annotations.marks,
        judged=annotations.judged,
    )
    return tree.without(player.cut) if player.cut else tree


def _compare(
    tree: Tree, header: Header, root: Properties, log: WarningLog, *, repaired: bool
) -> Header:
    """What the moves and the header say against each other; the header, completed."""
    setup = list(tree.stones_before(tree.first_move()).values())
    colours = tree.main_colours()
    stones, handicap = setup.count(BLACK), header.handicap or 0
    placed = _placed_as_moves(colours, handicap) if not setup else 0
    player_to_move = root.get("PL")
    if player_to_move:
        first = WHITE if player_to_move[0].strip().upper().startswith(("W", "2")) else BLACK
    else:
        first = WHITE if (handicap >= 2 or stones) and not placed else BLACK
    if handicap >= 2 and not stones and not placed:
        log.add("handicap_without_stones", handicap=handicap)
    elif handicap >= 2 and stones and stones != handicap:
        log.add("handicap_mismatch", handicap=handicap, stones=stones)
    elif handicap < 2 <= stones <= 9 and WHITE not in setup and colours[:1] == bytes([WHITE]):
        log.add("stones_without_handicap", stones=stones)
        header = replace(header, handicap=stones)
    if not colours:
        log.add("no_moves_after_repair" if repaired else "no_moves")
        return header
    # With white stones set up it is a problem or a middle game, and anyone may be to move.
    if colours[0] != first and (player_to_move or WHITE not in setup):
        log.add("unexpected_first_move", colour=colours[0])
    _note_turns(colours[placed:], placed, log)
    rule = repetition_rule(header.rules)
    for number, earlier in find_repetitions(tree, rule):
        log.add("repeated_position", number=number, earlier=earlier, rule=rule)
    return header


def _note_turns(colours: bytes, placed: int, log: WarningLog) -> None:
    if b"\1\1" in colours or b"\2\2" in colours:
        for number, (before, colour) in enumerate(pairwise(colours), start=placed + 2):
            if before == colour:
                log.add("not_alternating", number=number)


def _placed_as_moves(colours: bytes, handicap: int) -> int:
    """How many of the first moves are the handicap stones, as servers with free placing write."""
    if handicap >= 2 and colours[:handicap] == bytes([BLACK]) * handicap:
        return handicap if colours[handicap : handicap + 1] != bytes([BLACK]) else 0
    return 0
