"""Komi and margins: multiples of half a point, kept as doubled integers, never as floats."""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal
from fractions import Fraction

from ratings.accepted import AcceptedRange, AcceptedWords
from ratings.errors import Code, RuleError

# Far beyond any komi or margin; the rules' own ranges are narrower.  It only keeps absurd
# exponents ("1E+999999") from being expanded.
_LIMIT = 10_000
_NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)")


def parse_half(value: object, field: str) -> int:
    """Return *value* points as a number of half points (5.5 → 11).

    Takes an int, a Decimal, or text: "5.5", "5,5", "6½", "−0.5", full-width forms and the decimal
    digits of any script.  A float is refused: it may already have lost what it stood for.

    Raises RuleError on *field*: E_MISSING (None, blank), E_TYPE (no number, NaN, Infinity, float,
    bool), E_GRID (no multiple of one half), E_RANGE (beyond ±10000).  Source: RULEBOOK section 0
    and its note on exact numbers.

    >>> parse_half("5.5", "komi"), parse_half("6½", "komi"), parse_half("-0.5", "komi")
    (11, 13, -1)
    """
    number = _decimal(value, field)
    if number.copy_abs() > _LIMIT:  # abs() would round, and overflow on huge exponents
        raise RuleError(Code.RANGE, field, value, AcceptedRange(-_LIMIT, _LIMIT))
    exponent = number.as_tuple().exponent
    # An exponent so small would only blow up the exact fraction; no half point needs it.
    fine = isinstance(exponent, int) and exponent > -100
    doubled = 2 * Fraction(number) if fine else Fraction(1, 3)
    if doubled.denominator != 1:
        raise RuleError(Code.GRID, field, value, AcceptedWords("multiples of 0.5"))
    return int(doubled)


def half_text(doubled: int) -> str:
    """Return a number of half points as plain text, with a point and an ASCII minus.

    >>> half_text(11), half_text(-1), half_text(12)
    ('5.5', '-0.5', '6')
    """
    sign = "-" if doubled < 0 else ""
    whole, half = divmod(abs(doubled), 2)
    return f"{sign}{whole}{'.5' if half else ''}"


def _decimal(value: object, field: str) -> Decimal:
    """The exact number that *value* writes; raises E_MISSING or E_TYPE."""
    if value is None or (isinstance(value, str) and not value.strip()):
        raise RuleError(Code.MISSING, field, value)
    number: Decimal | None = None
    if isinstance(value, Decimal):
        number = value
    elif isinstance(value, int) and not isinstance(value, bool):
        number = Decimal(value)
    elif isinstance(value, str):
        text = value.strip()
        if text.endswith("½"):  # before NFKC, which would make "6½" into "61⁄2"
            text = text[:-1].rstrip() + ".5"
        text = unicodedata.normalize("NFKC", text).replace("−", "-").replace(",", ".")
        number = Decimal(text) if _NUMBER.fullmatch(text) else None
    if number is None or not number.is_finite():
        raise RuleError(Code.TYPE, field, value, AcceptedWords("a number such as 5.5"))
    return number
