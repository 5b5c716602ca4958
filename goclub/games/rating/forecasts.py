"""What lies before a member: what the next rank needs, and what would cost the present one.

Computed by running the rules on the member's own state, never guessed.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from goclub.games.labels import Line, rate_of
from goclub.games.models import Standing
from goclub.games.rating.ledger.timeline import rules_timeline
from goclub.games.rating.systems.adapters import adapter_of
from ratings.igs.forecast import Forecast as IgsForecast
from ratings.igs.forecast import forecast_of as igs_forecast_of
from ratings.igs.state import Rules as IgsRules
from ratings.igs.state import State as IgsState
from ratings.paa.forecast import Side, forecast_of
from ratings.paa.state import Rules as PaaRules
from ratings.paa.state import State as PaaState


def forecast_lines(standing: Standing | None, today: date) -> list[Line]:
    """Lines about promotion and demotion under the rules of *today*; none without a rank."""
    if standing is None or standing.state is None or standing.system not in _WORDS:
        return []
    rules = rules_timeline().at(standing.system, today)
    state = adapter_of(standing.system).read(standing.state)
    return list(_WORDS[standing.system](state, rules))


# --- PAA --------------------------------------------------------------------------------------
def _paa(state: PaaState, rules: PaaRules) -> Iterator[Line]:
    found = forecast_of(state, rules)
    if found.promotion is None:
        yield Line(_("There is no rank above this one."), "S1-2")
    else:
        yield Line(_paa_sentence(found.promotion, up=True), "S1-12")
    if found.demotion is None:
        yield Line(_("There is no rank below this one."), "S1-2")
    else:
        yield Line(_paa_sentence(found.demotion, up=False), "S1-12")


def _paa_sentence(side: Side, *, up: bool) -> str:
    missing = list(_paa_missing(side, up=up))
    head = (_("To %(rank)s: %(missing)s.") if up else _("Down to %(rank)s: %(missing)s.")) % {
        "rank": side.rank,
        "missing": ", ".join(missing) or _("nothing is missing but a game"),
    }
    if side.games_in_a_row is None:
        return head
    row = (
        ngettext("One win reaches it", "%(n)d wins in a row reach it", side.games_in_a_row)
        if up
        else ngettext("One loss brings it", "%(n)d losses in a row bring it", side.games_in_a_row)
    ) % {"n": side.games_in_a_row}
    return f"{head} {row}."


def _paa_missing(side: Side, *, up: bool) -> Iterator[str]:
    if side.points_missing:
        yield (
            ngettext("%(n)d point missing", "%(n)d points missing", side.points_missing)
            if up
            else ngettext("%(n)d point away", "%(n)d points away", side.points_missing)
        ) % {"n": side.points_missing}
    if side.counted < side.games_needed:
        yield _("%(n)d of %(needed)d counted games played") % {
            "n": side.counted,
            "needed": side.games_needed,
        }
    if side.rate is not None and not _rate_reached(side.rate, side.rate_needed, up):
        text = _("win rate %(rate)s, needed %(needed)s") if up else _(
            "win rate %(rate)s, it holds above %(needed)s"
        )  # fmt: skip
        yield text % {"rate": rate_of(side.rate), "needed": rate_of(side.rate_needed)}


def _rate_reached(rate: Fraction, needed: Fraction, up: bool) -> bool:
    return rate >= needed if up else rate <= needed


# --- IGS --------------------------------------------------------------------------------------
def _igs(state: IgsState, rules: IgsRules) -> Iterator[Line]:
    found = igs_forecast_of(state, rules)
    if found.kind == "bc":
        text = ngettext(
            "One more win leads to %(rank)s, whatever is lost in between.",
            "%(n)d more wins lead to %(rank)s, whatever is lost in between.",
            found.bc_wins_missing or 0,
        )
        yield Line(text % {"n": found.bc_wins_missing, "rank": found.rank_above}, "S0-26b")
    elif found.kind == "newcomer":
        yield from _newcomer(found)
    elif found.kind == "certified":
        yield from _certified(found)


def _newcomer(found: IgsForecast) -> Iterator[Line]:
    if not found.games_to_certification:
        yield Line(_("Twenty games are played: the office sets the rank."), "S0-29")
        return
    text = ngettext(
        "%(n)d more game against certified players, then the rank is certified.",
        "%(n)d more games against certified players, then the rank is certified.",
        found.games_to_certification,
    )
    yield Line(text % {"n": found.games_to_certification}, "S0-27")
    if found.games_to_adjustment not in (None, found.games_to_certification):
        text = ngettext(
            "It is looked at after %(n)d more game.",
            "It is looked at after %(n)d more games.",
            found.games_to_adjustment,
        )
        yield Line(text % {"n": found.games_to_adjustment}, "S0-28")
    if found.wins_missing:
        yield Line(
            _("Won so far: %(wins)d. With fewer than five wins in all it would be BC.")
            % {"wins": found.wins},
            "S0-30",
        )


def _certified(found: IgsForecast) -> Iterator[Line]:
    if found.rank_above is not None:
        yield Line(
            _("To %(rank)s: %(points)d points; %(n)s even wins in a row.")
            % _row(found.rank_above, found.points_to_promotion, found.wins_to_promotion),
            "S0-26",
        )
    if found.rank_below is not None:
        yield Line(
            _("Down to %(rank)s: %(points)d points to lose; %(n)s even losses in a row.")
            % _row(found.rank_below, found.points_above_demotion, found.losses_to_demotion),
            "S0-26",
        )


def _row(rank: str, points: int | None, games: int | None) -> dict[str, Any]:
    return {"rank": rank, "points": points or 0, "n": _("too many") if games is None else games}


_WORDS: dict[str, Any] = {"paa": _paa, "igs": _igs}
