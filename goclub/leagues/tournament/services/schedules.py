"""The table of a round robin, which stays as it was drawn when its first round was paired.

Every round keeps the places by which it was scheduled, and the next one takes them over: whoever
withdraws, is absent or is marked as announced again keeps a place, and loses its games by forfeit.
Only the free place of an odd table can be taken later.
"""

from __future__ import annotations

from goclub.leagues.models import Participant
from goclub.leagues.tournament.queries.snapshot import EventSnapshot
from ratings.errors import Code, RuleError
from tournaments.events.settings import Kind


def schedule_places(snapshot: EventSnapshot, number: int) -> list[int]:
    """Return the numbers of the players of a round (from 1), by their places in the table.

    A late player takes the free place of an odd table, the first to enter before the others.
    """
    a_round = snapshot.round(number)
    if a_round is not None and a_round.is_out:
        return _drawn(snapshot, number)
    if number == 1:
        return [player.number for player in _coming(snapshot, 1)]
    drawn = _drawn(snapshot, number - 1)
    late = [player.number for player in _coming(snapshot, number) if player.number not in drawn]
    return [*drawn, *late[:1]] if len(drawn) % 2 else drawn


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
    a_round = snapshot.round(number)
    places = a_round.request.get("places") if a_round else None
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
