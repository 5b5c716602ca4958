"""Pandanet's IGS points as the site knows them: house rules, the system itself."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from typing import Final

from django.urls import reverse
from django.utils.functional import lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from goclub.common.forms import read_whole
from goclub.common.notation import number
from goclub.common.refusals.registry import Refusal
from goclub.games.models import Standing, ThresholdTable
from goclub.games.rating.systems.calculation import TypedField
from goclub.games.rating.systems.igs import conditions, explanation
from goclub.games.rating.systems.igs.conditions import IgsWall
from goclub.games.rating.systems.igs.rules import REFUSALS, TEXTS
from goclub.games.rating.systems.igs.words import forecast_lines
from goclub.games.rating.systems.protocol import (
    NO_YES,
    Band,
    ChartFrame,
    Figure,
    RatingSystem,
    RuleNote,
    ShownStanding,
    Spec,
    Stored,
)
from goclub.games.rating.systems.shared import MOST_GAMES, about_field, declared_rank
from goclub.members.models import StrengthDecision
from ratings.checks import whole_number
from ratings.errors import Code, RuleError
from ratings.igs.conditions import FIRST_TWENTY10, MULTIPLIER_TEXT
from ratings.igs.ladder import BC, LADDER, PROFESSIONAL, UNGRADED, ParsedRank, parse_rank
from ratings.igs.state import IgsRules, IgsState
from ratings.igs.system import SYSTEM, IgsDecision, IgsDecisionKind
from ratings.igs.thresholds import DEFAULT, Thresholds


def _multiplier(tenths: int) -> str:
    """A multiplier as the reader writes it: × 1.7."""
    return f"× {number(Fraction(tenths, 10), 1 if tenths % 10 else 0)}"


_times = lazy(_multiplier, str)

SETTINGS: Final = (
    Spec("igs_interpolate", _("IGS: interpolate between the rows of the table"), "igs",
         ("S0-17",), 0, 1, 0,
         _("“No” rounds the net difference towards zero to a row of the table, the only "
           "reading that reproduces all the printed examples."), NO_YES),
    Spec("igs_newcomers", _("IGS: newcomers are certified by the formula"), "igs",
         ("S0-29",), 0, 1, 1,
         _("Pandanet does not publish how it ranks newcomers. With “No”, an admin sets "
           "the rank after twenty games."), NO_YES),
    Spec("igs_first_twenty", _("IGS: multiplier of a player’s first twenty rated games"), "igs",
         ("S0-20",), 10, 20, FIRST_TWENTY10,
         _("Pandanet’s page says only that these games are “computed specially”. Ours "
           "continues where the published 1.5, 1.2 and 1 leave off."),
         tuple((tenths, _times(tenths)) for tenths in sorted(MULTIPLIER_TEXT))),
    Spec("igs_above", _("IGS: promotion only above the border"), "igs", ("S0-26",), 0, 1, 0,
         _("The table’s heading says “least points for promotion”, but its footnote says "
           "“more than”. “No” follows the heading: reaching the number is enough."), NO_YES),
    Spec("igs_fifty", _("IGS: the fifty points are multiplied too"), "igs",
         ("S0-24", "S0-25"), 0, 1, 0,
         _("Pandanet’s page gives 50 points for a no-show and for beating a newcomer or a "
           "player in BC, but does not say whether they are multiplied. With “No”, they "
           "stay at 50."), NO_YES),
)  # fmt: skip


#: Rated games of a typed IGS rank where nobody says: its next game is worth the table's points.
SETTLED_GAMES = 100

FIELDS = (
    TypedField("igs", _("IGS rank"), main=True),
    TypedField(
        "igs_points", _("IGS points"), _("Leave empty for the rank’s entry points."), "numeric"
    ),
    TypedField(
        "igs_games",
        _("Rated IGS games"),
        _("Leave empty for 100: from then on, points are no longer multiplied."),
        "numeric",
    ),
)


def _ranked(asked: ParsedRank, points: int | None, rules: IgsRules) -> IgsState:
    if asked.pro:
        decision = IgsDecision(IgsDecisionKind.PRO, rank=asked.index, points=points)
    elif asked.provisional or asked.index == BC:
        decision = IgsDecision(IgsDecisionKind.START, rank=asked.index, points=points)
    else:
        return _set(asked.index, points, rules)
    return _decided(decision, rules)


def _set(rank: int, points: int | None, rules: IgsRules) -> IgsState:
    decision = IgsDecision(IgsDecisionKind.SET, rank=rank, points=points)
    return _decided(decision, rules)


def _decided(decision: IgsDecision, rules: IgsRules) -> IgsState:
    # The plain name of the points is that of another system's field here.
    with about_field("igs", points="igs_points"):
        step = SYSTEM.decide(None, decision, rules)
    assert step is not None  # nobody has started
    return step.state


def _number(typed: Mapping[str, str], field: str) -> int | None:
    return read_whole(typed[field], field) if typed[field] else None


def _index(rank: str) -> int:
    """The place of a rank, UNGRADED for a professional whose grade is not known."""
    return UNGRADED if rank == PROFESSIONAL else parse_rank(rank).index


class Igs(RatingSystem[IgsState, IgsDecision, IgsRules]):
    """Pandanet's IGS points (S0).  A member's first declared strength makes them a newcomer."""

    key = "igs"
    name = _("IGS points")
    engine = SYSTEM
    certifies = True
    counts_results = False

    # --- The ledger ---
    settings = SETTINGS

    def read(self, data: Stored) -> IgsState:
        return IgsState(**data)

    def figure(self, state: IgsState) -> Figure:
        return state.points, None, state.rank_text

    def shown(self, state: IgsState) -> ShownStanding:
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
            if fact.rank == PROFESSIONAL or parse_rank(fact.rank).pro:
                return IgsDecision(IgsDecisionKind.PRO, rank=rank)
            return IgsDecision(IgsDecisionKind.SET, rank=rank)
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
        return IgsRules(
            thresholds=table or DEFAULT,
            interpolate=bool(values["igs_interpolate"]),
            newcomer_formula=bool(values["igs_newcomers"]),
            first_twenty10=values["igs_first_twenty"],
            above=bool(values["igs_above"]),
            fifty_times=bool(values["igs_fifty"]),
        )

    # --- Pages ---
    def value(self, state: IgsState) -> int | None:
        """Neither newcomers nor BC nor professionals have points (S0-3, S0-5, S0-26b)."""
        return state.points if state.certified else None

    def holds_points(self, *values: float | None) -> bool:
        """Newcomers and BC have a rank alone; nought is stored for them (S0-26)."""
        return any(values)

    def ranking_note(self) -> RuleNote:
        return RuleNote(
            gettext(
                "A question mark means a rank the newcomer chose. Points come once twenty "
                "games have certified it."
            ),
            "S0-27",
        )

    def standing_note(self, standing: Standing, *, mine: bool) -> RuleNote | None:
        if standing.certified:
            return None
        if standing.rank == "BC":
            return RuleNote(gettext("In BC, the beginners’ class: no points yet."), "S0-28")
        text = gettext("Not certified yet: no points before twenty games.")
        if not mine:
            return RuleNote(text, "S0-28")
        return RuleNote(
            text, "S0-28", reverse("games:igs-rank"), gettext("Change my provisional rank")
        )

    short_reason = staticmethod(explanation.short_reason)
    computation = staticmethod(explanation.computation)
    not_counted = staticmethod(explanation.not_counted)
    forecast = staticmethod(forecast_lines)

    def frame(self, rules: IgsRules) -> ChartFrame:
        table = rules.thresholds
        bands = [
            Band(rank, table.entry[index], table.promote[index])
            for index, rank in enumerate(LADDER)
        ]
        return ChartFrame(room=150, bands=bands)

    rule_texts = TEXTS
    refusals = REFUSALS

    # --- The calculator ---
    typed_fields = FIELDS
    terms_title = _("IGS, by rank")
    wall = IgsWall()

    def read_typed(
        self, typed: Mapping[str, str], held: IgsState | None, rules: IgsRules
    ) -> IgsState | None:
        """The state of a typed rank: certified, with ``?``, BC, or a professional (S0-1 … S0-5).

        Points default to those with which the rank is entered, rated games to a hundred.
        """
        if not any(typed[field.name] for field in self.typed_fields):
            return held
        rank = typed["igs"]
        asked = _number(typed, "igs_points")
        count = _number(typed, "igs_games")
        if rank:
            with about_field("igs"):
                parsed = parse_rank(rank)
            state = _ranked(parsed, asked, rules)
            if state.certified:
                state = replace(state, rated=SETTLED_GAMES)
        elif held is None:
            raise RuleError(Code.MISSING, "igs")
        else:
            state = held
            if asked is not None:
                state = _set(held.rank, asked, rules)
                state = replace(state, rated=held.rated, recent=held.recent)
        if count is not None:
            whole_number(count, field="igs_games", low=0, high=MOST_GAMES)
            if not state.certified:
                # The counts of newcomers and of BC are more than one number.
                raise Refusal(
                    _("Rated games can only be given with a certified rank. Leave this empty."),
                    code=Code.INCONSISTENT,
                    field="igs_games",
                )
            state = replace(state, rated=count)
        return state

    def common_rank(self, state: IgsState) -> str:
        """Without plus and question mark; BC falls to 20k, 10d and professionals to 9d."""
        rank = state.rank_text.rstrip("+?")
        if rank == "10d" or rank.lower().endswith("p"):
            return "9d"
        return "20k" if rank == "BC" else rank

    def name_part(self, state: IgsState) -> str:
        return state.rank_text

    terms = staticmethod(conditions.terms)
    remainder = staticmethod(conditions.remainder)


#: The one instance; it holds nothing.
IGS: Final = Igs()
