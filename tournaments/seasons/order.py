"""Places: who is equal shares one, and the next place is counted on from all above."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Any, TypeVar

from ratings.accepted import AcceptedWords
from ratings.errors import Code, RuleError

T = TypeVar("T")
PlayerId = int | str


def places(items: Iterable[T], key: Callable[[T], Any]) -> Iterator[tuple[int, bool, T]]:
    """Yield (place, shared, item) by rising *key*; equals stay in the order they were given.

    >>> list(places(["ccc", "a", "b"], key=len))
    [(1, True, 'a'), (1, True, 'b'), (3, False, 'ccc')]
    """
    place = 1
    for _, group in groupby(sorted(items, key=key), key=key):
        equals = list(group)
        for item in equals:
            yield place, len(equals) > 1, item
        place += len(equals)


def check_rating(value: object, field: str = "rating") -> float:
    """Return *value* as a float if it is a finite number; raises RuleError E_MISSING or E_TYPE."""
    if value is None:
        raise RuleError(Code.MISSING, field=field)
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise RuleError(Code.TYPE, field=field, value=value, accepted=AcceptedWords("a number"))
    return float(value)


def rating_key(value: float) -> float:
    """Return the key by which ratings are put in order, highest first.

    To the millionth: sums of the same changes in another order differ far below that, and must
    share a place (S4-23).
    """
    return -round(value, 6)
