"""The projector: what it shows, to whom, and how it turns its pages without script."""

from __future__ import annotations

import re
from html import escape as html_escape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from goclub.common.tests.reading import read
from goclub.leagues.models import Event
from goclub.leagues.tests.factories import (
    add_guests,
    at,
    make_event,
    make_organiser,
    next_round,
    play_out,
)
from goclub.leagues.tournament.labels.papers import COLUMNS, LINES, screen_of
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services import results, rounds
from goclub.leagues.tournament.views.shortcuts import screen_key
from goclub.members.models import ClubSettings
from goclub.members.requests import Act
from goclub.members.tests.factories import as_member, make_member


@pytest.fixture
def event():
    event = make_event()
    add_guests(event, 30)
    return event


def wall(client, event, **query):
    return client.get(reverse("leagues:projector", args=[event.slug]), query)


def html_of(response) -> str:
    assert response.status_code == 200
    return response.content.decode()


def refresh_of(html: str) -> tuple[int, str]:
    """Of the script; where there is none, the page says the same to the browser itself."""
    turning = read(html).one("[data-again]").attrs
    without = f'content="{turning["data-again"]};url={html_escape(turning["data-next"])}"'
    assert f'<noscript><meta http-equiv="refresh" {without}></noscript>' in html
    return int(turning["data-again"]), turning["data-next"]


def test_before_the_first_round_it_shows_who_is_entered(client, event):
    page = html_of(wall(client, event))
    assert "Entered so far" in page
    assert "Guest 001" in page
    assert "The first round is not published yet" in page


def test_a_preview_is_never_on_the_wall(client, event):
    rounds.pair_round(Act(None, at()), event)
    page = html_of(wall(as_member(client, make_organiser("Piotr")), event))
    assert "The first round is not published yet" in page
    assert "screen-other" not in page


def test_it_turns_its_pages_by_itself_and_begins_again(client, event):
    next_round(event)
    count = -(-30 // (LINES * COLUMNS))
    seen, query = [], "?page=1"
    for number in range(1, count + 1):
        page = html_of(client.get(reverse("leagues:projector", args=[event.slug]) + query))
        assert f"page {number} of {count}" in page
        seen += re.findall(r'<bdi class="screen-name[^>]*>\s*(Guest \d+)', page)
        seconds, query = refresh_of(page)
        assert seconds == 12
    assert query == "?page=1"
    assert seen == sorted(seen)
    assert len(set(seen)) == 30
    assert "again.js" in page


def test_the_refresh_keeps_what_the_address_asked_for(client, event):
    next_round(event)
    page = html_of(wall(client, event, seconds="20", theme="dark", language="pl"))
    assert refresh_of(page) == (20, "?seconds=20&theme=dark&language=pl&page=2")
    html = read(page).one("html").attrs
    assert (html["data-bs-theme"], html["lang"]) == ("dark", "pl")
    still = html_of(wall(client, event, still=""))
    assert not read(still).has("[data-again]")
    assert "http-equiv" not in still


@pytest.mark.parametrize("odd", ["0", "-1", "x", "٣", "99999999999", ""])
def test_odd_numbers_in_the_address_do_no_harm(client, event, odd):
    next_round(event)
    page = html_of(wall(client, event, page=odd, seconds=odd, part=odd, parts=odd, theme=odd))
    assert 5 <= refresh_of(page)[0] <= 120


def test_standings_follow_as_soon_as_there_is_a_result_and_open_tables_stay(event):
    event_round = next_round(event)
    assert {screen_of(load(event), n)["page"]["kind"] for n in range(1, 5)} == {"names"}
    for table in event_round.pairings.filter(table__lte=5):
        results.set_result(Act(None, at()), table, result="white")
    screens = [screen_of(load(event), n) for n in range(1, 5)]
    assert [one["page"]["kind"] for one in screens] == ["names", "names", "standings", "standings"]
    assert screens[0]["open_tables"] == list(range(6, 14))
    assert (screens[0]["results"], screens[0]["games"]) == (5, 15)
    play_out(event_round)
    assert screen_of(load(event), 1)["page"]["kind"] == "standings"
    assert screen_of(load(event), 1)["open_tables"] == []


# --- Who may look --------------------------------------------------------------------------------
def test_a_draft_is_on_no_wall(client, event):
    Event.objects.filter(pk=event.pk).update(state="draft")
    assert wall(client, event).status_code == 404
    assert wall(as_member(client, make_member()), event).status_code == 404
    assert wall(as_member(client, make_organiser("Piotr")), event).status_code == 200


def test_the_screen_of_a_test_tournament_needs_its_key_and_no_sign_in(client, event):
    Event.objects.filter(pk=event.pk).update(is_test=True, for_ledger=False)
    assert wall(client, event).status_code == 404
    assert wall(client, event, key=screen_key(event)).status_code == 200
    for name in ("event-clock", "pools-screen", "bracket-screen"):
        address = reverse(f"leagues:{name}", args=[event.slug])
        assert client.get(address).status_code == 404
        answer = client.get(address, {"key": screen_key(event)})
        assert (answer.status_code, "no-store" in answer["Cache-Control"]) == (200, True)


def test_the_pools_on_the_wall_are_linked_with_the_key(client, organiser):
    event = make_event(organiser, system="round_robin", preset="Pools")
    Event.objects.filter(pk=event.pk).update(is_test=True, for_ledger=False)
    page = as_member(client, organiser).get(reverse("leagues:papers", args=[event.slug]))
    [link] = read(page).values('a[href*="/pools/screen/"]', "href")
    client.logout()
    assert client.get(link).status_code == 200


def test_a_club_that_shows_visitors_nothing_opens_the_wall_by_its_key(client, event):
    ClubSettings.objects.update_or_create(
        pk=1, defaults={"name": "Club", "visitors_see": ClubSettings.Visitors.NOTHING}
    )
    assert wall(client, event).status_code == 302
    assert wall(client, event, key="guess").status_code == 302
    assert wall(client, event, key=screen_key(make_event(name="Another"))).status_code == 302
    assert wall(client, event, key=screen_key(event)).status_code == 200
    assert wall(as_member(client, make_member()), event).status_code == 200


def test_the_wall_asks_as_little_for_a_large_field(client):
    counts = []
    for size in (2, 60):
        event = make_event(name=f"Cup {size}")
        add_guests(event, size)
        play_out(next_round(event))
        with CaptureQueriesContext(connection) as queries:
            html_of(wall(client, event))
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 11
