"""Who sits out when the field is odd (PAIRING.md, "Bye")."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tournaments.events.field import Tournament
from tournaments.events.groups import Contender
from tournaments.events.settings import Convention, Kind, Settings

_EACH_BYE = 1000
_EACH_WIN2 = 20  # 40 per win, and wins are doubled


def previous_byes(tournament: Tournament, round_number: int) -> Counter[int]:
    """Return how many byes everybody had before a 0-based round, by id."""
    return Counter(
        tournament_round.bye
        for tournament_round in tournament.rounds[:round_number]
        if tournament_round.bye is not None
    )


def bye_weight(contender: Contender, byes: int, settings: Settings) -> int:
    """Return what the bye goes by, lowest first: strength and score, and 1000 for each bye had.

    3.52: twice the MMS in a McMahon, otherwise the rank and 40 for each win; 3.51: the rank and
    twice the MMS.
    """
    if settings.pairing.convention is Convention.V351:
        weight = contender.rank + contender.mms2
    elif settings.kind is Kind.MCMAHON:
        weight = contender.mms2
    else:
        weight = contender.rank + _EACH_WIN2 * contender.nbw2
    return weight + _EACH_BYE * byes


def bye_order(
    contenders: Iterable[Contender], byes: Counter[int], settings: Settings
) -> tuple[Contender, ...]:
    """Return who gets the bye first; between equals the last by name, then by id."""
    return tuple(
        sorted(
            sorted(contenders, key=lambda player: (player.full_name, player.id), reverse=True),
            key=lambda player: bye_weight(player, byes[player.id], settings),
        )
    )
