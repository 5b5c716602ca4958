"""Changes by hand: fix or forbid a pair, choose the bye, break up, exchange colours, set stones.

Each works on the preview and, for tables without a result, on the published round; what is made by
hand is kept when the round is paired again.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from itertools import count

from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from goclub.common.notation import listed
from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried, lock_row
from goclub.games.models import Toss
from goclub.leagues.models import Change, Event, ForbiddenPair, Pairing, Participant, Round, Seat
from goclub.leagues.tournament.queries.events import tosses_of
from goclub.leagues.tournament.queries.snapshot import EventSnapshot, load
from goclub.leagues.tournament.services.proposals import stones_for
from goclub.leagues.tournament.services.results import settle_round
from goclub.leagues.tournament.services.schedules import need_no_schedule, need_scheduled
from goclub.leagues.tournament.services.steps import (
    lock_for_step,
    need_allowed,
    need_here,
    pairing_json,
    record,
    round_json,
    seats_of,
)
from goclub.members.requests import Act
from ratings.checks import whole_number
from ratings.errors import Code, RuleError
from tournaments.events.settings import MAX_STONES
from tournaments.seasons.events import check_colour_by_toss

What = Change.What


@dataclass(frozen=True, slots=True)
class FixedPair:
    """A table made by hand, and the rounds (from 1) in which the two met before."""

    pairing: Pairing
    met: tuple[int, ...]


@atomic_retried
def fix_pair(
    act: Act,
    event: Event,
    *,
    first: Participant,
    second: Participant,
    white: Participant | None = None,
    handicap: int | None = None,
    table: int | None = None,
) -> FixedPair:
    """Seat two players together in the next round (or the one under way) and keep them so.

    Whoever they were paired with before is free again.  A pair that met is allowed; the answer
    names the rounds, for a warning.  White is ``white``, else the first; without ``handicap`` the
    stones are those that the rules of the event give.  Raises RuleError
    E_SAME_PLAYER, E_STATE for a player who is away or has a result, E_RANGE for the stones or the
    table, E_DUPLICATE for a table that is taken, E_INCONSISTENT for a forbidden pair.
    """
    event, snapshot, event_round = take_round(act, event, make=True)
    first_player, second_player = (
        snapshot.participants[first.number],
        snapshot.participants[second.number],
    )
    if first_player == second_player:
        raise RuleError(Code.SAME_PLAYER, "second", first_player.shown_name)
    if handicap is not None:
        whole_number(handicap, field="handicap", low=0, high=MAX_STONES)
    need_allowed(snapshot, event_round.number, first_player, second_player)
    need_scheduled(snapshot, event_round.number, first_player, second_player)
    before = round_json(snapshot, event_round)
    for player in (first_player, second_player):
        need_here(snapshot, event_round.number, player)
        _unseat(snapshot, event_round, player)
    if white is not None and white.number == second_player.number:
        first_player, second_player = second_player, first_player
    if handicap is None:
        handicap = stones_for(
            snapshot, event_round.number, first_player.number, second_player.number
        )
    pairing = Pairing(
        round=event_round,
        table=_free_table(event_round, table),
        white=first_player,
        black=second_player,
        handicap=handicap,
        komi2=event.komi2_for(handicap),
        fixed=True,
    )
    pairing.save()
    Seat.objects.bulk_create(seats_of(pairing))
    record(
        act,
        event,
        What.FIXED,
        round_number=event_round.number,
        subject=f"{first_player} – {second_player}",
        before=before,
        after=pairing_json(pairing),
    )
    return FixedPair(pairing, met(snapshot, event_round.number, first_player, second_player))


def met(
    snapshot: EventSnapshot, number: int, first: Participant, second: Participant
) -> tuple[int, ...]:
    """The rounds before *number* in which two players met, counted from 1."""
    rounds = snapshot.meetings[frozenset((first.number, second.number))]
    return tuple(earlier for earlier in rounds if earlier < number)


@atomic_retried
def release_pair(act: Act, pairing: Pairing) -> None:
    """Let a table made by hand be paired anew the next time; it stays as it is until then."""
    event, _loaded, event_round, pairing = _take_table(act, pairing)
    if not pairing.fixed:
        return
    before = pairing_json(pairing)
    pairing.fixed = False
    pairing.save(update_fields=["fixed"])
    _record_table(act, event, event_round, pairing, before)


@atomic_retried
def break_up(act: Act, event: Event, *, tables: Collection[int]) -> None:
    """Break up tables of the round under way: their players are free to be paired again.

    Raises RuleError E_MISSING without any table, E_UNKNOWN for one that is not there, E_STATE
    (``has_a_result``) for one with a result.
    """
    event, snapshot, event_round = take_round(act, event)
    if not tables:
        raise Refusal(_("Choose at least one table."), code=Code.MISSING, field="tables")
    known = {pairing.table: pairing for pairing in snapshot.pairings[event_round.number]}
    before = round_json(snapshot, event_round)
    for number in sorted(tables):
        if number not in known:
            raise RuleError(Code.UNKNOWN, "tables", number)
        need_open(known[number])
        known[number].delete()
    settle_round(event_round, act.at)
    record(
        act,
        event,
        What.BROKE_UP,
        round_number=event_round.number,
        subject=listed(sorted(tables)),
        before=before,
    )


@atomic_retried
def swap_colours(act: Act, pairing: Pairing) -> Pairing:
    """Exchange the colours at a table; the stones stay with it."""
    event, _loaded, event_round, pairing = _take_table(act, pairing)
    before = pairing_json(pairing)
    pairing.black, pairing.white = pairing.white, pairing.black
    pairing.toss = None
    _seat_anew(pairing)
    _record_table(act, event, event_round, pairing, before)
    return pairing


def _seat_anew(pairing: Pairing) -> None:
    """Store a table whose colours were exchanged by hand."""
    pairing.fixed = True
    pairing.save()
    pairing.seats.all().delete()
    Seat.objects.bulk_create(seats_of(pairing))
    # "Black won" would now speak of the other player.
    pairing.claims.all().delete()


@atomic_retried
def take_toss(act: Act, pairing: Pairing, *, toss: Toss) -> Pairing:
    """Let the colours of a table be those of a toss between its players (S4-19, S1-18).

    The players agree by tossing with each other once the round is out, the organiser by this step.
    Raises RuleError E_STATE after the start, E_FORBIDDEN without everybody's consent, and
    E_INCONSISTENT with stones, where the colours are not free.
    """
    event, _loaded, event_round, pairing = _take_table(act, pairing)
    toss = lock_row(toss, "opener", "caller", "black", "game")
    check_colour_by_toss(
        players_agree=toss in tosses_of(pairing, event_round),
        started=pairing.claims.exists(),
    )
    if pairing.handicap:
        raise Refusal(
            _("With handicap stones the colours are fixed. Remove the stones first."),
            code=Code.INCONSISTENT,
            field="handicap",
            value=pairing.handicap,
            reason="toss_with_stones",
        )
    before = pairing_json(pairing)
    pairing.toss = toss
    if pairing.black.member_id == toss.black_id:
        pairing.save(update_fields=["toss"])
    else:
        pairing.black, pairing.white = pairing.white, pairing.black
        _seat_anew(pairing)
    _record_table(act, event, event_round, pairing, before)
    return pairing


@atomic_retried
def set_conditions(
    act: Act,
    pairing: Pairing,
    *,
    handicap: int | None = None,
    komi2: int | None = None,
    table: int | None = None,
) -> Pairing:
    """Set stones, komi (doubled) or the table's number by hand; None leaves each as it is.

    Stones without a komi bring the komi that goes with them.  Whoever sits at a table that is asked
    for takes the other's number, unless they have a result (E_STATE ``has_a_result``).
    """
    event, _loaded, event_round, pairing = _take_table(act, pairing)
    before = pairing_json(pairing)
    if handicap is not None and handicap != pairing.handicap:
        whole_number(handicap, field="handicap", low=0, high=MAX_STONES)
        pairing.handicap = handicap
        pairing.komi2 = event.komi2_for(handicap)
    if komi2 is not None:
        whole_number(komi2, field="komi", low=-722, high=722)
        pairing.komi2 = komi2
    if table is not None and table != pairing.table:
        _exchange_table(act, event, event_round, pairing, table)
    if pairing_json(pairing) == before:
        return pairing
    pairing.fixed = True
    pairing.save()
    pairing.claims.all().delete()  # reports of other conditions: their margin may not fit
    _record_table(act, event, event_round, pairing, before)
    return pairing


@atomic_retried
def choose_bye(act: Act, event: Event, *, participant: Participant | None) -> None:
    """Give the bye of the round under way to somebody, or (None) to nobody.

    Their table is broken up; whoever had the bye is free again.
    """
    event, snapshot, event_round = take_round(act, event, make=True)
    before = round_json(snapshot, event_round)
    Seat.objects.filter(round=event_round, pairing__isnull=True).delete()
    if participant is not None:
        current = snapshot.participants[participant.number]
        need_no_schedule(snapshot, current)
        need_here(snapshot, event_round.number, current)
        _unseat(snapshot, event_round, current)
        Seat.objects.create(round=event_round, participant=current, colour="-", fixed=True)
    record(
        act,
        event,
        What.BYE,
        round_number=event_round.number,
        subject=str(participant or ""),
        before=before,
        after=participant.number if participant else None,
    )


@atomic_retried
def forbid_pair(
    act: Act,
    event: Event,
    *,
    first: Participant,
    second: Participant,
    number: int | None = None,
    reason: str = "",
) -> ForbiddenPair:
    """Keep two players from meeting, in one round (from 1) or in all.

    Forbidding twice changes nothing.  Raises RuleError E_SAME_PLAYER, E_INCONSISTENT where they
    are fixed together in the round under way.
    """
    event = lock_for_step(act, event)
    lower, higher = sorted((first, second), key=lambda player: player.number)
    if lower.pk == higher.pk:
        raise RuleError(Code.SAME_PLAYER, "second", lower.shown_name)
    fixed = Pairing.objects.filter(
        round__event=event, round__state__in=[Round.State.OPEN, Round.State.PAIRED], fixed=True
    )
    if any({p.black_id, p.white_id} == {lower.pk, higher.pk} for p in fixed):
        raise Refusal(
            _("%(value)s were seated together by hand. Break up that table first."),
            code=Code.INCONSISTENT,
            field="second",
            value=f"{lower} – {higher}",
        )
    ban, is_new = ForbiddenPair.objects.get_or_create(
        event=event, first=lower, second=higher, number=number, defaults={"reason": reason}
    )
    if is_new:
        record(
            act,
            event,
            What.FORBADE,
            round_number=number,
            subject=f"{lower} – {higher}",
            after={"first": lower.number, "second": higher.number, "round": number},
            reason=reason,
        )
    return ban


@atomic_retried
def allow_pair(act: Act, ban: ForbiddenPair) -> None:
    """Lift a ban."""
    event = lock_for_step(act, ban.event)
    record(
        act,
        event,
        What.ALLOWED,
        round_number=ban.number,
        subject=str(ban),
        before={"first": ban.first.number, "second": ban.second.number, "round": ban.number},
    )
    ban.delete()


# --- Small parts ------------------------------------------------------------------------------
def take_round(act: Act, event: Event, *, make: bool = False) -> tuple[Event, EventSnapshot, Round]:
    """The round under way: the last one that is not complete, or (make) a new one."""
    event = lock_for_step(act, event)
    snapshot = load(event)
    last = snapshot.rounds[-1] if snapshot.rounds else None
    if last is not None and last.state != Round.State.COMPLETE:
        if event.has_boards and last.is_out:
            raise Refusal(
                _("The boards of round %(value)s are seated. Unpublish it to change its matches."),
                field="round",
                value=last.number,
                reason="boards_are_seated",
            )
        return event, snapshot, last
    number = (last.number if last else 0) + 1
    if not make or number > event.rounds_planned:
        raise Refusal(
            _(
                "No round is under way, so no tables can be changed. Pair and publish a round "
                "first."
            ),
            field="round",
        )
    event_round = Round.objects.create(event=event, number=number)
    snapshot.rounds.append(event_round)
    return event, snapshot, event_round


def _take_table(act: Act, pairing: Pairing) -> tuple[Event, EventSnapshot, Round, Pairing]:
    event, snapshot, event_round = take_round(act, pairing.round.event)
    current = [table for table in snapshot.pairings[event_round.number] if table.pk == pairing.pk]
    if not current:
        raise RuleError(Code.STATE, "table", pairing.table, reason="tournament.table_is_gone")
    need_open(current[0])
    return event, snapshot, event_round, current[0]


def need_open(pairing: Pairing) -> None:
    """Refuse a table that has a result: E_STATE ``has_a_result``."""
    if pairing.has_result:
        raise Refusal(
            _("Table %(value)s has a result. Clear it first."),
            field="table",
            value=pairing.table,
            reason="has_a_result",
        )


def _unseat(snapshot: EventSnapshot, event_round: Round, player: Participant) -> None:
    """Free a player's place in a round; their opponent becomes free too."""
    for pairing in snapshot.pairings[event_round.number]:
        if player in pairing.players and pairing.pk is not None:
            need_open(pairing)
            pairing.delete()
    snapshot.pairings[event_round.number] = [
        pairing for pairing in snapshot.pairings[event_round.number] if pairing.pk
    ]
    Seat.objects.filter(round=event_round, participant=player, pairing__isnull=True).delete()


def _free_table(event_round: Round, wanted: int | None) -> int:
    occupied = set(Pairing.objects.filter(round=event_round).values_list("table", flat=True))
    if wanted is None:
        closed = occupied | event_round.event.unused_table_numbers
        return next(number for number in count(1) if number not in closed)
    whole_number(wanted, field="table", low=1, high=5000)
    if wanted in occupied:
        raise Refusal(
            _("Table %(value)s is taken. Choose another number."),
            code=Code.DUPLICATE,
            field="table",
            value=wanted,
            reason="table_taken",
        )
    return wanted


def _exchange_table(
    act: Act, event: Event, event_round: Round, pairing: Pairing, wanted: int
) -> None:
    """Give a table another number, which whoever has it exchanges for the table's own."""
    whole_number(wanted, field="table", low=1, high=5000)
    neighbour = event_round.pairings.filter(table=wanted).first()
    if neighbour is not None:
        need_open(neighbour)
        before, own = pairing_json(neighbour), pairing.table
        # No two have one number, not even for a moment.
        neighbour.table = (event_round.pairings.aggregate(last=Max("table"))["last"] or 0) + 1
        neighbour.save(update_fields=["table"])
        pairing.table, neighbour.table = wanted, own
        pairing.save(update_fields=["table"])
        neighbour.save(update_fields=["table"])
        _record_table(act, event, event_round, neighbour, before)
    pairing.table = wanted


def _record_table(
    act: Act, event: Event, event_round: Round, pairing: Pairing, before: object
) -> None:
    record(
        act,
        event,
        What.SEATED,
        round_number=event_round.number,
        subject=str(pairing),
        before=before,
        after=pairing_json(pairing),
    )
