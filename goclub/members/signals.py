"""What other rooms may listen to."""

from django.dispatch import Signal

#: Sent inside the transaction that stores a StrengthDecision; argument ``decision``.
#: The ledger (games, a higher room) posts it; members does not know the ledger.
strength_decided = Signal()
#: Sent inside the transaction that stores another name of somebody; arguments ``member`` as he is
#: now and ``before``, a member that was never stored, under the names of before.
member_renamed = Signal()
