"""Handicap and komi by points, worked out in words (S1-14 … S1-16)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from goclub.common.notation import dotted, half
from goclub.games.labels import ComputationLine, stones_text
from goclub.games.labels import conditions_text as stones_and_komi
from goclub.games.rating.systems.calculation import ONE, OTHER, GameTerms, NoTerms, Remainder
from ratings.paa.conditions import PaaConditions, paa_conditions
from ratings.paa.state import PaaState

#: S1-14: eight points are a stone; Black's first move is worth 5½ of them.
_POINTS2_A_STONE, _FIRST_MOVE2 = 16, 11


@dataclass(frozen=True, slots=True)
class ConditionsRow:
    """A row of the table of S1-14: differences from ``first`` to ``last``, a cell a remainder."""

    first: int
    last: int
    stones: int
    cells: list[PaaConditions]


def conditions_text(conditions: PaaConditions) -> str:
    """Stones and komi of a calculation; those of equals leave the colours to a toss."""
    text = stones_and_komi(conditions.handicap, conditions.komi2)
    return dotted((text, _("nigiri"))) if conditions.weaker is None else text


def conditions_lines(conditions: PaaConditions, high: int, low: int) -> list[ComputationLine]:
    """The formula of S1-14…S1-16 worked out in words."""
    difference = ngettext(
        "Difference: %(high)d − %(low)d = %(diff)d point.",
        "Difference: %(high)d − %(low)d = %(diff)d points.",
        conditions.diff,
    ) % {"high": high, "low": low, "diff": conditions.diff}
    lines = [ComputationLine(difference, "S1-14")]
    if conditions.n is None:
        lines.append(
            ComputationLine(
                _("56 or more: 7 stones, reverse komi %(diff)d − 54 + ½ = %(komi)s.")
                % {"diff": conditions.diff, "komi": half(-conditions.komi2)},
                "S1-15",
            )
        )
    elif conditions.diff == 0:
        lines.append(
            ComputationLine(
                _("No difference: %(conditions)s, colours by nigiri or agreement.")
                % {"conditions": stones_and_komi(conditions.handicap, conditions.komi2)},
                "S1-16",
            )
        )
    else:
        lines.append(
            ComputationLine(
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
            ComputationLine(
                _("Komi: 5½ − %(rest)d = %(komi)s%(white)s.")
                % {
                    "rest": conditions.remainder,
                    "komi": half(conditions.komi2),
                    "white": _(" (negative, so reverse komi)") if conditions.komi2 < 0 else "",
                },
                "S1-14",
            )
        )
    if not conditions.counts:
        lines.append(ComputationLine(_("With seven stones this is an unrated game."), "S1-10"))
    return lines


def terms(first: PaaState | None, second: PaaState | None) -> GameTerms | NoTerms:
    """Handicap and komi by points (S1-14 … S1-16)."""
    if first is None or second is None:
        return NoTerms(_("Both players need PAA points or a PAA rank."), "S1-14", [])
    conditions = paa_conditions(first.points, second.points)
    return GameTerms(
        handicap=conditions.handicap,
        komi2=conditions.komi2,
        black=OTHER if conditions.weaker == "b" else ONE,
        toss=conditions.weaker is None,
        text=conditions_text(conditions),
        lines=conditions_lines(
            conditions, max(first.points, second.points), min(first.points, second.points)
        ),
    )


def remainder(
    black: PaaState | None, white: PaaState | None, handicap: int, komi2: int
) -> Remainder:
    """The points by which White remains the better: S1-14 read backwards."""
    label = _("Remaining difference, PAA")
    if black is None or white is None:
        return Remainder(label, "S1-14", None, "–", [])
    worth2 = _POINTS2_A_STONE * (max(handicap, 1) - 1) + _FIRST_MOVE2 - komi2
    left2 = 2 * (white.points - black.points) - worth2
    return Remainder(label, "S1-14", Fraction(left2, 2), _left_text(left2), [])


def _left_text(left2: int) -> str:
    if not left2:
        return _("level")
    # Half a point and one point are one; what is between two whole numbers is many.
    count = 1 if abs(left2) <= 2 else 2
    if left2 > 0:
        text = ngettext("White ahead by %(n)s point", "White ahead by %(n)s points", count)
    else:
        text = ngettext("Black ahead by %(n)s point", "Black ahead by %(n)s points", count)
    return text % {"n": half(abs(left2))}


def conditions_rows() -> list[ConditionsRow]:
    """The table of S1-14: a row for each number of stones, a column for each remainder."""
    return [
        ConditionsRow(
            8 * n, 8 * n + 7, n + 1, [paa_conditions(100 + 8 * n + rest, 100) for rest in range(8)]
        )
        for n in range(7)
    ]
