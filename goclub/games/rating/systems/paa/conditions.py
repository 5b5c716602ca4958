"""Handicap and komi by points, worked out in words (S1-14 … S1-16)."""

from __future__ import annotations

from fractions import Fraction

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from goclub.common.forms import read_whole
from goclub.common.notation import dotted, half
from goclub.games.labels import ComputationLine, stones_text
from goclub.games.labels import conditions_text as stones_and_komi
from goclub.games.rating.systems.calculation import (
    ONE,
    OTHER,
    GameTerms,
    NoTerms,
    Remainder,
    SystemWall,
    WallCell,
    WallRow,
)
from goclub.games.rating.systems.shared import about_field
from ratings.accepted import AcceptedChoice, AcceptedRange
from ratings.checks import whole_number
from ratings.errors import Code, RuleError
from ratings.paa.conditions import PaaConditions, paa_conditions
from ratings.paa.rules import PaaRules, PaaState
from ratings.ranks import LADDER, LOWEST, MAX_POINTS, parse_rank, starting_points

#: S1-14: eight points are a stone; Black's first move is worth 5½ of them.
_POINTS2_A_STONE, _FIRST_MOVE2 = 16, 11


def conditions_text(conditions: PaaConditions) -> str:
    """Stones and komi of a calculation; those of equals leave the colours to a toss."""
    text = stones_and_komi(conditions.handicap, conditions.komi2)
    return dotted((text, gettext("nigiri"))) if conditions.weaker is None else text


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
                gettext("56 or more: 7 stones, reverse komi %(diff)d − 54 + ½ = %(komi)s.")
                % {"diff": conditions.diff, "komi": half(-conditions.komi2)},
                "S1-15",
            )
        )
    elif conditions.diff == 0:
        lines.append(
            ComputationLine(
                gettext("No difference: %(conditions)s, colours by nigiri or agreement.")
                % {"conditions": stones_and_komi(conditions.handicap, conditions.komi2)},
                "S1-16",
            )
        )
    else:
        lines.append(
            ComputationLine(
                gettext("%(diff)d ÷ 8 = %(n)d, remainder %(rest)d: %(stones)s.")
                % {
                    "diff": conditions.diff,
                    "n": conditions.n,
                    "rest": conditions.remainder,
                    "stones": gettext("Black moves first")
                    if conditions.stones == 1
                    else stones_text(conditions.stones),
                },
                "S1-14",
            )
        )
        lines.append(
            ComputationLine(
                gettext("Komi: 5½ − %(rest)d = %(komi)s%(white)s.")
                % {
                    "rest": conditions.remainder,
                    "komi": half(conditions.komi2),
                    "white": gettext(" (negative, so reverse komi)")
                    if conditions.komi2 < 0
                    else "",
                },
                "S1-14",
            )
        )
    if not conditions.counts:
        lines.append(
            ComputationLine(gettext("With seven stones this is an unrated game."), "S1-10")
        )
    return lines


def terms(first: PaaState | None, second: PaaState | None) -> GameTerms | NoTerms:
    """Handicap and komi by points (S1-14 … S1-16)."""
    if first is None or second is None:
        return NoTerms(gettext("Both players need PAA points or a PAA rank."), "S1-14", [])
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
    black: PaaState | None,
    white: PaaState | None,
    handicap: int,
    komi2: int,
    rules: PaaRules,  # noqa: ARG001
) -> Remainder:
    """The points by which White remains the better: S1-14 read backwards."""
    label = gettext("Remaining difference, PAA")
    if black is None or white is None:
        return Remainder(label, "S1-14", None, "–", [])
    worth2 = _POINTS2_A_STONE * (max(handicap, 1) - 1) + _FIRST_MOVE2 - komi2
    left2 = 2 * (white.points - black.points) - worth2
    return Remainder(label, "S1-14", Fraction(left2, 2), _left_text(left2), [])


def _left_text(left2: int) -> str:
    if not left2:
        return gettext("level")
    # Half a point and one point are one; what is between two whole numbers is many.
    count = 1 if abs(left2) <= 2 else 2
    if left2 > 0:
        text = ngettext("White ahead by %(n)s point", "White ahead by %(n)s points", count)
    else:
        text = ngettext("Black ahead by %(n)s point", "Black ahead by %(n)s points", count)
    return text % {"n": half(abs(left2))}


def conditions_rows() -> list[dict[str, object]]:
    """The table of S1-14: a row for each number of stones, from one difference to another, a cell
    for each remainder."""
    return [
        {
            "first": 8 * n,
            "last": 8 * n + 7,
            "stones": n + 1,
            "cells": [paa_conditions(100 + 8 * n + rest, 100) for rest in range(8)],
        }
        for n in range(7)
    ]


class PaaWall(SystemWall):
    """Conditions by points, or counted from the middle of each band."""

    name = _("PAA points")
    about = _("PAA points: the player with fewer points takes Black.")
    rules = ("S1-14", "S1-15", "S1-16")
    key_to_ranks = _(
        "Bold: stones. Calculated from the middle of each band; with seven stones the "
        "game is unrated."
    )
    ranks = LADDER

    def read_difference(self, text: str, field: str) -> int:
        return whole_number(read_whole(text, field), field=field, low=0, high=MAX_POINTS)

    def difference_text(self, difference: int) -> str:
        return str(difference)

    def row(self, difference: int) -> WallRow:
        conditions = paa_conditions(difference, 0)
        cell = WallCell(conditions.handicap, conditions.komi2, not conditions.counts)
        return WallRow(str(difference), cell, conditions.rules[0])

    def read_rank(self, text: str, field: str) -> int:
        """A rank with a middle of its band (S1-3); the two open ends have none to count from."""
        with about_field(field):
            rank = parse_rank(text)
            starting_points(rank)
        if rank == LOWEST:
            raise RuleError(
                Code.RANK,
                field,
                text,
                AcceptedChoice(AcceptedRange("8k", "1k"), AcceptedRange("1d", "8d")),
            )
        return rank

    def pair(self, black: int, white: int) -> WallCell | None:
        if black > white:
            return None
        conditions = paa_conditions(starting_points(white), starting_points(black))
        return WallCell(conditions.handicap, conditions.komi2, not conditions.counts)
