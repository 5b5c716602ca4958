"""Stones and colours of a pair (PAIRING.md, "Handicap and colour")."""

from __future__ import annotations

from tournaments.events.chance import Chance
from tournaments.events.groups import Contender
from tournaments.events.settings import HandicapSettings, Settings


def handicap_level(rank: int, mms2: int, settings: Settings) -> int:
    """Return the strength, as a rank, from which stones are counted: by score or by rank.

    >>> handicap_level(rank=-5, mms2=2 * 27 + 1, settings=Settings())
    -3
    """
    rules = settings.handicap
    level = mms2 // 2 + settings.zero if rules.on_mms else rank
    return min(level, rules.threshold)


def stones(difference: int, rules: HandicapSettings) -> int:
    """Return the stones for a difference of levels of either sign.

    >>> [stones(difference, HandicapSettings()) for difference in (0, 1, 2, -4, 30)]
    [0, 0, 1, 3, 9]
    """
    return min(max(abs(difference) - rules.correction, 0), rules.ceiling) if difference else 0


def sit(
    first: Contender, second: Contender, settings: Settings, chance: Chance
) -> tuple[int, int, int]:
    """Return (id of White, id of Black, stones).

    With stones the stronger takes White.  In an even game White goes to the lower colour balance,
    between equals to chance.
    """
    difference = handicap_level(first.rank, first.mms2, settings) - handicap_level(
        second.rank, second.mms2, settings
    )
    handicap = stones(difference, settings.handicap)
    if handicap:
        first_white = difference > 0
    elif first.balance != second.balance:
        first_white = first.balance < second.balance
    else:
        first_white = chance.draw(1, first, second) == 0
    white, black = (first, second) if first_white else (second, first)
    return white.id, black.id, handicap
