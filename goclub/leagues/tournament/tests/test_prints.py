"""Paper: who may print what, what is on it, and that a code on a slip opens its table."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from goclub.leagues.models import Event, Pairing, Participant
from goclub.leagues.tests.factories import (
    add_guests,
    at,
    make_event,
    make_organiser,
    next_round,
    play_out,
)
from goclub.leagues.tournament.labels import papers as display
from goclub.leagues.tournament.labels.papers import cards_of, density
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services import claims, registration, rounds
from goclub.leagues.tournament.views import prints
from goclub.members.models import ClubSettings
from goclub.members.tests.factories import make_member

pytestmark = pytest.mark.django_db

LISTS = ("papers", "print-wall", "print-standings", "print-cards")
OF_A_ROUND = ("print-pairings", "print-names")


@pytest.fixture
def organiser():
    return make_organiser()


@pytest.fixture
def event(organiser):
    event = make_event(organiser)
    add_guests(event, 7)
    return event


def page(client, name, event, *numbers, **query):
    return client.get(reverse(f"leagues:{name}", args=[event.slug, *numbers]), query)


def text_of(response) -> str:
    assert response.status_code == 200
    return re.sub(r"\s+", " ", response.content.decode())


# --- Who ------------------------------------------------------------------------------------------
def statuses(client, event, number):
    names = {name: page(client, name, event, number).status_code for name in OF_A_ROUND}
    names["print-slips"] = page(client, "print-slips", event, number).status_code
    return names


def test_what_is_published_is_for_everybody_but_the_slips(client, event, organiser):
    next_round(event)
    public = dict.fromkeys(OF_A_ROUND, 200)
    assert statuses(client, event, 1) == public | {"print-slips": 302}
    client.force_login(make_member().user)
    assert statuses(client, event, 1) == public | {"print-slips": 403}
    client.force_login(organiser.user)
    assert statuses(client, event, 1) == public | {"print-slips": 200}


def test_a_preview_is_for_organisers_and_says_so(client, event, organiser):
    rounds.pair_round(event=event, by=None, at=at())
    hidden = dict.fromkeys(OF_A_ROUND, 404)
    assert statuses(client, event, 1) == hidden | {"print-slips": 302}
    client.force_login(make_member().user)
    assert statuses(client, event, 1) == hidden | {"print-slips": 403}
    assert "/print/names/1/" not in text_of(page(client, "papers", event))
    client.force_login(organiser.user)
    assert set(statuses(client, event, 1).values()) == {200}
    for name in (*OF_A_ROUND, "print-slips"):
        assert "preview, not published" in text_of(page(client, name, event, 1))
    assert "/print/slips/1/" in text_of(page(client, "papers", event))


@pytest.mark.parametrize("name", [*LISTS, *OF_A_ROUND, "print-slips"])
def test_hidden_events_bad_numbers_and_methods(client, event, organiser, name):
    next_round(event)
    numbers = () if name in LISTS else (1,)
    address = reverse(f"leagues:{name}", args=[event.slug, *numbers])
    client.force_login(organiser.user)
    assert client.post(address).status_code == 405
    assert client.get(reverse(f"leagues:{name}", args=["none", *numbers])).status_code == 404
    if numbers:
        assert page(client, name, event, 9).status_code == 404
    client.logout()
    Event.objects.filter(pk=event.pk).update(state="draft")
    assert client.get(address).status_code in (302, 404)
    client.force_login(make_member().user)
    assert client.get(address).status_code == 404


def test_standings_of_a_round_to_come_are_not_there(client, event):
    next_round(event)
    for name in ("print-wall", "print-standings"):
        assert page(client, name, event, 1).status_code == 200
        assert page(client, name, event, 2).status_code == 404


def test_a_club_that_shows_nothing_asks_for_a_sign_in(client, event):
    ClubSettings.objects.update_or_create(
        pk=1, defaults={"name": "Club", "visitors_see": ClubSettings.Visitors.NOTHING}
    )
    next_round(event)
    assert {page(client, name, event).status_code for name in LISTS} == {302}
    assert {page(client, name, event, 1).status_code for name in OF_A_ROUND} == {302}


# --- What -----------------------------------------------------------------------------------------
def test_the_code_of_a_slip_opens_its_table(client, event, organiser, monkeypatch):
    next_round(event)
    links = []
    monkeypatch.setattr(display, "qr_svg", lambda text: links.append(text) or "")
    client.force_login(organiser.user)
    text_of(page(client, "print-slips", event, 1))
    client.logout()
    tables = list(Pairing.objects.order_by("table"))
    assert len(links) == len(tables) == 3
    for link, table in zip(links, tables, strict=True):
        assert link.startswith("http://testserver/t/")
        opened = client.get(link.removeprefix("http://testserver"))
        assert f"Table {table.table}" in text_of(opened)
        assert claims.pairing_of(link.split("/")[-2]) == table


def test_slips_come_in_bundles(client, event, organiser, monkeypatch):
    monkeypatch.setattr(prints, "SLIPS_AT_ONCE", 2)
    next_round(event)
    client.force_login(organiser.user)
    first = text_of(page(client, "print-slips", event, 1))
    assert first.count('class="slip"') == 2
    assert 'href="?from=3"' in first
    rest = text_of(page(client, "print-slips", event, 1, **{"from": "3"}))
    assert rest.count('class="slip"') == 1
    assert page(client, "print-slips", event, 1, **{"from": "9"}).status_code == 404
    assert "Table 1<" in text_of(page(client, "print-slips", event, 1, **{"from": "x"}))


def test_the_lists_name_everybody_with_table_and_bye(client, event):
    next_round(event)
    for name in OF_A_ROUND:
        text = text_of(page(client, name, event, 1))
        assert all(f"Guest {n:03}" in text for n in range(1, 8))
        assert "bye" in text


def test_the_wall_list_shows_opponents_and_says_what_is_open(client, event):
    event_round = next_round(event)
    text = text_of(page(client, "print-wall", event))
    assert "3 games of this round are still open" in text
    play_out(event_round)
    text = text_of(page(client, "print-wall", event))
    assert "still open" not in text
    assert re.search(r"\d\+/w", text)


def test_cards_hold_what_is_published_and_room_for_the_rest(event):
    play_out(next_round(event))
    next_round(event)
    event.refresh_from_db()
    cards = cards_of(load(event))
    assert len(cards) == 7
    for card in cards:
        assert [line.number for line in card.lines] == [1, 2, 3]
        assert card.lines[2].kind == "blank"
        if card.lines[1].kind == "game":
            assert (card.lines[1].css, card.lines[1].score) == ("open", "")
    first = [card.lines[0] for card in cards]
    assert sorted(line.kind for line in first) == ["bye"] + ["game"] * 6
    white = next(line for line in first if line.colour == "W")
    assert white.css == "won"
    assert white.opponent == white.pairing.black


def test_a_player_who_left_before_his_first_game_needs_no_card(event):
    Participant.objects.filter(number=1).update(state="withdrawn", withdrawn_from=1)
    assert [card.participant.number for card in cards_of(load(event))] == [2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize(
    ("lines", "css"),
    [(0, ""), (30, ""), (31, "tight"), (40, "tight"), (41, "tightest"), (50, "tightest"), (51, "")],
)
def test_a_list_is_set_as_tightly_as_one_page_needs(lines, css):
    assert density(lines, 30, 40, 50) == css


@pytest.mark.parametrize(
    ("code", "lang"), [("ja", "ja"), ("th", "th"), ("pl", "pl"), ("en", "en"), ("xx", "en")]
)
def test_every_sheet_in_any_language_of_the_site(client, event, organiser, code, lang):
    next_round(event)
    client.force_login(organiser.user)
    for name in ("print-wall", "print-standings", "print-cards"):
        assert f'<html lang="{lang}"' in text_of(page(client, name, event, language=code))
    for name in (*OF_A_ROUND, "print-slips"):
        assert f'<html lang="{lang}"' in text_of(page(client, name, event, 1, language=code))


def test_names_of_every_script_and_none_as_markup(client, organiser):
    event = make_event(organiser)
    for name in ("佐藤 健", "อนงค์ ศรีสุข", "<b>Bob</b>", "A" * 60):
        registration.register_guest(event=event, name=name, rank=0, by=None, at=at())
    next_round(event)
    client.force_login(organiser.user)
    sheets = [page(client, name, event) for name in LISTS[1:]]
    sheets += [page(client, name, event, 1) for name in (*OF_A_ROUND, "print-slips")]
    for sheet in sheets:
        text = text_of(sheet)
        assert "佐藤 健" in text
        assert "อนงค์ ศรีสุข" in text
        assert "<b>Bob" not in text


def test_empty_events_print_too(client, organiser):
    event = make_event(organiser)
    for name in LISTS:
        text_of(page(client, name, event))


@pytest.mark.parametrize("name", [*LISTS, *OF_A_ROUND, "print-slips"])
def test_a_sheet_asks_as_little_for_a_large_field(client, organiser, name):
    client.force_login(organiser.user)
    counts = []
    for size in (2, 30):
        event = make_event(organiser, name=f"Cup {size}")
        add_guests(event, size)
        play_out(next_round(event))
        numbers = () if name in LISTS else (1,)
        with CaptureQueriesContext(connection) as queries:
            text_of(page(client, name, event, *numbers))
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 20


def test_public_pages_lead_to_the_sheets(client, event):
    next_round(event)
    detail = text_of(client.get(event.get_absolute_url()))
    for part in ("names/1/", "pairings/1/", "standings/", "wall/", ""):
        assert f'href="/tournaments/{event.slug}/print/{part}"' in detail
    ranked = text_of(client.get(reverse("leagues:standings", args=[event.slug, 1])))
    assert f"/tournaments/{event.slug}/print/wall/1/" in ranked
    url = reverse("leagues:round", args=[event.slug, 1])
    assert "/print/pairings/1/" in text_of(client.get(url))
    assert "/print/names/1/" in text_of(client.get(f"{url}?by=name"))


def test_a_slip_says_until_when_its_code_works(client, event, organiser):
    next_round(event)
    with time_machine.travel(datetime(2025, 3, 8, 1, 0, tzinfo=UTC), tick=False):
        client.force_login(organiser.user)
        slip = text_of(page(client, "print-slips", event, 1))
    # 36 hours after ten in the morning of 8 March, on the clocks of Tokyo
    said = "Code valid until 9 Mar 2025, 22:00 or the next round."
    assert slip.count(said) == slip.count('class="slip"')
    assert "at most 36 hours from now" in slip
