"""The club's Elo as the site knows it; a season league has one of its own events beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from django.utils.translation import gettext_lazy

from goclub.games.labels import ComputationLine
from goclub.games.models import RatingEntry, Standing
from goclub.games.rating.systems.elo import explanation, house_rules, rules
from goclub.games.rating.systems.elo.typed import FIELDS, read_typed
from goclub.games.rating.systems.protocol import (
    ChartFrame,
    Figure,
    RatingSystem,
    RuleNote,
    ShownStanding,
    Stored,
)
from goclub.members.models import StrengthDecision
from ratings.elo.decisions import EloDecision, EloDecisionKind
from ratings.elo.state import EloRules, EloState
from ratings.elo.system import SYSTEM

#: What keeps the two apart, said wherever the club's is shown.
APART: Final = RuleNote(
    gettext_lazy(
        "The club’s Elo. Each season league has its own Elo from its own events. The "
        "rule is the same but the games differ, and so do the figures."
    ),
    "H-elo-feed",
)


class Elo(RatingSystem[EloState, EloDecision, EloRules]):
    """The club's Elo (S4-1 … S4-8)."""

    key = house_rules.KEY
    name = gettext_lazy("Club Elo")
    engine = SYSTEM
    whole_points = False
    has_ranks = False

    # --- The ledger ---
    settings = house_rules.SETTINGS

    def read(self, data: Stored) -> EloState:
        return EloState(**data).checked()

    def figure(self, state: EloState) -> Figure:
        return None, state.rating, ""

    def shown(self, state: EloState | None) -> ShownStanding:
        if state is None:
            return ShownStanding()
        return ShownStanding(
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
        """Everybody starts with the first declaration of points, whatever it says (S4-1)."""
        if fact.system != StrengthDecision.System.PAA:
            return None
        return EloDecision(EloDecisionKind.START)

    def rules_of(self, values: Mapping[str, int], _table: object | None) -> EloRules:
        return house_rules.rules_of(values)

    # --- Pages ---
    def short_reason(self, entry: RatingEntry) -> str:
        return explanation.short_reason(entry)

    def computation(self, entry: RatingEntry) -> Iterator[ComputationLine]:
        return explanation.computation(entry)

    def not_counted(self, entry: RatingEntry) -> list[ComputationLine]:
        return explanation.not_counted(entry)

    def frame(self, _rules: EloRules) -> ChartFrame:
        return ChartFrame(room=8)

    def ranking_note(self) -> RuleNote:
        """Two ratings have the same rule and other games."""
        return APART

    def standing_note(self, _standing: Standing, *, mine: bool) -> RuleNote:
        del mine
        return APART

    rule_texts = rules.TEXTS

    # --- The calculator ---
    typed_fields = FIELDS

    def read_typed(
        self, typed: Mapping[str, str], held: EloState | None, _rules: EloRules
    ) -> EloState | None:
        return read_typed(typed["elo"], held)

    def assumed(self, _ranks: Sequence[str], rules: EloRules) -> EloState:
        """Where everybody starts."""
        start = SYSTEM.decide(None, EloDecision(EloDecisionKind.START), rules)
        assert start is not None  # nobody has started
        return start.state


#: The one instance; it holds nothing.
ELO: Final = Elo()
