"""GIB, NGF and UGF: the same tree as SGF, and nobody's personal data."""

from __future__ import annotations

import pytest

from goclub.go.board.basics import BLACK, WHITE, name_point
from goclub.go.records.reading import FORMATS, NAMED, OpenedFile, find_format, read
from goclub.go.records.tests.samples import NGF, UGF, gib
from goclub.go.records.write import write_record


@pytest.mark.parametrize(
    ("data", "name", "moves", "komi2", "result"),
    [
        (gib(), "GIB", "D16 Q4 K10", 13, "B+R"),
        (NGF.encode(), "NGF", "D16 Q4 K10", 13, "W+R"),
        (UGF.encode(), "UGF", "D16 Q4 K10", 13, "W+R"),
    ],
)
def test_a_game_of_each_server(data, name, moves, komi2, result):
    record = read(data)
    assert name == find_format(data.decode()).NAME
    assert (record.header.black, record.header.white) == ("aoi", "kwan")
    assert (record.header.black_rank, record.header.white_rank) == ("3d", "4d")
    assert [name_point(p, 19) for _c, p in record.moves if p] == moves.split()
    assert [colour for colour, _p in record.moves] == [BLACK, WHITE, BLACK]
    assert (record.header.date or "").isoformat() == "2021-04-13"
    assert record.header.komi2 == komi2
    assert str(record.header.result) == result
    assert read(write_record(record)).nodes == record.nodes


def test_personal_data_of_a_header_is_dropped():
    text = write_record(read(gib()))
    assert b"A remark." in write_record(read(UGF.encode()))
    for word in (b"example.org", b"60012", b"WID"):
        assert word not in text


@pytest.mark.parametrize(("stones", "third"), [(2, None), (3, "D16"), (4, None)])
def test_tygem_puts_the_third_stone_upper_left(stones, third):
    record = OpenedFile(gib(stones)).legal_part()
    placed = {name_point(point, 19) for _c, point in record.nodes[0].added}
    usual = {"Q16", "D4"} | ({"Q4", "D16"} if stones == 4 else set())
    assert placed == usual | ({third} if third else set())
    assert record.header.handicap == stones


def test_every_format_has_a_name_and_endings_of_its_own():
    assert set(NAMED) == set(FORMATS)
    assert len({kind.NAME for kind in NAMED}) == len(NAMED)
    endings = [ending for kind in NAMED for ending in kind.ENDINGS]
    assert len(set(endings)) == len(endings)
    assert all(ending == ending.lower() and ending.startswith(".") for ending in endings)


LONG = "9" * 5000


@pytest.mark.parametrize(
    "text",
    [
        "\\HS\n\\[GAMEBLACKNAME=a\\]\n\\[GAMEINFOMAIN=GRLT:0,ZIPSU:{},DUM:0,GONGJE:65\\]\n",
        "\\HS\n\\[GAMEBLACKNAME=a\\]\n\\[GAMEINFOMAIN=GRLT:3,DUM:0,GONGJE:{}\\]\n",
        "a\n19\nb\nc\nwww.cyberoro.com\n0\n0\n{}\n20260101\n5\nd\n\n",
        "[Header]\nSize=19\n[Data]\nQD,B1,0\n[Figure]\n.Text,{}\na\n.EndText\n",
        "[Header]\nSize=19\n[ReviewNode]\nNODE,{},1,4,4\n[ReviewComment]\n",
        "[Header]\nSize=19\n[ReviewNode]\nNODE,2,1,{},4\n[ReviewComment]\n",
    ],
    ids=["GIB margin", "GIB komi", "NGF komi", "UGF comment", "UGF node", "UGF point"],
)
def test_a_number_of_any_length_is_left_out(text):
    assert LONG not in write_record(read(text.format(LONG).encode())).decode()
