"""Why an entry of the ledger is what it is, each system speaking for itself."""

from __future__ import annotations

from typing import Any

from goclub.games.labels import (
    Line,
)
from goclub.games.models import RatingEntry
from goclub.games.rating.systems.egf import explanation as egf
from goclub.games.rating.systems.elo import explanation as elo
from goclub.games.rating.systems.igs import explanation as igs
from goclub.games.rating.systems.paa import explanation as paa

_ROOMS: dict[str, Any] = {
    "paa": paa,
    "igs": igs,
    "elo": elo,
    "egf": egf,
}


def short_reason(entry: RatingEntry) -> str:
    """One line: why the points and the rank are what they are after this entry."""
    return str(_ROOMS[entry.system].short_reason(entry))


def computation(entry: RatingEntry) -> list[Line]:
    """The whole computation of an entry, a line a step."""
    return list(_ROOMS[entry.system].lines(entry))


def not_counted_words(system: str, code: str) -> str:
    """Why a system does not count a game, from the code of its reason."""
    words = igs.NOT_RATED if system == "igs" else _ROOMS[system].NOT_COUNTED
    return str(words[code]())
