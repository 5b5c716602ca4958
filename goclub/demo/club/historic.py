"""Old games that have long belonged to everybody: Japan from 1795 to 1886.

All players have been dead for more than a hundred years.  The moves are facts; they are written in
the demo's own form, without anybody's comments or variations.  Each was copied from a record in
Andries Brouwer's public collection of old games and replays legally on the club's board.  All were
resigned: those that were counted ended with dead stones on the board and open borders.
"""

from __future__ import annotations

from goclub.demo.club.historic_early import EARLY
from goclub.demo.club.historic_game import HistoricGame
from goclub.demo.club.historic_late import LATE

__all__ = ["HISTORIC", "HistoricGame"]

#: In order of play; stories refer to them by index.
HISTORIC: tuple[HistoricGame, ...] = EARLY + LATE
