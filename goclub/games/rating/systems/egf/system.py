"""The European rating as the site knows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from goclub.games.labels import ComputationLine
from goclub.games.models import RatingEntry
from goclub.games.rating.systems.declarations import declared_rank
from goclub.games.rating.systems.egf import explanation, house_rules, rules
from goclub.games.rating.systems.egf.typed import FIELDS, read_typed
from goclub.games.rating.systems.protocol import (
    Band,
    ChartFrame,
    Figure,
    RatingSystem,
    RuleNote,
    ShownStanding,
    Stored,
)
from goclub.members.models import StrengthDecision
from ratings.egf.decisions import EgfDecision, EgfDecisionKind
from ratings.egf.formula import RANKS, rank_of, rating_of_rank
from ratings.egf.state import EgfRules, EgfState
from ratings.egf.system import SYSTEM


class Egf(RatingSystem[EgfState, EgfDecision, EgfRules]):
    """The European rating, for comparison (RULEBOOK section 6)."""

    key = house_rules.KEY
    name = gettext_lazy("EGF rating")
    engine = SYSTEM
    whole_points = False
    for_comparison = True

    # --- The ledger ---
    settings = house_rules.SETTINGS

    def read(self, data: Stored) -> EgfState:
        return EgfState(**data)

    def figure(self, state: EgfState) -> Figure:
        return None, state.rating, rank_of(state.rating)

    def shown(self, state: EgfState | None) -> ShownStanding:
        if state is None:
            return ShownStanding()
        return ShownStanding(
            rating=state.rating,
            rank=rank_of(state.rating),
            games=state.games,
            wins=state.wins,
            losses=state.losses,
            jigo=state.jigo,
        )

    def order(self, rank: str) -> int:
        return int(rating_of_rank(rank))

    def decision(self, fact: StrengthDecision) -> EgfDecision | None:
        if fact.system != StrengthDecision.System.PAA:
            return None
        rating = rating_of_rank(declared_rank(fact, unknown="20k", above="9d"))
        return EgfDecision(EgfDecisionKind.START, rating=rating)

    def rules_of(self, values: Mapping[str, int], _table: object | None) -> EgfRules:
        return house_rules.rules_of(values)

    # --- Pages ---
    def ranking_note(self) -> RuleNote:
        return RuleNote(
            _(
                "A comparison with the European system, calculated here from club games. "
                "Nothing is sent to anyone."
            )
        )

    def short_reason(self, entry: RatingEntry) -> str:
        return explanation.short_reason(entry)

    def computation(self, entry: RatingEntry) -> Iterator[ComputationLine]:
        return explanation.computation(entry)

    def not_counted(self, entry: RatingEntry) -> list[ComputationLine]:
        return explanation.not_counted(entry)

    def frame(self, _rules: EgfRules) -> ChartFrame:
        centres = [(rank, rating_of_rank(rank)) for rank in RANKS]
        return ChartFrame(room=15, bands=[Band(rank, mid - 50, mid + 50) for rank, mid in centres])

    rule_texts = rules.TEXTS

    # --- The calculator ---
    typed_fields = FIELDS

    def read_typed(
        self, typed: Mapping[str, str], held: EgfState | None, _rules: EgfRules
    ) -> EgfState | None:
        return read_typed(typed["egf"], held)

    def assumed(self, ranks: Sequence[str], _rules: EgfRules) -> EgfState | None:
        """The middle of the rank held elsewhere, as a member starts."""
        return EgfState(rating_of_rank(ranks[0]), 0, 0, 0, 0) if ranks else None


#: The one instance; it holds nothing.
EGF: Final = Egf()
