"""One game in the PAA system: S1-7 … S1-13, S1-19, B7, B8; the club's own readings."""

import json
from fractions import Fraction
from typing import Any

import pytest

from ratings.errors import Code
from ratings.paa.forecast import forecast_of
from ratings.paa.rules import (
    JigoRate,
    PaaRules,
    PaaState,
    TimeLosses,
    check_for_paa,
    judge,
    rate,
    why_not_counted,
)
from ratings.paa.system import SYSTEM
from ratings.ranks import LADDER, band_of, parse_rank
from ratings.system import Ending, Outcome, RatedGame
from ratings.tests.builders import game, jigo, no_result, refused, state

RULES = PaaRules()

FREE_GAMES = [
    (game(handicap=7), "free_handicap", "S1-10"),
    (game(handicap=9), "free_handicap", "S1-10"),
    (game(board=9), "free_board", "S1-10"),
    (game(board=13), "free_board", "S1-10"),
    (game(black_free=True), "free_flag", "S1-10"),
    (game(white_free=True), "free_flag", "S1-10"),
    (jigo(board=9), "free_board", "S1-10"),
]
VOID_GAMES = [
    (no_result(), "no_result", "S1-9"),
    (game(ending=Ending.FORFEIT), "forfeit", "S1-11"),
]


def play(
    played: RatedGame, black: PaaState | None, white: PaaState | None, rules: PaaRules = RULES
) -> tuple[Any, Any]:
    return SYSTEM.step(played, black, white, rules)


@pytest.mark.parametrize(
    ("played", "black", "white"),
    [
        (game(), ("win", 1, "W"), ("loss", -1, "L")),
        (game(outcome=Outcome.WHITE), ("loss", -1, "L"), ("win", 1, "W")),
        (jigo(), ("jigo", 0, "J"), ("jigo", 0, "J")),
        (game(handicap=6, komi2=-3), ("win", 1, "W"), ("loss", -1, "L")),
    ],
)
def test_counted_game(
    played: RatedGame, black: tuple[str, int, str], white: tuple[str, int, str]
) -> None:
    """S1-7 and S1-8: +1, −1, 0; the game and the win rate count."""
    assert why_not_counted(played) is None
    steps = play(played, state(115, "1k", "WL"), state(116, "1k", "WL"))
    for (code, delta, letter), step, before in zip((black, white), steps, (115, 116), strict=True):
        assert step is not None
        assert (step.reason.code, step.delta) == (code, delta)
        assert step.state.points == before + delta
        assert (step.state.games, step.state.recent) == (3, "WL" + letter)
        assert (step.state.wins, step.state.losses, step.state.jigo) == (
            1 + (letter == "W"),
            1 + (letter == "L"),
            int(letter == "J"),
        )
        assert step.reason.rules[0] == ("S1-8" if code == "jigo" else "S1-7")


@pytest.mark.parametrize(("played", "code", "rule"), FREE_GAMES)
def test_free_game_counts_as_played_only(played: RatedGame, code: str, rule: str) -> None:
    """S1-10: points 0, games +1, not in the win rate; for both sides."""
    assert why_not_counted(played) == code
    before = state(115, "1k", "WL")
    for step in play(played, before, before):
        assert (step.delta, step.state) == (0, PaaState(115, 8, 3, 1, 1, 0, "WL", False))
        assert (step.reason.code, step.reason.rules) == (code, (rule,))
        assert step.reason.inputs["not_counted"] == code
        assert step.reason.inputs["floored"] is step.reason.inputs["capped"] is False


@pytest.mark.parametrize(("played", "code", "rule"), VOID_GAMES)
def test_void_game_changes_nothing(played: RatedGame, code: str, rule: str) -> None:
    """S1-9, S1-11 with B8: not even the number of games."""
    before = state(115, "1k", "WL")
    for step in play(played, before, before):
        assert (step.state, step.delta) == (before, 0)
        assert (step.reason.code, step.reason.rules) == (code, (rule,))


def test_six_stones_still_count_and_seven_do_not() -> None:
    assert why_not_counted(game(handicap=6)) is None
    assert why_not_counted(game(handicap=7)) == "free_handicap"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"outcome": Outcome.NO_RESULT, "ending": Ending.NONE}, "no_result"),
        ({"ending": Ending.FORFEIT}, "forfeit"),
        ({}, "guest"),
        ({"white_guest": False}, "free_handicap"),
        ({"white_guest": False, "handicap": 0}, "free_board"),
        ({"white_guest": False, "handicap": 0, "board": 19}, "free_flag"),
    ],
)
def test_order_of_the_reasons(changes: dict[str, Any], code: str) -> None:
    everything = {"white_guest": True, "handicap": 8, "board": 13, "black_free": True}
    assert why_not_counted(game(**{**everything, **changes})) == code


def test_game_with_a_guest_counts_as_played_only() -> None:
    black, white = play(game(white_guest=True), state(115, "1k", "WL"), None)
    assert white is None
    assert black.state == PaaState(115, 8, 3, 1, 1, 0, "WL", False)
    assert (black.reason.code, black.reason.rules) == ("guest", ("H-guest",))
    black, white = play(game(black_guest=True), None, state(115, "1k", "WL"))
    assert black is None
    assert white.reason.code == "guest"


def test_two_guests_get_no_step() -> None:
    assert play(game(black_guest=True, white_guest=True), None, None) == (None, None)


def test_a_side_without_a_state_gets_no_step() -> None:
    black, white = play(game(), None, state(115))
    assert black is None
    assert white.state.points == 114


def test_a_guest_has_no_points() -> None:
    with refused(Code.INCONSISTENT, "white", "ratings.guest_with_points"):
        play(game(white_guest=True), state(), state())


def test_a_bad_game_is_refused_by_the_step() -> None:
    with refused(Code.RANGE, "handicap"):
        play(game(handicap=1), state(), state())


def test_points_never_leave_their_bounds() -> None:
    """S1-1 (H bounds)."""
    winner, loser = play(game(), state(999, "8d+"), state(0, "9k"))
    assert (winner.state.points, winner.delta) == (999, 0)
    assert (loser.state.points, loser.delta) == (0, 0)
    assert winner.reason.inputs["capped"] is True
    assert loser.reason.inputs["floored"] is True
    assert "S1-1" in winner.reason.rules
    assert "S1-1" in loser.reason.rules
    winner, loser = play(game(), state(998, "8d+"), state(1, "9k"))
    assert (winner.delta, loser.delta) == (1, -1)
    assert winner.reason.inputs["capped"] is False
    assert loser.reason.inputs["floored"] is False


def test_promotion_in_a_game_empties_the_window() -> None:
    """S1-12, S1-13: 13–7 with 121 points → 1 dan; the reason keeps the window that decided."""
    black, _ = play(game(), state(120, "1k", "L" * 7 + "W" * 12), state(115))
    assert LADDER[black.state.rank] == "1d"
    assert (black.state.wins, black.state.losses, black.state.jigo) == (0, 0, 0)
    assert black.state.recent == "L" * 7 + "W" * 13
    inputs = black.reason.inputs
    assert inputs["rank_code"] == "promoted"
    assert (inputs["rank_before"], inputs["rank_after"]) == ("1k", "1d")
    assert (inputs["band_before"], inputs["band_after"]) == ("1k", "1d")
    assert (inputs["wins"], inputs["losses"], inputs["jigo"], inputs["rate"]) == (13, 7, 0, "13/20")
    assert {"S1-12", "S1-13"} <= set(black.reason.rules)


def test_demotion_in_a_game() -> None:
    _, white = play(game(), state(115), state(111, "1k", "W" * 7 + "L" * 12))
    assert LADDER[white.state.rank] == "2k"
    assert (white.reason.inputs["rank_code"], white.reason.inputs["rate"]) == ("demoted", "7/20")


def test_a_jigo_can_promote() -> None:
    """The points already lie in the higher band; the tenth game brings the rate."""
    black, _ = play(jigo(), state(122, "1k", "W" * 7 + "LL"), state(115))
    assert LADDER[black.state.rank] == "1d"
    assert black.reason.inputs["rate"] == "15/20"
    assert Fraction(black.reason.inputs["rate"]) == Fraction(3, 4)


def test_a_free_game_never_moves_the_rank() -> None:
    ripe = state(125, "1k", "W" * 20)
    black, _ = play(game(board=9), ripe, state())
    assert LADDER[black.state.rank] == "1k"
    assert black.reason.inputs["rank_code"] is None


def test_recent_keeps_the_last_hundred() -> None:
    black, _ = play(game(), state(115, "1k", "L" + "J" * 99), state())
    assert black.state.recent == "J" * 99 + "W"


def test_a_window_in_force_decides_with_the_last_games() -> None:
    player = state(120, "1k", "L" * 30 + "L" * 6 + "W" * 13)
    plain, _ = play(game(), player, state(), PaaRules())
    recent, _ = play(game(), player, state(), PaaRules(window=20))
    assert plain.reason.inputs["rank_code"] == "kept_rate"
    assert recent.reason.inputs["rank_code"] == "promoted"
    assert (recent.reason.inputs["wins"], recent.reason.inputs["losses"]) == (14, 6)
    assert recent.reason.inputs["window"] == 20


def test_reason_holds_every_number_that_a_page_needs() -> None:
    played = game(handicap=2, komi2=7, ending=Ending.POINTS, margin2=5)
    black, white = play(played, state(115, "1k"), state(125, "1d", "W"))
    assert black.reason.inputs == {
        "result": "W",
        "colour": "B",
        "points_before": 115,
        "points_after": 116,
        "band_before": "1k",
        "band_after": "1k",
        "rank_before": "1k",
        "rank_after": "1k",
        "wins": 1,
        "losses": 0,
        "jigo": 0,
        "rate": "1/1",
        "min_games": 10,
        "window": 0,
        "rank_code": "kept_band",
        "games": 1,
        "board": 19,
        "handicap": 2,
        "komi2": 7,
        "not_counted": None,
        "floored": False,
        "capped": False,
    }
    assert black.reason.system == "paa"
    assert (white.reason.inputs["colour"], white.reason.inputs["result"]) == ("W", "L")
    assert json.loads(json.dumps(white.reason.inputs)) == white.reason.inputs


def test_reason_of_a_void_game_has_no_rate() -> None:
    black, _ = play(no_result(), state(), state())
    assert (black.reason.inputs["result"], black.reason.inputs["rate"]) == ("N", None)


def test_one_players_wish_may_free_his_own_side_alone() -> None:
    """S1-10: the page can be read either way; the club's choice."""
    played = game(white_free=True)
    for both, moved in ((True, (0, 0)), (False, (1, 0))):
        steps = SYSTEM.step(played, state(), state(), PaaRules(free_both=both))
        assert tuple(step.delta for step in steps if step is not None) == moved
        assert [step.state.games for step in steps if step is not None] == [1, 1]


@pytest.mark.parametrize(("points", "outcome"), [(999, Outcome.BLACK), (0, Outcome.WHITE)])
def test_only_the_ends_of_the_scale_cite_them(points: int, outcome: Outcome) -> None:
    """S1-1: within them a result cites what moved it."""
    step, _ = SYSTEM.step(game(outcome=outcome), state(points, LADDER[-1]), state(), RULES)
    inside, _ = SYSTEM.step(game(outcome=outcome), state(500, LADDER[-1]), state(), RULES)
    assert step is not None
    assert inside is not None
    assert step.reason.rules != inside.reason.rules
    assert (step.delta, abs(inside.delta)) == (0, 1)


HALF, LEFT_OUT, NO_WIN = JigoRate.HALF, JigoRate.LEFT_OUT, JigoRate.NO_WIN
NOWHERE, OFF_RECORD, EVERYWHERE = TimeLosses.NOWHERE, TimeLosses.OFF_RECORD, TimeLosses.EVERYWHERE


def steps(
    played: RatedGame, black: PaaState | None = None, white: PaaState | None = None, **rules: Any
) -> list[Any]:
    black, white = black or state(score="WL"), white or state(score="WL")
    return list(SYSTEM.step(played, black, white, PaaRules(**rules)))


# --- A jigo in the win rate (S1-8, S1-13) --------------------------------------------------------
@pytest.mark.parametrize(
    ("points", "wins", "losses", "jigos", "half", "left_out", "no_win"),
    [
        (121, 12, 6, 2, "promoted", "promoted", "kept_rate"),  # 13/20, 12/18, 12/20
        (121, 11, 6, 3, "kept_rate", "kept_rate", "kept_rate"),  # 12½/20, 11/17, 11/20
        (121, 13, 7, 1, "kept_rate", "promoted", "kept_rate"),  # 13½/21, 13/20 exactly, 13/21
        (121, 13, 6, 1, "promoted", "promoted", "promoted"),  # 13½/20, 13/19, 13/20 exactly
        (110, 7, 13, 1, "kept_rate", "demoted", "demoted"),  # 7½/21, 7/20 exactly, 7/21
        (110, 6, 11, 3, "kept_rate", "kept_rate", "demoted"),  # 7½/20, 6/17, 6/20
        (121, 6, 0, 4, "promoted", "promoted", "kept_rate"),  # the jigo are of the ten games
        (121, 6, 0, 3, "kept_few", "kept_few", "kept_few"),  # nine games, however they are read
        (121, 0, 0, 10, "kept_rate", "kept_rate", "kept_rate"),  # 5/10, none, 0/10
        (110, 0, 0, 10, "kept_rate", "kept_rate", "demoted"),
    ],
)
def test_a_jigo_in_the_rate_as_the_club_reads_it(
    points: int, wins: int, losses: int, jigos: int, half: str, left_out: str, no_win: str
) -> None:
    """Half a win, left out of the rate, or a game without a win; always one of the ten games."""
    held = parse_rank("1k")
    found = [
        judge(band_of(points), held, wins, losses, jigos, 10, jigo)[1]
        for jigo in (HALF, LEFT_OUT, NO_WIN)
    ]
    assert found == [half, left_out, no_win]


@pytest.mark.parametrize(
    ("jigo_as", "expected", "text"),
    [
        (HALF, Fraction(13, 21), "13/21"),
        (LEFT_OUT, Fraction(12, 19), "12/19"),
        (NO_WIN, Fraction(12, 21), "12/21"),
    ],
)
def test_the_rate_and_the_reason_say_the_same(
    jigo_as: JigoRate, expected: Fraction, text: str
) -> None:
    """The forecast and the ledger divide alike; a reading that changed nothing is not named."""
    held = state(score="W" * 12 + "L" * 7 + "J")
    rules = PaaRules(jigo=jigo_as)
    after = SYSTEM.step(jigo(), held, state(), rules)[0]
    assert after is not None
    assert after.reason.inputs["rate"] == text
    assert rate(after.state, rules) == expected
    side = forecast_of(after.state, rules).promotion
    assert side is not None
    assert side.rate == expected
    assert after.reason.inputs.get("jigo_as") == (None if jigo_as is HALF else jigo_as.value)
    plain = SYSTEM.step(game(), state(score="WL"), state(), rules)[0]
    assert plain is not None
    assert "jigo_as" not in plain.reason.inputs


def test_only_jigo_left_out_give_no_rate() -> None:
    """Never 0/0 (S1-13)."""
    only = state(score="J" * 12)
    assert rate(only, PaaRules(jigo=LEFT_OUT)) is None
    assert rate(only, PaaRules(jigo=NO_WIN)) == 0
    step = SYSTEM.step(jigo(), only, state(), PaaRules(jigo=LEFT_OUT))[0]
    assert step is not None
    assert step.reason.inputs["rate"] is None


# --- Time (S1-19) --------------------------------------------------------------------------------
ON_TIME = game(ending=Ending.TIME)
FREE_ON_TIME = game(ending=Ending.TIME, white_free=True)


@pytest.mark.parametrize(
    ("played", "more", "allowed"),
    [
        (ON_TIME, {}, {EVERYWHERE}),
        (FREE_ON_TIME, {}, {OFF_RECORD, EVERYWHERE}),
        # Free for White alone it still moves Black's points.
        (FREE_ON_TIME, {"free_both": False}, {EVERYWHERE}),
        (
            game(ending=Ending.TIME, black_free=True, white_free=True),
            {"free_both": False},
            {OFF_RECORD, EVERYWHERE},
        ),
        (game(ending=Ending.TIME, handicap=7), {}, {OFF_RECORD, EVERYWHERE}),
        (game(ending=Ending.TIME, board=13), {"free_both": False}, {OFF_RECORD, EVERYWHERE}),
        (game(), {}, {NOWHERE, OFF_RECORD, EVERYWHERE}),
    ],
)
def test_where_a_game_may_be_lost_on_time(
    played: RatedGame, more: dict[str, Any], allowed: set[TimeLosses]
) -> None:
    for where in TimeLosses:
        rules = PaaRules(time_losses=where, **more)
        if where in allowed:
            check_for_paa(played, rules)
        else:
            reason = "paa.no_time_loss" if where is NOWHERE else "paa.time_loss"
            with refused(Code.INCONSISTENT, "ending", reason):
                check_for_paa(played, rules)


@pytest.mark.parametrize(
    ("where", "codes", "deltas", "games", "rules"),
    [
        (NOWHERE, ["time", "time"], [0, 0], [2, 2], ("S1-19",)),
        (OFF_RECORD, ["time", "time"], [0, 0], [2, 2], ("S1-19",)),
        (EVERYWHERE, ["win", "loss"], [1, -1], [3, 3], ("S1-7", "S1-12", "S1-13", "S1-19")),
    ],
)
def test_a_loss_on_time_in_a_game_that_counts(
    where: TimeLosses, codes: list[str], deltas: list[int], games: list[int], rules: tuple[str, ...]
) -> None:
    """Entered while it was allowed and read under another rule it is a game without a result."""
    found = steps(ON_TIME, time_losses=where)
    assert [step.reason.code for step in found] == codes
    assert [step.delta for step in found] == deltas
    assert [step.state.games for step in found] == games
    assert {step.reason.rules for step in found} == {rules}


@pytest.mark.parametrize(("where", "games"), [(NOWHERE, 2), (OFF_RECORD, 3), (EVERYWHERE, 3)])
def test_a_free_game_lost_on_time_is_played_where_it_may_be(where: TimeLosses, games: int) -> None:
    for step in steps(FREE_ON_TIME, time_losses=where):
        assert (step.delta, step.state.games) == (0, games)


def test_free_for_one_side_alone_a_loss_on_time_costs_the_other_nothing() -> None:
    """S1-10 and S1-19 together: the game would move Black's points, so it cannot be lost so."""
    found = steps(FREE_ON_TIME, free_both=False)
    assert [step.reason.code for step in found] == ["time", "time"]
    everywhere = steps(FREE_ON_TIME, free_both=False, time_losses=EVERYWHERE)
    assert [step.reason.code for step in everywhere] == ["win", "free_flag"]


def test_who_gains_from_a_game_free_for_the_other_is_told_so() -> None:
    """S1-10: the setting is named where it had an effect."""
    black, white = steps(game(white_free=True), free_both=False)
    assert black.reason.rules == ("S1-7", "S1-12", "S1-13", "S1-10")
    assert white.reason.rules == ("S1-10",)


def test_readings_are_read_from_the_numbers_of_the_settings() -> None:
    assert PaaRules(jigo=1, time_losses=2) == PaaRules(jigo=LEFT_OUT, time_losses=EVERYWHERE)
    assert LADDER[judge(9, 8, 12, 6, 2, 10, NO_WIN)[0]] == "1k"
