"""The demo's leagues: one just finished, one under way, a season league in its second season."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime, time, timedelta
from typing import Any
from xml.etree.ElementTree import fromstring
from zoneinfo import ZoneInfo

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from goclub.common.notation import listed_and
from goclub.common.tests.reading import read
from goclub.demo.tests.rule_tags import NUMBER, walk
from goclub.demo.tests.test_filling import fill
from goclub.games.models import Game
from goclub.games.playing.services.pairings import PAIRINGS
from goclub.games.rating.ledger.recalculation import rebuild
from goclub.leagues.models import Event, League, Pairing, Sanction, Season, Snapshot, Term
from goclub.leagues.official.labels.overview import start_question
from goclub.leagues.official.queries.terms import open_matches_of
from goclub.leagues.official.services.organisers import propose_organisers
from goclub.leagues.official.services.standings import TermStandings
from goclub.leagues.official.services.tables import tables_of
from goclub.leagues.season.labels.wording import counts_word
from goclub.leagues.season.services.dated import dated_of
from goclub.leagues.season.services.rating import live_table, progress_of
from goclub.leagues.season.services.standings import SeasonStandings
from goclub.leagues.tournament.labels.screen import screen_of
from goclub.leagues.tournament.queries.events import results_changed_since
from goclub.leagues.tournament.queries.snapshot import load
from goclub.members.models import Member
from goclub.members.roles import CHAIR
from goclub.members.tests.factories import make_member
from tournaments.formats.latin import latin as in_latin

pytestmark = pytest.mark.django_db

CUP = "Hoshi Autumn Cup"
Lines = list[tuple[str, str]]


@pytest.fixture
def club():
    fill()


def named(key):
    return Member.objects.get(user__username=key)


def test_the_tournament_is_in_its_third_round(club):
    event = Event.objects.get(name=CUP)
    states = [row.state for row in event.rounds.order_by("number")]
    assert states == ["complete", "complete", "published"]
    open_tables = Pairing.objects.filter(round__event=event, result="unknown")
    assert open_tables.count() == 2
    assert event.participants.filter(member=None).count() == 4


def test_no_result_of_a_cup_came_after_the_next_round_was_paired(club):
    """The desks of the demo have nothing to say of results that changed since."""
    rounds = [
        (event, one)
        for event in Event.objects.all()
        for one in event.rounds.exclude(paired_at=None)
    ]
    assert len(rounds) > 20
    changed = [
        (event.name, one.number) for event, one in rounds if results_changed_since(event, one)
    ]
    assert changed == []


def test_the_evening_league_has_a_correction_that_waits(club):
    league = League.objects.get(name="Evening League")
    first, second = league.terms.order_by("number")
    assert (first.state, second.state) == (Term.State.CLOSED, Term.State.SIGN_UP)
    [group] = TermStandings(first).groups
    assert [row.direct for row in group.rows[1:3]] == ["nobody_came", "nobody_came"]
    assert [row.withdrawn for row in group.rows] == [False] * 4 + [True]
    [open_pairing] = TermStandings(first).unfilled
    assert open_pairing.game.state == "void"
    question = start_question(second, timezone.now())
    assert question
    assert question.why


def test_what_the_demo_shows(club):
    term = Term.objects.get(league__name__startswith="Official")
    assert term.state == Term.State.CLOSED
    [group] = tables_of(term)
    assert group.open == []
    assert not TermStandings(term).is_pending
    names = [row.name for row in group.rows]
    assert names[0] == "Walter Haskins"
    # Three equal in rate and margins, parted by points at the start.
    tied = group.rows[1:4]
    assert {row.tied for row in tied} == {3}
    assert [row.points for row in tied] == sorted((row.points for row in tied), reverse=True)
    assert {row.criterion for row in tied[1:]} == {"points"}
    assert any(cell.standing_only for cells in group.cross.values() for cell in cells)
    found = propose_organisers(term, on=timezone.localdate())
    assert [step.verdict for step in found.steps] == ["exempt", "chosen", "chosen"]
    assert found.winner == Member.objects.get(pk=tied[0].member)

    running = Term.objects.get(league__name="Thursday League")
    assert running.state == Term.State.RUNNING
    # A forfeit in a report moves nobody, and an ordinary report waits between two who are paired.
    unplayed = Game.objects.get(official=True, ending="forfeit")
    assert unplayed.league_match.division.term == running
    assert not unplayed.entries.exists()
    waiting = Game.objects.filter(state="reported").with_players()
    offers = [PAIRINGS.offers(game.players, game.played_on) for game in waiting]
    assert "/leagues/games/" in [offer.url[:15] for found in offers for offer in found]
    assert open_matches_of(named("member"))

    league = League.objects.get(name="Liga Hoshi")
    [now] = [
        season for season in Season.objects.filter(league=league) if timezone.localdate() in season
    ]
    assert now == league.seasons.order_by("first")[1]
    at = timezone.now()
    lines = live_table(progress_of(league), now, at=at)
    states = {line.row.classification.classified for line in lines}
    assert states == {True, False}
    kept = Snapshot.objects.get(season__isnull=False)
    assert [row.valid_from for row in dated_of(league).rows] == [now.first]
    assert not SeasonStandings(kept.season, at=at).is_pending
    assert any(row["classified_place"] == 1 for row in kept.table)
    codes = [[finding.code.value for finding in one.findings] for one in progress_of(league).judged]
    assert codes[-2:] == [[], ["not_approved"]]
    assert Sanction.objects.count() == 2
    assert rebuild() == 0


def test_the_cups_obey_their_settings(club):
    """Sundays, the komi of the event, enough players and rounds, announced in time."""
    league = League.objects.get(name="Liga Hoshi")
    judged = progress_of(league).judged
    for one in judged:
        event = one.row.event
        assert ("Sunday" in event.name) <= (event.begins_on.weekday() == 6), event
        assert one.counts or counts_word(one) == "waiting for approval:", one.findings
        for pairing in Pairing.objects.filter(round__event=event).select_related("game"):
            assert pairing.komi2 == event.komi2_for(pairing.handicap) == pairing.game.komi2
            assert pairing.verdict or pairing.margin2 == pairing.game.margin2
    assert len(judged) > 14
    assert sum(not one.counts for one in judged) == 1


def test_rounds_are_paired_before_they_begin_and_played_before_the_next(club):
    event = Event.objects.get(name=CUP)
    zone = ZoneInfo(event.time_zone)
    begins = [
        datetime.combine(event.begins_on, time.fromisoformat(text), tzinfo=zone)
        for text in event.timetable.split()
    ][:3]
    for event_round, begin, end in zip(
        event.rounds.order_by("number"), begins, [*begins[1:], None], strict=True
    ):
        assert event_round.published_at <= begin
        for pairing in event_round.pairings.exclude(reported_at=None):
            assert begin < pairing.reported_at < (end or begin + timedelta(hours=3))


def test_an_event_with_a_theme_is_set_up_for_it(club):
    small = Event.objects.get(name="Small boards evening")
    assert small.board == 13
    assert small.begins_on.strftime("%a") == "Sat"
    assert Event.objects.filter(begins_on=small.begins_on).count() == 1


def test_every_tag_leads_to_its_rule(club, client):
    """No rule tag of a league's or a tournament's page is bare."""
    client.force_login(make_member(role=CHAIR).user)
    leagues = [league.get_absolute_url() for league in League.objects.all()]
    anchors, bare, gone, told = {}, [], [], set()
    for address, page in walk(client, ["/leagues/", "/tournaments/", *leagues], most=3):
        for tag in page.all(".rule"):
            for number in NUMBER.findall(tag.text):
                links = [href for href in tag.values("a", "href") if href.endswith(f"#{number}")]
                if not links:
                    bare.append((address, number))
                    continue
                where = links[0].partition("#")[0]
                if where not in anchors:
                    anchors[where] = set(read(client.get(where)).values("[id]", "id"))
                told.add(number)
                if number not in anchors[where]:
                    gone.append((address, links[0]))
    assert bare == []
    assert gone == []
    assert {"S1-20", "S1-24", "S4-22", "S4-23", "S4-14", "S4-16"} <= told


# --- One event, one order (S4-16) -------------------------------------------------------------
def test_every_view_of_every_cup_gives_one_order_and_one_winner(club, client, capsys):
    """Order, places and winner: those of the league's page on every page, paper and file."""
    client.force_login(named("member").user)
    league = League.objects.get(name="Liga Hoshi")
    cups = [one.row for one in progress_of(league).counted()]
    assert len(cups) == 14
    feed = fromstring(client.get(reverse("leagues:results", args=[league.slug])).content)
    told = {one.findtext(f"{ATOM}title"): one.findtext(f"{ATOM}summary") for one in feed}
    shared = 0
    for row in cups:
        page = client.get(row.get_absolute_url())
        lines = [
            (f"{line.place or '–'}{'=' if line.shared else ''}", who.display_name)
            for line, who in page.context["table"]
        ]
        shared += any(place.endswith("=") for place, _name in lines)
        for name, view in views_of(row.event, client, capsys).items():
            assert view == lines[: len(view)], f"{name} of {row}"
            assert len(view) == len(lines) or name == "overview", f"{name} of {row}"
        family = {one.display_name: one.name for one in row.event.participants.all()}
        surnames = [in_latin(family[name]) for _place, name in lines]
        assert files_of(row.event, client) == surnames
        won = listed_and(name for place, name in lines if place.rstrip("=") == "1")
        told_of_it = client.get(row.event.get_absolute_url()).context["shared_page"]
        assert told_of_it.description.endswith(f" {won}")
        listed = row.event.participants.filter(won=True).order_by("display_name")
        assert listed_and(one.display_name for one in listed) == won
        names = [entry.split(". ")[1].rsplit(" ", 1)[0] for entry in told[str(row)].split(", ")]
        assert names == [name for _place, name in lines]
    assert shared


def test_the_winner_of_a_season_is_one_everywhere(club, client):
    """Home, archive, season, record, file and the winner's own page (S4-23)."""
    client.force_login(named("member").user)
    league = League.objects.get(name="Liga Hoshi")
    kept = Snapshot.objects.get(season__isnull=False)
    classified = [row for row in kept.table if row["classified"]]
    best = max(row["rating"] for row in classified)
    won = [row["name"] for row in classified if row["rating"] == best]
    assert len(classified) > len(won) > 0

    def page(name: str, *args: object) -> Any:
        return client.get(reverse(f"leagues:{name}", args=args))

    home = read(page("league", league.slug)).one("section[aria-labelledby=champions]")
    assert home.texts("dd bdi") == won
    archive = page("archive", league.slug).context["seasons"]
    assert [row.name for one in archive for row in one.winners] == won
    shown = page("season", league.slug, kept.season_id).context["standings"].lines
    assert [one.member.display_name for one in shown if one.row.classified_place == 1] == won
    rows = page("season-export", league.slug, kept.season_id, "table", "json").json()["rows"]
    assert [one["player"] for one in rows if one["classified_place"] == 1] == won
    assert [
        one["name"] for one in page("season-record", kept.pk).context["record"].table
        if one["classified_place"] == 1
    ] == won  # fmt: skip
    titles = {
        row["name"]: page("season-player", league.slug, row["member"]).context["titles"]
        for row in kept.table
    }
    assert [name for name, held in titles.items() if held] == won


ATOM = "{http://www.w3.org/2005/Atom}"


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
