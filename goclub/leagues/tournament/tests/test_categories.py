"""Categories of strength: chosen in the forms, and every list one by one."""

from __future__ import annotations

import pytest
from django.urls import reverse

from goclub.common.tests.reading import codes, read, shows
from goclub.leagues.models import Event
from goclub.leagues.tests.factories import at, make_event, next_round, play_out
from goclub.leagues.tournament.labels.standings import Category, categories_of, standings_table
from goclub.leagues.tournament.queries.snapshot import load, settings_of
from goclub.leagues.tournament.services import events, exchange, registration
from goclub.members.requests import Act
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import as_member, make_member
from tournaments.events.settings import Settings

PLAYERS = {"Ando": 3, "Baba": 1, "Chiba": 0, "Doi": -1, "Eto": -4, "Fuji": -9, "Goto": -11}


@pytest.fixture
def event():
    """Seven players in three categories: three, three and one; two rounds played."""
    event = make_event(system="swiss_cat", categories=(0, -10))
    for name, rank in PLAYERS.items():
        registration.register_guest(Act(None, at()), event, name=name, rank=rank)
    for _number in range(2):
        play_out(next_round(event))
    return Event.objects.get(pk=event.pk)


@pytest.mark.parametrize(
    ("limits", "labels"),
    [
        ((), []),
        ((0,), ["1d and up", "1k and below"]),
        ((2, 1), ["3d and up", "2d", "1d and below"]),
        ((2, -5), ["3d and up", "2d–5k", "6k and below"]),
    ],
)
def test_categories_in_words(limits, labels):
    assert [one.label for one in categories_of(Settings(category_limits=limits))] == labels


def test_a_category_has_places_of_its_own_and_names_those_among_all(event):
    snapshot = load(event)
    every = standings_table(snapshot, 2)
    overall = {row.participant.name: row.place.removesuffix("=") for row in every.rows}
    seen = []
    for category in categories_of(snapshot.settings):
        table = standings_table(snapshot, 2, category)
        seen += [row.participant.name for row in table.rows]
        assert table.rows[0].place.removesuffix("=") == "1"
        assert {row.participant.name: row.overall for row in table.rows} == {
            row.participant.name: overall[row.participant.name] for row in table.rows
        }
        assert all(category.holds(row.participant) for row in table.rows)
        order = [row.participant.name for row in every.rows if category.holds(row.participant)]
        assert [row.participant.name for row in table.rows] == order
    assert sorted(seen) == sorted(PLAYERS)
    middle = standings_table(snapshot, 2, categories_of(snapshot.settings)[1])
    places = [int(row.place.removesuffix("=")) for row in middle.rows]
    assert places == sorted(places)
    assert len(places) == 3


def test_each_category_on_a_sheet_of_its_own(client, event):
    labels = [category.label for category in categories_of(settings_of(event))]
    for name in ("print-standings", "print-wall"):
        address = reverse(f"leagues:{name}", args=[event.slug])
        page = read(client.get(address, {"category": "each"}))
        assert page.texts(".paper-sheet h2") == labels
        assert len(page.all(".paper-sheet tbody tr")) == len(PLAYERS)
        assert len(read(client.get(address)).all(".paper-sheet")) == 1
    papers = client.get(reverse("leagues:papers", args=[event.slug])).text
    assert papers.count("?category=each") == 2
    Event.objects.update(settings=event.settings | {"category_limits": []})
    assert client.get(address, {"category": "each"}).status_code == 404


PAGES = [
    ("leagues:standings", ()),
    ("leagues:round", (2,)),
    ("leagues:print-standings", ()),
    ("leagues:print-wall", ()),
    ("leagues:print-pairings", (2,)),
    ("leagues:print-names", (2,)),
]


@pytest.mark.parametrize(("name", "args"), PAGES)
def test_every_list_by_category(client, event, name, args):
    url = reverse(name, args=[event.slug, *args])
    everybody = read(client.get(url)).text
    top = read(client.get(f"{url}?category=1"))
    assert str(categories_of(settings_of(event))[0].label) in top.text
    assert "Ando" in top.text
    assert "Goto" in everybody
    for wrong in ("0", "4", "x"):
        assert client.get(f"{url}?category={wrong}").status_code == 404
    inside = Category(1, 8, 0)
    others = [n for n, rank in PLAYERS.items() if not inside.lowest <= rank <= inside.highest]
    if "standings" in name or "wall" in name:
        shown = top.all("tbody")[0].text
        assert not any(other in shown for other in others)


def test_the_file_of_a_category_has_the_places_of_its_page(client, event):
    snapshot = load(event)
    url = reverse("leagues:standings", args=[event.slug])
    client.force_login(make_member("Opener", role=ORGANISER).user)
    for category in categories_of(snapshot.settings):
        table = standings_table(snapshot, 2, category)
        asked = {"category": category.number, "format": "csv"}
        lines = client.get(url, asked).getvalue().decode().splitlines()
        assert [line.split(",")[:3] for line in lines[1:]] == [
            [row.place.removesuffix("="), row.overall, row.participant.name] for row in table.rows
        ]


def test_limits_are_typed_as_ranks(client):
    page = as_member(client, make_member(role=ORGANISER)).get(reverse("leagues:event-new"))
    data = {n: "" if v is None else v for n, v in page.context["form"].initial.items()}
    data |= {f.name: f.initial for f in page.context["form"] if f.initial is not None}
    data |= {
        "name": "Cat Cup",
        "system": "swiss_cat",
        "preset": "S2",
        "category_limits": "1d, １０ｋ",
    }
    assert client.post(reverse("leagues:event-new"), data).status_code == 302
    assert settings_of(Event.objects.get(name="Cat Cup")).category_limits == (0, -10)
    for wrong, code in (("1d x", "E_RANK"), ("10k 1d", "E_INCONSISTENT")):
        refused = client.post(reverse("leagues:event-new"), data | {"category_limits": wrong})
        assert refused.status_code == 422
        assert codes(refused.context["form"]) == {"category_limits": [code]}
        assert shows(refused, *refused.context["form"].errors["category_limits"])


def test_an_imported_event_is_not_steered_by_categories_entered_later(event):
    """Every file of OpenGotha has a weight for categories, whether it has any or not."""
    plain = make_event(system="swiss")
    registration.register_guest(Act(None, at()), plain, name="Ando", rank=3)
    data = exchange.export_opengotha(plain)
    assert b'paiMaAvoidMixingCategories="20000000000000"' in data
    tournament = exchange.read_file(data, [])
    again = exchange.import_tournament(
        Act(None, at()), tournament, fallback=at().date(), name="Again"
    )
    assert not events.change_rules(again, category_limits=(0,)).pairs_by_category
    assert exchange.read_file(exchange.export_opengotha(event), []).system.pairs_by_category
