"""What other rooms may listen to."""

from django.dispatch import Signal

#: Sent inside the transaction that stores a StrengthDecision; argument ``decision``.
#: The ledger (games, a higher room) posts it; members does not know the ledger.
strength_decided = Signal()
#: Sent inside the transaction that stores another name of somebody; arguments ``member`` as it is
#: now and ``before``, a member that was never stored, under the names of before.
member_renamed = Signal()
#: Sent where a membership ends or a name is replaced for good, arguments ``member`` and ``at``:
#: inside the transaction and before the member's row is locked, so that events and leagues, which
#: come before it in the order of locks, can be left.  Connect receivers in that order.
member_leaves = Signal()
