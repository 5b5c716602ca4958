"""Problems: the marks of files, replies, turned boards, and what a guess is worth."""

from __future__ import annotations

import random
from time import process_time

import pytest

from goclub.go.board.basics import BLACK, WHITE, IllegalMove
from goclub.go.board.position import Board
from goclub.go.problems import (
    ProblemTree,
    guessed_moves,
    point_in_file,
    turned_board,
    turned_point,
)
from goclub.go.records.errors import KifuError
from goclub.go.records.reading import read
from ratings.errors import RuleError

SETUP = "(;SZ[9]AB[bb][cb]AW[ab][bc]"


def tree_of(lines: str, setup: str = SETUP) -> ProblemTree:
    return ProblemTree(read(f"{setup}{lines})".encode()))


def ends(tree: ProblemTree, *points: tuple[int, int], seed: int = 1) -> list[bool | None]:
    """What the solver's moves lead to, one after the other."""
    rng, node, outcomes = random.Random(seed), tree.start, []
    for point in points:
        state = tree.play(node, point, rng)
        node = state.node
        outcomes.append(state.solved)
    return outcomes


A, B, C = (4, 4), (5, 5), (6, 6)  # ee, ff, gg


@pytest.mark.parametrize(
    "lines",
    [
        "(;B[ee]C[RIGHT])(;B[ff])",  # goproblems
        "(;B[ee]C[Correct!])(;B[ff]C[so close])",
        "(;B[ee]C[正解])(;B[ff]C[失敗])",
        "(;B[ee])(;B[ff]C[Wrong: White lives])",
        "(;B[ee]TE[1])(;B[ff])",
        "(;B[ff]BM[1])(;B[ee])",
        "(;B[ff]WV[])(;B[ee])",  # uliGo
        "(;B[ee])(;B[ff])",  # nothing is marked: the first variation
    ],
)
def test_the_marks_of_the_file_decide(lines):
    tree = tree_of(lines)
    assert (ends(tree, A), ends(tree, B)) == ([True], [False])


def test_a_move_that_is_not_in_the_file_is_wrong_and_one_that_cannot_be_played_is_refused():
    tree = tree_of(";B[ee]")
    assert tree.play(tree.start, C, random.Random(1)).tried == C
    with pytest.raises(IllegalMove) as refused:
        tree.play(tree.start, (1, 1), random.Random(1))
    assert refused.value.reason == "board.occupied"


def test_the_reply_is_played_and_the_line_goes_on_to_its_end():
    tree = tree_of("(;B[ee];W[ff](;B[gg]C[RIGHT])(;B[hh]))(;B[dd];W[ee])")
    assert ends(tree, A, C) == [None, True]
    assert ends(tree, A, (7, 7)) == [None, False]
    refuted = tree.play(tree.start, (3, 3), random.Random(1))
    assert (refuted.solved, tree.point(refuted.node)) == (False, A)


def test_replies_after_which_it_can_be_solved_are_drawn_and_those_with_choice_before_others():
    tree = tree_of("(;B[ee](;W[ff];B[gg]C[RIGHT])(;W[gg]C[CHOICE];B[ff]C[RIGHT])(;W[hh]))")
    replies = {tree.point(tree.play(tree.start, A, random.Random(n)).node) for n in range(20)}
    assert replies == {C}
    tree = tree_of("(;B[ee](;W[ff];B[gg]C[RIGHT])(;W[gg];B[ff]C[RIGHT])(;W[hh]))")
    replies = {tree.point(tree.play(tree.start, A, random.Random(n)).node) for n in range(20)}
    assert replies == {B, C}


def test_choice_may_stand_further_down_the_line():
    tree = tree_of("(;B[ee](;W[ff];B[gg]C[RIGHT])(;W[gg];B[ff]C[RIGHT CHOICE])(;W[hh]))")
    replies = {tree.point(tree.play(tree.start, A, random.Random(n)).node) for n in range(20)}
    assert replies == {C}


@pytest.mark.parametrize(
    ("lines", "point", "reason"),
    [
        ("(;B[ee]C[RIGHT])(;B[ff]C[NOTTHIS])", B, "not_this"),
        ("(;B[ff]C[NOTTHIS])(;B[ee])", B, "not_this"),
        (";C[FORCE](;B[ee]C[RIGHT])(;B[ff])", C, "forced"),
    ],
)
def test_a_move_that_the_file_does_not_count_is_refused(lines, point, reason):
    tree = tree_of(lines)
    with pytest.raises(RuleError) as refused:
        tree.play(tree.start, point, random.Random(1))
    assert refused.value.name == reason
    assert ends(tree, A) == [True]


def test_of_two_branches_that_begin_alike_the_one_that_can_be_solved_is_taken():
    tree = tree_of("(;B[ee])(;B[ee];W[ff];B[gg]C[RIGHT])(;B[ee];W[hh])")
    assert ends(tree, A, C) == [None, True]


def test_white_solves_and_notes_between_the_moves_are_passed_over():
    tree = tree_of(";C[Well?];W[ee]C[note];AB[aa];B[ff];C[go on];W[gg]")
    assert tree.colour == WHITE
    assert ends(tree, A, C) == [None, True]


@pytest.mark.parametrize(
    ("lines", "setup", "reason"),
    [
        ("", SETUP, "no_solution"),
        (";B[ee]C[WRONG]", SETUP, "no_solution"),
        (";B[];W[ee]C[WRONG]", SETUP, "no_solution"),
        (";B[ee];W[ff]", "(;SZ[9]", "no_position"),
        ("", "(;SZ[9]", "no_position"),
    ],
)
def test_what_is_no_problem_is_refused(lines, setup, reason):
    with pytest.raises(KifuError) as refused:
        tree_of(lines, setup)
    assert refused.value.name == reason


def test_thousands_of_nodes_that_only_say_something_are_no_burden():
    tree = tree_of(";C[x]" * 5000 + ";B[ee]")
    assert ends(tree, A) == [True]


def test_nodes_outside_the_problem_are_not_found():
    tree = tree_of(";B[ee]")
    for node in (-1, tree.start - 1, 99):
        with pytest.raises(IndexError):
            tree.state(node)


def test_nodes_without_a_move_are_walked_once():
    """Ten seconds where each began its own walk to the next move."""
    started = process_time()
    assert ends(tree_of(";B[ee]" + ";C[-]" * 9000 + ";W[ff];B[gg]"), (4, 4), (6, 6)) == [None, True]
    assert process_time() - started < 3


@pytest.mark.parametrize(
    ("lines", "setup", "looks"),
    [
        (";B[ee]", SETUP, 16),
        (";B[ee]C[White dies]", SETUP, 8),
        (";B[ee]C[see E5]", SETUP, 2),
        (";B[ee]", SETUP.replace("SZ[9]", "SZ[9]GN[Black to live at B1]"), 1),
        (";B[ee]", SETUP.replace("SZ[9]", "SZ[9:7]"), 8),
    ],
)
def test_a_board_is_turned_only_where_its_texts_still_fit(lines, setup, looks):
    assert len(tree_of(lines, setup).looks) == looks


def test_turned_boards_have_their_way_back():
    board = Board.from_rows(["X..", ".O.", "..."])
    looks = {tuple(turned_board(board, look).rows()) for look in range(16)}
    assert len(looks) == 8  # four corners, in two colours
    for look in range(16):
        for x, y in ((0, 0), (2, 1), (1, 2)):
            assert point_in_file(turned_point((x, y), 3, 3, look), 3, 3, look) == (x, y)
    assert turned_board(board, 8).rows() == ["O..", ".X.", "..."]


def test_the_first_moves_and_passes_are_not_guessed():
    moves = [(BLACK, (n, n)) for n in range(4)] + [(WHITE, None), (BLACK, (8, 0))]
    assert [place for place, _colour, _point in guessed_moves(moves, 9, 9)] == [2, 3, 5]
    assert guessed_moves(moves, 19, 19) == []
