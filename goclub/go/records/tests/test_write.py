"""Records written again: normalised SGF, the tree for the browser, the digest of the moves."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sgfmill import sgf as oracle

from goclub.go.board.basics import BLACK, WHITE, Point
from goclub.go.board.position import Board
from goclub.go.records.layers import with_comments
from goclub.go.records.points import read_point, write_point
from goclub.go.records.reading import read
from goclub.go.records.record import Record
from goclub.go.records.tests.samples import HANDICAP, KO_GAME, TREE
from goclub.go.records.text import clean_line
from goclub.go.records.write import tree_json, write_record

ODD = (
    b"(;SZ[9:5]AB[aa:ca]AW[ab]PL[B]RE[?]DT[Heisei]KM[375];B[ib]AE[aa];W[]C[x]N[n\\]m];W[tt]SQ[aa])"
)

JUDGED = (
    b"(;SZ[9]BT[East]WT[West]CP[The club]TM[30:00(5x1:00)]N[A lesson];B[ee]TE[2]N[Tesuji]"
    b";W[ef]DO[]BM[1];B[ff]IT[]GB[2];W[ge]DM[1]UC[x]HO[])"
)


def test_written_record_is_plain_sgf_to_another_reader() -> None:
    root = oracle.Sgf_game.from_bytes(write_record(read(TREE))).get_root()
    assert (root.get("FF"), root.get("CA"), root.get("AP")) == (4, "UTF-8", ("goclub", ""))
    star = root[0]
    assert star.get("C") == "The star point [4-4] \\ and: so on"
    # sgfmill counts rows from below
    assert star.get("LB") == [((15, 3), "A"), ((3, 15), "B"), ((3, 3), "a]b")]
    assert [child.get_move()[1] for child in star] == [(15, 3), (13, 16)]


def test_what_a_record_thinks_of_its_moves_is_kept() -> None:
    record = read(JUDGED)
    judged = [node.judged for node in record.nodes]
    assert judged == [(), ("TE2",), ("BM", "DO"), ("IT", "GB2"), ("DM", "UC", "HO")]
    text = write_record(record).decode()
    for value in ("TE[2]", "BM[1]", "DO[]", "IT[]", "GB[2]", "CP[The club]", "BT[East]"):
        assert value in text


def test_private_properties_are_not_written() -> None:
    record = read(b"(;SZ[9]US[me]AN[you]SO[x.example]KGSDE[1]AP[X:1]VW[]BL[3]PB[a];B[ee]BL[9])")
    text = write_record(record).decode()
    for name in ("US[", "AN[", "SO[", "KGSDE[", "BL[", "AP[X"):
        assert name not in text
    assert "PB[a]" in text


@given(st.text(max_size=60), st.text(alphabet="[]\\:;()ab\n\r\té漢\u202e", max_size=40))
@settings(deadline=None, max_examples=200)
def test_no_text_can_break_out_of_its_value(name: str, said: str) -> None:
    record = read(b"(;SZ[9];B[aa])")
    record = replace(record, header=replace(record.header, black=clean_line(name)))
    record = read(write_record(with_comments(record, {1: [said]})))
    assert (record.encoding, len(record.moves), len(record.nodes)) == ("utf-8", 1, 2)
    assert read(write_record(record)).nodes == record.nodes
    assert read(write_record(record)).header.black == record.header.black


# -- the tree for the script -----------------------------------------------------------------


def test_tree_json_of_a_node() -> None:
    tree = tree_json(read(TREE))
    assert (tree["size"], tree["main"]) == ([19, 19], [0, 1, 2, 3, 4])
    assert tree["nodes"][0] == {
        "p": -1, "c": [1], "n": 0, "cap": [0, 0], "t": "A lesson.\n\nWhere to answer?",
    }  # fmt: skip
    assert tree["nodes"][1]["l"] == [
        ["TR", 15, 3], ["LB", 3, 3, "A"], ["LB", 15, 15, "B"], ["LB", 3, 15, "a]b"],
    ]  # fmt: skip
    assert tree["nodes"][6]["l"] == [["LN", 15, 3, 16, 5], ["AR", 16, 5, 16, 3]]
    taken = tree_json(read(KO_GAME))["nodes"][8]
    assert taken == {
        "p": 7, "c": [9], "n": 8, "cap": [0, 1], "k": "W", "m": [3, 2], "a": [["W", 3, 2]],
        "r": [[4, 2]], "t": "White takes the ko.",
    }  # fmt: skip


@pytest.mark.parametrize("data", [KO_GAME, TREE, HANDICAP, ODD])
def test_tree_json_alone_gives_every_position(data: bytes) -> None:
    record = read(data)
    tree = json.loads(json.dumps(tree_json(record)))
    for index in range(len(tree["nodes"])):
        stones: dict[tuple[int, int], int] = {}
        for step in record.path(index):
            node = tree["nodes"][step]
            for colour, x, y in node.get("a", ()):
                stones[x, y] = BLACK if colour == "B" else WHITE
            for x, y in node.get("r", ()):
                del stones[x, y]
        assert stones == dict(record.position_at(index).stones())


# -- the digest --------------------------------------------------------------------------------

TURNS: list[Callable[[int, int], Point]] = [
    lambda x, y: (x, y),
    lambda x, y: (8 - x, y),
    lambda x, y: (x, 8 - y),
    lambda x, y: (8 - x, 8 - y),
    lambda x, y: (y, x),
    lambda x, y: (8 - y, x),
    lambda x, y: (y, 8 - x),
    lambda x, y: (8 - y, 8 - x),
]


def turned(record: Record, turn: Callable[[int, int], Point]) -> Record:
    """The main line of a record without captures by hand, turned."""
    points = [(c, None if p is None else turn(*p)) for c, p in record.moves]
    moves = "".join(f";{' BW'[c]}[{write_point(p)}]" for c, p in points)
    return read(f"(;SZ[{record.width}]{moves})".encode())


@pytest.mark.parametrize("turn", TURNS)
def test_digest_is_the_same_for_every_symmetry(turn: Callable[[int, int], Point]) -> None:
    record = read(KO_GAME)
    assert turned(record, turn).digest == record.digest


def test_digest_of_setup_is_turned_too() -> None:
    digests = {
        read(b"(;SZ[9]AB[" + a + b"]AW[" + b + b"];B[" + c + b"])").digest
        for a, b, c in ((b"aa", b"ba", b"cc"), (b"ia", b"ib", b"gc"), (b"ii", b"ih", b"gg"))
    }
    assert len(digests) == 1


def test_digest_ignores_names_comments_variations_and_last_passes() -> None:
    plain = read(b"(;SZ[9];B[ee];W[cc])")
    assert read(b"(;SZ[9]PB[x];B[ee]C[y](;W[cc];B[];W[];C[end])(;W[gg]))").digest == plain.digest
    assert len(plain.digest) == 64


@pytest.mark.parametrize(
    "other",
    [
        b"(;SZ[9];B[ee];W[cd])",
        b"(;SZ[9];W[ee];B[cc])",
        b"(;SZ[13];B[ee];W[cc])",
        b"(;SZ[9];B[cc];W[ee])",
        b"(;SZ[9]AB[ee];W[cc])",
        b"(;SZ[9];B[ee];W[];B[];W[cc])",
    ],
)
def test_digest_tells_other_games_apart(other: bytes) -> None:
    assert read(other).digest != read(b"(;SZ[9];B[ee];W[cc])").digest


def test_digest_of_an_oblong_board() -> None:
    assert read(b"(;SZ[3:2];B[aa];W[ca])").digest == read(b"(;SZ[2:3];B[aa];W[ac])").digest


@given(st.integers(0, 51), st.integers(0, 51))
def test_letter_pairs(x: int, y: int) -> None:
    assert read_point(write_point((x, y))) == (x, y)


def test_main_line_is_replayed_like_any_board() -> None:
    record = read(ODD)
    assert isinstance(record.final, Board)
    assert record.final.rows() == [".XX......", "O.......X", ".........", ".........", "........."]


def test_grey_points_and_the_part_in_view_hold_until_said_anew() -> None:
    record = read(
        b"(;SZ[9]DD[aa:bb]VW[aa:ee];B[cc]TR[cc];W[dd]VW[];B[ee]DD[ii](;W[ff])(;W[gg]DD[]))"
    )
    seen = [sorted((k, len(v)) for k, v in record.marks_at(n).items()) for n in range(6)]
    assert seen == [
        [("DD", 4), ("VW", 25)],
        [("DD", 4), ("TR", 1), ("VW", 25)],
        [("DD", 4)],
        [("DD", 1)],
        [("DD", 1)],
        [],
    ]
    again = read(write_record(record))
    assert [dict(node.marks) for node in again.nodes] == [dict(node.marks) for node in record.nodes]
    assert tree_json(record)["nodes"][5]["l"] == [["DD"]]
