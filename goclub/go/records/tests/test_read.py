"""What is read, what is repaired, what is warned of and what is refused."""

from __future__ import annotations

import pytest

from goclub.go.board.basics import BLACK, WHITE
from goclub.go.board.position import Board
from goclub.go.records.errors import KifuError
from goclub.go.records.reading import OpenedFile, read, read_all
from goclub.go.records.record import Record
from goclub.go.records.tests.samples import HANDICAP, KO_GAME, TREE
from goclub.go.records.write import tree_json, write_record
from ratings.errors import Code, RuleError


def codes(record: Record) -> list[str]:
    return [warning.code for warning in record.warnings]


def refusal(data: bytes) -> KifuError:
    with pytest.raises(KifuError) as refused:
        read(data)
    assert isinstance(refused.value, RuleError)
    assert refused.value.field == "kifu"
    return refused.value


# -- an ordinary game ------------------------------------------------------------------------


def test_ordinary_game() -> None:
    record = read(KO_GAME)
    header = record.header
    assert (header.black, header.black_rank) == ("Mori Aoi", "3k")
    assert (header.white, header.white_rank) == ("Kwan Suda", "2k")
    assert (header.event, header.round, header.place) == ("Spring league", "2", "Club room")
    assert (header.komi2, str(header.result), header.rules) == (13, "W+R", "Japanese")
    assert (record.warnings, record.encoding) == ((), "utf-8")
    assert len(record.moves) == 14
    assert record.moves[:2] == ((BLACK, (3, 1)), (WHITE, (4, 1)))
    assert (record.moves[-1], record.main_line) == ((WHITE, None), tuple(range(15)))
    assert record.final.rows()[2] == "..X.XOO.."
    assert record.final.prisoners == {BLACK: 1, WHITE: 1}


def test_nodes_say_what_each_step_does() -> None:
    record = read(KO_GAME)
    root, taken, passed = record.nodes[0], record.nodes[8], record.nodes[13]
    assert (root.parent, root.is_move, root.number) == (None, False, 0)
    assert taken.colour == WHITE
    assert (taken.point, taken.removed) == ((3, 2), ((4, 2),))
    assert (taken.number, taken.prisoners) == (8, (0, 1))
    assert taken.comment == "White takes the ko."
    assert (passed.is_move, passed.is_pass, passed.point) == (True, True, None)
    assert record.prisoners_at(11) == (1, 1)


def test_every_position_is_what_the_rules_make_of_the_moves() -> None:
    record = read(KO_GAME)
    board = Board(9)
    for index, (colour, point) in zip(record.main_line[1:], record.moves, strict=True):
        board.play(colour, point)
        assert record.position_at(index) == board
        assert record.prisoners_at(index) == (board.prisoners[BLACK], board.prisoners[WHITE])


@pytest.mark.parametrize("index", [-1, 15, 10**9])
def test_node_that_does_not_exist(index: int) -> None:
    record = read(KO_GAME)
    for ask in (record.position_at, record.prisoners_at):
        with pytest.raises(IndexError):
            ask(index)


def test_tree_of_variations() -> None:
    record = read(TREE)
    assert [(node.parent, node.children) for node in record.nodes] == [
        (None, (1,)), (0, (2, 6)), (1, (3,)), (2, (4, 5)), (3, ()), (3, ()),
        (1, (7,)), (6, (8,)), (7, ()),
    ]  # fmt: skip
    assert record.main_line == (0, 1, 2, 3, 4)
    assert record.nodes[0].comment == "A lesson.\n\nWhere to answer?"
    star = record.nodes[1]
    assert (star.comment, star.marks["TR"]) == ("The star point [4-4] \\ and: so on", ((15, 3),))
    assert star.marks["LB"] == (((3, 3), "A"), ((15, 15), "B"), ((3, 15), "a]b"))
    assert record.nodes[6].marks["LN"] == (((15, 3), (16, 5)),)
    assert record.nodes[8].marks["TB"] == ((0, 0), (0, 1), (0, 2))
    assert record.nodes[2].name == "Quiet"
    assert record.position_at(8).rows()[3] == ".............X.X..."
    assert record.position_at(5).rows()[15] == "..O............X..."


def test_handicap_is_no_oddity() -> None:
    record = read(HANDICAP)
    assert (record.warnings, record.header.handicap) == ((), 2)
    assert record.nodes[0].added == ((BLACK, (15, 3)), (BLACK, (3, 15)))


@pytest.mark.parametrize("value", [b"", b"tt"])
def test_pass_in_both_spellings(value: bytes) -> None:
    assert read(b"(;SZ[19];B[pd];W[" + value + b"];B[dp])").moves[1] == (WHITE, None)


@pytest.mark.parametrize(
    "run",
    [
        b";B[pd];W[dd];B[pp]",
        b"\n;B[pd]\r\n ;W[dd];\tB[pp]",
        b";B[pd]BL[599.5]OB[3];W[dd]WL[600];B[pp]",
        b";B[];W[]OB[];B[pd];W[dd];B[pp]",  # as long as five plain moves
        b";B[]OB[];W[];B[pd];W[dd];B[pp]",
    ],
)
def test_a_run_of_moves_is_read_however_it_is_laid_out(run: bytes) -> None:
    moves = read(b"(;SZ[19]" + run + b")").moves
    played = [(colour, point) for colour, point in moves if point is not None]
    assert played == [(BLACK, (15, 3)), (WHITE, (3, 3)), (BLACK, (15, 15))]
    assert [colour for colour, _ in moves] == [BLACK, WHITE, BLACK, WHITE, BLACK][: len(moves)]


def test_tt_is_a_point_on_a_large_board() -> None:
    assert read(b"(;FF[3]SZ[25];B[tt])").moves == ((BLACK, (19, 19)),)


def test_old_property_names() -> None:
    record = read(b"(;GaMe[1]SiZe[9]AddBlack[ee]L[aa][bb]M[cc];White[ce])")
    assert record.moves == ((WHITE, (2, 4)),)
    assert record.nodes[0].marks == {"LB": (((0, 0), "a"), ((1, 1), "b")), "MA": ((2, 2),)}


def test_rectangles_of_points() -> None:
    record = read(b"(;SZ[9]AB[aa:ia]AW[ci:ag]TR[ee:ee];W[ee])")
    assert record.final.rows()[0] == "X" * 9
    assert record.final.rows()[8] == "OOO......"


def test_setup_during_the_game() -> None:
    record = read(b"(;SZ[9];B[ee];AW[ee][dd]AE[aa];B[pp]SZ[9])".replace(b"pp", b"cc"))
    edit = record.nodes[2]
    assert edit.added == ((WHITE, (4, 4)), (WHITE, (3, 3)))
    assert (edit.removed, edit.number, edit.is_move) == ((), 1, False)
    assert codes(record) == ["setup_midgame", "not_alternating"]
    assert record.final.rows()[4] == "....O...."


def test_setup_without_liberty_is_taken_off() -> None:
    record = read(b"(;SZ[5]AB[ab][ba]AW[aa];B[ee])")
    assert record.nodes[0].added == ((BLACK, (0, 1)), (BLACK, (1, 0)))
    assert codes(record) == ["setup_without_liberty", "unexpected_first_move"]


# -- warnings --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "code", "moves"),
    [
        (b"(;SZ[9];B[ee]AB[dd];W[cc])", "setup_and_move", 2),
        (b"(;SZ[9];B[ee]W[dd];B[cc])", "several_moves_in_a_node", 3),
        (b"(;SZ[9];B[ee][dd])", "several_moves_in_a_node", 2),
        (b"(;SZ[9];B[ee];B[dd];W[cc])", "not_alternating", 3),
        (b"(;SZ[9];W[ee];B[dd])", "unexpected_first_move", 2),
        (b"(;SZ[9]PL[W];B[ee])", "unexpected_first_move", 1),
        (b"(;SZ[9]HA[3];W[ee])", "handicap_without_stones", 1),
        (b"(;SZ[9]HA[3]AB[gc][cg];W[ee])", "handicap_mismatch", 1),
        (b"(;SZ[9];B[EE];W[Dd])", "capital_letters", 2),
        (b"(;SZ[9]TR[zz]AB[az];W[aa])", "point_off_board", 1),
        (b"(;SZ[9])", "no_moves", 0),
        (b"(;SZ[7];B[aa])", "not_club_size", 1),
        (b"(;SZ[9];B[aa])(;SZ[9];B[bb])", "several_games", 1),
    ],
)
def test_oddity_is_accepted_with_a_warning(data: bytes, code: str, moves: int) -> None:
    record = read(data)
    assert code in codes(record)
    assert len(record.moves) == moves


def test_white_may_begin_where_it_should() -> None:
    for data in (b"(;SZ[9]PL[W];W[ee])", b"(;SZ[9]AB[ee]AW[cc];B[gg])", HANDICAP):
        assert codes(read(data)) == []


def test_node_that_does_two_things_becomes_two() -> None:
    record = read(b"(;SZ[9];B[ee]AB[dd]C[both];W[cc])")
    assert [(node.is_move, node.comment) for node in record.nodes[1:3]] == [
        (False, ""),
        (True, "both"),
    ]
    first = read(b"(;SZ[9]PB[x]B[ee];W[cc])")
    assert (first.nodes[0].is_move, len(first.moves)) == (False, 2)


def test_a_warning_is_given_once_with_the_first_case() -> None:
    (warning,) = read(b"(;SZ[9];B[aa];B[bb];B[cc])").warnings
    assert warning.params == {"number": 2, "count": 2}
    assert str(warning) == "not_alternating (number=2, count=2)"


def test_moves_after_two_passes_are_the_players_affair_f4() -> None:
    record = read(b"(;SZ[9];B[ee];W[];B[];W[cc])")
    assert record.warnings == ()
    assert len(record.moves) == 4


# -- repairs ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "moves", "code"),
    [
        (
            b"From: x\nSubject: [go] a game (;-)\n\n(;SZ[9];B[ee];W[cc])\n-- \nbye (;",
            2,
            "text_around",
        ),
        (b"<html><pre>(;SZ[9];B[ee];W[cc])</pre></html>", 2, "text_around"),
        (b"(;SZ[9];B[ee]))));W[cc])", 1, "text_around"),
        (b"SZ[9];B[ee];W[cc])", 2, "missing_bracket"),
        (b";SZ[9];B[ee];W[cc])", 2, "missing_bracket"),
        (b"(;SZ[9];B[ee];W[cc]", 2, "truncated"),
        (b"(;SZ[9];B[ee];W[c", 1, "truncated"),
        (b"(;SZ[9];B[ee];W", 1, "truncated"),
        (b"(;SZ[9];B[ee](;W[cc];B[gg", 2, "truncated"),
        (b"(;SZ[9]PB[Li [2d] x];B[ee]C[see [a]: good];W[cc])", 2, "bracket_in_text"),
        (b"(;D) here it is: (;SZ[9];B[ee])", 1, "text_around"),
    ],
)
def test_accident_is_repaired(data: bytes, moves: int, code: str) -> None:
    record = read(data)
    assert len(record.moves) == moves
    assert code in codes(record)


def test_bracket_in_a_text_is_kept() -> None:
    record = read(b"(;SZ[9]PB[Li [2d] x];B[ee]C[see [a]: good];W[cc])")
    assert (record.header.black, record.nodes[1].comment) == ("Li [2d] x", "see [a]: good")


def test_read_all_goes_on_after_a_bad_game() -> None:
    good, bad, last = read_all(b"(;SZ[9]PB[a];B[ee])\n(;SZ[9];B[ee];W[ee])\n(;SZ[9]PB[c];B[cc])")
    assert isinstance(good, Record)
    assert isinstance(bad, KifuError)
    assert isinstance(last, Record)
    assert (good.header.black, bad.reason, last.header.black) == ("a", "records.illegal_move", "c")


def test_read_all_of_a_game_that_cannot_be_parsed() -> None:
    first, second = read_all(b"(;[x]SZ[9];B[ee])(;SZ[9];B[ee])")
    assert isinstance(first, KifuError)
    assert first.reason == "records.not_sgf"
    assert isinstance(second, Record)


# -- refusals --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "detail", "reason"),
    [
        (b";B[ee];W[ee]", "move 2, white E5: occupied", "board.occupied"),
        (b";B[ee];W[ez]", "move 2, white: off_board", "board.off_board"),
        (b";B[ee];W[e]", "move 2, white: off_board", "board.off_board"),
        (b";B[ee];W[e5]", "move 2, white: off_board", "board.off_board"),
        (b";B[ab];W[aa];B[ba];W[aa]", "move 4, white A9: suicide", "board.suicide"),
    ],
)
def test_illegal_move_of_the_main_line_is_refused(moves: bytes, detail: str, reason: str) -> None:
    error = refusal(b"(;SZ[9]" + moves + b")")
    assert (error.reason, error.detail, error.move.why) == ("records.illegal_move", detail, reason)
    assert error.code is Code.ILLEGAL_MOVE
    assert (error.move.colour, error.move.number) == (WHITE, int(detail.split()[1].rstrip(",")))


def test_ko_retaken_at_once_is_refused_s3_8() -> None:
    error = refusal(KO_GAME.replace(b";B[gg];W[cg]", b""))
    assert error.detail == "move 9, black E7: ko"
    assert (error.move.point, error.move.name) == ((4, 2), "E7")


def test_illegal_move_of_a_variation_only_ends_the_variation() -> None:
    record = read(b"(;SZ[9];B[ee](;W[cc];B[gg])(;W[cg];B[ee];W[aa]C[lost])(;W[gc]))")
    assert codes(record) == ["illegal_variation"]
    assert record.warnings[0].params["detail"] == "move 3, black E5: occupied"
    assert [node.children for node in record.nodes] == [(1,), (2, 4, 5), (3,), (), (), ()]
    assert [node.index for node in record.nodes] == [0, 1, 2, 3, 4, 5]


def test_first_variation_is_the_main_line() -> None:
    assert refusal(b"(;SZ[9](;B[ee];W[ee])(;B[cc];W[gg]))").reason == "records.illegal_move"


@pytest.mark.parametrize(
    ("data", "reason", "code"),
    [
        (b"", "records.not_sgf", Code.TYPE),
        (b"()", "records.not_sgf", Code.TYPE),
        (b"hello", "records.not_sgf", Code.TYPE),
        (b"(;[x];B[aa])", "records.not_sgf", Code.TYPE),
        (b"(;GM[2];B[aa])", "records.other_game", Code.TYPE),
        (b"x" * 4_000_001, "records.too_large", Code.RANGE),
        (b"(;B" + b"[]" * 100_002 + b")", "records.too_many_nodes", Code.RANGE),
        (b"(;B[aa])" * 5_001, "records.too_many_games", Code.RANGE),
        # Branches and properties take longer to read than moves: they count for more.
        ((b"(;SZ[9]" + b"(;B[aa])" * 450 + b")") * 280, "records.too_many_nodes", Code.RANGE),
        (
            b"(;SZ[9]" + (b"(;B[]" + b";C[a]N[b]TR[aa]LB[bb:1]" * 400 + b")") * 170 + b")",
            "records.too_many_points",
            Code.RANGE,
        ),
        (
            (b"(;SZ[9]" + b";C[a]N[b]TR[aa]LB[bb:1]" * 9_000 + b")") * 8,
            "records.too_many_nodes",
            Code.RANGE,
        ),
        (b"(" * 60_000, "records.not_sgf", Code.TYPE),
        (b"(;B[]" * 50_001, "records.too_deep", Code.RANGE),
        (b"(;SZ[52]AB" + b"[aa:ZZ]" * 2000 + b")", "records.too_many_points", Code.RANGE),
        (b"(;SZ[19]" + b";TR[aa:ss]" * 1500 + b")", "records.too_many_points", Code.RANGE),
        (b"(;TR" + b"[aa]" * 500_001 + b")", "records.too_many_points", Code.RANGE),
        (b"(;SZ[19]" + b"(;B[aa])" * 501 + b")", "records.too_many_variations", Code.RANGE),
    ],
)
def test_refusals_and_their_codes(data: bytes, reason: str, code: Code) -> None:
    error = refusal(data)
    assert (error.reason, error.code) == (reason, code)


def test_small_edits_by_the_thousand_cost_points() -> None:
    def edits(groups: int) -> bytes:
        return b"(;SZ[19]" + (b"(;B[]" + b"(;AB[dd];AE[dd])" * 400 + b")") * groups + b")"

    assert len(read(edits(12)).tree.edited) == 2 * 400 * 12
    assert refusal(edits(24)).reason == "records.too_many_points"


def test_the_games_of_a_file_share_the_points_they_may_cost() -> None:
    # Each is quickly read; 4 999 of them would take a server twenty seconds.
    filled = b"(;SZ[19]AB[aa:ss];AW[aa:ss];AE[aa:ss])"
    harmless = b"(;SZ[19];B[dd])"
    games = read_all(harmless + filled * 200 + harmless)
    refused = [game.reason for game in games if isinstance(game, KifuError)]
    assert 100 < len(refused) < 200
    assert set(refused) == {"records.too_many_points"}
    assert not isinstance(games[-1], KifuError)
    judged = list(OpenedFile(harmless + filled * 200).some(range(1, 202)))
    assert sum(1 for _, game in judged if isinstance(game, KifuError)) == len(refused)


def test_captures_in_many_variations_cost_points() -> None:
    # Every one of 40 000 variations would take 2600 stones off: 100 million points of JSON.
    branch = b"(;B[]" + b"(;W[ZZ])" * 400 + b")"
    data = b"(;SZ[52]AB[aa:ZY]AW[aZ:YZ]" + branch * 100 + b")"
    assert refusal(data).reason == "records.too_many_points"


@pytest.mark.parametrize(
    "data",
    [
        b"(;SZ[52]" + b"(;B[]" * 49_000 + b")" * 49_001,
        b"(;SZ[52]" + b"(;B[](;W[])" * 24_000 + b")" * 24_001,
        b"(;SZ[52]" + b"(;W[])(;B[]" * 24_000 + b")" * 24_001,
        b"(;SZ[52]AB[aa:ZX][aY:XY]" + (b"(;W[]" + b"(;W[ZY])" * 450 + b")") * 100 + b")",
        b"(;C[" * 500_000,
        b"(;C[\\" * 399_999,
        b"(;-" * 600_000,
        b"(;C[x] ] ] " + b"] " * 900_000,
        b"(;C[" + b"\\]" * 900_000 + b"])",
        b"(;" + b"(;)" * 90_000 + b"[x]" * 900_000 + b")",
    ],
    ids=["deep", "caterpillar", "mirrored", "huge group", "opened", "escaped", "smileys",
         "brackets", "escapes", "nameless"],
)  # fmt: skip
def test_hostile_shapes_are_read_or_refused(data: bytes) -> None:
    """Neither recursion nor a square of the length: a reader with either never comes back."""
    try:
        record = read(data)
    except KifuError as error:
        limits = (
            "records.too_many_nodes",
            "records.too_many_games",
            "records.too_deep",
            "records.not_sgf",
        )
        assert error.reason in limits  # noqa: PT017 - each is fine
    else:
        nodes = len(record.nodes)
        assert len(tree_json(record)["nodes"]) == nodes
        assert len(read(write_record(record)).nodes) == nodes
