"""Taking somebody out of rounds that the players do not see yet."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from goclub.leagues.models import Change, Event, Participant, Round, Seat
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services.facts import round_json
from goclub.leagues.tournament.services.steps import record
from goclub.members.models import User


def leave_previews(
    event: Event, participant: Participant, rounds: Iterable[int], *, by: User | None, at: datetime
) -> None:
    """Free the seats of a player in previews of these rounds (from 1).

    Whoever sat opposite is without a game until the round is paired again.  A table with a result
    stays.  The event is locked.
    """
    seats = Seat.objects.filter(
        participant=participant,
        round__number__in=list(rounds),
        round__state__in=[Round.State.OPEN, Round.State.PAIRED],
    )
    for seat in seats.select_related("round", "pairing"):
        pairing = seat.pairing
        if pairing is not None and pairing.has_result:
            continue
        snapshot = load(event)
        event_round = snapshot.round(seat.round.number)
        before = None if event_round is None else round_json(snapshot, event_round)
        if pairing is None:
            seat.delete()
        else:
            pairing.delete()
        record(
            event,
            Change.What.BROKE_UP,
            by=by,
            at=at,
            round_number=seat.round.number,
            subject=str(pairing.table) if pairing is not None else participant.display_name,
            before=before,
        )
