"""What was read is written, and read again as the same game: every node of every variation."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goclub.go.records.errors import KifuError
from goclub.go.records.header import Header
from goclub.go.records.raw_game import MAX_DEPTH, MAX_NODES
from goclub.go.records.reading import OpenedFile, read, read_all
from goclub.go.records.record import Record
from goclub.go.records.tests.samples import ENCODED, ODD_FILES, with_names
from goclub.go.records.tests.test_write import JUDGED, ODD
from goclub.go.records.write import write_record

ROOT = Path(__file__).resolve().parents[4]
SHARED = ROOT.parent / "shared" / "kifu"
#: HYPOTHESIS_SEARCH=100000 reads so many.
TREES = max(400, int(os.environ.get("HYPOTHESIS_SEARCH", "0")))

# Black captures at b1 of the ko; an edit without effect later White takes it back.
LIFTED_KO = b"(;SZ[9]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb];%s;W[bb])"


def plain(header: Header) -> Header:
    """The header without the file's own words, which need not survive."""
    return replace(header, result_text="", date_text="", time_text="", overtime="")


def is_the_same_again(record: Record) -> None:
    written = write_record(record)
    again = read(written)
    assert again.nodes == record.nodes
    assert plain(again.header) == plain(record.header)
    assert again.digest == record.digest
    assert write_record(again) == written


def stands_as_the_nodes_say(record: Record) -> None:
    """What the script of the board shows, which knows no rule, is what the rules give."""
    for node in record.nodes:
        stones = {}
        for step in record.path(node.index):
            there = record.nodes[step]
            stones |= {point: colour for colour, point in there.added}
            if there.colour is not None and there.point is not None:
                stones[there.point] = there.colour
            for point in there.removed:
                stones.pop(point, None)
        assert dict(record.position_at(node.index).stones()) == stones


# -- edits and the ko ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "edit", [b"AE[ii]", b"AE[zz]", b"AB[cb]", b"AW[db]", b"AE[ii]AB[cb]", b"AB[cb]AE[hh:ii]",
             b"AW[aa]", b"AE[aa]AW[ca:ca]", b"AB[jj]", b"AB[]"],
)  # fmt: skip
def test_an_edit_without_effect_lets_the_ko_be_retaken_for_ever(edit: bytes) -> None:
    record = read(LIFTED_KO % edit)
    assert len(record.moves) == 2
    is_the_same_again(record)
    stands_as_the_nodes_say(record)


def test_an_edit_without_effect_is_kept_only_where_it_lifts_a_ko() -> None:
    record = read(b"(;SZ[9]AB[];B[cb];AE[ii];W[bb])")
    assert (record.tree.edited, record.digest) == ({}, read(b"(;SZ[9];B[cb];W[bb])").digest)


def test_a_node_that_says_nothing_leaves_the_ko_alone() -> None:
    with pytest.raises(KifuError, match="ko"):
        read(LIFTED_KO % b"C[no edit]")


def test_a_point_set_up_twice_keeps_its_place_among_the_stones() -> None:
    is_the_same_again(read(b"(;SZ[5]AB[bb][bc]AW[bb][ca];AW[aa]AB[dd][aa]AE[bb])"))


# -- trees ---------------------------------------------------------------------------------------


def _points(size: int) -> st.SearchStrategy[str]:
    inside = st.text("abcdefghi"[:size], min_size=2, max_size=2)
    return st.one_of(inside, inside, inside, st.sampled_from(["", "tt", "zz", "jj", "cc", "AA"]))


TEXTS = st.text("ab;:[]()\\\n~{}BWé王 =", max_size=12)


@st.composite
def _node(draw: st.DrawFn, size: int) -> str:
    """The properties of a node, some of them odd."""
    point = _points(size)
    kinds = draw(st.lists(st.sampled_from("mmmmmeeunrtlpk"), max_size=3))
    text = ""
    for kind in kinds:
        if kind == "m":
            text += f"{draw(st.sampled_from('BW'))}[{draw(point)}]"
        elif kind == "e":
            name = draw(st.sampled_from(["AB", "AW", "AE"]))
            text += name + "".join(f"[{p}]" for p in draw(st.lists(point, min_size=1, max_size=3)))
        elif kind == "r":
            name = draw(st.sampled_from(["AB", "AW", "AE", "TB", "TR", "DD"]))
            text += f"{name}[{draw(point)}:{draw(point)}]"
        elif kind == "u":
            text += f"AE[{draw(point)}]PL[{draw(st.sampled_from('BW'))}]"
        elif kind == "n":
            text += draw(st.sampled_from(["N[x]", "TE[2]", "DO[]", "VW[]", "PL[W]", "XX[y]"]))
        elif kind == "l":
            text += f"LB[{draw(point)}:{_raw(draw(TEXTS))}]"
        elif kind == "t":
            text += f"C[{_raw(draw(TEXTS))}]"
        elif kind == "k":
            text += draw(st.sampled_from([" ,", " foo ", "\n--\n", "PB "]))
        else:
            text += f"{draw(st.sampled_from('BW'))}[]"
    return ";" + text


def _raw(text: str) -> str:
    """Every sign escaped, as a file may do it."""
    return "".join(f"\\{sign}" if sign in "[]\\;:(" else sign for sign in text)


@st.composite
def trees(draw: st.DrawFn) -> bytes:
    """A game of some nodes with variations on a small board, on which every ko comes up."""
    size = draw(st.integers(2, 5))
    head = draw(
        st.sampled_from(["", "HA[2]", "RU[NZ]", "HA[2]AB[aa][bb]", "AB[aa:bb]", "KM[6.50]"])
    )

    def sequence(depth: int) -> str:
        nodes = "".join(draw(st.lists(_node(size), min_size=1, max_size=8)))
        ways = draw(st.integers(0, 2)) if depth else 0
        return nodes + "".join(f"({sequence(depth - 1)})" for _ in range(ways))

    return f"(;GM[1]SZ[{size}]{head}{sequence(2)})".encode()


@settings(max_examples=TREES, deadline=None)
@given(trees())
def test_a_tree_is_read_again_as_it_was(data: bytes) -> None:
    for number, game in enumerate(read_all(data), 1):
        if isinstance(game, KifuError):
            try:
                game = OpenedFile(data).legal_part(number)
            except KifuError:
                continue
        is_the_same_again(game)
        stands_as_the_nodes_say(game)


OURS = [*ODD_FILES, ODD, JUDGED, b"(;)", *(with_names(black, white, said, encoding=encodings[0])
                      for black, white, said, encodings in ENCODED)]  # fmt: skip


@pytest.mark.parametrize("data", OURS, ids=range(len(OURS)))
def test_a_sample_is_read_again_as_it_was(data: bytes) -> None:
    for game in read_all(data):
        if isinstance(game, Record):
            is_the_same_again(game)
            stands_as_the_nodes_say(game)


@pytest.mark.skipif(not SHARED.is_dir(), reason="the folder does not lie beside this checkout")
def test_the_samples_beside_the_checkout_are_read_again_as_they_were() -> None:
    seen = 0
    for path in sorted(SHARED.rglob("*")):
        if not path.is_file() or path.suffix in (".json", ".jsonl", ".md"):
            continue
        try:
            games = read_all(path.read_bytes())
        except KifuError:
            continue
        for game in games:
            if isinstance(game, Record):
                is_the_same_again(game)
                seen += 1
    assert seen


# -- texts ---------------------------------------------------------------------------------------


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=60), st.text(max_size=60))
def test_any_text_comes_back(name: str, said: str) -> None:
    data = f"(;SZ[9]PB[{_raw(name)}]C[{_raw(said)}];B[ee]C[{_raw(said)}]LB[aa:{_raw(name)}])"
    is_the_same_again(read(data.encode(errors="replace")))


@pytest.mark.parametrize(
    "text",
    ["(;GM[1\\]CA[Big5\\] é", "(;GM[1\\]CA[Big5\né", "see ;B\\[pd",
     "a PW\\[x", "x RE\\[B+R", "\\[", "a\\]\\[b", "~{VPND~}", "b\\\\"],
)  # fmt: skip
def test_a_text_like_a_property_stays_a_text(text: str) -> None:
    record = read(f"(;SZ[9]PB[{text}]XX[é]C[{text}];B[ee]C[{text}])".encode())
    assert len(record.moves) == 1
    assert record.header.white == ""
    is_the_same_again(record)


# -- sizes ---------------------------------------------------------------------------------------


def may_be_read_again(data: bytes) -> None:
    """Refused at once, or readable for ever."""
    try:
        record = read(data)
    except KifuError:
        return
    assert read(write_record(record)).tree.parents == record.tree.parents


@pytest.mark.parametrize(
    "data",
    [
        b"(;SZ[9]" + b"B" + b"[]" * (MAX_DEPTH + 1) + b")",
        b"(;SZ[9]" + b";B[]XX[1]" * MAX_DEPTH + b")",
        b"(;SZ[9]" + (b"(;B[]" + b";W[]XX[1]" * 999 + b")") * (MAX_NODES // 1000) + b")",
        b"(;SZ[52]" + b";TR[aa:ZZ]" * 100 + b")",
        b"(;SZ[19]" + b";TR[aa:ss]" * 800 + b")",
    ],
    ids=["moves in a node", "depth", "nodes", "large rectangles", "rectangles"],
)
def test_what_is_too_large_once_written_is_not_accepted(data: bytes) -> None:
    may_be_read_again(data)


def test_stones_that_an_edit_takes_off_cost_as_much_as_those_it_names() -> None:
    """One stone takes off three hundred, in each of many variations."""
    wall = b"".join(
        b"[%c%c]" % (x, y) for y in b"abcdefghijklmnopqrs" for x in b"abcdefghijklmnopqr"
    )
    data = b"(;SZ[19]AB" + wall + b"AB[sa:sr]" + b"(;AW[ss])(;AB[ss])" * 240 + b")"
    may_be_read_again(data)
