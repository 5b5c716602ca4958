"""What the salon's page leaves open and a club may read otherwise: S1-8, S1-10, S1-13, S1-19."""

from fractions import Fraction
from typing import Any

import pytest

from ratings.errors import Code
from ratings.paa.forecast import forecast_of
from ratings.paa.rules import JigoRate, PaaRules, PaaState, TimeLosses, check_for_paa, judge, rate
from ratings.paa.system import SYSTEM
from ratings.ranks import LADDER, band_of, parse_rank
from ratings.system import Ending, RatedGame
from ratings.tests.builders import game, jigo, refused, state

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
    named = after.reason.inputs.get("jigo_as")
    assert named == (None if jigo_as is HALF else jigo_as.value)
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
