"""Border zones and BC: S0-26, S0-26a … S0-26c, A5, A6."""

from typing import Any

import pytest

from ratings.igs.ladder import BC, LADDER
from ratings.igs.state import IgsRules, IgsState
from ratings.igs.thresholds import DEFAULT, IgsRankCode, Thresholds, judge
from ratings.system import Ending
from ratings.tests.builders import game, jigo
from ratings.tests.igs_tables import (
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
    assert step.state == IgsState(BC, rated=201, recent="RR")
    assert step.delta == -4_950
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
    wins = [step.state.bc_wins for step in steps]
    assert wins == [1, 1, 1, 2, 2, 3, 3, 3, 3, 3, 4, 4, 0]
    assert {step.delta for step in steps[:-1]} == {0}
    last = steps[-1]
    assert last.state == IgsState(0, 5_250, rated=0, recent="UU")
    assert (last.delta, last.reason.code) == (5_250, "bc_win")
    inputs = last.reason.inputs
    assert (inputs["rank_code"], inputs["rank_after"]) == ("entered", "17k")
    assert (inputs["bc_wins"], inputs["bc_wins_needed"]) == (5, 5)
    assert steps[1].reason.code == "bc_loss"
    assert steps[0].reason.rules == ("S0-26b",)


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
    risen = play_all(in_bc(4), certified("17k"), "W", own)[0]
    assert risen.state.points == 5_300
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
