"""Carrying out what was postponed, while today's games are appended.

A pass replays the history chunk by chunk, each chunk a transaction that shares the ledger with
those who append.  What is appended ahead of the pass is met by it; what is appended behind it is
remembered as missed, and its members' standings are left alone.  At the end the ledger is held
alone for what was missed, which is short: a few facts of today.  A replay that was not postponed
turns the epoch, and the pass begins again; so does whoever finds one that was left in the middle.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import DatabaseError, connection, transaction
from django.db.models import Max, Q
from django.utils import timezone

from goclub.common.faults import Fault, fault_of
from goclub.common.locks import lock_rows
from goclub.games.models import PostponedReplay, RatingEntry, Revision, Standing
from goclub.games.rating.ledger import facts, late, locks, told
from goclub.games.rating.ledger.facts import DECISION, GAME, Key
from goclub.games.rating.ledger.posting import NAMED, replay_stretch
from goclub.games.rating.ledger.replaying import (
    Progress,
    Report,
    Run,
    by_members,
    run_all,
    runs_of,
)
from goclub.games.rating.ledger.revisions import Watch
from goclub.games.rating.ledger.timeline import Timeline, rules_timeline
from goclub.games.signals import batch_settled
from ratings.errors import RuleError

_log = logging.getLogger(__name__)

#: So many missed facts and followers are replayed while everybody waits; more call for a pass.
SHORT: Final = 100
#: Passes before the rest is done alone, however long it is.
PASSES: Final = 5
#: Standings written in one transaction.
_AT_ONCE: Final = 200
#: Clocks of several machines differ, and a confirmation may be a moment older than its writing.
_SLACK: Final = timedelta(hours=1)
#: On SQLite one transaction writes at a time: between two chunks the others have their turn.
_PAUSE: Final = 0.02
#: Times that one may be overtaken before all of it is done alone.
_PATIENCE: Final = 3

#: Replaced by tests, which do not sleep.
pause = time.sleep


class _SettlingOvertaken(Exception):
    """The ledger was replayed beside us, or somebody else took over."""


def settle_postponed(*, progress: Progress | None = None) -> int:
    """Carry out every postponed replay; returns the number of changed rows.

    0 where nothing waits or another process is at it.  May be killed at any moment: what it wrote
    is right as far as it went, and the next call begins again.  A replay that a rule stops stays
    postponed and says where (``PostponedReplay.stopped``).
    """
    changed = overtaken = 0
    while waiting := list(PostponedReplay.objects.filter(stopped="").select_related("cause")):
        token = late.take_hold()
        if token is None:
            return changed
        late.show_since(min(row.asked_at for row in waiting))
        settling, alone = Settling.of(waiting, token, progress), overtaken > _PATIENCE
        try:
            settling.carry_out(alone=alone)
        except RuleError as error:
            # Who began meanwhile has no points in this pass; in the next one he has.
            if not alone and settling.is_behind():
                overtaken += 1
            else:
                _log.error("A postponed replay stops: %s", error)
                settling.stop(error)
        except _SettlingOvertaken:
            overtaken += 1
        except DatabaseError as error:
            # A circle of waiting, or a file that was busy: all of it can be run again.
            if fault_of(error) is not Fault.BUSY:
                raise
            overtaken += 1
        finally:
            late.let_go(token)
        changed += settling.report.rows
    late.show_since(late.first_asked())
    return changed


@dataclass(slots=True)
class Settling:
    """Several postponed replays as one: from the earliest of their places on."""

    waiting: list[int]
    token: UUID
    key: Key
    members: frozenset[int] | None
    system: str | None
    watch: Watch | None
    progress: Progress | None
    timeline: Timeline
    epoch: int
    newest: int
    batch: int | None = None
    revised: int = 0
    report: Report = field(default_factory=Report)
    met: set[int] = field(default_factory=set)
    decided: set[int] = field(default_factory=set)
    runs: list[Run] = field(default_factory=list)

    @classmethod
    def of(cls, waiting: list[PostponedReplay], token: UUID, progress: Progress | None) -> Settling:
        """What these rows call for together."""
        everybody = any(row.members is None for row in waiting)
        members = (
            None if everybody else frozenset(pk for row in waiting for pk in row.members or ())
        )
        systems = {row.system for row in waiting}
        cause = waiting[0].cause if len(waiting) == 1 else None
        return cls(
            waiting=[row.pk for row in waiting],
            token=token,
            key=min(late.place_of(row) for row in waiting),
            members=members,
            system=(systems.pop() or None) if len(systems) == 1 else None,
            watch=None if members is None else Watch(members, cause),
            progress=progress,
            timeline=rules_timeline(),
            epoch=late.epoch(),
            newest=RatingEntry.objects.aggregate(newest=Max("pk"))["newest"] or 0,
            batch=waiting[0].batch_id if len(waiting) == 1 else None,
            revised=Revision.objects.aggregate(newest=Max("pk"))["newest"] or 0,
        )

    def stop(self, error: RuleError) -> None:
        """Keep why these replays cannot go on, and at which fact."""
        at = next((run.at for run in self.runs if run.at is not None), None)
        stopped = f"{facts.said(at)}: {error}"[:300]
        PostponedReplay.objects.filter(pk__in=self.waiting).update(stopped=stopped)

    def carry_out(self, *, alone: bool) -> None:
        """Passes until little was missed, then that little while everybody waits.

        *alone* everybody waits for all of it: somebody replays again and again beside us.
        """
        if not alone:
            self._pass(self.key, self.members)
            for _ in range(PASSES):
                missed = self._missed()
                if not missed or facts.count_to(min(missed), SHORT) <= SHORT:
                    break
                self._pass(min(missed), None)
        with transaction.atomic():
            locks.enter(alone=True)
            if alone:
                replay_stretch(
                    self.key, self.members, self.timeline, True,
                    system=self.system, watch=self.watch,
                )  # fmt: skip
            else:
                self._check()
                self._rest()
            PostponedReplay.objects.filter(pk__in=self.waiting).delete()
        if self.batch is not None:
            new = Revision.objects.filter(pk__gt=self.revised, cause=None)
            batch_settled.send(
                sender=None,
                batch=self.batch,
                moved=self.report.moved,
                revisions=list(new.values_list("pk", flat=True)),
            )

    def is_behind(self) -> bool:
        """Whether somebody's strength was decided that this pass has not met."""
        return self._came_before() or any(key[2] == DECISION for key in self._missed())

    def _came_before(self) -> bool:
        """Whether something was appended before the place at which we began.

        Who has not played for long may report a game of long ago: his state here is too old then.
        """
        new = RatingEntry.objects.filter(pk__gt=self.newest)
        day, moment = self.key[:2]
        return new.filter(Q(on__lt=day) | Q(on=day, at__lt=moment)).exists()

    # --- A pass -----------------------------------------------------------------------------
    def _pass(self, key: Key, members: Collection[int] | None) -> None:
        since = timezone.now()
        self.runs = runs_of(
            key, members, self.timeline, self.report, system=self.system, watch=self.watch
        )
        with self._step():
            for run in self.runs:
                run.drop_orphans(members)
        total, done = facts.count(key, None), 0
        for followed, group in by_members(self.runs):
            chunks = facts.chunks(key, followed)
            while True:
                with self._step():
                    chunk = next(chunks, None)
                    for run in group if chunk else []:
                        run.feed(chunk or [])
                if chunk is None:
                    break
                if followed is None:
                    self._meet(chunk)
                    done += len(chunk)
                self._tell(done, total)
        for run in self.runs:
            self._write_standings(run, since - _SLACK)

    def _meet(self, chunk: list[facts.Fact]) -> None:
        for fact in chunk:
            (self.decided if fact.game is None else self.met).add(fact.key[3])

    @contextmanager
    def _step(self) -> Iterator[None]:
        """A transaction beside those who append."""
        with transaction.atomic():
            locks.enter(alone=False)
            self._check()
            yield
        if connection.vendor == "sqlite":
            pause(_PAUSE)

    def _check(self) -> None:
        if late.epoch() != self.epoch or self._came_before():
            raise _SettlingOvertaken

    def _tell(self, done: int, total: int) -> None:
        if not late.keep_hold(self.token):
            raise _SettlingOvertaken
        # They are one pass: the first of them says how far it is.
        PostponedReplay.objects.filter(pk=self.waiting[0]).update(done=done, total=total)
        if self.progress is not None:
            self.progress(done, total)

    def _write_standings(self, run: Run, since: datetime) -> None:
        """Bring the standings in line, but for those whose members have played meanwhile."""
        rows = run.standings().order_by("pk").iterator(2000)
        changed = [standing.pk for standing in rows if run.shows_otherwise(standing)]
        for start in range(0, len(changed), _AT_ONCE):
            with self._step():
                chosen = changed[start : start + _AT_ONCE]
                standings = lock_rows(Standing.objects.filter(pk__in=chosen))
                playing = {pk for people in self._missed(since).values() for pk in people}
                self._settle(
                    run, [standing for standing in standings if standing.member_id not in playing]
                )
            if not late.keep_hold(self.token):
                raise _SettlingOvertaken

    def _settle(self, run: Run, standings: Iterable[Standing]) -> None:
        """Settle standings, and tell of the ranks that are others now."""
        before = len(self.report.moved)
        run.settle(standings)
        told.tell_of_moves(self.report.moved[before:], at=timezone.now())

    # --- What came meanwhile --------------------------------------------------------------------
    def _missed(self, since: datetime | None = None) -> dict[Key, tuple[int, ...]]:
        """The facts that no pass has met, by their place, with those whom they concern."""
        return {
            key: people
            for key, people in facts.places(self.key, since)
            if key[3] not in (self.met if key[2] == GAME else self.decided)
        }

    def _rest(self) -> None:
        """What was missed, from the first of it on, while nobody else writes."""
        missed = self._missed()
        if not missed:
            return
        key = min(missed)
        people = facts.people_since(key, NAMED)
        standings = locks.lock_standings(people)
        self.runs = runs_of(
            key, people, self.timeline, self.report, system=self.system, people=people
        )
        run_all(self.runs, key)
        for run in self.runs:
            self._settle(run, standings)
