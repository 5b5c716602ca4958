"""The European rating, for comparison (RULEBOOK section 6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from goclub.common.notation import number, percent, sentence
from goclub.common.rules import RuleText, house_rule_text
from goclub.games.labels import ComputationLine, signed
from goclub.games.models import RatingEntry
from goclub.games.rating.systems.calculation import TypedField
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
from goclub.games.rating.systems.shared import (
    Words,
    about_field,
    declared_rank,
    exact_change,
    exact_rating,
    is_rank,
    plain,
    read_real,
)
from goclub.members.models import StrengthDecision
from ratings.accepted import AcceptedRange
from ratings.egf import (
    CEILING,
    FLOOR,
    RANKS,
    SYSTEM,
    EgfDecision,
    EgfRules,
    EgfState,
    rank_of,
    rating_of_rank,
)
from ratings.errors import Code, RuleError

SETTINGS: Final = (
    Spec("egf_class", _("EGF: weight of a club game, in per cent"), "egf", ("EGF",), 25, 100, 25,
         _("European tournaments are weighted by thinking time: A 100, B 75, C 50, D 25. "
           "Club games have no fixed time, so they have the lowest weight. For comparison "
           "only; it is not sent to anyone."),
         ((25, _("25% (class D)")), (50, _("50% (class C)")),
          (75, _("75% (class B)")), (100, _("100% (class A)")))),
    Spec("egf_forfeits", _("EGF: a game won by forfeit changes the rating"), "egf", ("H-egf-feed",),
         0, 1, 1,
         _("European tournaments send only games that were played. A club may count a forfeit as a "
           "win like any other."), NO_YES),
)  # fmt: skip


TEXTS = (
    RuleText(
        "EGF",
        _(
            "The European system of 2021: the weaker the player, the larger the change. "
            "One rank is 100 points; 1 dan is 2100."
        ),
        "confirmed",
    ),
    house_rule_text(
        "H-egf-feed",
        _(
            "Which games count: games on 19×19 between two members, unless they are "
            "unrated. Whether a game won by forfeit counts is a setting."
        ),
    ),
    house_rule_text(
        "H-egf-komi",
        _(
            "A game with no handicap stones and at most half a point of komi counts as a "
            "handicap of one."
        ),
    ),
)


NOT_COUNTED: Words = {
    "no_result": lambda: gettext("not counted: no result"),
    "computer": lambda: gettext("not counted: a computer played"),
    "pair": lambda: gettext("not counted: pair go"),
    "guest": lambda: gettext("not counted: played with a guest, who has no rating"),
    "free_board": lambda: gettext("not counted: small board"),
    "free_flag": lambda: gettext("not counted: unrated at a player’s request"),
    "komi": lambda: gettext(
        "not counted: no handicap stones, and a komi that fits neither an even nor a handicap game"
    ),
    "forfeit": lambda: gettext("not counted: won or lost by forfeit"),
    "off_scale": lambda: gettext(
        "not counted: with these stones Black is beyond the end of the scale, 3300"
    ),
}


def _moved(inputs: Mapping[str, Any]) -> float:
    """The change that the formula gives, before the lower end of the scale (section 6)."""
    surprise = inputs["con"] * (inputs["result"] - inputs["expected"])
    return float(inputs["weight"] * (surprise + inputs["bonus"]))


class Egf(RatingSystem[EgfState, EgfDecision, EgfRules]):
    """The European rating, for comparison (RULEBOOK section 6)."""

    key = "egf"
    name = _("EGF rating")
    engine = SYSTEM
    whole_points = False
    for_comparison = True

    # --- The ledger ---
    settings = SETTINGS

    def read(self, data: Stored) -> EgfState:
        return EgfState(**data)

    def figure(self, state: EgfState) -> Figure:
        return None, state.rating, rank_of(state.rating)

    def shown(self, state: EgfState) -> ShownStanding:
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
        return EgfDecision(rating)

    def rules_of(self, values: Mapping[str, int], _table: object | None) -> EgfRules:
        """The rules of the European rating under the club's settings."""
        return EgfRules(weight=values["egf_class"] / 100, forfeits=bool(values["egf_forfeits"]))

    # --- Pages ---
    def ranking_note(self) -> RuleNote:
        return RuleNote(
            gettext(
                "A comparison with the European system, calculated here from club games. "
                "Nothing is sent to anyone."
            )
        )

    reasons_not_counted = NOT_COUNTED

    def short_reason(self, entry: RatingEntry) -> str:
        """One line: why the rating moved, or did not."""
        if entry.decision is not None:
            if entry.decision.rank:
                return gettext("starts at the middle of the declared rank")
            if entry.decision.points:
                return gettext("starts at the rank of the declared points")
            return gettext("strength unknown: starts at 20 kyu")
        if entry.code in NOT_COUNTED:
            return NOT_COUNTED[entry.code]()
        chance = percent(100 * entry.reason["inputs"]["expected"])
        words = {
            "win": gettext("win, expected %(chance)s"),
            "loss": gettext("loss, expected %(chance)s"),
            "jigo": gettext("jigo, expected %(chance)s"),
            "called": gettext("draw because time was called, expected %(chance)s"),
        }
        return words[entry.code] % {"chance": chance}

    def computation(self, entry: RatingEntry) -> Iterator[ComputationLine]:
        """The computation of an entry, a line a step."""
        inputs = entry.reason["inputs"]
        rule = entry.reason["rules"][0]
        text = self.short_reason(entry)
        if entry.decision_id or entry.code in NOT_COUNTED:
            yield ComputationLine(sentence(text), rule)
            return
        if entry.code == "called":
            yield ComputationLine(
                gettext("House rule: a draw because time was called counts as a jigo."), "S4-15"
            )
        if abs(inputs["handicap"]) == 1:
            yield ComputationLine(
                gettext("Black moves first without komi: a handicap of one."), "H-egf-komi"
            )
        yield ComputationLine(
            gettext("%(own)s against %(other)s, handicap %(stones)s: expected %(chance)s.")
            % {
                "own": exact_rating(inputs["rating_before"]),
                "other": exact_rating(inputs["opponent"]),
                "stones": signed(inputs["handicap"]),
                "chance": number(inputs["expected"], 4),
            },
            "EGF",
        )
        yield ComputationLine(
            gettext(
                "Weight %(weight)s × (%(con)s × (%(result)s − %(chance)s) + %(bonus)s) "
                "= %(change)s."
            )
            % {
                "weight": number(inputs["weight"], 2),
                "con": number(inputs["con"], 3),
                "result": number(inputs["result"], 1),
                "chance": number(inputs["expected"], 5),
                "bonus": number(inputs["bonus"], 3),
                "change": exact_change(_moved(inputs)),
            },
            "EGF",
        )
        # Besides what only the floats differ in.
        if inputs["rating_after"] - inputs["rating_before"] > _moved(inputs) + 1e-6:
            yield ComputationLine(gettext("No rating falls below −900."), "EGF")
        yield ComputationLine(
            gettext(
                "%(before)s %(change)s → %(after)s; stored unrounded, shown to one decimal place."
            )
            % {
                "before": exact_rating(inputs["rating_before"]),
                "change": exact_change(float(entry.delta)),
                "after": exact_rating(inputs["rating_after"]),
            }
        )

    def frame(self, _rules: EgfRules) -> ChartFrame:
        centres = [(rank, rating_of_rank(rank)) for rank in RANKS]
        return ChartFrame(room=15, bands=[Band(rank, mid - 50, mid + 50) for rank, mid in centres])

    rule_texts = TEXTS

    # --- The calculator ---
    typed_fields = (
        TypedField("egf", _("EGF rating or rank"), _("Leave empty for the middle of the rank.")),
    )

    def read_typed(
        self, typed: Mapping[str, str], held: EgfState | None, _rules: EgfRules
    ) -> EgfState | None:
        """The state of a typed European rating or rank; raises RuleError on ``egf``."""
        text = typed["egf"]
        if not text:
            return held
        with about_field("egf"):
            if is_rank(text):
                rating = rating_of_rank(plain(text).casefold().replace(" ", ""))
            else:
                rating = read_real(text, "egf")
                if not FLOOR <= rating < CEILING:
                    raise RuleError(Code.RANGE, "egf", text, AcceptedRange(-900, Decimal("3299.9")))
        return EgfState(rating, 0, 0, 0, 0)

    def assumed(self, ranks: Sequence[str], _rules: EgfRules) -> EgfState | None:
        """The middle of the rank held elsewhere, as a member starts."""
        return EgfState(rating_of_rank(ranks[0]), 0, 0, 0, 0) if ranks else None


#: The one instance; it holds nothing.
EGF: Final = Egf()
