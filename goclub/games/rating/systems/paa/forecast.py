"""What lies before a member: what the next rank needs, and what would cost the present one.

Computed by running the rules on the member's own state, never guessed.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from goclub.common import notation
from goclub.games.labels import ComputationLine, rate_of
from ratings.paa.forecast import RankBorder, forecast_of
from ratings.paa.state import PaaRules, PaaState


def forecast_lines(state: PaaState, rules: PaaRules) -> Iterator[ComputationLine]:
    """Lines about promotion and demotion (S1-12)."""
    forecast = forecast_of(state, rules)
    if forecast.promotion is None:
        yield ComputationLine(_("There is no rank above this one."), "S1-2")
    else:
        yield ComputationLine(_sentence(forecast.promotion, up=True), "S1-12")
    if forecast.demotion is None:
        yield ComputationLine(_("There is no rank below this one."), "S1-2")
    else:
        yield ComputationLine(_sentence(forecast.demotion, up=False), "S1-12")


def _sentence(side: RankBorder, *, up: bool) -> str:
    missing = list(_missing(side, up=up))
    head = (
        _("Promotion to %(rank)s: %(missing)s.") if up else _("Demotion to %(rank)s: %(missing)s.")
    ) % {
        "rank": notation.rank(side.rank),
        "missing": notation.clauses(missing) or _("only one more game needed"),
    }
    if side.games_in_a_row is None:
        return head
    row = (
        ngettext("One win is enough.", "%(n)d wins in a row are enough.", side.games_in_a_row)
        if up
        else ngettext(
            "One loss is enough.", "%(n)d losses in a row are enough.", side.games_in_a_row
        )
    ) % {"n": side.games_in_a_row}
    return notation.sentences((head, row))


def _missing(side: RankBorder, *, up: bool) -> Iterator[str]:
    if side.points_missing:
        yield ngettext("%(n)d point to go", "%(n)d points to go", side.points_missing) % {
            "n": side.points_missing
        }
    if side.counted < side.games_needed:
        yield ngettext(
            "%(n)d of %(needed)d counted game played",
            "%(n)d of %(needed)d counted games played",
            side.games_needed,
        ) % {"n": side.counted, "needed": side.games_needed}
    if side.rate is not None and not _rate_reached(side.rate, side.rate_needed, up):
        text = _("win rate %(rate)s, %(needed)s needed") if up else _(
            "win rate %(rate)s, safe above %(needed)s"
        )  # fmt: skip
        yield text % {"rate": rate_of(side.rate), "needed": rate_of(side.rate_needed)}


def _rate_reached(rate: Fraction, needed: Fraction, up: bool) -> bool:
    return rate >= needed if up else rate <= needed
