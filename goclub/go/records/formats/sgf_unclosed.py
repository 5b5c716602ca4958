"""Values of an SGF game whose bracket was never closed, so that the next property is inside them.

A swallowed move breaks the tree, so the text is closed there and read again (:func:`close_values`).
Other properties are taken out of the value once the game is read, because only then is it known
whether the game says the same elsewhere (:class:`UnclosedValues`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from typing import NamedTuple

from goclub.go.records.errors import ReadWarning
from goclub.go.records.raw_game import INFO, KEPT, MAX_NODES, RawGame
from goclub.go.records.results import parse_result
from goclub.go.records.text import simple_text

TEXTS = ("C", "GC")
MOVES = ("B", "W")

_NESTED = re.compile(
    r"([A-Za-z][A-Za-z0-9_]*+\s*+)"
    r"\[([^\\\[\]]*+(?:\\.[^\\\[\]]*+)*+\[[^\\\]]*+(?:\\.[^\\\]]*+)*+)(\]|\\?\Z)",
    re.DOTALL,
)
_SWALLOWED_MOVE = re.compile(r"\s*(?=;\s*[BW]\[[A-Za-z]{0,2}\Z)")
_NAME = re.compile(r"(?:[A-Z][A-Z]|(?<![A-Z])[CN])\s*\Z")
# How many properties one value may have swallowed.
_MOST = 30
_POINTS = frozenset(("AB", "AW", "AE", "TR", "SQ", "CR", "MA", "SL", "TB", "TW", "DD", "VW",
                     "LB", "AR", "LN"))  # fmt: skip
_POINT = re.compile(r"\s*[A-Za-z]{2}\s*(?::.*)?", re.DOTALL)
_NUMBERS = frozenset(("KM", "HA", "SZ", "TM", "GM", "FF"))
_NUMBER = re.compile(r"\s*[+-]?\d[\d.,:/]*\s*")
_HEADER = frozenset((*INFO, "GM", "SZ", "FF", "CA", "AP"))
_IN_VALUES = _HEADER | _POINTS | {"C", "GC", "N", "PL"}
_IN_TEXTS = _HEADER | _POINTS | {"PL"}


class Swallowed(NamedTuple):
    """A property inside a value: where the value ends in truth, and what the property says."""

    cut: int
    name: str
    value: str


def close_values(text: str) -> str:
    """``text`` with a bracket where a value seems to have swallowed the next move."""
    return _NESTED.sub(_close, text)


def _close(match: re.Match[str]) -> str:
    name, inner, close = match.groups()
    cut = find_move(inner)
    return f"{name}[{inner[:cut]}]{inner[cut:]}{close}" if cut >= 0 else match[0]


def find_move(value: str) -> int:
    """Where the bracket of a value is missing that swallowed a move, or -1."""
    place = value.rfind("[")
    if place < 0:
        return -1
    match = _SWALLOWED_MOVE.search(value, max(0, place - 20))
    if match is None:
        return -1
    cut = match.start()
    if value[cut - 1 : cut] != "(":
        return cut
    # The brackets of variations stand before the move; the text keeps those that are its own.
    open_in_text = value.count("(", 0, cut) - value.count(")", 0, cut)
    while cut and value[cut - 1] in "() \n\r\t":
        if value[cut - 1] == ")" and open_in_text >= 0:
            break
        open_in_text -= {"(": 1, ")": -1}.get(value[cut - 1], 0)
        cut -= 1
    return cut


def find_property(owner: str, value: str) -> Swallowed | None:
    """The property at the end of a value of the property ``owner``, if there is one."""
    place = value.rfind("[")
    if place < 0:
        return None
    match = _NAME.search(value, max(0, place - 8), place)
    if match is None:
        return None
    name, inner, cut = match[0].rstrip(), value[place + 1 :], match.start()
    if "]" in inner or name not in (_IN_TEXTS if owner in TEXTS else _IN_VALUES):
        return None
    if owner in TEXTS and value[cut - 1 : cut].isupper():
        return None  # the end of a word in capitals
    # A name or an event is no longer; only a comment is.
    if name in _HEADER and len(inner) > 80:
        return None
    return Swallowed(cut, name, inner)


def own_value(owner: str, value: str) -> str:
    """A value without the properties that it swallowed."""
    for _ in range(_MOST):
        swallowed = find_property(owner, value)
        if swallowed is None:
            break
        value = value[: swallowed.cut]
    return value


class UnclosedValues:
    """The values of a game that hold another property; they are kept back until it is read."""

    def __init__(self) -> None:
        self._kept_back: list[tuple[int, str, Sequence[str]]] = []

    def keep_back(self, node: int, name: str, values: Sequence[str]) -> bool:
        """Whether the values of a property hold another one, and are kept back therefore."""
        if not any("[" in value and find_property(name, value) for value in values):
            return False
        self._kept_back.append((node, name, values))
        return True

    def say(self, game: RawGame, *, certain: bool) -> None:
        """Give the values and what they swallowed to their nodes; warn of it by name.

        A text keeps what may be its own words: what the game says elsewhere, what is no value of
        that property, and everything unless ``certain``.
        """
        recovered: dict[str, None] = {}
        in_texts: dict[str, None] = {}
        first_move = next((node for node, colour in enumerate(game.colours) if colour), MAX_NODES)
        # Texts last: what other values swallowed is then said, and not taken from a text.
        for node, owner, values in sorted(self._kept_back, key=lambda kept: kept[1] in TEXTS):
            named = game.properties[node].keys() | (
                _HEADER if node >= first_move else game.properties[0].keys()
            )
            own: list[str] = []
            groups = [(owner, own)]
            for value in values:
                rest, swallowed = value, list[Swallowed]()
                while len(swallowed) < _MOST and (inner := find_property(owner, rest)):
                    if not certain or (owner in TEXTS and not _is_property(inner, named)):
                        if inner.name not in named:
                            in_texts[inner.name] = None
                        break
                    swallowed.append(inner)
                    rest = rest[: inner.cut]
                groups[-1][1].append(rest)
                groups += [(inner.name, [inner.value]) for inner in reversed(swallowed)]
            recovered |= dict.fromkeys(name for name, _values in groups[1:])
            for name, group in groups[owner in MOVES :]:
                if name in KEPT:
                    game.say(node, name, group)
        if recovered:
            names = {"names": ", ".join(recovered)}
            game.warnings.append(ReadWarning("swallowed_property", names))
        if in_texts:
            names = {"names": ", ".join(in_texts)}
            game.warnings.append(ReadWarning("property_in_text", names))


def _is_property(inner: Swallowed, named: Set[str]) -> bool:
    """Whether what a text holds is a property of the game, which says those ``named`` elsewhere."""
    name, value = inner.name, inner.value
    if name in named:
        return False
    if name in _POINTS:
        return _POINT.fullmatch(value) is not None
    if name in _NUMBERS:
        return _NUMBER.fullmatch(value) is not None
    if name == "RE":
        result, certain = parse_result(simple_text(value))
        return result is not None and certain
    return bool(value.strip())
