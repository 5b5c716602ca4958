"""Declared, set and certified points: S1-3 … S1-6, the forced rank of S1-13."""

import json
from typing import Any

import pytest

from ratings.errors import Code
from ratings.paa.rules import PaaRules, PaaState
from ratings.paa.system import SYSTEM, PaaDecision, PaaDecisionKind, declare
from ratings.ranks import LADDER, parse_rank
from ratings.system import Step
from ratings.tests.builders import refused, state

RULES = PaaRules()


def decide(before: PaaState | None, decision: PaaDecision) -> Step[PaaState]:
    return SYSTEM.decide(before, decision, RULES)


@pytest.mark.parametrize(("rank", "points"), [("1k", 115), ("4k", 85), ("6d", 175)])
def test_a_declared_rank_starts_in_the_middle_of_its_band(rank: str, points: int) -> None:
    """S1-3."""
    step = decide(None, declare(rank=parse_rank(rank)))
    assert step.state == PaaState(points, parse_rank(rank), 0, 0, 0, 0, "", False)
    assert (step.reason.code, step.reason.rules) == ("declared", ("S1-3",))


@pytest.mark.parametrize(
    ("decision", "unknown"), [(declare(), True), (declare(rank=0), False)], ids=["unknown", "9k"]
)
def test_unknown_strength_and_nine_kyu_start_at_nought(
    decision: PaaDecision, unknown: bool
) -> None:
    """S1-4."""
    step = decide(None, decision)
    assert (step.state.points, LADDER[step.state.rank]) == (0, "9k")
    assert step.reason.rules == ("S1-4",)
    assert step.reason.inputs["unknown_strength"] is unknown


def test_points_may_be_declared_directly() -> None:
    """S1-5."""
    step = decide(None, declare(points=118))
    assert (step.state.points, LADDER[step.state.rank]) == (118, "1k")
    assert step.reason.rules == ("S1-5",)
    assert decide(None, declare(points=118, rank=parse_rank("1k"))).state == step.state


def test_declared_points_must_match_a_declared_rank() -> None:
    """S1-5, error column; also when the decision was not built by declare()."""
    with refused(Code.INCONSISTENT, "points", "paa.not_in_band"):
        declare(points=118, rank=parse_rank("1d"))
    with refused(Code.INCONSISTENT, "points", "paa.not_in_band"):
        decide(None, PaaDecision(PaaDecisionKind.DECLARED, points=118, rank=9))


@pytest.mark.parametrize(
    ("rank", "points", "accepted"), [("9k", 41, "0…40"), ("1d", 118, "121…130"), ("8d+", 9, "201…")]
)
def test_the_refusal_tells_the_band(rank: str, points: int, accepted: str) -> None:
    with refused(accepted=accepted):
        declare(points=points, rank=parse_rank(rank))


def test_above_eight_dan_is_declared_in_points() -> None:
    with refused(Code.UNDEFINED, "rank", "paa.no_published_start"):
        declare(rank=parse_rank("8d+"))
    assert LADDER[decide(None, declare(points=210, rank=parse_rank("8d+"))).state.rank] == "8d+"


@pytest.mark.parametrize(
    ("fields", "code", "field"),
    [
        ({"points": -1}, Code.RANGE, "points"),
        ({"points": 1000}, Code.RANGE, "points"),
        ({"points": 115.5}, Code.TYPE, "points"),
        ({"points": "115"}, Code.TYPE, "points"),
        ({"rank": 18}, Code.RANK, "rank"),
        ({"rank": "1k"}, Code.TYPE, "rank"),
    ],
)
def test_declare_error_rows(fields: dict[str, Any], code: Code, field: str) -> None:
    with refused(code, field):
        declare(**fields)


def test_strength_is_declared_once() -> None:
    with refused(Code.STATE, "kind", "paa.already_declared"):
        decide(state(), declare(points=150))


def test_set_needs_points_or_a_rank() -> None:
    with refused(Code.MISSING, "points"):
        decide(state(), PaaDecision(PaaDecisionKind.SET))


def test_the_office_sets_points_and_the_rank_follows() -> None:
    """S1-4: later set by the office from results."""
    step = decide(state(3, "9k", "WWWLLLLL", games=9), PaaDecision(PaaDecisionKind.SET, points=78))
    assert step.state == PaaState(78, parse_rank("5k"), 9, 0, 0, 0, "WWWLLLLL", False)
    assert step.delta == 75
    assert (step.reason.code, step.reason.rules) == ("set", ("S1-4",))
    assert step.reason.inputs["window_reset"] is True


def test_set_inside_the_band_keeps_the_window() -> None:
    step = decide(state(115, "1k", "WWL"), PaaDecision(PaaDecisionKind.SET, points=118))
    assert step.state == PaaState(118, 8, 3, 2, 1, 0, "WWL", False)
    assert step.reason.inputs["window_reset"] is False


def test_the_office_may_force_a_rank_outside_the_band() -> None:
    """S1-13, error column: allowed to the office, and said in the reason."""
    step = decide(state(115, "1k", "WWL"), PaaDecision(PaaDecisionKind.SET, points=115, rank=9))
    assert (step.state.points, LADDER[step.state.rank]) == (115, "1d")
    assert step.state.wins == step.state.losses == 0
    assert step.reason.inputs["rank_forced"] is True
    assert step.reason.rules == ("S1-4", "S1-13")


def test_a_rank_alone_leaves_the_points() -> None:
    step = decide(state(122, "1k", "WWL"), PaaDecision(PaaDecisionKind.SET, rank=9))
    assert (step.state.points, LADDER[step.state.rank], step.delta) == (122, "1d", 0)
    assert step.reason.inputs["rank_forced"] is False


def test_a_rank_alone_for_a_newcomer_gives_its_starting_value() -> None:
    step = decide(None, PaaDecision(PaaDecisionKind.SET, rank=parse_rank("4k")))
    assert (step.state.points, LADDER[step.state.rank], step.delta) == (85, "4k", 85)
    with refused(Code.UNDEFINED, "rank"):
        decide(None, PaaDecision(PaaDecisionKind.SET, rank=17))


@pytest.mark.parametrize(("games", "early"), [(0, True), (9, True), (10, False), (40, False)])
def test_certified_early_is_warned_not_refused(games: int, early: bool) -> None:
    """S1-6."""
    step = decide(state(115, "1k", "WL", games=games), PaaDecision(PaaDecisionKind.CERTIFIED))
    assert step.state == PaaState(115, 8, games, 1, 1, 0, "WL", True)
    assert (step.reason.code, step.reason.rules) == ("certified", ("S1-6",))
    assert step.reason.inputs["early"] is early


def test_certified_points_bring_their_rank_and_stay_certified() -> None:
    step = decide(state(115, "1k", "WL"), PaaDecision(PaaDecisionKind.CERTIFIED, points=133))
    assert (step.state.points, LADDER[step.state.rank], step.state.wins) == (133, "2d", 0)
    assert decide(step.state, PaaDecision(PaaDecisionKind.SET, points=129)).state.certified is True


def test_a_newcomer_is_certified_with_points_only() -> None:
    assert decide(None, PaaDecision(PaaDecisionKind.CERTIFIED, points=195)).state.certified is True
    with refused(Code.MISSING, "points"):
        decide(None, PaaDecision(PaaDecisionKind.CERTIFIED))


def test_the_deltas_of_a_member_sum_to_the_points() -> None:
    first = decide(None, declare(points=118))
    second = decide(first.state, PaaDecision(PaaDecisionKind.SET, points=95))
    assert (first.delta, second.delta) == (118, -23)


def test_reason_of_a_decision_holds_its_numbers() -> None:
    step = decide(state(115, "1k", "WL", games=12), PaaDecision(PaaDecisionKind.SET, points=121))
    assert step.reason.inputs == {
        "by_office": True,
        "asked_points": 121,
        "asked_rank": None,
        "points_before": 115,
        "points_after": 121,
        "band_after": "1d",
        "rank_before": "1k",
        "rank_after": "1d",
        "rank_forced": False,
        "window_reset": True,
        "games": 12,
        "early": False,
        "unknown_strength": False,
    }
    assert json.loads(json.dumps(step.reason.as_json()))["system"] == "paa"
