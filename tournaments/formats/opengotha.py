"""OpenGotha's XML, the common form in which Go tournaments are kept.

>>> from tournaments.events.field import Player, Tournament
>>> club_day = Tournament((Player(1, "Nowak", "Ewa", rank=-3), Player(2, "Sato", "Ken", rank=-5)))
>>> read_opengotha(write_opengotha(club_day)) == club_day
True
"""

from __future__ import annotations

from tournaments.formats.opengotha_keys import key_of, old_key_of
from tournaments.formats.opengotha_read import read_opengotha
from tournaments.formats.opengotha_write import write_opengotha

__all__ = ["key_of", "old_key_of", "read_opengotha", "write_opengotha"]
