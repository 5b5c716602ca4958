"""What the rooms above may listen to."""

from django.dispatch import Signal

#: Sent inside the transaction in which an organiser decides, corrects or voids a game, once it is
#: stored; arguments ``game``, ``by``, ``at``, ``reason``.  Whoever keeps the game in a table of its
#: own (an event) brings that in line, or refuses with a RuleError: then nothing is stored.
game_decided = Signal()
