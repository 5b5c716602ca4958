"""Saying why: ledger entries, games and conditions in the reader's words.

One mechanism for the whole site: an entry stores rule ids and numbers (``reason``), and this module
turns them into a short line and into the computation, line by line, each with its rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ratings import paa
from ratings.conditions import Conditions
from ratings.ranks import LADDER, band_range, parse_rank

from .models import Game, RatingEntry


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a computation: what was looked at, and under which rule."""

    text: str
    rule: str = ""


def half(doubled: int) -> str:
    """A doubled half-point number in words: 7 → 3½.

    >>> half(7), half(-1), half(13), half(0)
    ('3½', '−½', '6½', '0')
    """
    whole, rest = divmod(abs(doubled), 2)
    digits = ("½" if not whole else f"{whole}½") if rest else str(whole)
    return f"−{digits}" if doubled < 0 else digits


def signed(number: int) -> str:
    """A change with its sign; zero has none.

    >>> signed(1), signed(-1), signed(0)
    ('+1', '−1', '0')
    """
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


# --- Games ------------------------------------------------------------------------------------
def conditions_of(game: Game) -> str:
    """Stones and komi as people say them: “3 stones, Black gives 1½”."""
    return f"{stones_text(game.handicap)}, {komi_text(game.komi2)}"


def stones_text(handicap: int) -> str:
    if not handicap:
        return _("no stones")
    return ngettext("%(n)d stone", "%(n)d stones", handicap) % {"n": handicap}


def komi_text(komi2: int) -> str:
    if komi2 == 0:
        return _("no komi")
    if komi2 > 0:
        return _("Black gives %(komi)s") % {"komi": half(komi2)}
    return _("White gives %(komi)s") % {"komi": half(-komi2)}


def result_of(game: Game) -> str:
    """The result in words: “Black won by 4½”."""
    return result_text(game.winner, game.ending, game.margin2)


def result_text(winner: str, ending: str, margin2: int | None) -> str:
    if winner not in ("B", "W"):
        return str(Game.Winner(winner).label) if winner else _("no result given")
    black = winner == "B"
    if ending == "points" and margin2:
        text = _("Black won by %(margin)s") if black else _("White won by %(margin)s")
        return text % {"margin": half(margin2)}
    texts = {
        "resign": (_("Black won by resignation"), _("White won by resignation")),
        "time": (_("Black won on time"), _("White won on time")),
        "forfeit": (_("Black won by forfeit"), _("White won by forfeit")),
    }
    return texts.get(ending, (_("Black won"), _("White won")))[not black]


def result_code(game: Game) -> str:
    """The result as kifu write it: B+4.5, W+R, W+T, B+F, Jigo, Void."""
    if game.winner == "J":
        return _("Jigo")
    if game.winner == "N":
        return "–"
    margin = number_format(game.margin, 1) if game.margin else ""
    how = {"resign": "R", "time": "T", "forfeit": "F"}.get(game.ending, margin)
    return f"{game.winner}+{how}"


# --- Ledger entries ---------------------------------------------------------------------------
NOT_COUNTED = {
    "no_result": lambda: _("not counted: no result"),
    "forfeit": lambda: _("not counted: won or lost by forfeit, which matters in leagues only"),
    "guest": lambda: _("not counted: played with a guest, who holds no points"),
    "free_handicap": lambda: _("free game: seven stones or more"),
    "free_board": lambda: _("free game: small board"),
    "free_flag": lambda: _("free game: off record by a player's wish"),
}


def short_reason(entry: RatingEntry) -> str:
    """One line: why the points and the rank are what they are after this entry."""
    inputs = entry.reason["inputs"]
    if entry.decision_id:
        return _decision_short(entry)
    if entry.code in NOT_COUNTED:
        return NOT_COUNTED[entry.code]()
    return ", ".join(
        filter(
            None, (_counted_short(entry.code), _record_short(inputs), _rank_short(entry, inputs))
        )
    )


def _counted_short(code: str) -> str:
    return {"win": _("win counted"), "loss": _("loss counted"), "jigo": _("jigo counted")}[code]


def _record_short(inputs: dict[str, Any]) -> str:
    rate = rate_text(inputs)
    record = record_text(inputs["wins"], inputs["losses"], inputs["jigo"])
    return f"{record}, {rate}" if rate else record


def record_text(wins: int, losses: int, jigo: int) -> str:
    """14–6, or 12–6–2 with jigo.

    >>> record_text(12, 6, 2)
    '12–6–2'
    """
    return f"{wins}–{losses}–{jigo}" if jigo else f"{wins}–{losses}"


def rate_text(inputs: dict[str, Any]) -> str:
    """A win rate with two decimals, and the exact fraction where two decimals would mislead."""
    rate = inputs.get("rate")
    return rate_of(Fraction(str(rate))) if rate else ""


def rate_of(rate: Fraction) -> str:
    """A rate to two decimals, to three where two would show a border that was not reached.

    >>> rate_of(Fraction(20, 30)), rate_of(Fraction(13, 20)), rate_of(Fraction(19, 29))
    ('0.67', '0.65', '0.655')
    """
    short = Fraction(round(rate * 100), 100)
    borders = (paa.PROMOTE_AT, paa.DEMOTE_AT)
    digits = 3 if any(rate != b and short in (b, b + SHORT, b - SHORT) for b in borders) else 2
    return number_format(f"{float(rate):.{digits}f}")


#: The step of two decimals.
SHORT = Fraction(1, 100)


def _rank_short(entry: RatingEntry, inputs: dict[str, Any]) -> str:
    if entry.moved_rank:
        up = inputs.get("rank_code") == "promoted"
        text = _("promoted to %(rank)s") if up else _("demoted to %(rank)s")
        return text % {"rank": entry.rank_after}
    return _("stays %(rank)s") % {"rank": entry.rank_after}


def _decision_short(entry: RatingEntry) -> str:
    if entry.code == "declared":
        return _("starting points")
    if entry.code == "certified":
        return _("certified as official by the chair")
    return _("set by the office")


def computation(entry: RatingEntry) -> list[Line]:
    """The whole computation of an entry, a line a step."""
    lines = _decision_lines(entry) if entry.decision_id else _game_lines(entry)
    return list(lines)


def _decision_lines(entry: RatingEntry) -> Iterator[Line]:
    decision = entry.decision
    inputs = entry.reason["inputs"]
    assert decision is not None
    if entry.code == "declared":
        if decision.rank:
            yield Line(
                _("Declared rank %(rank)s: starting points are the middle of its band.")
                % {"rank": decision.rank},
                "S1-3",
            )
        elif decision.points:
            yield Line(_("Declared points: %(points)d.") % {"points": decision.points}, "S1-5")
        else:
            yield Line(_("Strength unknown: the start is 0, set later by the office."), "S1-4")
    elif entry.code == "certified":
        yield Line(_("The chair made these points official."), "S1-6")
        if inputs.get("early"):
            yield Line(_("That was before the usual ten games."), "S1-6")
    else:
        yield Line(_("The office set the strength."), "S1-4")
    yield Line(_before_after(entry))
    yield Line(_band_text(entry.points_after, entry.rank_after), "S1-2")
    if decision.decided_by:
        yield Line(_("Decided by %(who)s.") % {"who": decision.decided_by})
    if decision.reason:
        yield Line(_("Reason: %(reason)s") % {"reason": decision.reason})


def _game_lines(entry: RatingEntry) -> Iterator[Line]:
    inputs = entry.reason["inputs"]
    rules = entry.reason["rules"]
    if entry.code in NOT_COUNTED:
        yield Line(NOT_COUNTED[entry.code]().capitalize() + ".", rules[0] if rules else "")
        yield Line(_("Points stay at %(points)d.") % {"points": entry.points_after})
        return
    result = {"win": _("A win: +1."), "loss": _("A loss: −1."), "jigo": _("A jigo: 0.")}
    yield Line(result[entry.code], "S1-8" if entry.code == "jigo" else "S1-7")
    yield Line(_before_after(entry))
    if inputs.get("floored"):
        yield Line(_("Points never leave the range from 0 to 999."), "S1-1")
    held = entry.rank_before
    yield Line(_band_text(entry.points_after, held), "S1-2")
    yield from _rate_lines(inputs, held)
    yield Line(_outcome_text(entry, inputs), "S1-12")


def _rate_lines(inputs: dict[str, Any], held: str) -> Iterator[Line]:
    wins, losses, jigo = inputs["wins"], inputs["losses"], inputs["jigo"]
    played = wins + losses + jigo
    window = inputs.get("window") or 0
    since = (
        _("Of the last %(n)d counted games since %(rank)s: %(record)s.")
        if window
        else _("Since %(rank)s was reached: %(record)s in %(n)d counted games.")
    )
    yield Line(
        since
        % {
            "rank": held,
            "record": record_text(wins, losses, jigo),
            "n": min(window, played) if window else played,
        },
        "S1-13",
    )
    if played:
        top = f"({wins} + ½·{jigo})" if jigo else str(wins)
        yield Line(
            _("Win rate: %(top)s ÷ %(played)d = %(rate)s.")
            % {
                "top": top,
                "played": played,
                "rate": rate_of(Fraction(2 * wins + jigo, 2 * played)),
            },
            "S1-13",
        )


def _before_after(entry: RatingEntry) -> str:
    if entry.points_before is None:
        return _("Points: %(after)d.") % {"after": entry.points_after}
    return _("Points: %(before)d %(sign)s %(delta)d = %(after)d.") % {
        "before": entry.points_before,
        "sign": "−" if entry.delta < 0 else "+",
        "delta": abs(entry.delta),
        "after": entry.points_after,
    }


def _band_text(points: int, held: str) -> str:
    low, high = band_range(parse_rank(held))
    band = f"{'' if low is None else low}–{'' if high is None else high}"
    values = {"rank": held, "band": band, "points": points}
    if low is not None and points < low:
        return _("%(points)d lies below the band of %(rank)s (%(band)s).") % values
    if high is not None and points > high:
        return _("%(points)d lies above the band of %(rank)s (%(band)s).") % values
    return _("%(points)d lies in the band of %(rank)s (%(band)s).") % values


def _outcome_text(entry: RatingEntry, inputs: dict[str, Any]) -> str:
    code = inputs.get("rank_code")
    rank = entry.rank_after
    if code == "promoted":
        return _("Points in a higher band and a rate of 0.65 or more: promoted to %(rank)s.") % {
            "rank": rank
        }
    if code == "demoted":
        return _("Points in a lower band and a rate of 0.35 or less: demoted to %(rank)s.") % {
            "rank": rank
        }
    if code == "kept_few":
        return _("Fewer than %(n)d counted games since the last change: stays %(rank)s.") % {
            "n": inputs.get("min_games", 10),
            "rank": rank,
        }
    if code == "kept_rate":
        return _("The band was left, but the win rate does not allow it: stays %(rank)s.") % {
            "rank": rank
        }
    return _("The band was not left: stays %(rank)s.") % {"rank": rank}


# --- Conditions -------------------------------------------------------------------------------
def conditions_text(conditions: Conditions) -> str:
    """Stones and komi of a calculation, with “Black moves first” for the one-stone game."""
    if conditions.weaker is None:
        return _("even game, toss for colour, %(komi)s") % {"komi": komi_text(conditions.komi2)}
    stones = (
        _("Black moves first, no stones placed")
        if conditions.stones == 1
        else stones_text(conditions.stones)
    )
    return f"{stones}, {komi_text(conditions.komi2)}"


def conditions_lines(conditions: Conditions, high: int, low: int) -> list[Line]:
    """The formula of S1-14…S1-16 worked out in words."""
    lines = [Line(_("Difference: %(high)d − %(low)d = %(diff)d points.")
                  % {"high": high, "low": low, "diff": conditions.diff}, "S1-14")]  # fmt: skip
    if conditions.n is None:
        lines.append(
            Line(
                _("56 or more: 7 stones, and White gives %(diff)d − 54 + ½ = %(komi)s.")
                % {"diff": conditions.diff, "komi": half(-conditions.komi2)},
                "S1-15",
            )
        )
    elif conditions.diff == 0:
        lines.append(Line(_("No difference: colour by toss or agreement, komi 5½."), "S1-16"))
    else:
        lines.append(
            Line(
                _("%(diff)d ÷ 8 = %(n)d, remainder %(rest)d: %(stones)s.")
                % {
                    "diff": conditions.diff,
                    "n": conditions.n,
                    "rest": conditions.remainder,
                    "stones": _("Black moves first")
                    if conditions.stones == 1
                    else stones_text(conditions.stones),
                },
                "S1-14",
            )
        )
        lines.append(
            Line(
                _("Komi from Black: 5½ − %(rest)d = %(komi)s%(white)s.")
                % {
                    "rest": conditions.remainder,
                    "komi": half(conditions.komi2),
                    "white": _(" (negative: White gives it)") if conditions.komi2 < 0 else "",
                },
                "S1-14",
            )
        )
    if not conditions.counts:
        lines.append(Line(_("With seven stones this is a free game: it moves no points."), "S1-10"))
    return lines


def ladder_rows() -> list[tuple[str, int | None, int | None]]:
    """Rank, lowest and highest points, strongest first."""
    return [(code, *band_range(index)) for index, code in reversed(list(enumerate(LADDER)))]
