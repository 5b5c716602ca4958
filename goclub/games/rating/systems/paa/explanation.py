"""Why the PAA points are what they are (S1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from goclub.common import notation
from goclub.common.notation import clauses
from goclub.games.labels import ComputationLine, rate_of, record_text
from goclub.games.models import RatingEntry
from goclub.games.rating.systems.shared import Words
from goclub.members.models import StrengthDecision
from ratings.paa.forecast import RankBorder, forecast_of
from ratings.paa.rules import JigoRate, PaaRules, PaaState, rate_parts
from ratings.ranks import LADDER, band_range, parse_rank

NOT_COUNTED: Words = {
    "no_result": lambda: _("not counted: no result"),
    "forfeit": lambda: _("not counted: won or lost by forfeit, which matters in leagues only"),
    "computer": lambda: _("not counted: a computer played"),
    "pair": lambda: _("not counted: pair go"),
    "guest": lambda: _("not counted: played with a guest, who has no points"),
    "free_handicap": lambda: _("unrated game: seven stones or more"),
    "free_board": lambda: _("unrated game: small board"),
    "free_flag": lambda: _("unrated game: at a player’s request"),
    "time": lambda: _("not counted: under the house rules nobody loses such a game on time"),
}

#: What counted by a house rule of the club's, by the rule that the house rule reads.
_BY_HOUSE_RULE: Words = {
    "S1-10": lambda: _(
        "House rule: at one player’s request, a game is unrated for that player only."
    ),
    "S1-19": lambda: _("House rule: this game could be lost on time, like any other loss."),
}
_JIGO_AS: Mapping[JigoRate, Callable[[], str]] = {
    JigoRate.LEFT_OUT: lambda: _("House rule: jigo are left out of the win rate (here %(n)d)."),
    JigoRate.NO_WIN: lambda: _("House rule: a jigo counts as a game without a win (here %(n)d)."),
}


def short_reason(entry: RatingEntry) -> str:
    """One line: why the points and the rank are what they are after this entry."""
    inputs = entry.reason["inputs"]
    if entry.decision_id:
        return _decision_short(entry)
    if entry.code in NOT_COUNTED:
        return NOT_COUNTED[entry.code]()
    return clauses((_COUNTED[entry.code](), _record_short(inputs), _rank_short(entry, inputs)))


_COUNTED: Words = {
    "win": lambda: _("win counted"),
    "loss": lambda: _("loss counted"),
    "jigo": lambda: _("jigo counted"),
    "called": lambda: _("draw counted (time was called)"),
}
_MOVED: Words = {
    "win": lambda: _("A win: +1."),
    "loss": lambda: _("A loss: −1."),
    "jigo": lambda: _("A jigo: 0."),
    "called": lambda: _("House rule: a draw because time was called counts as a jigo: 0."),
}


_MOVED_BY: Mapping[str, str] = {"win": "S1-7", "loss": "S1-7", "jigo": "S1-8", "called": "S4-15"}


def _record_short(inputs: Mapping[str, Any]) -> str:
    record = record_text(inputs["wins"], inputs["losses"], inputs["jigo"])
    rate = inputs.get("rate")
    return clauses((record, rate_of(Fraction(rate)) if rate else ""))


def _rank_short(entry: RatingEntry, inputs: Mapping[str, Any]) -> str:
    if entry.moved_rank:
        up = inputs.get("rank_code") == "promoted"
        text = _("promoted to %(rank)s") if up else _("demoted to %(rank)s")
        return text % {"rank": notation.rank(entry.rank_after)}
    return _("stays %(rank)s") % {"rank": notation.rank(entry.rank_after)}


def _decision_short(entry: RatingEntry) -> str:
    if entry.code == "declared":
        return _("starting points")
    if entry.code == "certified":
        return _("certified as official by the chair")
    return _("set by an admin")


def computation(entry: RatingEntry) -> Iterator[ComputationLine]:
    """The computation of an entry, a line a step."""
    return _decision_lines(entry) if entry.decision_id else _game_lines(entry)


def _decision_lines(entry: RatingEntry) -> Iterator[ComputationLine]:
    decision = entry.decision
    inputs = entry.reason["inputs"]
    assert decision is not None
    if entry.code == "declared":
        yield _declared_line(decision, entry.reason["rules"][0])
    elif entry.code == "certified":
        yield ComputationLine(_("The chair made these points official."), "S1-6")
        if inputs.get("early"):
            yield ComputationLine(_("That was before the usual ten games."), "S1-6")
    else:
        yield ComputationLine(_("An admin set the strength."), "S1-4")
        if inputs.get("rank_forced"):
            yield ComputationLine(
                _("House rule: an admin may set a rank outside the band of the points."), "S1-13"
            )
    yield ComputationLine(_before_after(entry))
    yield ComputationLine(_band_text(int(entry.after), entry.rank_after), "S1-2")
    if decision.decided_by:
        yield ComputationLine(_("Decided by %(who)s.") % {"who": decision.decided_by})
    if decision.reason:
        yield ComputationLine(_("Reason: %(reason)s") % {"reason": decision.reason})


def _declared_line(decision: StrengthDecision, rule: str) -> ComputationLine:
    """What a declaration makes of a newcomer, under the rule that gave the start (S1-3 … S1-5)."""
    if rule == "S1-5":
        text = _("Declared points: %(points)d.") % {"points": decision.points}
    elif rule == "S1-3":
        text = _("Declared rank %(rank)s: starting points are the middle of its band.")
        text %= {"rank": notation.rank(decision.rank)}
    elif decision.rank:
        text = _("Declared rank %(rank)s: 9 kyu and weaker start at 0, set later by an admin.")
        text %= {"rank": notation.rank(decision.rank)}
    else:
        text = _("Strength unknown: starts at 0; an admin sets it later.")
    return ComputationLine(text, rule)


def _game_lines(entry: RatingEntry) -> Iterator[ComputationLine]:
    inputs = entry.reason["inputs"]
    rules = entry.reason["rules"]
    if entry.code in NOT_COUNTED:
        yield ComputationLine(
            notation.sentence(NOT_COUNTED[entry.code]()), rules[0] if rules else ""
        )
        yield ComputationLine(_("Points stay at %(points)d.") % {"points": entry.points_after})
        return
    yield ComputationLine(_MOVED[entry.code](), _MOVED_BY[entry.code])
    for rule in rules:
        if rule in _BY_HOUSE_RULE:
            yield ComputationLine(_BY_HOUSE_RULE[rule](), rule)
    if inputs["floored"] or inputs["capped"]:
        yield ComputationLine(_("Points always stay between 0 and 999."), "S1-1")
    yield ComputationLine(_before_after(entry))
    held = entry.rank_before
    yield ComputationLine(_band_text(int(entry.after), held), "S1-2")
    yield from _rate_steps(
        inputs["wins"], inputs["losses"], inputs["jigo"], held, inputs.get("window") or 0,
        JigoRate(inputs.get("jigo_as", JigoRate.HALF)),
    )  # fmt: skip
    few = inputs["rank_code"] == "kept_few"
    yield ComputationLine(_outcome_text(entry, inputs), "S1-13" if few else "S1-12")


def _rate_steps(
    wins: int, losses: int, jigo: int, held: str, window: int, jigo_as: JigoRate
) -> Iterator[ComputationLine]:
    played = wins + losses + jigo
    since = (
        _("Last counted games since %(rank)s (%(n)d): %(record)s.")
        if window
        else _("Since reaching %(rank)s: %(record)s; counted games: %(n)d.")
    )
    yield ComputationLine(
        since
        % {
            "rank": notation.rank(held),
            "record": record_text(wins, losses, jigo),
            "n": min(window, played) if window else played,
        },
        "S1-13",
    )
    if jigo_as is not JigoRate.HALF:
        yield ComputationLine(_JIGO_AS[jigo_as]() % {"n": jigo}, "S1-13")
    won2, of = rate_parts(wins, losses, jigo, jigo_as)
    if of:
        halves = jigo and jigo_as is JigoRate.HALF
        yield ComputationLine(
            _("Win rate: %(top)s ÷ %(played)d = %(rate)s.")
            % {
                "top": f"({wins} + {notation.half(1)}·{jigo})" if halves else str(wins),
                "played": of,
                # As the rule writes its borders, which are compared exactly.
                "rate": notation.number(Fraction(won2, 2 * of), 3),
            },
            "S1-13",
        )


def _before_after(entry: RatingEntry) -> str:
    if entry.points_before is None:
        return _("Points: %(after)d.") % {"after": entry.points_after}
    if not entry.delta:
        return _("Points stay at %(points)d.") % {"points": entry.points_after}
    return _("Points: %(before)d %(sign)s %(delta)d = %(after)d.") % {
        "before": entry.points_before,
        "sign": "−" if entry.delta < 0 else "+",
        "delta": abs(entry.delta),
        "after": entry.points_after,
    }


def _band_text(points: int, held: str) -> str:
    low, high = band_range(parse_rank(held))
    band = band_text(low, high)
    values = {"rank": notation.rank(held), "band": band, "points": points}
    if low is not None and points < low:
        return _("%(points)d is below the band of %(rank)s (%(band)s).") % values
    if high is not None and points > high:
        return _("%(points)d is above the band of %(rank)s (%(band)s).") % values
    return _("%(points)d is within the band of %(rank)s (%(band)s).") % values


def band_text(low: int | None, high: int | None) -> str:
    """The points of a band; its open end is left out."""
    if low is None:
        return f"≤ {high}"
    return f"≥ {low}" if high is None else notation.between(low, high)


def _outcome_text(entry: RatingEntry, inputs: Mapping[str, Any]) -> str:
    code = inputs.get("rank_code")
    rank = notation.rank(entry.rank_after)
    if code == "promoted":
        return _("Points in a higher band and a rate of 0.65 or more: promoted to %(rank)s.") % {
            "rank": rank
        }
    if code == "demoted":
        return _("Points in a lower band and a rate of 0.35 or less: demoted to %(rank)s.") % {
            "rank": rank
        }
    if code == "kept_few":
        needed = inputs.get("min_games", 10)
        return ngettext(
            "Fewer than %(n)d counted game since the last change: stays %(rank)s.",
            "Fewer than %(n)d counted games since the last change: stays %(rank)s.",
            needed,
        ) % {"n": needed, "rank": rank}
    if code == "kept_rate":
        low, _high = band_range(parse_rank(entry.rank_after))
        text = (
            _("Points in a lower band, but a rate above 0.35: stays %(rank)s.")
            if low is not None and entry.after < low
            else _("Points in a higher band, but a rate below 0.65: stays %(rank)s.")
        )
        return text % {"rank": rank}
    return _("The points stayed within the band: stays %(rank)s.") % {"rank": rank}


def ladder_rows() -> list[tuple[str, int | None, int | None]]:
    """Rank, lowest and highest points, strongest first."""
    return [(code, *band_range(index)) for index, code in reversed(list(enumerate(LADDER)))]


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
        ngettext("One win would do it.", "%(n)d wins in a row would do it.", side.games_in_a_row)
        if up
        else ngettext(
            "One loss would do it.", "%(n)d losses in a row would do it.", side.games_in_a_row
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
