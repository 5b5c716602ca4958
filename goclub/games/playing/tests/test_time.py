"""Which games may be lost on time: the house rule of the day they were played (S1-19)."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from goclub.games.models import RatingEntry
from goclub.games.rating.ledger.recalculation import rebuild
from goclub.games.rating.services import preview_house_rule, set_house_rule
from goclub.games.tests.factories import NIGHT, facts, play
from goclub.members.tests.factories import make_member
from ratings.errors import Code
from ratings.tests.builders import refused

pytestmark = pytest.mark.django_db

NOWHERE, OFF_RECORD, EVERYWHERE = range(3)


def hold(value: int, since: date) -> None:
    set_house_rule(key="paa_time", value=value, valid_from=since, by=None, reason="we agreed")


@pytest.fixture
def pair():
    return make_member(points=100), make_member(points=104)


def test_the_day_of_the_game_decides(pair):
    """A club that plays with clocks from one day on, and gives them up another."""
    hold(EVERYWHERE, NIGHT)
    hold(NOWHERE, NIGHT + timedelta(days=7))
    day_before, last = NIGHT - timedelta(days=1), NIGHT + timedelta(days=6)
    today = NIGHT + timedelta(days=30)
    for day, free, reason in (
        (day_before, False, "paa.time_loss"),
        (day_before, True, ""),
        (NIGHT, False, ""),
        (last, True, ""),
        (last + timedelta(days=1), False, "paa.no_time_loss"),
        (last + timedelta(days=1), True, "paa.no_time_loss"),
    ):
        claim = facts(*pair, "B+T", played_on=day, black_free=free)
        if reason:
            with refused(Code.INCONSISTENT, "ending", reason):
                claim.check(today=today)
        else:
            claim.check(today=today)


def test_another_rule_later_leaves_a_game_without_a_result(pair):
    """The dry run tells whom it touches; the ledger follows, and a rebuild finds it as it is."""
    hold(EVERYWHERE, NIGHT)
    play(*pair, "B+T")
    played = RatingEntry.objects.filter(system="paa", game__isnull=False)
    assert {(one.code, one.delta) for one in played.all()} == {("win", 1), ("loss", -1)}
    report = preview_house_rule(key="paa_time", value=OFF_RECORD, valid_from=NIGHT)
    assert {one.member for one in report.moved} == {member.pk for member in pair}
    hold(OFF_RECORD, NIGHT)
    assert {(one.code, one.delta) for one in played.all()} == {("time", 0)}
    assert rebuild() == 0
