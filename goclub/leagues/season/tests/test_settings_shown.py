"""What a season league's settings are, and since when, is said where members look (S4-7, S4-23)."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time

import pytest
from django.urls import reverse
from django.utils import timezone

from goclub.common.tests.reading import read
from goclub.leagues.league.services import leagues
from goclub.leagues.season.services.rules import REGULATION, change_rules
from goclub.leagues.season.services.standings import close_season
from goclub.leagues.tests.season_factories import FOUNDED, announce, hold, make_season_league
from goclub.members.requests import Act
from goclub.members.tests.factories import as_member, make_member

NOW = datetime(2025, 6, 1, 9, 0, tzinfo=UTC)
SINCE = date(2025, 2, 1)


@pytest.fixture
def league(monkeypatch):
    """It closes at nine and gives five points since February; its first season is recorded."""
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    league, (first, _second, _third) = make_season_league()
    change_rules(
        Act(None, FOUNDED),
        league.rules_from(SINCE, closes_at=time(21), bonus=5.0),
        reason="The room closes at ten.",
    )
    one, two, three, four = [make_member() for _number in range(4)]
    games = [(one, two, "B+R"), (three, four, "W+R")]
    row = hold(announce(league, make_member("Ann"), date(2025, 2, 20), national=True), [games] * 3)
    record = close_season(Act(None, NOW), first)
    return {"league": league, "first": first, "row": row, "record": record, "player": one}


def test_every_page_names_the_hour_by_which_the_season_closed(league, client):
    client.force_login(league["player"].user)
    slug = league["league"].slug
    for address in (
        league["record"].get_absolute_url(),
        reverse("leagues:regulation", args=[slug]),
        league["league"].get_absolute_url(),
        reverse("leagues:rules"),
    ):
        text = read(client.get(address)).text
        assert re.search(r"\b9 p\.m\.|\b21:00", text), address
        assert not re.search(r"\b10 p\.m\.|\b22:00", text), address
    assert "22:00" not in REGULATION


def test_members_see_how_much_the_bonus_is_and_since_when(league, client):
    client.force_login(league["player"].user)
    since = SINCE.strftime("%Y")
    for address in (
        league["league"].get_absolute_url(),
        league["row"].get_absolute_url(),
    ):
        text = read(client.get(address)).text
        assert "5 rating points" in text, address
        assert re.search(rf"since [^.]{{0,20}}{since}", text), address


def test_a_bonus_that_was_never_set_is_said_to_be_none(client):
    league, _seasons = make_season_league()
    text = read(as_member(client, make_member()).get(league.get_absolute_url())).text
    assert "no bonus set" in text
    assert "since the beginning" in text


def test_members_see_the_organisers_address_and_visitors_do_not(league, client):
    organiser = make_member("Olga")
    leagues.appoint(Act(None, FOUNDED), league["league"], member=organiser, role="organiser")
    address = league["league"].get_absolute_url()
    assert organiser.user.email not in client.get(address).content.decode()
    client.force_login(league["player"].user)
    assert f"mailto:{organiser.user.email}" in client.get(address).content.decode()


def test_no_sentence_says_none(league, client):
    player = reverse("leagues:season-player", args=[league["league"].slug, league["player"].pk])
    page = read(as_member(client, league["player"]).get(player))
    assert "bonus" in page.text
    assert not re.search(r"\bNone\b", page.text)
