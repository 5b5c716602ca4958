"""What the explanations of IGS are made of: words by code, exact numbers, the net difference."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from goclub.common import notation
from goclub.common.notation import half, number, rank
from goclub.games.labels import ComputationLine, conditions_text
from goclub.games.rating.systems.shared import Words
from ratings.igs.conditions import EVEN_KOMI2
from ratings.igs.forecast import IgsForecast, forecast_of
from ratings.igs.state import IgsRules, IgsState

NOT_RATED: Words = {
    "no_result": lambda: _("not rated: no result"),
    "guest": lambda: _("not rated: played with a guest, who has no rank here"),
    "computer": lambda: _("not rated: a computer played"),
    "pair": lambda: _("not rated: pair go"),
    "pro": lambda: _("not rated: a professional played"),
    "board_size": lambda: _("not rated: only games on 19×19 are"),
    "free_room": lambda: _("not rated: at a player’s request"),
    "no_show": lambda: _("not rated: a no-show"),
    "left": lambda: _("not rated: a player left, or played no first stone"),
    "jigo": lambda: _("not rated: a jigo changes nothing"),
    "called": lambda: _("not rated: a draw because time was called changes nothing"),
    "bc": lambda: _("not rated: the opponent is in BC"),
    "provisional": lambda: _("not rated: the opponent’s rank is provisional"),
    "no_standard": lambda: _("not rated: more than nine ranks apart"),
    "gap": lambda: _("not rated: 3½ ranks or more remain after handicap and komi"),
    "awaiting_office": lambda: _("not rated: twenty games played, an admin has to set the rank"),
    "fifty": lambda: _("beat a newcomer: fifty points"),
    "fifty_barred": lambda: _("beat a newcomer, but both previous games were unrated: no points"),
    "fifty_bc": lambda: _("beat a player in BC: fifty points"),
    "fifty_barred_bc": lambda: _(
        "beat a player in BC, but both previous games were unrated: no points"
    ),
    "fifty_no_show": lambda: _("a no-show: fifty points, not a rated game"),
    "fifty_left": lambda: _(
        "a player left, or played no first stone: fifty points, not a rated game"
    ),
    "bc_win": lambda: _("a win in BC"),
    "bc_loss": lambda: _("a loss in BC changes nothing"),
    "counted_win": lambda: _("a win that counts towards certification"),
    "counted_loss": lambda: _("a loss that counts towards certification"),
}

RANK_WORDS: Words = {
    "promoted": lambda: _("promoted to %(rank)s"),
    "demoted": lambda: _("demoted to %(rank)s"),
    "kept": lambda: _("stays %(rank)s"),
    "bc": lambda: _("falls to BC"),
    "entered": lambda: _("enters the ladder at %(rank)s"),
    "adjusted": lambda: _("provisional rank becomes %(rank)s"),
    "certified": lambda: _("certified at %(rank)s"),
    "waiting": lambda: _("twenty games played: an admin sets the rank"),
}

DECISIONS: Words = {
    "start": lambda: _("starts as a newcomer"),
    "start_bc": lambda: _("starts in BC"),
    "revise": lambda: _("changed the provisional rank"),
    "set": lambda: _("set by an admin"),
    "pro": lambda: _("a professional: no points"),
}


def ranks_text(fraction: str) -> str:
    """A fraction of a rank as people say it.

    >>> ranks_text("41/12"), ranks_text("-1/2"), ranks_text("3")
    ('3 5/12', '−½', '3')
    """
    exact = Fraction(fraction)
    if (2 * exact).denominator == 1:
        return half(int(2 * exact))
    sign = "−" if exact < 0 else ""
    whole, rest = divmod(abs(exact), 1)
    return f"{sign}{int(whole)} {rest}" if whole else f"{sign}{rest}"


def exact_text(exact: Fraction) -> str:
    """A number without loss: in decimals where they end, else with its fraction.

    >>> exact_text(Fraction("122.4")), exact_text(Fraction(275, 3)), exact_text(Fraction(72))
    ('122.4', '91 2/3', '72')
    """
    if exact.denominator == 1:
        return number(int(exact))
    tenths = exact * 100
    if tenths.denominator == 1:
        return number(exact, 2 if tenths % 10 else 1)
    whole, rest = divmod(exact, 1)
    return f"{whole} {rest}"


def hundredths(exact: int) -> str:
    """A number of hundredths with two decimals."""
    return number(Fraction(exact, 100), 2)


# --- The net difference ------------------------------------------------------------------------
def is_even(inputs: Mapping[str, Any]) -> bool:
    return not inputs["stones"] and inputs["komi2"] == EVEN_KOMI2


def net_lines(inputs: Mapping[str, Any], *, even: bool) -> Iterator[ComputationLine]:
    """The net difference of a game from the inputs of its reason (S0-2, S0-15 … S0-18)."""
    yield difference_line(inputs)
    if even:
        yield ComputationLine(
            _("Even game: the net difference is the difference in rank."), "S0-16"
        )
        return
    yield ComputationLine(
        _("Conditions (%(conditions)s) are worth %(value)s to Black.")
        % {
            "conditions": conditions_text(inputs["stones"], inputs["komi2"]),
            "value": ranks_text(inputs["value"]),
        },
        "S0-15",
    )
    exact = ranks_text(inputs["net"].lstrip("-"))
    yield ComputationLine(_("Net difference: %(exact)s.") % {"exact": exact}, "S0-15")
    used = ranks_text(inputs["net_used"])
    if inputs["interpolated"]:
        if Fraction(2 * Fraction(inputs["net"])).denominator != 1:
            yield ComputationLine(_("It is interpolated between the rows of the table."), "S0-17")
    elif exact != used:
        yield ComputationLine(_("It is truncated to %(used)s.") % {"used": used}, "S0-17")
    if inputs["net"].startswith("-"):
        yield ComputationLine(
            _("With these conditions Black counts as the stronger player."), "S0-18"
        )


def difference_line(inputs: Mapping[str, Any]) -> ComputationLine:
    return ComputationLine(
        _("%(own)s against %(other)s: a difference of %(n)s.")
        % {
            "own": rank(inputs["own_rank"]),
            "other": rank(inputs["opponent_rank"]),
            "n": half(abs(inputs["difference2"])),
        },
        "S0-2",
    )


def forecast_lines(state: IgsState, rules: IgsRules) -> Iterator[ComputationLine]:
    """Lines about certification, promotion and demotion (S0-26 … S0-30)."""
    forecast = forecast_of(state, rules)
    if forecast.kind == "bc":
        text = ngettext(
            "One more win earns %(rank)s, even with losses in between.",
            "%(n)d more wins earn %(rank)s, even with losses in between.",
            forecast.bc_wins_missing or 0,
        )
        yield ComputationLine(
            text
            % {"n": forecast.bc_wins_missing, "rank": notation.rank(forecast.rank_above or "")},
            "S0-26b",
        )
    elif forecast.kind == "newcomer":
        yield from _newcomer(forecast)
    elif forecast.kind == "certified":
        yield from _certified(forecast)


def _newcomer(forecast: IgsForecast) -> Iterator[ComputationLine]:
    if not forecast.games_to_certification:
        yield ComputationLine(_("Twenty games played: an admin sets the rank."), "S0-29")
        return
    text = ngettext(
        "%(n)d more game against certified players and the rank is certified.",
        "%(n)d more games against certified players and the rank is certified.",
        forecast.games_to_certification,
    )
    yield ComputationLine(text % {"n": forecast.games_to_certification}, "S0-27")
    if forecast.games_to_adjustment not in (None, forecast.games_to_certification):
        text = ngettext(
            "It will be checked after %(n)d more game.",
            "It will be checked after %(n)d more games.",
            forecast.games_to_adjustment,
        )
        yield ComputationLine(text % {"n": forecast.games_to_adjustment}, "S0-28")
    if forecast.wins_missing:
        yield ComputationLine(
            _("Wins so far: %(wins)d. Fewer than five in total would lead to BC.")
            % {"wins": forecast.wins},
            "S0-30",
        )


def _certified(forecast: IgsForecast) -> Iterator[ComputationLine]:
    if forecast.rank_above is not None:
        yield ComputationLine(
            ngettext(
                "Promotion to %(rank)s: %(points)s point to go; even wins in a row needed: %(n)s.",
                "Promotion to %(rank)s: %(points)s points to go; even wins in a row needed: %(n)s.",
                forecast.points_to_promotion or 0,
            )
            % _row(forecast.rank_above, forecast.points_to_promotion, forecast.wins_to_promotion),
            "S0-26",
        )
    if forecast.rank_below is not None:
        yield ComputationLine(
            ngettext(
                "Demotion to %(rank)s: %(points)s point to lose; even losses in a row needed: "
                "%(n)s.",
                "Demotion to %(rank)s: %(points)s points to lose; even losses in a row needed: "
                "%(n)s.",
                forecast.points_above_demotion or 0,
            )
            % _row(
                forecast.rank_below, forecast.points_above_demotion, forecast.losses_to_demotion
            ),
            "S0-26",
        )


def _row(rank: str, points: int | None, games: int | None) -> dict[str, str | int]:
    return {
        "rank": notation.rank(rank),
        "points": notation.number(points or 0),
        "n": _("too many") if games is None else games,
    }
