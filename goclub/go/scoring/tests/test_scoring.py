"""Counting a finished position, from the rulebook's tables and small boards of our own."""

from __future__ import annotations

import itertools
import random

import pytest

from goclub.go.board.basics import BLACK, WHITE
from goclub.go.board.position import Board
from goclub.go.scoring.counted import compare, other_side, territory_marks
from goclub.go.scoring.counting import count
from goclub.go.scoring.rulesets import (
    AGA,
    CHINESE,
    ING,
    JAPANESE,
    KOREAN,
    NEW_ZEALAND,
    RULESETS,
    Method,
    find_ruleset,
)
from ratings.errors import Code, RuleError

# Two walls with a seam of one neutral point in the middle of the third row.
FINISHED = (
    "..XO.",
    "XXXOO",
    ".X.O.",
    "XXXOO",
    "..XO.",
)
EMPTY_19 = ("." * 19,) * 19


def with_column(black_columns: int, width: int = 19, height: int = 19) -> list[str]:
    """Black's wall as its last column, White's wall beside it."""
    row = "." * (black_columns - 1) + "XO" + "." * (width - black_columns - 1)
    return [row] * height


def refused(*args, **options) -> RuleError:
    with pytest.raises(RuleError) as caught:
        count(*args, **options)
    return caught.value


# -- S3-11: Chinese ------------------------------------------------------------------------------
def test_the_other_side_of_182_is_179():
    """S3-11, the last row of the rulebook's table."""
    assert other_side(182) == 179


@pytest.mark.parametrize("number", [-1, 362])
def test_a_count_beyond_the_board_is_refused(number):
    with pytest.raises(RuleError) as caught:
        other_side(number)
    assert caught.value.code is Code.RANGE
    assert "0…361" in str(caught.value)


def test_chinese_counts_own_stones_and_own_area():
    counted = count(FINISHED, rules="Chinese", komi2=0)
    assert (counted.black.stones, len(counted.black.enclosed)) == (9, 5)
    assert (counted.white.stones, len(counted.white.enclosed)) == (7, 3)
    assert (counted.dame, counted.margin2) == ({(2, 2)}, 2 * (14 - 10))


@pytest.mark.parametrize(("komi2", "margin2"), [(0, 8), (7, 1), (8, 0), (15, -7), (-3, 11)])
def test_then_white_adds_the_komi(komi2, margin2):
    counted = count(FINISHED, rules="Chinese", komi2=komi2)
    assert counted.margin2 == margin2
    assert counted.winner == ("J" if margin2 == 0 else "B" if margin2 > 0 else "W")


def test_subtraction_differs_where_points_are_nobodys():
    """F1: 361 − Black's count is White's count only if every point is somebody's."""
    shared = count(FINISHED, rules="Chinese", komi2=0)
    assert shared.white_by_subtraction == shared.white.area + len(shared.dame) == 11
    split = count(with_column(10), rules="Chinese", komi2=0)
    assert split.white_by_subtraction == split.white.area == 361 - 190


def test_dead_stones_are_area_of_the_other_side():
    rows = ("..XO.", "XXXOX", ".X.O.", "XXXOO", "..XO.")
    alive_wall = count(rows, [(4, 1)], rules="Chinese", komi2=0)
    assert len(alive_wall.white.enclosed) == 4
    assert alive_wall.white.area == 10


# -- S3-12: Japanese -----------------------------------------------------------------------------
def test_japanese_counts_vacant_area_and_prisoners():
    counted = count(FINISHED, rules="Japanese", komi2=13, prisoners=(2, 5))
    assert len(counted.black.territory) == 5
    assert len(counted.white.territory) == 3
    assert counted.margin2 == 2 * ((5 + 2) - (3 + 5)) - 13


def test_dead_stones_are_prisoners_and_their_points_territory():
    """A dead stone counts twice: the point under it and the stone itself."""
    rows = ("..XO.", "XXXOO", ".X.O.", "XXXOO", "O.XO.")
    counted = count(rows, [(0, 4)], rules="Japanese", komi2=0)
    assert (counted.black.taken_off, counted.black.points) == (1, 5 + 1)
    assert counted.margin2 == 2 * (6 - 3)


def test_the_prisoners_of_a_board_are_its_own():
    board = Board.from_rows(["XO.", ".X.", "..."])
    board.play(BLACK, (2, 0))
    assert board.prisoners[BLACK] == 1
    assert count(board, rules="Japanese", komi2=0).black.captured == 1


def test_korean_counts_like_japanese():
    options = {"komi2": 13, "handicap": 4, "prisoners": (1, 0)}
    korean, japanese = (count(FINISHED, rules=r, **options) for r in (KOREAN, JAPANESE))
    assert korean.margin2 == japanese.margin2


# -- S3-13: Ing ----------------------------------------------------------------------------------
def test_ing_equals_the_area_count():
    for columns in (8, 9, 10, 11):
        rows = with_column(columns)
        area = count(rows, rules="Chinese", komi2=0)
        assert count(rows, rules="Ing", komi2=0).margin2 == area.margin2


def test_ing_shows_the_filled_board_and_the_stones_left():
    fill_in = count(with_column(10), rules="Ing", komi2=16).fill_in
    assert fill_in is not None
    assert (fill_in.stones_each, fill_in.filled) == (180, {BLACK: 161, WHITE: 152})
    assert (fill_in.left[BLACK], fill_in.left[WHITE]) == (0, 9)
    assert (fill_in.vacant[BLACK], fill_in.vacant[WHITE]) == (10, 0)
    text = "".join(fill_in.rows)
    assert (text.count("X"), text.count("O"), text.count(".")) == (180, 171, 10)


def test_black_wins_a_tie_at_komi_8():
    """S3-13: 8 points with Black winning a tie, shown as 7½."""
    rows = ["...XO."] * 4  # 16 to 8
    counted = count(rows, rules="Ing", komi2=16)
    assert counted.komi2_counted == 15
    assert (counted.margin2, counted.winner) == (1, "B")
    assert count(rows, rules="Chinese", komi2=16).winner == "J"


def test_more_than_180_stones_of_a_colour_are_undefined():
    rows = ["X" * 19] * 9 + ["X" * 10 + "." * 9] + ["." * 19] * 9
    assert sum(row.count("X") for row in rows) == 181
    error = refused(rows, rules="Ing", komi2=16)
    assert (error.code, error.reason) == (Code.UNDEFINED, "scoring.too_many_stones")
    assert count(rows, rules="Chinese", komi2=0).black.area == 361


# -- handicap (F4) -------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("rules", "points"),
    [("Chinese", 6), ("AGA", 5), ("NZ", 0), ("Ing", 0), ("Japanese", 0), ("Korean", 0)],
)
def test_compensation_for_six_stones(rules, points):
    plain = count(with_column(10), rules=rules, komi2=1)
    counted = count(with_column(10), rules=rules, komi2=1, handicap=6)
    assert (counted.compensation, counted.margin2) == (points, plain.margin2 - 2 * points)


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=list(RULESETS))
@pytest.mark.parametrize("handicap", [0, 1])
def test_no_stones_no_compensation(ruleset, handicap):
    assert ruleset.compensation(handicap) == 0


# -- agreed neutral points -----------------------------------------------------------------------
def test_a_neutral_point_closes_an_open_border():
    """A gap in the border makes the whole area nobody's until the players call it neutral."""
    rows = ("..X.O..", "..X.O..", "....O..", "..X.O..", "..X.O..")
    gaping = count(rows, rules="Chinese", komi2=0)
    assert gaping.black.area == 4
    assert [remark.code for remark in gaping.remarks] == ["open_region"]
    closed = count(rows, rules="Chinese", komi2=0, neutral=[(2, 2)])
    assert closed.black.area == 4 + 10
    assert (2, 2) in closed.dame
    assert closed.remarks == ()


def test_a_neutral_point_inside_an_area_is_no_point():
    plain, less = (count(FINISHED, rules="Japanese", komi2=0, neutral=n) for n in ((), [(4, 0)]))
    assert less.margin2 == plain.margin2 + 2


def test_a_neutral_living_stone_is_no_area():
    plain, less = (count(FINISHED, rules="Chinese", komi2=0, neutral=n) for n in ((), [(3, 0)]))
    assert less.margin2 == plain.margin2 + 2


# -- what is refused -----------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("options", "code", "field"),
    [
        ({"rules": ""}, Code.MISSING, "rules"),
        ({"rules": "calvinball"}, Code.UNDEFINED, "rules"),
        ({"rules": 5}, Code.TYPE, "rules"),
        ({"komi2": 6.5}, Code.TYPE, "komi"),
        ({"komi2": 723}, Code.RANGE, "komi"),
        ({"handicap": -1}, Code.RANGE, "handicap"),
        ({"prisoners": (-1, 0)}, Code.RANGE, "prisoners_by_black"),
        ({"prisoners": (0, True)}, Code.TYPE, "prisoners_by_white"),
        ({"dead": [(0, 0)]}, Code.INCONSISTENT, "dead"),
        ({"dead": [(5, 0)]}, Code.RANGE, "dead"),
        ({"dead": ["A1"]}, Code.TYPE, "dead"),
        ({"neutral": [(0, 9)]}, Code.RANGE, "neutral"),
    ],
)
def test_values_are_checked(options, code, field):
    error = refused(FINISHED, **{"rules": "Chinese", "komi2": 0, **options})
    assert (error.code, error.field) == (code, field)


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        (["X.", "..."], Code.INCONSISTENT),
        (["X?"], Code.TYPE),
        ([], Code.RANGE),
        (["." * 53] * 53, Code.RANGE),
        (["XO"], Code.INCONSISTENT),
    ],
    ids=["scoring.ragged", "symbol", "nothing", "too large", "no liberty"],
)
def test_boards_are_checked(rows, code):
    assert refused(rows, rules="Chinese", komi2=0).code is code


@pytest.mark.parametrize(
    ("name", "ruleset"),
    [("Japanese", JAPANESE), ("日本ルール", JAPANESE), ("chinese", CHINESE), ("中国规则", CHINESE),
     ("NZ", NEW_ZEALAND), ("New Zealand", NEW_ZEALAND), ("AGA", AGA), ("GOE", ING), ("Ing", ING),
     ("應氏", ING), ("Korean", KOREAN), ("한국", KOREAN)],
)  # fmt: skip
def test_rulesets_are_found_as_records_spell_them(name, ruleset):
    assert find_ruleset(name) is ruleset


# -- remarks -------------------------------------------------------------------------------------
def test_half_a_dead_group_is_remarked():
    counted = count(("OO.X.", "..XXX", "....."), [(0, 0)], rules="Chinese", komi2=0)
    assert [(r.code, r.points) for r in counted.remarks if r.code == "split_group"] == [
        ("split_group", {(0, 0)})
    ]


# -- drawing -------------------------------------------------------------------------------------
def test_territory_is_marked_on_the_board():
    board = Board.from_rows(["..XO.", "XXXOO", ".X.O.", "XXXOO", "O.XO."])
    marks = territory_marks(count(board, [(0, 4)], rules="Japanese", komi2=0), board)
    assert ("TB", (0, 4)) in marks
    assert ("TW", (4, 0)) in marks
    assert not any(point == (2, 2) for _kind, point in marks)


# -- the recorded result -------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("outcome", "margin2", "code", "difference2"),
    [("B", 8, "agrees", 0), ("B", 6, "margin_differs", 2), ("W", 2, "winner_differs", 10),
     ("J", None, "winner_differs", 8), ("B", None, "no_margin", None),
     ("N", None, "no_margin", None)],
)  # fmt: skip
def test_compared_with_the_record(outcome, margin2, code, difference2):
    comparison = compare(
        count(FINISHED, rules="Chinese", komi2=0), outcome=outcome, margin2=margin2
    )
    assert (comparison.code, comparison.difference2) == (code, difference2)


# -- invariants over random positions ------------------------------------------------------------
def random_position(rng: random.Random) -> tuple[list[str], list[tuple[int, int]]]:
    """A legal position of random play, and some of its groups called dead."""
    size = rng.choice([5, 7, 9])
    board, colour = Board(size), BLACK
    for _ in range(rng.randrange(size * size * 2)):
        point = (rng.randrange(size), rng.randrange(size))
        if board.refusal(colour, point) is None:
            board.play(colour, point)
        colour = WHITE if colour == BLACK else BLACK
    dead: set[tuple[int, int]] = set()
    for point, _colour in board.stones():
        if point not in dead and rng.random() < 0.1:
            dead |= board.group(point)
    return board.rows(), sorted(dead)


def turned(rows, dead):
    """A quarter turn, with the colours exchanged."""
    size = len(rows)
    other = {"X": "O", "O": "X", ".": "."}
    turn = ["".join(other[rows[size - 1 - x][y]] for x in range(size)) for y in range(size)]
    return turn, [(size - 1 - y, x) for x, y in dead]


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("rules", ["Chinese", "Japanese"])
def test_turning_the_board_and_exchanging_colours_negates_the_margin(seed, rules):
    rows, dead = random_position(random.Random(seed))
    one = count(rows, dead, rules=rules, komi2=0)
    other_rows, other_dead = turned(rows, dead)
    assert count(other_rows, other_dead, rules=rules, komi2=0).margin2 == -one.margin2


@pytest.mark.parametrize("seed", range(40))
def test_every_point_is_somebodys_or_nobodys(seed):
    rows, dead = random_position(random.Random(1000 + seed))
    for ruleset in RULESETS.values():
        if ruleset.method is Method.FILL_IN:
            continue
        counted = count(rows, dead, rules=ruleset, komi2=0)
        assert counted.black.area + counted.white.area + len(counted.dame) == len(rows) ** 2
        for side in (counted.black, counted.white):
            split = (side.territory, side.seki, side.forced)
            assert frozenset().union(*split) == side.enclosed
            assert all(not a & b for a, b in itertools.combinations(split, 2))
