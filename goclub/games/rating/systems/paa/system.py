"""PAA points as the site knows them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from goclub.games.labels import ComputationLine
from goclub.games.models import RatingEntry, Standing
from goclub.games.rating.systems.calculation import GameTerms, NoTerms, Remainder
from goclub.games.rating.systems.paa import conditions, explanation, house_rules
from goclub.games.rating.systems.paa.forecast import forecast_lines
from goclub.games.rating.systems.paa.refusals import REFUSALS
from goclub.games.rating.systems.paa.typed import FIELDS, read_typed
from goclub.games.rating.systems.paa.wall import PaaWall
from goclub.games.rating.systems.protocol import (
    Band,
    ChartFrame,
    Figure,
    RatingSystem,
    RuleNote,
    ShownStanding,
    Stored,
)
from goclub.games.rating.systems.typed import is_rank
from goclub.members.models import StrengthDecision
from ratings.paa.decisions import PaaDecision, PaaDecisionKind
from ratings.paa.state import PaaRules, PaaState
from ratings.paa.system import SYSTEM
from ratings.ranks import LADDER, band_range, parse_rank, rank_code


class Paa(RatingSystem[PaaState, PaaDecision, PaaRules]):
    """PAA points (S1)."""

    key = house_rules.KEY
    name = gettext_lazy("PAA points")
    engine = SYSTEM
    certifies = True
    counts_since_rank = True

    # --- The ledger ---
    settings = house_rules.SETTINGS

    def read(self, data: Stored) -> PaaState:
        return PaaState(**data).checked()

    def figure(self, state: PaaState) -> Figure:
        return state.points, None, LADDER[state.rank]

    def shown(self, state: PaaState | None) -> ShownStanding:
        if state is None:
            return ShownStanding()
        return ShownStanding(
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
            by_office=fact.kind != StrengthDecision.Kind.DECLARED,
        )

    def rules_of(self, values: Mapping[str, int], _table: object | None) -> PaaRules:
        return house_rules.rules_of(values)

    # --- Pages ---
    def standing_note(self, standing: Standing, *, mine: bool) -> RuleNote:
        del mine
        if standing.certified:
            return RuleNote(_("Official points, certified by the chair."), "S1-6")
        return RuleNote(
            _("Not certified yet; the chair certifies points after about ten games."), "S1-6"
        )

    def short_reason(self, entry: RatingEntry) -> str:
        return explanation.short_reason(entry)

    def computation(self, entry: RatingEntry) -> Iterator[ComputationLine]:
        return explanation.computation(entry)

    def not_counted(self, entry: RatingEntry) -> list[ComputationLine]:
        return explanation.not_counted(entry)

    def forecast(self, state: PaaState, rules: PaaRules) -> Iterator[ComputationLine]:
        return forecast_lines(state, rules)

    def frame(self, _rules: PaaRules) -> ChartFrame:
        ranges = [(rank, *band_range(index)) for index, rank in enumerate(LADDER)]
        bands = [
            Band(rank, None if low is None else low - 0.5, None if high is None else high + 0.5)
            for rank, low, high in ranges
        ]
        return ChartFrame(room=4, bands=bands)

    refusals = REFUSALS

    def page_of_rule(self, rule: str) -> str:
        return "games:points" if rule.startswith("S1-") or rule in ("H-guest", "H-kind") else ""

    # --- The calculator ---
    typed_fields = FIELDS
    terms_title = gettext_lazy("PAA, by points")
    wall = PaaWall()

    def read_typed(
        self, typed: Mapping[str, str], held: PaaState | None, rules: PaaRules
    ) -> PaaState | None:
        return read_typed(typed["points"], typed["record"], held, rules)

    def common_rank(self, state: PaaState) -> str:
        """The two open ends of the ladder fall to 20k and 9d."""
        rank = LADDER[state.rank]
        return {LADDER[0]: "20k", LADDER[-1]: "9d"}.get(rank, rank)

    def typed_rank(self, typed: Mapping[str, str]) -> str:
        """Below 9 kyu a rank keeps its name for the others, as a declared one does."""
        code = rank_code(typed["points"]) if is_rank(typed["points"]) else ""
        return code if code != LADDER[-1] else ""

    def name_part(self, state: PaaState) -> str:
        return f"{state.points} ({LADDER[state.rank]})"

    def terms(self, first: PaaState | None, second: PaaState | None) -> GameTerms | NoTerms:
        return conditions.terms(first, second)

    def remainder(
        self,
        black: PaaState | None,
        white: PaaState | None,
        handicap: int,
        komi2: int,
        _rules: PaaRules,
    ) -> Remainder:
        return conditions.remainder(black, white, handicap, komi2)


#: The one instance; it holds nothing.
PAA: Final = Paa()
