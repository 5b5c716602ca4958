"""Pandanet's IGS points as the site knows them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from goclub.games.labels import ComputationLine
from goclub.games.models import RatingEntry, Standing, ThresholdTable
from goclub.games.rating.systems.calculation import GameTerms, NoTerms, Remainder
from goclub.games.rating.systems.declarations import declared_rank
from goclub.games.rating.systems.igs import conditions, explanation, house_rules, rules
from goclub.games.rating.systems.igs.forecast import forecast_lines
from goclub.games.rating.systems.igs.refusals import REFUSALS
from goclub.games.rating.systems.igs.typed import FIELDS, read_typed
from goclub.games.rating.systems.igs.wall import IgsWall
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
from ratings.igs.decisions import IgsDecision, IgsDecisionKind
from ratings.igs.ladder import BC, LADDER, PROFESSIONAL, UNGRADED, parse_rank
from ratings.igs.state import IgsRules, IgsState
from ratings.igs.system import SYSTEM
from ratings.igs.thresholds import Thresholds


def is_professional(rank: str) -> bool:
    """Whether a rank is a professional's, with a grade or without (S0-5)."""
    return rank == PROFESSIONAL or parse_rank(rank).pro


def _index(rank: str) -> int:
    """The place of a rank, UNGRADED for a professional whose grade is not known."""
    return UNGRADED if rank == PROFESSIONAL else parse_rank(rank).index


class Igs(RatingSystem[IgsState, IgsDecision, IgsRules]):
    """Pandanet's IGS points (S0).  A member's first declared strength makes him a newcomer."""

    key = house_rules.KEY
    name = gettext_lazy("IGS points")
    engine = SYSTEM
    certifies = True
    counts_results = False

    # --- The ledger ---
    settings = house_rules.SETTINGS

    def read(self, data: Stored) -> IgsState:
        return IgsState(**data)

    def figure(self, state: IgsState) -> Figure:
        return state.points, None, state.rank_text

    def shown(self, state: IgsState | None) -> ShownStanding:
        if state is None:
            return ShownStanding()
        return ShownStanding(
            points=state.points,
            rank=state.rank_text,
            certified=state.certified,
            games=state.rated,
        )

    def order(self, rank: str) -> int:
        return _index(rank)

    def decision(self, fact: StrengthDecision) -> IgsDecision | None:
        if fact.system == self.key:
            rank = _index(fact.rank)
            if fact.kind == StrengthDecision.Kind.REVISED:
                return IgsDecision(IgsDecisionKind.REVISE, rank=rank)
            if is_professional(fact.rank):
                return IgsDecision(IgsDecisionKind.PRO, rank=rank, by_office=True)
            return IgsDecision(IgsDecisionKind.SET, rank=rank, by_office=True)
        first = declared_rank(fact, unknown="17k", above="9d")
        # Below 17 kyu the ladder has one class, that of the beginners (S0-1).
        return IgsDecision(
            IgsDecisionKind.START, rank=LADDER.index(first) if first in LADDER else BC
        )

    def tables(self) -> list[tuple[date, Thresholds]]:
        """The borders that the chair uploaded (S0-26)."""
        stored = ThresholdTable.objects.values_list("valid_from", "table")
        return [(since, Thresholds.from_json(table)) for since, table in stored]

    def rules_of(self, values: Mapping[str, int], table: object | None) -> IgsRules:
        assert table is None or isinstance(table, Thresholds)
        return house_rules.rules_of(values, table)

    # --- Pages ---
    def value(self, state: IgsState) -> int | None:
        """Neither newcomers nor BC nor professionals have points (S0-3, S0-5, S0-26b)."""
        return state.points if state.certified else None

    def holds_points(self, *values: float | None) -> bool:
        """Newcomers and BC have a rank alone; nought is stored for them (S0-26)."""
        return any(values)

    def ranking_note(self) -> RuleNote:
        return RuleNote(
            _(
                "A question mark means a rank the newcomer chose. Points come once twenty "
                "games have certified it."
            ),
            "S0-27",
        )

    def standing_note(self, standing: Standing, *, mine: bool) -> RuleNote | None:
        if standing.certified:
            return None
        if standing.rank == "BC":
            return RuleNote(_("In BC, the beginners’ class: no points yet."), "S0-28")
        text = _("Not certified yet: no points before twenty games.")
        if not mine:
            return RuleNote(text, "S0-28")
        return RuleNote(text, "S0-28", reverse("games:igs-rank"), _("Change my provisional rank"))

    def short_reason(self, entry: RatingEntry) -> str:
        return explanation.short_reason(entry)

    def computation(self, entry: RatingEntry) -> Iterator[ComputationLine]:
        return explanation.computation(entry)

    def not_counted(self, entry: RatingEntry) -> list[ComputationLine]:
        return explanation.not_counted(entry)

    def forecast(self, state: IgsState, rules: IgsRules) -> Iterator[ComputationLine]:
        return forecast_lines(state, rules)

    def frame(self, rules: IgsRules) -> ChartFrame:
        table = rules.thresholds
        bands = [
            Band(rank, table.entry[index], table.promote[index])
            for index, rank in enumerate(LADDER)
        ]
        return ChartFrame(room=150, bands=bands)

    rule_texts = rules.TEXTS
    refusals = REFUSALS

    # --- The calculator ---
    typed_fields = FIELDS
    terms_title = gettext_lazy("IGS, by rank")
    wall = IgsWall()

    def read_typed(
        self, typed: Mapping[str, str], held: IgsState | None, rules: IgsRules
    ) -> IgsState | None:
        return read_typed(typed["igs"], typed["igs_points"], typed["igs_games"], held, rules)

    def common_rank(self, state: IgsState) -> str:
        """Without plus and question mark; BC falls to 20k, 10d and professionals to 9d."""
        rank = state.rank_text.rstrip("+?")
        if rank == "10d" or rank.lower().endswith("p"):
            return "9d"
        return "20k" if rank == "BC" else rank

    def name_part(self, state: IgsState) -> str:
        return state.rank_text

    def terms(self, first: IgsState | None, second: IgsState | None) -> GameTerms | NoTerms:
        return conditions.terms(first, second)

    def remainder(
        self,
        black: IgsState | None,
        white: IgsState | None,
        handicap: int,
        komi2: int,
        rules: IgsRules,
    ) -> Remainder:
        return conditions.remainder(black, white, handicap, komi2, rules)


#: The one instance; it holds nothing.
IGS: Final = Igs()
