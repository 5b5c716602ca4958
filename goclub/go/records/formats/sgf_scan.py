"""The text of one SGF game to its columns: one pass, no recursion, linear in the text.

A grammar of our own: sgfmill's makes objects of every bracket of a file.  Real games are runs of
plain moves, so a run is matched as a whole and cut up by one call.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import add

from goclub.go.board.basics import BLACK, WHITE
from goclub.go.records.errors import KifuError
from goclub.go.records.formats.sgf_unclosed import TEXTS, UnclosedValues, find_move, own_value
from goclub.go.records.raw_game import KEPT, MAX_DEPTH, MAX_NODES, MAX_VALUES, RawGame, check_nodes

# A plain move: perhaps the first of a variation, perhaps with the clock, which nobody keeps.
# Every repetition is possessive, so that nothing is ever tried twice.
_PLAIN = (
    r"\s*+{0}\(?+)\s*+;\s*+{0}[BW])\[{0}[A-Za-z]{{2}}|)\]"
    r"(?:\s*+(?:[BW]L|O[BW])\[[\d.\-]*+\])*+"
)
_STEP = re.compile(_PLAIN.format("("))
_STEP_ON_A_LINE = re.compile(r";([BW])\[([A-Za-z]{2}|)\]")
_STEP_LENGTH = len(";B[pd]")
_STEP_MARKS = ((0, ";"), (2, "["), (5, "]"))
# Most moves are written in the plainest way, which is found in half the time.
_PLAINEST = r"\s*+(?:;[BW]\[[a-z][a-z]\]\s*+(?=[;()]))++"
_RUN = rf"(?:{_PLAINEST}|{_PLAIN.format('(?:')}(?=\s*+[;()]))++"
_VALUE = r"\[[^\\\]]*+(?:\\.[^\\\]]*+)*+(?:\]|\\?+\Z)"
_VALUES = re.compile(_VALUE, re.DOTALL)
_TOKEN = re.compile(
    rf"\s*+(?:({_RUN})|([;()])|([A-Za-z][A-Za-z0-9_]*+)\s*+((?:{_VALUE}\s*+)*+)|\[)", re.DOTALL
)
_RUN_TOKEN, _MARK_TOKEN, _PROPERTY_TOKEN = 1, 2, 4
_BLANK = re.compile(r"\s*+\Z")
# A game goes on behind its last bracket, so that bracket belonged to something else.
_GOES_ON = re.compile(r"\s*+;\s*+[BW]\s*+\[")
_PAIR = re.compile(r"\[[^\[\]]*+\]")
# Where to go on after what cannot be read.
_RESUME = re.compile(r"[;()]|[A-Za-z]{1,20}\s*+\[")
_ROOT_ONLY = frozenset(("GM", "FF"))
# What only a root says too, unless a program repeats it.
_OF_THE_GAME = frozenset(("SZ", "CA", "AP", "PB", "PW", "EV", "DT", "GN", "KM", "HA", "RE", "RU"))
_COLOURS = {"B": BLACK, "W": WHITE}
_COLOUR_NAMES = frozenset(_COLOURS)
_COLOUR_OF_LETTER = bytes.maketrans(b"BW", bytes((BLACK, WHITE)))
_LOWER = {"b": "B", "w": "W", "ab": "AB", "aw": "AW", "ae": "AE", "c": "C", "sz": "SZ",
          "pb": "PB", "pw": "PW", "re": "RE", "km": "KM", "ha": "HA", "black": "B",
          "white": "W", "size": "SZ", "komi": "KM", "result": "RE"}  # fmt: skip


@dataclass(slots=True)
class Scan:
    """What one pass over a game found.

    ``end`` the place in the text after it; ``open`` the brackets that were never closed;
    ``junk`` whether something was met that is no SGF, ``nameless`` whether a value without a name
    or a property outside every node; ``torn`` whether a closing bracket was in it, as where a text
    with brackets in it fell apart;
    ``swallowed`` whether a value looks as if it had swallowed the next property; ``problem`` why
    it is no tree, "" if it is one; ``loose`` whether a node came without its semicolon.
    """

    game: RawGame
    end: int
    open: int = 0
    junk: bool = False
    nameless: bool = False
    torn: bool = False
    swallowed: bool = False
    problem: str = ""
    loose: bool = False


def scan_game(text: str, start: int, *, lenient: bool = False) -> Scan:
    """Read the game whose bracket stands at ``start``.

    At something that is no SGF (signs, a word, a property without a value) it stops, or passes
    over it if ``lenient``.  It also stops where the root of another game begins inside this one,
    which then was never closed.
    Raises :class:`KifuError` ``too_many_nodes``, ``too_deep``, ``too_many_points``.
    """
    reader = _SgfReader(text, start, lenient=lenient)
    match_token = _TOKEN.match
    position, end = start, len(text)
    while True:
        token = match_token(text, position)
        kind = None if token is None else token.lastindex
        if token is not None and kind == _RUN_TOKEN:
            position = token.end()
            reader.run(token.start(1), position)
        elif token is not None and kind == _MARK_TOKEN:
            position = token.end()
            if reader.mark(token[2], position):
                break
        elif token is not None and kind == _PROPERTY_TOKEN and (values := token[4]):
            position = token.end()
            if reader.property(token[3], values, at_end=position == end):
                position = reader.drop_node()
                break
        else:
            after = reader.pass_over(position, token)
            if after < 0:
                break
            position = after
    return reader.finish(position)


def _steps(run: str) -> tuple[str, Sequence[str]]:
    """The letters of the colours and the values of a run of plain moves without brackets.

    Where each step is ``;B[pd]``, without passes and clocks, every sixth character is of one kind.
    """
    count = run.count(";")
    run = run.replace("\n", "")
    if len(run) != _STEP_LENGTH * count:
        run = "".join(run.split())
    plainest = len(run) == _STEP_LENGTH * count and all(
        run[place::_STEP_LENGTH] == mark * count for place, mark in _STEP_MARKS
    )
    if plainest:
        return run[1::_STEP_LENGTH], list(map(add, run[3::_STEP_LENGTH], run[4::_STEP_LENGTH]))
    letters, values = zip(*_STEP_ON_A_LINE.findall(run), strict=True)
    return "".join(letters), values


@lru_cache(maxsize=512)
def _property_name(written: str) -> str:
    """The name in capitals: ``White`` is W, ``AddBlack`` is AB (FF[1] … FF[3])."""
    name = "".join(filter(str.isupper, written)) or _LOWER.get(written, "")
    if name in _COLOUR_NAMES and len(written) > 1 and written.lower() not in _LOWER:
        return ""  # Bob is no move
    return name


@lru_cache(maxsize=4096)
def _short_values(raw: str) -> tuple[str, ...] | None:
    """The values of a short property, of which a file has many alike; None where a value holds a
    bracket, which may be an accident."""
    values = tuple([value[1:-1] for value in _VALUES.findall(raw)])
    return None if any("[" in value for value in values) else values


class _SgfReader:
    """The columns of a game while they grow."""

    def __init__(self, text: str, start: int, *, lenient: bool) -> None:
        self._text, self._lenient = text, lenient
        self.scan = Scan(RawGame(), start)
        self._game = self.scan.game
        self._node = -1
        self._inside = False  # whether a property may follow
        self._opened = False  # whether a bracket was just opened
        self._goes_on = False  # whether a node was open before it
        self._scrap = False  # whether brackets with no node in them were just closed
        self._first = False  # whether the node is the first after its bracket
        self._bracket = start  # where
        self._above: list[int] = []
        self._values = 0
        self._cut_short = False  # whether the file ends inside the last value
        self._unclosed = UnclosedValues()

    def pass_over(self, position: int, token: re.Match[str] | None) -> int:
        """Where to go on behind what is no SGF; -1 where the reading stops.

        ``token`` is a word, a value without a name, or nothing that can be read.
        """
        text, scan = self._text, self.scan
        if token is None:
            if _BLANK.match(text, position):
                return -1
            scan.junk = True
            after = _RESUME.search(text, position) if self._lenient else None
            if after is None:
                return -1
            junk = text[position : after.start()]
            scan.nameless = scan.nameless or "[" in junk
            scan.torn = scan.torn or "]" in _PAIR.sub("", junk)
            return after.start()
        if token.lastindex == _PROPERTY_TOKEN:
            if token.end() == len(text):
                return -1  # the file ends inside a name
            scan.junk = True
            return token.end() if self._lenient else -1
        if scan.junk or scan.problem or self._game.says_something:
            scan.junk = scan.nameless = True  # it may belong to words before it
        else:
            scan.problem = "a value without a name"
        value = _VALUES.match(text, token.end() - 1)
        return value.end() if value else len(text)

    def run(self, start: int, stop: int) -> None:
        """A run of plain moves."""
        game = self._game
        self._opened = False
        bracket = self._text.rfind("(", start, stop)
        if bracket >= 0 and not self._text[start:bracket].isspace() and bracket != start:
            self._nested_run(start, stop)
            return
        if bracket >= 0:
            self._above.append(self._node)
        if not game.parents:
            self._new_node()  # the root is never a move
        letters, values = _steps(self._text[max(start, bracket + 1) : stop])
        first, depth = len(game.parents), game.depths[self._node] + 1
        stop = first + len(values)
        check_nodes(stop, depth + len(values) - 1)
        if self._node != first - 1:
            game.branches.append(first)
        game.parents.append(self._node)
        game.parents.extend(range(first, stop - 1))
        game.depths.extend(range(depth, depth + len(values)))
        game.colours.extend(letters.encode().translate(_COLOUR_OF_LETTER))
        game.values.extend(values)
        self._node = stop - 1
        self._inside = True

    def _nested_run(self, start: int, stop: int) -> None:
        """A run in which brackets open between the moves."""
        game = self._game
        steps = _STEP.findall(self._text, start, stop)
        check_nodes(len(game.parents) + len(steps), 0)
        for bracket, letter, value in steps:
            if bracket:
                self._above.append(self._node)
            if not game.parents:
                self._new_node()
            self._node = game.add(self._node, _COLOURS[letter], value)
        check_nodes(0, game.depths[self._node])
        self._inside = True

    def mark(self, mark: str, place: int) -> bool:
        """A semicolon or a bracket that ends at ``place``; True where the game ends."""
        self._scrap = mark == ")" and self._opened
        if mark == ";":
            self._new_node()
            return False
        # Behind "(note)", which is no variation, a node goes on.
        was_inside, self._inside = self._inside, self._scrap and self._goes_on
        self._opened = mark == "("
        if self._opened:
            self._goes_on = was_inside
            self._above.append(self._node)
            self._bracket = place - 1
            return False
        above = self._above.pop()
        if not self._above and _GOES_ON.match(self._text, place):
            self.scan.junk = True
            if self._lenient:
                self._above.append(above)
                self._inside = True
                return False
        self._node = above
        return not self._above

    def drop_node(self) -> int:
        """Take the last node off again; the place of the bracket before it."""
        game = self._game
        for column in (game.parents, game.depths, game.colours, game.values):
            column.pop()
        if game.branches and game.branches[-1] == len(game.parents):
            game.branches.pop()
        self._above.pop()
        return self._bracket

    def _new_node(self) -> None:
        self._node = node = self._game.add(self._node)
        self._first, self._opened = self._opened, False
        if node >= MAX_NODES or self._game.depths[node] > MAX_DEPTH:
            check_nodes(node + 1, self._game.depths[node])
        self._inside = True

    def property(self, written: str, raw: str, *, at_end: bool) -> bool:
        """A property with its values; True if it belongs to the root of another game."""
        name = _property_name(written)
        self.scan.junk = self.scan.junk or self._scrap
        self._scrap = False
        # Points and labels are that short; a remark is worth no place in the cache.
        values = None if at_end or len(raw) > 24 else _short_values(raw)
        if values is None:
            values = self._split(name, raw.rstrip(), at_end=at_end)
        self._values += len(values)
        if self._values > MAX_VALUES:
            raise KifuError("records.too_many_points", accepted=f"0…{MAX_VALUES} values")
        if not self._inside:
            if not self._opened:  # behind a variation, where a move can only be a node
                self.scan.nameless = True
                if name not in _COLOUR_NAMES:
                    self.scan.junk = True
                    return False
            self._new_node()
            self.scan.loose = True
        if self._first and self._is_bare() and self._begins_a_game(name):
            return True
        kept_back = (
            "[" in raw[1:]
            and not self._cut_short
            and self._unclosed.keep_back(self._node, name, values)
        )
        if kept_back:
            self._game.properties.setdefault(self._node, {})
        if name in _COLOUR_NAMES:
            own = [own_value(name, value) for value in values] if kept_back else values
            self._moves(_COLOURS[name], own)
        elif name in KEPT and values and not kept_back:
            self._game.say(self._node, name, values)
        return False

    def _begins_a_game(self, name: str) -> bool:
        """Whether a property of a first node belongs to the root of another game."""
        return name in _ROOT_ONLY or (
            name in _OF_THE_GAME and not self._game.says_something
        )  # what came before was no game but a smiley

    def _is_bare(self) -> bool:
        """Whether the node is not the root and nothing was said in it."""
        node = self._node
        return node > 0 and not self._game.colours[node] and node not in self._game.properties

    def _moves(self, colour: int, values: Sequence[str]) -> None:
        game, node = self._game, self._node
        for value in values:
            if game.colours[node]:
                game.extra_moves.setdefault(node, []).append((colour, value))
            else:
                game.colours[node] = colour
                game.values[node] = value

    def _split(self, name: str, raw: str, *, at_end: bool) -> tuple[str, ...]:
        """The values of a property without their brackets."""
        if raw.count("[") == 1 and not at_end:
            return (raw[1:-1],)
        values, value = [], ""
        for value in _VALUES.findall(raw):
            inner = value[1:-1]
            if "[" in inner and find_move(inner) >= 0:
                self.scan.swallowed = True
            values.append(inner)
        self._cut_short = at_end and not _closed(value)
        if self._cut_short:
            # The file ends inside this value: a text is kept as far as it goes, a point is not.
            values[-1:] = [value[1:].removesuffix("\\")] if name in TEXTS else []
        return tuple(values)

    def finish(self, position: int) -> Scan:
        """The whole result, with ``position`` as its end."""
        scan = self.scan
        scan.end = position
        scan.open = len(self._above)
        self._unclosed.say(scan.game, certain=not (scan.torn or scan.swallowed))
        return scan


def _closed(value: str) -> bool:
    """Whether a value ends with a bracket that is not escaped."""
    body = value[:-1]
    return value.endswith("]") and (len(body) - len(body.rstrip("\\"))) % 2 == 0
