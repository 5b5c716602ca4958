"""The rules of Go, rule by rule (RULEBOOK.md section 4)."""

from __future__ import annotations

import pytest

from goclub.go.board.basics import (
    BLACK,
    EMPTY,
    WHITE,
    IllegalMove,
    handicap_points,
    name_point,
    opponent,
    parse_point,
)
from goclub.go.board.position import Board
from ratings.errors import Code
from ratings.tests.builders import refused


def at(row: int, column: int) -> tuple[int, int]:
    """The rulebook's diagrams count row first, from 1 at the top left."""
    return (column - 1, row - 1)


def lesson(black: list[tuple[int, int]], white: list[tuple[int, int]] | None = None) -> Board:
    board = Board(5)
    board.setup(black=[at(*p) for p in black], white=[at(*p) for p in white or []])
    return board


# -- S3-1: the board -----------------------------------------------------------------------


@pytest.mark.parametrize(("width", "height"), [(0, None), (53, None), (19, 0), (10**8, None)])
def test_board_of_a_record_has_1_to_52_lines(width: int, height: int | None) -> None:
    with refused(code=Code.RANGE):
        Board(width, height)
    assert len(Board(52, 1).rows()[0]) == 52


@pytest.mark.parametrize("point", [(-1, 0), (0, -1), (19, 0), (0, 19)])
def test_point_outside_is_off_board_s3_1(point: tuple[int, int]) -> None:
    board = Board(19)
    assert board.refusal(BLACK, point) == "board.off_board"
    for act in (lambda: board.play(BLACK, point), lambda: board.setup(white=[point])):
        with pytest.raises(IllegalMove) as caught:
            act()
        assert caught.value.code is Code.ILLEGAL_MOVE
        assert caught.value.reason == "board.off_board"
    assert board == Board(19)


def test_opponent_is_the_other_colour() -> None:
    assert (opponent(BLACK), opponent(WHITE)) == (WHITE, BLACK)


def test_occupied_point_is_refused_s3_5() -> None:
    board = Board.from_rows(["X..", "...", "..."])
    with pytest.raises(IllegalMove) as caught:
        board.play(WHITE, (0, 0))
    assert caught.value.reason == "board.occupied"
    assert (caught.value.colour, caught.value.point) == (WHITE, (0, 0))


def test_diagram_black_2_3_is_legal() -> None:
    board = lesson([(2, 2), (2, 4), (5, 4)], [(1, 4), (3, 3), (4, 1)])
    assert board.refusal(BLACK, at(2, 3)) is None
    assert board.play(BLACK, at(2, 3)) == ()
    assert len(board.group(at(2, 3))) == 3


# -- S3-6: groups and liberties --------------------------------------------------------------


def test_diagram_one_group_of_six() -> None:
    stones = [(2, 3), (2, 4), (3, 2), (3, 3), (3, 4), (4, 3)]
    assert lesson(stones).group(at(3, 3)) == {at(*p) for p in stones}


def test_diagram_five_liberties() -> None:
    board = lesson(
        [(2, 3), (2, 4), (2, 5), (3, 2), (3, 3), (3, 4), (4, 3)],
        [(1, 4), (3, 1), (4, 1), (4, 2), (4, 4), (5, 2)],
    )
    expected = {at(*p) for p in [(1, 3), (1, 5), (2, 2), (3, 5), (5, 3)]}
    assert board.liberties(at(2, 3)) == expected
    assert board.liberties(at(2, 2)) == set()
    assert board.group(at(2, 2)) == set()


def test_diagram_last_liberty_captures() -> None:
    board = lesson([(2, 3), (3, 2), (4, 3)], [(3, 3)])
    assert board.liberties(at(3, 3)) == {at(3, 4)}
    assert board.play(BLACK, at(3, 4)) == (at(3, 3),)
    assert board.get(at(3, 3)) == EMPTY
    assert board.prisoners == {BLACK: 1, WHITE: 0}


def test_diagonal_stones_are_not_joined_s3_6() -> None:
    assert len(Board.from_rows(["X.", ".X"]).group((0, 0))) == 1


def test_several_groups_fall_at_once_row_by_row() -> None:
    board = Board.from_rows([".O.O.", "XO.OX", ".X.X.", ".....", "....."])
    board.setup(black=[(0, 0), (4, 0), (2, 2)])
    assert board.play(BLACK, (2, 0)) == ()
    assert board.play(BLACK, (2, 1)) == ((1, 0), (3, 0), (1, 1), (3, 1))
    assert board.prisoners[BLACK] == 4


def test_big_capture_gives_all_liberties_back() -> None:
    board = Board(19)
    board.setup(black=[(x, y) for y in range(19) for x in range(19) if (x, y) != (9, 9)])
    assert len(board.play(WHITE, (9, 9))) == 360
    assert board.stones() == [((9, 9), WHITE)]
    assert board.liberties((9, 9)) == {(9, 8), (8, 9), (10, 9), (9, 10)}
    assert board.prisoners[WHITE] == 360


# -- S3-7: suicide ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "point"),
    [
        ([".O.", "O..", "..."], (0, 0)),  # a single stone
        (["X.O", "OO.", "..."], (1, 0)),  # joining one's own group in its last liberty
        ([".XO", "XO.", "O.."], (0, 0)),  # two groups at once
        ([".O...", "O.OOO", ".O.OX", "..OXX", "...X."], (2, 2)),  # in the middle
    ],
)
def test_suicide_is_refused_and_changes_nothing_s3_7(
    rows: list[str], point: tuple[int, int]
) -> None:
    board = Board.from_rows(rows)
    with pytest.raises(IllegalMove) as caught:
        board.play(BLACK, point)
    assert caught.value.reason == "board.suicide"
    assert board.rows() == rows
    assert board.prisoners == {BLACK: 0, WHITE: 0}
    assert board.refusal(WHITE, point) is None


def test_capturing_without_own_liberty_is_no_suicide_s3_7() -> None:
    board = Board.from_rows([".OX", "OX.", "X.."])
    assert board.play(BLACK, (0, 0)) == ((1, 0), (0, 1))
    assert board.get((0, 0)) == BLACK


# -- S3-8: ko --------------------------------------------------------------------------------

KO = [".XO..", "X.XO.", ".XO..", ".....", "....."]


def ko_taken() -> Board:
    board = Board.from_rows(KO)
    assert board.play(WHITE, (1, 1)) == ((2, 1),)
    return board


def test_ko_may_not_be_retaken_at_once_s3_8() -> None:
    board = ko_taken()
    assert board.refusal(BLACK, (2, 1)) == "board.ko"
    with pytest.raises(IllegalMove) as caught:
        board.play(BLACK, (2, 1))
    assert caught.value.reason == "board.ko"
    assert board.get((1, 1)) == WHITE


def test_ko_may_be_retaken_after_a_threat_s3_8() -> None:
    board = ko_taken()
    board.play(BLACK, (4, 4))
    board.play(WHITE, (0, 4))
    assert board.play(BLACK, (2, 1)) == ((1, 1),)
    assert board.prisoners == {BLACK: 1, WHITE: 1}


def test_pass_also_lifts_the_ko_house_rule_s3_8() -> None:
    board = ko_taken()
    board.play(BLACK, None)
    board.play(WHITE, None)
    assert board.refusal(BLACK, (2, 1)) is None


def test_taker_may_fill_the_ko() -> None:
    assert ko_taken().play(WHITE, (2, 1)) == ()


def test_snapback_is_no_ko() -> None:
    board = Board.from_rows(["XOOXX", "X.XO.", "XXOO.", "....."])
    assert board.play(WHITE, (1, 1)) == ((2, 1),)
    assert board.play(BLACK, (2, 1)) == ((1, 0), (2, 0), (1, 1))


def test_two_stones_captured_may_be_retaken_at_once() -> None:
    board = Board.from_rows([".XXO", "OOO."])
    assert board.play(WHITE, (0, 0)) == ((1, 0), (2, 0))
    assert board.refusal(BLACK, (1, 0)) is None
    assert board.refusal(BLACK, (2, 0)) is None


# -- setting up, copying, naming -------------------------------------------------------------


def test_setup_removes_groups_without_liberty_and_counts_no_prisoners() -> None:
    board = Board(3)
    assert board.setup(black=[(1, 0), (0, 1)], white=[(0, 0)]) == ((0, 0),)
    assert board.get((0, 0)) == EMPTY
    assert board.prisoners == {BLACK: 0, WHITE: 0}


def test_setup_overwrites_and_the_later_list_wins() -> None:
    board = Board.from_rows(["X..", "...", "..."])
    board.setup(black=[(1, 1)], white=[(0, 0), (1, 1)], empty=[(0, 0)])
    assert board.rows() == ["...", ".O.", "..."]
    assert board.play(BLACK, (0, 0)) == ()


def test_setup_may_split_a_group() -> None:
    board = Board.from_rows(["XXX", "...", "..."])
    board.setup(empty=[(1, 0)])
    assert board.group((0, 0)) == {(0, 0)}
    assert board.liberties((0, 0)) == {(1, 0), (0, 1)}


def test_key_tells_shapes_apart() -> None:
    assert Board(2, 3).key() != Board(3, 2).key()


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        (["X?"], Code.TYPE),
        (["X.", "."], Code.INCONSISTENT),
        (["X"], Code.INCONSISTENT),
        ([], Code.RANGE),
    ],
)
def test_from_rows_refuses_what_is_no_position(rows: list[str], code: Code) -> None:
    with refused(code=code):
        Board.from_rows(rows)


def test_rows_are_the_inverse_of_from_rows() -> None:
    assert Board.from_rows(KO).rows() == KO


HANDICAPS = {
    (19, 2): "Q16 D4",
    (19, 3): "Q16 D4 Q4",
    (19, 4): "Q16 D4 Q4 D16",
    (19, 5): "Q16 D4 Q4 D16 K10",
    (19, 6): "Q16 D4 Q4 D16 D10 Q10",
    (19, 7): "Q16 D4 Q4 D16 D10 Q10 K10",
    (19, 8): "Q16 D4 Q4 D16 D10 Q10 K16 K4",
    (19, 9): "Q16 D4 Q4 D16 D10 Q10 K16 K4 K10",
    (13, 5): "K10 D4 K4 D10 G7",
    (9, 4): "G7 C3 G3 C7",
}


@pytest.mark.parametrize(("size", "stones"), HANDICAPS)
def test_handicap_points(size: int, stones: int) -> None:
    names = [name_point(point, size) for point in handicap_points(size, stones)]
    assert " ".join(names) == HANDICAPS[size, stones]


@pytest.mark.parametrize(("size", "stones"), [(19, 1), (19, 10), (19, -2), (5, 2)])
def test_handicap_out_of_range(size: int, stones: int) -> None:
    with refused(code=Code.RANGE):
        handicap_points(size, stones)


@pytest.mark.parametrize(
    ("point", "height", "name"),
    [
        ((0, 18), 19, "A1"),
        ((7, 18), 19, "H1"),
        ((8, 18), 19, "J1"),
        ((18, 0), 19, "T19"),
        ((24, 0), 52, "Z52"),
        ((25, 51), 52, "AA1"),
        ((51, 0), 52, "BB52"),
    ],
)
def test_names_of_points_skip_i(point: tuple[int, int], height: int, name: str) -> None:
    assert name_point(point, height) == name
    assert parse_point(name.lower(), height, 52) == point


@pytest.mark.parametrize("text", ["", "I4", "4R", "R", "R444", "ＲＲ", "R４"])
def test_text_that_is_no_point_is_a_type_error(text: str) -> None:
    with refused(code=Code.TYPE):
        parse_point(text, 19)


@pytest.mark.parametrize("text", ["U1", "A20", "A0", "AA1"])
def test_name_outside_is_off_board(text: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        parse_point(text, 19)
    assert caught.value.reason == "board.off_board"
