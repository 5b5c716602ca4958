"""The standard handicap by ranks, and what conditions leave of a difference (S0-14 … S0-19)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Literal

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from goclub.common.notation import dotted, half, rank
from goclub.games.labels import ComputationLine, conditions_text
from goclub.games.rating.systems.calculation import (
    FAR,
    ONE,
    OTHER,
    ConditionsSuggestion,
    GameTerms,
    NoTerms,
    Remainder,
    SeatKey,
    SystemWall,
    WallCell,
    WallRow,
)
from goclub.games.rating.systems.igs.words import is_even, net_lines, ranks_text
from goclub.games.rating.systems.shared import about_field
from ratings.accepted import AcceptedWords
from ratings.errors import Code, RuleError
from ratings.halves import half_text, parse_half
from ratings.igs.conditions import (
    EVEN_KOMI2,
    HALF24,
    MOST_DIFFERENCE2,
    RANK24,
    Net,
    StandardHandicap,
    base12,
    net,
    points_text,
    standard_handicap,
    value24,
)
from ratings.igs.ladder import BC, LADDER, level2, parse_rank
from ratings.igs.state import IgsRules, IgsState
from ratings.system import MOST_KOMI2

_MOST_STONES, _WITH_MOST_STONES_KOMI2 = 9, -11


def standard_text(standard: StandardHandicap) -> str:
    """Stones and komi of the standard handicap of IGS."""
    text = conditions_text(standard.stones, standard.komi2)
    return dotted((text, gettext("nigiri"))) if standard.giver == "black" else text


def standard_lines(
    standard: StandardHandicap, difference2: int, stronger: str, weaker: str
) -> list[ComputationLine]:
    """The standard handicap of two ranks in words (S0-2, S0-14)."""
    ranks = {"stronger": rank(stronger), "weaker": rank(weaker), "n": half(difference2)}
    lines = [
        ComputationLine(
            gettext("%(stronger)s against %(weaker)s: a difference of %(n)s.") % ranks, "S0-2"
        )
    ]
    values = {
        "n": half(difference2),
        "conditions": conditions_text(standard.stones, standard.komi2),
    }
    text = (
        gettext("A difference of %(n)s: %(conditions)s.")
        if difference2
        else gettext("No difference: %(conditions)s.")
    )
    lines.append(ComputationLine(text % values, "S0-14"))
    return lines


# --- Terms -------------------------------------------------------------------------------------
def terms(first: IgsState | None, second: IgsState | None) -> GameTerms | NoTerms:
    """The standard handicap by IGS ranks (S0-14); none beyond nine ranks."""
    if first is None or second is None:
        return NoTerms(gettext("Both players need an IGS rank."), "S0-14", [])
    levels = _levels(first, second)
    if levels is None:
        text = gettext(
            "Players in BC and professionals have no rank to compare: agree on conditions."
        )
        return NoTerms(text, "S0-2", [_suggest(0, EVEN_KOMI2, ONE)])
    difference2 = abs(levels[0] - levels[1])
    black, weaker, stronger = (ONE, first, second)
    if levels[0] > levels[1]:
        black, weaker, stronger = (OTHER, second, first)
    try:
        standard = standard_handicap(difference2)
    except RuleError:
        return _too_far(difference2, black, weaker, stronger)
    return GameTerms(
        handicap=standard.stones,
        komi2=standard.komi2,
        black=black,
        toss=difference2 == 0,
        text=standard_text(standard),
        lines=standard_lines(standard, difference2, stronger.rank_text, weaker.rank_text),
    )


def _levels(first: IgsState, second: IgsState) -> tuple[int, int] | None:
    """Both doubled levels (S0-2); None where one is in BC or a professional."""
    first_level, second_level = first.level2, second.level2
    return None if first_level is None or second_level is None else (first_level, second_level)


def _too_far(difference2: int, black: SeatKey, weaker: IgsState, stronger: IgsState) -> NoTerms:
    """Beyond nine ranks (S0-14, E_UNDEFINED): the game may still be played, unrated."""
    text = gettext(
        "%(white)s and %(black)s are %(n)s ranks apart. Beyond nine ranks there are no "
        "standard conditions. You can still play such a game, but IGS never rates it."
    ) % {
        "white": rank(stronger.rank_text),
        "black": rank(weaker.rank_text),
        "n": half(difference2),
    }
    suggestions = [_suggest(_MOST_STONES, _WITH_MOST_STONES_KOMI2, black)]
    level = EVEN_KOMI2 - (HALF24 * difference2 - RANK24 * (_MOST_STONES - 1))
    if abs(level) <= MOST_KOMI2:
        suggestions.append(_suggest(_MOST_STONES, level, black, levels=True))
    return NoTerms(text, "S0-14", suggestions)


def _suggest(
    stones: int, komi2: int, black: SeatKey, *, levels: bool = False
) -> ConditionsSuggestion:
    text = conditions_text(stones, komi2)
    if levels:
        text = gettext("%(conditions)s: makes up for the whole difference") % {"conditions": text}
    elif stones == _MOST_STONES:
        text = gettext("%(conditions)s: the most the table allows") % {"conditions": text}
    return ConditionsSuggestion(
        text, {"by": "own", "stones": str(stones), "komi": half_text(komi2), "black": black}
    )


# --- Remainder ---------------------------------------------------------------------------------
def remainder(
    black: IgsState | None, white: IgsState | None, handicap: int, komi2: int, rules: IgsRules
) -> Remainder:
    """The net difference of a game in these conditions (S0-15 … S0-19)."""
    label = gettext("Net difference, IGS")
    levels = None if black is None or white is None else _levels(black, white)
    # The largest komi of other systems leaves the range in which a game can be recorded.
    if black is None or white is None or levels is None or abs(komi2) > MOST_KOMI2:
        return Remainder(label, "S0-15", None, "–", [])
    difference = net(levels[0], levels[1], handicap, komi2, interpolate=rules.interpolate)
    apart2 = abs(levels[0] - levels[1])
    lines = [
        *_net_lines(black, white, handicap, komi2, difference, rules.interpolate),
        *_outcome_lines(apart2, difference, rules.interpolate),
    ]
    return Remainder(label, "S0-15", difference.exact, _net_text(apart2, difference), lines)


def _net_text(apart2: int, difference: Net) -> str:
    text = ranks_text(str(abs(difference.exact)))
    if apart2 > MOST_DIFFERENCE2 or not difference.rated:
        return gettext("%(net)s, not rated") % {"net": text}
    if difference.used == abs(difference.exact):
        return text
    used = ranks_text(str(difference.used))
    return gettext("%(net)s, counts as %(used)s") % {"net": text, "used": used}


def _net_lines(
    black: IgsState, white: IgsState, stones: int, komi2: int, difference: Net, interpolate: bool
) -> Iterator[ComputationLine]:
    inputs: Mapping[str, Any] = {
        "own_rank": white.rank_text,
        "opponent_rank": black.rank_text,
        "difference2": (white.level2 or 0) - (black.level2 or 0),
        "stones": stones,
        "komi2": komi2,
        "value": str(Fraction(value24(stones, komi2), RANK24)),
        "net": str(difference.exact),
        "net_used": str(difference.used),
        "interpolated": interpolate,
    }
    yield from net_lines(inputs, even=is_even(inputs))


def _outcome_lines(apart2: int, difference: Net, interpolate: bool) -> Iterator[ComputationLine]:
    """Whether such a game is rated, and what it moves."""
    if apart2 > MOST_DIFFERENCE2:
        yield ComputationLine(gettext("More than nine ranks apart: not rated."), "S0-14")
        return
    if not difference.rated:
        yield ComputationLine(gettext("3½ ranks or more remain: not rated."), "S0-10")
        return
    size = int(abs(difference.exact) * RANK24)
    points = [points_text(base12(size, side, interpolate)) for side in (True, False)]
    yield ComputationLine(
        gettext(
            "The table gives %(s)s if the stronger side wins and %(w)s if the weaker side wins."
        )
        % {"s": ranks_text(points[0]), "w": ranks_text(points[1])},
        "S0-19",
    )


class IgsWall(SystemWall):
    """Standard handicaps by differences in half ranks, or rank against rank."""

    name = _("IGS ranks")
    about = _("IGS: the lower-ranked player is Black.")
    rules = ("S0-14",)
    key_to_ranks = _(
        "Bold: stones. A dash means more than nine ranks apart, where there are no "
        "standard conditions. You can still play such a game, but it is not rated."
    )
    ranks = LADDER

    def read_difference(self, text: str, field: str) -> int:
        with about_field(field):
            difference2 = parse_half(text, "difference")
            standard_handicap(difference2)
        return difference2

    def difference_text(self, difference: int) -> str:
        return half_text(difference)

    def row(self, difference: int) -> WallRow:
        standard = standard_handicap(difference)
        return WallRow(half(difference), WallCell(standard.stones, standard.komi2), "S0-14")

    def read_rank(self, text: str, field: str) -> int:
        with about_field(field):
            rank = parse_rank(text)
        if rank.pro or rank.index == BC:
            raise RuleError(Code.RANK, field, text, AcceptedWords("17k…1k, 1d…10d, a + up to 8d+"))
        return rank.index

    def pair(self, black: int, white: int) -> WallCell | Literal["far"] | None:
        if black > white:
            return None
        difference2 = level2(white) - level2(black)
        if difference2 > MOST_DIFFERENCE2:
            return FAR
        standard = standard_handicap(difference2)
        return WallCell(standard.stones, standard.komi2)
