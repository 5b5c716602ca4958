"""Facts (games, kifu, tosses, house rules) and projections (the rating ledger)."""

from .game import Game, GameQuerySet
from .kifu import Kifu, KifuQuerySet
from .ledger import (
    LEDGER_ORDER,
    NEWEST_FIRST,
    SYSTEMS,
    WHOLE_POINTS,
    HouseRule,
    LedgerGate,
    RatingEntry,
    Revision,
    Standing,
    ThresholdTable,
)
from .position import Position
from .talk import KifuNote, KifuVariation
from .toss import Toss, TossQuerySet

__all__ = [
    "LEDGER_ORDER",
    "NEWEST_FIRST",
    "SYSTEMS",
    "WHOLE_POINTS",
    "Game",
    "GameQuerySet",
    "HouseRule",
    "Kifu",
    "KifuNote",
    "KifuQuerySet",
    "KifuVariation",
    "LedgerGate",
    "Position",
    "RatingEntry",
    "Revision",
    "Standing",
    "ThresholdTable",
    "Toss",
    "TossQuerySet",
]
