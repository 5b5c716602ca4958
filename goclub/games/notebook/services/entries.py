"""What a row of a notebook comes to, once it is read: clean values, nothing stored."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from goclub.games.notebook.queries import Seat
from goclub.members.people.services import Called


@dataclass(frozen=True, slots=True)
class MemberEntry:
    """Somebody of a list of members; ``rank`` as the ladder writes it, "" where none is known.

    ``points_on`` the day as of which points or rank hold, ``certified`` whether they are official.
    """

    row: int
    name: str
    romanised: str = ""
    nicknames: tuple[Called, ...] = ()
    joined_on: date | None = None
    born_on: date | None = None
    rank: str = ""
    points: int | None = None
    points_on: date | None = None
    certified: bool = False
    email: str = ""
    club: str = ""
    country: str = ""
    language: str = ""
    status: str = "member"

    @property
    def key(self) -> str:
        """By what games of the same batch name this person."""
        return f"row:{self.row}"


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A game of a list of games; half points doubled, ``winner`` and ``ending`` as
    :class:`goclub.games.models.Game` keeps them."""

    row: int
    black: Seat
    white: Seat
    played_on: date
    board: int
    handicap: int
    komi2: int
    winner: str
    ending: str
    margin2: int | None
    place: str = ""
