"""Handicap and komi on the IGS ladder: what is standard, and what conditions are worth.

Everything is exact.  Differences of rank are doubled (half ranks), komi is doubled (half points),
and since a komi point is a twelfth of a rank (S0-15) values are whole in twenty-fourths of a rank.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Final, Literal

from ratings.accepted import AcceptedChoice, AcceptedRange
from ratings.checks import whole_number
from ratings.errors import Code, RuleError
from ratings.halves import half_text

#: Twenty-fourths in a rank, and in the half rank to which a net difference is cut.
RANK24: Final = 24
HALF24: Final = RANK24 // 2
#: S0-10: from 3.5 ranks net on a game is not rated.
GAP2: Final = 7
GAP24: Final = GAP2 * HALF24
#: S0-14: up to 9 ranks there is a standard handicap.
MOST_DIFFERENCE2: Final = 18

EVEN_KOMI2: Final = 13
_WEAKER_GIVES_KOMI2 = 1
_STRONGER_GIVES_KOMI2 = -11
_MOST_STONES = 9
_MOST_KOMI2 = 2 * 361


@dataclass(frozen=True, slots=True)
class StandardHandicap:
    """The standard conditions for a difference of rank; the weaker takes Black (S0-14).

    ``stones`` placed, 0 or 2 … 9.  ``komi2`` in half points, positive when Black gives.  ``giver``
    of the komi: "black" between equals, else "weaker" or "stronger".  ``rules`` that applied.
    """

    stones: int
    komi2: int
    giver: Literal["black", "weaker", "stronger"]
    rules: tuple[str, ...] = ("S0-14",)


def standard_handicap(difference2: int) -> StandardHandicap:
    """Return the standard conditions for a difference of 0 … 18 half ranks (S0-14).

    Raises RuleError on ``difference``: E_MISSING, E_TYPE, E_RANGE (negative), E_UNDEFINED (over 9
    ranks, ``no_standard_handicap``).

    >>> standard_handicap(5).stones, standard_handicap(5).komi2
    (3, 1)
    """
    number = whole_number(difference2, field="difference")
    if number < 0:
        raise RuleError(
            Code.RANGE, field="difference", value=half_text(number), accepted=_DIFFERENCES
        )
    if number > MOST_DIFFERENCE2:
        raise RuleError(
            Code.UNDEFINED,
            field="difference",
            value=half_text(number),
            accepted=_DIFFERENCES,
            reason="igs.no_standard_handicap",
        )
    if number == 0:
        return StandardHandicap(0, EVEN_KOMI2, "black")
    stones, half = divmod(number, 2)
    stones += half
    placed = stones if stones > 1 else 0
    if half:
        return StandardHandicap(placed, _WEAKER_GIVES_KOMI2, "weaker")
    return StandardHandicap(placed, _STRONGER_GIVES_KOMI2, "stronger")


_DIFFERENCES = AcceptedRange(0, Decimal(MOST_DIFFERENCE2) / 2)


def check_conditions(stones: object, komi2: object) -> tuple[int, int]:
    """Return (stones, komi2) if a game can have them (S0-14, bad input).

    Raises RuleError on ``stones`` (E_RANGE: 1, negative, over 9) or ``komi`` (E_RANGE: over 361
    points either way), E_TYPE, E_MISSING.
    """
    placed = whole_number(stones, field="stones")
    if placed == 1 or not 0 <= placed <= _MOST_STONES:
        raise RuleError(
            Code.RANGE,
            field="stones",
            value=placed,
            accepted=AcceptedChoice(0, AcceptedRange(2, 9)),
        )
    komi = whole_number(komi2, field="komi")
    if abs(komi) > _MOST_KOMI2:
        accepted = AcceptedRange(-Decimal(_MOST_KOMI2) / 2, Decimal(_MOST_KOMI2) / 2)
        raise RuleError(Code.RANGE, field="komi", value=half_text(komi), accepted=accepted)
    return placed, komi


def value24(stones: int, komi2: int) -> int:
    """Return what checked conditions are worth to Black, in twenty-fourths of a rank (S0-15).

    (max(stones, 1) − 1) + (6.5 − komi) / 12 ranks.
    """
    return RANK24 * (max(stones, 1) - 1) + EVEN_KOMI2 - komi2


@dataclass(frozen=True, slots=True)
class Net:
    """The difference that remains after handicap and komi (S0-15 … S0-18), in ranks.

    ``exact`` positive when White remains the stronger, negative when Black does.  ``used`` its
    size as the table is read: cut toward zero to half ranks, or as it is when interpolated.
    ``stronger`` the colour that counts as the stronger, None when nothing remains.  ``swapped``
    Black counts as the stronger (S0-18).  ``rated`` False from 3.5 on (S0-10).
    """

    exact: Fraction
    used: Fraction
    stronger: Literal["black", "white"] | None
    swapped: bool
    rated: bool


def net(
    black_level2: int, white_level2: int, stones: int, komi2: int, *, interpolate: bool = False
) -> Net:
    """Return the net difference of a game between two doubled levels (S0-2, S0-15 … S0-18).

    The conditions help Black, whoever he is: what they are worth is taken from White's rank less
    Black's.  So an even game nets the difference of rank either way round (S0-16), and a stronger
    player who takes Black with stones counts as the stronger by both together.

    >>> net(2, 9, 0, 11).exact, net(2, 9, 0, 11).used
    (Fraction(41, 12), Fraction(3, 1))
    >>> net(6, 2, 2, -11).exact, net(6, 2, 2, -11).stronger
    (Fraction(-4, 1), 'black')
    """
    difference = HALF24 * (white_level2 - black_level2) - value24(stones, komi2)
    size = abs(difference)
    cut = size if interpolate else size - size % HALF24
    stronger: Literal["black", "white"] | None = None
    if difference:
        stronger = "white" if difference > 0 else "black"
    return Net(
        exact=Fraction(difference, RANK24),
        used=Fraction(cut, RANK24),
        stronger=stronger,
        swapped=difference < 0,
        rated=size < GAP24,
    )


@lru_cache(maxsize=4096)
def rank24_text(number: int) -> str:
    """Return a number of twenty-fourths as the text of a reduced fraction of a rank.

    >>> rank24_text(82), rank24_text(-12), rank24_text(48)
    ('41/12', '-1/2', '2')
    """
    return str(Fraction(number, RANK24))
