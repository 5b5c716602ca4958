"""A game as written, in columns: what every reader of a format hands to the checks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from string import ascii_letters

from goclub.go.board.basics import BLACK, handicap_points
from goclub.go.records.errors import KifuError, ReadWarning
from goclub.go.records.text import escape
from ratings.accepted import AcceptedRange
from ratings.errors import RuleError

MAX_NODES = 100_000
MAX_DEPTH = 10_000
MAX_VALUES = 250_000
MAX_FILE_NODES = 600_000
# What a branch and a property cost beside their node.
_BRANCH_PRICE, _PROPERTY_PRICE = 4, 2

#: What changes the board by hand.
SETUP = frozenset(("AB", "AW", "AE"))
#: What a record says about its game.
INFO = (
    *("PB", "PW", "BR", "WR", "BT", "WT", "RE", "KM", "HA", "DT", "EV", "RO", "PC", "RU", "GN"),
    *("TM", "OT", "TC", "TT", "CP"),
)
#: What is thought of a move or a position; the value 2 says it louder.
JUDGED_ONCE = ("DO", "IT")  # these have no value, and so no louder form
JUDGEMENTS = ("BM", "DO", "IT", "TE", "GB", "GW", "DM", "UC", "HO")
#: Everything else that is kept of a node, moves apart.
NOTES = ("C", "GC", "N", "PL", "LB", "L", "TR", "SQ", "CR", "MA", "M", "SL", "TB", "TW", "DD", "VW")
KEPT = frozenset((*SETUP, *INFO, *NOTES, *JUDGEMENTS, "AR", "LN", "GM", "SZ", "FF"))
KEPT |= {"RD", "KO", "LT", "LC"}  # see formats.sgf_dialect
#: How uliGo and Kombilo mark a wrong variation; read as BM.
WRONG_VARIATION = "WV"
KEPT |= {WRONG_VARIATION}

_FEWEST_HANDICAP, _THIRD = 2, 3

#: The raw values of a node by property, escapes still in them.
Properties = dict[str, Sequence[str]]


@dataclass(slots=True)
class RawGame:
    """One game of a file, node by node in the order of the file: parents before children and the
    first variation, which is the main line, before the others.

    ``parents`` the place of each node's parent (-1 for the root), ``depths`` how many nodes lie
    above it.  ``colours`` and ``values`` its move as SGF writes it (0 and "" if there is none).
    ``extra_moves`` the further moves of a node that has several.  ``properties`` by node what is
    kept beside the moves, values with escapes still in them; ``setups`` the nodes that edit the
    board.  ``branches`` the nodes that do not follow the node before them.  ``line`` where in the
    file the game begins, from 1.
    """

    parents: list[int] = field(default_factory=list)
    depths: list[int] = field(default_factory=list)
    colours: list[int] = field(default_factory=list)
    values: list[str] = field(default_factory=list)
    extra_moves: dict[int, list[tuple[int, str]]] = field(default_factory=dict)
    properties: dict[int, Properties] = field(default_factory=dict)
    setups: list[int] = field(default_factory=list)
    branches: list[int] = field(default_factory=list)
    warnings: list[ReadWarning] = field(default_factory=list)
    line: int = 1

    def add(self, parent: int, colour: int = 0, value: str = "") -> int:
        """Append a node below ``parent`` (-1 for the root); returns its place."""
        place = len(self.parents)
        if parent != place - 1:
            self.branches.append(place)
        self.parents.append(parent)
        self.depths.append(0 if parent < 0 else self.depths[parent] + 1)
        self.colours.append(colour)
        self.values.append(value)
        return place

    def say(self, node: int, name: str, values: Sequence[str]) -> None:
        """Keep a property of a node; one that is said twice has the values of both."""
        properties = self.properties.get(node)
        if properties is None:
            properties = self.properties[node] = {}
        if name in SETUP and SETUP.isdisjoint(properties):
            self.setups.append(node)
        kept = properties.get(name)
        if kept is None:
            properties[name] = values
        elif isinstance(kept, list):
            kept += values
        else:
            properties[name] = [*kept, *values]

    @property
    def says_something(self) -> bool:
        """Whether there is more to it than empty nodes."""
        return bool(self.properties) or any(self.colours)

    def add_checked(self, parent: int, colour: int = 0, value: str = "") -> int:
        """Like :meth:`add`; raises :class:`KifuError` ``too_many_nodes`` or ``too_deep``."""
        place = self.add(parent, colour, value)
        check_nodes(place + 1, self.depths[place])
        return place


def price(nodes: int, branches: int, properties: int) -> int:
    """What a game takes to read, in nodes that do nothing but move."""
    return nodes + _BRANCH_PRICE * branches + _PROPERTY_PRICE * properties


def check_nodes(count: int, depth: int) -> None:
    """Refuse a game of more than so many nodes, or with one so far below its root.

    Raises :class:`KifuError` ``too_many_nodes`` or ``too_deep``.
    """
    if count > MAX_NODES:
        raise KifuError("records.too_many_nodes", accepted=AcceptedRange(0, MAX_NODES))
    if depth > MAX_DEPTH:
        raise KifuError("records.too_deep", accepted=AcceptedRange(0, MAX_DEPTH))


def rooted(info: dict[str, str]) -> RawGame:
    """A game with only its root, which says what ``info`` says; empty texts are left out.

    The texts are plain and are escaped here.
    """
    game = RawGame()
    game.add(-1)
    game.properties[0] = {name: (escape(text),) for name, text in info.items() if text}
    return game


def place_handicap(
    game: RawGame, size: int, stones: int, *, third_upper_left: bool = False
) -> None:
    """Put handicap stones on their usual points at the root, as servers mean it.

    Called once the moves are there: where Black moves first, the stones are among the moves.
    With ``third_upper_left`` the third of three stones goes there, as Tygem and WBaduk put it, and
    not to the lower right.  Where there are no usual points nothing is put.
    """
    if stones < _FEWEST_HANDICAP or game.colours[1:2] == [BLACK]:
        return
    try:
        points = handicap_points(size, stones)
        if third_upper_left and stones == _THIRD:
            points = (*handicap_points(size, 2), min(handicap_points(size, 4)))
    except RuleError:
        return
    game.say(0, "AB", [letters(*point) for point in points])


def letters(column: int, row: int) -> str:
    """The letter pair of a point from the top left, or one that is off every board.

    >>> letters(15, 3), letters(60, 0)
    ('pd', '??')
    """
    if 0 <= column < len(ascii_letters) and 0 <= row < len(ascii_letters):
        return ascii_letters[column] + ascii_letters[row]
    return "??"
