"""What the calculator asks of a rating system: typed strengths, conditions, tables for the wall."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from django_stubs_ext import StrOrPromise

from goclub.games.labels import ComputationLine

#: The two of a calculation, as the query string names them.
SeatKey = Literal["one", "other"]
ONE: SeatKey = "one"
OTHER: SeatKey = "other"


@dataclass(frozen=True, slots=True)
class TypedField:
    """A field in which a strength can be typed.

    ``name`` in the query string, after the seat.  ``keys`` the mode of a phone's keys.  ``main``
    always shown; the others stand behind "more".
    """

    name: str
    label: StrOrPromise
    help_text: StrOrPromise = ""
    keys: str = "text"
    main: bool = False


# --- Conditions --------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class GameTerms:
    """Handicap and komi that a system offers to two strengths, worked out in ``lines``.

    ``black`` who takes Black; ``toss`` colour is tossed for, and Black is only named for the sake
    of the figures.
    """

    handicap: int
    komi2: int
    black: SeatKey
    toss: bool
    text: str
    lines: list[ComputationLine]


@dataclass(frozen=True, slots=True)
class ConditionsSuggestion:
    """What can be played where no standard conditions exist, as fields of the form."""

    text: str
    fields: dict[str, str]


@dataclass(frozen=True, slots=True)
class NoTerms:
    """Why a system offers no conditions, and what can be played instead."""

    text: str
    rule: str
    suggestions: list[ConditionsSuggestion]


@dataclass(frozen=True, slots=True)
class Remainder:
    """What conditions leave of the difference of two players, as one system measures it.

    ``value`` in the system's own measure, None where one of them is unknown to it; ``text`` says
    it, ``lines`` work it out.
    """

    label: StrOrPromise
    rule: str
    value: Fraction | None
    text: str
    lines: list[ComputationLine]


# --- Tables for the wall -----------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class WallCell:
    """Conditions of one pair: stones placed (0, 2 …), komi in half points from Black.

    ``free`` a game that moves no points.
    """

    stones: int
    komi2: int
    free: bool = False


@dataclass(frozen=True, slots=True)
class WallRow:
    """A line by difference; ``difference`` as text, ``rule`` behind it."""

    difference: str
    cell: WallCell
    rule: str


#: A pair that is too far apart for any conditions.
FAR: Literal["far"] = "far"


class SystemWall(ABC):
    """A system's table of conditions for the wall, by differences and by ranks.

    ``name`` of the system in the form; ``about`` and ``rules`` above the table, ``key_to_ranks``
    below the one by ranks.  Differences and ranks are whole numbers of the system's own.
    """

    name: StrOrPromise
    about: StrOrPromise
    rules: tuple[str, ...]
    key_to_ranks: StrOrPromise
    ranks: Sequence[str]

    @abstractmethod
    def read_difference(self, text: str, field: str) -> int:
        """A difference as typed; raises RuleError on *field*."""

    @abstractmethod
    def difference_text(self, difference: int) -> str:
        """A difference as the table shows it."""

    @abstractmethod
    def row(self, difference: int) -> WallRow:
        """The conditions for a difference."""

    @abstractmethod
    def read_rank(self, text: str, field: str) -> int:
        """The place of a typed rank in ``ranks``; raises RuleError on *field*."""

    @abstractmethod
    def pair(self, black: int, white: int) -> WallCell | Literal["far"] | None:
        """The conditions of two ranks; None where White would be the weaker."""
