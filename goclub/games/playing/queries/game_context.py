"""Where a game was played: the rooms above say it, and its page links there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from goclub.games.models import Game


@dataclass(frozen=True, slots=True)
class GameContext:
    """What a game belongs to: ``text`` as shown, ``url`` of its page there.

    ``note`` says in a sentence what a correction of the game does there.
    """

    text: str
    url: str
    note: str


_known: list[Callable[[Game], GameContext | None]] = []


def add_game_context(find: Callable[[Game], GameContext | None]) -> None:
    """Let *find* be asked for every game that is shown; called once, when an app is ready."""
    if find not in _known:
        _known.append(find)


def game_context_of(game: Game) -> GameContext | None:
    """What a game belongs to, None for a game of its own."""
    return next((found for find in _known if (found := find(game)) is not None), None)
