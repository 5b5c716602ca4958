"""Checks of plain numbers and flags that every rule shares."""

from __future__ import annotations

from decimal import Decimal
from math import isfinite

from ratings.accepted import AcceptedRange, AcceptedWords
from ratings.errors import Code, RuleError


def whole_number(
    value: object, *, field: str, low: int | None = None, high: int | None = None
) -> int:
    """Return *value* if it is an integer in the closed range *low* … *high* (None: unbounded).

    A bool, a float (NaN and Infinity too), a Decimal and text are no integers here, even where
    they would convert without loss: forms convert, rules do not guess.

    Raises RuleError E_MISSING for None and the empty text, E_TYPE for what is no integer,
    E_RANGE outside the range.  Source: RULEBOOK section 0.

    >>> whole_number(7, field="stones", low=1, high=7)
    7
    """
    if value is None or value == "":
        raise RuleError(Code.MISSING, field, value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise RuleError(Code.TYPE, field, value, AcceptedWords("an integer"))
    if (low is not None and value < low) or (high is not None and value > high):
        accepted = AcceptedRange(low, high)
        raise RuleError(Code.RANGE, field, value, accepted)
    return value


def real_number(
    value: object, *, field: str, low: float | None = None, high: float | None = None
) -> float:
    """Return *value* as a float if it is a finite number in the closed range *low* … *high*.

    Raises RuleError E_MISSING for None and the empty text, E_TYPE for NaN, Infinity, a bool, text
    and whatever else is neither int nor float, E_RANGE outside the range.  Source: RULEBOOK
    section 0.

    >>> real_number(1000, field="rating")
    1000.0
    """
    if value is None or value == "":
        raise RuleError(Code.MISSING, field, value)
    if not isinstance(value, int | float) or isinstance(value, bool) or not isfinite(value):
        raise RuleError(Code.TYPE, field, value, AcceptedWords("a number"))
    if (low is not None and value < low) or (high is not None and value > high):
        accepted = AcceptedRange(
            None if low is None else Decimal(f"{low:g}"),
            None if high is None else Decimal(f"{high:g}"),
        )
        raise RuleError(Code.RANGE, field, value, accepted)
    return float(value)


def flag(value: object, *, field: str) -> bool:
    """Return *value* if it is True or False; raises RuleError E_TYPE for anything else.

    >>> flag(True, field="black_free")
    True
    """
    if not isinstance(value, bool):
        raise RuleError(Code.TYPE, field, value, "true or false")
    return value
