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
from typing import Final, NamedTuple, TypeAlias, cast

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
EXCHANGED: Final = str.maketrans("XO", "OX")

#: The word of a point in a trace: the step at which a black stone came and stayed, the same with
#: this bit for a white one; 0 where the point changed more than once.
_OF_WHITE: Final = 0x8000
_NEVER: Final = 0xFFFF
_CHANGED_OFTEN: Final = 0
#: Steps are less than this; whatever is not smaller is no step.
_BEYOND: Final = 0x4000
_LAST: Final = _BEYOND - 1
#: So many points of a pattern are compared in all games at once, the others where these agree.
_AT_ONCE: Final = 5


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


def find(pattern: Pattern, traces: Sequence[GameTrace], *, either_colour: bool = False) -> Findings:
    """Search games on boards of the pattern's size.

    A game in which the pattern stood in its own colours is not searched for the exchanged ones.
    """
    points = pattern.width * len(pattern.rows)
    steps = np.full(len(traces), _BEYOND, np.int64)
    exchanged = np.zeros(len(traces), np.bool_)
    following = np.zeros((len(traces), 2 * points + 1), np.bool_)
    equal = pattern.representatives(either_colour=either_colour)
    games = SearchedGames(pattern.size, traces) if traces else None
    for variant in pattern.variants(either_colour=either_colour) if games else ():
        shown = [
            equal[variant.origin[code // 2], bool(code % 2) is not variant.is_exchanged]
            for code in range(2 * points)
        ]
        codes = np.array([2 * point + black for point, black in shown] + [2 * points])
        for game, step, code in games.hits(variant) if games else ():
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

    Three tables of points by games: the step at which a black stone came (the words themselves),
    a white one, and the last step at which the point was empty.
    """

    def __init__(self, size: int, traces: Sequence[GameTrace]) -> None:
        words = b"".join([trace.lives for trace in traces])
        table = np.frombuffer(words, "<u2").reshape(len(traces), size * size)
        self.size, self.count, self.traces = size, len(traces), traces
        self.black = np.ascontiguousarray(table.T)
        self.white = self.black ^ np.uint16(_OF_WHITE)
        self.white[self.black == _CHANGED_OFTEN] = _CHANGED_OFTEN
        self.empty = (self.black - np.uint16(1)) & np.uint16(_LAST)

    def hits(self, variant: Variant) -> Iterator[Hits]:
        """Yield the hits of one appearance of a pattern, a row of places at a time."""
        signs, width = "".join(variant.rows), len(variant.rows[0])
        shifts = [at // width * self.size + at % width for at in range(len(signs))]
        stones = [
            (self.black if sign == "X" else self.white, shift)
            for sign, shift in zip(signs, shifts, strict=True)
            if sign in STONES
        ]
        empties = [shift for sign, shift in zip(signs, shifts, strict=True) if sign == EMPTY]
        columns, lines = variant.corners(self.size)
        for line in lines:
            corner = line * self.size + columns[0]
            at, first, last = self._in_row(stones, empties, corner, len(columns))
            if not len(at):
                continue
            place, game = np.divmod(at, self.count)
            points = corner + place[:, None] + shifts
            words = self.black[points, game[:, None]]
            often = (words == _CHANGED_OFTEN).any(axis=1)
            yield _plain_hits(words[~often], game[~often], first[~often])
            if often.any():
                rest_of = (points[often], words[often], game[often], first[often], last[often])
                yield self._hits_among_changes(signs, *rest_of)

    def _in_row(
        self, stones: list[tuple[Steps, int]], empties: list[int], corner: int, count: int
    ) -> tuple[NDArray[np.int64], Steps, Steps]:
        """Compare a row of places: where the first points agree, first and last step there.

        The places are numbered place by place, in each of them game by game.
        """
        first = np.ones((), np.uint16)
        last = np.full((), _LAST, np.uint16)
        for table, shift in stones[:_AT_ONCE]:
            first = np.maximum(first, table[corner + shift :][:count])
        later = empties[max(0, _AT_ONCE - len(stones)) :]
        for shift in empties[: len(empties) - len(later)]:
            last = np.minimum(last, self.empty[corner + shift :][:count])
        first, last = np.broadcast_arrays(first, last)
        at = np.flatnonzero(np.broadcast_to(first <= last, (count, self.count)))
        first = np.broadcast_to(first, (count, self.count)).ravel()[at]
        last = np.broadcast_to(last, (count, self.count)).ravel()[at]
        for table, shift in stones[_AT_ONCE:]:
            if len(at):
                first = np.maximum(first, table[corner + shift :].ravel()[at])
                agrees = first <= last
                at, first, last = at[agrees], first[agrees], last[agrees]
        for shift in later:
            if len(at):
                last = np.minimum(last, self.empty[corner + shift :].ravel()[at])
                agrees = first <= last
                at, first, last = at[agrees], first[agrees], last[agrees]
        return at, first, last

    def _hits_among_changes(
        self,
        signs: str,
        points: NDArray[np.int64],
        words: Steps,
        game: NDArray[np.int64],
        first: Steps,
        last: Steps,
    ) -> Hits:
        """The hits where points changed more often, looked up one by one."""
        columns = (points.tolist(), words.tolist(), game.tolist(), first.tolist(), last.tolist())
        hits = []
        for at, values, place, begins, ends in zip(*columns, strict=True):
            changes = self.traces[place].changes
            hit = _hit_among_changes(signs, values, at, changes, (begins, ends))
            if hit:
                hits.append((place, *hit))
        return cast("Hits", tuple(np.array(hits, np.int64).reshape(-1, 3).T))


def _plain_hits(words: Steps, game: NDArray[np.int64], first: Steps) -> Hits:
    """Hits in which every point changed once at most: the next stone is the earliest later one."""
    steps = words & np.uint16(_LAST)
    steps[(words == _NEVER) | (steps <= first[:, None])] = _LAST
    place = steps.argmin(axis=1)
    rows = np.arange(len(game))
    code = 2 * place + (words[rows, place] < _OF_WHITE)
    code[steps[rows, place] == _LAST] = 2 * words.shape[1]
    return game, first.astype(np.int64), code


def _hit_among_changes(
    signs: str, words: list[int], points: list[int], changes: bytes, span: tuple[int, int]
) -> tuple[int, int] | None:
    """The first step of a span at which points that changed often agree too, and the next move."""
    pairs = np.frombuffer(changes, "<u2").tolist()
    history: dict[int, list[tuple[int, int]]] = {}
    for point, change in zip(pairs[::2], pairs[1::2], strict=True):
        history.setdefault(point, []).append(divmod(change, 4))
    spans = [span]
    for sign, word, point in zip(signs, words, points, strict=True):
        if word == _CHANGED_OFTEN and sign != ANY:
            wanted = STONES.get(sign, 0)
            spans = _common(spans, list(_spans(history[point], wanted)))
    if not spans:
        return None
    begins = spans[0][0]
    later = [(_BEYOND, 2 * len(signs))]
    for at, (word, point) in enumerate(zip(words, points, strict=True)):
        if word == _CHANGED_OFTEN:
            events = [event for event in history[point] if event[1]]
            later += [(step, 2 * at + (state == BLACK)) for step, state in events if step > begins]
        elif word != _NEVER and (word & _LAST) > begins:
            later.append((word & _LAST, 2 * at + (word < _OF_WHITE)))
    return begins, min(later)[1]


def _spans(events: list[tuple[int, int]], wanted: int) -> Iterator[tuple[int, int]]:
    """The first and last steps of the times at which a point is as it should be."""
    since, state = 1, 0
    for step, new in events:
        if state == wanted and since < step:
            yield since, step - 1
        since, state = step, new
    if state == wanted:
        yield since, _LAST


def _common(first: list[tuple[int, int]], second: list[tuple[int, int]]) -> list[tuple[int, int]]:
    both = ((max(a, c), min(b, d)) for a, b in first for c, d in second)
    return sorted((begins, ends) for begins, ends in both if begins <= ends)
