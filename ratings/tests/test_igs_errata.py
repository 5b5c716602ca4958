"""The errata A1 … A10 of RULEBOOK 1.8, each with what can be tested of it here."""

from fractions import Fraction

import pytest

from ratings.errors import Code
from ratings.igs.conditions import multiplier_of, net, standard_handicap
from ratings.igs.ladder import LADDER, parse_rank
from ratings.igs.state import IgsRules
from ratings.igs.thresholds import DEFAULT, judge
from ratings.system import Ending
from ratings.tests.builders import game, refused
from ratings.tests.igs_tables import STANDARD, WHITE, certified, even, newcomer, play


def test_a1_the_third_example_is_cut_toward_zero() -> None:
    """As printed 3.42 and with the slip corrected 3.0: both are 3.0, neither the unrated 3.5."""
    for komi2 in (11, 1):
        found = net(2, 9, 0, komi2)
        assert (found.used, found.rated) == (3, True)
    assert net(2, 9, 0, -11).used == Fraction(5, 2)


def test_a2_interpolation_is_off_unless_chosen() -> None:
    assert IgsRules().interpolate is False


def test_a3_more_than_three_and_a_half_begins_at_it() -> None:
    step, _ = play(even(), certified("1d"), certified("4d+"))
    assert step.reason.inputs["not_rated"] == "gap"
    step, _ = play(even(), certified("1d"), certified("4d"))
    assert (step.reason.inputs["not_rated"], step.delta) == (None, 136)


def test_a4_fewer_than_two_people_is_a_side_without_a_member() -> None:
    step, _ = play(even(computer=True), certified(), certified())
    assert (step.reason.code, step.delta) == ("computer", 0)


def test_a5_the_minimum_points_promote() -> None:
    assert [LADDER[judge(points, 32, DEFAULT)[0]] for points in (25_699, 25_700)] == [
        "1k",
        "1k+",
    ]
    assert [LADDER[judge(points, 32, DEFAULT)[0]] for points in (24_400, 24_399)] == [
        "1k",
        "2k+",
    ]


def test_a6_nine_dan_has_no_plus() -> None:
    with refused(Code.RANK, "rank"):
        parse_rank("9d+")
    assert LADDER[judge(63_700, LADDER.index("9d"), DEFAULT)[0]] == "10d"


def test_a7_the_first_game_is_number_one() -> None:
    assert multiplier_of(1) == multiplier_of(20) == 17


def test_a8_the_fifty_points_are_not_multiplied() -> None:
    step, _ = play(even(), certified(rated=0, recent=""), newcomer())
    assert step.delta == 50


@pytest.mark.parametrize(("rated", "points"), [(0, 85), (19, 85), (20, 75), (99, 60), (100, 50)])
def test_a8_a_club_may_multiply_the_fifty_points(rated: int, points: int) -> None:
    """S0-24, S0-25: as the next rated game of the same player would be."""
    rules = IgsRules(fifty_times=True)
    own = certified("1k", rated=rated, recent="")
    for played, other, change in (
        (even(), newcomer(), points),
        (even(ending=Ending.FORFEIT), certified("1k"), points),
        (even(ending=Ending.FORFEIT, outcome=WHITE), certified("1k"), -points),
    ):
        step, _ = play(played, own, other, rules)
        assert (step.delta, step.state.rated) == (change, rated)
        assert "fifty_times" in step.reason.inputs
    lost, _ = play(even(outcome=WHITE), own, newcomer(), rules)
    assert (lost.delta, "fifty_times" in lost.reason.inputs) == (0, False)


def test_a9_a_large_difference_with_its_handicap_is_rated() -> None:
    for difference2, stones, komi2, _ in STANDARD[7:]:
        low = certified(LADDER[20])
        high = certified(LADDER[20 + difference2])
        step, _ = play(game(handicap=stones, komi2=komi2), low, high)
        assert step.delta == 100


def test_a10_every_row_means_who_gives_the_komi() -> None:
    assert {standard_handicap(row[0]).komi2 for row in STANDARD[1:]} == {1, -11}
