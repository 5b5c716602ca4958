"""A result as it is typed at the desk: the number of a table, one key, perhaps a margin."""

from __future__ import annotations

import re
from dataclasses import dataclass

from goclub.common.reading import in_plain_signs
from goclub.games.models import Game
from goclub.leagues.models import Pairing
from ratings.errors import Code, RuleError
from ratings.halves import parse_half

Outcome = Pairing.Outcome

#: One key for each result, as typed after the number of the table; "t" is a draw because time was
#: called (S4-15).
KEYS: dict[str, tuple[str, bool]] = {
    "w": (Outcome.WHITE, False),
    "b": (Outcome.BLACK, False),
    "=": (Outcome.EQUAL, False),
    "j": (Outcome.EQUAL, False),
    "t": (Outcome.EQUAL, False),
    "+": (Outcome.BOTH_WIN, False),
    "x": (Outcome.BOTH_LOSE, True),
    "W": (Outcome.WHITE, True),
    "B": (Outcome.BLACK, True),
    "?": (Outcome.UNKNOWN, False),
}
_POINTS = r"(?:[0-9]{1,3}(?:[.,][0-9]{1,2}|½)?|½)"
#: A table, a margin and a key, or the margin last: "12b", "12 3.5b", "12b+3.5".
_TYPED = re.compile(
    rf"(?P<table>[0-9]{{1,4}})(?:\s+(?P<points>{_POINTS}))?\s*(?P<key>[^\s0-9])"
    rf"(?:\s*\+?\s*(?P<after>{_POINTS}))?"
)
_BETWEEN = re.compile(r"[\s;、；]+")
#: The keys of results that can have a margin.
_BY_POINTS = frozenset("bw")


@dataclass(frozen=True, slots=True)
class Keys:
    """What was typed: a table and its result; ``replace``: even where another one stands."""

    table: int
    result: str
    by_default: bool
    replace: bool
    ending: str = ""
    margin2: int | None = None


def key_parts(text: str) -> list[str]:
    """Split a line into what belongs to one table each; a text of one table stays whole.

    >>> key_parts("1b 2w 3b"), key_parts("7w 10!"), key_parts("12 3.5b 4w;5=")
    (['1b', '2w', '3b'], ['7w 10!'], ['12 3.5b', '4w', '5='])
    """
    text = in_plain_signs(text).strip()
    if _TYPED.fullmatch(text.removesuffix("!").strip()):
        return [text]
    parts: list[str] = []
    for word in _BETWEEN.split(text):
        if parts and parts[-1].isdecimal():
            parts[-1] += f" {word}"  # a table's number and what follows it
        elif word:
            parts.append(word)
    return parts or [text]


def read_keys(text: str) -> Keys:
    """Read a table's number, one key of :data:`KEYS`, and "!" to replace a result that is there.

    The margin of a win by points comes after the table's number, or after the key.

    Raises RuleError E_MISSING, E_TYPE.

    >>> read_keys("12b")
    Keys(table=12, result='black', by_default=False, replace=False, ending='', margin2=None)
    >>> read_keys("12 3.5b").margin2, read_keys("12b+3.5").margin2, read_keys("7w 10!").margin2
    (7, 7, 20)
    >>> read_keys("12 ½w").margin2
    1
    """
    text = in_plain_signs(text).strip()
    if not text:
        raise RuleError(Code.MISSING, "keys", reason="tournament.table_and_key")
    typed = text.removesuffix("!").strip()
    match = _TYPED.fullmatch(typed)
    if match is None or match["key"] not in KEYS or (match["points"] and match["after"]):
        raise RuleError(Code.TYPE, "keys", text, reason="tournament.table_and_key")
    key, points = match["key"], match["points"] or match["after"]
    if points and key not in _BY_POINTS:
        raise RuleError(Code.TYPE, "keys", text, reason="tournament.table_and_key")
    result, by_default = KEYS[key]
    margin2 = parse_half(points, "keys") if points else None
    ending = str(Game.Ended.CALLED) if key == "t" else "points" if margin2 else ""
    return Keys(int(match["table"]), str(result), by_default, text.endswith("!"), ending, margin2)
