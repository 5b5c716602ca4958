"""What is claimed about one game, and the checks every claim passes before it is written."""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import date

from goclub.games.models import Game
from goclub.games.rating.house_rules import rules_timeline
from goclub.games.rating.ledger.facts import ENDINGS
from goclub.games.rating.systems.paa.system import PAA
from goclub.members.models import Member
from ratings.accepted import AcceptedRange
from ratings.errors import Code, RuleError
from ratings.paa.rules import check_for_paa
from ratings.system import Ending, Outcome, RatedGame, check_game


@dataclass(frozen=True, slots=True)
class GameFacts:
    """One claim: who played whom, under which conditions, with which result.

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

    def check(self, *, today: date) -> None:
        """Raise :class:`RuleError` unless these facts can be true (RULEBOOK 0, 2.2, S1-19)."""
        if self.black == self.white:  # unsaved guests have no key yet
            raise RuleError(Code.SAME_PLAYER, field="white", value=self.white.display_name)
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
        check_game(game)
        if game.ending is Ending.TIME:
            check_for_paa(game, rules_timeline().of(PAA)(self.played_on))

    def _check_kind(self) -> None:
        """A pair names both partners, a computer is no member (S0-11, S0-12)."""
        partners = {"black_partner": self.black_partner, "white_partner": self.white_partner}
        if self.kind == Game.Kind.PAIR:
            for field, name in partners.items():
                if not name.strip():
                    raise RuleError(Code.MISSING, field=field, value=name)
        elif any(partners.values()):
            raise RuleError(
                Code.INCONSISTENT, field="kind", value=self.kind, reason="playing.partners"
            )
        if self.kind == Game.Kind.COMPUTER and self.black.is_guest == self.white.is_guest:
            raise RuleError(
                Code.INCONSISTENT, field="kind", value=self.kind, reason="playing.computer_seat"
            )

    def _check_date(self, today: date) -> None:
        players = [p for p in (self.black, self.white) if not p.plays_as_guest(self.played_on)]
        joined = [p.joined_on for p in players if p.joined_on]
        first = max(joined, default=date.min)
        if not first <= self.played_on <= today:
            late = self.played_on > today
            raise RuleError(
                Code.RANGE,
                field="played_on",
                value=self.played_on,
                accepted=AcceptedRange(first if joined else None, today),
                reason="playing.date_in_future" if late else "playing.before_joining",
            )
