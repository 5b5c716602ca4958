"""Forced moves, false eyes and seki under territory counting (S3-12, F1), on small boards."""

from __future__ import annotations

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from goclub.go.scoring.counted import Status
from goclub.go.scoring.counting import count
from ratings.errors import RuleError

# -- forced moves and false eyes (S3-12) ---------------------------------------------------------
CUT = (
    "OOX..",
    ".X.X.",
    "OOX..",
    ".OX..",
    ".OX..",
)


def test_a_protective_move_is_no_point():
    """With (0, 1) filled by White, (1, 1) is in atari and has to be joined at (2, 1)."""
    counted = count(CUT, rules="Japanese", komi2=0)
    assert counted.black.forced == {(2, 1)}
    assert len(counted.black.territory) == 9
    assert counted.ownership[2, 1] is Status.FILL


def test_the_same_point_counts_once_the_stones_are_joined():
    counted = count((*CUT[:2], "OXX..", *CUT[3:]), rules="Japanese", komi2=0)
    assert (2, 1) in counted.black.territory
    assert counted.black.forced == frozenset()


def test_a_false_eye_is_a_point_of_area():
    """Chinese rules: filling it costs nothing, so it is Black's area either way."""
    assert (2, 1) in count(CUT, rules="Chinese", komi2=0).black.enclosed


# -- seki (F1) -----------------------------------------------------------------------------------
#: The groups at the top have an eye each and share the liberty (2, 0): neither may play it.
SEKI = (
    ".X.O.OX.",
    "XXXOOOX.",
    "OOOXXXX.",
    "..OX....",
    "..OX....",
    "..OX....",
)


def test_points_inside_seki_do_not_count_in_japanese():
    """Each group has one eye and neither can take the shared liberty."""
    japanese = count(SEKI, rules="Japanese", komi2=0)
    chinese = count(SEKI, rules="Chinese", komi2=0)
    assert (0, 0) in japanese.black.seki
    assert (0, 0) not in japanese.black.territory
    assert (4, 0) in japanese.white.seki
    assert (0, 0) in chinese.black.enclosed
    assert (4, 0) in chinese.white.enclosed
    assert japanese.ownership[0, 0] is Status.SEKI
    assert chinese.ownership[0, 0] is Status.BLACK


def test_the_shared_liberty_of_a_seki_is_nobodys():
    for rules in ("Japanese", "Chinese", "Ing"):
        assert (2, 0) in count(SEKI, rules=rules, komi2=0).dame


#: Below a corner of Black's: White, with two eyes.
BELOW = ("OOOOOOO.", "OOOOOOOO", "OOOOOOO.")


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        # Two real eyes are territory.
        (
            (".X.XO", "XXXXO", "OOOOO", ".....", "....."),
            {"territory": {(0, 0), (2, 0)}, "seki": set()},
        ),
        # Stones in atari take the move that would make two eyes: Black connects at (4, 0) and White
        # plays (2, 0); or he plays there, loses the stone at (5, 0), and with it the eye at (3, 0).
        (
            ("X....XOO", "XXXXXOOO", *BELOW),
            {"territory": set(), "seki": {(1, 0), (2, 0), (3, 0)}},
        ),
        # A connection that can wait takes no move: (6, 0) is dame, so Black makes his eyes now and
        # connects when White plays there.
        (
            ("X....X.O", "XXXXXOOO", *BELOW),
            {"territory": {(1, 0), (2, 0), (3, 0)}, "forced": {(4, 0)}},
        ),
        # Stones in atari may be given up: Black plays (1, 0) and needs the stone no more.
        (("...XOOOO", "X.XOOOOO", "XXXOOOOO", *BELOW), {"territory": {(0, 0), (1, 0), (1, 1)}}),
        # After (3, 0) Black may still join the stone at (3, 1) from (2, 1) or from (2, 0).
        (("....XOO", ".X.XOOO", ".XXOOOO", ".XOOO.O", "XXOOOO."), {"forced": {(3, 0)}}),
        # F1 speaks of groups that cannot make two eyes; here Black has half the board for one.
        ((".XXOO....", "XXO......", ".XOOOO...", ".XOOOO.OO", "..OOOO.O."), {"seki": set()}),
        # Black must join all three stones and has one eye left: dead if White says so, else seki.
        (("..XO", ".XO.", "XOOO"), {"forced": {(1, 0), (0, 1)}, "seki": {(0, 0)}}),
    ],
)
def test_what_counts_for_black(rows, told):
    black = count(rows, rules="Japanese", komi2=0).black
    assert {name: getattr(black, name) for name in told} == told


def test_stones_along_a_seam_of_dame_are_not_joined_by_it():
    """Black plays (3, 0) and White must join his stone; the seam further down is no help."""
    rows = ("X.X.O..", "XXX.XOO", "XXX.OO.", "..XXOOO", "..XXOOO")
    assert count(rows, rules="Japanese", komi2=0).white.forced == {(5, 0)}


@given(st.data())
def test_every_board_with_liberties_can_be_counted(data):
    """Nobody's stones are too odd to count; no point goes to both."""
    width, height = data.draw(st.integers(1, 7)), data.draw(st.integers(1, 6))
    row = st.text("XO.", min_size=width, max_size=width)
    rows = data.draw(st.lists(row, min_size=height, max_size=height))
    stones = [(x, y) for y in range(height) for x in range(width) if rows[y][x] != "."]
    dead = data.draw(st.sets(st.sampled_from(stones), max_size=6)) if stones else set()
    try:
        counted = count(rows, dead, rules="Japanese", komi2=0)
    except RuleError as error:
        if error.reason != "scoring.no_liberty":
            raise
        reject()
    assert not counted.black.territory & counted.white.territory
    assert counted.dame.isdisjoint(counted.black.enclosed | counted.white.enclosed)
