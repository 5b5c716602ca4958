"""The IGS ladder, what the system keeps, and what the office decides; the house rules."""

import json
from dataclasses import fields
from typing import Any

import pytest
from msgspec import Struct

from ratings.errors import Code
from ratings.igs.conditions import net
from ratings.igs.ladder import (
    BC,
    HIGHEST,
    LADDER,
    LOWEST,
    UNGRADED,
    ParsedRank,
    check_grade,
    check_rank,
    code_of,
    index_of_level,
    is_half,
    level2,
    parse_rank,
    rank_text,
)
from ratings.igs.state import IgsRules, IgsState, check_newcomer_rank
from ratings.igs.system import SYSTEM, IgsDecision, IgsDecisionKind
from ratings.igs.thresholds import DEFAULT
from ratings.system import Step
from ratings.tests.builders import refused
from ratings.tests.igs_tables import RULES, certified, even, in_bc, index, newcomer, play, pro

STATES = [
    certified("1k+", recent=""),
    certified("10d", 70_000),
    certified("17k", -30),
    newcomer("3d"),
    newcomer("9d", games=8, wins=3, block100=-150),
    newcomer("17k", games=20, wins=12),
    in_bc(),
    in_bc(4),
    pro(),
    pro("9d"),
]


@pytest.mark.parametrize(
    ("state", "text", "level2", "has_points"),
    [
        (certified("3d+"), "3d+", 7, True),
        (newcomer("3d"), "3d?", 6, False),
        (in_bc(), "BC", None, False),
        (pro("3d"), "3p", None, False),
        (pro(), "P", None, False),
    ],
)
def test_kinds_of_players(state: IgsState, text: str, level2: int | None, has_points: bool) -> None:
    assert (state.rank_text, state.level2, state.certified) == (text, level2, has_points)


def test_bc_is_not_the_top_of_the_ladder() -> None:
    """An index of −1 must never be read as the last one."""
    assert in_bc().rank_text != certified("10d").rank_text
    assert in_bc().level2 is None


def test_rules_as_the_house_begins() -> None:
    """A2 and S0-29: interpolation off, the formula on."""
    assert IgsRules() == IgsRules(thresholds=DEFAULT, interpolate=False, newcomer_formula=True)


def test_ranks_of_newcomers() -> None:
    """S0-3, S0-27: whole ranks 17k … 9d."""
    assert [check_newcomer_rank(place) for place in range(0, 51, 2)] == list(range(0, 51, 2))
    for place in range(1, 50, 2):
        with refused(Code.RANK, "rank", "igs.whole_rank_needed"):
            check_newcomer_rank(place)
    for place in (BC, 51):
        with refused(Code.RANK, "rank", "igs.not_for_newcomers"):
            check_newcomer_rank(place)


VALUES = [
    certified(),
    IgsRules(),
    DEFAULT,
    IgsDecision(IgsDecisionKind.START, rank=0),
    net(0, 0, 0, 13),
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_a_value_cannot_be_changed_and_can_be_a_key(value: Any) -> None:
    name = value.__struct_fields__[0] if isinstance(value, Struct) else fields(value)[0].name
    with pytest.raises(AttributeError):
        setattr(value, name, getattr(value, name))
    assert not hasattr(value, "__dict__")
    assert len({value, value}) == 1


def test_the_ladder_has_52_steps_in_order() -> None:
    """S0-1 with A6: no 9d+, no 10d+."""
    assert (len(LADDER), LOWEST, HIGHEST, BC) == (52, 0, 51, -1)
    assert LADDER[:4] == ("17k", "17k+", "16k", "16k+")
    assert (LADDER[32:36], LADDER[-4:]) == (("1k", "1k+", "1d", "1d+"), ("8d", "8d+", "9d", "10d"))
    assert len(set(LADDER)) == 52


@pytest.mark.parametrize(
    ("rank", "doubled"),
    [
        ("17k", -32),
        ("17k+", -31),
        ("2k", -2),
        ("1k", 0),
        ("1k+", 1),
        ("1d", 2),
        ("3d+", 7),
        ("4d+", 9),
        ("8d+", 17),
        ("9d", 18),
        ("10d", 20),
    ],
)
def test_levels(rank: str, doubled: int) -> None:
    """S0-2: kyu n = 1 − n, dan n = n, + adds a half."""
    assert level2(LADDER.index(rank)) == doubled


def test_printed_difference_of_levels() -> None:
    """S0-2: 4d+ less 1d is 3.5."""
    assert level2(LADDER.index("4d+")) - level2(LADDER.index("1d")) == 7


def test_bc_has_no_level() -> None:
    with refused(Code.UNDEFINED, "rank", "igs.no_level"):
        level2(BC)


def test_whole_levels_lead_back_to_their_rank() -> None:
    for level in range(-16, 11):
        index = index_of_level(level)
        assert level2(index) == 2 * level
        assert not is_half(index)
    with refused(Code.RANGE, "level"):
        index_of_level(11)
    with refused(Code.RANGE, "level"):
        index_of_level(-17)


def test_half_ranks_are_those_with_a_plus() -> None:
    assert [code_of(place) for place in range(BC, 52) if is_half(place)] == [
        rank for rank in LADDER if rank.endswith("+")
    ]


@pytest.mark.parametrize("rank", LADDER)
def test_every_rank_reads_back(rank: str) -> None:
    assert parse_rank(rank) == ParsedRank(LADDER.index(rank))
    assert code_of(LADDER.index(rank)) == rank


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3d★", ParsedRank(39)),
        ("3D+", ParsedRank(39)),
        (" 3 d + ", ParsedRank(39)),
        ("３ｄ＋", ParsedRank(39)),
        ("1K", ParsedRank(32)),
        ("17 kyu", ParsedRank(0)),
        ("１７級", ParsedRank(0)),
        ("十七級", ParsedRank(0)),
        ("二級+", ParsedRank(31)),
        ("初段", ParsedRank(34)),
        ("初段?", ParsedRank(34, provisional=True)),
        ("三段★", ParsedRank(39)),
        ("十段", ParsedRank(51)),
        ("3 คิว", ParsedRank(28)),
        ("3 ดั้ง", ParsedRank(38)),
        ("๓ ดั้ง", ParsedRank(38)),
        ("3d?", ParsedRank(38, provisional=True)),
        ("10d", ParsedRank(51)),
        ("3p", ParsedRank(38, pro=True)),
        ("9P", ParsedRank(50, pro=True)),
        ("3dP", ParsedRank(38, pro=True)),
        ("三段P", ParsedRank(38, pro=True)),
        ("bc", ParsedRank(BC)),
        ("BC", ParsedRank(BC)),
        ("Beginner", ParsedRank(BC)),
        ("初心者", ParsedRank(BC)),
    ],
)
def test_parse_rank(text: str, expected: ParsedRank) -> None:
    assert parse_rank(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        *("18k", "0k", "0d", "11d", "9d+", "10d+", "9d★", "10d★", "BC+", "BC?", "3d+?", "3d★?"),
        *("3p+", "3p?", "3pp", "0p", "10p", "10dP", "3kP", "3d+P", "初級", "十八級", "99k"),
        *("3", "d", "3x", "+3d", "3d++", "3d?+", "-3k", "3.5d", "1 7k", "pro", "?", "P"),
    ],
)
def test_parse_rank_refuses(text: str) -> None:
    """Error columns of S0-1 and S0-3."""
    with refused(Code.RANK, "rank"):
        parse_rank(text)


@pytest.mark.parametrize(
    ("text", "code"),
    [(None, Code.MISSING), ("", Code.MISSING), ("  ", Code.MISSING), (3, Code.TYPE)],
)
def test_parse_rank_needs_text(text: Any, code: Code) -> None:
    with refused(code, "rank"):
        parse_rank(text)


def test_rank_text_and_its_marks() -> None:
    """S0-3, S0-4: one mark is printed, + ; S0-5."""
    assert rank_text(parse_rank("3d★").index) == "3d+"
    assert rank_text(38, provisional=True) == "3d?"
    assert rank_text(BC) == "BC"
    assert rank_text(50, pro=True) == "9p"
    assert rank_text(UNGRADED, pro=True) == "P"


@pytest.mark.parametrize(
    ("place", "provisional", "professional"),
    [
        (39, True, False),
        (BC, True, False),
        (38, True, True),
        (39, False, True),
        (32, False, True),
        (51, False, True),
        (52, False, False),
        (UNGRADED, False, False),
    ],
)
def test_rank_text_refuses_marks_that_do_not_go_together(
    place: int, provisional: bool, professional: bool
) -> None:
    with refused(Code.RANK, "rank"):
        rank_text(place, provisional, professional)


@pytest.mark.parametrize(
    ("value", "code"),
    [(52, Code.RANK), (-2, Code.RANK), (None, Code.MISSING), ("3d", Code.TYPE), (True, Code.TYPE)],
)
def test_check_rank(value: Any, code: Code) -> None:
    assert check_rank(BC) == BC
    assert check_rank(51) == 51
    with refused(code, "held"):
        check_rank(value, "held")


def test_professional_grades_are_the_dans_one_to_nine() -> None:
    assert [rank_text(place, pro=True) for place in range(34, 52, 2)] == [
        f"{grade}p" for grade in range(1, 10)
    ]
    assert check_grade(UNGRADED) == UNGRADED


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
    assert (step.state, step.reason.rules) == (IgsState(BC), ("S0-26b",))
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
    step = decide(newcomer("3d", games=8, wins=3, block100=-94), REVISE, rank="1d")
    assert step.state == newcomer("1d", games=8, wins=3, block100=-94)
    assert (step.reason.code, step.reason.rules) == ("revise", ("S0-3", "S0-28"))
    assert (step.reason.inputs["rank_before"], step.reason.inputs["rank_after"]) == ("3d?", "1d?")


def test_who_waits_for_the_office_is_not_certified_yet() -> None:
    assert decide(newcomer("3d", games=20, wins=9), REVISE, rank="2d").state.rank_text == "2d?"


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
    assert (step.state, step.delta) == (IgsState(BC, rated=200, recent="RR"), -5_250)


@pytest.mark.parametrize(("rank", "points"), [("1k", 24_400), ("1k", 25_699), ("10d", 80_000)])
def test_the_office_sets_points_that_hold_at_the_rank(rank: str, points: int) -> None:
    assert decide(None, SET, rank=rank, points=points).state.points == points


@pytest.mark.parametrize(("rank", "text"), [(None, "P"), ("9d", "9p"), ("1d", "1p")])
def test_the_office_names_a_professional(rank: str | None, text: str) -> None:
    """S0-5."""
    step = decide(certified("9d"), PRO, rank=rank)
    assert (step.state.pro, step.state.points, step.state.rank_text) == (True, 0, text)
    assert step.delta == -DEFAULT.entry[50]
    assert (step.reason.code, step.reason.rules) == ("pro", ("S0-5",))
    assert decide(None, PRO, rank=rank).state.rank_text == text


INCONSISTENT = [
    (None, SET, {"rank": "1k", "points": 25_700}, "igs.not_at_rank"),
    (None, SET, {"rank": "1k", "points": 24_399}, "igs.not_at_rank"),
    (None, SET, {"rank": "10d", "points": 62_699}, "igs.not_at_rank"),
    (None, SET, {"rank": BC, "points": 5_250}, "igs.bc_has_no_points"),
    (None, START, {"rank": BC, "points": 0}, "igs.bc_has_no_points"),
    (None, START, {"rank": "1k", "points": 25_000}, "igs.provisional_has_no_points"),
    (newcomer(), REVISE, {"rank": "1k", "points": 25_000}, "igs.provisional_has_no_points"),
    (None, PRO, {"points": 60_000}, "igs.pro_has_no_points"),
    (certified(), PRO, {"rank": "9d", "points": 0}, "igs.pro_has_no_points"),
]


@pytest.mark.parametrize(
    ("before", "kind", "given", "code", "field", "reason"),
    [
        # S0-28: after certification E_STATE.
        (certified(), REVISE, {"rank": "1d"}, Code.STATE, "kind", "igs.already_certified"),
        (in_bc(), REVISE, {"rank": "1d"}, Code.STATE, "kind", "igs.not_provisional"),
        (pro(), REVISE, {"rank": "1d"}, Code.STATE, "kind", "igs.not_provisional"),
        (None, REVISE, {"rank": "1d"}, Code.STATE, "kind", "igs.not_started"),
        (newcomer(), REVISE, {"rank": BC}, Code.RANK, "rank", "igs.not_for_newcomers"),
        # S0-5: points for a professional are E_INCONSISTENT.
        *((*given[:3], Code.INCONSISTENT, "points", given[3]) for given in INCONSISTENT),
        (None, SET, {"rank": "1k", "points": 25_000.0}, Code.TYPE, "points", None),
        *(
            (None, PRO, {"rank": rank}, Code.RANK, "rank", None)
            for rank in ("1k", "3d+", "10d", BC)
        ),
        (None, SET, {}, Code.MISSING, "rank", None),
    ],
)
def test_decisions_that_are_refused(
    before: IgsState | None,
    kind: IgsDecisionKind,
    given: dict[str, Any],
    code: Code,
    field: str,
    reason: str | None,
) -> None:
    with refused(code, field, reason):
        decide(before, kind, **given)


def test_every_reason_is_json() -> None:
    for step in (
        decide(None, START, rank="1k"),
        decide(newcomer(), REVISE, rank="2k"),
        decide(None, SET, rank="1k"),
        decide(None, PRO),
    ):
        assert json.loads(json.dumps(step.reason.as_json())) == step.reason.as_json()
