"""An organiser's league cup with a sanction and a shared sixth place, on every page that it has."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from goclub.leagues.league.services.leagues import appoint
from goclub.leagues.models import Event
from goclub.leagues.season.services.sanctions import give_sanction
from goclub.leagues.tests.season_factories import FOUNDED, announce, hold, make_season_league
from goclub.leagues.tournament.labels.papers import screen_of
from goclub.leagues.tournament.queries.snapshot import load
from goclub.members.requests import Act
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import as_member, make_member
from tournaments.formats.latin import latin as in_latin

NOON = datetime(2025, 2, 10, 12, tzinfo=UTC)
NAMES = ["Ada", "Bo", "Cy", "Di", "Ed", "Fay", "Gus", "Hal"]
#: Winner and loser at each table: Ada wins all, three win two, three one, Hal none.
ROUNDS = (
    ("Ada Bo", "Cy Di", "Ed Fay", "Gus Hal"),
    ("Ada Cy", "Ed Gus", "Bo Di", "Fay Hal"),
    ("Ada Ed", "Cy Bo", "Gus Fay", "Di Hal"),
)
WARNED, LOST = "slow play", "slow play, after a warning"


@pytest.fixture
def cup():
    """Closed; Ada lost her first game by a sanction, so that five share the first place."""
    league, _seasons = make_season_league(name="Liga")
    organiser = make_member("Olga", role=ORGANISER)
    appoint(Act(None, FOUNDED), league, member=organiser, role="judge")
    members = {name: make_member(name, points=100) for name in NAMES}
    rounds = [
        [(members[one], members[other], "B+R") for one, other in (pair.split() for pair in pairs)]
        for pairs in ROUNDS
    ]
    row = hold(announce(league, organiser, date(2025, 2, 10), name="Sunday cup"), rounds)
    row.event.organisers.add(organiser)
    for reason in (WARNED, LOST):
        give_sanction(
            Act(organiser.user, NOON),
            row,
            player=row.event.participants.get(display_name="Ada"),
            round=1,
            reason=reason,
        )
    return row, organiser, members


SHARED = [("1=", "Ada"), ("1=", "Bo"), ("1=", "Cy"), ("1=", "Ed"), ("1=", "Gus"),
          ("6=", "Di"), ("6=", "Fay"), ("8", "Hal")]  # fmt: skip


Lines = list[tuple[str, str]]


def views_of(event: Event, client: Client, capsys: pytest.CaptureFixture[str]) -> dict[str, Lines]:
    """Places and names of a cup as each page, print and list has them."""

    def context(name: str, *args: object) -> Mapping[str, Any]:
        return client.get(reverse(f"leagues:{name}", args=[event.slug, *args])).context

    def rows(found: Iterable[Any]) -> Lines:
        return [(one.place, one.participant.display_name) for one in found]

    snapshot = load(event)
    standings = client.get(reverse("leagues:standings", args=[event.slug]))
    lines = re.findall(r'<td class="num at-lead">([^<]*)</td>.*?class="name">([^<]*)<',
                       standings.content.decode(), re.DOTALL)  # fmt: skip
    cross_page = client.get(reverse("leagues:cross", args=[event.slug]))
    cross = re.findall(r'<td class="num wide">([^<]*)</td>\s*<th scope="row".*?<bdi[^>]*>([^<]*)<',
                       cross_page.content.decode(), re.DOTALL)  # fmt: skip
    call_command("standings", event.slug, format="json")
    answer = json.loads(capsys.readouterr().out)
    csv_text = b"".join(client.get(standings.request["PATH_INFO"], {"format": "csv"})).decode()
    sheet = list(csv.DictReader(io.StringIO(csv_text.removeprefix("\ufeff"))))
    # The table for spreadsheets has names in Latin letters, family name and first name apart.
    latin = {
        f"{one.name} {one.first_name}".strip(): one.display_name
        for one in snapshot.participants.values()
    }
    found = {
        "overview": rows(context("event")["table"]().rows),
        "standings": lines,
        "cross": [(place, name.strip()) for place, name in cross],
        "print": rows(context("print-standings")["table"].rows),
        "wall": rows(context("print-wall")["table"].rows),
        "screen": rows(screen_of(snapshot, 1)["table"].rows),
        "json": told_places(
            [
                (one["place"], snapshot.participants[one["number"]].display_name)
                for one in answer["rows"]
            ]
        ),
        "interface": told_places(
            [
                (one["place"], one["name"])
                for one in client.get(f"/api/v1/events/{event.pk}").json()["standings"]
            ]
        ),
        "csv": told_places(
            [
                (int(one["place"] or 0), latin[f"{one['name']} {one['first_name']}".strip()])
                for one in sheet
            ]
        ),
    }
    found["path"] = [
        (context("event-player", one.number)["steps"][-1]["place"], one.display_name)
        for one in (row.participant for row in context("print-wall")["table"].rows)
    ]
    return found


def told_places(rows: list[tuple[int | None, str]]) -> Lines:
    counted = Counter(place for place, _name in rows)
    return [
        (f"{place}{'=' if counted[place] > 1 else ''}" if place else "–", name)
        for place, name in rows
    ]


def files_of(event: Event, client: Client) -> list[str]:
    """The names in the order of the European file, which the French one has too."""
    h9 = client.get(reverse("leagues:event-h9", args=[event.slug])).content.decode()
    tou = client.get(reverse("leagues:event-tou", args=[event.slug])).content.decode("latin-1")
    names = [line.split()[1] for line in h9.splitlines() if line and not line.startswith(";")]
    french = [line.split()[1] for line in tou.splitlines() if line and not line.startswith(";")]
    assert [name.upper() for name in names] == [in_latin(name) for name in french]
    return names


def test_every_view_shares_the_sixth_place(client, capsys, cup):
    row, organiser, _members = cup
    table = as_member(client, organiser).get(row.get_absolute_url()).context["table"]
    assert [(f"{line.place}{'=' if line.shared else ''}", who.display_name)
            for line, who in table] == SHARED  # fmt: skip
    for name, view in views_of(row.event, client, capsys).items():
        assert view == SHARED, name
    assert files_of(row.event, client) == [name for _place, name in SHARED]
