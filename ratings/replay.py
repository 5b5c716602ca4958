"""From facts to projections: the same facts in the same order always give the same entries."""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Generic, TypeVar

from ratings.errors import Code, RuleError
from ratings.system import Game, Step, System

S = TypeVar("S")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class GameEvent:
    """A game on a day between two players; ids of guests (by the game's flags) are not looked up.

    ``key`` names the fact to the caller; it comes back in the entries.  Keys and ids of players
    are the caller's own, of any hashable type.
    """

    key: Any
    on: date
    game: Game
    black: Any
    white: Any


@dataclass(frozen=True, slots=True)
class DecisionEvent:
    """A declaration or a decision of the office about one player, in his system's own type."""

    key: Any
    on: date
    player: Any
    decision: Any


Event = GameEvent | DecisionEvent


@dataclass(frozen=True, slots=True)
class Entry(Generic[S]):
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
) -> Iterator[Entry[S]]:
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
            Code.STATE,
            field="only",
            value=system.name,
            accepted="all players",
            reason="depends_on_opponent",
        )
    current: dict[Hashable, S] = dict(states or {})
    latest: date | None = None
    for event in events:
        if not isinstance(event, GameEvent | DecisionEvent):
            raise RuleError(Code.TYPE, field="event", value=event)
        if latest is not None and event.on < latest:
            raise RuleError(
                Code.STATE,
                field="on",
                value=event.on,
                accepted=f"from {latest} on",
                reason="out_of_order",
            )
        latest = event.on
        rules = rules_at(event.on)
        if isinstance(event, DecisionEvent):
            if not _follows(only, event.player):
                continue
            entries = [_decided(system, event, current, rules)]
        else:
            entries = _played(system, event, current, rules, only)
        for entry in entries:
            current[entry.player] = entry.step.state
        yield from entries


def _decided(
    system: System[S, R], event: DecisionEvent, current: Mapping[Hashable, S], rules: R
) -> Entry[S]:
    before = current.get(event.player)
    return Entry(event.key, event.player, before, system.decide(before, event.decision, rules))


def _played(
    system: System[S, R],
    event: GameEvent,
    current: Mapping[Hashable, S],
    rules: R,
    only: Container[Hashable] | None,
) -> list[Entry[S]]:
    game = event.game
    # Two guests may both go without an id; they are still two people.
    if event.black == event.white and not (game.black_guest and game.white_guest):
        raise RuleError(Code.SAME_PLAYER, field="white", value=event.white)
    black = white = None
    if not game.black_guest and _follows(only, event.black):
        black = _state("black", event.black, current)
    if not game.white_guest and _follows(only, event.white):
        white = _state("white", event.white, current)
    steps = system.step(game, black, white, rules)
    sides = zip((event.black, event.white), (black, white), steps, strict=True)
    return [
        Entry(event.key, player, before, step) for player, before, step in sides if step is not None
    ]


def _follows(only: Container[Hashable] | None, player: Hashable) -> bool:
    return only is None or player in only


def _state(side: str, player: Hashable, current: Mapping[Hashable, S]) -> S:
    if player not in current:
        raise RuleError(Code.STATE, field=side, value=player, reason="no_points_yet")
    return current[player]
