"""Numbers and ranks as people type them: what the systems' readers share."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal

from ratings.accepted import AcceptedChoice
from ratings.errors import Code, RuleError

#: More games than anybody plays; it keeps the arithmetic small.
MOST_GAMES = 9999

_NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)")


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
    if not _NUMBER.fullmatch(number):
        raise RuleError(
            Code.TYPE, field=field, value=text, accepted=AcceptedChoice(1000, Decimal("1234.5"))
        )
    return float(number)


@contextmanager
def about_field(field: str, **others: str) -> Iterator[None]:
    """Let refusals of the rules name the field of the form: *field*, or one of *others* by name."""
    try:
        yield
    except RuleError as error:
        raise error.about(others.get(error.field, field)) from error
