"""The table of conditions for the wall: any range of differences or of ranks."""

from __future__ import annotations

from dataclasses import dataclass

from goclub.common.forms import read_whole
from ratings.checks import whole_number
from ratings.errors import Code, RuleError
from ratings.halves import half_text
from ratings.igs.conditions import MOST_DIFFERENCE2, parse_difference, standard_handicap
from ratings.igs.ladder import BC, level2
from ratings.igs.ladder import LADDER as IGS_LADDER
from ratings.igs.ladder import parse_rank as igs_parse_rank
from ratings.paa.conditions import paa_conditions
from ratings.ranks import LADDER, LOWEST, MAX_POINTS, parse_rank, starting_points

#: Columns that fit on a sheet beside each other.
ACROSS = 10


@dataclass(frozen=True, slots=True)
class Cell:
    """Conditions of one pair: stones placed (0, 2 …), komi in half points from Black.

    ``free`` a game that moves no PAA points (S1-10).
    """

    stones: int
    komi2: int
    free: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A line by difference; ``difference`` as text, ``rule`` behind it."""

    difference: str
    cell: Cell
    rule: str


@dataclass(frozen=True, slots=True)
class Block:
    """A part of the cross table that fits on a sheet: stronger ranks across, weaker down.

    Cells are None where White would be the weaker; ``"far"`` beyond nine ranks (S0-14).
    """

    across: list[str]
    rows: list[tuple[str, list[Cell | str | None]]]


@dataclass(frozen=True, slots=True)
class Table:
    """``rows`` by difference, or ``blocks`` by rank; the other is empty."""

    system: str
    rows: list[Row]
    blocks: list[Block]


def make_table(system: str, by: str, low: str, high: str) -> Table:
    """Return the conditions of *system* ("paa", "igs") from *low* to *high*.

    *by* "difference": of points (0 … 999) or of ranks (0 … 9 in halves).  *by* "rank": every
    rank against every other of the range.  Raises RuleError on ``low`` or ``high``: E_MISSING,
    E_TYPE, E_GRID, E_RANGE (``low_above_high`` too), E_RANK, E_UNDEFINED beyond nine ranks.
    """
    if by == "rank":
        return Table(system, [], _blocks(system, low, high))
    if system == "paa":
        first, last = (_points(text, name) for text, name in ((low, "low"), (high, "high")))
        _check_order(first, last, f"{first} > {last}")
        return Table(system, [_paa_row(diff) for diff in range(first, last + 1)], [])
    first, last = (_halves(text, name) for text, name in ((low, "low"), (high, "high")))
    _check_order(first, last, f"{half_text(first)} > {half_text(last)}")
    return Table(system, [_igs_row(diff2) for diff2 in range(first, last + 1)], [])


def _check_order(first: int, last: int, shown: str) -> None:
    if first > last:
        raise RuleError(Code.RANGE, field="low", value=shown, reason="calculator.low_above_high")


def _points(text: str, field: str) -> int:
    return whole_number(read_whole(text, field), field=field, low=0, high=MAX_POINTS)


def _halves(text: str, field: str) -> int:
    try:
        difference2 = parse_difference(text)
        standard_handicap(difference2)
    except RuleError as error:
        raise error.about(field) from error
    return difference2


def _paa_row(diff: int) -> Row:
    found = paa_conditions(diff, 0)
    cell = Cell(found.handicap, found.komi2, not found.counts)
    return Row(str(diff), cell, found.rules[0])


def _igs_row(difference2: int) -> Row:
    found = standard_handicap(difference2)
    return Row(half_text(difference2), Cell(found.stones, found.komi2), "S0-14")


def _blocks(system: str, low: str, high: str) -> list[Block]:
    read = _paa_rank if system == "paa" else _igs_rank
    first, last = read(low, "low"), read(high, "high")
    names = LADDER if system == "paa" else IGS_LADDER
    _check_order(first, last, f"{names[first]} > {names[last]}")
    ranks = range(last, first - 1, -1)
    pair = _paa_pair if system == "paa" else _igs_pair
    blocks = []
    for start in range(0, len(ranks), ACROSS):
        across = ranks[start : start + ACROSS]
        # A weaker rank than every one across, or one of them: above that all cells are empty.
        down = [rank for rank in ranks if rank <= across[0]]
        rows = [(names[rank], [pair(rank, white) for white in across]) for rank in down]
        kept = [row for row in rows if any(isinstance(cell, Cell) for cell in row[1])]
        blocks.append(Block([names[white] for white in across], kept))
    return blocks


def _paa_rank(text: str, field: str) -> int:
    """A rank with a middle of its band (S1-3); the two open ends have none to count from."""
    try:
        rank = parse_rank(text)
        starting_points(rank)
    except RuleError as error:
        raise error.about(field) from error
    if rank == LOWEST:
        raise RuleError(Code.RANK, field=field, value=text, accepted="8k…1k, 1d…8d")
    return rank


def _igs_rank(text: str, field: str) -> int:
    try:
        found = igs_parse_rank(text)
    except RuleError as error:
        raise error.about(field) from error
    if found.pro or found.index == BC:
        raise RuleError(
            Code.RANK, field=field, value=text, accepted="17k…1k, 1d…10d, a + up to 8d+"
        )
    return found.index


def _paa_pair(black: int, white: int) -> Cell | str | None:
    if black > white:
        return None
    found = paa_conditions(starting_points(white), starting_points(black))
    return Cell(found.handicap, found.komi2, not found.counts)


def _igs_pair(black: int, white: int) -> Cell | str | None:
    if black > white:
        return None
    difference2 = level2(white) - level2(black)
    if difference2 > MOST_DIFFERENCE2:
        return "far"
    found = standard_handicap(difference2)
    return Cell(found.stones, found.komi2)
