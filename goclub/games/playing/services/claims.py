"""What is right by who disputes a report: said beside the reason, accepted or decided."""

from __future__ import annotations

import copy
from dataclasses import dataclass, replace
from datetime import date

from goclub.games.models import Game
from goclub.games.playing.services.facts import GameFacts
from goclub.games.playing.services.keepers import KEEPERS
from ratings.errors import Code, RuleError


@dataclass(frozen=True, slots=True)
class ClaimedResult:
    """A result as the other player says it; ``margin2`` in half points, for a win by points."""

    winner: str
    ending: str = ""
    margin2: int | None = None

    @classmethod
    def of(cls, game: Game) -> ClaimedResult | None:
        """What is claimed about a game, None where nobody said a result."""
        if game.claimed_winner is None:
            return None
        return cls(game.claimed_winner, game.claimed_ending or "", game.claimed_margin2)

    @classmethod
    def held_by(cls, game: Game) -> ClaimedResult:
        """The result that a game has."""
        return cls(game.winner, game.ending, game.margin2)

    @property
    def key(self) -> str:
        """What a form carries along: who presses it has seen just this claim."""
        return f"{self.winner}-{self.ending}-{self.margin2 or 0}"

    def facts_of(self, game: Game) -> GameFacts:
        """The facts of a game, but with this result."""
        return replace(
            GameFacts.of(game), winner=self.winner, ending=self.ending, margin2=self.margin2
        )

    def check(self, game: Game, *, today: date) -> None:
        """Refuse what no report could say, and what is reported already.

        Raises what :meth:`GameFacts.check` and the keepers of games raise, and E_INCONSISTENT for
        the result that the game has.
        """
        facts = self.facts_of(game)
        facts.check(today=today)
        if self == self.held_by(game):
            raise RuleError(
                Code.INCONSISTENT, field="winner", value=self.winner, reason="playing.claim_same"
            )
        KEEPERS.check(game, facts)


def keep_claim(game: Game, claim: ClaimedResult | None) -> None:
    """Write a claim, or that there is none, onto a game (not saved)."""
    game.claimed_winner = None if claim is None else claim.winner
    game.claimed_ending = None if claim is None else claim.ending
    game.claimed_margin2 = None if claim is None else claim.margin2


def as_claimed(game: Game) -> Game:
    """A disputed game as it would stand by its claim, not to be saved; any other as it is."""
    claim = ClaimedResult.of(game)
    if claim is None or game.state != Game.State.DISPUTED:
        return game
    return claim.facts_of(game).write_to(copy.copy(game))
