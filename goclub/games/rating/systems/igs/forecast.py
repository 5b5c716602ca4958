"""What lies before a member: what the next rank needs, and what would cost the present one.

Computed by running the rules on the member's own state, never guessed.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from goclub.common import notation
from goclub.games.labels import ComputationLine
from ratings.igs.forecast import IgsForecast, forecast_of
from ratings.igs.state import IgsRules, IgsState


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
