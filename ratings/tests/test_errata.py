"""The errata B1 … B11 of RULEBOOK 2.7, each with what can be tested of it here.

B10 (automatic calculation) is the ledger itself; B11 (booby) and the margin of B8 belong to the
league and are tested there.
"""

from ratings.paa.conditions import estimate_points, paa_conditions
from ratings.paa.rules import JigoRate, PaaRules, judge, why_not_counted
from ratings.paa.system import SYSTEM, declare
from ratings.ranks import LADDER, band_of, band_range, parse_rank, starting_points
from ratings.system import Ending
from ratings.tests.builders import game, state


def test_b1_the_middle_of_four_kyu_is_85() -> None:
    assert starting_points(parse_rank("4k")) == 85
    found = paa_conditions(85, 120)
    assert (found.diff, found.stones, found.komi2) == (35, 5, 5)
    as_printed = paa_conditions(95, 120)
    assert (as_printed.diff, as_printed.stones, as_printed.komi2) == (25, 4, 9)


def test_b2_the_second_estimate_is_about_c() -> None:
    assert estimate_points(176, 7, True) == (123, 122)


def test_b3_from_201_on_is_above_eight_dan() -> None:
    assert LADDER[band_of(200)] == "8d"
    assert LADDER[band_of(201)] == "8d+"


def test_b4_forty_is_the_upper_end_and_nought_the_start() -> None:
    assert band_range(0) == (None, 40)
    assert starting_points(0) == 0
    assert SYSTEM.decide(None, declare(), PaaRules()).state.points == 0


def test_b5_the_last_two_komi_are_from_white() -> None:
    assert [paa_conditions(100, 100 - r).komi2 for r in range(1, 8)] == [9, 7, 5, 3, 1, -1, -3]


def test_b6_the_win_rate_reads_since_the_last_rank_change() -> None:
    assert judge(9, 8, 12, 6, 2, 10, JigoRate.HALF) == (9, "promoted")


def test_b7_members_48_apart_never_exchange_points() -> None:
    for diff in (48, 55):
        found = paa_conditions(100, 100 + diff)
        assert found.counts is False
        assert why_not_counted(game(handicap=found.handicap, komi2=found.komi2)) == "free_handicap"


def test_b8_a_forfeit_is_not_in_the_general_games_count() -> None:
    before = state(115, "1k", "WL")
    for step in SYSTEM.step(game(ending=Ending.FORFEIT), before, before, PaaRules()):
        assert step is not None
        assert step.state == before


def test_b9_ten_points_a_rank_and_eight_a_stone() -> None:
    """The printed remark of about 1.5 is none of our rules: one rank apart gives Black 3.5."""
    assert paa_conditions(115, 125).komi2 == 7


def test_b10_points_move_without_the_office() -> None:
    black, _ = SYSTEM.step(game(), state(), state(), PaaRules())
    assert black is not None
    assert black.state.points == 116
