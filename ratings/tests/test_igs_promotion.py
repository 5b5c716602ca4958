"""Newcomers, border zones and BC: S0-25 … S0-28, A5, A6, A8."""

from typing import Any

import pytest

from ratings.errors import Code
from ratings.igs.ladder import BC, LADDER
from ratings.igs.state import IgsRules, IgsState, check_newcomer_rank
from ratings.igs.steps import end_of_block, expected100, shift_of, surprise100
from ratings.igs.thresholds import DEFAULT, IgsRankCode, Thresholds, judge
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

# S0-26: rank, points after the game, rank then, what happened.
BORDERS = [
    ("1k", 25_700, "1k+", "promoted"),
    ("1k", 25_699, "1k", "kept"),
    ("1k", 24_400, "1k", "kept"),
    ("1k", 24_399, "2k+", "demoted"),
    ("1k+", 25_650, "1k+", "kept"),
    ("1k+", 25_400, "1k+", "kept"),
    ("1k+", 25_399, "1k", "demoted"),
    ("17k", 5_500, "17k+", "promoted"),
    ("17k", 5_499, "17k", "kept"),
    ("17k", 4_900, "17k", "kept"),
    ("9d", 63_700, "10d", "promoted"),
    ("9d", 63_699, "9d", "kept"),
    ("9d", 59_900, "9d", "kept"),
    ("9d", 59_899, "8d+", "demoted"),
    ("10d", 62_700, "10d", "kept"),
    ("10d", 62_699, "9d", "demoted"),
    ("10d", 999_999, "10d", "kept"),
    # Points far outside, as after another table came into force: still one step.
    ("1k", 60_000, "1k+", "promoted"),
    ("1k", 5_000, "2k+", "demoted"),
]

# S0-26, worked line: rank, points before, won, points after, rank after.
WORKED = [
    ("1k", 25_650, True, 25_750, "1k+"),
    ("1k+", 25_750, False, 25_650, "1k+"),
    ("9d", 63_600, True, 63_700, "10d"),
    ("10d", 62_750, False, 62_650, "9d"),
    ("1k", 24_500, False, 24_400, "1k"),
    ("1k", 24_499, False, 24_399, "2k+"),
    ("1k", 25_599, True, 25_699, "1k"),
    ("1k", 25_600, True, 25_700, "1k+"),
]


@pytest.mark.parametrize(("rank", "points", "after", "code"), BORDERS)
def test_rank_after(rank: str, points: int, after: str, code: str) -> None:
    """A5: at the promotion points one is promoted, at the demotion points one stays."""
    assert judge(points, index(rank), DEFAULT) == (index(after), points, IgsRankCode(code))


def test_below_seventeen_kyu_the_points_are_lost() -> None:
    """S0-26b, S0-26c."""
    assert judge(4_899, 0, DEFAULT) == (BC, 0, IgsRankCode.BC)


@pytest.mark.parametrize(("rank", "before", "won", "points", "after"), WORKED)
def test_worked_line_by_games(rank: str, before: int, won: bool, points: int, after: str) -> None:
    """S0-26, worked, in even games of ×1; points are carried over unchanged."""
    step = play_all(certified(rank, before), certified(rank), "W" if won else "L")[0]
    assert (step.state.points, step.state.rank) == (points, index(after))
    assert step.delta == (100 if won else -100)
    inputs = step.reason.inputs
    assert inputs["rank_after"] == after
    assert inputs["points_judged"] == inputs["points_after"] == points
    assert "S0-26" in step.reason.rules


def test_worked_line_falling_to_bc() -> None:
    """17k 4 950 − 100 → 4 850 → BC; the reason keeps what the game moved."""
    step = play_all(certified("17k", 4_950), certified("17k"), "L")[0]
    assert (step.state, step.delta) == (IgsState(BC, rated=201, recent="RR"), -4_950)
    inputs = step.reason.inputs
    assert (inputs["delta"], inputs["points_judged"], inputs["points_after"]) == (-100, 4_850, 0)
    assert (inputs["rank_code"], inputs["rank_after"]) == ("bc", "BC")
    assert {"S0-26b", "S0-26c"} <= set(step.reason.rules)


@pytest.mark.parametrize(
    ("rank", "published"),
    [("1k", (True, True)), ("10d", (None, True)), ("3d", (False, False)), ("17k", (True, True))],
)
def test_the_reason_says_which_threshold_is_published(
    rank: str, published: tuple[bool | None, bool]
) -> None:
    inputs = play_all(certified(rank), certified(rank), "W")[0].reason.inputs
    assert (inputs["promote_published"], inputs["demote_published"]) == published
    assert inputs["promote"] == DEFAULT.promote[index(rank)]
    assert inputs["demote"] == DEFAULT.demote[index(rank)]


def test_borders_apply_to_fifty_points_too() -> None:
    """S0-24, S0-25."""
    step, _ = play(even(), certified("1k", 25_650), newcomer("1k"))
    assert (step.state.rank, step.reason.inputs["rank_code"]) == (index("1k+"), "promoted")
    no_show = even(ending=Ending.FORFEIT, outcome=WHITE)
    step, _ = play(no_show, certified("1k", 24_449), certified("1k"))
    assert (step.state.rank, step.reason.inputs["rank_code"]) == (index("2k+"), "demoted")
    step, _ = play(no_show, certified("17k", 4_949), certified("17k"))
    assert (step.state.rank, step.delta) == (BC, -4_949)


def test_a_game_that_moves_nothing_moves_no_rank() -> None:
    """Even where another table would: 30 000 points at 1k, a lost game against a newcomer."""
    step, _ = play(even(outcome=WHITE), certified("1k", 30_000), newcomer("1k"))
    assert (step.state.rank, step.reason.inputs["rank_code"]) == (index("1k"), None)


def test_five_wins_lead_out_of_bc() -> None:
    """S0-26b: whatever the losses; 5 250 points, and the counter is cleared."""
    steps = play_all(in_bc(), certified("1k"), "WLLWLWLLLLW" + "LW")
    assert [step.state.bc_wins for step in steps] == [1, 1, 1, 2, 2, 3, 3, 3, 3, 3, 4, 4, 0]
    assert {step.delta for step in steps[:-1]} == {0}
    last = steps[-1]
    assert last.state == IgsState(0, 5_250, rated=0, recent="UU")
    assert (last.delta, last.reason.code) == (5_250, "bc_win")
    inputs = last.reason.inputs
    assert (inputs["rank_code"], inputs["rank_after"]) == ("entered", "17k")
    assert (inputs["bc_wins"], inputs["bc_wins_needed"]) == (5, 5)
    assert (steps[1].reason.code, steps[0].reason.rules) == ("bc_loss", ("S0-26b",))


@pytest.mark.parametrize("opponent", [certified("9d"), newcomer("1k"), in_bc()])
def test_a_win_against_anybody_counts_in_bc(opponent: IgsState) -> None:
    for played in (even(), game(handicap=9, komi2=-11)):
        step, _ = play(played, in_bc(3), opponent)
        assert (step.state.bc_wins, step.delta) == (4, 0)
        assert step.reason.inputs["not_rated"] is None


@pytest.mark.parametrize(
    ("played", "opponent", "code"),
    [
        (even(board=9), certified(), "board_size"),
        (even(computer=True), certified(), "computer"),
        (even(pair=True), certified(), "pair"),
        (even(white_free=True), certified(), "free_room"),
        (even(ending=Ending.FORFEIT), certified(), "no_show"),
        (even(), pro("1d"), "pro"),
        (jigo(), certified(), "jigo"),
    ],
)
def test_wins_that_do_not_count_in_bc(played: Any, opponent: IgsState, code: str) -> None:
    step, _ = play(played, in_bc(4), opponent)
    assert (step.state.rank, step.state.bc_wins, step.reason.code) == (BC, 4, code)
    assert step.delta == 0


def test_return_from_bc_is_again_at_5250() -> None:
    """S0-26c: the way down and up; the rated games go on counting."""
    fallen = play_all(certified("17k", 4_950, rated=30), certified("17k"), "L")[0].state
    risen = play_all(fallen, certified("17k"), "WWWWW")[-1].state
    assert risen == IgsState(0, 5_250, rated=31, recent="UU")


def test_a_clubs_own_table_decides() -> None:
    data = DEFAULT.to_json()
    data["entry"][0], data["promote"][0] = 5_300, 5_450
    own = IgsRules(thresholds=Thresholds.from_json(data))
    assert play_all(in_bc(4), certified("17k"), "W", own)[0].state.points == 5_300
    assert play_all(certified("17k", 5_350), certified("17k"), "W", own)[0].state.rank == 1
    assert play_all(certified("17k", 5_350), certified("17k"), "W")[0].state.rank == 0


def test_narrow_ranks_still_move_one_step_a_game() -> None:
    """A club may make ranks narrower than a game's points; S0-26 allows one step."""
    promote = [10 * place + 15 for place in range(51)]
    narrow = Thresholds((*promote, None), (12, *promote), tuple(10 * place for place in range(52)))
    rules = IgsRules(thresholds=narrow)
    up = play_all(IgsState(32, 330, rated=0), certified("1k"), "W", rules)[0]
    assert (up.delta, up.state.rank) == (170, 33)
    down = play_all(IgsState(5, 55, rated=0), certified("15k+"), "L", rules)[0]
    assert (down.state.points, LADDER[down.state.rank]) == (-115, "15k")


@pytest.mark.parametrize(("above", "rank"), [(False, "1k+"), (True, "1k")])
def test_the_border_itself_is_the_clubs_reading(above: bool, rank: str) -> None:
    """S0-26: the heading says "least points", the footnote "more than"."""
    step, _ = play(even(), certified("1k", 25_600), certified("1k"), IgsRules(above=above))
    assert (step.state.points, step.state.rank_text) == (25_700, rank)


@pytest.mark.parametrize(("tenths", "moved"), [(10, 100), (17, 170), (20, 200)])
def test_the_first_twenty_games_are_multiplied_as_the_club_says(tenths: int, moved: int) -> None:
    """S0-20 H; the twenty-first is published."""
    rules = IgsRules(first_twenty10=tenths)
    step, _ = play(even(), certified("1d", rated=19), certified("1d"), rules)
    assert step.delta == moved
    step, _ = play(even(), certified("1d", rated=20), certified("1d"), rules)
    assert step.delta == 150


def test_a5_the_minimum_points_promote() -> None:
    assert [LADDER[judge(points, 32, DEFAULT)[0]] for points in (25_699, 25_700)] == [
        "1k",
        "1k+",
    ]
    assert [LADDER[judge(points, 32, DEFAULT)[0]] for points in (24_400, 24_399)] == [
        "1k",
        "2k+",
    ]


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
    assert [steps[n].reason.inputs["block_after"] for n in (4, 9, 14, 19)] == [220, 150, 110, 80]
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
    assert LADDER[end_of_block(index(rank), block100, games, 10, True).rank] == expected


@pytest.mark.parametrize(("wins", "rank"), [(0, BC), (4, BC), (5, index("1k")), (20, index("1k"))])
def test_fewer_than_five_wins_lead_to_bc(wins: int, rank: int) -> None:
    """S0-30, whatever the formula says."""
    assert end_of_block(32, 0, 20, wins, True).rank == rank
    end = end_of_block(32, 0, 20, wins, False)
    assert (end.rank, end.waiting) == (rank, wins >= 5)


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
    step, _ = play(played, newcomer("1k", games=4, wins=2, block100=50), opponent)
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
    assert (black.reason.inputs["expected"], black.state.block100) == (32, 68)
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
