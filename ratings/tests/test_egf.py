"""The European rating: every row of RULEBOOK section 6, and its errors."""

import pytest

from ratings.egf import (
    RANKS,
    SYSTEM,
    EgfRules,
    EgfState,
    rank_of,
    rating_of_rank,
    stones_of,
    why_not_counted,
)
from ratings.system import Ending, Outcome, RatedGame


def play(own, other, result=Outcome.BLACK, stones=0, weight=1.0):
    """Black's step and White's, between *own* and *other*; *stones* 1 is Black without komi."""
    komi2 = 1 if stones else 12 if result == Outcome.JIGO else 13
    ending = Ending.NONE if result == Outcome.JIGO else Ending.RESIGNATION
    game = RatedGame(19, stones if stones > 1 else 0, komi2, result, ending, None)
    players = EgfState(float(own), 0, 0, 0, 0), EgfState(float(other), 0, 0, 0, 0)
    return SYSTEM.step(game, *players, EgfRules(weight=weight))


@pytest.mark.parametrize(
    ("own", "other", "stones", "chance"),
    [
        (1000, 1300, 0, 0.273222559620),
        (1300, 1000, 0, 0.726777440380),
        (1000, 1300, 1, 0.304813244),
        (1300, 1000, 1, 1 - 0.239475310),
        (0, 0, 0, 0.5),
        (2100, 2200, 0, 0.352269),
        (2500, 2100, 0, 0.944708),
    ],
)
def test_chances_of_section_6(own, other, stones, chance):
    black, white = play(own, other, stones=stones)
    assert black.reason.inputs["expected"] == pytest.approx(chance, abs=5e-7)
    assert white.reason.inputs["expected"] == pytest.approx(1 - chance, abs=5e-7)


@pytest.mark.parametrize(
    ("own", "other", "result", "after"),
    [
        (1000, 1300, "B", 1039.434),
        (1300, 1000, "W", 1273.566),
        (950, 1200, "B", 988.790),
        (1200, 950, "W", 1173.168),
        (0, 0, "W", -38.605),
        (0, 0, "J", 5.750),
        (0, 0, "B", 50.105),
        (2100, 2100, "B", 2109.3062),
        (2100, 2100, "W", 2091.7253),
        (2100, 2200, "B", 2111.9035),
        (2500, 2100, "W", 2491.3343),
        (-890, -899, "W", -900),
    ],
)
def test_new_ratings_of_section_6(own, other, result, after):
    """The last row: no rating falls below −900."""
    black, _white = play(own, other, Outcome(result))
    assert black.state.rating == pytest.approx(after, abs=6e-4)


def test_a_step_uses_both_ratings_before_it_and_weighs_by_class():
    black, white = play(1000, 1300)
    assert white.state.rating == pytest.approx(1273.566, abs=6e-4)
    assert play(1000, 1300, weight=0.25)[0].delta == pytest.approx(black.delta / 4)


def test_ranks_are_buckets_of_a_hundred():
    assert [rank_of(r) for r in (2049.9, 2050, 2149, 2150)] == ["1k", "1d", "1d", "2d"]
    assert (rank_of(-5000), rank_of(3250)) == ("30k", "9d")
    assert all(rank_of(rating_of_rank(rank)) == rank for rank in RANKS)


@pytest.mark.parametrize(("komi2", "stones"), [(13, 0), (1, 1), (-11, 1)])
def test_moving_first_without_komi_is_a_handicap_of_one(komi2, stones):
    assert stones_of(RatedGame(19, 0, komi2, Outcome.BLACK, Ending.RESIGNATION, None)) == stones


@pytest.mark.parametrize(
    ("komi2", "why"),
    [(1, None), (2, "komi"), (10, "komi"), (11, None), (15, None), (16, "komi"), (-11, None)],
)
def test_a_komi_between_even_and_a_handicap_of_one_does_not_count(komi2, why):
    """H-even and H-egf-komi: the formula knows nothing between."""
    game = RatedGame(19, 0, komi2, Outcome.BLACK, Ending.RESIGNATION, None)
    assert why_not_counted(game) == why
    black, white = SYSTEM.step(
        game, EgfState(2100, 0, 0, 0, 0), EgfState(2100, 0, 0, 0, 0), EgfRules()
    )
    assert (black.delta == 0, white.delta == 0) == (bool(why), bool(why))


def test_what_does_not_count_says_why():
    own = EgfState(1000.0, 3, 1, 2, 0)
    small = RatedGame(9, 0, 13, Outcome.BLACK, Ending.RESIGNATION, None)
    step, other = SYSTEM.step(small, own, own, EgfRules())
    assert (step.state, step.delta, step.reason.code) == (own, 0.0, "free_board")
    guest = RatedGame(19, 0, 13, Outcome.BLACK, Ending.RESIGNATION, None, white_guest=True)
    step, other = SYSTEM.step(guest, own, None, EgfRules())
    assert (step.reason.code, other) == ("guest", None)


def test_a_strong_player_with_many_stones_is_off_the_scale_but_no_error():
    strong, weak = EgfState(2900.0, 3, 1, 2, 0), EgfState(1000.0, 0, 0, 0, 0)
    game = RatedGame(19, 5, 1, Outcome.BLACK, Ending.RESIGNATION, None)
    black, white = SYSTEM.step(game, strong, weak, EgfRules())
    assert (black.state, black.reason.code, black.reason.rules) == (strong, "off_scale", ("EGF",))
    assert (white.state, white.delta) == (weak, 0.0)
    four = RatedGame(19, 4, 1, Outcome.BLACK, Ending.RESIGNATION, None)
    assert SYSTEM.step(four, strong, weak, EgfRules())[0].reason.code == "win"


def test_a_game_that_does_not_count_tells_what_it_was():
    game = RatedGame(19, 0, 10, Outcome.BLACK, Ending.RESIGNATION, None)
    black, white = SYSTEM.step(
        game, EgfState(2100, 0, 0, 0, 0), EgfState(1900, 0, 0, 0, 0), EgfRules()
    )
    told = black.reason.source
    assert (told.colour, told.result, told.opponent, told.not_counted) == ("B", 1, 1900, "komi")
    assert (told.before, told.after) == (EgfState(2100, 0, 0, 0, 0), EgfState(2100, 0, 0, 0, 0))
    assert (white.reason.source.colour, white.reason.source.result) == ("W", 0)
