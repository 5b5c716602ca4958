"""Taking somebody out of rounds that the players do not see yet, and letting them back in."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from goclub.leagues.models import Change, Event, Pairing, Participant, Round, Seat
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services.facts import round_json
from goclub.leagues.tournament.services.results import write_results
from goclub.leagues.tournament.services.schedules import forfeit_of
from goclub.leagues.tournament.services.steps import record
from goclub.members.models import User
from tournaments.events.settings import Kind


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


def join_previews(
    event: Event, participant: Participant, rounds: Iterable[int], *, by: User | None, at: datetime
) -> None:
    """Take back the forfeits in previews of these rounds (from 1) of a player who is here again.

    The schedule of a round robin gave them; without this they would stay when the round is paired
    again.  The event is locked, and the player stored as here.
    """
    if event.system != Kind.ROUND_ROBIN:
        return
    snapshot = load(event)
    for event_round in snapshot.rounds:
        if event_round.state == Round.State.PAIRED and event_round.number in rounds:
            for table in snapshot.pairings[event_round.number]:
                if table.by_default and participant in table.players:
                    result = forfeit_of(snapshot, event_round.number, table)
                    facts = {
                        "result": result or Pairing.Outcome.UNKNOWN,
                        "by_default": bool(result),
                        "ending": "",
                        "source": Pairing.Source.ORGANISER if result else Pairing.Source.NONE,
                    }
                    write_results(event, event_round, [(table, facts)], by=by, at=at)
