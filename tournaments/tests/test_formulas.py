"""Parts of a pair's weight by themselves (PAIRING.md, "Weight of a pair", 8 and 9)."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from ratings.errors import Code
from ratings.tests.builders import refused
from tournaments.events.settings import PairingSettings, Settings
from tournaments.events.weights.criteria import distance_points, pseudo_score
from tournaments.formats.clock import Clock, OvertimeSystem, clock_of_words, overtime_words


def who(country="PL", club="Krak", **more):
    return SimpleNamespace(country=country, club=club, **more)


def pool(groups=4, **pairing):
    settings = Settings(floor=-20, bar=3, zero=-30, pairing=PairingSettings(**pairing))
    return SimpleNamespace(settings=settings, groups=groups, round=2)


def test_above_a_threshold_all_have_one_score():
    """Bar less zero, two more and the round: nobody at the bar can have more."""
    strong = who(nbw2=99, rank=5, start2=66, mms2=70)
    assert pseudo_score(pool(), strong) == 3 + 30 + 2 + 2
    weak = who(nbw2=0, rank=-10, start2=40, mms2=41)
    assert pseudo_score(pool(rank_threshold=4), weak) == 20


@pytest.mark.parametrize("preference", [4, 8, 30])
def test_a_country_is_never_further_than_the_whole_field(preference):
    """With four groups, four groups further apart is all there is."""
    upper, lower = who("PL", "Krak"), who("JP", "Krak")
    far = distance_points(pool(country_preference=4), upper, lower)
    assert distance_points(pool(country_preference=preference), upper, lower) == far
    near = distance_points(pool(country_preference=1), upper, lower)
    assert near < far
    assert distance_points(pool(country_preference=1), upper, upper) < near


@pytest.mark.parametrize(
    ("clock", "words"),
    [
        (Clock(60, OvertimeSystem.CANADIAN, 90, stones=15), "15 stones in 90 s"),
        (Clock(60, OvertimeSystem.CANADIAN, 300, stones=20), "20 stones in 5 min"),
        (Clock(60, OvertimeSystem.FISCHER, 20), "+20 s"),
    ],
)
def test_an_overtime_is_written_as_it_is_read(clock, words):
    assert overtime_words(clock) == words
    assert clock_of_words(60, words) == clock


def test_a_clock_may_have_no_basic_time():
    """Ten seconds a move from the start, and nothing else."""
    assert (
        Clock(0, OvertimeSystem.FISCHER, 10).adjusted
        == Clock(5, OvertimeSystem.FISCHER, 10).adjusted - 5
    )
    with refused(Code.RANGE, "basic"):
        Clock(-1)
