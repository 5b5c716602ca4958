"""What is claimed about one game, and the checks every claim passes before it is written."""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import date

from goclub.games.models import Game
from goclub.members.models import Member
from ratings.errors import Code, RuleError
from ratings.paa.games import check_for_paa
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
        game = RatedGame(
            board=self.board,
            handicap=self.handicap,
            komi2=self.komi2,
            outcome=Outcome(self.winner) if self.winner else None,
            ending=Ending(self.ending),
            margin2=self.margin2,
            black_free=self.black_free,
            white_free=self.white_free,
            black_guest=self.black.is_guest,
            white_guest=self.white.is_guest,
        )
        check_game(game)
        check_for_paa(game)

    def _check_date(self, today: date) -> None:
        joined = [p.joined_on for p in (self.black, self.white) if p.joined_on]
        first = max(joined, default=date.min)
        if not first <= self.played_on <= today:
            late = self.played_on > today
            raise RuleError(
                Code.RANGE,
                field="played_on",
                value=self.played_on.isoformat(),
                accepted=f"{first.isoformat() if joined else '–'} … {today.isoformat()}",
                reason="playing.date_in_future" if late else "playing.before_joining",
            )
