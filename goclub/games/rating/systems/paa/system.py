"""PAA points as the site knows them: house rules, rules in words, the system itself."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from goclub.common.forms import read_whole
from goclub.common.refusals.registry import Refusals
from goclub.games.models import Standing
from goclub.games.rating.systems.calculation import TypedField
from goclub.games.rating.systems.paa import conditions, explanation
from goclub.games.rating.systems.paa.conditions import PaaWall
from goclub.games.rating.systems.paa.explanation import forecast_lines
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
from goclub.games.rating.systems.shared import MOST_GAMES, about_field, is_rank, plain
from goclub.members.models import StrengthDecision
from ratings.checks import whole_number
from ratings.errors import Code, RuleError
from ratings.paa.rules import RECENT, JigoRate, PaaRules, PaaState, TimeLosses
from ratings.paa.system import SYSTEM, PaaDecision, PaaDecisionKind, declare
from ratings.ranks import LADDER, band_range, parse_rank, rank_code

SETTINGS: Final = (
    Spec("paa_min_games", _("PAA: minimum counted games before a rank can change"), "paa",
         ("S1-13", "S1-6"), 1, 100, 10,
         _("The salon’s page asks for a win rate but does not say over how many games. It "
           "calls ten enough for official points.")),
    Spec("paa_window", _("PAA: win rate over the last … counted games (0: all)"), "paa",
         ("S1-13",), 0, 100, 0,
         _("0 means every counted game since the last change of rank.")),
    Spec("paa_free_both", _("PAA: one player can make a game unrated for both"), "paa",
         ("S1-10",), 0, 1, 1,
         _("The page lets Black or White alone make a game unrated, but does not say "
           "whether it is then unrated for the other player too."), NO_YES),
    Spec("paa_jigo", _("PAA: how a jigo counts in the win rate"), "paa", ("S1-8", "S1-13"), 0, 2,
         JigoRate.HALF.value,
         _("The page counts a jigo as a game and asks for a win rate, but does not say "
           "what share of a win a jigo is. Either way, it is one of the counted games "
           "needed for a change of rank."),
         ((JigoRate.HALF.value, _("half a win")),
          (JigoRate.LEFT_OUT.value, _("left out of the win rate")),
          (JigoRate.NO_WIN.value, _("a game without a win")))),
    Spec("paa_time", _("PAA: which games can be lost on time"), "paa", ("S1-19",), 0, 2,
         TimeLosses.OFF_RECORD.value,
         _("The page treats time limits as a guide and not as a loss, because its games "
           "are played online. A game entered as lost on time under one rule has no "
           "result under a rule without such losses."),
         ((TimeLosses.NOWHERE.value, _("none of them")),
          (TimeLosses.OFF_RECORD.value, _("only unrated games")),
          (TimeLosses.EVERYWHERE.value, _("every game; it counts like any other loss")))),
)  # fmt: skip


REFUSALS: Refusals = {
    "paa.time_loss": _(
        "In the salon, games are not lost on time. Agree on another result, or mark "
        "the game as unrated so that no points change."
    ),
    "paa.no_time_loss": _(
        "A house rule says that nobody loses on time here. Choose another result."
    ),
    "paa.no_published_start": _(
        "Nothing is published for players above 8 dan: declare points of 201 or more instead."
    ),
    "paa.not_in_band": _(
        "%(value)s is outside the band of the declared rank (%(accepted)s). Enter only "
        "one of the two."
    ),
    "paa.window_below_min_games": ngettext_lazy(
        "A window of %(value)s game could never hold the minimum number of games. "
        "Accepted: %(accepted)s.",
        "A window of %(value)s games could never hold the minimum number of games. "
        "Accepted: %(accepted)s.",
        "value",
    ),
    "paa.already_declared": _("A strength has already been declared. An admin can set another."),
}


FIELDS = (
    TypedField("points", _("PAA points or rank"), main=True),
    TypedField(
        "record", _("Record since reaching the PAA rank"), _("Wins–losses–jigo, such as 12–7–1.")
    ),
)

_RECORD = re.compile(r"(-?[\d.]+)\s*[-:/]\s*(-?[\d.]+)(?:\s*[-:/]\s*(-?[\d.]+))?")


def _declared(points: str) -> PaaDecision:
    """A declaration of points or of a rank, typed in one field."""
    with about_field("points"):
        if is_rank(points):
            return declare(rank=parse_rank(points))
        return declare(points=read_whole(points, "points"))


def _record(text: str) -> tuple[int, int, int]:
    """Wins, losses and jigo of a record such as 12–7 or 12–7–1 (S1-13)."""
    match = _RECORD.fullmatch(plain(text))
    if match is None:
        raise RuleError(Code.TYPE, "record", text, "12-7, 12-7-1")
    wins, losses, jigo = (
        whole_number(read_whole(part or "0", "record"), field="record", low=0, high=MOST_GAMES)
        for part in match.groups()
    )
    return wins, losses, jigo


class Paa(RatingSystem[PaaState, PaaDecision, PaaRules]):
    """PAA points (S1)."""

    key = "paa"
    name = _("PAA points")
    engine = SYSTEM
    certifies = True
    counts_since_rank = True

    # --- The ledger ---
    settings = SETTINGS

    def read(self, data: Stored) -> PaaState:
        return PaaState(**data)

    def figure(self, state: PaaState) -> Figure:
        return state.points, None, LADDER[state.rank]

    def shown(self, state: PaaState) -> ShownStanding:
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
        )

    def rules_of(self, values: Mapping[str, int], _table: object | None) -> PaaRules:
        """The rules of PAA under the club's settings."""
        return PaaRules(
            min_games=values["paa_min_games"],
            window=values["paa_window"],
            free_both=bool(values["paa_free_both"]),
            jigo=JigoRate(values["paa_jigo"]),
            time_losses=TimeLosses(values["paa_time"]),
        )

    # --- Pages ---
    def standing_note(self, standing: Standing, *, mine: bool) -> RuleNote:  # noqa: ARG002
        if standing.certified:
            return RuleNote(gettext("Official points, certified by the chair."), "S1-6")
        return RuleNote(
            gettext("Not certified yet; the chair certifies points after about ten games."), "S1-6"
        )

    short_reason = staticmethod(explanation.short_reason)
    computation = staticmethod(explanation.computation)
    reasons_not_counted = explanation.NOT_COUNTED
    forecast = staticmethod(forecast_lines)

    def frame(self, _rules: PaaRules) -> ChartFrame:
        ranges = [(rank, *band_range(index)) for index, rank in enumerate(LADDER)]
        bands = [
            Band(rank, None if low is None else low - 0.5, None if high is None else high + 0.5)
            for rank, low, high in ranges
        ]
        return ChartFrame(room=4, bands=bands)

    refusals = REFUSALS

    # --- The calculator ---
    typed_fields = FIELDS
    terms_title = _("PAA, by points")
    wall = PaaWall()

    def read_typed(
        self, typed: Mapping[str, str], held: PaaState | None, rules: PaaRules
    ) -> PaaState | None:
        """The state of declared points or a rank (S1-3 … S1-5), with the record since the rank."""
        state = held
        if typed["points"]:
            state = SYSTEM.decide(None, _declared(typed["points"]), rules).state
        if not typed["record"]:
            return state
        wins, losses, jigo = _record(typed["record"])
        if state is None:
            raise RuleError(Code.MISSING, "points")
        played = wins + losses + jigo
        # Which came first is not told; the results stand in the order in which a record names them.
        recent = ("W" * wins + "L" * losses + "J" * jigo)[-RECENT:]
        games = max(played, state.games)
        return PaaState(
            state.points, state.rank, games, wins, losses, jigo, recent, state.certified
        )

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

    terms = staticmethod(conditions.terms)
    remainder = staticmethod(conditions.remainder)


#: The one instance; it holds nothing.
PAA: Final = Paa()
