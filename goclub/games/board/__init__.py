"""The rules of Go on a board (RULEBOOK.md section 4, S3-1 … S3-10).

Coordinates are ``(column, row)``, 0-based, counted from the top left corner, as in SGF.
:class:`Board` knows stones, liberties, captures, suicide and simple ko, but not whose turn it is,
so that records with handicap or corrections can be replayed on it.  :class:`Game` adds turns,
passes and the end of the game.
"""

from .basics import (
    BLACK,
    CLUB_SIZES,
    COLOUR_NAMES,
    EMPTY,
    MAX_SIZE,
    WHITE,
    IllegalMove,
    Point,
    check_club_size,
    opponent,
)
from .game import Game
from .groups import NOTHING, PASS
from .names import LETTERS, handicap_points, name_point, parse_point
from .position import SYMBOLS, Board

__all__ = [
    "BLACK",
    "CLUB_SIZES",
    "COLOUR_NAMES",
    "EMPTY",
    "LETTERS",
    "MAX_SIZE",
    "NOTHING",
    "PASS",
    "SYMBOLS",
    "WHITE",
    "Board",
    "Game",
    "IllegalMove",
    "Point",
    "check_club_size",
    "handicap_points",
    "name_point",
    "opponent",
    "parse_point",
]
