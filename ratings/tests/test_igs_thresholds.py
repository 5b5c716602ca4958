"""The table of S0-26: what is published, what is reconstructed, and a club's own table."""

import csv
import json
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from ratings.errors import Code
from ratings.igs.ladder import LADDER
from ratings.igs.thresholds import (
    COLUMNS,
    DEFAULT,
    PUBLISHED,
    Origin,
    ThresholdCell,
    Thresholds,
    read_thresholds,
    write_thresholds,
)
from ratings.tests.builders import refused
from ratings.tests.igs_tables import EIGHT

Rows = list[list[str]]
GIVEN = Path(__file__).resolve().parents[3] / "shared" / "igs_thresholds.csv"


def row_of(rows: Rows, rank: str) -> list[str]:
    return next(row for row in rows if row[0] == rank)


def table_with(change: Callable[[Rows], Any]) -> str:
    """The default table as text, after *change* of its rows."""
    rows = list(csv.reader(write_thresholds().splitlines()))
    change(rows)
    return "\n".join(",".join(f'"{cell}"' for cell in row) for row in rows)


def setting(rank: str, column: int, value: str) -> Callable[[Rows], Any]:
    return lambda rows: row_of(rows, rank).__setitem__(column, value)


PROMOTE, ENTRY, DEMOTE = 1, 2, 3


@pytest.mark.parametrize(("rank", "column", "number"), EIGHT)
def test_the_eight_published_numbers(rank: str, column: str, number: int) -> None:
    index = LADDER.index(rank)
    assert DEFAULT.cell(index, column) == ThresholdCell(number, Origin.PUBLISHED)
    assert PUBLISHED[index, column] == number


def test_every_other_number_is_called_reconstructed() -> None:
    origins = [
        cell.origin
        for column in COLUMNS
        for index in range(52)
        if (cell := DEFAULT.cell(index, column)) is not None
    ]
    assert origins.count(Origin.PUBLISHED) == len(PUBLISHED) == 8
    assert origins.count(Origin.RECONSTRUCTED) == len(origins) - 8 == 3 * 52 - 1 - 8
    assert DEFAULT.published_changes == ()


def test_top_rank_has_no_promotion() -> None:
    assert DEFAULT.promote[51] is None
    assert DEFAULT.cell(51, "promote") is None


def promotions() -> list[int]:
    return [number for number in DEFAULT.promote if number is not None]


def grown(start: int, width: Fraction, total: int, steps: int) -> tuple[list[int], Fraction]:
    """Borders after *steps* widths that grow evenly from *width* and sum to *total*; last width.

    Model of S0-26, points 1 to 3: borders to the nearest hundred, their widths put in order.
    """
    slope = (total - steps * width) / Fraction(steps * (steps + 1), 2)
    smooth = [start + n * width + slope * Fraction(n * (n + 1), 2) for n in range(steps + 1)]
    rounded = [100 * int(border / 100 + Fraction(1, 2)) for border in smooth]
    borders = [start]
    for wide in sorted(b - a for a, b in pairwise(rounded)):
        borders.append(borders[-1] + wide)
    return borders, width + slope * steps


def test_promotions_follow_from_the_model() -> None:
    """S0-26: every reconstructed number, from the published ones alone."""
    kyu, wide = grown(5_500, Fraction(250), 20_200, 32)
    dan, widest = grown(25_700, wide, 38_000, 18)
    assert (round(float(wide), 1), round(float(widest), 1)) == (989.4, 3114.8)
    assert [*kyu, *dan[1:]] == promotions()


def test_borders_follow_from_the_model() -> None:
    """S0-26, points 4 and 5: 300 for kyu, growing to 700 at 8d+/9d, 1000 at 9d/10d."""
    dan = [100 * int((3 + Fraction(4 * n, 17)) + Fraction(1, 2)) for n in range(18)]
    assert (dan[0], dan[-1]) == (300, 700)
    borders = [300] * 32 + dan + [1000]
    assert [p - d for p, d in zip(promotions(), DEFAULT.demote[1:], strict=True)] == borders
    assert DEFAULT.entry == (5_250, *promotions())


def test_widths_never_shrink_within_the_two_halves() -> None:
    """S0-26: borders > 0, columns increasing, widths non-decreasing."""
    promote = promotions()
    assert promote == sorted(set(promote))
    assert list(DEFAULT.demote) == sorted(set(DEFAULT.demote))
    widths = [b - a for a, b in pairwise(promote)]
    assert widths == sorted(widths)
    assert min(widths) >= 300
    for index in range(52):
        low, high = DEFAULT.demote[index], DEFAULT.promote[index]
        assert low < DEFAULT.entry[index]
        assert high is None or DEFAULT.entry[index] < high


def test_the_table_is_the_given_one() -> None:
    if not GIVEN.exists():
        pytest.skip("the given table lies beside the repository only where the club keeps it")
    given = list(csv.reader(GIVEN.read_text(encoding="utf-8").splitlines()))
    assert list(csv.reader(write_thresholds().splitlines())) == given


def test_written_tables_read_back() -> None:
    text = write_thresholds()
    assert text.splitlines()[:3] == [
        "rank,promote_at,entry_points,demote_below,published_cells",
        "BC,5 wins,,,",
        '17k,5500,5250,4900,"P,S,D"',
    ]
    assert text.splitlines()[-1] == "10d,,63700,62700,D"
    assert read_thresholds(text) == DEFAULT
    assert write_thresholds(DEFAULT) == text


def test_a_table_survives_json() -> None:
    data = json.loads(json.dumps(DEFAULT.to_json()))
    assert set(data) == set(COLUMNS)
    assert Thresholds.from_json(data) == DEFAULT


def test_reading_is_lenient_about_form() -> None:
    """A byte order mark, Windows lines, blank rows, any order, no BC, no last column, a ★."""
    rows = [row[:4] for row in csv.reader(write_thresholds().splitlines())]
    body = [[cell.replace("+", "★") for cell in row] for row in rows[2:]]
    lines = [rows[0], *reversed(body), ["", "", "", ""]]
    text = "\ufeff" + "\r\n".join(",".join(row[::-1]) for row in lines)
    assert read_thresholds(text) == DEFAULT


def test_a_changed_cell_is_known_for_one() -> None:
    table = read_thresholds(table_with(setting("3d", DEMOTE, "31900")))
    index = LADDER.index("3d")
    assert table.cell(index, "demote") == ThresholdCell(31_900, Origin.CHANGED)
    assert table.lines[index]["demote_published"] is False
    assert table.published_changes == ()
    assert table != DEFAULT


@pytest.mark.parametrize(("rank", "column", "number"), EIGHT)
def test_published_cells_are_fixed_unless_allowed(rank: str, column: str, number: int) -> None:
    text = table_with(setting(rank, COLUMNS.index(column) + 1, str(number + 10)))
    with refused(Code.INCONSISTENT, rank, "igs.published_cell"):
        read_thresholds(text)
    table = read_thresholds(text, allow_published_changes=True)
    assert table.published_changes == ((rank, column),)
    assert table.cell(LADDER.index(rank), column) == ThresholdCell(number + 10, Origin.CHANGED)
    assert Thresholds.from_json(table.to_json()).published_changes == ((rank, column),)


def drop(rank: str) -> Callable[[Rows], Any]:
    return lambda rows: rows.remove(row_of(rows, rank))


BAD_TABLES = [
    (drop("3d"), Code.INCONSISTENT, "3d", "igs.missing_rank"),
    (drop("10d"), Code.INCONSISTENT, "10d", "igs.missing_rank"),
    (setting("3d", 0, "3d+"), Code.INCONSISTENT, "3d+", "igs.rank_twice"),
    (setting("3d", 0, "12d"), Code.RANK, "12d", "igs.unknown_rank"),
    (setting("3d", 0, "3d?"), Code.RANK, "3d?", "igs.unknown_rank"),
    (setting("3d", 0, "3p"), Code.RANK, "3p", "igs.unknown_rank"),
    (setting("3d", 0, ""), Code.RANK, "rank", "igs.unknown_rank"),
    (setting("3d", PROMOTE, ""), Code.MISSING, "3d", "igs.missing_number"),
    (setting("3d", ENTRY, "-"), Code.MISSING, "3d", "igs.missing_number"),
    (setting("3d", PROMOTE, "34100.5"), Code.TYPE, "3d", "igs.not_an_integer"),
    (setting("3d", PROMOTE, "34 100"), Code.TYPE, "3d", "igs.not_an_integer"),
    (setting("3d", PROMOTE, "many"), Code.TYPE, "3d", "igs.not_an_integer"),
    (setting("3d", PROMOTE, "NaN"), Code.TYPE, "3d", "igs.not_an_integer"),
    (setting("3d", DEMOTE, "-32000"), Code.RANGE, "3d", ""),
    (setting("3d", PROMOTE, "9" * 5000), Code.RANGE, "3d", ""),
    (setting("3d", PROMOTE, "1000000"), Code.RANGE, "3d", ""),
    (setting("10d", PROMOTE, "70000"), Code.INCONSISTENT, "10d", "igs.top_rank_promotes"),
    (setting("BC", PROMOTE, "4 wins"), Code.INCONSISTENT, "BC", "igs.bc_by_wins"),
    (setting("3d", DEMOTE, "34100"), Code.INCONSISTENT, "3d", "igs.demote_not_below_promote"),
    (setting("3d", DEMOTE, "35000"), Code.INCONSISTENT, "3d", "igs.demote_not_below_promote"),
    (setting("3d", ENTRY, "32000"), Code.INCONSISTENT, "3d", "igs.entry_outside"),
    (setting("3d", ENTRY, "34100"), Code.INCONSISTENT, "3d", "igs.entry_outside"),
    (setting("10d", ENTRY, "62700"), Code.INCONSISTENT, "10d", "igs.entry_outside"),
    (setting("3d", PROMOTE, "35900"), Code.INCONSISTENT, "3d+", "igs.not_increasing"),
    (setting("3d", DEMOTE, "30400"), Code.INCONSISTENT, "3d", "igs.not_increasing"),
    (setting("3d+", DEMOTE, "34100"), Code.INCONSISTENT, "3d+", "igs.entry_outside"),
    (setting("3d", DEMOTE, "32400"), Code.INCONSISTENT, "3d", "igs.entry_outside"),
]


@pytest.mark.parametrize(("change", "code", "field", "reason"), BAD_TABLES)
def test_bad_tables_are_refused(
    change: Callable[[Rows], Any], code: Code, field: str, reason: str
) -> None:
    """S0-26, last paragraph; each refusal names the rank."""
    with refused(code, field, reason):
        read_thresholds(table_with(change))


def test_overlapping_ranks_are_refused() -> None:
    """D of a rank must lie below P of the rank under it, or nobody could stay between."""

    def overlap(rows: Rows) -> None:
        row_of(rows, "3d+")[ENTRY] = "34500"
        row_of(rows, "3d+")[DEMOTE] = "34100"

    with refused(Code.INCONSISTENT, "3d+", "igs.no_border"):
        read_thresholds(table_with(overlap))


@pytest.mark.parametrize(
    ("text", "code", "reason"),
    [
        ("", Code.MISSING, "files.empty"),
        ("\n , \n", Code.MISSING, "files.empty"),
        (None, Code.TYPE, ""),
        (b"rank", Code.TYPE, ""),
        ('rank,"promote_at', Code.TYPE, "files.not_csv"),
        ("rank,promote_at,entry_points\n", Code.MISSING, "files.missing_column"),
        (
            "rank,promote_at,entry_points,demote_below\n17k,1,2,3,4\n",
            Code.TYPE,
            "igs.too_many_columns",
        ),
    ],
)
def test_text_that_is_no_table_is_refused(text: Any, code: Code, reason: str) -> None:
    with refused(code, "table", reason):
        read_thresholds(text)


def test_a_table_of_headings_lacks_its_first_rank() -> None:
    with refused(Code.INCONSISTENT, "17k", "igs.missing_rank"):
        read_thresholds("rank,promote_at,entry_points,demote_below\n")


@pytest.mark.parametrize(
    ("column", "values", "code", "field", "reason"),
    [
        ("promote", None, Code.MISSING, "promote", ""),
        ("entry", "5250", Code.TYPE, "entry", ""),
        ("demote", [1, 2, 3], Code.INCONSISTENT, "demote", "igs.missing_rank"),
        ("demote", [*DEFAULT.demote, 70_000], Code.INCONSISTENT, "demote", "igs.too_many_ranks"),
        ("demote", [4900.0, *DEFAULT.demote[1:]], Code.TYPE, "17k", ""),
        ("entry", [None, *DEFAULT.entry[1:]], Code.MISSING, "17k", ""),
        (
            "promote",
            [*DEFAULT.promote[:-1], 70_000],
            Code.INCONSISTENT,
            "10d",
            "igs.top_rank_promotes",
        ),
        ("promote", [None, *DEFAULT.promote[1:]], Code.MISSING, "17k", ""),
    ],
)
def test_damaged_json_is_refused(
    column: str, values: Any, code: Code, field: str, reason: str
) -> None:
    with refused(code, field, reason):
        Thresholds.from_json({**DEFAULT.to_json(), column: values})


def test_equal_tables_are_equal_keys() -> None:
    again = read_thresholds(write_thresholds())
    assert again is not DEFAULT
    assert len({again, DEFAULT}) == 1


def test_what_is_told_of_a_rank_is_its_row():
    """What an explanation shows of the borders: ours and, where we differ, the published one."""
    for index, told in enumerate(DEFAULT.lines):
        for column in ("promote", "demote"):
            cell = DEFAULT.cell(index, column)
            assert told[column] == (None if cell is None else cell.value)
            assert told[f"{column}_published"] == (None if cell is None else cell.published)
    assert sum(told["promote"] is not None for told in DEFAULT.lines) == len(DEFAULT.lines) - 1


def test_each_line_tells_its_cells() -> None:
    """What an explanation shows of a rank (S0-26): both borders and whether they are published."""
    for index, line in enumerate(DEFAULT.lines):
        for border in ("promote", "demote"):
            cell = DEFAULT.cell(index, border)
            told = (line[border], line[f"{border}_published"])
            assert told == ((None, None) if cell is None else (cell.value, cell.published))
