"""Games of events: posted and taken back together, in one replay of the ledger.

Who may do so is the business of the event; here the games are what was played there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from goclub.common.gate import gate_open
from goclub.common.locks import lock_row
from goclub.common.transactions import atomic_retried
from goclub.games.models import Game
from goclub.games.playing.services.facts import GameFacts
from goclub.games.playing.services.hearing import tell_programs
from goclub.games.rating.ledger.facts import game_key, members_of
from goclub.games.rating.ledger.recalculation import recalculate
from goclub.members.models import HookKind, User
from ratings.errors import Code, RuleError

State = Game.State


@dataclass(frozen=True, slots=True)
class EventGamePosting:
    """One game to be posted; ``before``: the game under which it was posted earlier."""

    facts: GameFacts
    for_league: bool = False
    before: Game | None = None


@atomic_retried
def post_event_games(
    *, games: Sequence[EventGamePosting], by: User | None, at: datetime, in_place: bool = False
) -> list[Game]:
    """Store games as confirmed, in their order, and post them to the ledger with one replay.

    A game posted before is brought back and corrected where its facts differ; ``in_place`` it keeps
    the moment of its confirmation, and so its place in the ledger.  The facts must have passed
    :meth:`GameFacts.check`.  Returns the games in the order given.
    """
    posted = []
    corrected: set[int] = set()
    keys = []
    touched: set[int] = set()
    for event_game in games:
        game = event_game.before or Game(reported_by=by, reported_at=at)
        if game.pk and game.state == State.CONFIRMED:
            corrected.add(game.pk)
            keys.append(game_key(game))
            touched |= members_of(game)
        event_game.facts.write_to(game)
        game.for_league = event_game.for_league
        game.state = State.CONFIRMED
        if not in_place or game.confirmed_at is None:
            game.confirmed_by, game.confirmed_at = by, at
        game.reason = ""
        with gate_open():
            game.save()
        keys.append(game_key(game))
        touched |= members_of(game)
        posted.append(game)
    if keys:
        recalculate(min(keys), touched)
    fresh = [game for game in posted if game.pk not in corrected]
    tell_programs(HookKind.CONFIRMED, fresh, at=at)
    tell_programs(HookKind.CORRECTED, [game for game in posted if game.pk in corrected], at=at)
    return posted


@atomic_retried
def void_event_games(*, games: Iterable[Game], reason: str) -> int:
    """Make games void together; they stay on record.  Returns how many there were."""
    keys = []
    touched: set[int] = set()
    count = 0
    counted: list[Game] = []
    for game in games:
        count += 1
        if game.state == State.CONFIRMED:
            counted.append(game)
            keys.append(game_key(game))
            touched |= members_of(game)
        game.state = State.VOID
        game.reason = reason.strip()
        with gate_open():
            game.save()
    if keys:
        recalculate(min(keys), touched)
    tell_programs(HookKind.VOIDED, counted, at=timezone.now())
    return count


@atomic_retried
def make_official(*, game: Game, official: bool) -> Game:
    """Say that a game is one of the official league, or none any more; the ledger follows (S1-24).

    Whether it may be is the league's business.
    """
    game = lock_row(game, "black", "white")
    was_rated = game.is_rated
    game.official = official
    with gate_open():
        game.save()
    if was_rated != game.is_rated:
        recalculate(game_key(game), members_of(game), cause=game)
    return game


@atomic_retried
def give_up_report(*, game: Game, reason: str) -> Game:
    """Make a report void that became something else: the result of a table in an event."""
    game = lock_row(game, "black", "white")
    if game.state != State.REPORTED:
        raise RuleError(
            Code.STATE, field="state", value=game.state, reason="playing.organiser_decides"
        )
    game.state, game.reason = State.VOID, reason.strip()[:300]
    game.save()
    return game
