"""The table of standard handicaps for the wall (S0-14)."""

from __future__ import annotations

from typing import Literal

from django.utils.translation import gettext_lazy as _

from goclub.common.notation import half
from goclub.games.rating.systems.calculation import FAR, SystemWall, WallCell, WallRow
from goclub.games.rating.systems.typed import about_field
from ratings.accepted import AcceptedWords
from ratings.errors import Code, RuleError
from ratings.halves import half_text
from ratings.igs.conditions import MOST_DIFFERENCE2, parse_difference, standard_handicap
from ratings.igs.ladder import BC, LADDER, level2, parse_rank


class IgsWall(SystemWall):
    """Standard handicaps by differences in half ranks, or rank against rank."""

    name = _("IGS ranks")
    about = _("IGS: the lower-ranked player is Black.")
    rules = ("S0-14",)
    key_to_ranks = _(
        "Bold: stones. A dash means more than nine ranks apart, where there are no "
        "standard conditions. You can still play such a game, but it is not rated."
    )
    ranks = LADDER

    def read_difference(self, text: str, field: str) -> int:
        with about_field(field):
            difference2 = parse_difference(text)
            standard_handicap(difference2)
        return difference2

    def difference_text(self, difference: int) -> str:
        return half_text(difference)

    def row(self, difference: int) -> WallRow:
        standard = standard_handicap(difference)
        return WallRow(half(difference), WallCell(standard.stones, standard.komi2), "S0-14")

    def read_rank(self, text: str, field: str) -> int:
        with about_field(field):
            rank = parse_rank(text)
        if rank.pro or rank.index == BC:
            raise RuleError(
                Code.RANK,
                field=field,
                value=text,
                accepted=AcceptedWords("17k…1k, 1d…10d, a + up to 8d+"),
            )
        return rank.index

    def pair(self, black: int, white: int) -> WallCell | Literal["far"] | None:
        if black > white:
            return None
        difference2 = level2(white) - level2(black)
        if difference2 > MOST_DIFFERENCE2:
            return FAR
        standard = standard_handicap(difference2)
        return WallCell(standard.stones, standard.komi2)
