"""Saying why: ledger entries, games and conditions in the reader's words.

One mechanism for the whole site: an entry stores rule ids and numbers (``reason``), and this room
turns them into a short line and into the computation, line by line, each with its rule.  A file
a system; ``words`` holds what they share.
"""

from __future__ import annotations

from typing import Any

from goclub.games.models import RatingEntry

from . import egf, elo, igs, paa
from .conditions import conditions_lines, conditions_text, standard_lines, standard_text
from .igs import net_lines, ranks_text
from .igs import rule_of as igs_rule_of
from .paa import ladder_rows
from .words import (
    Line,
    conditions_of,
    decimal,
    figure,
    half,
    komi_text,
    rate_of,
    record_text,
    result_code,
    result_of,
    result_text,
    signed,
    stones_text,
)

_ROOMS: dict[str, Any] = {"paa": paa, "igs": igs, "elo": elo, "egf": egf}


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


__all__ = [
    "Line",
    "computation",
    "conditions_lines",
    "conditions_of",
    "conditions_text",
    "decimal",
    "figure",
    "half",
    "igs_rule_of",
    "komi_text",
    "ladder_rows",
    "net_lines",
    "not_counted_words",
    "ranks_text",
    "rate_of",
    "record_text",
    "result_code",
    "result_of",
    "result_text",
    "short_reason",
    "signed",
    "standard_lines",
    "standard_text",
    "stones_text",
]
