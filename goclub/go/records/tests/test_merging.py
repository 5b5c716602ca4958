"""Two records of one game as one: all that the first says stays where it is, the second adds."""

from __future__ import annotations

import pytest

from goclub.go.records.layers import find_spot, spot_of
from goclub.go.records.merging import MergedRecord, fields_added, merge
from goclub.go.records.reading import read
from goclub.go.records.record import Record
from goclub.go.records.tests.samples import KO_GAME, TREE
from goclub.go.records.write import write_record

PLAIN = b"(;SZ[9]PB[A];B[ee];W[cc];B[gc])"


def together(first: bytes, second: bytes) -> MergedRecord:
    merged = merge(read(first), read(second))
    assert merged is not None
    keeps(read(first), merged.record)
    return merged


def keeps(before: Record, after: Record) -> None:
    """Nothing is lost, and a comment of a member finds its move again."""
    for node in before.nodes:
        there = after.nodes[find_spot(after, spot_of(before, node.index))]
        assert (there.colour, there.point, there.added) == (node.colour, node.point, node.added)
        assert node.comment in there.comment
        assert node.name in ("", there.name)
        for kind, items in node.marks.items():
            assert set(items) <= set(there.marks[kind])
    assert read(write_record(after)).nodes == after.nodes


@pytest.mark.parametrize(
    ("more", "added"),
    [
        (b"(;SZ[9]PB[B];B[ee];W[cc];B[gc])", {}),
        (b"(;SZ[9];B[ee];W[cc];B[gc];W[];B[])", {}),
        (b"(;SZ[9];B[ee];W[cc])", {}),
        (b"(;SZ[9];B[ee];W[cc];B[gc];W[gg])", {"moves": 1}),
        (b"(;SZ[9];B[ee];W[cc];B[gc]C[x];W[];B[])", {"comments": 1}),
        (b"(;SZ[9];B[ee];W[cc];B[gc];W[];B[]TB[aa])", {"marks": 1}),
        (b"(;SZ[9];B[ee](;W[cc];B[gc])(;W[dd]))", {"variations": 1}),
        (b"(;SZ[9]C[x];B[ee]LB[cc:A]N[y];W[cc]TE[1];B[gc])", {"comments": 1, "marks": 2}),
        (b"(;SZ[9]PW[B]EV[c]RE[B+R];B[ee];W[cc];B[gc])", {"facts": 3}),
        (b"(;SZ[9];B[ee];W[cc];B[gg])", {"variations": 1}),
    ],
)
def test_what_is_added_is_told(more: bytes, added: dict[str, int]) -> None:
    merged = together(PLAIN, more)
    assert fields_added(merged) == added
    assert (merged.adds, merged.tells_more) == (bool(added), bool(added.keys() - {"facts"}))


def test_twice_adds_nothing() -> None:
    for data in (KO_GAME, TREE):
        merged = together(data, data)
        assert not merged.adds
        assert merged.record.nodes == read(data).nodes


def test_a_whole_tree_over_its_main_line() -> None:
    bare = b"(;GM[1]SZ[19];B[pd];W[dd];B[pp];W[dp])"
    assert len(together(bare, TREE).record.nodes) == len(read(TREE).nodes)
    assert not together(TREE, bare).adds


def test_comments_of_both_are_kept_once() -> None:
    one = b"(;SZ[9];B[ee]C[good])"
    assert together(one, b"(;SZ[9];B[ee]C[bad])").record.nodes[1].comment == "good\n\nbad"
    assert together(one, b"(;SZ[9];B[ee]C[good and more])").record.nodes[1].comment == (
        "good and more"
    )
    assert not together(one, b"(;SZ[9];B[ee]C[ good ])").adds


def test_words_at_the_end_stand_before_what_follows() -> None:
    merged = together(b"(;SZ[9];B[ee];C[here it ends])", b"(;SZ[9];B[ee];W[cc];B[gc])")
    assert len(merged.record.moves) == 3
    assert merged.moves == 2


def test_a_game_that_goes_on_after_passes_is_a_variation() -> None:
    merged = together(b"(;SZ[9];B[ee];W[];B[])", b"(;SZ[9];B[ee];W[cc])")
    assert (merged.moves, merged.variations) == (0, 1)


@pytest.mark.parametrize(
    ("mine", "others", "result", "named"),
    [
        ("", "RE[B+R]", "B+R", ("result",)),
        ("RE[?]", "RE[B+R]", "B+R", ("result",)),
        ("RE[B+]", "RE[B+3.5]", "B+3.5", ("result",)),
        ("RE[B+]", "RE[W+R]", "B+", ()),
        ("RE[B+R]", "RE[B+3.5]", "B+R", ()),
    ],
)
def test_a_result_is_completed_and_never_changed(
    mine: str, others: str, result: str, named: tuple[str, ...]
) -> None:
    merged = together(f"(;SZ[9]{mine};B[ee])".encode(), f"(;SZ[9]{others};B[ee])".encode())
    assert str(merged.record.header.result) == result
    assert merged.header == named


def test_facts_that_belong_together_come_together() -> None:
    merged = together(b"(;SZ[9];B[ee])", b"(;SZ[9]DT[2020-01-02]TM[600]OT[3x30 byo-yomi];B[ee])")
    header = merged.record.header
    assert (str(header.date), header.main_seconds, header.overtime) == (
        "2020-01-02", 600, "3x30 byo-yomi",
    )  # fmt: skip
    assert merged.header == ("date_text", "time_text")


def test_a_point_keeps_its_first_label() -> None:
    merged = together(b"(;SZ[9];B[ee]LB[aa:A])", b"(;SZ[9];B[ee]LB[aa:1][bb:2])")
    assert merged.record.nodes[1].marks["LB"] == (((0, 0), "A"), ((1, 1), "2"))


@pytest.mark.parametrize("other", [b"(;SZ[19];B[ee])", b"(;SZ[9]AB[aa];W[ee])"])
def test_games_that_begin_otherwise_are_not_laid_over_each_other(other: bytes) -> None:
    assert merge(read(PLAIN), read(other)) is None


def test_ten_thousand_empty_nodes_are_no_trouble() -> None:
    long = b"(;SZ[9];B[ee]" + b";C[x]" * 9_000 + b";W[cc])"
    assert together(long, b"(;SZ[9];B[ee];W[cc];B[gg])").moves == 1
