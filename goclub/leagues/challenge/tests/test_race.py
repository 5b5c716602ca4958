"""Two at the same moment: both begin, both answer, both report."""

from __future__ import annotations

from datetime import timedelta

import pytest

from goclub.games.models import Game
from goclub.games.playing.services.facts import GameFacts
from goclub.games.playing.services.pairings import PAIRINGS, PairingReport
from goclub.games.playing.tests.test_race import (
    at_once,
    real_database,  # noqa: F401 - races need rows that are locked
)
from goclub.leagues.challenge.services.challenges import (
    accept,
    call_off,
    challenge_member,
    withdraw,
)
from goclub.leagues.challenge.tests.factories import (
    NOW,
    TUESDAY,
    make_agreed,
    make_challenge,
    proposal,
)
from goclub.leagues.models import Challenge
from goclub.members.models import Notice
from goclub.members.requests import Act
from goclub.members.tests.factories import fresh, make_member
from ratings.errors import RuleError

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("monday"),
]
State = Challenge.State


@pytest.fixture
def two():
    return make_member("Mia"), make_member("Ken")


def begin(one, other):
    return lambda: challenge_member(Act(one.user, NOW), one, challenged=other, proposal=proposal())


def reasons(raised):
    assert all(isinstance(one, RuleError) for one in raised), raised
    return sorted(one.reason for one in raised)


def test_both_challenge_each_other_and_one_is_first(two):
    mia, ken = two
    raised = at_once(begin(mia, ken), begin(ken, mia), begin(mia, ken), begin(ken, mia))
    assert reasons(raised) == ["challenge.already"] * 3
    assert Challenge.objects.count() == Notice.objects.filter(kind="challenge.made").count() == 1


def test_one_accepts_while_the_other_takes_it_back(two):
    mia, ken = two
    row = make_challenge(mia, ken)
    raised = at_once(
        lambda: accept(Act(ken.user, NOW), row, time=1, seen=1),
        lambda: accept(Act(ken.user, NOW), row, time=2, seen=1),
        lambda: withdraw(Act(mia.user, NOW), row),
    )
    assert reasons(raised) == ["over"] * 2
    assert fresh(row).state in (State.ACCEPTED, State.WITHDRAWN)
    ended = Notice.objects.exclude(kind="challenge.made").filter(kind__startswith="challenge.")
    assert ended.count() == 1


def test_both_report_while_one_calls_it_off(two):
    mia, ken = two
    row = make_agreed(mia, ken)
    after = TUESDAY + timedelta(hours=2)
    facts = GameFacts(
        black=mia, white=ken, played_on=TUESDAY.date(), board=19, handicap=0, komi2=13,
        winner="B", ending="resign", margin2=None,
    )  # fmt: skip
    key = f"challenge-{row.pk}"
    raised = at_once(
        lambda: PAIRINGS.take(Act(mia.user, after), key, PairingReport(facts)),
        lambda: PAIRINGS.take(Act(ken.user, after), key, PairingReport(facts)),
        lambda: call_off(Act(ken.user, after), row),
    )
    assert len(reasons(raised)) == 2
    row.refresh_from_db()
    assert Game.objects.count() == int(row.is_played)
    assert row.is_played != (row.state == State.OFF)
