"""Paper: who may print what, what is on it, and that a code on a slip opens its table."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
import time_machine
from django.urls import reverse

from goclub.common.tests.reading import read
from goclub.leagues.models import Pairing, Participant
from goclub.leagues.tests.factories import add_guests, at, make_event, next_round, play_out
from goclub.leagues.tournament.labels import papers as display
from goclub.leagues.tournament.labels.papers import cards_of, density
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services import claims, rounds
from goclub.leagues.tournament.views import prints
from goclub.members.requests import Act
from goclub.members.tests.factories import as_member, fresh, make_member

OF_A_ROUND = ("print-pairings", "print-names")


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


def test_a_preview_is_for_organisers_and_says_so(client, event, organiser):
    rounds.pair_round(Act(None, at()), event)
    hidden = dict.fromkeys(OF_A_ROUND, 404)
    assert statuses(client, event, 1) == hidden | {"print-slips": 302}
    assert statuses(as_member(client, make_member()), event, 1) == hidden | {"print-slips": 403}
    assert "/print/names/1/" not in text_of(page(client, "papers", event))
    assert set(statuses(as_member(client, organiser), event, 1).values()) == {200}
    for name in (*OF_A_ROUND, "print-slips"):
        assert "preview, not published" in text_of(page(client, name, event, 1))
    assert "/print/slips/1/" in text_of(page(client, "papers", event))


def test_the_list_of_players_shows_organisers_who_misses_which_round(client, event, organiser):
    late, missing, *_others = event.participants.all()
    Participant.objects.filter(pk=late.pk).update(late_from=2)
    Participant.objects.filter(pk=missing.pk).update(state="preliminary")
    text = text_of(page(client, "print-players", event))
    assert "7 players" in text
    assert "from round 2" in text
    assert "announced" in text
    assert "✓" not in text
    rows = read(page(as_member(client, organiser), "print-players", event)).all("tbody tr")
    assert [row.text.split().count("✓") for row in rows[:2]] == [2, 3]
    assert "/print/players/" in text_of(page(client, "papers", event))


# --- What -----------------------------------------------------------------------------------------
def test_the_code_of_a_slip_opens_its_table(client, event, organiser, monkeypatch):
    next_round(event)
    links = []
    monkeypatch.setattr(display, "qr_svg", lambda text: links.append(text) or "")
    text_of(page(as_member(client, organiser), "print-slips", event, 1))
    client.logout()
    tables = list(Pairing.objects.order_by("table"))
    assert len(links) == len(tables) == 3
    for link, table in zip(links, tables, strict=True):
        assert link.startswith("http://testserver/t/")
        assert f"Table {table.table}" in text_of(client.get(link.removeprefix("http://testserver")))
        assert claims.pairing_of(link.split("/")[-2]) == table


def test_slips_come_in_bundles(client, event, organiser, monkeypatch):
    monkeypatch.setattr(prints, "SLIPS_AT_ONCE", 2)
    next_round(event)
    first = text_of(page(as_member(client, organiser), "print-slips", event, 1))
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
    cards = cards_of(load(fresh(event)))
    assert len(cards) == 7
    for card in cards:
        assert [line["number"] for line in card["lines"]] == [1, 2, 3]
        assert "kind" not in card["lines"][2]
        if card["lines"][1]["kind"] == "game":
            assert card["lines"][1]["css"] == "open"
    first = [card["lines"][0] for card in cards]
    assert sorted(line["kind"] for line in first) == ["bye"] + ["game"] * 6
    white = next(line for line in first if line.get("colour") == "w")
    assert (white["css"], white["opponent"]) == ("won", white["pairing"].black)


def test_a_player_who_left_before_his_first_game_needs_no_card(event):
    Participant.objects.filter(number=1).update(state="withdrawn", withdrawn_from=1)
    assert [card["participant"].number for card in cards_of(load(event))] == [2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize(
    ("lines", "css"),
    [(0, ""), (30, ""), (31, "tight"), (40, "tight"), (41, "tightest"), (50, "tightest"), (51, "")],
)
def test_a_list_is_set_as_tightly_as_one_page_needs(lines, css):
    assert density(lines, 30, 40, 50) == css


def test_a_slip_says_until_when_its_code_works(client, event, organiser):
    next_round(event)
    with time_machine.travel(datetime(2025, 3, 8, 1, 0, tzinfo=UTC), tick=False):
        slip = text_of(page(as_member(client, organiser), "print-slips", event, 1))
    # 36 hours after ten in the morning of 8 March, on the clocks of Tokyo
    said = "Code valid until 9 Mar 2025, 22:00 or the next round."
    assert slip.count(said) == slip.count('class="slip"')
    assert "at most 36 hours from now" in slip
