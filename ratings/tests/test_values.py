"""States, games, reasons and events are values: nobody changes one under another's hands."""

from dataclasses import fields
from datetime import date
from typing import Any

import pytest
from msgspec import Struct

from ratings.paa.conditions import paa_conditions
from ratings.paa.rules import PaaRules
from ratings.paa.system import declare
from ratings.replay import DecisionEvent, GameEvent, ReplayEntry
from ratings.system import Reason, Step
from ratings.tests.builders import game, state

DAY = date(2025, 4, 1)
REASON = Reason("paa", "win", ("S1-7",), {})
STEP = Step(state(), 1, REASON)

VALUES = [
    game(),
    state(),
    PaaRules(),
    declare(points=115),
    REASON,
    STEP,
    paa_conditions(115, 125),
    GameEvent("g1", DAY, game(), "ai", "bo"),
    DecisionEvent("d1", DAY, "ai", declare(points=115)),
    ReplayEntry("g1", "ai", None, STEP),
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_a_value_cannot_be_changed(value: Any) -> None:
    name = value.__struct_fields__[0] if isinstance(value, Struct) else fields(value)[0].name
    with pytest.raises(AttributeError):
        setattr(value, name, getattr(value, name))
    assert not hasattr(value, "__dict__")


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_a_value_can_be_a_key(value: Any) -> None:
    assert len({value, value}) == 1
