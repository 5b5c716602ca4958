"""robots.txt, the sitemaps and the manifest: by role and by what visitors see; icons from marks."""

from __future__ import annotations

import json
import struct
from datetime import UTC, datetime
from pathlib import Path
from urllib.robotparser import RobotFileParser
from xml.etree import ElementTree

import pytest
from django.contrib.staticfiles import finders
from django.urls import reverse

from goclub.common.gate import gate_open
from goclub.front.queries import offline_walls
from goclub.front.tests.places import make_club, show
from goclub.front.views.machines import Rows
from goclub.games.labels import conditions_text
from goclub.games.models import Game
from goclub.games.people.services.erasing import erase_name
from goclub.games.rating.systems.registry import SYSTEMS
from goclub.leagues.models import Event
from goclub.members.models import ClubSettings
from goclub.members.requests import Act
from goclub.members.tests.factories import as_member

SPACE = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
SITE = "http://testserver"


@pytest.fixture
def club():
    return make_club()


def addresses(client):
    """Every address in the sitemaps, and the names of their sections."""
    index = ElementTree.fromstring(client.get("/sitemap.xml").content)
    found, sections = [], []
    for one in index.iter(f"{SPACE}loc"):
        sections.append(one.text.partition("sitemap-")[2].partition(".")[0])
        part = ElementTree.fromstring(client.get(one.text.removeprefix(SITE)).content)
        found += [loc.text.removeprefix(SITE) for loc in part.iter(f"{SPACE}loc")]
    return found, sections


def test_sitemaps_name_the_site_and_not_the_host_that_asks(client, club, settings):
    settings.PUBLIC_URL = "https://go.example.org"
    settings.ALLOWED_HOSTS = ["*"]
    show("everything")
    asked = {"headers": {"host": "evil.example"}}
    index = ElementTree.fromstring(client.get("/sitemap.xml", **asked).content)
    files = [loc.text for loc in index.iter(f"{SPACE}loc")]
    assert "https://go.example.org/sitemap-games.xml" in files
    for file in files:
        answer = client.get(file.removeprefix("https://go.example.org"), **asked)
        named = [loc.text for loc in ElementTree.fromstring(answer.content).iter(f"{SPACE}loc")]
        assert all(one.startswith("https://go.example.org/") for one in named), file


@pytest.mark.parametrize(
    "level", ["everything", pytest.param("table", marks=pytest.mark.extended), "nothing"]
)
def test_by_role_and_visibility(client, club, level):
    """Whoever asks, the answer is what a visitor may see."""
    show(level)
    visited = [
        address for address in club.pages().values() if client.get(address).status_code == 200
    ]
    mapped, sections = addresses(client)
    rules = client.get("/robots.txt").content
    for member in club.people.values():
        assert addresses(as_member(client, member)) == (mapped, sections)
        assert client.get("/robots.txt").content == rules
    client.logout()
    if level == "nothing":
        assert (mapped, sections) == ([], [])
        assert rules == b"User-agent: *\nDisallow: /\n"
        assert client.get("/sitemap-members.xml").status_code == 404
        return
    assert set(visited) <= set(mapped)
    assert ("members" in sections) == (level == "everything")
    assert reverse("games:profile", args=[club.private.pk]) not in mapped
    parser = RobotFileParser()
    parser.parse(rules.decode().splitlines())
    for address in (*mapped, *club.pictures().values()):
        assert parser.can_fetch("Crawler", address), address
    for address in ("/office/", "/desk/", "/me/data/", "/sign-in/"):
        assert not parser.can_fetch("Crawler", address)
    assert f"Sitemap: {SITE}/sitemap.xml" in rules.decode()
    assert {client.get(address).status_code for address in mapped} == {200}


def test_what_is_void_or_in_preparation_or_does_not_want_to_be_found_is_not_in_it(client, club):
    mapped, _sections = addresses(client)
    profile = {one.pk: reverse("games:profile", args=[one.pk]) for one in club[2:7]}
    assert {profile[club.odd.pk], profile[club.thai.pk]} <= set(mapped)
    assert not {profile[one.pk] for one in (club.private, club.unlisted, club.former)} & set(mapped)
    erase_name(Act(club.people["chair"].user, datetime(2025, 4, 1, tzinfo=UTC)), club.odd)
    Event.objects.update(state=Event.State.DRAFT)
    with gate_open():
        Game.objects.filter(pk=club.game.pk).update(state=Game.State.VOID)
    gone = {profile[club.odd.pk], club.game.get_absolute_url(), club.pages()["leagues:event"]}
    assert not gone & set(addresses(client)[0])


def test_a_name_that_is_replaced_stands_on_no_kept_picture(
    client, club, settings, tmp_path, django_capture_on_commit_callbacks
):
    backend = "django.core.cache.backends.filebased.FileBasedCache"
    settings.CACHES = {
        **settings.CACHES,
        "pictures": {"BACKEND": backend, "LOCATION": str(tmp_path)},
    }
    assert client.get(club.pictures()["games:profile"]).status_code == 200
    assert len(list(tmp_path.iterdir())) == 1
    with django_capture_on_commit_callbacks(execute=True):
        erase_name(Act(club.people["chair"].user, datetime(2025, 4, 1, tzinfo=UTC)), club.odd)
    assert list(tmp_path.iterdir()) == []


def test_many_games_are_split(client, club, monkeypatch):
    keys = sorted(Game.objects.confirmed().values_list("pk", flat=True))
    # The last game has a part of its own; keys of a club begin anywhere.
    monkeypatch.setattr(Rows, "limit", keys[-1] - 1)
    assert client.get("/sitemap.xml").content.count(b"sitemap-games.xml") == 2
    parts = [client.get(f"/sitemap-games.xml?p={part}").content for part in (1, 2)]
    found = [
        int(one.findtext(f"{SPACE}loc").rstrip("/").rpartition("/")[2])
        for part in parts
        for one in ElementTree.fromstring(part)
    ]
    assert sorted(found) == keys
    for none in ("/sitemap-games.xml?p=3", "/sitemap-none.xml"):
        assert client.get(none).status_code == 404


# --- The installed site -----------------------------------------------------------------------
@pytest.mark.parametrize("mark", ClubSettings.Mark.values)
def test_the_manifest_names_icons_of_its_own_mark(client, club, mark):
    ClubSettings.objects.update(mark=mark, name="<b>Klub</b> ฮ")
    answer = client.get("/site.webmanifest")
    assert answer.headers["Content-Type"] == "application/manifest+json"
    told = json.loads(answer.content)
    assert told["name"] == "<b>Klub</b> ฮ"
    assert (told["display"], told["scope"], told["start_url"]) == ("standalone", "/", "/")
    assert {icon["purpose"] for icon in told["icons"]} == {"any", "maskable"}
    for icon in told["icons"]:
        assert mark in icon["src"]
        png = Path(finders.find(icon["src"].removeprefix("/static/"))).read_bytes()
        width, height = struct.unpack(">II", png[16:24])
        assert f"{width}x{height}" == icon["sizes"]


# --- Without a line ---------------------------------------------------------------------------
def test_the_page_for_no_line_says_nothing_of_its_reader(client, club):
    as_visitor = client.get("/offline/").content
    assert as_member(client, club.people["chair"]).get("/offline/").content == as_visitor
    assert client.get("/worker.js").headers["Content-Type"].startswith("text/javascript")


def test_its_tables_are_those_of_the_rules():
    for told, system in zip(offline_walls(), (one for one in SYSTEMS if one.wall), strict=True):
        wall = system.wall
        places = {rank: place for place, rank in enumerate(told["ranks"])}
        for weak, strong in (("8k", "1k"), ("3k", "1d"), ("1d", "1d")):
            cell = wall.pair(wall.read_rank(weak, "low"), wall.read_rank(strong, "high"))
            number = told["pairs"].get(f"{places[weak]},{places[strong]}")
            wanted = None if isinstance(cell, str) else conditions_text(cell.stones, cell.komi2)
            assert (None if number is None else told["texts"][number]) == wanted
        for difference, (text, number) in enumerate(told["differences"]):
            row = wall.row(difference)
            assert row.difference == text
            assert told["texts"][number] == conditions_text(row.cell.stones, row.cell.komi2)
