"""Facts (games, kifu, house rules) and projections (the rating ledger)."""

from .game import Game, GameQuerySet
from .kifu import Kifu
from .ledger import HouseRule, LedgerGate, RatingEntry, Standing

__all__ = ["Game", "GameQuerySet", "HouseRule", "Kifu", "LedgerGate", "RatingEntry", "Standing"]
