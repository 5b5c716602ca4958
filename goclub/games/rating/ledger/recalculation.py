"""Recalculating the ledger from a day on: now, or in the background where many games follow.

A late game, a correction or a new house rule calls :func:`recalculate`.  Up to
``settings.RECALCULATE_AT_ONCE`` later facts are replayed in the same transaction, which holds the
ledger.  Beyond that the transaction notes in one row (:class:`~goclub.games.models.Recalculation`)
from which day the ledger is to be recalculated, and the background job replays it a few days at a
time.  Entries before ``next_day`` of that row are right; whoever adds or changes a fact of an
earlier day sets it back, and the job goes on from there.  Newer games are appended meanwhile; the
job corrects them when it comes to their day.  Nothing else has to be remembered: each
step reads everything anew while it holds the ledger, so that it may be killed at any moment and
several processes may be at it.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Collection
from datetime import date, datetime
from typing import Final

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Q
from django.db.models.functions import Least
from django.utils import timezone

from goclub.common import background
from goclub.common.transactions import atomic_retried
from goclub.games.models import Batch, Game, RatingEntry, Recalculation, Revision, Standing
from goclub.games.rating.house_rules import Timeline, rules_timeline
from goclub.games.rating.ledger import facts, locks, rows
from goclub.games.rating.ledger.facts import BEGINNING, Key
from goclub.games.rating.ledger.replaying import (
    Progress,
    ReplayReport,
    RevisionLog,
    replay_facts,
    replays_for,
)
from goclub.games.rating.systems.registry import MAIN_SYSTEM, SYSTEMS
from goclub.games.signals import batch_recalculated
from goclub.members.hooks.services.keeping import announce
from goclub.members.models import ClubSettings, HookKind, StrengthDecision
from ratings.errors import RuleError

_log = logging.getLogger(__name__)

#: Games that the background job replays in one transaction, while those who post a game wait.
STEP: Final = 1_000
#: Up to so many games of a stretch everyone who occurs is known by name.
_NAMED: Final = 5_000
#: On SQLite one transaction writes at a time: between two steps the others have their turn.
_PAUSE: Final = 0.02

#: Replaced by tests, which do not sleep.
pause = time.sleep

#: A member whose rank changed in a system: system, member, rank before, rank after.
RankChange = tuple[str, int, str, str]


# --- Now or in the background -------------------------------------------------------------------
@atomic_retried
def recalculate(
    key: Key,
    members: Collection[int],
    *,
    cause: Game | None = None,
    batch: Batch | None = None,
    new_facts: int = 0,
    records_revisions: bool = True,
    progress: Progress | None = None,
) -> ReplayReport:
    """Recalculate the ledger from *key* on, after facts of *members* came, changed or went.

    Pass the earlier of the old and the new key, and the players of both versions.  Systems in which
    a player's own results decide are replayed for *members* alone, the others for everyone.  Later
    lines of *members* that change are recorded as revisions by *cause*, if it is one game.  *batch*
    is the import that brought *new_facts*, which are replayed at once however many they are, and
    that is told when the background job is done.
    """
    locks.enter(alone=True)
    ensure_standings(members)
    if locks.is_looking():
        return _replay(key, members, rules_timeline(), write=False, progress=progress)
    removed = _remove_orphans(key, members)
    if _is_background_work(key, new_facts):
        _postpone(key[0], members, cause=cause, batch=batch)
        return ReplayReport(removed, later=True)
    log = RevisionLog(frozenset(members), cause) if records_revisions else None
    report = _replay(key, members, rules_timeline(), progress=progress, log=log)
    report.entries += removed
    return report


@atomic_retried
def recalculate_from_day(day: date, system: str = "") -> ReplayReport:
    """Recalculate everyone from a day on because a house rule changed.

    *system* is the only one concerned (empty: all).
    """
    locks.enter(alone=True)
    key = facts.day_key(day)
    if _is_background_work(key):
        _postpone(day, None, system=system)
        return ReplayReport(later=True)
    return _replay(key, None, rules_timeline(), system=system)


def preview_from_day(
    day: date, timeline: Timeline, system: str, progress: Progress | None = None
) -> ReplayReport:
    """Return what would change if *timeline* were the house rules; write nothing, lock nothing."""
    key = facts.day_key(day)
    return _replay(key, None, timeline, write=False, system=system, progress=progress)


@atomic_retried
def rebuild(progress: Progress | None = None) -> int:
    """Replay every fact from the beginning; return the number of changed rows.

    Changes nothing when nothing was wrong; a pending recalculation is done with it.
    """
    locks.enter(alone=True)
    if Recalculation.objects.all().delete()[0]:
        transaction.on_commit(show_recalculation)
    ensure_standings(None)
    removed = _remove_orphans(BEGINNING, None)
    return removed + _replay(BEGINNING, None, rules_timeline(), progress=progress).rows


def has_many_later_facts(key: Key, new_facts: int = 0) -> bool:
    """Return whether more facts follow *key* than are replayed within a request.

    *new_facts* of them came just now, and whoever brought them has to wait for them anyway.
    """
    most: int = settings.RECALCULATE_AT_ONCE + new_facts
    return facts.count_to(key, most) > most


def _is_background_work(key: Key, new_facts: int = 0) -> bool:
    # Where the ledger is not right yet, there is nothing right to go on from.
    return Recalculation.objects.exists() or has_many_later_facts(key, new_facts)


def _replay(
    key: Key,
    members: Collection[int] | None,
    timeline: Timeline,
    *,
    write: bool = True,
    until: date | None = None,
    everyone: bool = False,
    system: str = "",
    progress: Progress | None = None,
    log: RevisionLog | None = None,
) -> ReplayReport:
    """Replay from *key* on, in a transaction that holds the ledger; only look unless *write*.

    *members* are those whose facts changed (None: everyone's), *until* the first day that is left
    to a later call, which then updates the standings: of *everyone*, since others occurred before.
    """
    people = None
    if until is not None or (members is not None and not everyone):
        people = facts.players_from(key, _NAMED, until=until)
        if people is not None and until is None:
            people |= set(members or ())
    report = ReplayReport()
    replays = replays_for(
        key, members, timeline, report, system=system, people=people, write=write, log=log
    )
    replay_facts(replays, key, progress, until=until)
    if until is not None:
        return report
    standings = locks.lock_standings(people) if write else locks.standings_of(people)
    for replay in replays:
        replay.update_standings(standings)
    if write:
        # Each rank once, whatever it was changed by: another replay finds it as it is.
        changes = [(m.system, m.member, m.rank_before, m.rank_after) for m in report.moved]
        announce_ranks(changes, at=timezone.now())
    return report


def _remove_orphans(key: Key, members: Collection[int] | None) -> int:
    """Remove entries of games that the ledger no longer counts; return how many.

    Void games, and forfeits in the official league (S1-24); of these members (None: of everyone).
    """
    entries = RatingEntry.objects.filter(game__isnull=False, on__gte=key[0])
    if members is not None:
        entries = entries.filter(member_id__in=members)
    forfeited = Q(game__official=True, game__ending__in=Game.FORFEITS)
    orphans = list(
        entries.filter(~Q(game__state=Game.State.CONFIRMED) | forfeited).values_list(
            "pk", flat=True
        )
    )
    rows.delete(orphans)
    return len(orphans)


def announce_ranks(changes: Collection[RankChange], *, at: datetime) -> None:
    """Announce changed ranks to programs (:mod:`goclub.members.hooks`), inside the transaction.

    Only the main system gives the rank that the club calls a member's own.  Whoever had no rank
    before was not promoted.
    """
    ranks = [
        (member, {"system": system, "rank_before": before, "rank_after": after})
        for system, member, before, after in changes
        if system == MAIN_SYSTEM and before and after and before != after
    ]
    announce(HookKind.RANK, ranks, at=at)


def ensure_standings(members: Collection[int] | None) -> None:
    """Create the missing standings of those of *members* (None: everyone) who declared a strength.

    Whoever has no standing is not replayed.
    """
    decisions = StrengthDecision.objects.all()
    if members is not None:
        decisions = decisions.filter(member_id__in=members)
    declared = decisions.order_by("member_id").values_list("member_id", flat=True).distinct()
    Standing.objects.bulk_create(
        [Standing(member_id=pk, system=system.key) for pk in declared for system in SYSTEMS],
        ignore_conflicts=True,
    )


def incomplete_systems() -> list[str]:
    """Return systems in which nobody has a standing although members have declared a strength."""
    if not StrengthDecision.objects.exists():
        return []
    present = set(Standing.objects.values_list("system", flat=True).distinct())
    return [system.key for system in SYSTEMS if system.key not in present]


# --- In the background ----------------------------------------------------------------------------
def pending_recalculation() -> Recalculation | None:
    """Return the recalculation that is still to be done, if there is one."""
    return Recalculation.objects.select_related("cause").first()


def recalculated_percent(pending: Recalculation) -> int:
    """Return how many per cent of the facts to recalculate are done, 99 at most."""
    total = facts.count(facts.day_key(pending.from_day))
    left = facts.count(facts.day_key(pending.next_day))
    return min(99, 100 * (total - left) // max(total, 1))


def show_recalculation() -> None:
    """Say on every page from which day the ledger is being recalculated, or that it is not."""
    day = Recalculation.objects.values_list("from_day", flat=True).first()
    club = ClubSettings.objects.filter(pk=1)
    club.exclude(recalculating_from=day).update(recalculating_from=day)


def recalculate_pending() -> int:
    """Carry out the pending recalculation; return the number of changed rows.

    A recalculation that a rule stops stays pending and says where (``Recalculation.stopped``),
    until a fact is added or changed.
    """
    changed = 0
    while (report := recalculate_days()) is not None:
        changed += report.rows
        if connection.vendor == "sqlite":
            pause(_PAUSE)
    show_recalculation()
    return changed


def recalculate_days() -> ReplayReport | None:
    """Carry out the next days of the pending recalculation; None where nothing can be done."""
    step = _recalculate_days()
    if step is None:
        return None
    pending, report = step
    if pending.pk is None and pending.batch_id is not None:
        revisions = Revision.objects.filter(at__gte=pending.asked_at, cause=None)
        batch_recalculated.send(
            sender=None,
            batch=pending.batch_id,
            moved=report.moved,
            revisions=list(
                revisions.filter(member_id__in=pending.members or ()).values_list("pk", flat=True)
            ),
        )
    return report


@atomic_retried
def _recalculate_days() -> tuple[Recalculation, ReplayReport] | None:
    locks.enter(alone=True)
    pending = pending_recalculation()
    if pending is None or pending.stopped:
        return None
    members = pending.members
    until = facts.end_of_stretch(pending.next_day, STEP)
    try:
        with transaction.atomic():
            report = _replay(
                facts.day_key(pending.next_day),
                members,
                rules_timeline(),
                until=until,
                everyone=True,
                system=pending.system,
                log=None if members is None else RevisionLog(frozenset(members), pending.cause),
            )
    except RuleError as error:
        _log.error("The recalculation stops: %s", error)
        pending.stopped = ": ".join([*getattr(error, "__notes__", ()), str(error)])[:300]
        pending.save(update_fields=["stopped"])
        return None
    if until is None:
        pending.delete()
    else:
        pending.next_day = until
        pending.save(update_fields=["next_day"])
    return pending, report


def set_back_recalculation(day: date) -> None:
    """Let the background job go back to *day*, where a fact was appended, if it is further on.

    The appended entries start from standings that the job has not updated yet.
    """
    passed = Recalculation.objects.filter(next_day__gt=day)
    if passed.update(next_day=day, from_day=Least("from_day", day), stopped=""):
        transaction.on_commit(_begin)


def _postpone(
    day: date,
    members: Collection[int] | None,
    *,
    system: str = "",
    cause: Game | None = None,
    batch: Batch | None = None,
) -> None:
    """Leave the ledger from *day* on to the background job, with what is pending already."""
    new = Recalculation(
        pk=1,
        from_day=day,
        next_day=day,
        members=None if members is None else sorted(members),
        system=system,
        cause=cause,
        batch=batch,
    )
    if pending := pending_recalculation():
        new.from_day = min(day, pending.from_day)
        new.next_day = min(day, pending.next_day)
        if members is not None and pending.members is not None:
            new.members = sorted({*members, *pending.members})
        else:
            new.members = None
        new.system = system if system == pending.system else ""
        new.cause = cause if cause == pending.cause else None
        new.batch = None
        new.asked_at = pending.asked_at
    new.save()
    transaction.on_commit(_begin)


def _begin() -> None:
    show_recalculation()
    if Recalculation.objects.exists():
        background.start(recalculate_pending)
