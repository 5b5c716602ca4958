"""From a self-declared rank to a certified one: S0-27 … S0-30."""

from typing import Any

import pytest

from ratings.errors import Code
from ratings.igs.ladder import BC, LADDER
from ratings.igs.state import IgsRules, IgsState, check_newcomer_rank
from ratings.igs.steps import end_of_block, expected100, shift_of, surprise100
from ratings.igs.thresholds import DEFAULT
from ratings.system import Ending
from ratings.tests.builders import game, jigo, no_result, refused
from ratings.tests.igs_tables import (
    POINTS,
    WHITE,
    certified,
    even,
    in_bc,
    index,
    newcomer,
    play,
    play_all,
    pro,
)

# S0-29: score of a block of net 0 games, its sum in hundredths, the shift, whether a last block
# adds the +.
BLOCKS = [
    ("WWWWW", 250, 2, True),
    ("WWWWL", 150, 1, True),
    ("WWWLL", 50, 0, True),
    ("WWLLL", -50, 0, False),
    ("WLLLL", -150, -1, False),
    ("LLLLL", -250, -2, False),
]
NO_FORMULA = IgsRules(newcomer_formula=False)


@pytest.mark.parametrize(("net2", "_stronger", "_weaker", "chance"), POINTS)
def test_expectation_is_the_last_column(
    net2: int, _stronger: int, _weaker: int, chance: int
) -> None:
    """S0-29: p for the stronger, 1 − p for the weaker; the net is cut as in S0-17."""
    assert expected100(12 * net2) == expected100(12 * net2 + 11) == chance
    assert expected100(-12 * net2) == expected100(-12 * net2 - 11) == 100 - chance


def test_the_last_block_alone_cites_what_certifies() -> None:
    """S0-30 speaks of the twentieth game; earlier blocks move the rank by S0-28."""
    steps = play_all(newcomer("1k"), certified("1k"), "WLWLW" * 4)
    cited = {number: step.reason.rules for number, step in enumerate(steps, 1)}
    assert [number for number, rules in cited.items() if "S0-30" in rules] == [20]
    assert [number for number, rules in cited.items() if "S0-28" in rules] == [5, 10, 15, 20]


def test_a_game_that_does_not_count_shows_how_many_did() -> None:
    three = play_all(newcomer("1k"), certified("1k"), "WLW")[-1].state
    (step,) = play_all(three, newcomer("1k"), "W")
    assert step.reason.inputs["counted"] is False
    assert step.reason.inputs["games"] == 3


def test_expectation_is_capped_at_three_ranks() -> None:
    assert expected100(84) == expected100(1000) == 68
    assert expected100(-84) == expected100(-1000) == 32


def test_surprises() -> None:
    assert (surprise100(True, 58), surprise100(False, 58)) == (42, -58)


@pytest.mark.parametrize(("score", "block100", "shift", "plus"), BLOCKS)
def test_published_test_values(score: str, block100: int, shift: int, plus: bool) -> None:
    """S0-29, by the functions."""
    assert sum(surprise100(letter == "W", 50) for letter in score) == block100
    assert shift_of(block100)[0] == shift
    early = end_of_block(32, block100, 5, 0, True)
    assert (early.rank, early.certified, early.waiting) == (32 + 2 * shift, False, False)
    assert end_of_block(32, block100, 20, 10, True).rank == 32 + 2 * shift + plus


@pytest.mark.parametrize(("score", "block100", "shift", "plus"), BLOCKS)
def test_published_test_values_by_games(score: str, block100: int, shift: int, plus: bool) -> None:
    """S0-28, S0-29: the first block shifts by itself, no + before certification."""
    before = newcomer("1k")
    steps = play_all(before, certified("1k"), score)
    assert [step.state.rank for step in steps[:4]] == [32] * 4
    last = steps[-1]
    assert last.state == IgsState(
        32 + 2 * shift,
        provisional=True,
        rated=5,
        games=5,
        wins=score.count("W"),
        recent="RR",
    )
    inputs = last.reason.inputs
    assert (inputs["block_after"], inputs["shift"]) == (block100, shift)
    assert inputs["rank_code"] == ("adjusted" if shift else "kept")
    assert last.delta == 0


@pytest.mark.parametrize(("score", "block100", "shift", "plus"), BLOCKS)
def test_the_twentieth_game_certifies(score: str, block100: int, shift: int, plus: bool) -> None:
    """S0-27, S0-29: last shift, +, entry points of the table; the counters end."""
    last = play_all(newcomer("1k", games=15, wins=7), certified("1k"), score)[-1]
    rank = 32 + 2 * shift + plus
    assert last.state == IgsState(rank, DEFAULT.entry[rank], rated=20, recent="RR")
    assert last.state.certified
    assert last.delta == DEFAULT.entry[rank]
    inputs = last.reason.inputs
    assert (inputs["rank_code"], inputs["rank_after"]) == ("certified", LADDER[rank])
    assert inputs["remainder"] == block100 - 100 * shift
    assert (inputs["games"], inputs["wins"]) == (20, 7 + score.count("W"))
    assert {"S0-27", "S0-28", "S0-29", "S0-30"} <= set(last.reason.rules)


def test_a_whole_career_of_twenty_games() -> None:
    """Four blocks 4–1 from 3k against a 1k who stays: 5 + 5 + 5 + 5 games, each judged anew."""
    steps = play_all(newcomer("3k"), certified("1k"), "WWWWL" * 4)
    ranks = [step.state.rank_text for step in steps]
    # Against 1k the 3k is the weaker by 2 (p = 0.36): 4 − 1.8 = 2.2, so +2 and he is 1k himself;
    # then 4 − 2.5 = 1.5 makes him 1d; as the stronger by 1, 4 − 2.9 = 1.1 makes him 2d; by 2,
    # 4 − 3.2 = 0.8 leaves 2d and adds the +.
    assert [ranks[n] for n in (4, 9, 14, 19)] == ["1k?", "1d?", "2d?", "2d+"]
    blocks = [steps[n].reason.inputs["block_after"] for n in (4, 9, 14, 19)]
    assert blocks == [220, 150, 110, 80]
    following, _ = play(even(), steps[-1].state, certified("2d+"))
    assert (following.reason.inputs["number"], following.reason.inputs["multiplier"]) == (21, "1.5")


@pytest.mark.parametrize(
    ("rank", "block100", "games", "expected"),
    [
        ("9d", 250, 5, "9d"),
        ("8d", 250, 20, "9d"),
        ("9d", 50, 20, "9d"),
        ("8d", 50, 20, "8d+"),
        ("17k", -250, 5, "17k"),
        ("16k", -250, 20, "17k"),
        ("17k", 50, 20, "17k+"),
        ("1k", 100, 5, "1d"),
        ("1d", -100, 5, "1k"),
        ("1k", 99, 5, "1k"),
        ("1k", 149, 20, "1d"),
        ("1k", 150, 20, "1d+"),
    ],
)
def test_bounds_of_the_formula(rank: str, block100: int, games: int, expected: str) -> None:
    """S0-29: within 17k … 9d, and no 9d+ (A6)."""
    end = end_of_block(index(rank), block100, games, 10, True)
    assert LADDER[end.rank] == expected


@pytest.mark.parametrize(("wins", "rank"), [(0, BC), (4, BC), (5, index("1k")), (20, index("1k"))])
def test_fewer_than_five_wins_lead_to_bc(wins: int, rank: int) -> None:
    """S0-30, whatever the formula says."""
    assert end_of_block(32, 0, 20, wins, True).rank == rank
    end = end_of_block(32, 0, 20, wins, False)
    assert (end.rank, end.waiting) == (rank, wins >= 5)


def test_bc_by_games() -> None:
    steps = play_all(newcomer("1k"), certified("1k"), "WLLLL" * 4)
    assert steps[-1].state == IgsState(BC, rated=20, recent="RR")
    assert steps[-1].reason.inputs["rank_code"] == "bc"
    assert steps[-1].reason.inputs["wins"] == 4
    assert steps[-1].delta == 0
    five = play_all(newcomer("1k"), certified("1k"), "WLLLL" * 3 + "WWLLL")
    assert five[-1].state.certified


def test_wins_against_other_newcomers_keep_one_out_of_bc() -> None:
    """S0-30 says all games; S0-27 counts only those against certified opponents."""
    step, _ = play(even(), newcomer("1k", games=19, wins=4), newcomer("1k"))
    assert (step.state.games, step.state.wins, step.reason.code) == (19, 5, "provisional")
    last, _ = play(even(outcome=WHITE), step.state, certified("1k"))
    assert last.state.certified


def test_a_game_counts_for_the_newcomer_and_not_for_his_opponent() -> None:
    """S0-27 against S0-9: one game, two readings."""
    black, white = play(even(), newcomer("1k"), certified("1k"))
    assert (black.reason.code, black.reason.inputs["counted"]) == ("counted_win", True)
    assert black.reason.inputs["not_rated"] is None
    assert (black.state.games, black.state.rated, black.state.recent) == (1, 1, "R")
    assert (white.reason.code, white.state.rated, white.state.recent) == ("provisional", 200, "RU")


@pytest.mark.parametrize(
    ("played", "opponent", "code", "win"),
    [
        (even(), newcomer("1k"), "provisional", True),
        (even(), in_bc(), "bc", True),
        (even(), pro(), "pro", False),
        (even(board=13), certified("1k"), "board_size", False),
        (even(pair=True), certified("1k"), "pair", False),
        (even(computer=True), certified("1k"), "computer", False),
        (even(white_free=True), certified("1k"), "free_room", False),
        (even(ending=Ending.FORFEIT), certified("1k"), "no_show", False),
        (jigo(), certified("1k"), "jigo", False),
    ],
)
def test_games_that_do_not_count_towards_the_twenty(
    played: Any, opponent: IgsState, code: str, win: bool
) -> None:
    before = newcomer("1k", games=4, wins=2, block100=50)
    step, _ = play(played, before, opponent)
    assert step.state == IgsState(
        32, provisional=True, rated=4, games=4, wins=2 + win, block100=50, recent="U"
    )
    assert (step.reason.code, step.reason.inputs["counted"]) == (code, False)
    assert step.delta == 0


def test_a_void_game_leaves_no_trace() -> None:
    before = newcomer("1k", games=4, wins=2, block100=50)
    step, _ = play(no_result(), before, certified("1k"))
    assert (step.state, step.reason.code) == (before, "no_result")


def test_a_wide_gap_counts_capped() -> None:
    """S0-29 caps the net at 3, so a misjudged start is corrected by just these games."""
    black, white = play(even(), newcomer("9k"), certified("1d"))
    assert black.reason.inputs["expected"] == 32
    assert black.state.block100 == 68
    assert black.reason.inputs["reasons"] == ""
    assert white.reason.inputs["reasons"] == "provisional gap"


def test_expectation_takes_the_newcomers_side() -> None:
    """3d? against 1d, even: the stronger by 2, with either colour; with stones the weaker."""
    black, _ = play(even(), newcomer("3d"), certified("1d"))
    _, white = play(even(), certified("1d"), newcomer("3d"))
    assert (black.reason.inputs["expected"], white.reason.inputs["expected"]) == (64, 64)
    assert (black.reason.inputs["side"], white.reason.inputs["side"]) == ("stronger", "stronger")
    _, white = play(game(handicap=4, komi2=1), certified("1d"), newcomer("3d"))
    assert (white.reason.inputs["expected"], white.reason.inputs["side"]) == (39, "weaker")


def test_without_the_formula_the_office_decides() -> None:
    """S0-29, last line: no shifts; after 20 games he waits, and more games do not count."""
    steps = play_all(newcomer("1k"), certified("1k"), "WWWWW" * 4, NO_FORMULA)
    assert {step.state.rank for step in steps} == {32}
    waiting = steps[-1].state
    assert waiting == IgsState(32, provisional=True, rated=20, games=20, wins=20, recent="RR")
    assert steps[-1].reason.inputs["rank_code"] == "waiting"
    assert "S0-29" not in steps[0].reason.rules
    more, opponent = play(even(), waiting, certified("1k"), NO_FORMULA)
    assert (more.reason.code, more.state.games, more.state.rated) == ("awaiting_office", 20, 20)
    assert opponent.reason.code == "provisional"


def test_a_rank_that_no_newcomer_may_have_is_refused_under_the_fields_name() -> None:
    for wrong in (10**6, index("3d+"), BC):
        with refused(Code.RANK, "declared"):
            check_newcomer_rank(wrong, "declared")
    assert check_newcomer_rank(index("3d"), "declared") == index("3d")
