"""What the systems share: declarations, words for reasons, strengths as people type them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from decimal import Decimal

from goclub.common.notation import number
from goclub.members.models import StrengthDecision
from ratings.accepted import AcceptedChoice
from ratings.errors import Code, RuleError
from ratings.ranks import LADDER, LOWEST, band_of


def declared_rank(fact: StrengthDecision, *, unknown: str, above: str) -> str:
    """The rank that a first declaration means: the band of the points where none was named.

    *unknown* for strength unknown (S1-4: starting value 0); *above* for the open band over 8 dan.
    """
    if fact.rank:
        rank = fact.rank
    elif fact.points:
        band = band_of(fact.points)
        rank = LADDER[band] if band != LOWEST else unknown
    else:
        rank = unknown
    return above if rank == LADDER[-1] else rank


# --- Reasons -----------------------------------------------------------------------------------
#: Words by code; called when they are needed, in the reader's language.
Words = Mapping[str, Callable[[], str]]


def exact_rating(rating: float) -> str:
    """A rating in a computation: with two decimals, so that what is shown follows from it."""
    return number(rating, 2)


def exact_change(change: float) -> str:
    """A change in a computation, with its sign."""
    return f"{'−' if change < 0 else '+'}{exact_rating(abs(change))}"


# --- Typed strengths ---------------------------------------------------------------------------
#: More games than anybody plays; it keeps the arithmetic small.
MOST_GAMES = 9999


def plain(text: str) -> str:
    """The text with digits, letters and dashes of any script as those of ASCII."""
    folded = unicodedata.normalize("NFKC", text).strip()
    return re.sub("[−–—‐]", "-", folded)


def is_rank(text: str) -> bool:
    """Whether *text* means a rank and not a number.

    >>> is_rank("1k"), is_rank("初段"), is_rank("115"), is_rank("3.5")
    (True, True, False, False)
    """
    return any(letter.isalpha() for letter in text)


def read_real(text: str, field: str) -> float:
    """A rating as typed: point or comma, digits of any script; never NaN or infinity.

    Raises RuleError E_TYPE on *field*.

    >>> read_real("1 234,5", "elo"), read_real("−900", "egf")
    (1234.5, -900.0)
    """
    number = plain(text).replace(" ", "").replace(",", ".")
    if not re.fullmatch(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)", number):
        raise RuleError(Code.TYPE, field, text, AcceptedChoice(1000, Decimal("1234.5")))
    return float(number)


@contextmanager
def about_field(field: str, **others: str) -> Iterator[None]:
    """Let refusals of the rules name the field of the form: *field*, or one of *others* by name."""
    try:
        yield
    except RuleError as error:
        raise error.about(others.get(error.field, field)) from error
