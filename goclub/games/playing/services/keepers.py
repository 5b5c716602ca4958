"""Who above keeps games in its tables: its page is linked, and it is asked before a decision.

A room above registers itself while the apps get ready; from then on the register only answers.
"""

from __future__ import annotations

from typing import Final, Protocol

from django.apps import apps

from goclub.games.models import Game
from goclub.games.playing.queries import GameContext
from goclub.games.playing.services.facts import GameFacts


class Keeper(Protocol):
    """What a room says about the games that it keeps, and about no other."""

    def context_of(self, game: Game, /) -> GameContext | None:
        """What the game belongs to, None for a game that is not kept here."""

    def lock(self, game: Game, /) -> None:
        """Lock what keeps the game; it comes before the game in ``common.locks.ORDER``."""

    def check(self, game: Game, facts: GameFacts | None, /) -> None:
        """Refuse with a RuleError what the table could not follow, and change nothing.

        *facts* as the game shall stand, None where it is to be void.
        """


class Keepers:
    """The rooms that keep games, asked one after the other."""

    def __init__(self) -> None:
        self._all: tuple[Keeper, ...] = ()

    def add(self, keeper: Keeper) -> None:
        """Take a room in; raises RuntimeError once the site has started."""
        if apps.ready:
            raise RuntimeError("keepers of games register themselves while the apps get ready")
        self._all = (*self._all, keeper)

    def context_of(self, game: Game) -> GameContext | None:
        """What a game belongs to, None for a game of its own."""
        return next((context for keeper in self._all if (context := keeper.context_of(game))), None)

    def lock(self, game: Game) -> None:
        """Lock what keeps the game, inside a transaction and before the game itself."""
        for keeper in self._all:
            keeper.lock(game)

    def check(self, game: Game, facts: GameFacts | None) -> None:
        """Raise the RuleError of whoever could not follow the decision; see :class:`Keeper`."""
        for keeper in self._all:
            keeper.check(game, facts)


KEEPERS: Final = Keepers()
