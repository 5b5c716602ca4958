"""What a story consists of: games and decisions of the office, as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal

from goclub.demo.club.cast import Person
from ratings.paa.decisions import PaaDecision, PaaDecisionKind
from ratings.ranks import parse_rank
from ratings.system import Ending, Outcome, RatedGame

#: Where a record comes from: an old game by its index, or the demo player by its seed.
KifuSource = tuple[Literal["historic", "played"], int]

OutcomeCode = Literal["B", "W", "J", "N"]
EndingCode = Literal["points", "resign", "forfeit", ""]
StateCode = Literal["confirmed", "reported", "disputed", "void"]


@dataclass(frozen=True, slots=True)
class StoryGame:
    """One game of the demo club.

    ``black_key``/``white_key`` keys of people; None for a guest, whose name is ``guest``.
    ``handicap`` stones placed, 0 or 2 … 7; ``komi2`` in half points, given by Black.
    ``outcome`` "B", "W", "J" (jigo), "N" (no result); ``ending`` "" for the last two.
    ``margin2`` in half points, for a win by points only.  ``state`` "confirmed", "reported",
    "disputed" or "void"; disputed by the player who did not report it.  ``reported_by`` and
    ``confirmed_by`` keys.  ``reason`` why it was disputed, made void or ended so oddly.
    ``kifu`` see :data:`KifuSource`; ``kifu_note`` to be shown with it.
    """

    black_key: str | None
    white_key: str | None
    played_on: date
    place: str
    board: int
    handicap: int
    komi2: int
    outcome: OutcomeCode
    ending: EndingCode
    margin2: int | None
    reported_by: str
    black_free: bool = False
    white_free: bool = False
    state: StateCode = "confirmed"
    confirmed_by: str | None = None
    reason: str = ""
    kifu: KifuSource | None = None
    kifu_note: str = ""
    guest: str | None = None

    @property
    def players(self) -> tuple[str, ...]:
        """The keys of the people who played; one only if the other was a guest."""
        return tuple(key for key in (self.black_key, self.white_key) if key is not None)

    def rated(self) -> RatedGame:
        """The game as the rating systems see it."""
        return RatedGame(
            board=self.board,
            handicap=self.handicap,
            komi2=self.komi2,
            outcome=Outcome(self.outcome),
            ending=Ending(self.ending),
            margin2=self.margin2,
            black_free=self.black_free,
            white_free=self.white_free,
            black_guest=self.black_key is None,
            white_guest=self.white_key is None,
        )


@dataclass(frozen=True, slots=True)
class StoryDecision:
    """A decision of the office about one person's strength; "set" or "certified".

    ``points`` None leaves them as they are.  All fall on Sundays, when nobody plays, so that the
    order of facts within a day never matters.
    """

    person_key: str
    kind: Literal["set", "certified"]
    points: int | None
    effective_on: date
    decided_by: str
    reason: str

    def rated(self) -> PaaDecision:
        """The decision as the PAA system sees it."""
        return PaaDecision(PaaDecisionKind(self.kind), points=self.points, by_office=True)


@dataclass(frozen=True, slots=True)
class Story:
    """Two years of the demo club; ``games`` and ``decisions`` in order of time."""

    people: tuple[Person, ...]
    games: tuple[StoryGame, ...]
    decisions: tuple[StoryDecision, ...]


def declaration(person: Person) -> PaaDecision:
    """What a person declares on joining (S1-3 … S1-5)."""
    rank = None if person.declared_rank is None else parse_rank(person.declared_rank)
    return PaaDecision(PaaDecisionKind.DECLARED, points=person.declared_points, rank=rank)
