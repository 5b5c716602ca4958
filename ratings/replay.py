"""From facts to projections: the same facts in the same order always give the same entries."""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Mapping
from datetime import date
from typing import Any, Generic, TypeVar

from msgspec import Struct

from ratings.accepted import AcceptedWords
from ratings.errors import Code, RuleError
from ratings.system import RatedGame, Step, System

S = TypeVar("S")
R = TypeVar("R")


class GameEvent(Struct, frozen=True, gc=False):
    """A game on a day between two players; ids of guests (by the game's flags) are not looked up.

    ``key`` names the fact to the caller; it comes back in the entries.  Keys and ids of players
    are the caller's own, of any hashable type.
    """

    key: Any
    on: date
    game: RatedGame
    black: Any
    white: Any


class DecisionEvent(Struct, frozen=True, gc=False):
    """A declaration or an admin's decision about one player, in the type of the rating system."""

    key: Any
    on: date
    player: Any
    decision: Any


Event = GameEvent | DecisionEvent


class ReplayEntry(Struct, Generic[S], frozen=True, gc=False):
    """A line of the ledger: what the fact ``key`` made of ``player``; ``before`` None at first."""

    key: Any
    player: Any
    before: S | None
    step: Step[S]


def replay(
    system: System[S, R],
    events: Iterable[Event],
    rules_at: Callable[[date], R],
    states: Mapping[Any, S] | None = None,
    only: Container[Hashable] | None = None,
) -> Iterator[ReplayEntry[S]]:
    """Yield the entries that *system* makes of *events*, one by one; Black's before White's.

    ``events`` in the order in which they happened (days never go back; within a day the given
    order stands).  ``rules_at`` gives the house rules in force on a day.  ``states`` where each
    player stands before the first event; it is copied, not changed.  ``only`` the players to
    follow, None for all; anybody else gets no entry and needs no state, which is possible in
    systems that do not depend on the opponent.

    Reads one event at a time and keeps one state per player, whatever the length of the history.
    A void game still yields its entries, so that it can be explained; a guest gets none.

    Raises, when it comes to the event, RuleError E_STATE (``on``: ``out_of_order``; ``black`` or
    ``white``: ``no_points_yet``, a member without any decision so far), E_SAME_PLAYER, E_TYPE for
    what is no event, and whatever the system raises; E_STATE on ``only`` where the system depends
    on the opponent.  Entries yielded before stand.  Source: DESIGN, facts and projections;
    section 0.
    """
    if only is not None and system.depends_on_opponent:
        raise RuleError(
            Code.STATE, "only", system.name, "all players", reason="ratings.depends_on_opponent"
        )
    current: dict[Hashable, S] = dict(states or {})
    latest: date | None = None
    for event in events:
        if isinstance(event, GameEvent):
            # Most events share their day with the one before: nothing to ask then.
            if event.on is not latest and event.on != latest:
                latest = _not_before(event.on, latest)
                rules = rules_at(latest)
            black, white = _players(event, current, only)
            first, second = system.step(event.game, black, white, rules)
            if first is not None:
                current[event.black] = first.state
            if second is not None:
                current[event.white] = second.state
            if first is not None:
                yield ReplayEntry(event.key, event.black, black, first)
            if second is not None:
                yield ReplayEntry(event.key, event.white, white, second)
        elif isinstance(event, DecisionEvent):
            if event.on != latest:
                latest = _not_before(event.on, latest)
                rules = rules_at(latest)
            if only is None or event.player in only:
                yield from _decided(system, event, current, rules)
        else:
            raise RuleError(Code.TYPE, "event", event)


def _not_before(on: date, latest: date | None) -> date:
    if latest is not None and on < latest:
        raise RuleError(
            Code.STATE,
            "on",
            on,
            AcceptedWords("from %(low)s on", low=latest),
            reason="ratings.out_of_order",
        )
    return on


def _decided(
    system: System[S, R], event: DecisionEvent, current: dict[Hashable, S], rules: R
) -> list[ReplayEntry[S]]:
    before = current.get(event.player)
    step = system.decide(before, event.decision, rules)
    if step is None:
        return []
    current[event.player] = step.state
    return [ReplayEntry(event.key, event.player, before, step)]


def _players(
    event: GameEvent, current: Mapping[Hashable, S], only: Container[Hashable] | None
) -> tuple[S | None, S | None]:
    """Where both players stand before a game; None for a guest and for who is not followed."""
    game, black_id, white_id = event.game, event.black, event.white
    # Two guests may both go without an id; they are still two people.
    if black_id == white_id and not (game.black_guest and game.white_guest):
        raise RuleError(Code.SAME_PLAYER, "white", white_id)
    black = white = None
    if not game.black_guest and (only is None or black_id in only):
        black = current.get(black_id)
        if black is None:
            raise _no_points("black", black_id)
    if not game.white_guest and (only is None or white_id in only):
        white = current.get(white_id)
        if white is None:
            raise _no_points("white", white_id)
    return black, white


def _no_points(side: str, player: Hashable) -> RuleError:
    return RuleError(Code.STATE, side, player, reason="ratings.no_points_yet")
