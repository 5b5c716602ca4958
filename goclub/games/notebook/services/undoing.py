"""Undoing a batch: everything as if it had never come, as long as nothing leans on it."""

from __future__ import annotations

from datetime import datetime

from goclub.common.locks import lock_row, lock_rows
from goclub.common.transactions import atomic_retried
from goclub.games.models import Batch, Game
from goclub.games.notebook.queries import what_leans_on
from goclub.games.notebook.services.receipts import Receipt
from goclub.games.rating.ledger import locks
from goclub.games.rating.ledger.posting import delete_facts
from goclub.members.membership.services.bringing import take_out_members
from goclub.members.models import Member, User
from goclub.members.rights import need
from ratings.errors import Code, RuleError

State = Batch.State


@atomic_retried
def undo_batch(*, batch: Batch, by: User, at: datetime) -> Batch:
    """Take out what a batch entered; the batch itself stays on record as undone.

    Undoing again changes nothing.  Raises ``notebook.leaned_on`` where something came later that
    needs a member or a game of the batch (:func:`what_leans_on` says what), and
    ``notebook.not_entered`` for a draft.
    """
    need(by, "games.bring_notebook")
    batch = lock_row(batch)
    if batch.state == State.UNDONE:
        return batch
    if batch.state != State.ENTERED:
        raise RuleError(Code.STATE, field="batch", value=batch.pk, reason="notebook.not_entered")
    members = list(batch.brought_members.values_list("member_id", flat=True))
    games = list(batch.brought_games.values_list("game_id", flat=True))
    # Whoever reports with one of them waits here, or has been before us and is found below.
    lock_rows(Member.objects.filter(pk__in=members).only("pk"))
    lock_rows(Game.objects.filter(pk__in=batch.brought_games.values("game")).only("pk"))
    locks.enter(alone=True)
    if leaning := what_leans_on(batch):
        raise RuleError(
            Code.STATE,
            field="batch",
            value=sum(each.count for each in leaning),
            reason="notebook.leaned_on",
        )
    receipt = Receipt.from_json(batch.receipt)
    delete_facts(
        games=games,
        decisions=receipt.decisions,
        revisions=receipt.revisions,
        leaving=members,
    )
    take_out_members(members=members, by=by)
    batch.state = State.UNDONE
    batch.undone_by, batch.undone_at = by, at
    batch.save()
    return batch
