"""Handicap and komi between two members, worked out in words (S1-14 … S1-16, S0-14)."""

from __future__ import annotations

from django.utils.translation import gettext as _

from goclub.games.labels import Line, half, komi_text, stones_text
from ratings.igs.conditions import StandardHandicap
from ratings.paa.conditions import Conditions


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


def standard_text(found: StandardHandicap) -> str:
    """Stones and komi of the standard handicap of IGS."""
    if found.giver == "black":
        return _("even game, toss for colour, %(komi)s") % {"komi": komi_text(found.komi2)}
    stones = stones_text(found.stones) if found.stones else _("Black moves first, no stones placed")
    return f"{stones}, {komi_text(found.komi2)}"


def standard_lines(
    found: StandardHandicap, difference2: int, stronger: str, weaker: str
) -> list[Line]:
    """The standard handicap of two ranks in words (S0-2, S0-14)."""
    ranks = {"stronger": stronger, "weaker": weaker, "n": half(difference2)}
    lines = [Line(_("%(stronger)s against %(weaker)s: a difference of %(n)s.") % ranks, "S0-2")]
    values = {"n": half(difference2), "stones": stones_text(found.stones)}
    if not difference2:
        text = _("No difference: no stones, and Black gives 6½.")
    elif difference2 % 2:
        text = (
            _("A difference of %(n)s: %(stones)s, and the weaker player gives ½.")
            if found.stones
            else _("A difference of %(n)s: Black moves first, and the weaker player gives ½.")
        )
    else:
        text = (
            _("A difference of %(n)s: %(stones)s, and the stronger player gives 5½.")
            if found.stones
            else _("A difference of %(n)s: Black moves first, and the stronger player gives 5½.")
        )
    lines.append(Line(text % values, "S0-14"))
    return lines
