"""Positions as plain JSON values, as ``manage.py count_position`` reads them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from goclub.go.board.basics import Point
from goclub.go.scoring.counted import Count, check_whole
from goclub.go.scoring.counting import count
from goclub.go.scoring.rulesets import RULESETS
from ratings.accepted import AcceptedWords
from ratings.errors import Code, RuleError


@dataclass(frozen=True)
class FinalPosition:
    """A finished position with what is needed to count it; see :func:`count` for the fields.

    ``expected_margin2`` the margin for Black that the source gives, or None.
    """

    rows: tuple[str, ...]
    dead: tuple[Point, ...]
    rules: str
    komi2: int
    handicap: int = 0
    prisoners: tuple[int, int] = (0, 0)
    expected_margin2: int | None = None
    neutral: tuple[Point, ...] = ()

    def count(self) -> Count:
        """Count it.  Raises what :func:`count` raises."""
        return count(
            self.rows,
            self.dead,
            rules=self.rules,
            komi2=self.komi2,
            handicap=self.handicap,
            prisoners=self.prisoners,
            neutral=self.neutral,
        )


def read_position(data: object) -> FinalPosition:
    """A position from a JSON object.

    ``board`` rows of X, O and ``.``; ``rules``; ``komi`` a number; optional ``dead``, a list of
    [column, row], ``neutral``, points agreed to be nobody's, written likewise, ``w``,
    ``h``, ``handicap``, ``prisoners_by_black``, ``prisoners_by_white`` and
    ``expected_margin_black``; anything else is ignored.
    Raises ``E_MISSING`` without board, rules or komi, ``E_TYPE`` for another kind of value,
    ``E_GRID`` for a komi off the half points, ``E_INCONSISTENT`` if w and h are not the board's.
    """
    if not isinstance(data, Mapping):
        raise RuleError(Code.TYPE, "position", _short(data), "an object")
    rows = _needed(data, "board")
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        raise RuleError(Code.TYPE, "board", _short(rows), "rows of X, O and .")
    for name, size in (("w", len(rows[0]) if rows else 0), ("h", len(rows))):
        if name in data and data[name] != size:
            raise RuleError(
                Code.INCONSISTENT, name, _short(data[name]), reason="scoring.other_size"
            )
    expected = data.get("expected_margin_black")
    return FinalPosition(
        rows=tuple(rows),
        dead=_points(data, "dead"),
        neutral=_points(data, "neutral"),
        rules=_rules(data),
        komi2=half_points("komi", _needed(data, "komi")),
        handicap=_whole(data, "handicap"),
        prisoners=(_whole(data, "prisoners_by_black"), _whole(data, "prisoners_by_white")),
        expected_margin2=(
            None if expected is None else half_points("expected_margin_black", expected)
        ),
    )


def half_points(name: str, number: object) -> int:
    """Points as whole half points.

    Raises ``E_TYPE`` if it is no finite number, ``E_GRID`` if it is no multiple of ½.

    >>> half_points("komi", 6.5)
    13
    """
    if isinstance(number, bool) or not isinstance(number, int | float):
        raise RuleError(Code.TYPE, name, _short(number), AcceptedWords("a number"))
    if not math.isfinite(number):
        raise RuleError(Code.TYPE, name, number, AcceptedWords("a number"))
    doubled = 2 * Fraction(number)
    if doubled.denominator != 1:
        raise RuleError(Code.GRID, name, number, AcceptedWords("whole and half points"))
    return doubled.numerator


def _needed(data: Mapping[str, object], name: str) -> object:
    if data.get(name) is None:
        raise RuleError(Code.MISSING, name, accepted="a value")
    return data[name]


def _rules(data: Mapping[str, object]) -> str:
    name = _needed(data, "rules")
    if not isinstance(name, str):
        raise RuleError(Code.TYPE, "rules", name, ", ".join(RULESETS))
    return name


def _whole(data: Mapping[str, object], name: str) -> int:
    return 0 if data.get(name) is None else check_whole(name, data[name], 0)


def _points(data: Mapping[str, object], field: str) -> tuple[Point, ...]:
    value: object = [] if data.get(field) is None else data[field]
    if not isinstance(value, list):
        raise RuleError(Code.TYPE, field, _short(value), "[[column, row] …]")
    for point in value:
        if not isinstance(point, list) or len(point) != 2:
            raise RuleError(Code.TYPE, field, _short(point), "[column, row]")
    return tuple((x, y) for x, y in value)


def _short(value: object) -> str:
    return repr(value)[:80]
