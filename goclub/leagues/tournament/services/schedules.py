"""The schedule of a round robin or a knock-out, which stays as it was drawn with its first round.

Every round keeps the places by which it was scheduled, and the next one takes them over: whoever
withdraws, is absent or is marked as announced again keeps a place, and loses its games by forfeit.
Only the free place of an odd table can be taken later.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.leagues.models import Pairing, Participant
from goclub.leagues.tournament.queries.snapshot import EventSnapshot
from goclub.leagues.tournament.services.brackets import bracket_round, seeded
from tournaments.events.pools import draw_pools, pool_games
from tournaments.events.roundrobin import ScheduledRound, round_robin
from tournaments.events.settings import Kind


def schedule_places(snapshot: EventSnapshot, number: int) -> list[int]:
    """Return the numbers of the players of a round (from 1), by their places in the table.

    A late player takes the free place of an odd table, the first to enter before the others.
    """
    event_round = snapshot.round(number)
    if event_round is not None and event_round.is_out:
        return _drawn(snapshot, number)
    if snapshot.settings.kind is Kind.KNOCKOUT:
        return seeded(snapshot, _coming(snapshot, 1)) if number == 1 else snapshot.drawn
    if snapshot.settings.has_pools:
        return [player for pool in pools_in(snapshot, number).values() for player in pool]
    if number == 1:
        return [player.number for player in _coming(snapshot, 1)]
    drawn = _drawn(snapshot, number - 1)
    late = [player.number for player in _coming(snapshot, number) if player.number not in drawn]
    return [*drawn, *late[:1]] if len(drawn) % 2 else drawn


def pools_in(snapshot: EventSnapshot, number: int) -> dict[int, list[int]]:
    """Return the numbers of the players of every pool in a round (from 1), by their places.

    Before the first round these are the strongest first, whoever has no pool yet drawn as
    :func:`~tournaments.events.pools.draw_pools` does.  Later ones take the free places of odd
    pools: of their own pool, else of the smallest.
    """
    event_round = snapshot.round(number)
    is_out = event_round is not None and event_round.is_out
    if number == 1 and not is_out:
        return drawn_pools(snapshot, _coming(snapshot, 1))
    places = _drawn(snapshot, number if is_out else number - 1)
    pools: dict[int, list[int]] = defaultdict(list)
    for player in places:
        pools[snapshot.participants[player].pool or 0].append(player)
    for late in () if is_out else _coming(snapshot, number):
        odd = [pool for pool, players in sorted(pools.items()) if len(players) % 2]
        if odd and late.number not in places:
            own = late.pool if late.pool in odd else min(odd, key=lambda pool: len(pools[pool]))
            pools[own].append(late.number)
    return dict(sorted(pools.items()))


def drawn_pools(snapshot: EventSnapshot, players: Iterable[Participant]) -> dict[int, list[int]]:
    """Return the pools of players by number, drawn by strength (seeds first) where they have none.

    Empty ones are left out.
    """
    order = seeded(snapshot, players)
    people = snapshot.tournament(rounds=0).by_id()
    count = snapshot.settings.pools.count_for(len(order))
    pool_of = draw_pools([people[number] for number in order], count)
    pools = {pool: [n for n in order if pool_of[n] == pool] for pool in range(1, count + 1)}
    return {pool: numbers for pool, numbers in pools.items() if numbers}


def scheduled(snapshot: EventSnapshot, number: int) -> ScheduledRound:
    """Return a round (from 1) of Berger's table, of every pool's, or of the bracket.

    Beyond the first cycle of Berger's table colours are exchanged.
    """
    if snapshot.settings.kind is Kind.KNOCKOUT:
        return bracket_round(snapshot, number, schedule_places(snapshot, number))
    if snapshot.settings.has_pools:
        return ScheduledRound(pool_games(pools_in(snapshot, number), number - 1), None)
    players = schedule_places(snapshot, number)
    cycles = -(-number // len(round_robin(players)))
    return round_robin(players, cycles=cycles)[number - 1]


def need_scheduled(snapshot: EventSnapshot, number: int, *pair: Participant) -> None:
    """Refuse two by hand who do not meet in this round of a round robin: E_STATE ``not_scheduled``.

    Its schedule decides the pairs; otherwise two players might never meet.
    """
    if not _meet(snapshot, number, pair):
        names = " – ".join(player.shown_name for player in pair)
        raise Refusal(
            _(
                "%(value)s do not meet in this round: the schedule of this round robin "
                "decides the pairs."
            )
            if snapshot.settings.kind is Kind.ROUND_ROBIN
            else _("%(value)s do not meet in this round: the bracket decides the pairs."),
            field="second",
            value=names,
            reason="not_scheduled",
        )


def still_scheduled(
    snapshot: EventSnapshot, number: int, tables: Iterable[Pairing]
) -> list[Pairing]:
    """Return the tables that a preview may keep: all, or those that a round robin still has.

    Who entered since may have moved its places.  A game that was played is not let go: raises what
    :func:`need_scheduled` raises.
    """
    kept = []
    for table in tables:
        if table.has_result and not table.by_default:
            need_scheduled(snapshot, number, *table.players)
        if _meet(snapshot, number, table.players):
            kept.append(table)
    return kept


def _meet(snapshot: EventSnapshot, number: int, pair: tuple[Participant, ...]) -> bool:
    if not snapshot.settings.kind.is_scheduled:
        return True
    numbers = {player.number for player in pair}
    return len(schedule_places(snapshot, number)) > 1 and any(
        {game.white, game.black} == numbers for game in scheduled(snapshot, number).games
    )


def need_no_schedule(snapshot: EventSnapshot, player: Participant) -> None:
    """Refuse a bye by hand in a round robin: E_STATE ``bye_by_schedule``."""
    if snapshot.settings.kind.is_scheduled:
        raise Refusal(
            _(
                "The schedule of this round robin decides who has the bye, so it "
                "cannot be given to %(value)s."
            )
            if snapshot.settings.kind is Kind.ROUND_ROBIN
            else _("The seeds decide who has a bye, so it cannot be given to %(value)s."),
            field="bye",
            value=player.shown_name,
        )


def forfeit_of(snapshot: EventSnapshot, number: int, table: Pairing) -> str:
    """Return the result of a table without play, "" where both are here for the round (from 1).

    Only a schedule seats somebody who is away; the opponent wins (S2-11).
    """
    away = [
        player
        for player in table.players
        if player.state != Participant.State.FINAL
        or number in set().union(*snapshot.missed(player))
    ]
    if len(away) == 1:
        return "black" if away[0] == table.white else "white"
    return "both_lose" if away else ""


def free_places(snapshot: EventSnapshot) -> int:
    """Return how many players can still enter a round robin under way."""
    if snapshot.settings.kind is Kind.KNOCKOUT:
        return 0
    if snapshot.settings.has_pools:
        return sum(len(pool) % 2 for pool in pools_in(snapshot, snapshot.last_out + 1).values())
    return len(schedule_places(snapshot, snapshot.last_out + 1)) % 2


def need_free_places(snapshot: EventSnapshot, count: int) -> None:
    """Refuse more late players than the table has places: E_STATE ``schedule_has_begun``."""
    if count > free_places(snapshot):
        raise Refusal(
            _(
                "The schedule of this round robin is complete and has no free place. "
                "To let one more player in, unpublish the rounds and pair round 1 "
                "again."
            )
            if snapshot.settings.kind is Kind.ROUND_ROBIN
            else _(
                "The bracket is drawn, so nobody else can enter. To let one more player in, "
                "unpublish the rounds and pair round 1 again."
            ),
            field="late_from",
            value=snapshot.last_out + 1,
            reason="schedule_has_begun",
        )


def need_place(snapshot: EventSnapshot, player: Participant) -> None:
    """Refuse somebody who was not here when a schedule under way was drawn.

    Players of a team have no place of their own.
    """
    if player.team_id or not snapshot.settings.kind.is_scheduled or not snapshot.last_out:
        return
    if player.number not in schedule_places(snapshot, snapshot.last_out + 1):
        need_free_places(snapshot, 1)


def _drawn(snapshot: EventSnapshot, number: int) -> list[int]:
    """The places of a round that is paired; of one from a file, the players of the first."""
    event_round = snapshot.round(number)
    places = event_round.request.get("places") if event_round else None
    return list(places) if places else sorted(snapshot.seated(1))


def _coming(snapshot: EventSnapshot, number: int) -> list[Participant]:
    """Those who are here and do not miss every round from this one on."""
    left = set(range(number, snapshot.event.rounds_planned + 1))
    return [
        player
        for player in snapshot.participants.values()
        if player.state == Participant.State.FINAL
        and not left <= set().union(*snapshot.missed(player))
    ]
