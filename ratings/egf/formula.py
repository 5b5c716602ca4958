"""Ranks, chances and changes of the European rating (RULEBOOK section 6)."""

from __future__ import annotations

from decimal import Decimal
from math import exp, log, log1p
from typing import Final

from ratings.accepted import AcceptedChoice, AcceptedRange
from ratings.checks import real_number
from ratings.errors import Code, RuleError

FLOOR: Final = -900.0
CEILING: Final = 3300.0
_ONE_DAN: Final = 2100

#: Weakest first: 30k … 1k, 1d … 9d.
RANKS: Final = tuple([f"{n}k" for n in range(30, 0, -1)] + [f"{n}d" for n in range(1, 10)])
_PLACE_OF_1D: Final = RANKS.index("1d")


def rating_of_rank(rank: str) -> float:
    """Return the rating in the middle of a rank: 1d is 2100, 100 a rank.

    Raises RuleError E_RANK for what is not one of 30k … 9d.

    >>> rating_of_rank("1d"), rating_of_rank("20k")
    (2100.0, 100.0)
    """
    if rank not in RANKS:
        raise RuleError(Code.RANK, field="rank", value=rank, accepted=AcceptedRange("30k", "9d"))
    return float(_ONE_DAN + 100 * (RANKS.index(rank) - _PLACE_OF_1D))


def rank_of(rating: float) -> str:
    """Return the rank whose bucket of 100 points around its middle holds *rating*.

    >>> rank_of(2050), rank_of(2149.9), rank_of(2049.9)
    ('1d', '1d', '1k')
    """
    place = _PLACE_OF_1D + int((rating - _ONE_DAN + 50) // 100)
    if 0 <= place < len(RANKS):
        return RANKS[place]
    return RANKS[0] if place < 0 else RANKS[-1]


def con(rating: float) -> float:
    """Return the step factor of a rating below 3300."""
    return float(((CEILING - rating) / 200) ** 1.6)


def bonus(rating: float) -> float:
    """Return what every game adds against deflation."""
    return log1p(exp((2300 - rating) / 80)) / 5


def expected(own: float, opponent: float, advantage: float = 0.0) -> float:
    """Return the chance, 0 … 1, of *own* against *opponent*.

    ``advantage`` handicap for the own side in stones, negative where the opponent takes them;
    Black's rating is raised by 100·(stones − ½), in here only.  Raises RuleError E_RANGE on
    ``rating`` (3300 or more, the advantage included) and ``handicap`` (more than 9), E_TYPE.

    >>> round(expected(1000, 1300), 6), round(expected(1000, 1300, 1), 6)
    (0.273223, 0.304813)
    """
    if not -9 <= advantage <= 9:
        raise RuleError(Code.RANGE, field="handicap", value=advantage, accepted=AcceptedRange(0, 9))
    raised_own = check_rating(check_rating(own) + raised_by(advantage))
    raised_other = check_rating(check_rating(opponent) + raised_by(-advantage))
    return 1 / (1 + exp(gap(raised_own, raised_other)))


def raised_by(advantage: float) -> float:
    """What a handicap adds to the rating of who takes it."""
    return 100 * (advantage - 0.5) if advantage > 0 else 0.0


def gap(own: float, opponent: float) -> float:
    """β of the opponent less one's own; turned round it is the negative, to the last bit."""
    return 7 * log(CEILING - own) - 7 * log(CEILING - opponent)


def check_rating(value: object) -> float:
    """Return *value* if it is a number below 3300, where the logarithm ends."""
    rating = real_number(value, field="rating")
    if rating >= CEILING:
        raise RuleError(
            Code.RANGE, field="rating", value=value, accepted=AcceptedRange(-900, Decimal("3299.9"))
        )
    return rating


def new_rating(
    own: float, opponent: float, result: float, advantage: float = 0.0, weight: float = 1.0
) -> float:
    """Return the rating after a game with *result* 1, ½ or 0; never below −900.

    ``weight`` of the event's class: A 1, B ¾, C ½, D ¼.

    >>> round(new_rating(1000, 1300, 1), 3)
    1039.434
    """
    if result not in (0, 0.5, 1):
        raise RuleError(Code.TYPE, field="result", value=result, accepted=AcceptedChoice(0, "½", 1))
    change = con(own) * (result - expected(own, opponent, advantage)) + bonus(own)
    return max(FLOOR, own + weight * change)
