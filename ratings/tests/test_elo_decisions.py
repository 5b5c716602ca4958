"""Start and bonus of the Elo system: S4-1, S4-7; and a few games replayed (S4-8)."""

from datetime import date

import pytest

from ratings.elo import FACTOR, SYSTEM, EloDecision, EloRules, EloState, chance_of
from ratings.errors import Code
from ratings.replay import DecisionEvent, Event, GameEvent, replay
from ratings.tests.builders import game, refused

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
    before = EloState(1010.25, 3, 2, 1, 0)
    step = SYSTEM.decide(before, BONUS, EloRules(bonus=bonus))
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
