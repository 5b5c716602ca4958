"""The table of conditions for the wall: any range of differences or of ranks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from goclub.games.rating.systems.calculation import SystemWall, WallCell, WallRow
from goclub.games.rating.systems.registry import SYSTEMS
from ratings.errors import Code, RuleError

#: Columns that fit on a sheet beside each other.
ACROSS = 10


@dataclass(frozen=True, slots=True)
class Block:
    """A part of the cross table that fits on a sheet: stronger ranks across, weaker down.

    Cells are None where White would be the weaker; ``"far"`` where no conditions exist.
    """

    across: list[str]
    rows: list[tuple[str, list[WallCell | Literal["far"] | None]]]


@dataclass(frozen=True, slots=True)
class ConditionsTable:
    """``rows`` by difference, or ``blocks`` by rank; the other is empty."""

    wall: SystemWall
    rows: list[WallRow]
    blocks: list[Block]


def walls() -> Mapping[str, SystemWall]:
    """The systems that have a table of conditions, by key."""
    return {system.key: system.wall for system in SYSTEMS if system.wall is not None}


def make_table(wall: SystemWall, by: str, low: str, high: str) -> ConditionsTable:
    """Return the conditions of a system from *low* to *high*.

    *by* "difference": of points or of ranks, as the system measures.  *by* "rank": every rank
    against every other of the range.  Raises RuleError on ``low`` or ``high``: E_MISSING, E_TYPE,
    E_GRID, E_RANGE (``low_above_high`` too), E_RANK, E_UNDEFINED where no conditions exist.
    """
    if by == "rank":
        return ConditionsTable(wall, [], _blocks(wall, low, high))
    first, last = wall.read_difference(low, "low"), wall.read_difference(high, "high")
    _check_order(first, last, f"{wall.difference_text(first)} > {wall.difference_text(last)}")
    return ConditionsTable(wall, [wall.row(number) for number in range(first, last + 1)], [])


def _check_order(first: int, last: int, shown: str) -> None:
    if first > last:
        raise RuleError(Code.RANGE, field="low", value=shown, reason="calculator.low_above_high")


def _blocks(wall: SystemWall, low: str, high: str) -> list[Block]:
    first, last = wall.read_rank(low, "low"), wall.read_rank(high, "high")
    names = wall.ranks
    _check_order(first, last, f"{names[first]} > {names[last]}")
    ranks = range(last, first - 1, -1)
    blocks = []
    for start in range(0, len(ranks), ACROSS):
        across = ranks[start : start + ACROSS]
        # A weaker rank than every one across, or one of them: above that all cells are empty.
        down = [rank for rank in ranks if rank <= across[0]]
        rows = [(names[rank], [wall.pair(rank, white) for white in across]) for rank in down]
        kept = [row for row in rows if any(isinstance(cell, WallCell) for cell in row[1])]
        blocks.append(Block([names[white] for white in across], kept))
    return blocks
