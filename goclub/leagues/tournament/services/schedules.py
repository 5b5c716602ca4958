"""The table of a round robin, which stays as it was drawn when its first round was paired.

Every round keeps the places by which it was scheduled, and the next one takes them over: whoever
withdraws, is absent or is marked as announced again keeps a place, and loses its games by forfeit.
Only the free place of an odd table can be taken later.
"""

from __future__ import annotations

from collections.abc import Iterable

from goclub.leagues.models import Pairing, Participant
from goclub.leagues.tournament.queries.snapshot import EventSnapshot
from ratings.errors import Code, RuleError
from tournaments.events.roundrobin import ScheduledRound, round_robin
from tournaments.events.settings import Kind


def schedule_places(snapshot: EventSnapshot, number: int) -> list[int]:
    """Return the numbers of the players of a round (from 1), by their places in the table.

    A late player takes the free place of an odd table, the first to enter before the others.
    """
    event_round = snapshot.round(number)
    if event_round is not None and event_round.is_out:
        return _drawn(snapshot, number)
    if number == 1:
        return [player.number for player in _coming(snapshot, 1)]
    drawn = _drawn(snapshot, number - 1)
    late = [player.number for player in _coming(snapshot, number) if player.number not in drawn]
    return [*drawn, *late[:1]] if len(drawn) % 2 else drawn


def scheduled(snapshot: EventSnapshot, number: int) -> ScheduledRound:
    """Return a round (from 1) of Berger's table; beyond the first cycle colours are exchanged."""
    players = schedule_places(snapshot, number)
    cycles = -(-number // len(round_robin(players)))
    return round_robin(players, cycles=cycles)[number - 1]


def need_scheduled(snapshot: EventSnapshot, number: int, *pair: Participant) -> None:
    """Refuse two by hand who do not meet in this round of a round robin: E_STATE ``not_scheduled``.

    Its schedule decides the pairs; otherwise two players might never meet.
    """
    if not _meet(snapshot, number, pair):
        names = " – ".join(player.display_name for player in pair)
        raise RuleError(Code.STATE, field="second", value=names, reason="tournament.not_scheduled")


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
    if snapshot.settings.kind is not Kind.ROUND_ROBIN:
        return True
    numbers = {player.number for player in pair}
    return len(schedule_places(snapshot, number)) > 1 and any(
        {game.white, game.black} == numbers for game in scheduled(snapshot, number).games
    )


def need_no_schedule(snapshot: EventSnapshot, player: Participant) -> None:
    """Refuse a bye by hand in a round robin: E_STATE ``bye_by_schedule``."""
    if snapshot.settings.kind is Kind.ROUND_ROBIN:
        raise RuleError(
            Code.STATE,
            field="bye",
            value=player.display_name,
            reason="tournament.bye_by_schedule",
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


def has_free_place(snapshot: EventSnapshot) -> bool:
    """Return whether one more player can still enter a round robin under way."""
    return len(schedule_places(snapshot, snapshot.last_out + 1)) % 2 == 1


def need_free_places(snapshot: EventSnapshot, count: int) -> None:
    """Refuse more late players than the table has places: E_STATE ``schedule_has_begun``."""
    if count > has_free_place(snapshot):
        raise RuleError(
            Code.STATE,
            field="late_from",
            value=snapshot.last_out + 1,
            reason="tournament.schedule_has_begun",
        )


def need_place(snapshot: EventSnapshot, player: Participant) -> None:
    """Refuse somebody who was not here when a round robin under way was drawn."""
    if snapshot.settings.kind is not Kind.ROUND_ROBIN or not snapshot.last_out:
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
