"""Players in rounds that are paired already: seated with a bye, put into or out of previews."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried
from goclub.leagues.models import Change, Event, Pairing, Participant, Round, Seat
from goclub.leagues.tournament.queries.snapshot import EventSnapshot, load
from goclub.leagues.tournament.services.proposals import propose
from goclub.leagues.tournament.services.results import write_results
from goclub.leagues.tournament.services.rounds import table_row, tell_paired
from goclub.leagues.tournament.services.schedules import forfeit_of, schedule_places
from goclub.leagues.tournament.services.seating import take_round
from goclub.leagues.tournament.services.steps import pairing_json, record, round_json, seats_of
from goclub.members.requests import Act
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
def seat_late_player(act: Act, event: Event, *, participant: Participant) -> Pairing:
    """Seat a late player with whoever has the bye, by the rules of the event.

    Colours and stones are those that the rules give.  Raises RuleError E_STATE (``no_bye_to_take``)
    where the player is none of :func:`late_players`, or where the two must not meet.
    """
    event, snapshot, event_round = take_round(act, event)
    player = snapshot.participants[participant.number]
    if player not in late_players(snapshot, event_round.number):
        raise Refusal(
            _(
                "%(value)s cannot join this round: nobody has a bye any more, or the round is "
                "over. Enter them from the next round."
            ),
            field="late",
            value=str(player),
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
        act,
        event,
        Change.What.SEATED,
        round_number=event_round.number,
        subject=str(pairing),
        before=before,
        after=pairing_json(pairing),
    )
    tell_paired(act, event, event_round, [pairing])
    return pairing


def leave_previews(act: Act, event: Event, participant: Participant, rounds: Iterable[int]) -> None:
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
            act,
            event,
            Change.What.BROKE_UP,
            round_number=seat.round.number,
            subject=str(pairing.table) if pairing is not None else participant.display_name,
            before=before,
        )


def join_previews(act: Act, event: Event, participant: Participant, rounds: Iterable[int]) -> None:
    """Take back the forfeits in previews of these rounds (from 1) of a player who is here again.

    The schedule of a round robin gave them; without this they would stay when the round is paired
    again.  The event is locked, and the player stored as here.
    """
    if not Kind(event.system).is_scheduled:
        return
    snapshot = load(event)
    for event_round in snapshot.rounds:
        if event_round.state == Round.State.PAIRED and event_round.number in rounds:
            for table in snapshot.pairings[event_round.number]:
                by_schedule = table.source == Pairing.Source.SCHEDULE
                if by_schedule and participant in table.players:
                    result = forfeit_of(snapshot, event_round.number, table)
                    facts = {
                        "result": result or Pairing.Outcome.UNKNOWN,
                        "by_default": bool(result),
                        "ending": "",
                        "source": Pairing.Source.SCHEDULE if result else Pairing.Source.NONE,
                    }
                    write_results(act, event, event_round, [(table, facts)])
