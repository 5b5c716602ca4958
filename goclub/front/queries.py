"""The conditions of every pair of strengths, for a calculator that asks no server."""

from __future__ import annotations

from typing import Final

from goclub.common.notation import short_rank
from goclub.games.labels import conditions_text
from goclub.games.rating.systems.calculation import SystemWall, WallCell
from goclub.games.rating.systems.registry import SYSTEMS
from ratings.errors import RuleError

#: A larger difference is no game that anybody sits down to.
MOST: Final = 100


def offline_walls() -> list[dict[str, object]]:
    """Every table that the calculator has, as the rules make it now; asks no database.

    ``texts`` of conditions once each, by number in ``pairs`` and ``differences``.  ``pairs`` by the
    places of two ranks, the weaker first ("3,5"); ``differences`` as the system writes them, in
    order, each with the number of its text.
    """
    return [_wall(system.key, system.wall) for system in SYSTEMS if system.wall is not None]


def _wall(key: str, wall: SystemWall) -> dict[str, object]:
    numbers: dict[WallCell, int] = {}
    ranks = [rank for rank in range(len(wall.ranks)) if _has_strength(wall, rank)]
    pairs = {
        f"{weak},{strong}": numbers.setdefault(cell, len(numbers))
        for weak, weaker in enumerate(ranks)
        for strong, stronger in enumerate(ranks[weak:], weak)
        if isinstance(cell := wall.pair(weaker, stronger), WallCell)
    }
    differences = []
    for difference in range(MOST + 1):
        try:
            row = wall.row(difference)
        except RuleError:
            break
        differences.append((row.difference, numbers.setdefault(row.cell, len(numbers))))
    return {
        "key": key,
        "name": str(wall.name),
        "ranks": [short_rank(wall.ranks[rank]) for rank in ranks],
        "texts": [conditions_text(cell.stones, cell.komi2) for cell in numbers],
        "pairs": pairs,
        "differences": differences,
    }


def _has_strength(wall: SystemWall, rank: int) -> bool:
    """Whether a rank alone says how strong somebody is: the open ends of a ladder do not."""
    try:
        wall.read_rank(wall.ranks[rank], "rank")
    except RuleError:
        return False
    return True
