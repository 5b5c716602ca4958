"""Which games are rated, and what a rated one moves: S0-6 … S0-13, S0-19 … S0-25, A3, A4, A8."""

import json
from typing import Any

import pytest

from ratings.errors import Code
from ratings.igs.games import RULES_OF, NotRated
from ratings.igs.state import IgsRules, IgsState
from ratings.igs.system import SYSTEM
from ratings.system import Ending, Outcome, RatedGame
from ratings.tests.builders import game, jigo, no_result, refused
from ratings.tests.igs_tables import (
    BLACK,
    POINTS,
    RULES,
    WHITE,
    certified,
    even,
    in_bc,
    newcomer,
    play,
    pro,
)

NO_SHOW = even(ending=Ending.FORFEIT)


@pytest.mark.parametrize(("net2", "stronger", "weaker", "_chance"), POINTS)
def test_rated_games_by_the_table(net2: int, stronger: int, weaker: int, _chance: int) -> None:
    """S0-19 by even games (S0-16): one level apart is one row, whoever is Black."""
    ranks = ("1d", "1d+", "2d", "2d+", "3d", "3d+", "4d")
    low, high = certified("1d"), certified(ranks[net2])
    for high_takes in (BLACK, WHITE):
        black, white = (high, low) if high_takes is BLACK else (low, high)
        for winner in (BLACK, WHITE):
            steps = play(even(outcome=winner), black, white)
            points = stronger if winner is high_takes else weaker
            gains = (points, -points) if winner is BLACK else (-points, points)
            assert tuple(step.delta for step in steps) == gains


def test_columns_are_swapped_when_black_has_too_much() -> None:
    """S0-18: net −1.5, so Black's win is worth 78 and White's 122."""
    black, white = play(game(handicap=4, komi2=1), certified("1d"), certified("3d"))
    assert (black.delta, white.delta) == (78, -78)
    assert (black.reason.inputs["side"], white.reason.inputs["side"]) == ("stronger", "weaker")
    assert "S0-18" in black.reason.rules
    black, white = play(game(handicap=4, komi2=1, outcome=WHITE), certified("1d"), certified("3d"))
    assert (black.delta, white.delta) == (-122, 122)


def test_each_side_has_its_own_multiplier() -> None:
    """S0-20: the sum of the changes need not be zero."""
    black, white = play(even(), certified("1k", rated=20), certified("1k", rated=100))
    assert (black.delta, white.delta) == (150, -100)
    assert (black.reason.inputs["number"], black.state.rated) == (21, 21)
    first, _ = play(even(), certified("1k", rated=0), certified("1k"))
    assert (first.delta, first.reason.inputs["multiplier"]) == (170, "1.7")


def test_interpolation_is_an_option() -> None:
    """S0-17: 1d against 4d+, Black gives 5.5; 3 5/12 lies past the last row."""
    between = game(komi2=19)  # value −1/4, so 1d against 2d nets 1.25
    cut, _ = play(between, certified("1d"), certified("2d"))
    linear, _ = play(between, certified("1d"), certified("2d"), IgsRules(interpolate=True))
    assert (cut.delta, linear.delta) == (116, 119)
    assert (cut.reason.inputs["net_used"], linear.reason.inputs["net_used"]) == ("1", "5/4")
    assert (cut.reason.inputs["base"], linear.reason.inputs["base"]) == ("116", "119")


BLOCKED: list[tuple[RatedGame, IgsState, str]] = [
    (no_result(), certified("1k"), "no_result"),
    (even(computer=True), certified("1k"), "computer"),
    (even(pair=True), certified("1k"), "pair"),
    (even(), pro("9d"), "pro"),
    (even(), pro(), "pro"),
    (even(board=13), certified("1k"), "board_size"),
    (even(board=9), certified("1k"), "board_size"),
    (even(black_free=True), certified("1k"), "free_room"),
    (even(white_free=True), certified("1k"), "free_room"),
    (jigo(), certified("1k"), "jigo"),
    (even(outcome=WHITE), in_bc(), "bc"),
    (even(outcome=WHITE), newcomer("1k"), "provisional"),
    (game(handicap=9, komi2=-11), certified("10d"), "no_standard"),
    (even(), certified("4d+"), "gap"),
]


@pytest.mark.parametrize(("played", "opponent", "code"), BLOCKED)
def test_unrated_games_move_nothing(played: RatedGame, opponent: IgsState, code: str) -> None:
    """S0-6 … S0-12, S0-23: Black's points, rank and games stay."""
    step, _ = play(played, certified("1k"), opponent)
    assert (step.reason.code, step.delta) == (code, 0)
    assert step.reason.inputs["not_rated"] == code
    assert step.reason.rules[0] == RULES_OF[NotRated(code)][0]
    assert (step.state.points, step.state.rank, step.state.rated) == (24_700, 32, 200)
    assert step.state.recent == ("RR" if code == "no_result" else "RU")
    assert step.reason.inputs["rank_code"] is None


@pytest.mark.parametrize(
    ("played", "black", "white", "gap"),
    [
        (even(), "1d", "4d", None),
        (even(), "1d", "4d+", "gap"),
        (game(komi2=11), "1d", "4d+", None),
        (game(handicap=6, komi2=13), "1d", "1d", "gap"),
        (game(handicap=9, komi2=-11), "9k", "1d", None),
        (game(handicap=9, komi2=-11), "10k", "1d", "no_standard"),
        (even(), "17k", "10d", "no_standard"),
    ],
)
def test_the_gap_is_net_not_raw(played: RatedGame, black: str, white: str, gap: str | None) -> None:
    """S0-10 with A3 and A9; over 9 ranks there is no standard handicap (S0-14)."""
    for step in play(played, certified(black), certified(white)):
        assert step.reason.inputs["not_rated"] == gap


def test_a_guest_moves_nobody() -> None:
    """H-guest: a guest is a person (S0-7), but has no rank here."""
    before = certified("1k")
    black, white = SYSTEM.step(even(white_guest=True), before, None, RULES)
    assert white is None
    assert black is not None
    assert (black.reason.code, black.reason.rules) == ("guest", ("H-guest",))
    assert (black.delta, black.state.rated) == (0, 200)
    assert black.reason.inputs["opponent_rank"] is None
    black, white = SYSTEM.step(even(black_guest=True), None, before, RULES)
    assert black is None
    assert white is not None
    assert white.reason.code == "guest"
    assert SYSTEM.step(even(black_guest=True, white_guest=True), None, None, RULES) == (None, None)


def test_sides_and_states_must_agree() -> None:
    with refused(Code.INCONSISTENT, "white", "ratings.guest_with_points"):
        SYSTEM.step(even(white_guest=True), certified(), certified(), RULES)
    with refused(Code.STATE, "black", "ratings.no_points_yet"):
        SYSTEM.step(even(), None, certified(), RULES)


def test_a_bad_game_is_refused_by_the_step() -> None:
    """S0-14 and S0-25, bad input."""
    for field, bad in (("handicap", {"handicap": 1}), ("komi", {"komi2": 723})):
        with refused(Code.RANGE, field):
            play(even(**bad), certified(), certified())
    with refused(Code.TYPE, "winner"):
        play(even(outcome="black"), certified(), certified())


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"outcome": Outcome.NO_RESULT, "ending": Ending.NONE}, "no_result"),
        ({}, "computer"),
        ({"computer": False}, "pair"),
        ({"computer": False, "pair": False}, "board_size"),
        ({"computer": False, "pair": False, "board": 19}, "free_room"),
        ({"computer": False, "pair": False, "board": 19, "black_free": False}, "no_show"),
    ],
)
def test_order_of_the_reasons(changes: dict[str, Any], code: str) -> None:
    """The first is the code, all go into the inputs."""
    everything = {"computer": True, "pair": True, "board": 13, "black_free": True}
    played = even(**{**everything, "ending": Ending.FORFEIT, **changes})
    step, _ = play(played, certified("1k"), newcomer("9k"))
    reasons = step.reason.inputs["reasons"]
    assert isinstance(reasons, str)
    assert reasons.split()[0] == step.reason.code == code
    # What conditions are worth is known of the full board only (S0-6, S0-15).
    own = ["provisional", "gap"] if played.board == 19 else ["provisional"]
    assert reasons.split()[-len(own) :] == own
    order = list(NotRated)
    assert [NotRated(name) for name in reasons.split()] == sorted(
        map(NotRated, reasons.split()), key=order.index
    )


def test_every_reason_has_its_rules() -> None:
    assert set(RULES_OF) == set(NotRated)


@pytest.mark.parametrize("opponent", [certified("1k"), certified("9d"), newcomer("1k"), in_bc()])
def test_a_no_show_costs_fifty(opponent: IgsState) -> None:
    """S0-13, S0-24: never multiplied, not a rated game, whoever the opponent is."""
    for played, change in ((NO_SHOW, 50), (even(ending=Ending.FORFEIT, outcome=WHITE), -50)):
        step, _ = play(played, certified("1k", rated=0), opponent)
        assert (step.reason.code, step.delta) == ("no_show", change)
        assert (step.state.rated, step.state.recent) == (0, "RU")
        assert step.reason.rules == ("S0-13", "S0-24", "S0-26")


def test_a_no_show_where_no_points_could_move_moves_none() -> None:
    for played in (
        even(ending=Ending.FORFEIT, board=9),
        even(ending=Ending.FORFEIT, black_free=True),
        even(ending=Ending.FORFEIT, pair=True),
    ):
        assert [step.delta for step in play(played, certified(), certified())] == [0, 0]
    step, _ = play(NO_SHOW, certified(), pro())
    assert (step.delta, step.reason.code) == (0, "pro")


@pytest.mark.parametrize("opponent", [newcomer("1k"), newcomer("9k"), in_bc()])
@pytest.mark.parametrize("rated", [0, 30, 200])
def test_fifty_points_for_beating_a_newcomer(opponent: IgsState, rated: int) -> None:
    """S0-25, A8: no multiplier, nothing on a loss, not a rated game."""
    step, _ = play(even(), certified("1k", rated=rated), opponent)
    assert (step.reason.code, step.delta, step.state.rated) == ("fifty", 50, rated)
    assert step.reason.rules == ("S0-9", "S0-25", "S0-26")
    lost, _ = play(even(outcome=WHITE), certified("1k", rated=rated), opponent)
    assert lost.reason.code == ("bc" if opponent.rank < 0 else "provisional")
    assert (lost.delta, lost.state.rated) == (0, rated)


@pytest.mark.parametrize(
    ("recent", "change"),
    [("UU", 0), ("RU", 50), ("UR", 50), ("RR", 50), ("U", 50), ("R", 50), ("", 50)],
)
def test_the_bar_after_two_unrated_games(recent: str, change: int) -> None:
    """S0-25: both of the two before unrated; with fewer than two no bar (H)."""
    step, _ = play(even(), certified("1k", recent=recent), newcomer("1k"))
    assert (step.delta, step.reason.code) == (change, "fifty" if change else "fifty_barred")
    assert step.reason.inputs["recent"] == recent


def test_any_kind_of_game_counts_for_the_bar() -> None:
    """A8: by end time and of any kind; a void game was none (S0-23)."""
    own = certified("1k")
    for played, opponent in ((even(board=9), certified()), (no_result(), certified())):
        own = play(played, own, opponent)[0].state
    assert own.recent == "RU"
    own = play(even(), own, newcomer("1k"))[0].state
    barred, _ = play(even(), own, newcomer("1k"))
    assert (barred.reason.code, barred.state.recent) == ("fifty_barred", "UU")
    own = play(even(), barred.state, certified())[0].state
    assert play(even(), own, newcomer("1k"))[0].reason.code == "fifty"


def test_a_loss_on_time_is_a_loss() -> None:
    black, white = play(even(ending=Ending.TIME), certified(), certified())
    assert (black.delta, white.delta) == (100, -100)


def test_a_professional_has_no_points() -> None:
    """S0-5, S0-8."""
    _, white = play(even(), certified(), pro("9d"))
    assert (white.reason.code, white.delta, white.state.points) == ("pro", 0, 0)
    assert white.reason.inputs["own_rank"] == "9p"
    assert white.reason.inputs["net"] is None
    assert white.state.recent == "U"


def test_reason_holds_every_number_that_a_page_needs() -> None:
    played = game(komi2=11, ending=Ending.POINTS, margin2=5)
    black, white = play(played, certified("1d", rated=30), certified("4d+"))
    assert black.reason.inputs == {
        "result": "W",
        "colour": "B",
        "board": 19,
        "stones": 0,
        "komi2": 11,
        "value": "1/12",
        "difference2": 7,
        "net": "41/12",
        "net_used": "3",
        "interpolated": False,
        "own_rank": "1d",
        "own_level2": 2,
        "opponent_rank": "4d+",
        "opponent_level2": 9,
        "side": "weaker",
        "not_rated": None,
        "reasons": "",
        "rated": 31,
        "recent": "RR",
        "number": 31,
        "multiplier": "1.5",
        "base": "136",
        "delta": 204,
        "points_before": 26_800,
        "points_judged": 27_004,
        "points_after": 27_004,
        "promote": 28_000,
        "promote_published": False,
        "demote": 26_500,
        "demote_published": False,
        "rank_before": "1d",
        "rank_after": "1d",
        "rank_code": "kept",
    }
    assert black.reason.rules == ("S0-15", "S0-17", "S0-19", "S0-20", "S0-26")
    inputs = white.reason.inputs
    assert (inputs["side"], inputs["delta"], inputs["result"]) == ("stronger", -136, "L")
    assert json.loads(json.dumps(inputs)) == inputs


def test_rules_that_apply_are_named() -> None:
    """S0-16 for even games, S0-17 where a cut, S0-21 where rounding was needed."""
    step, _ = play(even(), certified("1d", rated=60), certified("1d+"))
    assert step.reason.rules == (
        *("S0-16", "S0-19", "S0-20", "S0-21"),
        "S0-26",
    )
    step, _ = play(even(), certified("1d", rated=60), certified("1d"))
    assert "S0-21" not in step.reason.rules
    step, _ = play(even(komi2=11), certified("1d"), certified("2d+"))
    assert {"S0-15", "S0-17"} < set(step.reason.rules)


def test_on_a_small_board_conditions_have_no_value() -> None:
    """S0-15 is said of 19×19: nothing is netted, and nothing further is held against the game."""
    for step in play(even(board=13), certified("9k"), certified("5d")):
        assert step.reason.inputs["reasons"] == "board_size"
        assert step.reason.inputs["net"] is None


def test_who_judges_an_opponents_rank_says_which_rule() -> None:
    """S0-9 for the certified, S0-27 for a newcomer's own count, S0-5 for a professional."""
    one, _ = play(even(), certified("3k"), newcomer("3k"))
    assert one.reason.rules[0] == "S0-9"
    one, two = play(even(), newcomer("3k"), newcomer("3k"))
    assert one.reason.rules == two.reason.rules == ("S0-27",)
    one, two = play(even(), certified("3k"), pro())
    assert (one.reason.rules, two.reason.rules) == (("S0-8",), ("S0-5",))


def test_who_loses_a_rated_game_has_a_loss() -> None:
    assert [one.reason.code for one in play(even(), certified("1d"), certified("1d"))] == [
        "win",
        "loss",
    ]
