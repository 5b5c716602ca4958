"""A late player sits down with whoever has the bye of the round that everybody plays already."""

from __future__ import annotations

from datetime import datetime

from goclub.common.transactions import atomic_retried
from goclub.leagues.models import Change, Event, Pairing, Participant, Round, Seat
from goclub.leagues.tournament.queries.snapshot import EventSnapshot
from goclub.leagues.tournament.services.facts import pairing_json, round_json
from goclub.leagues.tournament.services.notices import tell_paired
from goclub.leagues.tournament.services.proposals import propose
from goclub.leagues.tournament.services.rounds import seats_of, table_row
from goclub.leagues.tournament.services.schedules import schedule_places
from goclub.leagues.tournament.services.seating import take_round
from goclub.leagues.tournament.services.steps import record
from goclub.members.models import User
from ratings.errors import Code, RuleError
from tournaments.events.settings import Kind


def late_players(snapshot: EventSnapshot, number: int) -> list[Participant]:
    """Return those who can still sit down in a published round (from 1), where it has a bye.

    They have neither game nor bye in it, whether they enter with the next round, were announced or
    absent, or were brought back; and have a place where the schedule is drawn.
    """
    event_round, event = snapshot.round(number), snapshot.event
    if (
        event_round is None
        or event_round.state != Round.State.PUBLISHED
        or number not in snapshot.byes
    ):
        return []
    seated = snapshot.seated(number)
    late = [
        player
        for player in snapshot.participants.values()
        if player.state == Participant.State.FINAL
        and player.number not in seated
        and player.removed_in is None
        and (player.late_from is None or player.late_from <= number + 1)
    ]
    if snapshot.settings.kind is Kind.ROUND_ROBIN and number < event.rounds_planned:
        places = schedule_places(snapshot, number + 1)
        late = [player for player in late if player.number in places]
    return late


def is_agreed_absence(snapshot: EventSnapshot, player: Participant, number: int) -> bool:
    """Whether it was agreed that a player sits out a round (from 1)."""
    absences = snapshot.absences[player.pk]
    return any(absence.number == number and absence.excused for absence in absences)


@atomic_retried
def seat_late_player(
    *, event: Event, participant: Participant, by: User, at: datetime, version: int | None = None
) -> Pairing:
    """Seat a late player with whoever has the bye, by the rules of the event.

    Colours and stones are those that the rules give.  Raises RuleError E_STATE (``no_bye_to_take``)
    where the player is none of :func:`late_players`, or where the two must not meet.
    """
    event, snapshot, event_round = take_round(event, by, version)
    player = snapshot.participants[participant.number]
    if player not in late_players(snapshot, event_round.number):
        raise RuleError(
            Code.STATE, field="late", value=str(player), reason="tournament.no_bye_to_take"
        )
    before = round_json(snapshot, event_round)
    if player.late_from == event_round.number + 1:
        player.late_from = event_round.number if event_round.number > 1 else None
    player.version += 1
    player.save(update_fields=["late_from", "version"])
    player.absences.filter(number=event_round.number).delete()
    away = snapshot.absences[player.pk]
    snapshot.absences[player.pk] = [
        absence for absence in away if absence.number != event_round.number
    ]
    pairings = snapshot.pairings[event_round.number]
    if snapshot.settings.kind is Kind.ROUND_ROBIN:
        places = [*schedule_places(snapshot, event_round.number), player.number]
        event_round.request = {**event_round.request, "places": places}
        event_round.save(update_fields=["request"])
    proposal = propose(snapshot, event_round.number, only=[player.number], keep=pairings)
    game = next(game for game in proposal.games if player.number in (game.white, game.black))
    table = max((pairing.table for pairing in pairings), default=0) + 1
    pairing = table_row(snapshot, event_round, game, fixed=False)
    pairing.table = table
    Seat.objects.filter(round=event_round, pairing__isnull=True).delete()
    pairing.save()
    Seat.objects.bulk_create(seats_of(pairing))
    record(
        event,
        Change.What.SEATED,
        by=by,
        at=at,
        round_number=event_round.number,
        subject=str(pairing),
        before=before,
        after=pairing_json(pairing),
    )
    tell_paired(event, event_round, [pairing], by=by, at=at)
    return pairing
