"""The points and ranks of Pandanet IGS: 52 half ranks, border zones, newcomers, BC (S0).

Parts: ``ladder`` (S0-1 … S0-5), ``thresholds`` (the table of S0-26), ``conditions`` (S0-14 …
S0-18), ``points`` (S0-19 … S0-21), ``newcomers`` (S0-27 … S0-30), ``state`` (what is kept of a
player, house rules), ``games`` (S0-6 … S0-13), ``promotion`` (S0-26), ``steps`` (one game for one
player), ``decisions``, ``calculator`` (the system itself), ``outlook``.

Readings of our own where S0 is silent, all in the docstrings: a game's own reasons come before the
players' (``games.NotRated``); ranks more than 9 apart are not rated (S0-14); a no-show moves its
fifty points only where the game could have been rated but for the opponent or the gap; a newcomer
declares 17k … 9d or BC.
"""

from ratings.igs.calculator import SYSTEM, IgsSystem
from ratings.igs.conditions import (
    Net,
    StandardHandicap,
    conditions_value,
    net,
    parse_difference,
    standard_handicap,
)
from ratings.igs.decisions import Decision, DecisionKind
from ratings.igs.forecast import Outlook, outlook
from ratings.igs.games import NotRated
from ratings.igs.ladder import (
    BC,
    HIGHEST,
    LADDER,
    LOWEST,
    UNGRADED,
    ParsedRank,
    code_of,
    level2,
    parse_rank,
    rank_text,
)
from ratings.igs.promotion import RankCode, rank_after
from ratings.igs.state import Rules, State
from ratings.igs.thresholds import (
    DEFAULT,
    Cell,
    Origin,
    Thresholds,
    origin_of,
    read_thresholds,
    write_thresholds,
)

__all__ = [
    "BC",
    "DEFAULT",
    "HIGHEST",
    "LADDER",
    "LOWEST",
    "SYSTEM",
    "UNGRADED",
    "Cell",
    "Decision",
    "DecisionKind",
    "IgsSystem",
    "Net",
    "NotRated",
    "Origin",
    "Outlook",
    "ParsedRank",
    "RankCode",
    "Rules",
    "StandardHandicap",
    "State",
    "Thresholds",
    "code_of",
    "conditions_value",
    "level2",
    "net",
    "origin_of",
    "outlook",
    "parse_difference",
    "parse_rank",
    "rank_after",
    "rank_text",
    "read_thresholds",
    "standard_handicap",
    "write_thresholds",
]
