"""What is claimed about one game, the checks every claim passes, and who above keeps the game."""

from __future__ import annotations

import copy
from dataclasses import dataclass, fields, replace
from datetime import date
from typing import Final, Protocol

from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.common.registered import Registered
from goclub.games.models import Game
from goclub.games.playing.queries import GameContext
from goclub.games.rating.house_rules import rules_timeline
from goclub.games.rating.ledger.facts import ENDINGS
from goclub.games.rating.systems.paa.system import PAA
from goclub.members.models import Member
from goclub.members.people.services import add_guest
from ratings.accepted import AcceptedRange
from ratings.errors import Code, RuleError
from ratings.paa.rules import check_for_paa
from ratings.system import Ending, Outcome, RatedGame, check_new_game


class Keeper(Protocol):
    """What a room says about the games that it keeps, and about no other."""

    def context_of(self, game: Game, /) -> GameContext | None:
        """What the game belongs to, None for a game that is not kept here."""

    def lock(self, game: Game, /) -> None:
        """Lock what keeps the game; it comes before the game in ``common.transactions.ORDER``."""

    def check(self, game: Game, facts: GameFacts | None, /) -> None:
        """Refuse with a RuleError what the table could not follow, and change nothing.

        *facts* as the game shall stand, None where it is to be void.
        """


class Keepers(Registered[Keeper]):
    """The rooms that keep games, asked one after the other."""

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


@dataclass(frozen=True, slots=True)
class GameFacts:
    """One claim: the players, the conditions and the result.

    ``komi2`` and ``margin2`` are doubled half points; komi is given by Black.
    """

    black: Member
    white: Member
    played_on: date
    board: int = 19
    handicap: int = 0
    komi2: int = 11
    winner: str = ""
    ending: str = ""
    margin2: int | None = None
    black_free: bool = False
    white_free: bool = False
    place: str = ""
    kind: str = ""
    black_partner: str = ""
    white_partner: str = ""

    @classmethod
    def of(cls, game: Game) -> GameFacts:
        """The facts of a stored game."""
        return cls(**{field.name: getattr(game, field.name) for field in fields(cls)})

    def write_to(self, game: Game) -> Game:
        """Copy the facts onto a game (not saved)."""
        for field in fields(self):
            setattr(game, field.name, getattr(self, field.name))
        return game

    def with_guests(self) -> GameFacts:
        """The same, with guests who are not stored yet found or created."""
        black, white = (
            player if player.pk else add_guest(name=player.display_name)
            for player in (self.black, self.white)
        )
        return replace(self, black=black, white=white)

    def check(self, *, today: date) -> None:
        """Raise :class:`RuleError` unless these facts can be true (RULEBOOK 0, 2.2, S1-19)."""
        if self.black == self.white:  # unsaved guests have no key yet
            raise RuleError(Code.SAME_PLAYER, "white", self.white.shown_name)
        self._check_date(today)
        self._check_kind()
        game = RatedGame(
            board=self.board,
            handicap=self.handicap,
            komi2=self.komi2,
            outcome=Outcome(self.winner) if self.winner else None,
            ending=ENDINGS[self.ending] if self.ending in ENDINGS else Ending(self.ending),
            margin2=self.margin2,
            black_free=self.black_free,
            white_free=self.white_free,
            black_guest=self.black.plays_as_guest(self.played_on),
            white_guest=self.white.plays_as_guest(self.played_on),
            pair=self.kind == Game.Kind.PAIR,
            computer=self.kind == Game.Kind.COMPUTER,
        )
        check_new_game(game)
        if game.ending is Ending.TIME:
            check_for_paa(game, rules_timeline().of(PAA)(self.played_on))

    def _check_kind(self) -> None:
        """A pair names both partners, a computer is no member (S0-11, S0-12)."""
        partners = {"black_partner": self.black_partner, "white_partner": self.white_partner}
        if self.kind == Game.Kind.PAIR:
            for field, name in partners.items():
                if not name.strip():
                    raise RuleError(Code.MISSING, field, name)
        elif any(partners.values()):
            raise Refusal(
                _("Partners are only for pair go. Choose pair go or leave the partners empty."),
                code=Code.INCONSISTENT,
                field="kind",
                value=self.kind,
                reason="partners",
            )
        if self.kind == Game.Kind.COMPUTER and self.black.is_guest == self.white.is_guest:
            raise Refusal(
                _(
                    "One of the two players has to be the computer: choose “someone "
                    "who is not a member” and enter the program’s name."
                ),
                code=Code.INCONSISTENT,
                field="kind",
                value=self.kind,
                reason="computer_seat",
            )

    def _check_date(self, today: date) -> None:
        players = [p for p in (self.black, self.white) if not p.plays_as_guest(self.played_on)]
        joined = [p.joined_on for p in players if p.joined_on]
        first = max(joined, default=date.min)
        if not first <= self.played_on <= today:
            late = self.played_on > today
            reason = "playing.date_in_future" if late else "playing.before_joining"
            accepted = AcceptedRange(first if joined else None, today)
            raise RuleError(Code.RANGE, "played_on", self.played_on, accepted, reason=reason)


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
            raise Refusal(
                _("That is the result already reported. Enter a different one or leave it empty."),
                code=Code.INCONSISTENT,
                field="winner",
                value=self.winner,
                reason="claim_same",
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
