"""The table of conditions by points for the wall (S1-14 … S1-16)."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from goclub.common.forms import read_whole
from goclub.games.rating.systems.calculation import SystemWall, WallCell, WallRow
from goclub.games.rating.systems.typed import about_field
from ratings.accepted import AcceptedChoice, AcceptedRange
from ratings.checks import whole_number
from ratings.errors import Code, RuleError
from ratings.paa.conditions import paa_conditions
from ratings.ranks import LADDER, LOWEST, MAX_POINTS, parse_rank, starting_points


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
                field=field,
                value=text,
                accepted=AcceptedChoice(AcceptedRange("8k", "1k"), AcceptedRange("1d", "8d")),
            )
        return rank

    def pair(self, black: int, white: int) -> WallCell | None:
        if black > white:
            return None
        conditions = paa_conditions(starting_points(white), starting_points(black))
        return WallCell(conditions.handicap, conditions.komi2, not conditions.counts)
