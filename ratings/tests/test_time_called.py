"""A draw because time was called is no jigo (S4-15): any komi allows it, every system says so."""

from __future__ import annotations

import pytest

from ratings.egf import SYSTEM as EGF
from ratings.egf import EgfRules, EgfState
from ratings.elo import SYSTEM as ELO
from ratings.elo import EloRules, EloState
from ratings.errors import Code
from ratings.igs.state import IgsRules, IgsState
from ratings.igs.system import SYSTEM as IGS
from ratings.paa.rules import PaaRules, PaaState
from ratings.paa.system import SYSTEM as PAA
from ratings.system import Ending, Outcome, RatedGame, check_game
from ratings.tests.builders import refused


def game(outcome: Outcome | None, ending: Ending, komi2: int = 13) -> RatedGame:
    return RatedGame(19, 0, komi2, outcome, ending, None)


@pytest.mark.parametrize("komi2", [13, 12, 0, -1, 11])
def test_a_draw_because_time_was_called_stands_with_any_komi(komi2: int) -> None:
    check_game(game(Outcome.JIGO, Ending.CALLED, komi2))
    if komi2 % 2:
        with refused(reason="ratings.jigo_needs_whole_komi"):
            check_game(game(Outcome.JIGO, Ending.NONE, komi2))


@pytest.mark.parametrize("outcome", [Outcome.BLACK, Outcome.WHITE, Outcome.NO_RESULT])
def test_time_is_called_in_a_draw_alone(outcome: Outcome) -> None:
    with refused(code=Code.INCONSISTENT, field="ending", reason="ratings.called_is_a_draw"):
        check_game(game(outcome, Ending.CALLED))


def test_every_system_cites_the_rule_and_none_calls_it_a_jigo() -> None:
    called = game(Outcome.JIGO, Ending.CALLED)
    elo, _other = ELO.step(
        called, EloState(1400, 0, 0, 0, 0), EloState(1000, 0, 0, 0, 0), EloRules()
    )
    assert elo is not None
    assert (elo.delta, elo.reason.code, elo.state.draws) == (0, "draw", 1)
    assert elo.reason.rules == ("S4-4", "S4-15")
    points = PaaState(115, 17, 0, 0, 0, 0, "", certified=False)
    paa, _other = PAA.step(called, points, points, PaaRules())
    assert paa is not None
    assert (paa.delta, paa.reason.code, paa.state.jigo, paa.state.recent) == (0, "called", 1, "J")
    assert paa.reason.rules[0] == "S4-15"
    even = EgfState(2100.0, 0, 0, 0, 0)
    egf, _other = EGF.step(called, even, even, EgfRules())
    jigo, _other = EGF.step(game(Outcome.JIGO, Ending.NONE, 12), even, even, EgfRules())
    assert egf is not None
    assert jigo is not None
    assert (egf.reason.code, egf.reason.rules) == ("called", ("EGF", "S4-15"))
    assert egf.delta == jigo.delta
    certified = IgsState(30, 20000, rated=120)
    igs, _other = IGS.step(called, certified, certified, IgsRules())
    assert igs is not None
    assert (igs.delta, igs.reason.code, igs.reason.rules[0]) == (0, "called", "S4-15")
