"""In the first hours of the club's day, while it is still yesterday in UTC, today is today."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from goclub.games.people.services.joining import take_in_guest
from goclub.games.playing.services.decisions import confirm_game
from goclub.games.playing.services.reports import report_game
from goclub.games.rating import ranking
from goclub.games.rating.systems.registry import SYSTEMS
from goclub.games.tests.factories import facts
from goclub.members.membership.services.admission import register_member
from goclub.members.people.services import add_guest
from goclub.members.roles import CHAIR, SECRETARY
from goclub.members.strength.services import certify_strength, set_igs_rank, set_strength
from goclub.members.tests.factories import make_member
from ratings.errors import RuleError

pytestmark = pytest.mark.django_db

#: 24 November, half past midnight in Tokyo.
MORNING = datetime(2026, 11, 23, 15, 30, tzinfo=UTC)
TODAY = date(2026, 11, 24)


def decide(day):
    chair, member = make_member(role=CHAIR), make_member(rank="5k")
    about = {"member": member, "by": chair.user, "at": MORNING, "on": day, "reason": "Seen"}
    assert set_strength(points=300, **about).effective_on == day
    assert certify_strength(**about).effective_on == day
    assert set_igs_rank(rank="5k", **about).effective_on == day


def test_the_chair_decides_about_today():
    decide(TODAY)


def test_tomorrow_is_still_refused():
    with pytest.raises(RuleError) as refused:
        decide(TODAY + timedelta(days=1))
    assert str(refused.value.accepted).endswith(f"…{TODAY}")


def test_somebody_joins_today():
    secretary = make_member(role=SECRETARY)
    new = register_member(
        by=secretary.user, at=MORNING, on=TODAY, display_name="Early Riser", rank="5k"
    )
    assert new.joined_on == TODAY
    guest = add_guest(name="Night Guest")
    take_in_guest(guest=guest, by=secretary.user, at=MORNING, on=TODAY, rank="3k")
    guest.refresh_from_db()
    assert guest.joined_on == TODAY


def figures_of_now():
    return {line.member_id: line.value for line in ranking.lines(SYSTEMS.of("paa"), at=MORNING)}


def test_a_game_of_tonight_stands_in_the_ranking_of_now():
    winner, loser = make_member(rank="5k"), make_member(rank="5k")
    before = figures_of_now()
    claim = facts(winner, loser, played_on=TODAY)
    game = report_game(facts=claim, by=winner.user, at=MORNING - timedelta(minutes=2))
    confirm_game(game=game, by=loser.user, at=MORNING - timedelta(minutes=1))
    after = figures_of_now()
    assert after[winner.pk] > before[winner.pk]
    assert after[loser.pk] < before[loser.pk]
