"""Elo: S4-1 … S4-8 and the table of RULEBOOK 5.1; the house rule on which club games count."""

import json
import math
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.elo import (
    FACTOR,
    SYSTEM,
    EloDecision,
    EloNotCounted,
    EloRules,
    EloState,
    Feed,
    chance_of,
    why_not_counted,
)
from ratings.errors import Code
from ratings.replay import DecisionEvent, Event, GameEvent, replay
from ratings.system import Ending, Outcome, RatedGame
from ratings.tests.builders import game, jigo, no_result, refused

RULES = EloRules()
LEAGUE = EloRules(feed=Feed.LEAGUE)

# RULEBOOK 5.1: A, B, does A win, exact change of A, change as printed.
TABLE = [
    (1000, 1000, True, 12.5, "+12.5"),
    (1200, 1000, True, 6.0063, "+6.0"),
    (1400, 1000, True, 2.2727, "+2.3"),
    (1400, 1000, False, -22.7273, "-22.7"),
    (1000, 1200, True, 18.9937, "+19.0"),
]

finite = st.floats(-1e308, 1e308)
ratings = st.floats(-1000, 5000)


def elo(rating: float = 1000.0, games: int = 0) -> EloState:
    return EloState(rating, games, games, 0, 0)


def play(played: RatedGame, a: float, b: float, rules: EloRules = RULES) -> tuple[Any, Any]:
    return SYSTEM.step(played, elo(a), elo(b), rules)


@pytest.mark.parametrize(("a", "b", "wins", "exact", "printed"), TABLE)
def test_change_table(a: float, b: float, wins: bool, exact: float, printed: str) -> None:
    """S4-2: the exact column, and the printed one after rounding to one decimal (S4-8)."""
    winner = Outcome.BLACK if wins else Outcome.WHITE
    black, white = play(game(outcome=winner), float(a), float(b))
    assert black.delta == pytest.approx(exact, abs=5e-5)
    assert f"{black.delta:+.1f}" == printed
    assert white.delta == -black.delta
    assert (black.state.rating, white.state.rating) == (a + black.delta, b - black.delta)
    # The same from the other side of the board.
    other = Outcome.WHITE if wins else Outcome.BLACK
    assert play(game(outcome=other), float(b), float(a))[1].delta == black.delta


def test_chance_of_the_table() -> None:
    """S4-2: 1200 against 1000, 75.97 % and 24.03 %, printed 76 and 24."""
    strong, weak = chance_of(1200, 1000), chance_of(1000, 1200)
    assert (f"{strong:.4f}", f"{weak:.4f}") == ("0.7597", "0.2403")
    assert (f"{strong:.0%}", f"{weak:.0%}") == ("76%", "24%")


@pytest.mark.parametrize(("a", "b"), [(1400.0, 1000.0), (1000.0, 1000.0), (700.5, 1812.25)])
def test_a_draw_changes_nothing(a: float, b: float) -> None:
    """S4-4: 1400 – 1000 must stay; ½ in the formula would move both."""
    for step, rating in zip(play(jigo(), a, b), (a, b), strict=True):
        assert (step.state.rating, step.delta) == (rating, 0.0)
        assert math.copysign(1, step.delta) == 1
        assert (step.state.games, step.state.draws) == (1, 1)
        assert (step.reason.code, step.reason.rules) == ("draw", ("S4-4",))


@pytest.mark.parametrize(
    ("ending", "rules"),
    [
        (Ending.RESIGNATION, ("S4-2", "S4-8")),
        (Ending.TIME, ("S4-2", "S4-6", "S4-8")),
        (Ending.FORFEIT, ("S4-2", "S4-6", "S4-8")),
    ],
)
def test_time_and_forfeit_count_as_wins(ending: Ending, rules: tuple[str, ...]) -> None:
    """S4-6."""
    black, white = play(game(ending=ending), 1000.0, 1000.0)
    assert (black.delta, white.delta) == (12.5, -12.5)
    assert (black.reason.code, white.reason.code) == ("win", "loss")
    assert black.reason.rules == white.reason.rules == rules
    assert black.reason.inputs["ending"] == ending.value


def test_counters_follow_the_result() -> None:
    black, white = SYSTEM.step(
        game(), EloState(1000.0, 6, 1, 2, 3), EloState(1000.0, 9, 4, 5, 0), RULES
    )
    assert black is not None
    assert white is not None
    assert black.state == EloState(1012.5, 7, 2, 2, 3)
    assert white.state == EloState(987.5, 10, 4, 6, 0)


# --- Which games count -------------------------------------------------------------------------
NOT_IN_ALL = [
    (no_result(), "no_result", "H-elo-feed"),
    (game(white_guest=True), "guest", "H-guest"),
    (game(board=9), "free_board", "H-elo-feed"),
    (game(board=13), "free_board", "H-elo-feed"),
    (game(handicap=2), "handicap", "H-elo-feed"),
    (game(komi2=1), "komi", "H-even"),
    (game(black_free=True), "free_flag", "H-elo-feed"),
    (game(white_free=True), "free_flag", "H-elo-feed"),
]
LEAGUE_GAMES = [
    game(league=True),
    game(league=True, board=9),
    game(league=True, handicap=9),
    game(league=True, white_free=True),
    jigo(league=True),
]


@pytest.mark.parametrize(("played", "code", "rule"), NOT_IN_ALL)
def test_club_games_that_do_not_count(played: RatedGame, code: str, rule: str) -> None:
    assert why_not_counted(played, Feed.ALL) == code
    before = EloState(1234.5678, 4, 2, 1, 1)
    black, white = SYSTEM.step(played, before, None if played.white_guest else before, RULES)
    for step in (black, white):
        if step is None:
            assert played.white_guest
            continue
        assert (step.state, step.delta) == (before, 0.0)
        assert (step.reason.code, step.reason.rules) == (code, (rule,))
        assert step.reason.inputs["not_counted"] == code
        assert step.reason.inputs["expected"] is None
        assert (
            step.reason.inputs["rating_before"] == step.reason.inputs["rating_after"] == 1234.5678
        )


@pytest.mark.parametrize("played", LEAGUE_GAMES)
@pytest.mark.parametrize("feed", Feed)
def test_a_league_game_counts_whatever_its_conditions(played: RatedGame, feed: Feed) -> None:
    """The league's choice; house rule of the feed."""
    assert why_not_counted(played, feed) is None


def test_only_league_games_count_where_the_feed_says_so() -> None:
    assert why_not_counted(game(), Feed.LEAGUE) == "not_league"
    assert why_not_counted(game(), Feed.ALL) is None
    black, _ = play(game(), 1000.0, 1000.0, LEAGUE)
    assert (black.delta, black.reason.code) == (0.0, "not_league")
    black, _ = play(game(league=True), 1000.0, 1000.0, LEAGUE)
    assert black.delta == 12.5


@pytest.mark.parametrize("komi2", [11, 12, 13, 14, 15])
def test_an_even_game_counts(komi2: int) -> None:
    """H-even: komi from 5.5 to 7.5, both ends included."""
    assert why_not_counted(game(komi2=komi2), Feed.ALL) is None


@pytest.mark.parametrize("komi2", [-13, -11, 0, 1, 10, 16, 25])
def test_another_komi_is_a_handicap_and_a_leagues_own_choice(komi2: int) -> None:
    """H-even; what a league plays counts for its Elo whatever the conditions."""
    assert why_not_counted(game(komi2=komi2), Feed.ALL) is EloNotCounted.KOMI
    assert why_not_counted(game(komi2=komi2, league=True), Feed.ALL) is None


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"outcome": Outcome.NO_RESULT, "ending": Ending.NONE}, "no_result"),
        ({}, "guest"),
        ({"white_guest": False}, "free_board"),
        ({"white_guest": False, "board": 19}, "handicap"),
        ({"white_guest": False, "board": 19, "handicap": 0}, "free_flag"),
    ],
)
def test_order_of_the_reasons(changes: dict[str, Any], code: str) -> None:
    everything = {"white_guest": True, "handicap": 8, "board": 13, "black_free": True}
    played = game(**{**everything, **changes})
    assert why_not_counted(played, Feed.ALL) == code
    only_league = "not_league" if code in ("free_board", "handicap", "free_flag") else code
    assert why_not_counted(played, Feed.LEAGUE) == only_league


@pytest.mark.parametrize("league", [False, True])
@pytest.mark.parametrize("kind", ["computer", "pair"])
def test_pair_go_and_computers_move_nothing_anywhere(kind: str, league: bool) -> None:
    """S0-11, S0-12 for IGS; for the others it is ours (H-kind)."""
    start = EloState(1000.0, 0, 0, 0, 0)
    step, _ = SYSTEM.step(game(komi2=13, league=league, **{kind: True}), start, start, EloRules())
    assert step is not None
    assert (step.delta, step.reason.code, step.reason.rules) == (0.0, kind, ("H-kind",))


@pytest.mark.parametrize("league", [False, True])
def test_whether_a_forfeit_moves_the_rating_is_the_clubs_choice(league: bool) -> None:
    """S4-6: a win 3:0 is published, what it does to the rating is not."""
    start = EloState(1000.0, 0, 0, 0, 0)
    for forfeits, moved, code in ((True, 12.5, "win"), (False, 0.0, "forfeit")):
        played = game(ending=Ending.FORFEIT, komi2=13, league=league)
        step, _ = SYSTEM.step(played, start, start, EloRules(forfeits=forfeits))
        assert step is not None
        assert (step.delta, step.reason.code) == (moved, code)
        assert "S4-6" in step.reason.rules


# --- Sides and errors --------------------------------------------------------------------------
def test_a_guest_gets_no_step_and_has_no_rating() -> None:
    black, white = SYSTEM.step(game(black_guest=True), None, elo(), RULES)
    assert black is None
    assert white is not None
    assert (white.reason.code, white.reason.inputs["opponent"]) == ("guest", None)
    assert SYSTEM.step(game(black_guest=True, white_guest=True), None, None, RULES) == (None, None)
    with refused(Code.INCONSISTENT, "white", "ratings.guest_with_points"):
        SYSTEM.step(game(white_guest=True), elo(), elo(), RULES)


def test_a_member_without_a_rating_is_refused() -> None:
    with refused(Code.STATE, "black", "ratings.no_points_yet"):
        SYSTEM.step(game(), None, elo(), RULES)
    with refused(Code.STATE, "white", "ratings.no_points_yet"):
        SYSTEM.step(game(), elo(), None, RULES)
    with refused(Code.STATE, "white", "ratings.no_points_yet"):
        SYSTEM.step(game(black_guest=True), None, None, RULES)


def test_a_bad_game_is_refused_by_the_step() -> None:
    with refused(Code.RANGE, "handicap"):
        play(game(handicap=1), 1000.0, 1000.0)


# --- What the reason tells ---------------------------------------------------------------------
def test_reason_holds_every_number_that_a_page_needs() -> None:
    played = game(komi2=13, ending=Ending.POINTS, margin2=5, league=True)
    black, white = play(played, 1200.0, 1000.0)
    assert black.reason.system == "elo"
    assert black.reason.inputs == {
        "result": "W",
        "colour": "B",
        "rating_before": 1200.0,
        "rating_after": 1200.0 + black.delta,
        "opponent": 1000.0,
        "expected": chance_of(1200, 1000),
        "k": 25.0,
        "games": 1,
        "feed": "all",
        "league": True,
        "board": 19,
        "handicap": 0,
        "komi2": 13,
        "ending": "points",
        "not_counted": None,
    }
    assert (white.reason.inputs["result"], white.reason.inputs["colour"]) == ("L", "W")
    assert white.reason.inputs["expected"] == chance_of(1000, 1200)
    assert json.loads(json.dumps(white.reason.as_json())) == white.reason.as_json()


# --- Invariants --------------------------------------------------------------------------------
@given(finite, finite)
def test_the_change_never_exceeds_the_factor(a: float, b: float) -> None:
    """S4-3; also where the exponential would overflow."""
    assert 0 <= play(game(), a, b)[0].delta <= 25
    assert 0 <= chance_of(a, b) <= 1


@given(ratings, ratings, st.sampled_from([game(), game(outcome=Outcome.WHITE), jigo()]))
def test_one_loses_exactly_what_the_other_gains(a: float, b: float, played: RatedGame) -> None:
    """S4-2: the change is computed once, so not even the last bit differs."""
    black, white = play(played, a, b)
    assert black.delta == -white.delta
    assert (black.state.rating, white.state.rating) == (a + black.delta, b + white.delta)
    for step in (black, white):
        assert step.state.games == step.state.wins + step.state.losses + step.state.draws


def test_a_game_that_does_not_count_keeps_its_colours() -> None:
    """Black's line says that he took Black and won, White's the other; nothing moves."""
    black, white = play(game(board=9), 1000, 1100)
    told = [step.reason.inputs for step in (black, white)]
    assert [one["colour"] for one in told] == ["B", "W"]
    assert [one["result"] for one in told] == ["W", "L"]
    assert [step.delta for step in (black, white)] == [0, 0]


DAY = date(2025, 4, 1)
START = EloDecision.START
BONUS = EloDecision.BONUS


def test_everybody_starts_at_one_thousand() -> None:
    """S4-1."""
    step = SYSTEM.decide(None, START, EloRules())
    assert step is not None
    assert (step.state, step.delta) == (EloState(1000.0, 0, 0, 0, 0), 1000.0)
    assert (step.reason.system, step.reason.code, step.reason.rules) == ("elo", "start", ("S4-1",))
    assert step.reason.inputs == {
        "by_office": False,
        "rating_before": None,
        "rating_after": 1000.0,
        "bonus": None,
        "games": 0,
    }


def test_who_has_started_does_not_start_again() -> None:
    assert SYSTEM.decide(EloState(1234.5, 3, 2, 1, 0), START, EloRules()) is None


@pytest.mark.parametrize("bonus", [0.0, 7.5, 20.0])
def test_a_national_tournament_brings_the_bonus_of_the_house(bonus: float) -> None:
    """S4-7: the amount is not given; 0 is "not set" and still leaves its line in the ledger."""
    step = SYSTEM.decide(EloState(1010.25, 3, 2, 1, 0), BONUS, EloRules(bonus=bonus))
    assert step is not None
    assert (step.state, step.delta) == (EloState(1010.25 + bonus, 3, 2, 1, 0), bonus)
    assert (step.reason.code, step.reason.rules) == ("bonus", ("S4-7",))
    assert (step.reason.inputs["bonus"], step.reason.inputs["rating_before"]) == (bonus, 1010.25)


def test_a_bonus_needs_a_rating() -> None:
    with refused(Code.STATE, "kind", "ratings.no_points_yet"):
        SYSTEM.decide(None, BONUS, EloRules(bonus=5))


def test_games_are_applied_in_order_of_play() -> None:
    """S4-8: each game uses the ratings that the one before it left, unrounded."""
    events: list[Event] = [
        DecisionEvent("a", DAY, "ai", START),
        DecisionEvent("b", DAY, "bo", START),
        DecisionEvent("a again", DAY, "ai", START),
        GameEvent("g1", DAY, game(), "ai", "bo"),
        GameEvent("g2", DAY, game(), "bo", "ai"),
    ]
    entries = list(replay(SYSTEM, events, lambda _: EloRules()))
    assert [entry.key for entry in entries] == ["a", "b", "g1", "g1", "g2", "g2"]
    back = FACTOR * (1 - chance_of(987.5, 1012.5))
    assert [entry.step.state.rating for entry in entries[2:]] == [
        1012.5,
        987.5,
        987.5 + back,
        1012.5 - back,
    ]


def test_nobody_plays_himself() -> None:
    """S4-2, error column."""
    events: list[Event] = [
        DecisionEvent("a", DAY, "ai", START),
        GameEvent("g1", DAY, game(), "ai", "ai"),
    ]
    with refused(Code.SAME_PLAYER, "white"):
        list(replay(SYSTEM, events, lambda _: EloRules()))
