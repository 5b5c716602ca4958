"""Handicap and komi on the IGS ladder, and the points of a game (S0-14 … S0-21).

Everything is exact.  Differences of rank are doubled (half ranks), komi is doubled (half points),
and since a komi point is a twelfth of a rank (S0-15) values are whole in twenty-fourths of a rank.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Final, Literal, NamedTuple

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
        raise RuleError(Code.RANGE, "difference", half_text(number), _DIFFERENCES)
    if number > MOST_DIFFERENCE2:
        raise RuleError(
            Code.UNDEFINED,
            "difference",
            half_text(number),
            _DIFFERENCES,
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
        raise RuleError(Code.RANGE, "stones", placed, AcceptedChoice(0, AcceptedRange(2, 9)))
    komi = whole_number(komi2, field="komi")
    if abs(komi) > _MOST_KOMI2:
        accepted = AcceptedRange(-Decimal(_MOST_KOMI2) / 2, Decimal(_MOST_KOMI2) / 2)
        raise RuleError(Code.RANGE, "komi", half_text(komi), accepted)
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

    The conditions help Black: what they are worth is taken from White's rank less
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


#: S0-19 by half ranks of net difference: points when the stronger wins, when the weaker wins.
TABLE: Final = (
    (100, 100),
    (92, 108),
    (84, 116),
    (78, 122),
    (72, 128),
    (68, 132),
    (64, 136),
)
#: The chance that the stronger side wins, in hundredths, by half ranks of net difference (S0-19).
EXPECTED100: Final = tuple(weaker // 2 for _, weaker in TABLE)

#: The multipliers in tenths (S0-20), as shown.
MULTIPLIER_TEXT: Final = {20: "2", 17: "1.7", 15: "1.5", 12: "1.2", 10: "1"}
#: Ours for the first twenty games, of which the source says only "computed specially" (S0-20, H).
FIRST_TWENTY10: Final = 17
# Twelfths of a point (from the interpolation) times tenths (from the multiplier).
_SCALE = HALF24 * 10


def multiplier_of(number: int, first_twenty10: int = FIRST_TWENTY10) -> int:
    """Return the multiplier of a player's rated game, 1-based, in tenths (S0-20).

    *first_twenty10* that of the games 1 … 20, the club's own.

    >>> [multiplier_of(number) for number in (1, 20, 21, 50, 51, 100, 101)]
    [17, 17, 15, 15, 12, 12, 10]
    """
    if number > 100:
        return 10
    if number > 50:
        return 12
    return 15 if number > 20 else first_twenty10


def base12(net24: int, stronger_wins: bool, interpolate: bool = False) -> int:
    """Return the points of the table in twelfths of a point (S0-19, S0-17).

    *net24* the size of the net difference in twenty-fourths of a rank, 0 … 83.  Cut to a row; or
    interpolated between two rows, past the last one the last.

    >>> base12(18, True) / 12, base12(18, True, interpolate=True) / 12
    (92.0, 88.0)
    """
    row, rest = divmod(net24, HALF24)
    column = 0 if stronger_wins else 1
    points = HALF24 * TABLE[row][column]
    if interpolate and row + 1 < len(TABLE):
        points += rest * (TABLE[row + 1][column] - TABLE[row][column])
    return points


def rounded(points12: int, tenths: int) -> int:
    """Return twelfths of a point times tenths, to the nearest integer, halves up (S0-21).

    Both are positive here; a loss is the negative of it, so halves go away from zero.
    """
    return (2 * points12 * tenths + _SCALE) // (2 * _SCALE)


def points_text(points12: int) -> str:
    """Return twelfths of a point as the text of a reduced fraction.

    >>> points_text(1104), points_text(1100)
    ('92', '275/3')
    """
    return str(Fraction(points12, HALF24))


class PointsChange(NamedTuple):
    """What one kind of game moves: points, the table's points as text, whether it was rounded."""

    points: int
    base: str
    was_rounded: bool


def _changes(interpolate: bool, tenths: int) -> tuple[tuple[PointsChange, PointsChange], ...]:
    """By twenty-fourths of net difference: when the stronger wins, when the weaker wins."""
    pairs = []
    for net24 in range(GAP24):
        both = [base12(net24, stronger, interpolate) for stronger in (True, False)]
        first, second = (
            PointsChange(rounded(base, tenths), points_text(base), base * tenths % _SCALE != 0)
            for base in both
        )
        pairs.append((first, second))
    return tuple(pairs)


#: Every change there is, by (interpolate, multiplier), net difference, who won.
CHANGES: Final = {
    (interpolate, tenths): _changes(interpolate, tenths)
    for interpolate in (False, True)
    for tenths in MULTIPLIER_TEXT
}
