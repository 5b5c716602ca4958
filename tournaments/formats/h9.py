"""The results file of the European Go Database, known by the ending "h9".

>>> from tournaments.events.field import Player, Result, Round, Tournament, TournamentGame
>>> club_day = Tournament(
...     (Player(1, "Nowak", "Ewa", rank=-3), Player(2, "Łoś", "Jan", rank=-5)),
...     (Round((TournamentGame(1, white=1, black=2, handicap=1, result=Result.BLACK),)),),
... )
>>> [player.name for player in read_h9(write_h9(club_day)).players]
['Nowak', 'Los']
"""

from __future__ import annotations

from tournaments.formats.clock import Clock, Overtime, event_class
from tournaments.formats.h9_read import read_h9
from tournaments.formats.h9_write import write_h9

__all__ = ["Clock", "Overtime", "event_class", "read_h9", "write_h9"]
