"""The draw of a knock-out and the games of its rounds.

The draw is kept with the first round, as the places of a round robin are; everything else follows
from it and from the results.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from copy import copy

from django.utils.translation import gettext_lazy as _

from goclub.common.notation import listed
from goclub.common.refusals.registry import Refusal
from goclub.leagues.models import Event, Pairing, Participant, Round
from goclub.leagues.tournament.queries.boards import points_at
from goclub.leagues.tournament.queries.snapshot import EventSnapshot, load
from ratings.errors import Code
from tournaments.brackets.settings import MOST_PLAYERS
from tournaments.events.field import TournamentGame
from tournaments.events.pairing import pair_round
from tournaments.events.pairing_request import Fixed
from tournaments.events.roundrobin import ScheduledRound
from tournaments.events.settings import MOST_BRACKET_ROUNDS
from tournaments.events.teams import match_result


def seeded(snapshot: EventSnapshot, players: Iterable[Participant]) -> list[int]:
    """Return the numbers of players by seed: those with a seed of their own first.

    Then by rank and rating, or by draw where the settings say so; the draw, from the seed of the
    first round or of the event, also decides between equals.
    """
    first, by_draw = snapshot.round(1), snapshot.settings.bracket.by_draw
    seed = snapshot.event.seed if first is None or first.seed is None else first.seed
    chance = random.Random(seed or 0)  # noqa: S311 - a draw that can be repeated
    lots = {number: chance.random() for number in sorted(snapshot.participants)}

    def order(player: Participant) -> tuple[float, ...]:
        strength = (0, 0) if by_draw else (-player.rank, -(player.rating or 0))
        return (player.seed is None, player.seed or 0, *strength, lots[player.number])

    return [player.number for player in sorted(players, key=order)]


def bracket_round(snapshot: EventSnapshot, number: int, drawn: list[int]) -> ScheduledRound:
    """Return the games of a round (from 1), with the colours and stones that the event gives.

    Whoever is away loses by forfeit, as in a round robin.  Raises RuleError E_RANGE for a field
    that is too small or too large, E_STATE while games of the round before are open.
    """
    _need_field(len(drawn))
    waiting = [p.table for p in snapshot.pairings[number - 1] if not p.has_result]
    if waiting:
        raise Refusal(
            _(
                "Round %(round)s has open games: table %(value)s. The bracket goes on when their "
                "results are in."
            ),
            field="round",
            value=listed(waiting),
            reason="bracket_waits",
            round=number - 1,
        )
    tournament = snapshot.tournament(rounds=number - 1)
    bracket = snapshot.bracket(number - 1, drawn)
    pairs = [match.players for match in bracket.to_play() if match.players] if bracket else []
    here = {player.id for player in tournament.participants(number - 1)}
    fixed = [Fixed(*pair, table=table) for table, pair in enumerate(pairs, 1) if here >= set(pair)]
    games = [
        TournamentGame(table, *pair) for table, pair in enumerate(pairs, 1) if not here >= set(pair)
    ]
    if fixed:
        paired = pair_round(tournament, number - 1, fixed=fixed, only=(), seed=snapshot.event.seed)
        games += paired.games
    return ScheduledRound(tuple(sorted(games, key=lambda game: game.table)), None)


def _need_field(players: int) -> None:
    if players < 2:
        raise Refusal(
            _(
                "A knock-out needs at least two players who are here. Enter players on the desk’s "
                "page “Entries”, or mark those who have arrived as here."
            ),
            code=Code.RANGE,
            field="players",
            value=players,
            reason="bracket_too_small",
        )
    if players > MOST_PLAYERS:
        raise Refusal(
            _(
                "A knock-out has at most %(most)s players; %(value)s are here. Withdraw some on "
                "the desk’s page “Entries”, or choose another system in the settings."
            ),
            code=Code.RANGE,
            field="players",
            value=players,
            reason="bracket_too_large",
            most=MOST_PLAYERS,
        )


def need_nothing_rests(
    event: Event, event_round: Round, decided: Iterable[tuple[Pairing, Mapping[str, object]]]
) -> None:
    """Refuse a result that later games of a knock-out rest on: E_STATE ``games_rest_on_it``."""
    later = event.rounds.filter(number__gt=event_round.number).exists()
    if event.system != Event.System.KNOCKOUT or not later:
        return
    resting = games_resting(load(event), decided)
    if resting:
        raise Refusal(
            _(
                "Games of later rounds rest on this result: %(value)s. Correct it on the desk’s "
                "page “Bracket”, which cancels them."
            ),
            field="result",
            value=listed(f"{table} ({table.round.number})" for table in resting),
            reason="games_rest_on_it",
        )


def games_resting(
    snapshot: EventSnapshot, decided: Iterable[tuple[Pairing, Mapping[str, object]]]
) -> list[Pairing]:
    """Return the tables that would no longer be part of the bracket with these results.

    ``decided``: tables, of teams their boards, with the columns that change.  The snapshot keeps
    what they make of the bracket.
    """
    before = _counted(snapshot)
    tables = {table.pk: table for pairings in snapshot.pairings.values() for table in pairings}
    for pairing, facts in decided:
        table = tables[pairing.match_id or pairing.pk]
        game = table if pairing.match_id is None else copy(pairing)
        for name, value in facts.items():
            setattr(game, name, value)
        if pairing.match_id and snapshot.board_points:
            points = snapshot.board_points[pairing.match_id]
            points[game.board - 1] = points_at(game, table)
            table.result = match_result(points).value
    after = _counted(snapshot)
    return [table for table, game in _games_of(snapshot) if game in before - after]


def need_bracket(snapshot: EventSnapshot) -> None:
    """Refuse a knock-out with games outside its bracket: E_INCONSISTENT (``not_of_bracket``)."""
    if snapshot.event.system != Event.System.KNOCKOUT:
        return
    counted = _counted(snapshot)
    if strange := [table for table, game in _games_of(snapshot) if game not in counted]:
        raise Refusal(
            _(
                "Games of the hall rest on a result that was changed here: %(value)s. Change it "
                "back here, bring the file home, then correct it on the desk’s page “Bracket”."
            ),
            code=Code.INCONSISTENT,
            field="file",
            value=listed(f"{table} ({table.round.number})" for table in strange),
            reason="not_of_bracket",
        )


def _games_of(snapshot: EventSnapshot) -> list[tuple[Pairing, tuple[int, frozenset[int]]]]:
    return [
        (table, (number, frozenset(player.number for player in table.players)))
        for number, pairings in sorted(snapshot.pairings.items())
        for table in pairings
    ]


def _counted(snapshot: EventSnapshot) -> set[tuple[int, frozenset[int]]]:
    """The games that are part of the bracket, each as its round and players."""
    bracket = snapshot.bracket(len(snapshot.rounds))
    matches = bracket.matches if bracket else ()
    return {
        (number, frozenset(match.players))
        for match in matches
        for number in match.rounds
        if match.players
    }


def with_rounds_planned(snapshot: EventSnapshot, drawn: list[int], number: int) -> EventSnapshot:
    """Return the event with as many rounds planned as its bracket needs from a round on (from 1).

    Raises RuleError E_RANGE where these are more than an event has.
    """
    event = snapshot.event
    _need_field(len(drawn))
    bracket = snapshot.bracket(number - 1, drawn)
    rounds = number - 1 + max(bracket.rounds_left if bracket else 0, 1)
    # Whatever the results, a bracket that was begun is played to its end.
    most = bracket.most_rounds_left if bracket and number == 1 else rounds
    if most > MOST_BRACKET_ROUNDS:
        raise Refusal(
            _(
                "This bracket may need %(value)s rounds, and a knock-out has at most %(most)s. On "
                "the desk’s page “Bracket”, let fewer games decide a match."
            ),
            code=Code.RANGE,
            field="rounds",
            value=most,
            reason="bracket_too_long",
            most=MOST_BRACKET_ROUNDS,
        )
    if rounds == event.rounds_planned:
        return snapshot
    event.rounds_planned = rounds
    event.save(update_fields=["rounds_planned"])
    return load(event)
