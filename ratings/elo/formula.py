"""Chances and changes of Elo (S4-2 … S4-4)."""

from __future__ import annotations

from typing import Final

from ratings.checks import real_number

_SCALE = 400.0
# Beyond this a power of ten leaves the floats; the chance is 0 or 1 to the last bit long before.
_LARGEST_POWER = 300.0
#: House bounds of the factor.
FACTOR: Final = (1.0, 200.0)


def expected(own: float, opponent: float) -> float:
    """Return the chance, 0 … 1, that a player rated *own* beats one rated *opponent* (S4-2).

    Raises RuleError E_MISSING or E_TYPE on ``own`` or ``opponent``.

    >>> round(expected(1200, 1000), 4)
    0.7597
    """
    return chance_of(real_number(own, field="own"), real_number(opponent, field="opponent"))


def chance_of(own: float, opponent: float) -> float:
    """Return what :func:`expected` returns, for ratings already checked."""
    power = (opponent - own) / _SCALE
    return float(1.0 / (1.0 + 10.0 ** (power if power < _LARGEST_POWER else _LARGEST_POWER)))


def change(winner: float, loser: float, k: float = 25.0) -> float:
    """Return what the winner gains and the loser loses, 0 … *k* (S4-2, S4-3).

    There is no way to ask for a draw: it changes nothing (S4-4).  Raises RuleError E_MISSING,
    E_TYPE or E_RANGE on the argument's name.

    >>> round(change(1400, 1000), 4), round(change(1000, 1200), 4)
    (2.2727, 18.9937)
    """
    chance = chance_of(real_number(winner, field="winner"), real_number(loser, field="loser"))
    return real_number(k, field="k", low=FACTOR[0], high=FACTOR[1]) * (1.0 - chance)
