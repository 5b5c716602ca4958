"""The rating systems of the site: how each reads the club's facts and shows its state.

The rules themselves live in :mod:`ratings`; here is only what joins them to the rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from goclub.members.models import StrengthDecision
from ratings.egf.decisions import Decision as EgfDecision
from ratings.egf.decisions import DecisionKind as EgfDecisionKind
from ratings.egf.formula import rank_of as egf_rank_of
from ratings.egf.formula import rating_of_rank as egf_rating_of_rank
from ratings.egf.state import Rules as EgfRules
from ratings.egf.state import State as EgfState
from ratings.egf.system import SYSTEM as EGF_SYSTEM
from ratings.elo.decisions import Decision as EloDecision
from ratings.elo.decisions import DecisionKind as EloDecisionKind
from ratings.elo.state import Feed as EloFeed
from ratings.elo.state import Rules as EloRules
from ratings.elo.state import State as EloState
from ratings.elo.system import SYSTEM as ELO_SYSTEM
from ratings.errors import Code, RuleError
from ratings.igs.decisions import Decision as IgsDecision
from ratings.igs.decisions import DecisionKind as IgsDecisionKind
from ratings.igs.ladder import parse_rank as igs_parse_rank
from ratings.igs.state import Rules as IgsRules
from ratings.igs.state import State as IgsState
from ratings.igs.system import SYSTEM as IGS_SYSTEM
from ratings.igs.thresholds import DEFAULT as IGS_DEFAULT
from ratings.igs.thresholds import Thresholds as IgsThresholds
from ratings.paa.decisions import Decision as PaaDecision
from ratings.paa.decisions import DecisionKind as PaaDecisionKind
from ratings.paa.state import Rules as PaaRules
from ratings.paa.state import State as PaaState
from ratings.paa.system import SYSTEM as PAA_SYSTEM
from ratings.ranks import LADDER, LOWEST, band_of, parse_rank
from ratings.system import System

#: Points (whole) or rating (unrounded), the other one None, and the rank in letters.
Figure = tuple[int | None, float | None, str]

Kind = StrengthDecision.Kind


@dataclass(frozen=True, slots=True)
class Shown:
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


class Adapter(Protocol):
    """One rating system as the ledger needs it."""

    @property
    def key(self) -> str: ...

    @property
    def rules(self) -> System[Any, Any]: ...

    def read(self, data: Mapping[str, Any]) -> Any:
        """The state that an entry or a standing stored."""

    def figure(self, state: Any) -> Figure:
        """Points, rating and rank of a state."""

    def shown(self, state: Any | None) -> Shown:
        """What a standing shows of a state; None for a member without any fact."""

    def order(self, rank: str) -> int:
        """A number that grows with the rank."""

    def decision(self, fact: StrengthDecision) -> Any | None:
        """The decision as this system reads it; None where it is nothing to the system."""

    def rules_of(self, values: Mapping[str, int], thresholds: IgsThresholds | None) -> Any:
        """The system's house rules from the club's."""


class Paa:
    """PAA points (S1)."""

    key = "paa"
    rules = PAA_SYSTEM

    def read(self, data: Mapping[str, Any]) -> PaaState:
        return PaaState(**data).checked()

    def figure(self, state: PaaState) -> Figure:
        return state.points, None, LADDER[state.rank]

    def shown(self, state: PaaState | None) -> Shown:
        if state is None:
            return Shown()
        return Shown(
            points=state.points,
            rank=LADDER[state.rank],
            certified=state.certified,
            games=state.games,
            wins=state.wins,
            losses=state.losses,
            jigo=state.jigo,
            recent=state.recent,
        )

    def order(self, rank: str) -> int:
        return parse_rank(rank)

    def decision(self, fact: StrengthDecision) -> PaaDecision | None:
        if fact.system != self.key:
            return None
        return PaaDecision(
            kind=PaaDecisionKind(fact.kind),
            points=fact.points,
            rank=parse_rank(fact.rank) if fact.rank else None,
            by_office=fact.kind != Kind.DECLARED,
        )

    def rules_of(self, values: Mapping[str, int], _thresholds: IgsThresholds | None) -> PaaRules:
        return PaaRules(min_games=values["paa_min_games"], window=values["paa_window"])


class Igs:
    """Pandanet's IGS points (S0).  A member's first declared strength makes him a newcomer."""

    key = "igs"
    rules = IGS_SYSTEM

    def read(self, data: Mapping[str, Any]) -> IgsState:
        return IgsState(**data)

    def figure(self, state: IgsState) -> Figure:
        return state.points, None, state.rank_text

    def shown(self, state: IgsState | None) -> Shown:
        if state is None:
            return Shown()
        return Shown(
            points=state.points,
            rank=state.rank_text,
            certified=state.certified,
            games=state.rated,
        )

    def order(self, rank: str) -> int:
        return igs_parse_rank(rank).index

    def decision(self, fact: StrengthDecision) -> IgsDecision | None:
        if fact.system == self.key:
            rank = igs_parse_rank(fact.rank).index
            if fact.kind == Kind.REVISED:
                return IgsDecision(IgsDecisionKind.REVISE, rank=rank)
            return IgsDecision(IgsDecisionKind.SET, rank=rank, by_office=True)
        return IgsDecision(
            IgsDecisionKind.START, rank=igs_parse_rank(_first_rank(fact, "17k", "9d")).index
        )

    def rules_of(self, values: Mapping[str, int], thresholds: IgsThresholds | None) -> IgsRules:
        return IgsRules(
            thresholds=thresholds or IGS_DEFAULT,
            interpolate=bool(values["igs_interpolate"]),
            newcomer_formula=bool(values["igs_newcomers"]),
        )


class Elo:
    """The league's Elo (S4-1 … S4-8)."""

    key = "elo"
    rules = ELO_SYSTEM

    def read(self, data: Mapping[str, Any]) -> EloState:
        return EloState(**data)

    def figure(self, state: EloState) -> Figure:
        return None, state.rating, ""

    def shown(self, state: EloState | None) -> Shown:
        if state is None:
            return Shown()
        return Shown(
            rating=state.rating,
            games=state.games,
            wins=state.wins,
            losses=state.losses,
            jigo=state.draws,
        )

    def order(self, rank: str) -> int:
        del rank  # Elo has none
        return 0

    def decision(self, fact: StrengthDecision) -> EloDecision | None:
        return EloDecision(EloDecisionKind.START) if fact.system == Paa.key else None

    def rules_of(self, values: Mapping[str, int], _thresholds: IgsThresholds | None) -> EloRules:
        feed = EloFeed.ALL if values["elo_feed"] else EloFeed.LEAGUE
        return EloRules(feed=feed, bonus=float(values["elo_bonus"]))


class Egf:
    """The European rating, for comparison (RULEBOOK section 6)."""

    key = "egf"
    rules = EGF_SYSTEM

    def read(self, data: Mapping[str, Any]) -> EgfState:
        return EgfState(**data)

    def figure(self, state: EgfState) -> Figure:
        return None, state.rating, egf_rank_of(state.rating)

    def shown(self, state: EgfState | None) -> Shown:
        if state is None:
            return Shown()
        return Shown(
            rating=state.rating,
            rank=egf_rank_of(state.rating),
            games=state.games,
            wins=state.wins,
            losses=state.losses,
            jigo=state.jigo,
        )

    def order(self, rank: str) -> int:
        return int(egf_rating_of_rank(rank))

    def decision(self, fact: StrengthDecision) -> EgfDecision | None:
        if fact.system != Paa.key:
            return None
        rating = egf_rating_of_rank(_first_rank(fact, "20k", "9d"))
        return EgfDecision(EgfDecisionKind.START, rating=rating)

    def rules_of(self, values: Mapping[str, int], _thresholds: IgsThresholds | None) -> EgfRules:
        return EgfRules(weight=values["egf_class"] / 100)


def _first_rank(fact: StrengthDecision, unknown: str, above: str) -> str:
    """The rank that a first declaration means: the band of the points where none was named.

    *unknown* for strength unknown (S1-4: starting value 0); *above* for the open band over 8 dan.
    """
    if fact.rank:
        rank = fact.rank
    elif fact.points:
        band = band_of(fact.points)
        rank = LADDER[band] if band != LOWEST else unknown
    else:
        rank = unknown
    return above if rank == LADDER[-1] else rank


#: In the order in which pages show them.
ADAPTERS: tuple[Adapter, ...] = (Paa(), Igs(), Elo(), Egf())
_BY_KEY = {adapter.key: adapter for adapter in ADAPTERS}


def adapter_of(system: str) -> Adapter:
    """The system with this key; raises RuleError E_UNKNOWN."""
    if system not in _BY_KEY:
        raise RuleError(Code.UNKNOWN, field="system", value=system, accepted=", ".join(_BY_KEY))
    return _BY_KEY[system]
