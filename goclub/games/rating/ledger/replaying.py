"""Replaying a stretch of the history and writing what differs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field

from django.db.models import OuterRef, Q, QuerySet, Subquery

from goclub.common.gate import gate_open
from goclub.games.models import NEWEST_FIRST, Game, RatingEntry, Standing
from goclub.games.rating.ledger import facts, rows
from goclub.games.rating.ledger.facts import DECISION, Key
from goclub.games.rating.ledger.revisions import Watch
from goclub.games.rating.ledger.timeline import Timeline
from goclub.games.rating.systems.protocol import AnyState, AnySystem
from goclub.games.rating.systems.registry import SYSTEMS
from ratings.replay import replay

#: Called with facts done and facts in all.
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Moved:
    """A standing that a replay changes: what it shows before and after."""

    member: int
    system: str
    before: int | float | None
    after: int | float | None
    rank_before: str
    rank_after: str


@dataclass(slots=True)
class Report:
    """What a replay changed (or, as a preview, would change)."""

    entries: int = 0
    moved: list[Moved] = field(default_factory=list)

    @property
    def rows(self) -> int:
        return self.entries + len(self.moved)


@dataclass(slots=True)
class Run:
    """One replay of some systems, for some members (None: everybody), from a key on.

    Feed it :func:`facts.chunks`, then settle the standings.  ``write`` False computes only.
    ``watch`` whose changed lines to put on record.  ``blank`` the ledger held nothing of all this
    when the replay began.
    """

    systems: list[AnySystem]
    members: Collection[int] | None
    key: Key
    timeline: Timeline
    write: bool = True
    report: Report = field(default_factory=Report)
    watch: Watch | None = None
    states: dict[str, dict[int, AnyState]] = field(default_factory=dict)
    last: dict[tuple[str, int], Key] = field(default_factory=dict)
    blank: bool = False

    def __post_init__(self) -> None:
        # Nothing stored: nothing to compare with.  Asking for each chunk would cost more and more
        # on PostgreSQL, whose planner knows nothing yet of the rows that we are writing.
        self.blank = not self._mine(RatingEntry.objects.all()).exists()
        self.states = {system.key: {} for system in self.systems}
        if self.key != facts.BEGINNING:
            self._load_states()

    def _load_states(self) -> None:
        """Each member's state after his last entry before the key."""
        earlier = Q(on__lt=self.key[0]) | Q(on=self.key[0], at__lt=self.key[1])
        newest = (
            RatingEntry.objects.filter(
                earlier, member=OuterRef("member"), system=OuterRef("system")
            )
            .order_by(*NEWEST_FIRST)
            .values("pk")[:1]
        )
        chosen = self.standings().annotate(newest=Subquery(newest)).values("newest")
        entries = RatingEntry.objects.filter(pk__in=chosen)
        for pk, system, state, on, at in entries.values_list(
            "member_id", "system", "state", "on", "at"
        ).iterator(1000):
            self.states[system][pk] = SYSTEMS.of(system).read(state)
            self.last[system, pk] = (on, at, DECISION, 0)

    def standings(self) -> QuerySet[Standing]:
        found = Standing.objects.filter(system__in=[system.key for system in self.systems])
        return found if self.members is None else found.filter(member_id__in=self.members)

    def feed(self, chunk: list[facts.Fact]) -> None:
        """Replay a chunk of facts and write the rows that differ from what is stored."""
        stored = {} if self.blank else self._stored(chunk)
        fresh: list[rows.LedgerLine] = []
        changed: list[rows.LedgerLine] = []
        stale: list[int] = []
        replaced: list[rows.Values] = []
        for system in self.systems:
            for line in self._run(system, chunk):
                old = stored.pop(rows.identity(line), None) if stored else None
                if old is None:
                    fresh.append(line)
                elif old[1:] != rows.content(line):
                    stale.append(old[0])  # an entry keeps its address
                    changed.append(line)
                    replaced.append(old[1:])
        gone = [pk for pk, *_content in stored.values()]
        self.report.entries += len(fresh) + len(changed) + len(gone)
        if self.write:
            self.remove(stale + gone)
            rows.insert(changed, stale)
            rows.insert(fresh)
            if self.watch is not None:
                self.watch.record(zip(replaced, changed, strict=True))

    def _run(self, system: AnySystem, chunk: list[facts.Fact]) -> Iterable[rows.LedgerLine]:
        states = self.states[system.key]
        events = [event for fact in chunk if (event := fact.event(system)) is not None]
        only = None if self.members is None else frozenset(self.members)
        rules_at = self.timeline.of(system)
        for entry in replay(system.engine, events, rules_at, states=states, only=only):
            states[entry.player] = entry.step.state
            self.last[system.key, entry.player] = entry.key
            yield rows.line_of(system, entry)

    def _stored(self, chunk: list[facts.Fact]) -> dict[rows.Identity, rows.Values]:
        """What the ledger holds about the facts of a chunk, wherever it stands."""
        games = [fact.key[3] for fact in chunk if fact.game is not None]
        decisions = [fact.key[3] for fact in chunk if fact.game is None]
        concerned = Q(game__in=games) | Q(decision__in=decisions)
        found = self._mine(RatingEntry.objects.filter(concerned))
        names = (*rows.ENTRY_IDENTITY, "pk", *rows.ENTRY_CONTENT)
        return {row[:4]: row[4:] for row in found.values_list(*names).iterator(2000)}

    def _mine(self, entries: QuerySet[RatingEntry]) -> QuerySet[RatingEntry]:
        entries = entries.filter(system__in=[system.key for system in self.systems])
        return entries if self.members is None else entries.filter(member_id__in=self.members)

    def drop_orphans(self, members: Collection[int] | None) -> None:
        """Remove the entries of games that were made void, for these members (None: all)."""
        entries = self._mine(RatingEntry.objects.filter(game__isnull=False))
        if members is not None:
            entries = entries.filter(member_id__in=members)
        void = list(entries.exclude(game__state=Game.State.CONFIRMED).values_list("pk", flat=True))
        self.report.entries += len(void)
        if self.write:
            self.remove(void)

    def remove(self, entries: list[int]) -> None:
        if entries:
            with gate_open():
                for start in range(0, len(entries), 500):
                    RatingEntry.objects.filter(pk__in=entries[start : start + 500]).delete()

    def settle(self, standings: Iterable[Standing]) -> None:
        """Bring the standings in line with the last states."""
        by_key = {system.key: system for system in self.systems}
        changed = []
        for standing in standings:
            system = by_key.get(standing.system)
            followed = self.members is None or standing.member_id in self.members
            if system is None or not followed:
                continue
            before, rank_before = standing.value, standing.rank
            place = (standing.system, standing.member_id)
            state = self.states[standing.system].get(standing.member_id)
            if rows.show(standing, system, state, self.last.get(place)):
                changed.append(standing)
                after = standing.value, rank_before, standing.rank
                self.report.moved.append(Moved(standing.member_id, standing.system, before, *after))
        if self.write:
            rows.update_standings(changed)


def run_all(runs: list[Run], key: Key, progress: Progress | None = None) -> None:
    """Feed each run the facts it needs; runs for the same members share one reading."""
    for members, group in _by_members(runs):
        total = facts.count(key, members) if progress else 0
        done = 0
        for chunk in facts.chunks(key, members):
            for run in group:
                run.feed(chunk)
            done += len(chunk)
            if progress:
                progress(done, total)


def _by_members(runs: list[Run]) -> Iterable[tuple[Collection[int] | None, list[Run]]]:
    for members in [None, *(run.members for run in runs if run.members is not None)]:
        group = [run for run in runs if run.members is members]
        if group:
            yield members, group
