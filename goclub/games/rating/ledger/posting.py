"""Posting a fact: appended where it is the newest, replayed from where it is not."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date

from django.db import transaction
from django.utils import timezone

from goclub.common.transactions import atomic_retried
from goclub.games.models import Batch, Game, Standing
from goclub.games.rating.ledger import facts, late, locks, rows, told
from goclub.games.rating.ledger.facts import BEGINNING, Fact, Key
from goclub.games.rating.ledger.replaying import Progress, Report, run_all, runs_of
from goclub.games.rating.ledger.revisions import Watch
from goclub.games.rating.ledger.timeline import Timeline, rules_timeline
from goclub.games.rating.systems.registry import SYSTEMS
from goclub.members.models import Member, StrengthDecision
from ratings.replay import replay

#: In a stretch of the history up to so many games everybody who occurs is known by name.
NAMED = 5_000


class _NotNewest(Exception):
    """Somebody concerned already has a later entry."""


def post_game(game: Game) -> int:
    """Post a confirmed game; returns the number of rows written.  Inside a transaction.

    A forfeit in the official league is none of the ledger's (S1-24).
    """
    if not game.is_rated:
        return 0
    return _post(facts.fact_of_game(game), facts.members_of(game), cause=game)


def on_strength_decided(decision: StrengthDecision, **_kwargs: object) -> None:
    """Receiver of ``members.signals.strength_decided``: post the decision."""
    _post(facts.fact_of_decision(decision), {decision.member_id})


def _post(fact: Fact, members: Collection[int], cause: Game | None = None) -> int:
    if locks.is_looking():  # whoever looks replays all of it afterwards
        return 0
    try:
        # The savepoint gives the locks back before the replay asks for the whole ledger.
        with transaction.atomic():
            return _append(fact, members)
    except _NotNewest:
        if late.is_long(fact.key):
            # Whoever has no standing yet needs one to be recalculated at all.
            locks.enter(alone=False)
            _need_standings(fact, members)
            late.postpone(fact.key, members, cause=cause)
            return 0
        locks.enter(alone=True)
        _need_standings(fact, members)
        return replay_from(fact.key, members, cause)


def _append(fact: Fact, members: Collection[int]) -> int:
    locks.enter(alone=False)
    _need_standings(fact, members)
    standings = locks.lock_standings(members)
    if any(s.last_at is not None and (s.last_on, s.last_at) >= fact.key[:2] for s in standings):
        raise _NotNewest
    timeline = rules_timeline()
    lines: list[rows.LedgerLine] = []
    touched: list[Standing] = []
    for system in SYSTEMS:
        mine = {s.member_id: s for s in standings if s.system == system.key}
        states = {pk: system.read(s.state) for pk, s in mine.items() if s.state is not None}
        event = fact.event(system)
        if event is None:
            continue
        for entry in replay(system.engine, [event], timeline.of(system), states=states):
            lines.append(rows.line_of(system, entry))
            rows.show(mine[entry.player], system, entry.step.state, entry.key)
            touched.append(mine[entry.player])
    if lines:
        rows.insert(lines)
    rows.update_standings(touched)
    told.tell_of_lines(lines, at=fact.key[1])
    return len(lines)


# --- Replaying --------------------------------------------------------------------------------
@atomic_retried
def replay_from(key: Key, members: Collection[int], cause: Game | None = None) -> int:
    """Replay from a point of the ledger on; returns the number of changed rows.

    Later lines of *members* that now lead elsewhere are put on record as revisions by *cause*.

    Used when a confirmed game was corrected or made void: pass the earlier of the old and the new
    key, and the players of both versions.  Systems in which a player's own results decide are
    replayed for *members* alone, the others for everybody.  Where too much follows the replay is
    postponed (:mod:`~goclub.games.rating.ledger.late`): 0 rows now.
    """
    if late.is_long(key):
        late.postpone(key, members, cause=cause)
        return 0
    watch = Watch(frozenset(members), cause)
    report = replay_stretch(key, watch.members, rules_timeline(), True, watch=watch)
    return report.rows


@atomic_retried
def replay_people(key: Key, members: Collection[int], progress: Progress | None = None) -> Report:
    """The same for members who are others now (merged, taken in): without any game to blame.

    Inside the transaction that changed them, which holds the ledger; returns what the replay
    changed, or would change where this is a dry run.  Where too much follows it is postponed: the
    report says ``later``.
    """
    ensure_standings(
        sorted(
            Member.objects.filter(pk__in=members, decisions__isnull=False)
            .distinct()
            .values_list("pk", flat=True)
        )
    )
    write = not locks.is_looking()
    if write and late.is_long(key):
        # Whoever is settling meanwhile knows people who are others now.
        late.turn_epoch()
        late.postpone(key, members)
        return Report(later=True)
    return replay_stretch(key, frozenset(members), rules_timeline(), write, progress=progress)


@atomic_retried
def replay_from_day(
    day: date, system: str | None = None, progress: Progress | None = None
) -> Report:
    """Replay everyone from a day on (a house rule changed); returns what that changed.

    *system* the only one concerned; None for all.  Where too much follows, and nobody wants to
    see its *progress*, the replay is postponed: the report says ``later``.
    """
    if progress is None and late.is_long(facts.day_key(day)):
        late.postpone(facts.day_key(day), None, system=system)
        return Report(later=True)
    return replay_stretch(
        facts.day_key(day), None, rules_timeline(), True, system=system, progress=progress
    )


def replay_together(
    key: Key,
    members: Collection[int],
    *,
    progress: Progress | None = None,
    watched: bool = True,
    batch: Batch | None = None,
    own: int = 0,
) -> Report:
    """Replay from a point of the ledger on, for facts that came or went together.

    Inside a transaction that holds the whole ledger.  *watched* later lines of *members* that now
    lead elsewhere are put on record.  Where too much follows but for their *own* number it is
    postponed: the report says ``later``, and *batch* hears of it when it is done.
    """
    if late.is_long(key, own):
        late.turn_epoch()
        late.postpone(key, members, batch=batch)
        return Report(later=True)
    watch = Watch(frozenset(members), None)
    return replay_stretch(
        key,
        watch.members,
        rules_timeline(),
        True,
        progress=progress,
        watch=watch if watched else None,
    )


def preview_from_day(
    day: date, timeline: Timeline, system: str, progress: Progress | None = None
) -> Report:
    """What would change if *timeline* were the house rules; writes nothing, locks nobody."""
    key = facts.day_key(day)
    return replay_stretch(key, None, timeline, False, system=system, progress=progress)


@atomic_retried
def rebuild(progress: Progress | None = None) -> int:
    """Replay every fact from the beginning; returns the number of changed rows.

    Changes nothing when nothing was wrong; what was postponed is done with it.
    """
    locks.enter(alone=True)
    late.forget()
    decided = StrengthDecision.objects.values_list("member_id", flat=True).distinct()
    ensure_standings(sorted(decided))
    return replay_stretch(BEGINNING, None, rules_timeline(), True, progress=progress).rows


def replay_stretch(
    key: Key,
    members: Collection[int] | None,
    timeline: Timeline,
    write: bool,
    *,
    system: str | None = None,
    progress: Progress | None = None,
    watch: Watch | None = None,
) -> Report:
    """Replay from *key* on in one transaction that holds the ledger; *write* False: only look.

    *members* whose facts changed (None: everybody's), *system* the only one concerned, *watch*
    whose changed lines to put on record.  Ranks that are others afterwards are told, whatever they
    were changed by, each once: who replays again finds them as they are.
    """
    if write:
        locks.enter(alone=True)
        late.turn_epoch()
    # Nobody else moves than who occurs from the key on; of a long history all are looked at.
    people = None
    if members is not None and (later_players := facts.people_since(key, NAMED)) is not None:
        people = later_players | set(members)
    standings = locks.lock_standings(people) if write else locks.standings_of(people)
    report = Report()
    runs = runs_of(
        key, members, timeline, report, system=system, people=people, write=write, watch=watch
    )
    for run in runs:
        run.drop_orphans(members)
    run_all(runs, key, progress)
    for run in runs:
        run.settle(standings)
    if write:
        told.tell_of_moves(report.moved, at=timezone.now())
    return report


def incomplete_systems() -> list[str]:
    """Systems in which nobody has a standing although members have declared a strength."""
    if not StrengthDecision.objects.exists():
        return []
    present = set(Standing.objects.values_list("system", flat=True).distinct())
    return [system.key for system in SYSTEMS if system.key not in present]


def _need_standings(fact: Fact, members: Collection[int]) -> None:
    """A decision may be a member's first fact; who has played has his standings."""
    if fact.decision is not None:
        ensure_standings(members)


def ensure_standings(members: Collection[int]) -> None:
    """A standing in every system for each of these members who has none yet."""
    Standing.objects.bulk_create(
        [Standing(member_id=pk, system=system.key) for pk in members for system in SYSTEMS],
        ignore_conflicts=True,
    )
