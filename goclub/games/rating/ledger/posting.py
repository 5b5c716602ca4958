"""Posting a fact: appended where it is the newest, replayed from where it is not."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date

from django.db import transaction

from goclub.common.transactions import atomic_retried
from goclub.games.models import Game, Standing
from goclub.games.rating.ledger import facts, locks, rows
from goclub.games.rating.ledger.facts import BEGINNING, Fact, Key
from goclub.games.rating.ledger.replaying import Progress, Report, Run, run_all
from goclub.games.rating.ledger.revisions import Watch
from goclub.games.rating.ledger.timeline import Timeline, rules_timeline
from goclub.games.rating.systems.registry import SYSTEMS
from goclub.members.models import StrengthDecision
from ratings.replay import replay


class _NotNewest(Exception):
    """Somebody concerned already has a later entry."""


def post_game(game: Game) -> int:
    """Post a confirmed game; returns the number of rows written.  Inside a transaction."""
    return _post(facts.fact_of_game(game), facts.members_of(game), cause=game)


def on_strength_decided(decision: StrengthDecision, **_kwargs: object) -> None:
    """Receiver of ``members.signals.strength_decided``: post the decision."""
    _post(facts.fact_of_decision(decision), {decision.member_id})


def _post(fact: Fact, members: Collection[int], cause: Game | None = None) -> int:
    try:
        # The savepoint gives the locks back before the replay asks for the whole ledger.
        with transaction.atomic():
            return _append(fact, members)
    except _NotNewest:
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
    rows.insert(lines)
    rows.update_standings(touched)
    return len(lines)


# --- Replaying --------------------------------------------------------------------------------
@atomic_retried
def replay_from(key: Key, members: Collection[int], cause: Game | None = None) -> int:
    """Replay from a point of the ledger on; returns the number of changed rows.

    Later lines of *members* that now lead elsewhere are put on record as revisions by *cause*.

    Used when a confirmed game was corrected or made void: pass the earlier of the old and the new
    key, and the players of both versions.  Systems in which a player's own results decide are
    replayed for *members* alone, the others for everybody.
    """
    watch = Watch(frozenset(members), cause)
    return _replay(key, watch.members, rules_timeline(), True, watch=watch).rows


@atomic_retried
def replay_from_day(day: date, system: str | None = None, progress: Progress | None = None) -> int:
    """Replay everyone from a day on (a house rule changed); returns the number of changed rows.

    *system* the only one concerned; None for all.
    """
    return _replay(
        facts.day_key(day), None, rules_timeline(), True, system=system, progress=progress
    ).rows


def preview_from_day(day: date, timeline: Timeline, system: str) -> Report:
    """What would change if *timeline* were the house rules; writes nothing, locks nobody."""
    return _replay(facts.day_key(day), None, timeline, False, system=system)


@atomic_retried
def rebuild(progress: Progress | None = None) -> int:
    """Replay every fact from the beginning; returns the number of changed rows.

    Changes nothing when nothing was wrong.
    """
    locks.enter(alone=True)
    decided = StrengthDecision.objects.values_list("member_id", flat=True).distinct()
    _ensure_standings(sorted(decided))
    return _replay(BEGINNING, None, rules_timeline(), True, progress=progress).rows


def _replay(
    key: Key,
    members: Collection[int] | None,
    timeline: Timeline,
    write: bool,
    *,
    system: str | None = None,
    progress: Progress | None = None,
    watch: Watch | None = None,
) -> Report:
    standings: Iterable[Standing] = Standing.objects.order_by("pk")
    if write:
        locks.enter(alone=True)
        standings = locks.lock_standings(None)
    chosen = [each for each in SYSTEMS if system in (None, each.key)]
    own = [each for each in chosen if not each.engine.depends_on_opponent]
    linked = [each for each in chosen if each.engine.depends_on_opponent]
    report = Report()
    runs = [
        Run(systems, only, key, timeline, write, report, watch)
        for systems, only in ((own, members), (linked, None))
        if systems
    ]
    for run in runs:
        run.drop_orphans(members)
    run_all(runs, key, progress)
    standings = list(standings)
    for run in runs:
        run.settle(standings)
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
        _ensure_standings(members)


def _ensure_standings(members: Collection[int]) -> None:
    Standing.objects.bulk_create(
        [Standing(member_id=pk, system=system.key) for pk in members for system in SYSTEMS],
        ignore_conflicts=True,
    )
