"""What members declare and the office decides: S0-3, S0-5, S0-27, S0-28, S0-29."""

import json
from typing import Any

import pytest

from ratings.errors import Code
from ratings.igs.ladder import BC, LADDER, UNGRADED
from ratings.igs.state import IgsRules, IgsState
from ratings.igs.system import SYSTEM, IgsDecision, IgsDecisionKind
from ratings.igs.thresholds import DEFAULT
from ratings.system import Step
from ratings.tests.builders import refused
from ratings.tests.igs_tables import RULES, certified, even, in_bc, index, newcomer, play, pro

START, REVISE, SET, PRO = IgsDecisionKind


def decide(
    before: IgsState | None, kind: IgsDecisionKind, rules: IgsRules = RULES, **given: Any
) -> Any:
    if isinstance(given.get("rank"), str):
        given["rank"] = index(given["rank"])
    return SYSTEM.decide(before, IgsDecision(kind, **given), rules)


def test_a_newcomer_picks_a_whole_rank() -> None:
    """S0-27, S0-3."""
    step: Step[IgsState] = decide(None, START, rank="3d")
    assert step.state == IgsState(38, provisional=True)
    assert (step.state.rank_text, step.delta) == ("3d?", 0)
    assert (step.reason.system, step.reason.code) == ("igs", "start")
    assert step.reason.rules == ("S0-3", "S0-27")
    assert step.reason.inputs == {
        "by_office": False,
        "asked_rank": "3d",
        "asked_points": None,
        "points_before": None,
        "points_after": 0,
        "rank_before": None,
        "rank_after": "3d?",
        "certified": False,
        "rated": 0,
        "games": 0,
    }


def test_a_beginner_starts_in_bc() -> None:
    step = decide(None, START, rank=BC)
    assert step.state == IgsState(BC)
    assert step.reason.rules == ("S0-26b",)
    assert step.reason.inputs["asked_rank"] == "BC"


@pytest.mark.parametrize("before", [certified(), newcomer(), in_bc(), pro()])
def test_a_second_start_is_nothing_to_this_system(before: IgsState) -> None:
    assert decide(before, START, rank="3d") is None


@pytest.mark.parametrize(
    ("rank", "code", "reason"),
    [
        ("3d+", Code.RANK, "igs.whole_rank_needed"),
        ("10d", Code.RANK, "igs.not_for_newcomers"),
        (52, Code.RANK, ""),
        (UNGRADED, Code.RANK, ""),
        (None, Code.MISSING, ""),
        (3.0, Code.TYPE, ""),
    ],
)
def test_ranks_that_cannot_be_declared(rank: Any, code: Code, reason: str) -> None:
    """S0-3."""
    with refused(code, "rank", reason):
        decide(None, START, rank=rank)
    with refused(code, "rank", reason):
        decide(newcomer(), REVISE, rank=rank)


def test_a_newcomer_changes_his_rank_and_keeps_his_count() -> None:
    """S0-28."""
    before = newcomer("3d", games=8, wins=3, block100=-94)
    step = decide(before, REVISE, rank="1d")
    assert step.state == newcomer("1d", games=8, wins=3, block100=-94)
    assert (step.reason.code, step.reason.rules) == ("revise", ("S0-3", "S0-28"))
    assert (step.reason.inputs["rank_before"], step.reason.inputs["rank_after"]) == ("3d?", "1d?")


def test_who_waits_for_the_office_is_not_certified_yet() -> None:
    assert decide(newcomer("3d", games=20, wins=9), REVISE, rank="2d").state.rank_text == "2d?"


@pytest.mark.parametrize(
    ("before", "reason"),
    [
        (certified(), "igs.already_certified"),
        (in_bc(), "igs.not_provisional"),
        (pro(), "igs.not_provisional"),
        (None, "igs.not_started"),
    ],
)
def test_nobody_else_changes_his_rank(before: IgsState | None, reason: str) -> None:
    """S0-28: after certification E_STATE."""
    with refused(Code.STATE, "kind", reason):
        decide(before, REVISE, rank="1d")


def test_a_newcomer_cannot_go_to_bc_by_himself() -> None:
    with refused(Code.RANK, "rank", "igs.not_for_newcomers"):
        decide(newcomer(), REVISE, rank=BC)


@pytest.mark.parametrize("rank", ["17k", "1k+", "8d+", "9d", "10d"])
@pytest.mark.parametrize("before", [None, certified("1k"), newcomer("3d", games=20), in_bc(3)])
def test_the_office_sets_any_rank(before: IgsState | None, rank: str) -> None:
    """S0-29, last line: certified, with the entry points of the table."""
    step = decide(before, SET, rank=rank)
    place = LADDER.index(rank)
    assert step.state.certified
    assert (step.state.rank, step.state.points) == (place, DEFAULT.entry[place])
    assert (step.state.games, step.state.wins, step.state.bc_wins) == (0, 0, 0)
    assert step.state.rated == (0 if before is None else before.rated)
    assert step.delta == DEFAULT.entry[place] - (0 if before is None else before.points)
    assert step.reason.code == "set"
    assert step.reason.inputs["by_office"] is True


def test_the_office_certifies_who_waited_and_the_count_goes_on() -> None:
    state = decide(newcomer("3d", games=20, wins=9), SET, rank="3d+").state
    step, _ = play(even(), state, certified("3d+"))
    assert step.reason.inputs["number"] == 21


def test_the_office_puts_into_bc() -> None:
    step = decide(certified("17k"), SET, rank=BC)
    assert step.state == IgsState(BC, rated=200, recent="RR")
    assert step.delta == -5_250


@pytest.mark.parametrize(("rank", "points"), [("1k", 24_400), ("1k", 25_699), ("10d", 80_000)])
def test_the_office_sets_points_that_hold_at_the_rank(rank: str, points: int) -> None:
    assert decide(None, SET, rank=rank, points=points).state.points == points


@pytest.mark.parametrize(
    ("before", "kind", "given", "reason"),
    [
        (None, SET, {"rank": "1k", "points": 25_700}, "igs.not_at_rank"),
        (None, SET, {"rank": "1k", "points": 24_399}, "igs.not_at_rank"),
        (None, SET, {"rank": "10d", "points": 62_699}, "igs.not_at_rank"),
        (None, SET, {"rank": BC, "points": 5_250}, "igs.bc_has_no_points"),
        (None, START, {"rank": BC, "points": 0}, "igs.bc_has_no_points"),
        (None, START, {"rank": "1k", "points": 25_000}, "igs.provisional_has_no_points"),
        (newcomer(), REVISE, {"rank": "1k", "points": 25_000}, "igs.provisional_has_no_points"),
        (None, PRO, {"points": 60_000}, "igs.pro_has_no_points"),
        (certified(), PRO, {"rank": "9d", "points": 0}, "igs.pro_has_no_points"),
    ],
)
def test_points_where_none_belong(
    before: IgsState | None, kind: IgsDecisionKind, given: dict[str, Any], reason: str
) -> None:
    """S0-5: points for a professional are E_INCONSISTENT."""
    with refused(Code.INCONSISTENT, "points", reason):
        decide(before, kind, **given)


def test_points_are_an_integer() -> None:
    with refused(Code.TYPE, "points"):
        decide(None, SET, rank="1k", points=25_000.0)


@pytest.mark.parametrize(("rank", "text"), [(None, "P"), ("9d", "9p"), ("1d", "1p")])
def test_the_office_names_a_professional(rank: str | None, text: str) -> None:
    """S0-5."""
    step = decide(certified("9d"), PRO, rank=rank)
    assert (step.state.pro, step.state.points, step.state.rank_text) == (True, 0, text)
    assert step.delta == -DEFAULT.entry[50]
    assert (step.reason.code, step.reason.rules) == ("pro", ("S0-5",))
    assert decide(None, PRO, rank=rank).state.rank_text == text


@pytest.mark.parametrize("rank", ["1k", "3d+", "10d", BC])
def test_grades_that_are_none(rank: Any) -> None:
    with refused(Code.RANK, "rank"):
        decide(None, PRO, rank=rank)


def test_a_set_rank_needs_a_rank() -> None:
    with refused(Code.MISSING, "rank"):
        decide(None, SET)


def test_every_reason_is_json() -> None:
    for step in (
        decide(None, START, rank="1k"),
        decide(newcomer(), REVISE, rank="2k"),
        decide(None, SET, rank="1k"),
        decide(None, PRO),
    ):
        assert json.loads(json.dumps(step.reason.as_json())) == step.reason.as_json()
