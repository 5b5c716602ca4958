"""The check before sending, and an event as a workbook, JSON, Pairgoth's file and the report."""

from __future__ import annotations

import io
import json

import pytest
from django.urls import reverse
from openpyxl import load_workbook

from goclub.leagues.tests.factories import make_event, make_organiser, played_event
from goclub.leagues.tournament.services.exchange import read_file
from goclub.members.tests.factories import make_member


@pytest.fixture
def event(db):
    return played_event(players=4, rounds_played=2, name="Autumn Cup")


def url(name, event):
    return reverse(f"leagues:event-{name}", args=[event.slug])


@pytest.fixture
def desk(client):
    client.force_login(make_organiser().user)
    return client


def test_each_federation_has_its_lines_with_the_page_that_mends_them(desk, event):
    checks = desk.get(url("sending", event)).context["checks"]
    assert [check.source.value for check in checks] == ["egd", "ffg", "aga"]
    pages = {line.url for check in checks for line in check.lines}
    assert url("settings", event) in pages
    assert reverse("leagues:event-entry", args=[event.slug, 1]) in pages
    for page in pages:
        assert desk.get(page).status_code == 200


def test_the_class_against_the_time_is_said(desk, event):
    event.egf_class, event.main_minutes, event.overtime = "A", 20, ""
    event.save()
    european = desk.get(url("sending", event)).context["checks"][0]
    assert any(line.refused and line.url == url("settings", event) for line in european.lines)
    event.main_minutes = 75
    event.save()
    after = desk.get(url("sending", event)).context["checks"][0]
    assert len(after.lines) == len(european.lines) - 1


def test_only_organisers_check(client, event):
    client.force_login(make_member().user)
    assert client.get(url("sending", event)).status_code == 403


def test_before_the_first_round_the_page_says_so(desk):
    assert desk.get(url("sending", make_event(make_organiser()))).status_code == 200


def test_the_workbook_has_players_games_and_standings(client, event):
    event.participants.filter(number=1).update(name="=1+1")
    answer = client.get(url("xlsx", event))
    book = load_workbook(io.BytesIO(answer.content))
    assert book.sheetnames == ["players", "games", "standings"]
    players = list(book["players"].values)
    assert players[0][0] == "name"
    assert ("=1+1", "s") in {(cell.value, cell.data_type) for cell in book["players"]["A"]}
    assert len(players) == 5
    places = [row[0] for row in book["standings"].values]
    assert places[:2] == ["place", 1]


def test_the_json_says_the_same(client, event):
    whole = json.loads(client.get(url("json", event)).content)
    assert set(whole) == {"event", "players", "games", "standings"}
    assert (whole["event"]["name"], len(whole["players"]), len(whole["games"])) == (
        "Autumn Cup", 4, 4,
    )  # fmt: skip


def test_pairgoth_s_file_is_read_here_again(client, event):
    back = read_file(client.get(url("pairgoth", event)).content)
    assert (back.event.name, len(back.players), len(back.rounds)) == ("Autumn Cup", 4, 2)


def test_the_american_report_is_refused_without_numbers_and_then_made(client, event):
    answer = client.get(url("aga", event), follow=True)
    assert [message.level_tag for message in answer.context["messages"]] != []
    for participant in event.participants.all():
        participant.aga_id = str(100 + participant.number)
        participant.save()
    assert client.get(url("aga", event)).content.startswith(b"TOURNEY Autumn Cup")
