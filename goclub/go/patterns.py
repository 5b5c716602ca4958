"""Patterns: a rectangle of stones, empty points and points that may be anything, found in games.

A pattern that touches an edge of the board stays at that edge: in the corner if it touches two,
everywhere if it touches none.  It is looked for under the eight symmetries of the board, and with
the colours exchanged where that is asked.  Only the main line of a record is searched.

Of each game a *trace* is kept (:func:`trace_of`): for each point the step at which a stone came to
it.  A pattern stands from the step at which its last stone came to the step before the first stone
on a point that has to be empty, so that one comparison of two steps decides for a whole game.
Points that changed more than once, by captures and kos, are written out change by change.

>>> corner = Pattern.read(19, 15, 0, ["....", "..X.", ".O..", "...."])
>>> corner.edges, len(corner.variants(either_colour=True))  # it mirrors itself on a diagonal
((False, True, True, False), 8)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from goclub.go.board.basics import BLACK, WHITE
from goclub.go.board.groups import PASS
from goclub.go.positions import LARGEST, SMALLEST, can_index
from goclub.go.records.record import Record
from ratings.errors import Code, RuleError

Steps = NDArray[np.uint16]

ANY, EMPTY = "?", "."
STONES: Final = {"X": BLACK, "O": WHITE}
_WANTED: Final = {ANY: -1, EMPTY: 0} | STONES
EXCHANGED: Final = str.maketrans("XO", "OX")

#: The word of a point in a trace: the step at which a black stone came and stayed, the same with
#: this bit for a white one; 0 where the point changed more than once.
_OF_WHITE: Final = 0x8000
_NEVER: Final = 0xFFFF
_CHANGED_OFTEN: Final = 0
#: Steps are less than this; whatever is not smaller is no step.
_BEYOND: Final = 0x4000
_LAST: Final = _BEYOND - 1
_NO_EVENT: Final = 2**62
#: Games in a word of bits.
_LANE: Final = 64
#: So many tests are made for all of them at once, the others where these agree.
_DENSE: Final = 12
#: Words of bits that are few enough to be compared step by step.
_FEW: Final = 60
#: So many places are compared step by step at once.
_AT_ONCE: Final = 20_000
#: The point itself, and those beside it: columns to the right and rows down.
_DIRECTIONS: Final = (
    (0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1),
)  # fmt: skip


# --- Traces ---------------------------------------------------------------------------------------
class GameTrace(NamedTuple):
    """What the search needs of a game.

    ``lives`` a word of 16 bits for each point, row by row from the top left; ``changes`` of the
    points that changed more than once: pairs of words, the point and ``4 · step + (0 empty,
    1 Black, 2 White)``, in order.  Step 1 is the position before the first move, step n + 1 the one
    after the n-th; what is set up by hand between two moves comes with the next one.
    """

    lives: bytes
    changes: bytes


def trace_of(record: Record) -> GameTrace | None:
    """Return the trace of a main line; None for boards or records that are not searched."""
    tree, width, height = record.tree, record.width, record.height
    if not can_index(width, height) or tree.main_end >= _LAST:
        return None
    history: list[list[tuple[int, int]]] = [[] for _ in range(width * height)]
    moves = 0
    for node in range(tree.main_end):
        colour, cell = tree.colours[node], tree.cells[node]
        moves += colour > 0
        if node in tree.edited:
            step = moves + 2 if moves else 1
            added, removed = tree.edited[node]
            changes = [(gone, 0) for gone in removed] + list(added.items())
        elif colour and cell > PASS:
            step = moves + 1
            changes = [(cell, colour), *((gone, 0) for gone in tree.captures.get(node, ()))]
        else:
            continue
        for point, state in changes:
            history[point].append((step, state))
    words, often = [], []
    for point, events in enumerate(history):
        if len(events) > 1 or (events and not events[0][1]):
            words.append(_CHANGED_OFTEN)
            often += [word for at, state in events for word in (point, 4 * at + state)]
        elif events:
            at, state = events[0]
            words.append(at | (_OF_WHITE if state == WHITE else 0))
        else:
            words.append(_NEVER)
    return GameTrace(np.array(words, "<u2").tobytes(), np.array(often, "<u2").tobytes())


# --- Patterns -------------------------------------------------------------------------------------
class Variant(NamedTuple):
    """A pattern as it may stand on the board: turned, reflected, with the colours exchanged.

    ``edges`` (left, top, right, bottom) that it touches; ``origin`` the place in the pattern of
    each of its points, row by row.
    """

    rows: tuple[str, ...]
    edges: tuple[bool, bool, bool, bool]
    is_exchanged: bool
    origin: tuple[int, ...]

    def corners(self, size: int) -> tuple[range, range]:
        """Columns and rows at which its upper left point may lie."""
        left, top, right, bottom = self.edges
        return (
            _places(size - len(self.rows[0]), left, right),
            _places(size - len(self.rows), top, bottom),
        )


def _places(room: int, first: bool, last: bool) -> range:
    return range(room if last else 0, 1 if first else room + 1)


@dataclass(frozen=True)
class Pattern:
    """``rows`` of ``X`` Black, ``O`` White, ``.`` empty and ``?`` anything, on a board of ``size``
    lines, with their upper left point in column ``left`` and row ``top`` (from 0)."""

    size: int
    left: int
    top: int
    rows: tuple[str, ...]

    @classmethod
    def read(cls, size: int, left: int, top: int, rows: Sequence[str]) -> Pattern:
        """Check a pattern.

        Raises RuleError E_RANGE on ``size`` (5 … 19) and on ``pattern`` where it is no rectangle of
        these four signs inside the board (``no_pattern``); E_MISSING on ``pattern`` (``no_stone``)
        where nothing in it tells one place from another: no stone, and more than one place.
        """
        if not can_index(size, size):
            raise RuleError(Code.RANGE, "size", size, f"{SMALLEST}…{LARGEST}")
        pattern = cls(size, left, top, tuple(rows))
        width = len(rows[0]) if rows else 0
        fits = 0 < width <= size - left and 0 < len(rows) <= size - top and min(left, top) >= 0
        signs = set("".join(rows))
        if not fits or {len(row) for row in rows} != {width} or signs - {ANY, EMPTY, *STONES}:
            raise RuleError(Code.RANGE, "pattern", "/".join(rows)[:60], reason="records.no_pattern")
        columns, lines = pattern.as_it_lies.corners(size)
        if not signs & {*STONES} and (signs == {ANY} or len(columns) * len(lines) > 1):
            raise RuleError(Code.MISSING, "pattern", reason="records.no_stone")
        return pattern

    @property
    def width(self) -> int:
        """The number of its columns."""
        return len(self.rows[0])

    @cached_property
    def edges(self) -> tuple[bool, bool, bool, bool]:
        """Which edges of the board it touches: left, top, right, bottom."""
        right, bottom = self.left + self.width, self.top + len(self.rows)
        return (self.left == 0, self.top == 0, right == self.size, bottom == self.size)

    @property
    def as_it_lies(self) -> Variant:
        """The pattern itself."""
        return Variant(self.rows, self.edges, False, tuple(range(self.width * len(self.rows))))

    def variants(self, *, either_colour: bool) -> list[Variant]:
        """Return its different appearances, itself first."""
        seen: dict[tuple[object, ...], Variant] = {}
        for variant in self._all(either_colour):
            seen.setdefault(variant[:2], variant)
        return list(seen.values())

    def representatives(self, *, either_colour: bool) -> dict[tuple[int, bool], tuple[int, bool]]:
        """For each (point, is Black's) the one that stands for all that symmetry makes equal."""
        own = self.as_it_lies
        equal = [v for v in self._all(either_colour) if v[:2] == own[:2]]
        return {
            (point, black): min(
                (variant.origin[point], black is not variant.is_exchanged) for variant in equal
            )
            for point in range(len(own.origin))
            for black in (True, False)
        }

    def _all(self, either_colour: bool) -> Iterator[Variant]:
        for is_exchanged in (False, True) if either_colour else (False,):
            variant = self.as_it_lies
            if is_exchanged:
                rows = tuple(row.translate(EXCHANGED) for row in variant.rows)
                variant = variant._replace(rows=rows, is_exchanged=True)
            for _ in range(4):
                yield variant
                yield _reflected(variant)
                variant = _reflected(_transposed(variant))


def _reflected(variant: Variant) -> Variant:
    """Left and right exchanged."""
    width = len(variant.rows[0])
    left, top, right, bottom = variant.edges
    origin = (variant.origin[at : at + width][::-1] for at in range(0, len(variant.origin), width))
    return Variant(
        tuple(row[::-1] for row in variant.rows),
        (right, top, left, bottom),
        variant.is_exchanged,
        tuple(point for row in origin for point in row),
    )


def _transposed(variant: Variant) -> Variant:
    """Columns and rows exchanged."""
    width = len(variant.rows[0])
    left, top, right, bottom = variant.edges
    return Variant(
        tuple("".join(column) for column in zip(*variant.rows, strict=True)),
        (top, left, bottom, right),
        variant.is_exchanged,
        tuple(point for at in range(width) for point in variant.origin[at::width]),
    )


# --- Searching ------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Findings:
    """Where a pattern stood, for each game.

    ``moves`` the number of moves after which it first did, -1 where it never did; ``exchanged``
    whether it only did with the colours exchanged.  ``following`` a table of games by moves inside
    the pattern, as the pattern shows them: true where that move was the next one inside it.  The
    move of column *n* is of Black where *n* is odd, at the point ``n // 2`` of the pattern, row by
    row.
    """

    moves: NDArray[np.int64]
    exchanged: NDArray[np.bool_]
    following: NDArray[np.bool_]


def find(pattern: Pattern, games: SearchedGames, *, either_colour: bool = False) -> Findings:
    """Search games on boards of the pattern's size.

    A game in which the pattern stood in its own colours is not searched for the exchanged ones.
    """
    points = pattern.width * len(pattern.rows)
    steps = np.full(games.count, _BEYOND, np.int64)
    exchanged = np.zeros(games.count, np.bool_)
    following = np.zeros((games.count, 2 * points + 1), np.bool_)
    equal = pattern.representatives(either_colour=either_colour)
    for variant in pattern.variants(either_colour=either_colour) if games.count else ():
        shown = [
            equal[variant.origin[code // 2], bool(code % 2) is not variant.is_exchanged]
            for code in range(2 * points)
        ]
        codes = np.array([2 * point + black for point, black in shown] + [2 * points])
        for game, step, code in games.hits(variant):
            if variant.is_exchanged:
                new = exchanged[game] | (steps[game] == _BEYOND)
                game, step, code = game[new], step[new], code[new]
                exchanged[game] = True
            np.minimum.at(steps, game, step)
            following[game, codes[code]] = True
    return Findings(np.where(steps == _BEYOND, -1, steps - 1), exchanged, following[:, :-1])


#: Of each hit its game, its step, and the column of the next move (the last one for none).
Hits: TypeAlias = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]


class SearchedGames:
    """The traces of games on boards of one size, ready to be compared.

    ``words`` a row of words for each game.  ``bits`` by colour and direction, row and column of the
    board: bit by bit the games in which a stone of the colour came to the point, and did so
    while the next point in that direction was empty.  ``events`` the changes of points that changed
    more than once, in order: ``_BEYOND · (point of all games) + step``; ``states`` what each made
    of its point.
    """

    def __init__(self, size: int, traces: Sequence[GameTrace]) -> None:
        self.size, self.count = size, len(traces)
        self.words = np.frombuffer(b"".join([trace.lives for trace in traces]), "<u2")
        self.words = self.words.reshape(self.count, size * size)
        pairs = np.frombuffer(b"".join([trace.changes for trace in traces]), "<u2")
        points, changes = pairs.astype(np.int64).reshape(-1, 2).T
        points += np.repeat(
            np.arange(self.count) * size * size, [len(trace.changes) // 4 for trace in traces]
        )
        self.events = np.append(points * _BEYOND + changes // 4, [_NO_EVENT, _NO_EVENT])
        self.states = np.append(changes % 4, [0, 0])
        self.bits = self._bits()

    def _bits(self) -> dict[tuple[str, int, int], NDArray[np.uint64]]:
        size, lanes, bits = self.size, -(-self.count // _LANE), {}
        black = np.full((size, size, lanes * _LANE), _NEVER, np.uint16)
        black[:, :, : self.count] = self.words.T.reshape(size, size, self.count)
        white = np.where(black == _CHANGED_OFTEN, black, black ^ np.uint16(_OF_WHITE))
        empty = (black - np.uint16(1)) & np.uint16(_LAST)
        for sign, came in (("X", black), ("O", white)):
            for x, y in _DIRECTIONS:
                table = bits[sign, x, y] = np.zeros((size, size, lanes), np.uint64)
                here, there = _overlap(size, x, y), _overlap(size, -x, -y)
                agrees = came[here] <= (empty[there] if x or y else np.uint16(_LAST))
                table[here] = np.packbits(agrees, axis=2, bitorder="little").view(np.uint64)
        return bits

    def hits(self, variant: Variant) -> Iterator[Hits]:
        """Yield the hits of one appearance of a pattern, many at a time."""
        signs, width = "".join(variant.rows), len(variant.rows[0])
        shifts = np.array([at // width * self.size + at % width for at in range(len(signs))])
        wanted = np.array([_WANTED[sign] for sign in signs])
        stones, empties = np.flatnonzero(wanted > 0), np.flatnonzero(wanted == 0)
        flips = np.where(wanted[stones] == WHITE, _OF_WHITE, 0).astype(np.uint16)
        corners, all_games = self._candidates(variant)
        for start in range(0, len(all_games), _AT_ONCE):
            game = all_games[start : start + _AT_ONCE]
            points = game[:, None] * self.size**2 + corners[start : start + _AT_ONCE, None] + shifts
            words = self.words.ravel()[points]
            came = np.where(words[:, stones] == _CHANGED_OFTEN, 0, words[:, stones] ^ flips)
            first = came.max(axis=1, initial=1).astype(np.int64)
            left = (words[:, empties] - np.uint16(1)) & np.uint16(_LAST)
            last = left.min(axis=1, initial=_LAST)
            often = words == _CHANGED_OFTEN
            self._settle(often & (wanted >= 0), points, wanted, first, last)
            hit = first <= last
            yield game[hit], first[hit], self._following(words[hit], points[hit], first[hit])

    def _candidates(self, variant: Variant) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return upper left points and games at which the bits leave a pattern possible."""
        columns, lines = variant.corners(self.size)
        top, left, lanes = lines[0], columns[0], -(-self.count // _LANE)
        tests = sorted(_tests(variant.rows), key=lambda test: test[0][1:] == (0, 0))
        if not tests:
            return np.full(self.count, top * self.size + left), np.arange(self.count)
        possible = ~np.zeros((len(lines), len(columns), lanes), np.uint64)
        for key, x, y in tests[:_DENSE]:
            area = slice(top + y, top + y + len(lines)), slice(left + x, left + x + len(columns))
            possible &= self.bits[key][area]
        at = np.flatnonzero(possible)
        values = possible.ravel()[at]
        row, at = np.divmod(at, len(columns) * lanes)
        at += ((top + row) * self.size + left) * lanes
        for key, x, y in tests[_DENSE:]:
            if len(at) < _FEW:
                break
            values &= self.bits[key].ravel()[at + (y * self.size + x) * lanes]
            kept = np.flatnonzero(values)
            at, values = at[kept], values[kept]
        bits = np.flatnonzero(np.unpackbits(values.view(np.uint8), bitorder="little"))
        corner, lane = np.divmod(at, lanes)
        word, bit = np.divmod(bits, _LANE)
        return corner[word], lane[word] * _LANE + bit

    def _settle(
        self,
        open_points: NDArray[np.bool_],
        points: NDArray[np.int64],
        wanted: NDArray[np.int64],
        first: NDArray[np.int64],
        last: Steps,
    ) -> None:
        """Move the first steps on until points that changed often agree too."""
        row, column = _places_of(open_points & (first <= last)[:, None])
        while len(row):
            point = points[row, column]
            event = np.searchsorted(self.events, point * _BEYOND + first[row], "right") - 1
            state = np.where(self.events[event] // _BEYOND == point, self.states[event], 0)
            differs = state != wanted[column]
            later = self.events[event + 1] - point * _BEYOND
            np.maximum.at(first, row[differs], np.minimum(later, _BEYOND)[differs])
            moved = np.zeros(len(first), np.bool_)
            moved[row[differs]] = True
            again = (moved & (first <= last))[row]
            row, column = row[again], column[again]

    def _following(
        self, words: Steps, points: NDArray[np.int64], first: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """The column of the next stone at any of the points: the earliest later one."""
        steps = words & np.uint16(_LAST)
        steps[(words == _NEVER) | (steps <= first[:, None])] = _LAST
        is_black = words < _OF_WHITE
        row, column = _places_of(words == _CHANGED_OFTEN)
        point = points[row, column] * _BEYOND
        event = np.searchsorted(self.events, point + first[row], "right")
        event += self.states[event] == 0
        steps[row, column] = np.minimum(self.events[event] - point, _LAST)
        is_black[row, column] = self.states[event] == BLACK
        place, rows = steps.argmin(axis=1), np.arange(len(words))
        place[steps[rows, place] == _LAST] = words.shape[1]
        none = np.zeros((len(words), 1), np.bool_)
        code: NDArray[np.int64] = 2 * place + np.append(is_black, none, axis=1)[rows, place]
        return code


def _places_of(table: NDArray[np.bool_]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The rows and columns of what is true; several times as fast as ``nonzero``."""
    row, column = np.divmod(np.flatnonzero(table), table.shape[1])
    return row, column


def _tests(rows: Sequence[str]) -> Iterator[tuple[tuple[str, int, int], int, int]]:
    """For each stone its colour with the direction of an empty point, its column and row."""
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            if sign in STONES:
                beside = [
                    (right, down)
                    for right, down in _DIRECTIONS[1:]
                    if 0 <= x + right < len(row)
                    and 0 <= y + down < len(rows)
                    and rows[y + down][x + right] == EMPTY
                ]
                for right, down in beside or _DIRECTIONS[:1]:
                    yield (sign, right, down), x, y


def _overlap(size: int, right: int, down: int) -> tuple[slice, slice]:
    """The rows and columns that stay on the board when they are moved."""
    return (
        slice(max(0, -down), size - max(0, down)),
        slice(max(0, -right), size - max(0, right)),
    )
