"""The salon's official league (公式戦): order, reasons, organisers (RULEBOOK 2.6, S1-20 … S1-26).

Parts: ``facts`` (players, games, settings), ``withdrawals`` (what counts, what is open),
``standing`` (the order with its reasons), ``cross`` (the cross table), ``choice`` (organisers).
"""

from tournaments.official.choice import (
    EXEMPT_FROM,
    Organisers,
    Search,
    SearchStep,
    Verdict,
    organisers,
)
from tournaments.official.cross import Cell, CrossTable, Letter, crosstable, crosstable_of
from tournaments.official.facts import (
    CAP2,
    STANDARD_RULES,
    Annul,
    Ending,
    Game,
    Player,
    PlayerId,
    Rest,
    Rules,
    Withdrawal,
    check_game,
    check_league,
    games_for_points,
)
from tournaments.official.standing import (
    Criterion,
    Direct,
    Row,
    Why,
    close,
    counted_margin2,
    table,
    table_of,
)
from tournaments.official.withdrawals import Left, Settled, settle

__all__ = [
    "CAP2",
    "EXEMPT_FROM",
    "STANDARD_RULES",
    "Annul",
    "Cell",
    "Criterion",
    "CrossTable",
    "Direct",
    "Ending",
    "Game",
    "Left",
    "Letter",
    "Organisers",
    "Player",
    "PlayerId",
    "Rest",
    "Row",
    "Rules",
    "Search",
    "SearchStep",
    "Settled",
    "Verdict",
    "Why",
    "Withdrawal",
    "check_game",
    "check_league",
    "close",
    "counted_margin2",
    "crosstable",
    "crosstable_of",
    "games_for_points",
    "organisers",
    "settle",
    "table",
    "table_of",
]
