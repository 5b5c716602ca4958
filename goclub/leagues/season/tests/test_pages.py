"""Pages of the season league: who sees what, who may do what, what they say, what they cost."""

from __future__ import annotations

from datetime import UTC, date, datetime
from xml.etree import ElementTree

import pytest
from django.urls import reverse
from django.utils import timezone

from goclub.common.notation import short_rank
from goclub.common.tests.reading import codes, cost, read, said, shows, told
from goclub.common.tests.written_once import written_once
from goclub.games.models import Standing
from goclub.leagues.league.services import leagues
from goclub.leagues.models import League, LeagueEvent, Participant, Snapshot
from goclub.leagues.season.labels.wording import (
    counts_heading,
    finding_text,
    missing_text,
)
from goclub.leagues.season.services.sanctions import give_sanction
from goclub.leagues.season.services.standings import close_season
from goclub.leagues.tests.season_factories import FOUNDED, announce, hold, make_season_league
from goclub.members.models import ClubSettings
from goclub.members.requests import Act
from goclub.members.roles import CHAIR, ORGANISER
from goclub.members.tests.factories import answers_to, enter_as, make_member
from ratings.accepted import AcceptedRange
from tournaments.seasons.events import NotCounted

ROLES = ("visitor", "stranger", "player", "announcer", "judge", "league", "organiser", "chair")
NOW = datetime(2025, 6, 1, 9, 0, tzinfo=UTC)
ATOM = "{http://www.w3.org/2005/Atom}"
SIGN_IN = {"visitor": 302}
RUNNERS = {"league": 200, "organiser": 200, "chair": 200}


def everybody(status, **but):
    return dict.fromkeys(ROLES, status) | but


@pytest.fixture
def club(monkeypatch):
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    return make_club()


@written_once
def make_club():
    """The second season is running; the first is closed; one event is to come, one is waiting."""
    league, (first, second, third) = make_season_league(name="Liga 2025")
    judge, runner, announcer = make_member("Judge"), make_member("Runner"), make_member("Ann")
    leagues.appoint(Act(None, FOUNDED), league, member=judge, role="judge")
    leagues.appoint(Act(None, FOUNDED), league, member=runner, role="organiser")
    a, b, c, d = (make_member(name) for name in ("佐藤 健", "B <b>x</b>", "C", "D"))
    games = [(a, b, "B+R"), (c, d, "B+3.5")]
    held = hold(announce(league, announcer, date(2025, 1, 20)), [games, [(a, c, "jigo")]])
    hold(announce(league, announcer, date(2025, 5, 10)), [games, [(b, None, "")]])
    coming = announce(league, announcer, date(2025, 7, 10), name="Summer cup", approve=False)
    player = Participant.objects.get(event=held.event, member=a)
    given = give_sanction(Act(judge.user, NOW), held, player=player, round=1, reason="slow play")
    record = close_season(Act(None, NOW), first)
    return {
        "people": {
            "stranger": make_member("Stranger"),
            "player": a,
            "announcer": announcer,
            "judge": judge,
            "league": runner,
            "organiser": make_member(role=ORGANISER),
            "chair": make_member(role=CHAIR),
        },
        "found": league,
        "slug": league.slug,
        "first": first.pk,
        "second": second.pk,
        "third": third.pk,
        "held": held.pk,
        "coming": coming.pk,
        "sanction": given.pk,
        "record": record.pk,
        "a": a.pk,
        "p": player.pk,
        "table": "table",
        "events": "events",
        "csv": "csv",
        "json": "json",
    }


def address(name, club, what):
    return reverse(f"leagues:{name}", args=[club[one] for one in what.split()])


PAGES = {
    "league": ("slug", everybody(200)),
    "archive": ("slug", everybody(200)),
    "calendar": ("slug", everybody(200)),
    "results": ("slug", everybody(200)),
    "season": ("slug second", everybody(200)),
    "season-player": ("slug a", everybody(200)),
    "season-record": ("record", everybody(200)),
    "season-export": ("slug second table csv", everybody(200)),
    "league-event": ("held", everybody(200)),
    "announce": ("slug", everybody(200, **SIGN_IN)),
    "season-desk": ("slug", everybody(403, **RUNNERS, **SIGN_IN)),
    "season-change": ("slug third", everybody(403, **RUNNERS, **SIGN_IN)),
    "season-correct": ("slug first", everybody(403, **RUNNERS, **SIGN_IN)),
    "event-decline": ("coming", everybody(403, **RUNNERS, **SIGN_IN)),
    "event-move": ("coming", everybody(403, announcer=200, **RUNNERS, **SIGN_IN)),
    "sanction": ("held", everybody(403, announcer=200, judge=200, league=200, **SIGN_IN)),
    "sanction-appeal": ("sanction", everybody(403, player=200, announcer=200, **SIGN_IN)),
    "sanction-decide": ("sanction", everybody(403, **RUNNERS, **SIGN_IN)),
}
ACTIONS = {
    "event-approve": ("coming", everybody(403, league=302, organiser=302, chair=302, **SIGN_IN)),
    "season-close": (
        "slug second",
        everybody(403, league=302, organiser=302, chair=302, **SIGN_IN),
    ),
    "year-close": ("slug", everybody(403, **RUNNERS, **SIGN_IN)),  # asked once more
}


@pytest.mark.parametrize(("method", "table"), [("get", PAGES), ("post", ACTIONS)])
def test_who_may_look_at_what_and_do_what(client, club, method, table):
    addresses = {name: address(name, club, what) for name, (what, _wanted) in table.items()}
    answers = answers_to(client, club["people"], ROLES, method, addresses)
    assert answers == {name: wanted for name, (_what, wanted) in table.items()}


def test_bad_addresses(client, club):
    enter_as(client, club["people"], "chair")
    paths = [
        "/leagues/{slug}/seasons/99999/",
        "/leagues/{slug}/seasons/{second}/nothing.csv",
        "/leagues/{slug}/seasons/{second}/table.xml",
        "/leagues/{slug}/seasons/{second}/correct/",
        "/leagues/{slug}/members/99999/",
        "/leagues/{slug}/new/",
        "/leagues/{slug}/1/",
        "/leagues/events/99999/",
        "/leagues/sanctions/99999/appeal/",
        "/leagues/records/99999/",
        "/leagues/record/{record}/",
    ]
    found = {path: client.get(path.format(**club)).status_code for path in paths}
    assert found == dict.fromkeys(paths, 404)


# --- What they say ----------------------------------------------------------------------------
def test_the_home_says_where_we_stand_and_who_is_missing_what(client, club):
    answer = client.get(address("league", club, "slug"))
    page = read(answer)
    assert answer.context["season"].name == "Sezon Uroku 2025"
    assert page.one("nav.systems a[aria-current]").one("strong").text == "Sezon Uroku 2025"
    lines = answer.context["lines"]
    missing = [line.row.classification.missing for line in lines]
    assert {(len(one.months), one.anywhere) for one in missing} == {(3, 4)}
    assert page.texts("td.at-more") == [missing_text(line.row) for line in lines]
    [coming] = answer.context["next"]
    assert (coming.counts, [finding.code for finding in coming.findings]) == (
        False, [NotCounted.NOT_APPROVED],
    )  # fmt: skip
    line = page.one("section[aria-labelledby=next] li")
    assert line.all("a")[0].text == "Summer cup"
    assert finding_text(coming.findings[0]) in line.text
    assert line.has(".down-word")
    assert "B <b>x</b>" in page.texts("td.name-cell bdi")
    held = [Standing.objects.get(member=one.member, system="paa").rank for one in lines]
    assert page.texts("td.name-cell .rank") == [short_rank(rank) for rank in held]
    assert not page.has("main b")


def test_the_event_says_whether_it_counts_before_it_is_held(client, club):
    def look(which):
        page = client.get(address("league-event", club, which))
        judged, section = page.context["judged"], read(page).one("section[aria-labelledby=counts]")
        assert section.one("h2").text == counts_heading(judged)
        return read(page), judged, section

    _page, judged, section = look("coming")
    assert (judged.counts, judged.row.entered, judged.row.too_few_so_far) == (False, 0, True)
    assert section.values(".why-mark", "popovertarget") == ["why-S4-12", "why-S4-10"]
    enter_as(client, club["people"], "league").post(address("event-approve", club, "coming"))
    _page, judged, section = look("coming")
    assert judged.counts
    assert section.values(".why-mark", "popovertarget") == ["why-S4-10"]
    page, judged, section = look("held")
    assert judged.counts
    assert not section.has(".why-mark")
    sanction = page.one("section[aria-labelledby=sanctions] li")
    assert "slow play" in sanction.text
    given = Participant.objects.get(pk=club["p"])
    assert sanction.texts(".rank") == [short_rank(given.rank_text)]
    order = page.one("section[aria-labelledby=order]")
    assert len(order.texts("td.at-name .rank")) == len(order.all("tbody tr")) > 1


def test_every_table_as_csv_and_json(client, club):
    for what in ("table", "events"):
        url = address("season-export", club, f"slug second {what} csv")
        lines = b"".join(client.get(url).streaming_content).decode("utf-8-sig").splitlines()
        rows = client.get(address("season-export", club, f"slug second {what} json")).json()["rows"]
        assert len(rows) == len(lines) - 1
    assert {row["reasons"] for row in rows} == {"", "not_approved"}


def test_calendar_and_feed(client, club):
    text = client.get(address("calendar", club, "slug")).text
    assert text.count("BEGIN:VEVENT") == 6
    assert "DTSTART;VALUE=DATE:20250505\r\n" in text
    assert "DTEND;VALUE=DATE:20250831\r\n" in text
    assert len(read(client.get(address("results", club, "slug"))).all("feed entry")) == 2


def test_entries_keep_their_names_wherever_the_site_is_served_from(client, club):
    """A calendar program knows an entry by its UID: another would be entered a second time."""
    settings, _made = ClubSettings.objects.get_or_create(pk=1)
    url = address("calendar", club, "slug")

    def names(**where):
        text = client.get(url, **where).text
        return [line for line in text.splitlines() if line.startswith("UID:")]

    here = names()
    assert len(set(here)) == 6
    assert {one.rpartition("@")[2] for one in here} == {str(settings.key)}
    assert names(headers={"host": "localhost:8443"}, secure=True) == here


def test_the_feed_names_its_author_and_its_language(client, club):
    ClubSettings.objects.update_or_create(pk=1, defaults={"name": "Klub Go Ósemka"})
    url = address("results", club, "slug")
    for language in ("en", "pl"):
        feed = ElementTree.fromstring(
            client.get(url, headers={"accept-language": language}).content
        )
        assert feed.findtext(f"{ATOM}author/{ATOM}name") == "Klub Go Ósemka"
        assert feed.attrib["{http://www.w3.org/XML/1998/namespace}lang"] == language


# --- Announcing -------------------------------------------------------------------------------
def event_data(club, **change):
    league = club["found"]
    return {
        "name": "Autumn cup",
        "on": "2025-09-20",
        "rounds": 3,
        "format": league.formats.get(key="standard").pk,
        "run_by": club["people"]["stranger"].pk,
    } | change


def test_announcing_an_event(client, club):
    enter_as(client, club["people"], "stranger")
    url = address("announce", club, "slug")
    for change, code in (
        ({"rounds": 9}, "E_RANGE"),
        ({"minutes": 30}, "E_RANGE"),
        ({"on": "2025-05-01"}, "past"),
        ({"run_by": club["a"]}, "invalid_choice"),
        ({"name": ""}, "required"),
    ):
        answer = client.post(url, event_data(club, **change))
        assert answer.status_code == 422, change
        form = answer.context["form"]
        assert codes(form) == {next(iter(change)): [code]}
        refusals = [text for texts in form.errors.values() for text in texts]
        assert all(shows(answer, text) for text in refusals)
        if change in ({"rounds": 9}, {"minutes": 30}):
            reason, value, accepted = {
                "rounds": ("season.rounds", 9, AcceptedRange(3, 8)),
                "minutes": ("season.format_limits", 30, AcceptedRange(40, 60)),
            }[next(iter(change))]
            assert refusals == [said(reason, value, accepted)]
    assert client.post(url, event_data(club)).status_code == 302
    row = LeagueEvent.objects.get(event__name="Autumn cup")
    assert (row.event.for_league, row.event.rounds_planned) == (True, 3)
    assert row.announced_by == club["people"]["stranger"]


def test_moving_declining_and_the_seven_days(client, club):
    enter_as(client, club["people"], "announcer")
    url = address("event-move", club, "coming")
    # It was reported on 30 June: seven days later at the earliest.
    for day, reason, from_day in (
        ("2025-05-20", "season.past", date(2025, 6, 1)),
        ("2025-06-20", "season.late_report", date(2025, 7, 7)),
    ):
        answer = client.post(url, {"to": day})
        assert answer.status_code == 422
        assert answer.context["form"].errors == {
            "to": [said(reason, accepted=AcceptedRange(from_day, None))]
        }
    assert client.post(url, {"to": "2025-07-20"}).status_code == 302
    enter_as(client, club["people"], "league")
    decline = address("event-decline", club, "coming")
    assert client.post(decline, {"reason": ""}).status_code == 422
    assert client.post(decline, {"reason": "the hall is closed"}).status_code == 302
    page = read(client.get(address("league-event", club, "coming")))
    assert "the hall is closed" in page.one("section[aria-labelledby=counts]").text


# --- Running ----------------------------------------------------------------------------------
def test_founding_with_the_preset_and_settings(client, club):
    enter_as(client, club["people"], "chair")
    data = {"kind": "season", "name": "Liga 2030", "zone": "Europe/Warsaw"}
    client.post(reverse("leagues:found"), data)
    league = League.objects.get(name="Liga 2030")
    url = reverse("leagues:season-desk", args=[league.slug])
    assert client.post(url, {"do": "preset", "start": "2030-01-12"}).status_code == 302
    assert league.seasons.count() == 3
    answer = client.post(url, {"do": "preset", "start": "2030-02-12"})
    assert answer.status_code == 422
    assert shows(answer, said("E_DUPLICATE", "Sezon Iluzji 2030"))
    for day in ("9999-12-31", "9999-01-01", "0001-01-01", "1899-12-31"):
        assert client.post(url, {"do": "preset", "start": day}).status_code == 422
        season = {"do": "season", "name": "Edge", "first": day, "last": day}
        assert client.post(url, season).status_code == 422
    season = {"do": "season", "name": "Extra", "first": "2030-12-30", "last": "2031-02-01"}
    assert client.post(url, season).status_code == 422
    assert client.post(url, season | {"first": "2031-01-10"}).status_code == 302
    rules = {
        "do": "rules", "closes_at": "22:00", "bonus": "5", "carry_over": "on", "prize_places": 3,
        "off_board2": "20", "bye2": "0", "zone": "Europe/Warsaw", "valid_from": "2030-01-01",
        "reason": "agreed",
    }  # fmt: skip
    looked = client.post(url, rules)
    assert (looked.status_code, league.season_rules.count()) == (200, 0)
    seen = {"seen": looked.context["rules_form"]["seen"].value()}
    assert client.post(url, rules | seen).status_code == 302
    assert league.season_rules.get().bonus == 5
    assert client.post(url, rules | {"bonus": "-1"}).status_code == 422
    shape = {"do": "format", "name": "Blitz", "key": "blitz", "low": 5, "high": 10, "per": "side",
             "time_up": "loss"}  # fmt: skip
    assert client.post(url, shape).status_code == 302
    assert client.post(url, shape | {"key": "b", "high": 2}).status_code == 422
    extra = league.seasons.get(name="Extra")
    change = reverse("leagues:season-change", args=[league.slug, extra.pk])
    assert client.post(change, {"first": "2031-01-11", "last": "2031-02-02"}).status_code == 302
    assert client.post(change, {"remove": 1}).status_code == 302
    assert league.seasons.count() == 3


def test_closing_a_season_too_early_says_when(client, club):
    enter_as(client, club["people"], "chair")
    answer = client.post(address("season-close", club, "slug second"), follow=True)
    [refusal] = told(answer, "error")
    assert "22:00 (Europe/Warsaw)" in refusal
    assert Snapshot.objects.count() == 1


# --- Cost -------------------------------------------------------------------------------------
def test_pages_cost_the_same_for_few_and_for_many(client, club):
    enter_as(client, club["people"], "player")
    pages = ["league", "season", "season-player", "league-event", "archive"]
    urls = [address(name, club, PAGES[name][0]) for name in pages]
    before = cost(client, *urls)
    people = [make_member() for _ in range(8)]
    ann = club["people"]["announcer"]
    for day in (12, 13, 14):
        games = [(x, y, "B+R") for x, y in zip(people[::2], people[1::2], strict=True)]
        games.append((club["people"]["player"], people[0], "B+R"))
        hold(announce(club["found"], ann, date(2025, 5, day)), [games[:4], games[4:]])
    assert cost(client, *urls) == before
