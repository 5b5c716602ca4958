"""Facts that come together, or go together: one replay from the earliest of them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from goclub.common.bulk_rows import take_stock
from goclub.common.gate import gate_open
from goclub.common.transactions import atomic_retried
from goclub.games.models import Batch, Game, RatingEntry, Revision
from goclub.games.rating.ledger import facts, locks
from goclub.games.rating.ledger.posting import ensure_standings, replay_together
from goclub.games.rating.ledger.replaying import Progress, Report
from goclub.members.models import StrengthDecision

_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Posted:
    """What posting many facts did; ``revisions`` keys of the lines put on record as changed."""

    report: Report
    revisions: list[int]


@atomic_retried
def post_together(
    *,
    games: Sequence[Game],
    decisions: Sequence[StrengthDecision],
    progress: Progress | None = None,
    batch: Batch | None = None,
) -> Posted:
    """Post games and decisions of any age, stored a moment ago in the same transaction.

    Later lines of the people concerned that now lead elsewhere are put on record.
    Where too much follows the replay is postponed, and *batch* hears of it when it is done.
    """
    locks.enter(alone=True)
    members = facts.members_of(*games) | {each.member_id for each in decisions}
    ensure_standings(sorted({each.member_id for each in decisions}))
    keys = [
        *(facts.game_key(each) for each in games if each.is_rated),
        *(facts.decision_key(each) for each in decisions),
    ]
    if not keys:
        return Posted(Report(), [])
    if len(keys) > facts.CHUNK:
        take_stock(*facts.TABLES)
    # Nobody else writes here while the ledger is ours.
    last = Revision.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    report = replay_together(
        min(keys), members, progress=progress, watched=True, batch=batch, own=len(keys)
    )
    new = Revision.objects.filter(pk__gt=last).values_list("pk", flat=True)
    return Posted(report, list(new))


@atomic_retried
def take_together(
    *,
    games: Collection[int],
    decisions: Collection[int],
    revisions: Collection[int],
    leaving: Collection[int],
    progress: Progress | None = None,
) -> Report:
    """Take facts out of the ledger and out of the database, as if they had never come.

    All by primary key; *revisions* the lines that went on record when they came, *leaving* members
    of whom nothing is left.  What the people concerned did otherwise is replayed.
    """
    locks.enter(alone=True)
    rows = Game.objects.filter(pk__in=games).select_related("black", "white")
    decided = list(StrengthDecision.objects.filter(pk__in=decisions))
    keys = [facts.decision_key(each) for each in decided]
    members = {each.member_id for each in decided}
    for game in rows.iterator(_AT_ONCE):
        members |= facts.members_of(game)
        if game.is_rated:
            keys.append(facts.game_key(game))
    with gate_open():
        for chunk in _chunks(games):
            RatingEntry.objects.filter(game__in=chunk).delete()
        for chunk in _chunks(decisions):
            RatingEntry.objects.filter(decision__in=chunk).delete()
        for chunk in _chunks(revisions):
            Revision.objects.filter(pk__in=chunk).delete()
        for chunk in _chunks(games):
            Game.objects.filter(pk__in=chunk).delete()
            Game.history.filter(id__in=chunk).delete()
        for chunk in _chunks(decisions):
            StrengthDecision.objects.filter(pk__in=chunk).delete()
    if not keys:
        return Report()
    return replay_together(min(keys), members - set(leaving), progress=progress, watched=False)


def _chunks(keys: Collection[int]) -> list[list[int]]:
    ordered = sorted(keys)
    return [ordered[start : start + _AT_ONCE] for start in range(0, len(ordered), _AT_ONCE)]
