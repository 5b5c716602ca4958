"""Text of an SGF file to a flat list of nodes, with the usual accidents of such files repaired.

The grammar itself is sgfmill's (MIT licence, no recursion, linear time); it reads bytes, so the
decoded text goes in as UTF-8.  Around it stands what real files need: mail headers and HTML before
and after the game, a missing first or last bracket, brackets not escaped inside comments, several
games in one file.
"""

from __future__ import annotations

import re
import string
from dataclasses import dataclass, field

from sgfmill import sgf_grammar

from .errors import KifuError, Warning

MAX_NODES = 50_000
MAX_VALUES = 300_000
_UNFINISHED = (string.ascii_letters + string.whitespace + "(").encode()

_VALUE = re.compile(rb"\[(?:[^\\\]]|\\.)*+(?:\]|\\?\Z)", re.DOTALL)
_OPEN_VALUE = re.compile(rb"\s*\[")
_START = re.compile(rb"\(\s*;")
_BARE = re.compile(rb"\s*;?\s*(?:GM|FF|SZ|CA|AP|PB|PW|EV|DT|B|W)\s*\[")
# A closing bracket that is not followed by what may follow a value belongs to the text.
_INNER_BRACKET = re.compile(rb"(?<!\\)\](?!\s*(?:[\[;()]|[A-Za-z]{1,20}\s*\[|\Z))")


@dataclass(frozen=True, slots=True)
class RawNode:
    """A node as written: the index of its parent (None for the root) and its properties.

    Values are texts with escapes still in them, see :func:`simple_text` and :func:`long_text`.
    """

    parent: int | None
    properties: dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class RawGame:
    """One game of a file: its nodes, each after its parent and the main line first."""

    nodes: list[RawNode]
    warnings: tuple[Warning, ...] = field(default=())


def parse(text: str) -> list[RawGame | KifuError]:
    """The games of a file in order; a game that cannot be read stands there as its error.

    Raises :class:`KifuError` ``not_sgf`` if there is none, ``too_many_nodes`` or
    ``too_many_points`` if the file is larger than any game record.
    """
    data = text.encode("utf-8", errors="replace")
    warnings: list[Warning] = []
    if _START.search(data) is None:
        if _BARE.match(data) is None:
            raise KifuError("not_sgf", detail="no game found")
        data = b"(;" + data.lstrip().removeprefix(b";")
        warnings.append(Warning("missing_bracket"))
    _check_size(data)
    found, around = _games(data)
    # Beside a real game, "(;" without any property is a smiley or a part of a mail.
    real = [game for game in found if isinstance(game, KifuError) or _has_content(game)]
    if not any(isinstance(game, RawGame) for game in real):
        empty = next((game for game in found if isinstance(game, RawGame)), None)
        real = real if empty is None else [empty]
    if not any(isinstance(game, RawGame) for game in real):
        raise next(game for game in real if isinstance(game, KifuError))
    if around:
        warnings.append(Warning("text_around"))
    first = next(game for game in real if isinstance(game, RawGame))
    real[real.index(first)] = RawGame(first.nodes, (*warnings, *first.warnings))
    return real


def simple_text(value: str) -> str:
    """A raw value as SimpleText: one line, escapes resolved."""
    if "\\" not in value and "\n" not in value:
        return value
    return str(sgf_grammar.simpletext_value(value.encode()).decode())


def long_text(value: str) -> str:
    """A raw value as Text: line breaks kept, escapes resolved."""
    if "\\" not in value:
        return value
    return str(sgf_grammar.text_value(value.encode()).decode())


def compose(value: str) -> tuple[str, str | None]:
    """The two halves of a raw ``a:b`` value, the second None if there is no colon."""
    first, second = sgf_grammar.parse_compose(value.encode())
    return first.decode(), None if second is None else second.decode()


def escape(text: str) -> str:
    """A text as a raw value, safe also as the second half of ``a:b``."""
    return text.replace("\\", "\\\\").replace("]", "\\]")


def _check_size(data: bytes) -> None:
    """Refuse absurdly many nodes, brackets or values before any object is made of them."""
    outside, values = _VALUE.subn(b"", data)
    if max(outside.count(b";"), outside.count(b"(")) > MAX_NODES:
        raise KifuError("too_many_nodes", accepted=f"0…{MAX_NODES}")
    if values > MAX_VALUES:
        raise KifuError("too_many_points", accepted=f"0…{MAX_VALUES} values")


def _has_content(game: RawGame) -> bool:
    return any(node.properties for node in game.nodes)


def _games(data: bytes) -> tuple[list[RawGame | KifuError], bool]:
    """Every game of the data, and whether other text stands before, between or after them."""
    found: list[RawGame | KifuError] = []
    position = 0
    around, may_escape = False, True
    while (start := _START.search(data, position)) is not None:
        around = around or bool(data[position : start.start()].strip())
        tokens, end = sgf_grammar.tokenise(data, start.start())
        warnings: list[Warning] = []
        if _depth(tokens) and may_escape:
            may_escape = False  # once a file, so that the time stays linear
            escaped = data[: start.start()] + _INNER_BRACKET.sub(rb"\\]", data[start.start() :])
            again, again_end = sgf_grammar.tokenise(escaped, start.start())
            if len(again) > len(tokens) and not _depth(again):
                data, tokens, end = escaped, again, again_end
                warnings.append(Warning("bracket_in_text"))
        piece = data[start.start() : end]
        if _depth(tokens):
            piece = piece.rstrip(_UNFINISHED)
            piece += b")" * _depth(sgf_grammar.tokenise(piece)[0])
            warnings.append(Warning("truncated"))
        try:
            tree = sgf_grammar.parse_sgf_game(piece)
        except ValueError as error:
            found.append(KifuError("not_sgf", detail=str(error)))
        else:
            found.append(RawGame(_flatten(tree), tuple(warnings)))
        # An opened value without end swallows the rest: what looks like a game there is text.
        position = len(data) if _OPEN_VALUE.match(data, end) else end
    return found, around or bool(data[position:].strip())


def _depth(tokens: list[tuple[str, bytes]]) -> int:
    return tokens.count(("D", b"(")) - tokens.count(("D", b")"))


def _flatten(tree: sgf_grammar.Coarse_game_tree) -> list[RawNode]:
    """The nodes depth first, so that the main line comes first and parents before children."""
    nodes: list[RawNode] = []
    stack: list[tuple[sgf_grammar.Coarse_game_tree, int | None]] = [(tree, None)]
    while stack:
        part, parent = stack.pop()
        for properties in part.sequence:
            decoded = {
                name: [value.decode() for value in values] for name, values in properties.items()
            }
            nodes.append(RawNode(parent, decoded))
            parent = len(nodes) - 1
        stack.extend((child, parent) for child in reversed(part.children))
    return nodes
