"""Points of one game: the table, the multiplier, the rounding (S0-19 … S0-21)."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, NamedTuple

from ratings.igs.conditions import GAP24, HALF24

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
