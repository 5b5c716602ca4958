"""A ranking in order before its members are read: what it asks for, and what it agrees with."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from django.db.models.signals import post_init
from django.urls import reverse

from goclub.common.tests.written_once import written_once
from goclub.games.models import RatingEntry
from goclub.games.playing.services.decisions import confirm_game
from goclub.games.playing.services.reports import report_game
from goclub.games.rating import ranking
from goclub.games.rating.systems.registry import SYSTEMS
from goclub.games.rating.tests.test_strength_pages import KEYS, certify, make_club
from goclub.games.tests.factories import NIGHT, at, facts, play
from goclub.members.models import Member
from goclub.members.queries import countries_of_members
from goclub.members.requests import Act
from goclub.members.tests.factories import make_member


@pytest.fixture
@written_once
def club():
    """Six people, a game of 4 March, one of 2 March that was confirmed a week late, a decision."""
    people = make_club()
    late = facts(people["white"], people["chair"], played_on=NIGHT - timedelta(days=2))
    told = at(NIGHT + timedelta(days=7))
    game = report_game(Act(people["white"].user, told), late)
    confirm_game(Act(people["chair"].user, told + timedelta(minutes=1)), game)
    play(people["black"], people["stranger"], "W+R", played_on=NIGHT + timedelta(days=40))
    certify(people["white"], "2d")
    return people


def held_at(system, moment):
    """The newest entry of everybody at a moment, found one by one; on the club's days."""
    day = (moment + timedelta(hours=9)).date()
    found = {}
    for entry in RatingEntry.objects.filter(system=system):
        come = entry.at <= moment and entry.on <= day
        key = (entry.on, entry.at, entry.game_id or 0, entry.decision_id or 0)
        if come and key >= found.get(entry.member_id, (key,))[0]:
            found[entry.member_id] = (key, entry)
    return {member: entry for member, (_key, entry) in found.items()}


@pytest.mark.parametrize("system", KEYS)
@pytest.mark.parametrize(
    "moment",
    [at(NIGHT, minute) for minute in (0, 1)]
    + [at(NIGHT + timedelta(days=day)) for day in (-600, -1, 1, 6, 8, 39, 41, 70)],
)
def test_everybody_stands_where_his_newest_entry_of_then_put_him(club, system, moment):
    rules = SYSTEMS.of(system)
    expected = {
        member: (entry.after, entry.rank_after, rules.shown(rules.read(entry.state)).games)
        for member, entry in held_at(system, moment).items()
    }
    lines = ranking.lines(rules, at=moment)
    assert {one.member_id: (one.value, one.rank, one.games) for one in lines} == expected
    before = held_at(system, moment - timedelta(days=30))
    for row in ranking.rows(rules, lines, at=moment):
        old = before.get(row.member.pk)
        holds = rules.holds_points(row.value) and old is not None
        assert row.trend == (row.value - old.after if holds else None)


def test_since_a_day_asks_for_the_entry_of_then_too(club):
    paa, moment = SYSTEMS.of("paa"), at(NIGHT, 1)
    wanted = {club["black"].pk, club["white"].pk}
    assert {one.member_id for one in ranking.lines(paa, at=moment, since=NIGHT)} == wanted
    assert ranking.lines(paa, at=moment, since=date(2025, 3, 5)) == []
    late = ranking.lines(paa, at=datetime(2025, 5, 1, tzinfo=UTC), since=date(2025, 3, 5))
    assert {one.member_id for one in late} == {club["black"].pk, club["stranger"].pk}


def test_a_page_makes_its_own_members_alone(client, club, monkeypatch):
    monkeypatch.setattr("goclub.games.rating.views.rankings.A_PAGE", 2)
    made = []

    def count(instance, **_more):
        made.append(instance.pk)

    post_init.connect(count, sender=Member)
    try:
        page = client.get(reverse("games:rankings"))
    finally:
        post_init.disconnect(count, sender=Member)
    assert sorted(made) == sorted(row.member.pk for row in page.context["rows"])
    assert len(made) == 2


@pytest.mark.parametrize(("days", "most"), [(99, 2), (0, 3)])
def test_as_many_queries_for_many_as_for_few(club, days, most, django_assert_num_queries):
    def ask():
        lines = ranking.lines(SYSTEMS.of("paa"), at=moment)
        return ranking.rows(SYSTEMS.of("paa"), lines, at=moment)

    moment = at(NIGHT + timedelta(days=days))
    with django_assert_num_queries(most):
        few = ask()
    for number in range(9):
        play(make_member(f"P {number}", points=100), club["white"], played_on=NIGHT)
    with django_assert_num_queries(most):
        assert len(ask()) == len(few) + 9


def test_countries_come_one_row_each(club, django_assert_num_queries):
    make_member("Aoki", country="JP", points=3)
    with django_assert_num_queries(1) as asked:
        assert countries_of_members() == [("JP", "Japan"), ("TH", "Thailand")]
    sql = asked.captured_queries[0]["sql"]
    assert "DISTINCT" in sql
    assert "display_name" not in sql
