"""What the rooms above may listen to."""

from django.dispatch import Signal

#: Sent inside the transaction in which an organiser is about to decide, correct or void a game,
#: before the game is locked; argument ``game``.  Whoever will write something of its own once it is
#: decided locks that now: what stands above a game comes first in ``common.locks.ORDER``.
game_deciding = Signal()

#: Sent inside the transaction in which an organiser decides, corrects or voids a game, once it is
#: stored; arguments ``game``, ``by``, ``at``, ``reason``.  Whoever keeps the game in a table of its
#: own (an event) brings that in line, or refuses with a RuleError: then nothing is stored.
game_decided = Signal()
