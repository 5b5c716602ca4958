"""Posting facts: appended where they are the newest, recalculated from where they are not."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db import transaction

from goclub.common.bulk_rows import take_stock
from goclub.common.gate import gate_open
from goclub.common.transactions import atomic_retried
from goclub.games.models import Batch, Game, RatingEntry, Revision, Standing
from goclub.games.rating.house_rules import rules_timeline
from goclub.games.rating.ledger import facts, locks, rows
from goclub.games.rating.ledger.facts import Fact
from goclub.games.rating.ledger.recalculation import (
    announce_ranks,
    ensure_standings,
    recalculate,
    set_back_recalculation,
)
from goclub.games.rating.ledger.replaying import Progress, ReplayReport
from goclub.games.rating.systems.registry import SYSTEMS
from goclub.members.models import StrengthDecision
from ratings.replay import replay

_AT_ONCE = 500


class _NotNewest(Exception):
    """A member of the fact already has a later entry."""


def post_game(game: Game) -> int:
    """Post a confirmed game; return the number of rows written.  Inside a transaction.

    A forfeit in the official league does not belong to the ledger (S1-24).
    """
    if not game.is_rated:
        return 0
    return _post(facts.fact_of_game(game), facts.members_of(game), cause=game)


def on_strength_decided(decision: StrengthDecision, **_kwargs: object) -> None:
    """Receiver of ``members.signals.strength_decided``: post the decision."""
    _post(facts.fact_of_decision(decision), {decision.member_id})


def _post(fact: Fact, members: Collection[int], cause: Game | None = None) -> int:
    if locks.is_looking():  # a dry run recalculates all of it afterwards
        return 0
    try:
        # The savepoint gives the shared lock back before the replay asks for the whole ledger.
        with transaction.atomic():
            return _append(fact, members)
    except _NotNewest:
        return recalculate(fact.key, members, cause=cause).rows


def _append(fact: Fact, members: Collection[int]) -> int:
    locks.enter(alone=False)
    if fact.decision is not None:  # it may be a member's first fact
        ensure_standings(members)
    standings = locks.lock_standings(members)
    if any(s.last_at is not None and (s.last_on, s.last_at) >= fact.key[:2] for s in standings):
        raise _NotNewest
    timeline = rules_timeline()
    lines: list[rows.LedgerLine] = []
    touched: list[Standing] = []
    for system in SYSTEMS:
        own = {s.member_id: s for s in standings if s.system == system.key}
        states = {pk: system.read(s.state) for pk, s in own.items() if s.state is not None}
        event = fact.event(system)
        if event is None:
            continue
        for entry in replay(system.engine, [event], timeline.of(system), states=states):
            lines.append(rows.line_of(system, entry))
            rows.show(own[entry.player], system, entry.step.state, entry.key)
            touched.append(own[entry.player])
    if lines:
        rows.insert(lines)
    rows.update_standings(touched)
    announce_ranks([rows.rank_change(line) for line in lines], at=fact.key[1])
    set_back_recalculation(fact.key[0])
    return len(lines)


# --- Facts that come or go together -------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class PostedFacts:
    """What posting many facts did; ``revisions`` are keys of the lines recorded as changed."""

    report: ReplayReport
    revisions: list[int]


@atomic_retried
def post_facts(
    *,
    games: Sequence[Game],
    decisions: Sequence[StrengthDecision],
    progress: Progress | None = None,
    batch: Batch | None = None,
) -> PostedFacts:
    """Post games and decisions of any age, stored a moment ago in the same transaction.

    Later lines of the members concerned that change are recorded.  Where the recalculation is left
    to the background job, *batch* is told when it is done.
    """
    locks.enter(alone=True)
    keys = [
        *(facts.game_key(game) for game in games if game.is_rated),
        *(facts.decision_key(decision) for decision in decisions),
    ]
    if not keys:
        return PostedFacts(ReplayReport(), [])
    if len(keys) > facts.CHUNK:
        take_stock(*facts.TABLES)
    # Nobody else writes revisions while we hold the ledger.
    last = Revision.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    report = recalculate(
        min(keys),
        facts.members_of(*games) | {decision.member_id for decision in decisions},
        batch=batch,
        new_facts=len(keys),
        progress=progress,
    )
    new = Revision.objects.filter(pk__gt=last).values_list("pk", flat=True)
    return PostedFacts(report, list(new))


@atomic_retried
def delete_facts(
    *,
    games: Collection[int],
    decisions: Collection[int],
    revisions: Collection[int],
    leaving: Collection[int],
) -> ReplayReport:
    """Delete facts with all that they did to the ledger, as if they had never come.

    All by primary key; *revisions* are the lines recorded when they came, *leaving* the members of
    whom nothing is left.  The other members concerned are recalculated.
    """
    locks.enter(alone=True)
    deleted_decisions = list(StrengthDecision.objects.filter(pk__in=decisions))
    keys = [facts.decision_key(decision) for decision in deleted_decisions]
    members = {decision.member_id for decision in deleted_decisions}
    deleted_games = Game.objects.filter(pk__in=games).select_related("black", "white")
    for game in deleted_games.iterator(_AT_ONCE):
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
        return ReplayReport()
    return recalculate(min(keys), members - set(leaving), records_revisions=False)


def _chunks(keys: Collection[int]) -> list[list[int]]:
    ordered = sorted(keys)
    return [ordered[start : start + _AT_ONCE] for start in range(0, len(ordered), _AT_ONCE)]
