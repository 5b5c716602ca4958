"""Changes to a round by hand: tables from a list, and two players who exchange their places."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.utils.translation import gettext_lazy as _

from goclub.common.reading import in_plain_signs
from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried
from goclub.leagues.models import Change, Event, Pairing, Participant, Round, Seat
from goclub.leagues.tournament.queries.snapshot import EventSnapshot
from goclub.leagues.tournament.services.rounds import table_row
from goclub.leagues.tournament.services.schedules import need_scheduled
from goclub.leagues.tournament.services.seating import (
    FixedPair,
    fix_pair,
    met,
    need_open,
    take_round,
)
from goclub.leagues.tournament.services.steps import (
    lock_for_step,
    need_allowed,
    need_here,
    record,
    round_json,
    seats_of,
)
from goclub.members.requests import Act
from ratings.errors import Code, RuleError
from tournaments.events.field import TournamentGame
from tournaments.events.pairing import pair_round as pair_by_weight
from tournaments.events.pairing_request import Fixed

_LINE = re.compile(r"(?:(\d{1,4})\s*:)?\s*(\d{1,5})[\s,;–-]+(\d{1,5})(?:[\s,;]+(\d))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A line: the players by their numbers in the event.

    ``table`` None is the next free one, ``handicap`` None the stones that the rules give.
    """

    table: int | None
    white: int
    black: int
    handicap: int | None


def read_seat_lines(text: str) -> tuple[SeatLine, ...]:
    """Read ``table: white black stones`` a line; the table and the stones may be left out.

    Raises RuleError E_MISSING without any line, E_TYPE for one that cannot be read.

    >>> read_seat_lines("5: 12 7 2")
    (SeatLine(table=5, white=12, black=7, handicap=2),)
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines:
        raise RuleError(Code.MISSING, "lines", reason="tournament.seat_line")
    return tuple(map(_read, lines))


def _read(line: str) -> SeatLine:
    match = _LINE.fullmatch(in_plain_signs(line))
    if match is None:
        raise RuleError(Code.TYPE, "lines", line[:40], reason="tournament.seat_line")
    table, white, black, stones = match.groups()
    return SeatLine(
        int(table) if table else None, int(white), int(black), int(stones) if stones else None
    )


@atomic_retried
def seat_all(act: Act, event: Event, *, text: str) -> list[FixedPair]:
    """Seat the pairs of all lines and keep them so, or none of them.

    Raises RuleError E_UNKNOWN for a number that nobody has, what :func:`read_seat_lines` and
    :func:`~goclub.leagues.tournament.services.seating.fix_pair` raise, and
    :class:`~goclub.leagues.tournament.services.steps.Stale`.
    """
    lines = read_seat_lines(text)
    event = lock_for_step(act, event)
    people = {participant.number: participant for participant in event.participants.all()}
    _need_known(lines, people)
    after_check = replace(act, version="")  # every pair is a step, and makes a new version
    return [
        fix_pair(
            after_check,
            event,
            first=people[line.white],
            second=people[line.black],
            handicap=line.handicap,
            table=line.table,
        )
        for line in lines
    ]


def _need_known(lines: Iterable[SeatLine], people: dict[int, Participant]) -> None:
    seen: set[int] = set()
    for number in (number for line in lines for number in (line.white, line.black)):
        if number not in people:
            raise Refusal(
                _("There is no player with number %(value)s. Check the list of entries."),
                code=Code.UNKNOWN,
                field="lines",
                value=number,
            )
        if number in seen:
            raise Refusal(
                _("%(value)s is in two of the lines. Remove one of them."),
                code=Code.DUPLICATE,
                field="lines",
                value=str(people[number]),
            )
        seen.add(number)


@atomic_retried
def swap_players(
    act: Act, event: Event, *, first: Participant, second: Participant
) -> list[FixedPair]:
    """Let two players of the round under way exchange their places; returns the tables made.

    Each sits down where the other sat, or takes the other's bye; colours and stones of the new
    pairs are those that the rules give them (PAIRING.md, "Handicap and colour").  What comes of it
    is kept when the round is paired again.

    Raises RuleError E_SAME_PLAYER, E_STATE for somebody away (``is_away``) or without a place
    (``not_seated``), two who sit together (``sit_together``) or a table with a result,
    E_INCONSISTENT for a forbidden pair.
    """
    event, snapshot, event_round = take_round(act, event)
    first_player, second_player = (
        snapshot.participants[first.number],
        snapshot.participants[second.number],
    )
    if first_player == second_player:
        raise RuleError(Code.SAME_PLAYER, "swap", first_player.shown_name)
    for player in (first_player, second_player):
        need_here(snapshot, event_round.number, player)
    tables = [_table_of(snapshot, event_round, player) for player in (first_player, second_player)]
    if tables[0] is not None and tables[0] == tables[1]:
        raise Refusal(
            _(
                "These two are at the same table: %(value)s. Use “Change” next to it "
                "to swap their colours."
            ),
            field="swap",
            value=str(tables[0]),
        )
    pairs = [
        (arriving, table.white if table.black_id == leaving.pk else table.black, table.table)
        for table, leaving, arriving in zip(
            tables, (first_player, second_player), (second_player, first_player), strict=True
        )
        if table is not None
    ]
    for arriving, opponent, _number in pairs:
        need_allowed(snapshot, event_round.number, arriving, opponent)
        need_scheduled(snapshot, event_round.number, arriving, opponent)
    before = round_json(snapshot, event_round)
    for table in tables:
        if table is not None:
            need_open(table)
            table.delete()
    Seat.objects.filter(round=event_round, participant__in=(first_player, second_player)).delete()
    # With the colours and stones that they get by the rules.
    seated = [
        _seated(snapshot, event_round, game)
        for game in pair_by_weight(
            snapshot.tournament(rounds=event_round.number - 1),
            event_round.number - 1,
            fixed=[Fixed(white.number, black.number, table=table) for white, black, table in pairs],
            only=(),
            allow_bye=False,
            seed=snapshot.event.seed if event_round.seed is None else event_round.seed,
        ).games
    ]
    for arriving, table in ((second_player, tables[0]), (first_player, tables[1])):
        if table is None:
            Seat.objects.create(round=event_round, participant=arriving, colour="-", fixed=True)
    record(
        act,
        event,
        Change.What.FIXED,
        round_number=event_round.number,
        subject=f"{first_player} ⇄ {second_player}",
        before=before,
    )
    return [
        FixedPair(pairing, met(snapshot, event_round.number, *pairing.players))
        for pairing in seated
    ]


def _table_of(snapshot: EventSnapshot, event_round: Round, player: Participant) -> Pairing | None:
    """The table of a player in a round; None for the bye."""
    for pairing in snapshot.pairings[event_round.number]:
        if player in pairing.players:
            return pairing
    bye = snapshot.byes.get(event_round.number)
    if bye is None or bye.participant_id != player.pk:
        raise Refusal(
            _("%(value)s has no place in this round to swap."),
            field="swap",
            value=player.shown_name,
            reason="not_seated",
        )
    return None


def _seated(snapshot: EventSnapshot, event_round: Round, game: TournamentGame) -> Pairing:
    pairing = table_row(snapshot, event_round, game, fixed=True)
    pairing.save()
    Seat.objects.bulk_create(seats_of(pairing))
    return pairing
