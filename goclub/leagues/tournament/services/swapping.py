"""Two players of a round exchange their places: tables, or a table and the bye."""

from __future__ import annotations

from datetime import datetime

from goclub.common.transactions import atomic_retried
from goclub.leagues.models import Change, Event, Pairing, Participant, Round, Seat
from goclub.leagues.tournament.queries.snapshot import EventSnapshot
from goclub.leagues.tournament.services.facts import round_json
from goclub.leagues.tournament.services.rounds import seats_of, table_row
from goclub.leagues.tournament.services.schedules import need_scheduled
from goclub.leagues.tournament.services.seating import (
    FixedPair,
    met,
    need_open,
    take_round,
)
from goclub.leagues.tournament.services.steps import need_allowed, need_here, record
from goclub.members.models import User
from ratings.errors import Code, RuleError
from tournaments.events.field import TournamentGame
from tournaments.events.pairing import pair_round as pair_by_weight
from tournaments.events.pairing_request import Fixed


@atomic_retried
def swap_players(
    *,
    event: Event,
    first: Participant,
    second: Participant,
    by: User,
    at: datetime,
    version: int | None = None,
) -> list[FixedPair]:
    """Let two players of the round under way exchange their places; returns the tables made.

    Each sits down where the other sat, or takes the other's bye; colours and stones of the new
    pairs are those that the rules give them (PAIRING.md, "Handicap and colour").  What comes of it
    is kept when the round is paired again.

    Raises RuleError E_SAME_PLAYER, E_STATE for somebody away (``is_away``) or without a place
    (``not_seated``), two who sit together (``sit_together``) or a table with a result,
    E_INCONSISTENT for a forbidden pair.
    """
    event, snapshot, a_round = take_round(event, by, version)
    one, other = snapshot.participants[first.number], snapshot.participants[second.number]
    if one == other:
        raise RuleError(Code.SAME_PLAYER, field="swap", value=one.display_name)
    for player in (one, other):
        need_here(snapshot, a_round.number, player)
    tables = [_table_of(snapshot, a_round, player) for player in (one, other)]
    if tables[0] is not None and tables[0] == tables[1]:
        raise RuleError(
            Code.STATE, field="swap", value=str(tables[0]), reason="tournament.sit_together"
        )
    pairs = [
        (arriving, _opponent(table, leaving), table.table)
        for table, leaving, arriving in zip(tables, (one, other), (other, one), strict=True)
        if table is not None
    ]
    for arriving, opponent, _number in pairs:
        need_allowed(snapshot, a_round.number, arriving, opponent)
        need_scheduled(snapshot, a_round.number, arriving, opponent)
    before = round_json(snapshot, a_round)
    for table in tables:
        if table is not None:
            need_open(table)
            table.delete()
    Seat.objects.filter(round=a_round, participant__in=(one, other)).delete()
    games = _by_the_rules(snapshot, a_round, pairs)
    made = [_seated(snapshot, a_round, game) for game in games]
    for arriving, table in ((other, tables[0]), (one, tables[1])):
        if table is None:
            Seat.objects.create(round=a_round, participant=arriving, colour="-", fixed=True)
    record(
        event,
        Change.What.FIXED,
        by=by,
        at=at,
        round_number=a_round.number,
        subject=f"{one} ⇄ {other}",
        before=before,
    )
    return [FixedPair(one, met(snapshot, a_round.number, *one.players)) for one in made]


def _table_of(snapshot: EventSnapshot, a_round: Round, player: Participant) -> Pairing | None:
    """The table of a player in a round; None for the bye."""
    for pairing in snapshot.pairings[a_round.number]:
        if player in pairing.players:
            return pairing
    bye = snapshot.byes.get(a_round.number)
    if bye is None or bye.participant_id != player.pk:
        raise RuleError(
            Code.STATE, field="swap", value=player.display_name, reason="tournament.not_seated"
        )
    return None


def _opponent(pairing: Pairing, player: Participant) -> Participant:
    return pairing.white if pairing.black_id == player.pk else pairing.black


def _by_the_rules(
    snapshot: EventSnapshot, a_round: Round, pairs: list[tuple[Participant, Participant, int]]
) -> tuple[TournamentGame, ...]:
    """The pairs as tables, with the colours and stones that they get by the rules."""
    return pair_by_weight(
        snapshot.tournament(rounds=a_round.number - 1),
        a_round.number - 1,
        fixed=[Fixed(one.number, other.number, table=table) for one, other, table in pairs],
        only=(),
        allow_bye=False,
        seed=snapshot.event.seed if a_round.seed is None else a_round.seed,
    ).games


def _seated(snapshot: EventSnapshot, a_round: Round, game: TournamentGame) -> Pairing:
    pairing = table_row(snapshot, a_round, game, fixed=True)
    pairing.save()
    Seat.objects.bulk_create(seats_of(pairing))
    return pairing
