"""Handicap and komi between two members; points guessed from a habitual handicap (S1-14 … 17)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ratings.accepted import AcceptedRange
from ratings.checks import flag, whole_number
from ratings.errors import Code, RuleError
from ratings.ranks import MAX_POINTS, MIN_POINTS, check_points

_POINTS_A_STONE = 8
_EVEN_KOMI2 = 11
_MOST_STONES = 7
# S1-15: from this difference on the stones stay and White's komi grows.
_WIDE_GAP, _WIDE_GAP_BASE = 56, 54
# S1-10 with B7: at 7 stones the game is a free one.
_FREE_FROM_STONES = 7


@dataclass(frozen=True, slots=True)
class PaaConditions:
    """The conditions of a game as the table gives them.

    ``diff`` of the points.  ``n`` and ``remainder`` of the division by 8, None from 56 on.
    ``stones`` as the rulebook counts them, 1 … 7: 1 means Black simply moves first.  ``komi2`` in
    half points, positive from Black.  ``weaker`` who takes Black, "a" or "b"; None at equal
    points, where the colour is tossed for.  ``rules`` ids that applied.  ``counts`` False when the
    number of stones makes it a free game.
    """

    diff: int
    n: int | None
    remainder: int | None
    stones: int
    komi2: int
    weaker: Literal["a", "b"] | None
    rules: tuple[str, ...]
    counts: bool

    @property
    def handicap(self) -> int:
        """Stones placed on the board: 0 or 2 … 7."""
        return 0 if self.stones == 1 else self.stones


def paa_conditions(points_a: int, points_b: int) -> PaaConditions:
    """Return handicap and komi for two members' points.

    Up to a difference of 55 one stone for every 8 points and komi 5.5 less the remainder (S1-14);
    from 56 on 7 stones, White gives diff − 54 + 0.5 (S1-15); equal points: toss, komi 5.5 (S1-16).
    Both formulas give 8·(stones − 1) − komi = diff − 5.5, so nothing jumps at 56.

    Raises RuleError E_MISSING, E_TYPE or E_RANGE on ``points_a`` or ``points_b``.

    >>> found = paa_conditions(115, 93)
    >>> found.weaker, found.stones, found.komi2
    ('b', 3, -1)
    """
    a, b = check_points(points_a, "points_a"), check_points(points_b, "points_b")
    diff = abs(a - b)
    n: int | None = None
    remainder: int | None = None
    if diff < _WIDE_GAP:
        n, remainder = divmod(diff, _POINTS_A_STONE)
        stones, komi2 = n + 1, _EVEN_KOMI2 - 2 * remainder
        rules: tuple[str, ...] = ("S1-14",) if diff else ("S1-16",)
    else:
        stones, komi2 = _MOST_STONES, -(2 * (diff - _WIDE_GAP_BASE) + 1)
        rules = ("S1-15",)
    counts = stones < _FREE_FROM_STONES
    weaker: Literal["a", "b"] | None = None
    if diff:
        weaker = "a" if a < b else "b"
    return PaaConditions(
        diff=diff,
        n=n,
        remainder=remainder,
        stones=stones,
        komi2=komi2,
        weaker=weaker,
        rules=rules if counts else (*rules, "S1-10"),
        counts=counts,
    )


def estimate_points(known: int, stones: int, known_is_stronger: bool) -> tuple[int, int]:
    """Return the two estimates of a player's points from a habitual handicap without komi (S1-17).

    ``known`` the points of the other player; ``stones`` 1 … 7, 1 meaning that Black simply moves
    first; ``known_is_stronger`` the known player takes White.  Without komi the difference is
    8·(stones − 1) + 5 or + 6; the estimate for 5 comes first.

    Raises RuleError E_RANGE (``stones`` outside 1…7, ``known`` outside 0…999, or ``points`` when
    an estimate would leave 0…999), E_TYPE, E_MISSING.

    >>> estimate_points(176, 1, True), estimate_points(176, 7, True), estimate_points(120, 4, False)
    ((171, 170), (123, 122), (149, 150))
    """
    check_points(known, "known")
    whole_number(stones, field="stones", low=1, high=_MOST_STONES)
    sign = -1 if flag(known_is_stronger, field="known_is_stronger") else 1
    base = _POINTS_A_STONE * (stones - 1)
    first, second = known + sign * (base + 5), known + sign * (base + 6)
    for estimate in (first, second):
        if not MIN_POINTS <= estimate <= MAX_POINTS:
            raise RuleError(Code.RANGE, "points", estimate, AcceptedRange(MIN_POINTS, MAX_POINTS))
    return first, second
