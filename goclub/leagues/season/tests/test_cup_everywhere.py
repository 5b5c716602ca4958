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

from goclub.common.tests.reading import read
from goclub.games.models import Game
from goclub.games.rating.ledger.recalculation import rebuild
from goclub.leagues.league.services.leagues import appoint
from goclub.leagues.models import Event
from goclub.leagues.season.services.rating import progress_of
from goclub.leagues.season.services.sanctions import appeal, decide_appeal, give_sanction
from goclub.leagues.tests.season_factories import FOUNDED, announce, hold, make_season_league
from goclub.leagues.tournament.labels.screen import screen_of
from goclub.leagues.tournament.queries.snapshot import load
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import make_member
from tournaments.formats.latin import latin as in_latin

pytestmark = pytest.mark.django_db

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
    appoint(league=league, member=organiser, role="judge", by=None, at=FOUNDED)
    members = {name: make_member(name, points=100) for name in NAMES}
    rounds = [
        [(members[one], members[other], "B+R") for one, other in (pair.split() for pair in pairs)]
        for pairs in ROUNDS
    ]
    row = hold(announce(league, organiser, date(2025, 2, 10), name="Sunday cup"), rounds)
    row.event.organisers.add(organiser)
    for reason in (WARNED, LOST):
        give_sanction(
            row=row, player=row.event.participants.get(display_name="Ada"), round=1,
            reason=reason, judge=organiser, at=NOON,
        )  # fmt: skip
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
    # The interface writes names in Latin letters, family name first.
    latin = {
        f"{one.name} {one.first_name}".strip(): one.display_name
        for one in snapshot.participants.values()
    }
    found = {
        "overview": rows(context("event")["leaders"]),
        "standings": lines,
        "cross": [(place, name.strip()) for place, name in cross],
        "print": rows(context("print-standings")["table"].rows),
        "wall": rows(context("print-wall")["table"].rows),
        "screen": rows(screen_of(snapshot, 1).table.rows),
        "json": told_places(
            [
                (one["place"], snapshot.participants[one["number"]].display_name)
                for one in answer["rows"]
            ]
        ),
        "interface": told_places(
            [
                (one["place"], latin[one["name"]])
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
        (context("event-player", one.number)["steps"][-1].place, one.display_name)
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
    client.force_login(organiser.user)
    table = client.get(row.get_absolute_url()).context["table"]
    assert [(f"{line.place}{'=' if line.shared else ''}", who.display_name)
            for line, who in table] == SHARED  # fmt: skip
    for name, view in views_of(row.event, client, capsys).items():
        assert view == SHARED[: len(view)], name
        assert len(view) == 8 or name == "overview", name
    assert files_of(row.event, client) == [name for _place, name in SHARED]


def test_every_page_of_the_cup_opens_and_those_with_results_name_the_sanction(client, cup):
    """What it changed, too: who had won, who has won now."""
    row, organiser, members = cup
    client.force_login(organiser.user)
    slug = row.event.slug
    ada = row.event.participants.get(display_name="Ada").number
    with_results = {
        "event": [slug], "standings": [slug], "cross": [slug], "round": [slug, 1],
        "event-player": [slug, ada], "print-standings": [slug], "print-wall": [slug],
        "print-pairings": [slug, 1], "print-cards": [slug],
        "league-event": [row.pk],
    }  # fmt: skip
    without = {
        "event-players": [slug], "event-desk": [slug], "event-history": [slug],
        "event-entries": [slug], "event-results": [slug, 1], "papers": [slug],
        "print-names": [slug, 1], "print-slips": [slug, 3], "projector": [slug],
        "event-opengotha": [slug],
        "event-h9": [slug], "event-tou": [slug], "event-results-csv": [slug],
        "event-players-csv": [slug], "event-picture": [slug], "sanction": [row.pk],
        "league": [row.league.slug], "season": [row.league.slug, row.league.seasons.first().pk],
        "season-player": [row.league.slug, members["Ada"].pk],
    }  # fmt: skip
    for name, args in (with_results | without).items():
        page = client.get(reverse(f"leagues:{name}", args=args))
        assert page.status_code in (200, 304), name
        if name in with_results:
            text = read(page).text
            assert LOST in text, name
            assert "Olga" in text, name
    game = Game.objects.get(ending="penalty")
    assert LOST in read(client.get(game.get_absolute_url())).text
    lines = (
        read(client.get(row.get_absolute_url()))
        .one("section[aria-labelledby=sanctions]")
        .texts("li")
    )
    assert [("Bo" in line, LOST in line) for line in lines] == [(False, False), (True, True)]


def test_papers_name_a_sanction_where_it_belongs(client, cup):
    """On the cards of the two whose game it decided, on the pairings of its round."""
    row, organiser, _members = cup
    client.force_login(organiser.user)
    page = read(client.get(reverse("leagues:print-cards", args=[row.event.slug])))
    named = {
        card.one("h2 bdi").text: [LOST in line for line in card.texts(".paper-key")]
        for card in page.all(".player-card")
    }
    assert named == {name: [] for name in NAMES} | {"Ada": [False, True], "Bo": [True]}
    marked = [card.one("h2 bdi").text for card in page.all(".player-card") if "§" in card.text]
    assert marked == ["Ada", "Bo"]
    for number, lines in ((1, 2), (2, 0)):
        page = client.get(reverse("leagues:print-pairings", args=[row.event.slug, number]))
        assert len(read(page).all(".paper-key")) == lines


def test_the_hall_sees_who_lost_a_game_by_a_sanction(client, cup):
    """Not who was warned alone; what follows from it stands on the pages that one reads."""
    row, organiser, _members = cup
    client.force_login(organiser.user)
    address = reverse("leagues:projector", args=[row.event.slug])
    pages = [client.get(address, {"page": number, "still": ""}) for number in (1, 2)]
    places = [page for page in pages if page.context["page"].kind == "standings"]
    assert places
    for page in places:
        lines = [line for line in read(page).all(".places li") if line.has(".by-sanction")]
        assert [line.one(".screen-name").text.split()[0] for line in lines] == ["Ada"]


def test_the_ledger_the_leagues_elo_and_the_files_take_it_back_together(client, capsys, cup):
    row, organiser, members = cup
    client.force_login(organiser.user)
    game = Game.objects.get(ending="penalty")
    lost = {entry.system: entry.delta for entry in game.entries.filter(member=members["Ada"])}
    assert lost
    before = progress_of(row.league).rating(members["Ada"].pk, NOON.replace(hour=23))
    other = make_member("Otto")
    appoint(league=row.league, member=other, role="organiser", by=None, at=FOUNDED)
    case = row.sanctions.latest("pk")
    appeal(sanction=case, by=members["Ada"], at=NOON, reason="The clock stood still.")
    decide_appeal(sanction=case, by=other, at=NOON, upheld=True, reason="It did.")
    game.refresh_from_db()
    assert (game.winner, game.ending) == ("B", "resign")
    assert progress_of(row.league).rating(members["Ada"].pk, NOON.replace(hour=23)) > before
    places = [("1", "Ada"), ("2=", "Cy"), ("2=", "Ed"), ("2=", "Gus"),
              ("5=", "Bo"), ("5=", "Di"), ("5=", "Fay"), ("8", "Hal")]  # fmt: skip
    for name, view in views_of(row.event, client, capsys).items():
        assert view == places[: len(view)], name
    assert rebuild() == 0
