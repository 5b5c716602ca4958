"""What the rooms above may listen to."""

from django.dispatch import Signal

#: Sent inside the transaction in which an organiser decided, corrected or voided a game, or its
#: reporter took over what the other claimed, once it is stored; arguments ``act`` and ``game``.
#: Whoever keeps the game in a table of its own (an event) brings that in line.  It is too late to
#: refuse here: keepers are asked before (``playing.services.facts``), and a receiver that fails is
#: logged and undone alone.
game_decided = Signal()

#: Sent inside the transaction in which games came to stand, whoever confirmed or decided them, once
#: they are stored and posted; arguments ``games``, ``at``.  Nobody can veto it any more.
games_confirmed = Signal()

#: Sent after the background job recalculated the ledger for one import alone; arguments ``batch``
#: (primary key), ``moved`` standings, ``revisions`` primary keys of the lines recorded as changed.
batch_recalculated = Signal()
