"""Who qualifies for a play-off by the places of the event before."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from django.utils.translation import ngettext_lazy

from goclub.common.notation import listed
from goclub.common.refusals.registry import Refusal
from goclub.leagues.models import Participant
from goclub.leagues.tournament.queries.snapshot import EventSnapshot
from ratings.checks import whole_number
from tournaments.events.placement import NAME_ORDER, parted_by
from tournaments.events.pools import averages


@dataclass(frozen=True, slots=True)
class Qualifier:
    """A player with the place in the event before, or in the pool there; ``parted``: the criterion
    that put the player below the one before, "" where none had to; ``drawn``: the order among
    equals was drawn; ``averages``: of the criteria per game of the pool.
    """

    participant: Participant
    place: int | None
    parted: str
    drawn: bool
    averages: tuple[Fraction, ...]


def qualifiers(snapshot: EventSnapshot, chosen: Collection[int] = ()) -> list[Qualifier]:
    """Return everybody of an event in the order in which they qualify, pool by pool.

    By the criteria of placement; between equals those ``chosen`` by the director (their numbers)
    come first, then by a draw from the seed of the event.
    """
    chance = random.Random(snapshot.event.seed or 0)  # noqa: S311 - a draw that can be repeated
    lots = {number: chance.random() for number in sorted(snapshot.participants)}
    rows = snapshot.standings(snapshot.last_out)
    alike = Counter((row.pool, row.place) for row in rows)
    sizes = Counter(row.pool for row in rows)
    rows = tuple(
        sorted(
            rows,
            key=lambda row: (
                row.pool,
                row.place is None,
                row.place or 0,
                row.player not in chosen,
                lots[row.player],
            ),
        )
    )
    before, place, at = None, None, 0
    order = []
    for row in rows:
        if before is not None and before.pool != row.pool:
            before, at = None, 0
        at += 1
        if before is None or before.place != row.place:
            place = row.place and at
        parted = parted_by(before, row) if before is not None else ""
        if before is not None and parted == row.criteria[0]:
            parted = ""
        drawn = alike[row.pool, row.place] > 1 and row.place is not None
        parted = "" if drawn or parted == NAME_ORDER else parted
        mean = averages(row, max(sizes[row.pool] - 1, 1)) if row.pool else ()
        order.append(Qualifier(snapshot.participants[row.player], place, parted, drawn, mean))
        before = row
    return order


def in_groups(order: Sequence[Qualifier]) -> list[list[Qualifier]]:
    """Return the players who have a place, pool by pool; of an event without pools in one list."""
    placed = [qualifier for qualifier in order if qualifier.place is not None]
    return [list(group) for _pool, group in groupby(placed, key=lambda q: q.participant.pool or 0)]


def finalists(
    snapshot: EventSnapshot,
    *,
    first: int,
    best_next: int = 0,
    chosen: Collection[int] = (),
    decided: bool = True,
) -> list[list[Qualifier]]:
    """Return who goes on from each pool: the first ones, and the best of those placed next.

    Raises RuleError E_RANGE for more than there are, E_STATE (``tied_at_the_cut``) where the
    director has to decide a tie at the cut and did not choose as many as go on, unless it is not
    ``decided`` yet.
    """
    groups = in_groups(qualifiers(snapshot, chosen))
    whole_number(first, field="first", low=1, high=min(map(len, groups), default=0))
    following = [group[first] for group in groups if len(group) > first]
    whole_number(best_next, field="best_next", low=0, high=len(following))
    following.sort(key=lambda q: (q.averages, q.participant.number in chosen), reverse=True)
    if decided and snapshot.settings.has_pools and not snapshot.settings.pools.by_draw:
        for group in groups:
            _need_decided(group, first, [q.place for q in group], chosen)
        _need_decided(following, best_next, [q.averages for q in following], chosen)
    best = following[:best_next]
    return [group[:first] + [q for q in group[first:] if q in best] for group in groups]


def _need_decided(
    order: Sequence[Qualifier], cut: int, keys: Sequence[object], chosen: Collection[int]
) -> None:
    if not 0 < cut < len(order) or keys[cut - 1] != keys[cut]:
        return
    tied = [q for q, key in zip(order, keys, strict=True) if key == keys[cut]]
    free = cut - keys.index(keys[cut])
    if sum(q.participant.number in chosen for q in tied) != free:
        raise Refusal(
            ngettext_lazy(
                "Tied at the cut: %(value)s. Tick the one who goes on.",
                "Tied at the cut: %(value)s. Tick the %(count)s who go on.",
                "count",
            ),
            field="chosen",
            value=listed(q.participant.shown_name for q in tied),
            count=free,
            reason="tied_at_the_cut",
        )
