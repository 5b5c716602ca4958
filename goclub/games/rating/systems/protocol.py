"""What a rating system gives to the site.

The rules themselves live in :mod:`ratings`; a system here joins them to the rows of the database
and to the pages.  Whatever has a default is an offer: a system that leaves it out is in the
ledger, the rankings, the profiles, the calculator and on the page of rules all the same.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from goclub.common.refusals.registry import Refusals
from goclub.common.rules import RuleText
from goclub.games.labels import ComputationLine
from goclub.games.models import RatingEntry, Standing
from goclub.games.rating.systems.calculation import (
    GameTerms,
    NoTerms,
    Remainder,
    SystemWall,
    TypedField,
)
from goclub.games.rating.systems.shared import Words
from goclub.members.models import StrengthDecision
from ratings.system import System

#: Points (whole) or rating (unrounded), the other one None, and the rank in letters.
Figure = tuple[int | None, float | None, str]


#: A state as it is stored; which fields it has is the system's own business.
Stored: TypeAlias = Mapping[str, Any]


class StoredState(Protocol):
    """A player's state between two facts, as a system stores it."""

    def to_json(self) -> Mapping[str, object]: ...


S = TypeVar("S", bound=StoredState)
D = TypeVar("D")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class ShownStanding:
    """What a standing shows of a state."""

    points: int | None = None
    rating: float | None = None
    rank: str = ""
    certified: bool = False
    games: int = 0
    wins: int = 0
    losses: int = 0
    jigo: int = 0
    recent: str = ""


@dataclass(frozen=True, slots=True)
class Band:
    """The range of a rank on a chart, low included; a band without an end is open there."""

    label: str
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class ChartFrame:
    """What a chart is drawn over: ``bands`` weakest first (none: plain lines carry numbers).

    ``room`` how much is shown above and below the extremes.
    """

    room: float
    bands: Sequence[Band] = ()


@dataclass(frozen=True, slots=True)
class Present:
    """What a setting behind a rule says at present: its name, its value, where it is told.

    ``since`` the day from which it applies, None where it is as old as what it governs.
    """

    name: StrOrPromise
    value: StrOrPromise
    link: str = ""
    since: date | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Spec:
    """One house rule that is a setting; the code says it once.

    ``system`` the rating system it governs.  ``rules`` ids of RULEBOOK.md.  ``choices`` what the
    values mean, where they are no plain numbers.
    """

    key: str
    name: StrOrPromise
    system: str
    rules: tuple[str, ...]
    low: int
    high: int
    default: int
    why: StrOrPromise
    choices: tuple[tuple[int, StrOrPromise], ...] = ()

    @property
    def label(self) -> str:
        return str(self.name)

    def words(self, value: int) -> str:
        """The value as a person would say it."""
        return str(dict(self.choices).get(value, value))


#: The values of a setting that is on or off.
NO_YES = ((0, _("no")), (1, _("yes")))


@dataclass(frozen=True, slots=True)
class RuleNote:
    """A sentence of a page with the rule behind it, and perhaps a link to what can be done."""

    text: StrOrPromise
    rule: str = ""
    link: str = ""
    link_text: StrOrPromise = ""


class RatingSystem(ABC, Generic[S, D, R]):
    """One rating system over states S, decisions D and house rules R.

    ``key`` at most eight letters, stored with every row; ``name`` as pages show it.  ``engine`` its
    rules, of :mod:`ratings`.
    """

    key: str
    name: StrOrPromise
    engine: System[S, R]

    #: Whether a standing is a whole number of points; else it is a rating.
    whole_points: bool = True
    #: Whether a standing has a rank beside its number.
    has_ranks: bool = True
    #: Whether the office certifies standings.
    certifies: bool = False
    #: Whether standings tell wins and losses; else only how many games were rated.
    counts_results: bool = True
    #: Whether the results are counted anew from each change of rank, and the last ones kept.
    counts_since_rank: bool = False
    #: Whether it is shown only beside the others; its ranks are then another way to write the
    #: rating, and nobody is promoted.
    for_comparison: bool = False

    # --- The ledger ---
    #: The house rules of the system that are settings.
    settings: tuple[Spec, ...] = ()

    @abstractmethod
    def read(self, data: Stored) -> S:
        """The state that an entry or a standing stored."""

    @abstractmethod
    def figure(self, state: S) -> Figure:
        """Points, rating and rank of a state."""

    @abstractmethod
    def shown(self, state: S) -> ShownStanding:
        """What a standing shows of a state."""

    @abstractmethod
    def order(self, rank: str) -> int:
        """A number that grows with the rank."""

    @abstractmethod
    def decision(self, fact: StrengthDecision) -> D | None:
        """The decision as this system reads it; None where it is nothing to the system."""

    @abstractmethod
    def rules_of(self, values: Mapping[str, int], table: object | None) -> R:
        """The system's house rules from the club's ``settings`` and a table of :meth:`tables`."""

    def tables(self) -> Iterable[tuple[date, object]]:
        """Tables of the system that the club stored, each with the day from which it holds."""
        return ()

    # --- Its figures on pages ---
    def value(self, state: S) -> int | float | None:
        """The points or the rating that pages show; None where a state has only a rank."""
        points, rating, _rank = self.figure(state)
        return rating if points is None else points

    def holds_points(self, *values: float | None) -> bool:  # noqa: ARG002
        """Whether stored points mean something; some systems store nought for players without."""
        return True

    def ranking_note(self) -> RuleNote | None:
        """What a reader of the rankings has to know."""
        return None

    def standing_note(self, standing: Standing, *, mine: bool) -> RuleNote | None:  # noqa: ARG002
        """What a profile says of a standing; *mine* where its member is the reader."""
        return None

    # --- Why ---
    @abstractmethod
    def short_reason(self, entry: RatingEntry) -> str:
        """One line: why the figures are what they are after this entry."""

    @abstractmethod
    def computation(self, entry: RatingEntry) -> Iterator[ComputationLine]:
        """The computation of an entry, a line a step."""

    #: Words for the reasons why a game does not count, where there is one reason for each game.
    reasons_not_counted: Words = MappingProxyType({})

    def not_counted(self, entry: RatingEntry) -> list[ComputationLine]:
        """Why a game does not count for the player of an entry; none where it does."""
        code = entry.reason["inputs"].get("not_counted")
        if not code:
            return []
        return [ComputationLine(self.reasons_not_counted[code](), str(entry.reason["rules"][0]))]

    def forecast(self, state: S, rules: R) -> Iterator[ComputationLine]:  # noqa: ARG002
        """What the next change of rank needs, and what would cost the present rank."""
        return iter(())

    def frame(self, rules: R) -> ChartFrame:  # noqa: ARG002
        """What the chart of a member's history is drawn over."""
        return ChartFrame(room=10)

    # --- Its rules in words ---
    #: Its section on the page of rules.
    rule_texts: tuple[RuleText, ...] = ()

    #: Its refusals in the reader's words; codes begin with the key.
    refusals: Refusals = MappingProxyType({})

    # --- The calculator ---
    #: The fields in which a strength can be typed.
    typed_fields: tuple[TypedField, ...] = ()
    #: What its conditions are called, where it offers any.
    terms_title: StrOrPromise = ""
    #: Its table of conditions.
    wall: SystemWall | None = None

    def read_typed(self, typed: Mapping[str, str], held: S | None, rules: R) -> S | None:  # noqa: ARG002
        """The state of a strength typed into ``typed_fields``, by their names.

        *held* what is known already.  Raises RuleError on the field.
        """
        return held

    def assumed(self, ranks: Sequence[str], rules: R) -> S | None:  # noqa: ARG002
        """Return the standing of a player about whom nothing is known here; None if there is none.

        *ranks* what the member is elsewhere (:meth:`common_rank`), in the order of the systems.
        """
        return None

    def common_rank(self, state: S) -> str:  # noqa: ARG002
        """The rank of a state as other systems read it, 30k … 9d; "" without any."""
        return ""

    def typed_rank(self, typed: Mapping[str, str]) -> str:  # noqa: ARG002
        """The rank typed into ``typed_fields`` where a state keeps less of it; "" where none is."""
        return ""

    def name_part(self, state: S) -> str:  # noqa: ARG002
        """What to call somebody by whose name is not known."""
        return ""

    def terms(self, first: S | None, second: S | None) -> GameTerms | NoTerms | None:  # noqa: ARG002
        """Handicap and komi for two strengths; None where the system offers none to anybody."""
        return None

    def remainder(
        self, black: S | None, white: S | None, handicap: int, komi2: int, rules: R
    ) -> Remainder | None:
        """What conditions leave of the difference; None where the system measures none."""
        del black, white, handicap, komi2, rules
        return None


#: A system, a state and house rules of whatever system, for those who only hand them on.
AnySystem: TypeAlias = RatingSystem[Any, Any, Any]
AnyState: TypeAlias = Any
AnyRules: TypeAlias = Any
