"""What the IGS system keeps, as JSON and as a value; the house rules."""

from dataclasses import fields
from typing import Any

import pytest
from msgspec import Struct

from ratings.errors import Code
from ratings.igs.conditions import net
from ratings.igs.ladder import BC
from ratings.igs.state import IgsRules, IgsState, check_newcomer_rank
from ratings.igs.system import IgsDecision, IgsDecisionKind
from ratings.igs.thresholds import DEFAULT
from ratings.tests.builders import refused
from ratings.tests.igs_tables import certified, in_bc, newcomer, pro

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
