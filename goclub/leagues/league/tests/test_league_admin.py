"""Leagues in the office: the chair does there what the pages do, with the same refusals."""

from __future__ import annotations

import pytest
from django.urls import reverse

from goclub.common.tests.reading import codes, said, told
from goclub.leagues.models import League, LeagueEvent, Season, Term
from goclub.leagues.tests.league_factories import enter, make_term, worked_league
from goclub.leagues.tests.season_factories import DAY_TO_COME, announce, make_season_league
from goclub.members.roles import CHAIR
from goclub.members.tests.factories import as_member, fresh, make_member


@pytest.fixture
def office(client):
    return as_member(client, make_member(role=CHAIR))


def test_a_term_changes_only_as_the_service_allows(office):
    term, _players = worked_league()
    url = reverse("admin:leagues_term_change", args=[term.pk])
    names = ("name", "sign_up_until", "starts_on", "ends_on", "meetings", "forfeit_margin2",
             "annul", "rest", "conditions", "moving_up", "moving_down")  # fmt: skip
    data = {name: getattr(term, name) for name in names} | {"exemption": "on"}
    data["forfeit_margin2"] = "20"
    assert office.post(url, data | {"name": "Renamed"}).status_code == 302
    answer = office.post(url, data | {"meetings": 2})
    assert answer.status_code == 200
    assert codes(answer.context["adminform"].form) == {"meetings": ["began"]}
    assert (fresh(term).name, term.meetings) == ("Renamed", 1)


def test_terms_start_and_close_by_an_action(office):
    term = make_term()
    enter(term, make_member(), make_member())
    url = reverse("admin:leagues_term_changelist")
    press = {"action": "start", "_selected_action": [term.pk]}
    assert (office.post(url, press).status_code, fresh(term).state) == (200, Term.State.SIGN_UP)
    office.post(url, press | {"confirmed": "1"})
    assert fresh(term).state == Term.State.RUNNING
    answer = office.post(url, {"action": "close", "_selected_action": [term.pk]}, follow=True)
    assert told(answer, "error") == [f"{term}: {said('unplayed', 1)}"]


def test_seasons_are_added_and_refused(office):
    league, _found = make_season_league()
    url = reverse("admin:leagues_season_add")
    data = {"league": league.pk, "name": "Extra", "first": "2027-01-01", "last": "2027-02-01"}
    assert office.post(url, data).status_code == 302
    assert Season.objects.get(name="Extra").cycle == "2027"
    answer = office.post(url, data | {"name": "Twice", "first": "2027-01-20"})
    [refusal] = answer.context["adminform"].form.errors["first"]
    assert "Feb. 2, 2027" in refusal or "2 Feb 2027" in refusal
    begun = Season.objects.filter(league=league).first()
    answer = office.post(
        reverse("admin:leagues_season_change", args=[begun.pk]),
        {"first": "2025-01-13", "last": "2025-04-30"},
    )
    assert answer.context["adminform"].form.errors == {"first": [said("began")]}


def test_an_event_is_approved_by_an_action(office):
    league, _found = make_season_league()
    row = announce(league, make_member(), DAY_TO_COME, approve=False)
    url = reverse("admin:leagues_leagueevent_changelist")
    office.post(url, {"action": "approve", "_selected_action": [row.pk]})
    assert LeagueEvent.objects.get().approved


def test_a_season_league_founded_here_has_its_formats(office):
    data = {"kind": "season", "name": "Liga", "slug": "liga", "zone": "Europe/Warsaw",
            "summary": "", "prizes": "", "active": "on"}  # fmt: skip
    office.post(reverse("admin:leagues_league_add"), data)
    assert League.objects.get().formats.count() == 3
