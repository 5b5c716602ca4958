"""Replay a stretch of the history and write what differs."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import astuple, dataclass, field
from datetime import date
from itertools import chain
from typing import Any

from django.db.models import F, OuterRef, QuerySet, Subquery
from django.db.models.fields.tuple_lookups import Tuple, TupleLessThan

from goclub.common.bulk_rows import filling
from goclub.games.models import NEWEST_FIRST, Game, RatingEntry, Revision, Standing
from goclub.games.rating.house_rules import Timeline
from goclub.games.rating.ledger import facts, rows
from goclub.games.rating.ledger.facts import DECISION, Key
from goclub.games.rating.systems.protocol import AnyRules, AnyState, AnySystem
from goclub.games.rating.systems.registry import SYSTEMS
from ratings.errors import RuleError
from ratings.replay import Event
from ratings.replay import replay as replay_events

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
    def is_visible(self) -> bool:
        """Whether the figure or the rank is another one, and not only what is counted beside."""
        return (self.before, self.rank_before) != (self.after, self.rank_after)


@dataclass(slots=True)
class ReplayReport:
    """What a replay changed or, as a preview, would change.

    ``later``: it was left to the background job and has changed nothing yet.
    """

    entries: int = 0
    moved: list[ChangedStanding] = field(default_factory=list)
    later: bool = False

    @property
    def rows(self) -> int:
        return self.entries + len(self.moved)

    def to_json(self) -> dict[str, object]:
        """Return it as a dict of JSON types, as the result of a job."""
        return {"entries": self.entries, "moved": [astuple(move) for move in self.moved]}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ReplayReport:
        """Read what :meth:`to_json` wrote."""
        return cls(data["entries"], [ChangedStanding(*move) for move in data["moved"]])


@dataclass(frozen=True, slots=True)
class RevisionLog:
    """Records which later lines of these members a replay changes, and the game that caused it.

    Only the members whose facts changed: in the systems that look at the opponent everyone moves
    a little, and nobody asks about that.
    """

    members: Collection[int]
    cause: Game | None

    def record(self, changed: Iterable[tuple[rows.Values, rows.LedgerLine]]) -> None:
        """Store what changed, from pairs of an old content and its new line."""
        cause = None if self.cause is None else self.cause.pk
        Revision.objects.bulk_create(
            Revision(
                system=system,
                member_id=member,
                game_id=game,
                decision_id=decision,
                cause_id=cause,
                before=before[0],
                after=after[0],
                rank_before=before[1],
                rank_after=after[1],
            )
            for old, line in changed
            for system, member, game, decision in [rows.identity(line)]
            if member in self.members and (game is None or game != cause)
            for before, after in [(rows.leads_to(old), rows.leads_to(rows.content(line)))]
            if before != after
        )


@dataclass(slots=True)
class Replay:
    """One replay of some systems, for some members (None: everyone), from a key on.

    Pass the chunks of facts to :meth:`replay_chunk` in their order, then update the standings.
    ``write`` False computes only.  ``log`` records changed lines.  ``people`` is everyone who
    occurs in the facts, so that nobody else need be looked at; None where they are too many to
    name.  ``blank``: the ledger held nothing of all this when the replay began.  ``at`` is the
    fact in hand.
    """

    systems: list[AnySystem]
    members: Collection[int] | None
    key: Key
    timeline: Timeline
    write: bool = True
    report: ReplayReport = field(default_factory=ReplayReport)
    log: RevisionLog | None = None
    states: dict[str, dict[int, AnyState]] = field(default_factory=dict)
    last: dict[tuple[str, int], Key] = field(default_factory=dict)
    figures: dict[str, rows.Figures] = field(default_factory=dict)
    people: Collection[int] | None = None
    at: Key | None = None
    blank: bool = False

    def __post_init__(self) -> None:
        self.states = {system.key: {} for system in self.systems}
        self.figures = {system.key: {} for system in self.systems}
        # Nothing stored: nothing to compare with.  Asking for each chunk would cost more and more
        # on PostgreSQL, whose planner knows nothing yet of the rows that we are writing.
        self.blank = not self._own_entries(RatingEntry.objects.all()).exists()
        if self.key != facts.BEGINNING:
            self._load_states()

    def _load_states(self) -> None:
        """Load each member's state after their last entry before the key."""
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
        standings = Standing.objects.filter(system__in=[*self.states])
        for chosen_members in (self.members, self.people):
            if chosen_members is not None:
                standings = standings.filter(member_id__in=chosen_members)
        standings = standings.annotate(newest=Subquery(newest))
        # As a condition of the next query it would be looked up twice for each standing.
        chosen = [pk for pk in standings.values_list("newest", flat=True) if pk is not None]
        names = ("member_id", "system", "state", "on", "at")
        for start in range(0, len(chosen), _STATES):
            entries = RatingEntry.objects.filter(pk__in=chosen[start : start + _STATES])
            for pk, system, state, on, at in entries.order_by().values_list(*names):
                self.states[system][pk] = SYSTEMS.of(system).read(state)
                self.last[system, pk] = (on, at, DECISION, 0)

    def replay_chunk(self, chunk: list[facts.Fact]) -> None:
        """Replay a chunk of facts and write the rows that differ from what is stored."""
        if self.blank:
            self._fill_chunk(chunk)
            return
        stored = self._stored(chunk)
        fresh: list[rows.LedgerLine] = []
        changed: list[rows.LedgerLine] = []
        stale: list[int] = []
        replaced: list[rows.Values] = []
        for system in self.systems:
            for line in self._lines(system, chunk):
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
            rows.delete(gone)
            rows.update(changed, stale)
            if fresh:
                rows.insert(fresh)
            if self.log is not None:
                self.log.record(zip(replaced, changed, strict=True))

    def _fill_chunk(self, chunk: list[facts.Fact]) -> None:
        """Write the lines of a chunk as they come, where nothing is stored."""
        fresh = chain.from_iterable([self._lines(system, chunk) for system in self.systems])
        self.report.entries += rows.insert(fresh) if self.write else sum(1 for _line in fresh)

    def _lines(self, system: AnySystem, chunk: list[facts.Fact]) -> Iterator[rows.LedgerLine]:
        """Return the lines of a chunk, each made by the rules when it is asked for.

        What has to be read for them is read at once: while lines are written, the connection
        answers nothing.
        """
        read = [fact.game or fact.event(system) for fact in chunk]
        events = [event for event in read if event is not None]
        return self._replayed(system, events, self.timeline.of(system))

    def _replayed(
        self, system: AnySystem, events: list[Event], rules_at: Callable[[date], AnyRules]
    ) -> Iterator[rows.LedgerLine]:
        key, last = system.key, self.last
        states, figures = self.states[key], self.figures[key]
        only = None if self.members is None else frozenset(self.members)
        try:
            for entry in replay_events(
                system.engine, self._followed(events), rules_at, states=states, only=only
            ):
                states[entry.player] = entry.step.state
                last[key, entry.player] = entry.key
                yield rows.line_of(system, entry, figures)
        except RuleError as error:
            place = facts.describe_key(self.at)
            _log.warning("%s: the replay stops at %s: %s", system.key, place, error)
            error.add_note(place)
            raise

    def _followed(self, events: Iterable[Event]) -> Iterator[Event]:
        """Yield the events, each noted as the one in hand."""
        for event in events:
            self.at = event.key
            yield event

    def _stored(self, chunk: list[facts.Fact]) -> dict[rows.Identity, rows.Stored]:
        """Return what the ledger holds about the facts of a chunk, wherever it stands."""
        games = [fact.key[3] for fact in chunk if fact.game is not None]
        decisions = [fact.key[3] for fact in chunk if fact.game is None]
        entries = RatingEntry.objects.all()
        # Two queries, each with an index of its own.
        stored = rows.stored(self._own_entries(entries.filter(game__in=games))) if games else {}
        if decisions:
            stored |= rows.stored(self._own_entries(entries.filter(decision__in=decisions)))
        return stored

    def _own_entries(self, entries: QuerySet[RatingEntry]) -> QuerySet[RatingEntry]:
        entries = entries.filter(system__in=[*self.states])
        return entries if self.members is None else entries.filter(member_id__in=self.members)

    def update_standings(self, standings: Iterable[Standing]) -> None:
        """Bring the standings in line with the last states."""
        changed = []
        for standing in standings:
            member, key = standing.member_id, standing.system
            if key not in self.states or (self.members is not None and member not in self.members):
                continue
            before, rank_before = standing.value, standing.rank
            state, last = self.states[key].get(member), self.last.get((key, member))
            if rows.show(standing, SYSTEMS.of(key), state, last):
                changed.append(standing)
                after = standing.value, rank_before, standing.rank
                self.report.moved.append(ChangedStanding(member, key, before, *after))
        if self.write:
            rows.update_standings(changed)


def replays_for(
    key: Key,
    members: Collection[int] | None,
    timeline: Timeline,
    report: ReplayReport,
    *,
    system: str = "",
    people: Collection[int] | None = None,
    write: bool = True,
    log: RevisionLog | None = None,
) -> list[Replay]:
    """Return the replays that facts of *members* (None: of everyone) need, from *key* on.

    The systems in which a player's own results decide are replayed for these members, the others
    for everyone; *system* is the only one concerned (empty: all).
    """
    chosen = [SYSTEMS.of(system)] if system else list(SYSTEMS)
    own = [known for known in chosen if not known.engine.depends_on_opponent]
    linked = [known for known in chosen if known.engine.depends_on_opponent]
    return [
        Replay(systems, only, key, timeline, write, report, log, people=people)
        for systems, only in ((linked, None), (own, members))
        if systems
    ]


def replay_facts(
    replays: list[Replay], key: Key, progress: Progress | None = None, *, until: date | None = None
) -> None:
    """Pass each replay the facts it needs; replays for the same members share one reading."""
    size = facts.LONG_CHUNK if all(replay.blank for replay in replays) else facts.CHUNK
    fills = _fills(replays) and facts.count_to(key, size) > size
    with filling(RatingEntry, beside=facts.TABLES) if fills else nullcontext():
        for members, group in _by_members(replays):
            total = facts.count(key, members) if progress else 0
            done = 0
            for chunk in facts.chunks(key, members, size, until=until):
                for replay in group:
                    replay.replay_chunk(chunk)
                done += len(chunk)
                if progress:
                    progress(done, total)


def _fills(replays: list[Replay]) -> bool:
    """Return whether these replays write into a ledger that holds nothing at all."""
    fill = all(replay.blank and replay.write for replay in replays)
    return fill and not RatingEntry.objects.exists()


def _by_members(replays: list[Replay]) -> Iterable[tuple[Collection[int] | None, list[Replay]]]:
    limits = [replay.members for replay in replays if replay.members is not None]
    for members in [None, *limits]:
        group = [replay for replay in replays if replay.members is members]
        if group:
            yield members, group
