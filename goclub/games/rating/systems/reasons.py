"""Words for the codes of reasons, as every explanation needs them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from goclub.common.notation import number
from goclub.games.labels import ComputationLine
from goclub.games.models import RatingEntry

#: Words by code; called when they are needed, in the reader's language.
Words = Mapping[str, Callable[[], str]]


def line_not_counted(entry: RatingEntry, words: Words) -> list[ComputationLine]:
    """Why a game does not count, where a system gives one reason for it; none where it counts."""
    code = entry.reason["inputs"].get("not_counted")
    return [ComputationLine(words[code](), str(entry.reason["rules"][0]))] if code else []


def exact_rating(rating: float) -> str:
    """A rating in a computation: with two decimals, so that what is shown follows from it."""
    return number(rating, 2)


def exact_change(change: float) -> str:
    """A change in a computation, with its sign."""
    return f"{'−' if change < 0 else '+'}{exact_rating(abs(change))}"
