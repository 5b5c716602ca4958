"""What other programs make of SGF: the Nihon Ki-in's own names, points broken by mail."""

from __future__ import annotations

import datetime

import pytest

from goclub.go.records.header import Overtime
from goclub.go.records.reading import read
from goclub.go.records.record import Record
from goclub.go.records.write import write_record

# As the Nihon Ki-in hands its records out; nobody played this game.
ASSOCIATION = """(
TE[第5期木漏れ日杯予選]
RD[2024-11-03]
PC[日本棋院]
TM[2時間]
LT[60秒]
LC[5回]
KO[{komi}]
RE[{result}]
PB[青山　海]
BR[三段]
PW[緑川 葉]
WR[初段]
GK[1]
;B[qd];W[dd];B[pp];W[dp];B[fq])
"""


def association(komi: str = "先番6目半コミ出し", result: str = "150手完 黒中押し勝ち") -> Record:
    return read(ASSOCIATION.format(komi=komi, result=result).encode("cp932"))


def codes(record: Record) -> list[str]:
    return [warning.code for warning in record.warnings]


def test_the_dialect_of_the_nihon_kiin_is_read() -> None:
    record = association()
    header = record.header
    assert (header.black, header.white) == ("青山 海", "緑川 葉")
    assert (header.black_rank, header.white_rank) == ("3d", "1d")
    assert (header.event, header.place) == ("第5期木漏れ日杯予選", "日本棋院")
    assert header.date == datetime.date(2024, 11, 3)
    assert (header.komi2, str(header.result)) == (13, "B+R")
    assert (header.main_seconds, header.extra_time) == (7200, Overtime("byoyomi", 5, 60))
    assert len(record.moves) == 5
    assert record.encoding == "cp932"
    assert record.tree.judged == {}  # TE is a title here and praises no move
    assert codes(record) == ["encoding_guessed", "missing_semicolon"]


@pytest.mark.parametrize(
    ("komi", "komi2"),
    [("先番6目半コミ出し", 13), ("黒６目半コミ出し", 13), ("先番五目半コミ出し", 11), ("7.5", 15),
     ("コミなし", 0), ("定先", 0), ("白5目半コミ出し", -11)],
)  # fmt: skip
def test_komi_in_the_words_of_the_dialect(komi: str, komi2: int) -> None:
    record = association(komi)
    assert record.header.komi2 == komi2
    assert ("komi_unusual" in codes(record)) == (komi2 < 0)


@pytest.mark.parametrize(
    ("result", "told"),
    [("201手完, 黒中押し勝ち", "B+R"), ("232手完、白2目半勝ち", "W+2.5"),
     ("126手完 黒番半目勝", "B+0.5"), ("98手完、白時間切れ負け", "B+T"), ("180手完 持碁", "Draw")],
)  # fmt: skip
def test_results_with_the_length_of_the_game(result: str, told: str) -> None:
    assert str(association(result=result).header.result) == told


def test_names_of_the_standard_come_first() -> None:
    record = read(b"(;EV[A]TE[B]DT[2020-01-02]RD[1999-01-01]KM[6.5]KO[5.5]OT[x]LT[30]LC[3];B[aa])")
    header = record.header
    assert (header.event, header.date_text, header.komi2) == ("A", "2020-01-02", 13)
    assert header.overtime == "x"


def test_what_the_standard_means_by_these_names_stays() -> None:
    record = read(b"(;SZ[9]TE[1]KO[];B[aa]TE[2])")
    assert record.tree.judged == {0: ("TE",), 1: ("TE2",)}
    assert (record.header.event, record.header.komi2) == ("", None)


def test_the_written_record_is_plain_sgf() -> None:
    written = write_record(association())
    again = read(written)
    assert again.header.event == "第5期木漏れ日杯予選"
    assert (again.header.komi2, again.header.extra_time) == (13, Overtime("byoyomi", 5, 60))
    assert b"GK[" not in written


@pytest.mark.parametrize("point", ["a\nh", "a h", "\nah", "ah\r\n", "a\\\nh", "ａｈ"])
def test_a_point_with_a_line_break_inside_is_read(point: str) -> None:
    record = read(f"(;SZ[19];B[pd];W[{point}];B[dd])".encode())
    assert record.moves[1] == (2, (0, 7))
    assert ("odd_point" in codes(record)) == (point.strip() != "ah")


@pytest.mark.parametrize("name", ["AB", "AW", "TB", "TW", "TR", "LB", "CR"])
def test_a_broken_point_of_a_list_is_read(name: str) -> None:
    label = ":1" if name == "LB" else ""
    record = read(f"(;SZ[19]{name}[a\nh{label}][b b{label}];B[pd])".encode())
    root = record.nodes[0]
    found = [point for _colour, point in root.added] or list(root.marks[name])
    assert [item[0] if name == "LB" else item for item in found] == [(0, 7), (1, 1)]
    assert codes(record)[0] == "odd_point"


def test_a_broken_point_that_is_none_is_still_refused() -> None:
    assert "point_off_board" in codes(read(b"(;SZ[19]AB[a\n!];W[pd])"))


@pytest.mark.parametrize(
    "text",
    ["(;GM[1]SZ[19]PB[a", "GM[1]SZ[19]PB[a]", "(;GM[1]SZ[19]PB[a]C[never closed ;B[pd;W[dp",
     "(;GM[1]SZ[19]PB[a] ### )"],
)  # fmt: skip
def test_a_repaired_file_without_moves_says_so(text: str) -> None:
    assert "no_moves_after_repair" in codes(read(text.encode()))


def test_an_empty_record_that_needed_no_repair_is_only_empty() -> None:
    assert codes(read(b"(;GM[1]SZ[19]PB[a])")) == ["no_moves"]
