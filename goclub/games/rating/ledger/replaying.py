"""Replaying a stretch of the history and writing what differs."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import astuple, dataclass, field
from datetime import date
from itertools import chain
from typing import Any

from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.db.models.fields.tuple_lookups import Tuple, TupleLessThan

from goclub.common.bulk_rows import filling
from goclub.common.gate import gate_open
from goclub.games.models import NEWEST_FIRST, Game, RatingEntry, Standing
from goclub.games.rating.ledger import facts, rows
from goclub.games.rating.ledger.facts import DECISION, Key
from goclub.games.rating.ledger.revisions import Watch
from goclub.games.rating.ledger.timeline import Timeline
from goclub.games.rating.systems.protocol import AnyRules, AnyState, AnySystem
from goclub.games.rating.systems.registry import SYSTEMS
from ratings.errors import RuleError
from ratings.replay import Event, replay

_log = logging.getLogger(__name__)

#: States read in one query.
_STATES = 10_000

#: Called with facts done and facts in all.
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class ChangedStanding:
    """A standing that a replay changes: what it shows before and after."""

    member: int
    system: str
    before: int | float | None
    after: int | float | None
    rank_before: str
    rank_after: str

    @property
    def shows_otherwise(self) -> bool:
        """Whether the figure or the rank is another one, and not only what is counted beside."""
        return (self.before, self.rank_before) != (self.after, self.rank_after)


@dataclass(slots=True)
class Report:
    """What a replay changed (or, as a preview, would change); ``later`` it is still to come."""

    entries: int = 0
    moved: list[ChangedStanding] = field(default_factory=list)
    later: bool = False

    @property
    def rows(self) -> int:
        return self.entries + len(self.moved)

    def to_json(self) -> dict[str, object]:
        """As a dict of JSON types, for whoever asked and comes back later."""
        return {"entries": self.entries, "moved": [astuple(move) for move in self.moved]}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Report:
        """Read what :meth:`to_json` wrote."""
        return cls(data["entries"], [ChangedStanding(*move) for move in data["moved"]])


@dataclass(slots=True)
class Run:
    """One replay of some systems, for some members (None: everybody), from a key on.

    Feed it :func:`facts.chunks`, then settle the standings.  ``write`` False computes only.
    ``watch`` whose changed lines to put on record.  ``people`` everybody who occurs in a fact from
    the key on, so that nobody else need be looked at; None where they are too many to name.
    ``blank`` the ledger held nothing of all this when the replay began.  ``at`` the fact in hand.
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
    figures: dict[str, rows.Figures] = field(default_factory=dict)
    people: Collection[int] | None = None
    at: Key | None = None
    blank: bool = False

    def __post_init__(self) -> None:
        # Nothing stored: nothing to compare with.  Asking for each chunk would cost more and more
        # on PostgreSQL, whose planner knows nothing yet of the rows that we are writing.
        self.blank = not self._mine(RatingEntry.objects.all()).exists()
        self.states = {system.key: {} for system in self.systems}
        self.figures = {system.key: {} for system in self.systems}
        if self.key != facts.BEGINNING:
            self._load_states()

    def _load_states(self) -> None:
        """Each member's state after his last entry before the key."""
        place = Tuple(F("on"), F("at"))
        newest = (
            RatingEntry.objects.filter(
                # As one value the index finds the place and reads a single entry.
                TupleLessThan(place, self.key[:2]),
                member=OuterRef("member"),
                system=OuterRef("system"),
            )
            .order_by(*NEWEST_FIRST)
            .values("pk")[:1]
        )
        standings = self.standings().annotate(newest=Subquery(newest))
        # As a condition of the next query it would be looked up twice for each standing.
        chosen = [pk for pk in standings.values_list("newest", flat=True) if pk is not None]
        names = ("member_id", "system", "state", "on", "at")
        for start in range(0, len(chosen), _STATES):
            entries = RatingEntry.objects.filter(pk__in=chosen[start : start + _STATES])
            for pk, system, state, on, at in entries.order_by().values_list(*names):
                self.states[system][pk] = SYSTEMS.of(system).read(state)
                self.last[system, pk] = (on, at, DECISION, 0)

    def standings(self) -> QuerySet[Standing]:
        standings = Standing.objects.filter(system__in=[system.key for system in self.systems])
        for only in (self.members, self.people):
            standings = standings if only is None else standings.filter(member_id__in=only)
        return standings

    def feed(self, chunk: list[facts.Fact]) -> None:
        """Replay a chunk of facts and write the rows that differ from what is stored."""
        if self.blank:
            self._feed_blank(chunk)
            return
        stored = self._stored(chunk)
        fresh: list[rows.LedgerLine] = []
        changed: list[rows.LedgerLine] = []
        stale: list[int] = []
        replaced: list[rows.Values] = []
        for system in self.systems:
            for line in self._run(system, chunk):
                old = stored.pop(rows.identity(line), None)
                if old is None:
                    fresh.append(line)
                elif not old.says(line):
                    stale.append(old.pk)  # an entry keeps its address
                    changed.append(line)
                    replaced.append(old.values)
        gone = [old.pk for old in stored.values()]
        self.report.entries += len(fresh) + len(changed) + len(gone)
        if self.write:
            self.remove(gone)
            rows.update(changed, stale)
            if fresh:
                rows.insert(fresh)
            if self.watch is not None:
                self.watch.record(zip(replaced, changed, strict=True))

    def _feed_blank(self, chunk: list[facts.Fact]) -> None:
        """The same where nothing is stored: every line is a new one, written as it comes."""
        fresh = chain.from_iterable([self._run(system, chunk) for system in self.systems])
        self.report.entries += rows.insert(fresh) if self.write else sum(1 for _line in fresh)

    def _run(self, system: AnySystem, chunk: list[facts.Fact]) -> Iterable[rows.LedgerLine]:
        """The lines of a chunk, each made when it is asked for, by the rules alone: what has to be
        read for them is read at once."""
        read = [fact.game or fact.event(system) for fact in chunk]
        events = [event for event in read if event is not None]
        return self._lines(system, events, self.timeline.of(system))

    def _lines(
        self, system: AnySystem, events: list[Event], rules_at: Callable[[date], AnyRules]
    ) -> Iterator[rows.LedgerLine]:
        key, last = system.key, self.last
        states, figures = self.states[key], self.figures[key]
        only = None if self.members is None else frozenset(self.members)
        noted = self._noted(events)
        try:
            for entry in replay(system.engine, noted, rules_at, states=states, only=only):
                states[entry.player] = entry.step.state
                last[key, entry.player] = entry.key
                yield rows.line_of(system, entry, figures)
        except RuleError as error:
            _log.warning("%s: the replay stops at %s: %s", system.key, facts.said(self.at), error)
            raise

    def _noted(self, events: Iterable[Event]) -> Iterator[Event]:
        """The events, each remembered as the one in hand."""
        for event in events:
            self.at = event.key
            yield event

    def _stored(self, chunk: list[facts.Fact]) -> dict[rows.Identity, rows.Stored]:
        """What the ledger holds about the facts of a chunk, wherever it stands."""
        games = [fact.key[3] for fact in chunk if fact.game is not None]
        decisions = [fact.key[3] for fact in chunk if fact.game is None]
        entries = RatingEntry.objects.all()
        # Two questions, each with an index of its own.
        stored = rows.stored(self._mine(entries.filter(game__in=games))) if games else {}
        if decisions:
            stored |= rows.stored(self._mine(entries.filter(decision__in=decisions)))
        return stored

    def _mine(self, entries: QuerySet[RatingEntry]) -> QuerySet[RatingEntry]:
        entries = entries.filter(system__in=[system.key for system in self.systems])
        return entries if self.members is None else entries.filter(member_id__in=self.members)

    def drop_orphans(self, members: Collection[int] | None) -> None:
        """Remove the entries of games that are none of the ledger's any more: made void, or a
        forfeit in the official league (S1-24); for these members (None: all)."""
        entries = self._mine(RatingEntry.objects.filter(game__isnull=False))
        if members is not None:
            entries = entries.filter(member_id__in=members)
        unplayed = Q(game__official=True, game__ending=Game.Ended.FORFEIT)
        out = ~Q(game__state=Game.State.CONFIRMED) | unplayed
        void = list(entries.filter(out).values_list("pk", flat=True))
        self.report.entries += len(void)
        if self.write:
            self.remove(void)

    def remove(self, entries: list[int]) -> None:
        if entries:
            with gate_open():
                for start in range(0, len(entries), 500):
                    RatingEntry.objects.filter(pk__in=entries[start : start + 500]).delete()

    def follows(self, member: int) -> bool:
        """Whether this replay says where a member stands."""
        return all(only is None or member in only for only in (self.members, self.people))

    def shows_otherwise(self, standing: Standing) -> bool:
        """Whether a standing, which is changed but not stored, would show something else."""
        state = self.states[standing.system].get(standing.member_id)
        place = (standing.system, standing.member_id)
        return rows.show(standing, SYSTEMS.of(standing.system), state, self.last.get(place))

    def settle(self, standings: Iterable[Standing]) -> None:
        """Bring the standings in line with the last states."""
        mine = {system.key for system in self.systems}
        changed = []
        for standing in standings:
            if standing.system not in mine or not self.follows(standing.member_id):
                continue
            before, rank_before = standing.value, standing.rank
            if self.shows_otherwise(standing):
                changed.append(standing)
                after = standing.value, rank_before, standing.rank
                self.report.moved.append(
                    ChangedStanding(standing.member_id, standing.system, before, *after)
                )
        if self.write:
            rows.update_standings(changed)


def runs_of(
    key: Key,
    members: Collection[int] | None,
    timeline: Timeline,
    report: Report,
    *,
    system: str | None = None,
    people: Collection[int] | None = None,
    write: bool = True,
    watch: Watch | None = None,
) -> list[Run]:
    """The runs that facts of *members* (None: of everybody) call for, from *key* on.

    The systems in which a player's own results decide for these members, the others for all;
    *system* the only one concerned.
    """
    chosen = [each for each in SYSTEMS if system in (None, each.key)]
    own = [each for each in chosen if not each.engine.depends_on_opponent]
    linked = [each for each in chosen if each.engine.depends_on_opponent]
    return [
        Run(systems, only, key, timeline, write, report, watch, people=people)
        for systems, only in ((linked, None), (own, members))
        if systems
    ]


def run_all(runs: list[Run], key: Key, progress: Progress | None = None) -> None:
    """Feed each run the facts it needs; runs for the same members share one reading."""
    size = facts.LONG_CHUNK if all(run.blank for run in runs) else facts.CHUNK
    fills = _fills(runs) and facts.count_to(key, size) > size
    with filling(RatingEntry, beside=facts.TABLES) if fills else nullcontext():
        for members, group in by_members(runs):
            total = facts.count(key, members) if progress else 0
            done = 0
            for chunk in facts.chunks(key, members, size):
                for run in group:
                    run.feed(chunk)
                done += len(chunk)
                if progress:
                    progress(done, total)


def _fills(runs: list[Run]) -> bool:
    """Whether these runs write into a ledger that holds nothing at all."""
    fill = all(run.blank and run.write for run in runs)
    return fill and not RatingEntry.objects.exists()


def by_members(runs: list[Run]) -> Iterable[tuple[Collection[int] | None, list[Run]]]:
    for members in [None, *(run.members for run in runs if run.members is not None)]:
        group = [run for run in runs if run.members is members]
        if group:
            yield members, group
