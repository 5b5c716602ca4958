"""The day of joining, corrected, and days that are the club's own; the ledger moves with it."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from goclub.common.tests.reading import codes
from goclub.games.models import RatingEntry
from goclub.games.people.services.joining import change_joining, latest_joining, take_in_guest
from goclub.games.playing.services.decisions import confirm_game
from goclub.games.playing.services.reports import report_game
from goclub.games.rating import ranking
from goclub.games.rating.ledger.recalculation import rebuild
from goclub.games.rating.systems.registry import SYSTEMS
from goclub.games.tests.factories import at, facts, play
from goclub.members.membership.services.admission import register_member
from goclub.members.people.services import add_guest
from goclub.members.requests import Act
from goclub.members.roles import CHAIR, MEMBER, ORGANISER, SECRETARY
from goclub.members.strength.services import certify_strength, set_igs_rank, set_strength
from goclub.members.tests.factories import as_member, fresh, make_member
from ratings.errors import RuleError
from ratings.tests.builders import refused

JOINED, EARLIER = date(2024, 6, 1), date(2019, 4, 2)


@pytest.fixture
def chair():
    return make_member("The chair", role=CHAIR)


@pytest.fixture
def ola():
    return make_member("Ola Nowak", points=100, joined=JOINED)


def page(member):
    return reverse("games:joining", args=[member.pk])


def lines():
    rows = RatingEntry.objects.order_by("system", "member", "on", "at")
    return list(rows.values_list("system", "member", "on", "points_after", "rating_after", "code"))


def test_an_earlier_day_lets_earlier_games_in(client, chair, ola):
    play(ola, make_member("Ken", points=110, joined=EARLIER))
    assert as_member(client, chair).post(page(ola), {"on": EARLIER.isoformat()}).status_code == 302
    assert fresh(ola).joined_on == EARLIER
    assert ola.decisions.get().effective_on == EARLIER
    assert ola.history.first().joined_on == EARLIER
    play(ola, make_member("Ann", points=90, joined=EARLIER), played_on=date(2020, 1, 1), minute=9)
    kept = lines()
    rebuild()
    assert lines() == kept


def test_no_day_after_a_game_or_a_decision_or_to_come(client, chair, ola):
    game = play(ola, make_member("Ken", points=110, joined=EARLIER))
    assert latest_joining(ola, at()) == game.played_on
    client.force_login(chair.user)
    for day, code in (("2999-01-01", "E_RANGE"), ("1899-12-31", "range")):
        response = client.post(page(ola), {"on": day})
        assert response.status_code == 422
        assert codes(response.context["form"]) == {"on": [code]}
    assert fresh(ola).joined_on == JOINED


def test_a_later_day_moves_what_was_declared(chair, ola):
    change_joining(Act(chair.user, at()), ola, on=date(2024, 7, 1))
    assert ola.decisions.get().effective_on == date(2024, 7, 1)
    kept = lines()
    rebuild()
    assert lines() == kept


def test_a_guest_never_joined(client, chair):
    guest = add_guest(name="Guest")
    with refused(reason="not_joined"):
        change_joining(Act(chair.user, at()), guest, on=EARLIER)
    assert as_member(client, chair).get(page(guest)).status_code == 404


@pytest.mark.parametrize("role", ["visitor", MEMBER, ORGANISER, SECRETARY])
def test_who_may_change_the_day(client, ola, role):
    user = make_member("Somebody", role=MEMBER if role == "visitor" else role).user
    if role != "visitor":
        client.force_login(user)
    expected = {"visitor": 302, SECRETARY: 200}.get(role, 403)
    assert client.get(page(ola)).status_code == expected
    assert client.put(page(ola)).status_code == {"visitor": 302, SECRETARY: 405}.get(role, 403)
    if role in (MEMBER, ORGANISER):
        with pytest.raises(PermissionDenied):
            change_joining(Act(user, at()), ola, on=EARLIER)


#: 24 November, half past midnight in Tokyo.
MORNING = datetime(2026, 11, 23, 15, 30, tzinfo=UTC)
TODAY = date(2026, 11, 24)


def decide(day):
    chair, member = make_member(role=CHAIR), make_member(rank="5k")
    act, about = Act(chair.user, MORNING), {"member": member, "on": day, "reason": "Seen"}
    assert set_strength(act, points=300, **about).effective_on == day
    assert certify_strength(act, **about).effective_on == day
    assert set_igs_rank(act, rank="5k", **about).effective_on == day


def test_the_chair_decides_about_today():
    decide(TODAY)


def test_tomorrow_is_still_refused():
    with pytest.raises(RuleError) as caught:
        decide(TODAY + timedelta(days=1))
    assert str(caught.value.accepted).endswith(f"…{TODAY}")


def test_somebody_joins_today():
    secretary = make_member(role=SECRETARY)
    new = register_member(
        Act(secretary.user, MORNING), on=TODAY, display_name="Early Riser", rank="5k"
    )
    assert new.joined_on == TODAY
    guest = add_guest(name="Night Guest")
    take_in_guest(Act(secretary.user, MORNING), guest, on=TODAY, rank="3k")
    assert fresh(guest).joined_on == TODAY


def figures_of_now():
    return {line.member_id: line.value for line in ranking.lines(SYSTEMS.of("paa"), at=MORNING)}


def test_a_game_of_tonight_stands_in_the_ranking_of_now():
    winner, loser = make_member(rank="5k"), make_member(rank="5k")
    before = figures_of_now()
    claim = facts(winner, loser, played_on=TODAY)
    game = report_game(Act(winner.user, MORNING - timedelta(minutes=2)), claim)
    confirm_game(Act(loser.user, MORNING - timedelta(minutes=1)), game)
    after = figures_of_now()
    assert after[winner.pk] > before[winner.pk]
    assert after[loser.pk] < before[loser.pk]
