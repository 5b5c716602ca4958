"""Every house rule changes a figure; one that changes nothing is no rule."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta

import pytest

from goclub.common.tests.written_once import written_once
from goclub.games.rating.house_rules import specs
from goclub.games.rating.services import preview_house_rule, set_house_rule
from goclub.games.rating.systems.protocol import Spec
from goclub.games.tests.factories import NIGHT, play
from goclub.members.strength.services import set_igs_rank
from goclub.members.tests.factories import LONG_AGO_AT, make_member
from ratings.errors import RuleError
from ratings.paa.rules import TimeLosses

pytestmark = pytest.mark.django_db

LONG_AGO = LONG_AGO_AT.date()


@pytest.fixture
@written_once
def history():
    """A little of everything that a rule may look at: every kind of game, and players to rise."""
    one, two = make_member("One", points=119), make_member("Two", points=119)
    for member, rank in ((one, "1k"), (two, "2k+")):
        set_igs_rank(member=member, rank=rank, by=None, at=LONG_AGO_AT, on=LONG_AGO, reason="known")
    new = make_member("New", points=100)
    for minute in range(25):
        play(one, two, "W+R" if minute % 3 == 2 else "B+R", minute=4 * minute)
    for minute in range(20):
        play(new, two, "W+R" if minute % 4 == 3 else "B+R", minute=200 + 4 * minute)
    day = NIGHT + timedelta(days=1)
    play(one, two, "B+F", played_on=day)
    play(one, two, "B+R", played_on=day, minute=4, white_free=True)
    play(one, two, "B+R", played_on=day, minute=8, handicap=3, komi2=1)
    late, rival = make_member("Late", points=119), make_member("Rival", points=119)
    for minute in range(20):  # lost eight, then won twelve: 0.60 of all, 1.00 of the last twelve
        play(late, rival, "W+R" if minute < 8 else "B+R", minute=300 + 4 * minute)
    _end_at_a_border()
    _draw_and_run_out_of_time(day)


def _end_at_a_border():
    """Five no-shows lead from where 17k begins to its border exactly (S0-24, S0-26)."""
    low, other = make_member("Low", points=60), make_member("Other", points=60)
    for one in (low, other):
        set_igs_rank(member=one, rank="17k", by=None, at=LONG_AGO_AT, on=LONG_AGO, reason="known")
    for minute in range(5):
        play(low, other, "B+F", minute=500 + 4 * minute)


def _draw_and_run_out_of_time(day):
    """A rate that hangs on its jigo (S1-8), and a loss on time in a game that counts (S1-19)."""
    drawn, other = make_member("Drawn", points=115), make_member("Other side", points=50)
    for minute in range(20):
        result = "jigo" if minute % 10 == 9 else "W+R" if minute % 10 in (2, 4, 6) else "B+R"
        play(drawn, other, result, minute=600 + 4 * minute, komi2=12)
    for everywhere in (True, False):  # entered while every game could be lost on time
        value = TimeLosses.EVERYWHERE if everywhere else TimeLosses.OFF_RECORD
        set_house_rule(key="paa_time", value=value, valid_from=LONG_AGO, by=None, reason="asked")
        if everywhere:
            play(drawn, other, "B+T", played_on=day, minute=12)


def other_values(spec: Spec) -> list[int]:
    """Values to try: every choice, else both ends and the neighbours of the default."""
    values = [value for value, _words in spec.choices] or [
        *(spec.low, spec.high, spec.default - 1, spec.default + 1, spec.default + 12),
    ]
    return [v for v in values if spec.low <= v <= spec.high and v != spec.default]


@pytest.mark.parametrize("spec", specs().values(), ids=specs())
def test_every_house_rule_changes_a_figure(history, spec):
    """Taken from the registry: a new rule without effect fails here."""
    reports = []
    for value in other_values(spec):
        with suppress(RuleError):  # a value that contradicts another rule
            reports.append(preview_house_rule(key=spec.key, value=value, valid_from=LONG_AGO))
    moved = [one for report in reports for one in report.moved]
    assert moved
    assert {one.system for one in moved} == {spec.system}
    assert any((one.before, one.rank_before) != (one.after, one.rank_after) for one in moved)
