"""What many tests begin with: a tournament and its organiser, a club with official leagues."""

from __future__ import annotations

from datetime import date

import pytest
import time_machine
from django.core.cache import cache

from goclub.common.tests.written_once import written_once
from goclub.games.tests.factories import at
from goclub.leagues.calendar.tests.meetings import NOW
from goclub.leagues.league.services import leagues
from goclub.leagues.models import LeaguePerson, Snapshot
from goclub.leagues.official.services.standings import close_term
from goclub.leagues.official.services.terms import start_term
from goclub.leagues.tests.factories import make_event, make_organiser
from goclub.leagues.tests.league_factories import (
    AFTER,
    BEFORE,
    DAY,
    enter,
    make_league,
    make_term,
    match_of,
    worked_league,
)
from goclub.members.requests import Act
from goclub.members.roles import CHAIR, ORGANISER, SECRETARY
from goclub.members.tests.factories import make_member


@pytest.fixture
def organiser():
    return make_organiser()


@pytest.fixture
def event(organiser):
    """A tournament of theirs that takes entries."""
    return make_event(organiser)


@pytest.fixture
@written_once
def club(time_machine_now):
    """A league with a closed term, one being played, and one that is signing up elsewhere."""
    term, players = worked_league()
    league = term.league
    close_term(Act(None, AFTER), term)
    second = make_term(league, name="Autumn")
    a, b, c = (make_member(name, points=120) for name in ("佐藤 健", "Anong <b>S.</b>", "สมชาย"))
    enter(second, a, b, c)
    second = start_term(Act(None, AFTER), second)
    open_term = make_term(
        make_league(name="Ladies' league"),
        name="First",
        sign_up_until=date(2025, 3, 31),
        starts_on=date(2025, 4, 1),
    )
    runner = make_member("Runner")
    leagues.appoint(Act(None, BEFORE), league, member=runner, role="organiser")
    leagues.publish_regulation(Act(None, BEFORE), league, text="# Fair play")
    entry = enter(open_term, a)[0]
    leagues.appoint(Act(None, BEFORE), open_term.league, member=runner, role="organiser")
    return {
        "people": {
            "stranger": make_member(),
            "player": a,
            "league": runner,
            "organiser": make_member(role=ORGANISER),
            "secretary": make_member(role=SECRETARY),
            "chair": make_member(role=CHAIR),
        },
        "slug": league.slug,
        "other": open_term.league.slug,
        "closed": 1,
        "running": 2,
        "first": 1,
        "a": a.pk,
        "n": players["N"].pk,
        "match": match_of(second, a, b).pk,
        "match2": match_of(second, b, c).pk,
        "record": Snapshot.objects.get().pk,
        "version": 1,
        "person": LeaguePerson.objects.filter(league=league).first().pk,
        "table": "table",
        "csv": "csv",
        "json": "json",
        "open": "open",
        "cross": "cross",
        "entry": entry.pk,
    }


@pytest.fixture
def time_machine_now(monkeypatch):
    """The day on which these pages are looked at: within the term."""
    from django.utils import timezone

    monkeypatch.setattr(timezone, "now", lambda: at(DAY, 30))
    return at(DAY, 30)


@pytest.fixture
def monday():
    """The noon at which most meetings, challenges and steps of the ladder are tested."""
    cache.clear()
    with time_machine.travel(NOW, tick=False):
        yield NOW
