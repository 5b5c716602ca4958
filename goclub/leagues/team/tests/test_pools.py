"""Pools of teams: who has no match, and the words of the pages where teams stand for players."""

from __future__ import annotations

import pytest
from django.urls import reverse

from goclub.common.refusals.registry import describe
from goclub.common.tests.reading import read
from goclub.leagues.models import Event
from goclub.leagues.team.tests.test_teams import SITE, play_all, team_event
from goclub.leagues.tests.factories import next_round
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services import closing, pools
from goclub.members.models import Member
from goclub.members.tests.factories import as_member, fresh
from ratings.errors import Code
from ratings.tests.builders import refused
from tournaments.events.settings import PoolSettings


@pytest.fixture
def cup() -> Event:
    """Six teams of two in two pools."""
    event = team_event(teams=6, boards=2, system="round_robin", preset="Pools")
    rules = PoolSettings(count=2, first=1, best_next=1, by_draw=False)
    pools.set_pools(SITE, event, pools=rules, places={}, draw=True)
    return fresh(event)


def page(client, event, name, *args):
    """A page of an event as its organiser reads it."""
    organiser = Member.objects.get(display_name="Olga Organiser")
    answer = as_member(client, organiser).get(reverse(f"leagues:{name}", args=[event.slug, *args]))
    assert answer.status_code == 200
    return read(answer)


def test_a_round_names_the_pools_and_the_teams_without_a_match(client, cup):
    next_round(cup)
    for name in ("round", "print-pairings"):
        shown = page(client, cup, name, 1)
        assert shown.texts(".match-head th.num .soft") == ["A", "B"]
        resting = [team.split()[:2] for team in shown.texts(".c-bye")]
        assert resting == [["Team", "1"], ["Team", "2"]]


def test_pages_of_pools_of_teams_say_nothing_of_players(client, cup):
    def words(name, *args, part="main"):
        return page(client, cup, name, *args).one(part).text.lower()

    assert "player" not in words("pools-desk")
    next_round(cup)
    for part in ("tables", "by-hand"):  # its history tells of players too
        assert "player" not in words("event-desk", part=f"[aria-labelledby={part}]")
    for _number in range(3):
        play_all(cup)
        if load(cup).last_out < 3:
            next_round(cup)
    assert "player" not in words("pools")
    assert "player" not in words("round-why", 1, 1)
    closing.close_event(SITE, fresh(cup))
    assert "player" not in words("play-off")
    other = team_event(teams=3, system="round_robin", preset="Pools")
    with refused(Code.RANGE, "count", reason="pool_too_small") as refusal:
        pools.set_pools(SITE, other, pools=PoolSettings(count=2), places={}, draw=True)
    assert "player" not in describe(refusal.value)
