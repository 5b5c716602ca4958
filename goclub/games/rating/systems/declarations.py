"""What a first declaration of strength means to a system that it does not name."""

from __future__ import annotations

from goclub.members.models import StrengthDecision
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
