"""The club's Elo as the site knows it; a season league has one of its own events beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from goclub.common.notation import number, percent, sentence
from goclub.common.rules import RuleText, house_rule_text
from goclub.games.labels import ComputationLine
from goclub.games.models import RatingEntry, Standing
from goclub.games.rating.systems.calculation import TypedField
from goclub.games.rating.systems.protocol import (
    NO_YES,
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
    exact_change,
    exact_rating,
    read_real,
)
from goclub.members.models import StrengthDecision
from ratings.checks import real_number
from ratings.elo import SYSTEM, EloDecision, EloRules, EloState, Feed

SETTINGS: Final = (
    Spec("elo_feed", _("Club Elo: which games count"), "elo", ("S4-1",), 0, 1, 1,
         _("Each season league has its own Elo, based only on its events. The club’s Elo "
           "uses the games of all leagues, and club games that are even games on 19×19, "
           "because Elo has no handicap."),
         ((0, _("only games of events that count for a league")),
          (1, _("league games and even club games")))),
    Spec("elo_forfeits", _("Club Elo: a game won by forfeit changes the rating"), "elo",
         ("S4-6",), 0, 1, 1,
         _("The regulations count such a win as 3:0 in the table but do not say whether it "
           "changes the rating."), NO_YES),
)  # fmt: skip


TEXTS = (
    RuleText("S4-1", _("Everyone starts at 1000.")),
    RuleText(
        "S4-2",
        _(
            "Expected: 1 ÷ (1 + 10^((other − own) ÷ 400)). The change is 25 × (result "
            "− expected); the loser loses what the winner gains."
        ),
    ),
    RuleText("S4-4", _("A draw changes nothing.")),
    RuleText(
        "S4-5",
        _("A bye gives 3 points in the table."),
        ours=_("There is no opponent, so no rating changes."),
        published="Zwycięstwo przez Bye – 3 punkty",
        lang="pl",
    ),
    RuleText(
        "S4-6",
        _("A win on time or by forfeit is a win, 3:0 in the table."),
        ours=_(
            "It also changes the rating: always in a league’s Elo, and in the club’s "
            "unless a house rule says otherwise for forfeits. A game lost by sanction "
            "counts as a loss in all standings and in every rating."
        ),
        published="Zwycięstwo w czasie punktowane jest 3:0.",
        lang="pl",
    ),
    RuleText(
        "S4-7",
        _("A national tournament gives a bonus to everyone who takes part."),
        ours=_("The amount is not published. Each league sets it; until then it is 0."),
        published="Za udział w turniejach ogólnopolskich gracz otrzymuje bonifikatę punktową.",
        lang="pl",
    ),
    house_rule_text(
        "S4-8",
        _(
            "Games are rated in order of play; ratings are stored unrounded and shown to "
            "one decimal place."
        ),
    ),
    house_rule_text(
        "H-even",
        _("An even game has no handicap and a komi of 5½ to 7½ points."),
    ),
    house_rule_text(
        "H-elo-feed",
        _(
            "A season league’s Elo uses the games of its own counted events. The club’s "
            "Elo uses those of all leagues, plus club games that are even, on 19×19 and "
            "rated."
        ),
    ),
)


NOT_COUNTED: Words = {
    "no_result": lambda: gettext("not counted: no result"),
    "computer": lambda: gettext("not counted: a computer played"),
    "pair": lambda: gettext("not counted: pair go"),
    "guest": lambda: gettext("not counted: played with a guest, who has no rating"),
    "not_league": lambda: gettext("not counted: not a league event game"),
    "free_board": lambda: gettext("not counted: small board"),
    "handicap": lambda: gettext("not counted: Elo does not allow for handicap stones"),
    "komi": lambda: gettext("not counted: not an even game (komi 5½ to 7½)"),
    "free_flag": lambda: gettext("not counted: unrated at a player’s request"),
    "forfeit": lambda: gettext("not counted: won or lost by forfeit"),
}

RESULTS: Words = {
    "win": lambda: gettext("win, expected %(chance)s"),
    "loss": lambda: gettext("loss, expected %(chance)s"),
    "draw": lambda: gettext("draw: nothing changes"),
}

DECIDED: Words = {
    "start": lambda: gettext("starts at 1000"),
    "bonus": lambda: gettext("bonus for a national tournament"),
}


def reason_text(code: str, inputs: Mapping[str, Any]) -> str:
    """Why a rating moved, or did not, from the code and the inputs of its reason."""
    words = DECIDED.get(code) or NOT_COUNTED.get(code)
    if words is not None:
        return words()
    return RESULTS[code]() % {"chance": percent(100 * inputs["expected"])}


def lines_of(
    code: str, rules: Sequence[str], inputs: Mapping[str, Any]
) -> Iterator[ComputationLine]:
    """The computation of a step of Elo: of the club's ledger, or of a league's own."""
    after = inputs["rating_after"]
    if code in DECIDED or code in NOT_COUNTED:
        yield ComputationLine(sentence(reason_text(code, inputs)), rules[0])
        own = inputs["rating_before"]
        if code == "bonus":
            yield _sum_line(own, after - own, after)
        elif code in NOT_COUNTED:
            stays = gettext("The rating stays at %(rating)s.") % {"rating": number(after, 1)}
            yield ComputationLine(stays)
        return
    if code == "draw":
        if "S4-15" in rules:
            yield ComputationLine(
                gettext("The game was not over when time was called: a draw, not a jigo."), "S4-15"
            )
        yield ComputationLine(gettext("A draw changes no rating."), "S4-4")
        return
    if "S4-6" in rules:
        yield ComputationLine(
            gettext("Decided on time or by forfeit; counts like any other result."), "S4-6"
        )
    own, opponent, chance = inputs["rating_before"], inputs["opponent"], inputs["expected"]
    change = after - own
    yield ComputationLine(
        gettext("Expected: 1 ÷ (1 + 10^((%(other)s − %(own)s) ÷ 400)) = %(chance)s.")
        % {
            "other": exact_rating(opponent),
            "own": exact_rating(own),
            "chance": number(chance, 4),
        },
        "S4-2",
    )
    yield ComputationLine(
        gettext("Change: %(k)s × (%(result)d − %(chance)s) = %(change)s.")
        % {
            "k": number(inputs["k"], 0),
            "result": int(code == "win"),
            "chance": number(chance, 4),
            "change": exact_change(change),
        },
        "S4-2",
    )
    yield _sum_line(own, change, after)


def _sum_line(own: float, change: float, after: float) -> ComputationLine:
    return ComputationLine(
        gettext("%(before)s %(change)s → %(after)s; stored unrounded, shown to one decimal place.")
        % {
            "before": exact_rating(own),
            "change": exact_change(change),
            "after": exact_rating(after),
        },
        "S4-8",
    )


#: What keeps the two apart, said wherever the club's is shown.
APART: Final = RuleNote(
    _(
        "The club’s Elo. Each season league has its own Elo from its own events. The "
        "rule is the same but the games differ, and so do the figures."
    ),
    "H-elo-feed",
)


class Elo(RatingSystem[EloState, EloDecision, EloRules]):
    """The club's Elo (S4-1 … S4-8)."""

    key = "elo"
    name = _("Club Elo")
    engine = SYSTEM
    whole_points = False
    has_ranks = False

    # --- The ledger ---
    settings = SETTINGS

    def read(self, data: Stored) -> EloState:
        return EloState(**data)

    def figure(self, state: EloState) -> Figure:
        return None, state.rating, ""

    def shown(self, state: EloState) -> ShownStanding:
        return ShownStanding(
            rating=state.rating,
            games=state.games,
            wins=state.wins,
            losses=state.losses,
            jigo=state.draws,
        )

    def order(self, rank: str) -> int:  # noqa: ARG002
        return 0

    def decision(self, fact: StrengthDecision) -> EloDecision | None:
        """Everybody starts with the first declaration of points, whatever it says (S4-1)."""
        if fact.system != StrengthDecision.System.PAA:
            return None
        return EloDecision.START

    def rules_of(self, values: Mapping[str, int], _table: object | None) -> EloRules:
        """The rules of Elo under the club's settings."""
        return EloRules(
            feed=Feed.ALL if values["elo_feed"] else Feed.LEAGUE,
            forfeits=bool(values["elo_forfeits"]),
        )

    # --- Pages ---
    reasons_not_counted = NOT_COUNTED

    def short_reason(self, entry: RatingEntry) -> str:
        """One line: why the rating moved, or did not."""
        return reason_text(entry.code, entry.reason["inputs"])

    def computation(self, entry: RatingEntry) -> Iterator[ComputationLine]:
        """The computation of an entry, a line a step."""
        return lines_of(entry.code, entry.reason["rules"], entry.reason["inputs"])

    def frame(self, _rules: EloRules) -> ChartFrame:
        return ChartFrame(room=8)

    def ranking_note(self) -> RuleNote:
        """Two ratings have the same rule and other games."""
        return APART

    def standing_note(self, _standing: Standing, *, mine: bool) -> RuleNote:  # noqa: ARG002
        return APART

    rule_texts = TEXTS

    # --- The calculator ---
    typed_fields = (
        TypedField(
            "elo", _("Club Elo"), _("Leave empty for 1000, the starting rating."), "decimal"
        ),
    )

    def read_typed(
        self, typed: Mapping[str, str], held: EloState | None, _rules: EloRules
    ) -> EloState | None:
        """The state of a typed Elo rating, 0 … 5000; raises RuleError on ``elo``."""
        text = typed["elo"]
        if not text:
            return held
        rating = real_number(read_real(text, "elo"), field="elo", low=0.0, high=5000.0)
        return EloState(rating, 0, 0, 0, 0)

    def assumed(self, _ranks: Sequence[str], rules: EloRules) -> EloState:
        """Where everybody starts."""
        start = SYSTEM.decide(None, EloDecision.START, rules)
        assert start is not None  # nobody has started
        return start.state


#: The one instance; it holds nothing.
ELO: Final = Elo()
