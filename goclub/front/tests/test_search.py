"""The search of the header: what is found, by whom, at which cost, and what is typed into it."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from goclub.common.rules import RULE_PAGES
from goclub.common.tests.reading import read
from goclub.games.library.services.filing import file_record
from goclub.games.models import Kifu
from goclub.games.tests.factories import NIGHT, at, play
from goclub.go.records.reading import read as read_record
from goclub.go.records.tests.text import LINE, sgf
from goclub.leagues.calendar.tests.meetings import make_series
from goclub.leagues.models import Event
from goclub.leagues.tests.factories import make_event
from goclub.leagues.tests.league_factories import make_league
from goclub.members.models import ClubSettings
from goclub.members.requests import Act
from goclub.members.tests.factories import as_member, make_member


@pytest.fixture
def club():
    """Somebody with a name in two scripts, a game, a record, and competitions."""
    sato = make_member("佐藤 健", romanised_name="Satō Ken")
    ewa = make_member("Ewa Szczepańska")
    play(sato, ewa)
    data = sgf(moves=[*LINE, "ck", "qn"])
    file_record(Act(None, at()), read_record(data), data=data, filename="g.sgf")
    make_event(name="Łódź Cup", place="Sato hall")
    make_league(name="Satō League")
    make_series(title="Sato evening")
    return {"sato": sato, "ewa": ewa}


def searched(client, text, **more):
    query = "&".join(f"{name}={quote(value)}" for name, value in ({"q": text} | more).items())
    return client.get(f"{reverse('search')}?{query}")


def groups(page):
    """The hits of each group, by its key."""
    return {
        section.attrs["aria-labelledby"].removeprefix("found-"): section.texts("li")
        for section in read(page).all(".found-group")
    }


@pytest.mark.parametrize("text", ["Sato", "佐藤", "SATŌ", "ken sato", "佐藤健"])
def test_a_member_and_their_games_are_found_in_any_script(client, club, text):
    results = groups(searched(as_member(client, club["ewa"]), text))
    assert [hit.split()[0] for hit in results["members"]] == ["Satō"]
    assert len(results["games"]) == 1


def test_every_room_has_its_group_in_order(client, club):
    results = groups(searched(as_member(client, club["ewa"]), "Sato"))
    assert list(results) == ["members", "games", "kifu", "tournaments", "events"]
    assert list(groups(searched(client, "łódź CUP"))) == ["tournaments"]
    assert list(groups(searched(client, "satō league"))) == ["leagues"]
    rule = next(iter(RULE_PAGES.texts()))
    assert any(rule.id in hit for hit in groups(searched(client, rule.id.lower()))["rules"])
    assert "handbook" in groups(searched(client, "backup"))


@pytest.mark.parametrize(
    ("text", "games"),
    [
        (f"{NIGHT}", 1), (f"{NIGHT:%d.%m.%Y}", 1), (f"{NIGHT.year + 543}-{NIGHT:%m-%d}", 1),
        ("1999-01-01", 0), ("9999-12-31", 0), ("Ewa – Sato", 1), ("Sato vs Ewa", 1),
        ("Ewa - Nowak", 0),
    ],
)  # fmt: skip
def test_games_are_found_by_day_and_by_two_players(client, club, text, games):
    assert len(groups(searched(client, text)).get("games", [])) == games


def test_one_hit_is_shown_and_not_gone_to(client, club):
    page = searched(client, "Szczepańska")
    assert page.status_code == 200
    assert len(groups(page)["members"]) == 1


def test_of_many_the_first_five_and_the_way_to_all(client, club):
    for number in range(7):
        make_member(f"Nowak {number}")
        make_league(name=f"Nowak league {number}")
    page = read(searched(client, "nowak"))
    assert [len(section.all("li")) for section in page.all(".found-group")] == [5, 5]
    members, leagues = page.values(".head-row a", "href")
    assert members == f"{reverse('games:members')}?q=nowak"
    assert list(map(len, groups(client.get(leagues)).values())) == [7]


def test_a_visitor_finds_what_a_visitor_may_see(client, club):
    club["sato"].is_listed = False
    club["sato"].save()
    Event.objects.filter(pk=make_event(name="Sato draft").pk).update(state="draft")
    ClubSettings.objects.create(pk=1, visitors_see="everything")
    results = groups(searched(client, "Sato"))
    assert "members" not in results
    assert [hit.startswith("Łódź Cup") for hit in results["tournaments"]] == [True]
    assert not groups(searched(client, "backup"))
    ClubSettings.objects.update(visitors_see="nothing")
    assert list(groups(searched(client, "Sato"))) == ["events"]
    assert not groups(searched(client, "Sato", **{"in": "games"})).get("games")


HOSTILE = (
    "", " ", "x" * 300, "łó" * 150, "\x00", "a\x00b", "<b>x</b>", '"><img src=x onerror=1>',
    "%", "_", "\\", "'; DROP", "שלום", "\u202eabc", "\u200f", "🎴", "e\u0301" * 80, "Ewa – ",
    " – ", "٣", "2026-02-30", "0001-01-01", "–", "{{ 7*7 }}", "(", "a",
)  # fmt: skip


@pytest.mark.postgres
@pytest.mark.parametrize("text", HOSTILE)
def test_whatever_is_typed_the_page_answers(client, club, text):
    page = searched(as_member(client, club["ewa"]), text)
    assert page.status_code == 200
    assert b"<img src=x" not in page.content
    assert len(read(page).one("#search-text").attrs["value"]) <= 200
    if not text.strip(" \x00\u200f"):
        assert not groups(page)


def test_an_unknown_group_is_all_of_them(client, club):
    assert groups(searched(client, "Sato", **{"in": "nothing"})) == groups(searched(client, "Sato"))


def test_a_group_costs_one_query(client, club):
    client.force_login(club["ewa"].user)
    with CaptureQueriesContext(connection) as empty:
        searched(client, "")
    with CaptureQueriesContext(connection) as full:
        searched(client, "Sato")
    # Members, games, records, lessons, tournaments, leagues, the calendar.
    assert len(full) - len(empty) <= 7


def test_the_field_stands_in_the_header_of_every_page(client, club):
    page = read(client.get(reverse("learn")))
    assert page.one(".header-search").attrs["action"] == reverse("search")
    assert page.values("a.search-link", "href") == [reverse("search")]
    assert Kifu.objects.count() == 1
