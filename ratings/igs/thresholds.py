"""Points at which ranks change: the table of S0-26, published or a club's own, and BC.

Eight numbers are published.  Every other cell is reconstructed by the model that RULEBOOK S0-26
describes, and must be shown as such.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from ratings.accepted import AcceptedRange, AcceptedWords
from ratings.checks import whole_number
from ratings.errors import Code, RuleError
from ratings.igs.ladder import BC, HIGHEST, LADDER, LOWEST, code_of, parse_rank
from ratings.system import Inputs
from ratings.text_files import missing_column, table_lines

#: The three columns of numbers, by the names of the fields of :class:`Thresholds`.
COLUMNS: Final = ("promote", "entry", "demote")

#: The headings of the file form; the last one is written, and not believed when read.
_HEADINGS = dict(
    zip(COLUMNS, ("promote_at", "entry_points", "demote_below"), strict=True), rank="rank"
)
_PUBLISHED_HEADING = "published_cells"
_LETTERS = {"promote": "P", "entry": "S", "demote": "D"}
_NOTHING = frozenset({"", "-", "–", "—"})
_BC_TEXT = "5 wins"

# Far above any table; it keeps numbers of thousands of digits from being read.
_MOST_POINTS = 999_999

#: The eight numbers that Pandanet publishes, by (ladder index, column).
PUBLISHED: Final[Mapping[tuple[int, str], int]] = MappingProxyType(
    {
        (LADDER.index(rank), column): number
        for rank, column, number in (
            ("17k", "promote", 5_500),
            ("17k", "entry", 5_250),
            ("17k", "demote", 4_900),
            ("1k", "promote", 25_700),
            ("1k", "demote", 24_400),
            ("9d", "promote", 63_700),
            ("9d", "demote", 59_900),
            ("10d", "demote", 62_700),
        )
    }
)

# From 17k up, in hundreds of points: promote at (9d the last), and demote below (10d the last).
# Entry points are the promotion points of the rank below; 17k has its own.
_PROMOTE_100 = """
    55 58 61 64 67 71 75 79 83 88 93 98 103 108 114 120 126 132 139 146 153 160 168 176 184 192
    201 210 219 228 237 247 257 268 280 294 308 324 341 359 379 399 421 444 468 493 519 547 576
    606 637
"""
_DEMOTE_100 = """
    49 52 55 58 61 64 68 72 76 80 85 90 95 100 105 111 117 123 129 136 143 150 157 165 173 181
    189 198 207 216 225 234 244 254 265 277 290 304 320 337 354 374 394 416 438 462 487 513 540
    569 599 627
"""
_ENTRY_17K = 5_250


class Origin(StrEnum):
    """Where a number comes from: Pandanet, the rulebook's model, or a table of the club's own."""

    PUBLISHED = "published"
    RECONSTRUCTED = "reconstructed"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True)
class ThresholdCell:
    """A number of the table and where it comes from."""

    value: int
    origin: Origin

    @property
    def published(self) -> bool:
        return self.origin is Origin.PUBLISHED


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The table of S0-26; each column a tuple by ladder index, 17k first.

    ``promote`` points from which on the rank above is held, None for 10d.  ``entry`` points given
    to who is put at the rank.  ``demote`` points below which the rank below is held.  ``lines``
    what a reason says of each rank, ready made; never change them.

    Raises RuleError with the rank as field: E_MISSING, E_TYPE, E_RANGE for single numbers;
    E_INCONSISTENT ``missing_rank`` or ``too_many_ranks`` (column as field), ``top_rank_promotes``,
    ``demote_not_below_promote``, ``entry_outside`` (not between the two), ``not_increasing``,
    ``no_border`` (demotion from the rank above not below promotion to it).
    """

    promote: tuple[int | None, ...]
    entry: tuple[int, ...]
    demote: tuple[int, ...]
    lines: tuple[Inputs, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for column in COLUMNS:
            _check_column(column, getattr(self, column))
        for index in range(len(LADDER)):
            _check_row(self, index)
        for index in range(1, len(LADDER)):
            _check_neighbours(self, index)
        lines = tuple(_line(self, index) for index in range(len(LADDER)))
        object.__setattr__(self, "lines", lines)

    def cell(self, index: int, column: str) -> ThresholdCell | None:
        """Return a number with its origin; None for the promotion of 10d.

        *column* one of :data:`COLUMNS`; *index* 0 … 51.
        """
        value: int | None = getattr(self, column)[index]
        if value is None:
            return None
        return ThresholdCell(value, origin_of(index, column, value))

    @property
    def published_changes(self) -> tuple[tuple[str, str], ...]:
        """The published cells that this table changes, as (rank, column); normally none."""
        return tuple(
            (LADDER[index], column)
            for (index, column), number in PUBLISHED.items()
            if getattr(self, column)[index] != number
        )

    def to_json(self) -> dict[str, object]:
        """Return the three columns as lists."""
        return {column: list(getattr(self, column)) for column in COLUMNS}

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Thresholds:
        """Read what :meth:`to_json` wrote, published cells changed or not.

        Raises RuleError E_MISSING or E_TYPE by column, and what the table itself raises.
        """
        columns = []
        for column in COLUMNS:
            values = data.get(column)
            if values is None:
                raise RuleError(Code.MISSING, column)
            if not isinstance(values, list):
                raise RuleError(Code.TYPE, column, values, "a list")
            columns.append(values)
        promote, entry, demote = columns
        return cls(tuple(promote), tuple(entry), tuple(demote))


def origin_of(index: int, column: str, value: int) -> Origin:
    """Where a number comes from that stands in this cell of some table.

    *column* one of :data:`COLUMNS`; *index* 0 … 51.
    """
    if (index, column) in PUBLISHED:
        same = value == PUBLISHED[index, column]
        return Origin.PUBLISHED if same else Origin.CHANGED
    same = value == _DEFAULT_COLUMNS[column][index]
    return Origin.RECONSTRUCTED if same else Origin.CHANGED


def _check_column(column: str, values: Sequence[int | None]) -> None:
    if len(values) != len(LADDER):
        reason = "igs.missing_rank" if len(values) < len(LADDER) else "igs.too_many_ranks"
        raise RuleError(Code.INCONSISTENT, column, len(values), reason=reason)
    for index, value in enumerate(values):
        if column == "promote" and index == HIGHEST:
            if value is not None:
                raise _bad(index, value, "no number", "igs.top_rank_promotes")
            continue
        whole_number(value, field=LADDER[index], low=0, high=_MOST_POINTS)


def _check_row(table: Thresholds, index: int) -> None:
    promote, entry, demote = table.promote[index], table.entry[index], table.demote[index]
    if promote is not None and demote >= promote:
        raise _bad(index, demote, f"below {promote}", "igs.demote_not_below_promote")
    if entry <= demote or (promote is not None and entry >= promote):
        accepted = AcceptedRange(demote + 1, None if promote is None else promote - 1)
        raise _bad(index, entry, accepted, "igs.entry_outside")


def _check_neighbours(table: Thresholds, index: int) -> None:
    """Both borders grow from rank to rank, and between two ranks lies a zone that keeps both."""
    demote, promote, below = table.demote[index], table.promote[index], table.promote[index - 1]
    if demote <= table.demote[index - 1]:
        raise _bad(index, demote, f"above {table.demote[index - 1]}", "igs.not_increasing")
    if below is None:  # only 10d has no promotion, and nothing stands above it
        return
    if promote is not None and promote <= below:
        raise _bad(index, promote, f"above {below}", "igs.not_increasing")
    if demote >= below:
        raise _bad(index, demote, f"below {below}", "igs.no_border")


def _line(table: Thresholds, index: int) -> Inputs:
    promote, demote = table.cell(index, "promote"), table.cell(index, "demote")
    return {
        "promote": None if promote is None else promote.value,
        "promote_published": None if promote is None else promote.published,
        "demote": None if demote is None else demote.value,
        "demote_published": None if demote is None else demote.published,
    }


def _bad(index: int, value: object, accepted: str, reason: str) -> RuleError:
    return RuleError(Code.INCONSISTENT, LADDER[index], value, accepted, reason=reason)


def read_thresholds(text: str, allow_published_changes: bool = False) -> Thresholds:
    """Read a table in the form that :func:`write_thresholds` writes.

    Parted by commas, semicolons or tabs, with the headings rank, promote_at, entry_points,
    demote_below in any order; a row for each rank 17k … 10d in any order; a row BC may be there
    and say "5 wins".  10d's promotion stays empty.  The column published_cells is not read: what
    is published follows from the numbers.

    Raises RuleError: E_MISSING on ``table`` (``empty``; ``missing_column``, value the heading);
    E_TYPE on ``table`` (no text, ``not_csv``, ``too_many_columns``); with the rank as field
    E_RANK ``unknown_rank``, E_MISSING ``missing_number``, E_TYPE ``not_an_integer``, E_RANGE,
    E_INCONSISTENT ``missing_rank``, ``rank_twice``, ``bc_by_wins``, ``published_cell`` (one of the
    eight numbers changed and *allow_published_changes* is False), and what :class:`Thresholds`
    raises.  Source: S0-26, last paragraph.
    """
    rows: dict[int, dict[str, str]] = {}
    for row in _rows(text):
        index = _index_of(row["rank"])
        if index in rows:
            raise RuleError(Code.INCONSISTENT, code_of(index), row["rank"], reason="igs.rank_twice")
        rows[index] = row
    bc = rows.pop(BC, None)
    if bc is not None and bc["promote"].casefold() not in {_BC_TEXT, *_NOTHING}:
        raise RuleError(Code.INCONSISTENT, "BC", bc["promote"], reason="igs.bc_by_wins")
    for index, rank in enumerate(LADDER):
        if index not in rows:
            raise RuleError(Code.INCONSISTENT, rank, reason="igs.missing_rank")
    table = Thresholds(
        promote=tuple(_promotion(rows[index], index) for index in range(len(LADDER))),
        entry=tuple(_number(rows[index], "entry", index) for index in range(len(LADDER))),
        demote=tuple(_number(rows[index], "demote", index) for index in range(len(LADDER))),
    )
    if not allow_published_changes:
        _keep_published(table)
    return table


def _keep_published(table: Thresholds) -> None:
    for rank, column in table.published_changes:
        index = LADDER.index(rank)
        published = PUBLISHED[index, column]
        raise _bad(index, getattr(table, column)[index], str(published), "igs.published_cell")


def _rows(text: object) -> list[dict[str, str]]:
    """The rows that are not blank, cells stripped, keyed by the names of our columns."""
    if not isinstance(text, str):
        raise RuleError(Code.TYPE, "table", type(text).__name__, AcceptedWords("text"))
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    try:
        lines = [[cell.strip() for cell in cells] for _at, cells in table_lines(plain)]
    except RuleError as error:
        raise error.about("table") from None
    if not lines:
        raise RuleError(Code.MISSING, "table", reason="files.empty")
    headings, *body = lines
    places: dict[str, int] = {}
    for name, heading in _HEADINGS.items():
        if heading not in headings:
            raise missing_column("table", heading, ", ".join(_HEADINGS.values()))
        places[name] = headings.index(heading)
    for line in body:
        if len(line) > len(headings):
            raise RuleError(Code.TYPE, "table", line[0], reason="igs.too_many_columns")
        line.extend([""] * (len(headings) - len(line)))
    return [{name: line[place] for name, place in places.items()} for line in body]


def _index_of(text: str) -> int:
    try:
        rank = parse_rank(text)
    except RuleError:
        rank = None
    if rank is None or rank.provisional or rank.pro:
        raise RuleError(
            Code.RANK, text or "rank", text, AcceptedRange("17k", "10d"), reason="igs.unknown_rank"
        )
    return rank.index


def _promotion(row: Mapping[str, str], index: int) -> int | None:
    if index == HIGHEST and row["promote"] in _NOTHING:
        return None
    return _number(row, "promote", index)


def _number(row: Mapping[str, str], column: str, index: int) -> int:
    text, rank = row[column], LADDER[index]
    if text in _NOTHING:
        raise RuleError(Code.MISSING, rank, reason="igs.missing_number")
    sign, digits = ("-", text[1:]) if text[0] in "-−" else ("", text)
    if not digits.isdecimal():
        raise RuleError(Code.TYPE, rank, text, reason="igs.not_an_integer")
    if len(digits) > len(str(_MOST_POINTS)):
        raise RuleError(Code.RANGE, rank, text, AcceptedRange(0, _MOST_POINTS))
    return whole_number(int(sign + digits), field=rank, low=0, high=_MOST_POINTS)


def write_thresholds(table: Thresholds | None = None) -> str:
    """Return a table (None: the default one) as CSV, BC first, then 17k … 10d, a line each.

    The last column names the published cells of the row: P promote, S entry, D demote.
    """
    table = DEFAULT if table is None else table
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["rank", *(_HEADINGS[column] for column in COLUMNS), _PUBLISHED_HEADING])
    writer.writerow(["BC", _BC_TEXT, "", "", ""])
    for index, rank in enumerate(LADDER):
        cells = {column: table.cell(index, column) for column in COLUMNS}
        numbers = ["" if cell is None else cell.value for cell in cells.values()]
        marks = [_LETTERS[name] for name, cell in cells.items() if cell and cell.published]
        writer.writerow([rank, *numbers, ",".join(marks)])
    return out.getvalue()


_PROMOTE = tuple(100 * int(number) for number in _PROMOTE_100.split())
_DEMOTE = tuple(100 * int(number) for number in _DEMOTE_100.split())
_DEFAULT_COLUMNS: Final[Mapping[str, tuple[int | None, ...]]] = {
    "promote": (*_PROMOTE, None),
    "entry": (_ENTRY_17K, *_PROMOTE),
    "demote": _DEMOTE,
}
#: The table of the rulebook.
DEFAULT: Final = Thresholds((*_PROMOTE, None), (_ENTRY_17K, *_PROMOTE), _DEMOTE)


class IgsRankCode(StrEnum):
    """What became of a rank.

    By points: promoted, demoted, kept, BC (demoted below 17k).  ENTERED 17k from BC.  Of newcomers:
    ADJUSTED after a block, CERTIFIED, BC, WAITING for the office.
    """

    PROMOTED = "promoted"
    DEMOTED = "demoted"
    KEPT = "kept"
    BC = "bc"
    ENTERED = "entered"
    ADJUSTED = "adjusted"
    CERTIFIED = "certified"
    WAITING = "waiting"


# By name: reaching a member through its class costs more than all else.
_KEPT = IgsRankCode.KEPT


def judge(
    points: int, rank: int, thresholds: Thresholds, above: bool = False
) -> tuple[int, int, IgsRankCode]:
    """Return (rank, points, what happened) of a certified player whose points have moved.

    *points* after the game, *rank* the index 0 … 51 held before it.  From the promotion points on
    one rank up, below the demotion points one rank down, in between the same (S0-26, A5); points
    are carried over, and lost in BC (S0-26c).  *above* one rises with more points than the border,
    as the table's footnote has it; its heading says "least points", which is our reading.

    >>> from ratings.igs.thresholds import DEFAULT
    >>> judge(25_700, 32, DEFAULT)
    (33, 25700, <IgsRankCode.PROMOTED: 'promoted'>)
    >>> judge(4_850, 0, DEFAULT)
    (-1, 0, <IgsRankCode.BC: 'bc'>)
    """
    promote = thresholds.promote[rank]
    if promote is not None and points >= promote + above:
        return rank + 1, points, IgsRankCode.PROMOTED
    if points >= thresholds.demote[rank]:
        return rank, points, _KEPT
    if rank == LOWEST:
        return BC, 0, IgsRankCode.BC
    return rank - 1, points, IgsRankCode.DEMOTED
