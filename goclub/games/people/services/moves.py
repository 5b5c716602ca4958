"""What several of these services share: the ledger after a person changed, and a dry run of it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextvars import ContextVar
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import Model, Q

from goclub.games.models import Game, Standing
from goclub.games.rating.ledger import locks
from goclub.games.rating.ledger.facts import DECISION, EARLIEST, Key
from goclub.games.rating.ledger.recalculation import recalculate
from goclub.games.rating.ledger.replaying import ChangedStanding, Progress, ReplayReport
from goclub.members.models import StrengthDecision

T = TypeVar("T")


def rewrite_values(model: type[Model], field: str, change: Callable[[Any], bool]) -> None:
    """Store the values of a JSON column again that a function changed, as it says."""
    for row in model._base_manager.exclude(**{field: None}):
        value = getattr(row, field)
        if change(value):
            model._base_manager.filter(pk=row.pk).update(**{field: value})


#: Who hears how far the replay of a dry run is.
_tell: ContextVar[Progress | None] = ContextVar("tell", default=None)
#: Where everybody stands, by system and member.
Standings = dict[tuple[str, int], tuple[Any, str]]


def standings_now() -> Standings:
    """Every standing as it is shown: points or rating, and rank."""
    rows = Standing.objects.values_list("system", "member_id", "points", "rating", "rank")
    return {
        (system, member): (rating if points is None else points, rank)
        for system, member, points, rating, rank in rows
    }


def moved_since(before: Standings, left_out: Collection[int] = ()) -> list[ChangedStanding]:
    """Who stands elsewhere now, those without a standing before too."""
    now = standings_now()
    return [
        ChangedStanding(member, system, old[0], new[0], old[1], new[1])
        for system, member in sorted({*before, *now})
        for old, new in [(before.get((system, member), (None, "")),
                          now.get((system, member), (None, "")))]
        if old != new and member not in left_out
    ]  # fmt: skip


def opponents_of(*members: int) -> set[int]:
    """Everybody who has a confirmed game with one of these."""
    games = Game.objects.confirmed().filter(Q(black__in=members) | Q(white__in=members))
    pairs = games.values_list("black_id", "white_id")
    return {pk for pair in pairs for pk in pair}


def first_key(*members: int) -> Key | None:
    """The first fact of these members in the order of the ledger, None where there is none."""
    games = Game.objects.confirmed().filter(Q(black__in=members) | Q(white__in=members))
    days = [
        games.order_by("played_on").values_list("played_on", flat=True).first(),
        StrengthDecision.objects.filter(member__in=members)
        .order_by("effective_on")
        .values_list("effective_on", flat=True)
        .first(),
    ]
    known = [day for day in days if day is not None]
    return (min(known), EARLIEST, DECISION, 0) if known else None


def replay_all_of(
    key: Key | None, members: Collection[int], before: Standings, left_out: Collection[int] = ()
) -> ReplayReport:
    """Bring the ledger in line from there on, or look at what that would do (in a dry run).

    *before* where everybody stood; *left_out* who is gone.
    """
    report = ReplayReport()
    if key is not None:
        report = recalculate(key, members, records_revisions=False, progress=_tell.get())
    if locks.is_looking():
        moved = [move for move in report.moved if move.member not in left_out and move.is_visible]
        moved.sort(key=lambda move: (move.system, move.member))
        return ReplayReport(report.entries, moved)
    return ReplayReport(report.entries, moved_since(before, left_out), report.later)


def dry_run(act: Callable[[], T], tell: Progress | None = None) -> T:
    """Do it, look at what it did, and take all of it back.

    What it refuses is refused here; nothing is stored, and nobody hears of it.  The ledger
    is only looked at: nobody waits for it, and its replay is never left for later, which would
    show nothing.
    """
    token = _tell.set(tell)
    try:
        with locks.only_looking(), transaction.atomic():
            done = act()
            transaction.set_rollback(True)
    finally:
        _tell.reset(token)
    return done
