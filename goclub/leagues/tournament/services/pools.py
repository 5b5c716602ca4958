"""The pools of a round robin: how many, who is in which, and how many rounds they need."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried
from goclub.leagues.models import Change, Event, Participant
from goclub.leagues.models.event import settings_to_json
from goclub.leagues.tournament.queries.snapshot import EventSnapshot, load, settings_of
from goclub.leagues.tournament.services.schedules import drawn_pools, pools_in
from goclub.leagues.tournament.services.steps import lock_for_step, record
from goclub.members.requests import Act
from ratings.checks import whole_number
from ratings.errors import Code
from tournaments.events.pools import rounds_of
from tournaments.events.settings import MAX_ROUNDS, MOST_POOLS, PoolSettings


@atomic_retried
def set_pools(
    act: Act,
    event: Event,
    *,
    pools: PoolSettings,
    places: Mapping[int, int | None],
    draw: bool = False,
) -> Event:
    """Decide on the pools of a round robin, and who is in which, by the players' numbers.

    ``draw``: whoever is entered and has no pool there is drawn.  Raises RuleError E_STATE once a
    round is paired (``pools_are_drawn``), E_RANGE for a pool that is none and for pools that are
    too small or too large; PermissionDenied; Stale.
    """
    event = lock_for_step(act, event)
    snapshot = load(event)
    if snapshot.rounds:
        raise Refusal(
            _("Round 1 is paired. Undo it first, then change the pools."),
            field="count",
            value=event.name,
            reason="pools_are_drawn",
        )
    for number, pool in places.items():
        if pool is not None:
            whole_number(pool, field=f"pool_{number}", low=1, high=MOST_POOLS)
    before = _facts(snapshot)
    event.settings = settings_to_json(replace(settings_of(event), pools=pools))
    event.save(update_fields=["settings"])
    _place(snapshot, places)
    snapshot = load(event)
    if draw and snapshot.settings.has_pools:
        snapshot = _fixed(snapshot, drawn_pools(snapshot, _entered(snapshot)))
    after = _facts(snapshot)
    if after != before:
        record(act, event, Change.What.EDITED, before=before, after=after)
    return snapshot.event


def with_pools(snapshot: EventSnapshot, number: int) -> EventSnapshot:
    """Return the event with a pool for everybody who plays in a round (from 1).

    The first round fixes how many pools there are, and plans the rounds until they are through.
    Raises RuleError E_RANGE for a pool of one player, or with more rounds than an event has.
    """
    pools = pools_in(snapshot, number)
    if number == 1:
        return _fixed(snapshot, pools)
    _place(snapshot, {player: pool for pool, players in pools.items() for player in players})
    return snapshot


def _fixed(snapshot: EventSnapshot, pools: Mapping[int, list[int]]) -> EventSnapshot:
    """Store these pools and their number, with as many rounds as they need."""
    event, own = snapshot.event, settings_of(snapshot.event)
    count = own.pools.count_for(sum(map(len, pools.values())))
    smallest = min(map(len, pools.values()), default=0) if len(pools) == count else 0
    if smallest < 2:
        raise Refusal(
            _("Every pool needs at least 2. Plan fewer pools, or fill the smallest."),
            code=Code.RANGE,
            field="count",
            value=count,
            reason="pool_too_small",
        )
    rounds = rounds_of(pools) * own.pools.meetings
    if rounds > MAX_ROUNDS:
        raise Refusal(
            _(
                "A pool of %(value)s needs %(rounds)s rounds. An event has at most %(most)s: plan "
                "more pools."
            ),
            code=Code.RANGE,
            field="count",
            value=max(map(len, pools.values())),
            reason="pool_too_large",
            rounds=rounds,
            most=MAX_ROUNDS,
        )
    _place(snapshot, {player: pool for pool, players in pools.items() for player in players})
    event.settings = settings_to_json(replace(own, pools=replace(own.pools, count=count, size=0)))
    event.rounds_planned = rounds
    event.save(update_fields=["settings", "rounds_planned"])
    return load(event)


def _place(snapshot: EventSnapshot, places: Mapping[int, int | None]) -> None:
    for number, pool in places.items():
        participant = snapshot.participants.get(number)
        if participant is not None and participant.pool != pool:
            participant.pool = pool
            participant.version += 1
            participant.save(update_fields=["pool", "version"])


def _entered(snapshot: EventSnapshot) -> Iterable[Participant]:
    gone = Participant.State.WITHDRAWN
    return [player for player in snapshot.participants.values() if player.state != gone]


def _facts(snapshot: EventSnapshot) -> dict[str, object]:
    return {
        "pools": snapshot.event.settings.get("pools"),
        "places": {str(n): p.pool for n, p in snapshot.participants.items() if p.pool},
    }
