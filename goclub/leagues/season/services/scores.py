"""The games of counted events as the rules read them, for the table of an event and for Elo."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from goclub.games.models import Game
from goclub.leagues.models import (
    Event,
    LeagueEvent,
    Pairing,
    Participant,
    Round,
    Sanction,
    SeasonRules,
    Seat,
)
from goclub.leagues.tournament.queries.events import round_ends
from goclub.leagues.tournament.queries.snapshot import game_of, load
from tournaments.events.scores.league import as_event_game
from tournaments.seasons.scoring import DRAWS, EventEnding, EventGame, EventRow, event_table


class RatedPairing(NamedTuple):
    """A game of an event that the ledger holds: when it ended, whether a sanction decided it."""

    ended: datetime
    round: int
    game: Game
    judged: bool


@dataclass(slots=True)
class Played:
    """One event as it was played; players are participants by primary key.

    ``rated`` the games that feed the Elo, in the order of play.  ``came``: who had a bye, or a game
    that was not lost without play; they took part (S4-10, S4-22), since a bye is a result of those
    who are there (S4-5).  ``placed``: who has a place in the order, as the table of the tournament
    has them.
    """

    participants: dict[int, Participant] = field(default_factory=dict)
    games: list[EventGame] = field(default_factory=list)
    rated: list[RatedPairing] = field(default_factory=list)
    sanctions: list[Sanction] = field(default_factory=list)
    came: set[int] = field(default_factory=set)
    placed: set[int] = field(default_factory=set)


def load_played(rows: Iterable[LeagueEvent]) -> dict[int, Played]:
    """What was played in these events, by the key of the league's event.

    Five queries for all that are closed, and those of a table for each that is under way.
    """
    rows = list(rows)
    of_event = {row.event_id: row.pk for row in rows}
    by_row = {row.pk: Played() for row in rows}
    people = Participant.objects.filter(event__in=of_event).select_related("member")
    for person in people.order_by("event", "number"):
        by_row[of_event[person.event_id]].participants[person.pk] = person
    ends = _ends(rows)
    out = Round.objects.filter(event__in=of_event, state__in=Round.OUT)
    pairings = Pairing.objects.filter(round__in=out).select_related("round", "game")
    for pairing in pairings.order_by("round__number", "table"):
        played = by_row[of_event[pairing.round.event_id]]
        table = game_of(pairing, (pairing.white_id, pairing.black_id))
        played.came.update(table.came)
        if table.at_board:
            played.placed.update((table.white, table.black))
        # What was corrected on its game's page is in the table already.  A game made void stands in
        # the order of the event all the same; it moves no rating.
        counted = as_event_game(table, pairing.round.number)
        played.games.append(counted)
        game = pairing.game
        decided = counted.winner is not None or counted.ending in DRAWS
        if decided and game is not None and game.state == Game.State.CONFIRMED:
            end = pairing.ended_at or ends[pairing.round_id]
            judged = bool(pairing.verdict)
            played.rated.append(RatedPairing(end, pairing.round.number, game, judged))
    byes = Seat.objects.filter(round__in=out, pairing=None).select_related("round")
    for seat in byes.order_by("round__number", "pk"):
        played = by_row[of_event[seat.round.event_id]]
        removed = played.participants[seat.participant_id].removed_in
        if removed is not None and removed <= seat.round.number:
            continue  # a removed player loses a bye (S4-18)
        played.games.append(
            EventGame(seat.round.number, seat.participant_id, None, None, EventEnding.BYE)
        )
        played.came.add(seat.participant_id)
    for played in by_row.values():
        played.rated.sort(key=lambda pairing: (pairing.ended, pairing.round))
    for row in rows:
        if row.event.state != Event.State.CLOSED:
            by_row[row.pk].placed = _placed_so_far(row.event)
    for sanction in Sanction.objects.filter(league_event__in=by_row).order_by("given_at", "pk"):
        by_row[sanction.league_event_id].sanctions.append(sanction)
    return by_row


def _placed_so_far(event: Event) -> set[int]:
    """Who has a place in an event under way: whoever has a round to come may still have none."""
    snapshot = load(event)
    players = snapshot.published.players
    return {snapshot.participants[player.id].pk for player in players if not player.unplaced}


def _ends(rows: Iterable[LeagueEvent]) -> dict[int, datetime]:
    """When the games of each round ended that say nothing of their own (S4-8, S4-23)."""
    events = {row.event_id: row.event for row in rows}
    rounds: dict[int, list[Round]] = {}
    for event_round in Round.objects.filter(event__in=events):
        rounds.setdefault(event_round.event_id, []).append(event_round)
    return {
        event_round.pk: end[event_round.number]
        for pk, of_event in rounds.items()
        for end in [round_ends(events[pk], of_event)]
        for event_round in of_event
    }


def event_rows(played: Played, rules: SeasonRules) -> tuple[tuple[EventRow, Participant], ...]:
    """The order of an event: big points, then small points, the removed last (S4-16, S4-18).

    Those whom the table of the tournament names, in its order.
    """
    # Equal players are listed by name, as in every table of the tournament.
    by_name = sorted(
        played.participants.values(),
        key=lambda participant: (participant.name, participant.first_name),
    )
    seated = {pk for game in played.games for pk in game.players}
    present = [
        participant.pk
        for participant in by_name
        if participant.pk in seated or participant.removed_in is not None
    ]
    table = event_table(
        present,
        played.games,
        off_board2=rules.off_board2,
        bye2=rules.bye2,
        removed=[
            pk
            for pk in present
            if pk not in played.placed or played.participants[pk].removed_in is not None
        ],
    )
    return tuple((row, played.participants[int(row.player)]) for row in table)


def members_in(played: Played) -> set[int]:
    """Members who came: who had a bye, or a game that was not lost without play; by primary key.

    Guests are nobody's rating.
    """
    members = (played.participants[pk].member_id for pk in played.came)
    return {pk for pk in members if pk is not None}
