"""Running an official league from its pages: terms, organisers, rollover, exports, cost."""

from __future__ import annotations

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from goclub.games.models import Game
from goclub.games.playing.services.decisions import decide_game
from goclub.games.tests.factories import facts
from goclub.leagues.models import (
    Division,
    Entry,
    League,
    LeaguePerson,
    Match,
    OrganiserChoice,
    Regulation,
    Rollover,
    Snapshot,
    Term,
)
from goclub.leagues.official.services.closing import close_term
from goclub.leagues.official.tests.test_pages import address, client_as
from goclub.leagues.tests.league_factories import AFTER, DAY, beat, make_league, make_term, running
from goclub.leagues.tournament.tests.large import sixty

pytestmark = pytest.mark.django_db


# --- Running ----------------------------------------------------------------------------------
def test_founding_a_league_and_opening_a_term(client, club):
    client_as(client, club, "chair")
    data = {"kind": "official", "name": "名人戦", "zone": "Asia/Tokyo", "prizes": "Cup\nTea"}
    answer = client.post(reverse("leagues:found"), data)
    league = League.objects.get(name="名人戦")
    assert answer.url == league.get_absolute_url() == "/leagues/league/"
    assert league.prize_lines == ["Cup", "Tea"]
    assert client.post(reverse("leagues:found"), data).status_code == 422
    term = {
        "name": "First", "sign_up_until": "2025-03-01", "starts_on": "2025-03-02",
        "ends_on": "2025-06-01", "meetings": 1, "conditions": "start", "forfeit_margin": "20",
        "annul": "below_half", "rest": "forfeited", "moving_up": 1, "moving_down": 1,
    }  # fmt: skip
    url = reverse("leagues:term-new", args=[league.slug])
    answer = client.post(url, term | {"ends_on": "2025-01-01", "forfeit_margin": "19.3"})
    assert answer.status_code == 422
    assert "Halves only" in answer.content.decode()
    answer = client.post(url, term | {"ends_on": "2025-01-01"})
    assert "The last day cannot lie before the first" in answer.content.decode()
    assert client.post(url, term).status_code == 302
    assert league.terms.get().forfeit_margin2 == 40
    answer = client.post(url, term)
    assert answer.status_code == 422
    assert "one term after the other" in answer.content.decode()


def test_signing_up_entering_dividing_and_starting(client, club):
    client_as(client, club, "stranger").post(
        address("sign-up", club, "other first"), {"willing": "on"}
    )
    entry = Entry.objects.get(member=club["people"]["stranger"])
    assert entry.willing
    client_as(client, club, "league")
    url = address("term-players", club, "other first")
    for name in ("organiser", "secretary"):
        client.post(url, {"enter": 1, "member": club["people"][name].pk})
    assert client.post(url, {"enter": 1, "member": entry.member_id}).status_code == 422
    assert client.post(url, {"seed": 1, "sizes": "3, 2"}).status_code == 422
    assert client.post(url, {"seed": 1, "sizes": "two"}).status_code == 422
    assert client.post(url, {"seed": 1, "sizes": "2, 2"}).status_code == 302
    lower = Division.objects.get(term__league__slug=club["other"], level=2)
    upper_entry = Entry.objects.filter(division__level=1, term=lower.term).first()
    client.post(url, {"place": upper_entry.pk, "division": lower.pk})
    assert lower.entries.count() == 3
    answer = client.post(address("term-start", club, "other first"), follow=True)
    assert "two players or more are needed" in answer.content.decode()
    client.post(url, {"place": upper_entry.pk, "division": Division.objects.get(
        term=lower.term, level=1).pk})  # fmt: skip
    client.post(address("term-start", club, "other first"))
    lower.term.refresh_from_db()
    assert lower.term.state == Term.State.RUNNING
    assert Match.objects.filter(division__term=lower.term).count() == 2


def test_closing_with_open_games_says_how_many(client, club):
    client_as(client, club, "organiser")
    answer = client.post(address("term-close", club, "slug running"), follow=True)
    assert "3 pairings are open" in answer.content.decode()


def test_settings_that_are_fixed_by_now(client, club):
    client_as(client, club, "organiser")
    term = Term.objects.get(number=2)
    data = {
        "name": "Autumn!", "sign_up_until": term.sign_up_until, "starts_on": term.starts_on,
        "ends_on": term.ends_on, "meetings": 2, "conditions": "start", "forfeit_margin": "20",
        "annul": "below_half", "rest": "forfeited", "moving_up": 1, "moving_down": 1,
        "exemption": "on",
    }  # fmt: skip
    url = address("term-settings", club, "slug running")
    answer = client.post(url, data)
    assert answer.status_code == 422
    assert "It has begun" in answer.content.decode()
    assert client.post(url, data | {"meetings": 1}).status_code == 302
    term.refresh_from_db()
    assert term.name == "Autumn!"


def test_withdrawing_and_coming_back(client, club):
    client_as(client, club, "player")
    url = address("withdraw", club, "slug running a")
    answer = client.post(url, {"on": DAY.isoformat(), "reason": ""})
    assert answer.status_code == 422
    client.post(url, {"on": DAY.isoformat(), "reason": "moving away"})
    page = client.get(address("player", club, "slug running a")).content.decode()
    assert "moving away" in page
    assert "all are annulled" in page
    assert client.get(url).status_code == 403
    client_as(client, club, "organiser").post(url, {"reason": "stays after all"})
    assert Entry.objects.get(member=club["a"], term__number=2).withdrawn_on is None


def test_a_correction_is_recorded_with_its_reason(client, club):
    chair = club["people"]["chair"].user
    game = Game.objects.filter(league_match__division__term__number=1).order_by("pk").first()
    claim = facts(game.white, game.black, "B+2.5", played_on=DAY)
    decide_game(game=game, by=chair, at=AFTER, facts=claim, reason="counted again")
    page = client_as(client, club, "organiser").get(address("term", club, "slug closed"))
    assert "A game was corrected since" in page.content.decode()
    url = address("term-correct", club, "slug closed")
    assert client.post(url, {"reason": " "}).status_code == 422
    answer = client.post(url, {"reason": "counted again"}, follow=True)
    page = answer.content.decode()
    assert "Version 2" in page
    assert "counted again" in page
    assert "as the term closed" in page
    old = client.get(address("snapshot", club, "record")).content.decode()
    assert "equal rate; margins +29½ against +3½ of K" in old


# --- Organisers -------------------------------------------------------------------------------
def test_the_chair_sees_the_reasoning_and_confirms(client, club):
    """S1-25, S1-26: never an age or a date of birth."""
    client_as(client, club, "chair")
    url = address("organisers", club, "slug closed")

    def reasoning(year_of_l, year_of_others):
        for entry in Entry.objects.filter(term__number=1).select_related("member"):
            year = year_of_l if entry.member.display_name == "L" else year_of_others
            entry.member.birth_date = date(year, 2, 3)
            entry.member.save()
        return client.get(url).content.decode().split("<main")[1].split("<form")[0]

    nobody_exempt, page = reasoning(1990, 1999), reasoning(1931, 1999)
    assert (nobody_exempt.count("exempt</span>"), page.count("exempt</span>")) == (0, 1)
    assert page == reasoning(1950, 1985)
    n, k = (Entry.objects.get(term__number=1, member__display_name=name).member for name in "NK")
    assert client.post(url, {"winner": n.pk, "booby": n.pk}).status_code == 422
    client.post(url, {"winner": n.pk, "booby": k.pk})
    choice = OrganiserChoice.objects.get()
    assert (choice.winner, choice.booby) == (n, k)
    for role in ("visitor", "player"):
        page = client_as(client, club, role).get(address("term", club, "slug closed"))
        assert "Next time N and K organise" in page.content.decode()
        assert "exempt" not in page.content.decode()


def test_a_missing_date_of_birth_is_named(client, club):
    client_as(client, club, "chair")
    page = client.get(address("organisers", club, "slug closed")).content.decode()
    assert "N: The date of birth of a player is needed here" in page


def test_a_shared_place_is_put_in_order_by_the_chair(client, club):
    term, (a, b, c) = running(120, 120, 120, names="abc", exemption=False)
    beat(term, a, b, "5.5", minute=0)
    beat(term, b, c, "5.5", minute=2)
    beat(term, c, a, "5.5", minute=4)
    close_term(term=term, by=None, at=AFTER)
    client_as(client, club, "chair")
    url = reverse("leagues:organisers", args=[term.league.slug, 1])
    assert "put them in order" in client.get(url).content.decode()
    order = {f"order-{e.pk}": n for n, e in enumerate(Entry.objects.filter(term=term), 1)}
    page = client.get(url, order).content.decode()
    assert "How the rules find them" in page
    data = order | {"winner": a.pk, "booby": b.pk}
    client.post(url, data)
    assert OrganiserChoice.objects.get(term=term).reason == ""


# --- Rollover ---------------------------------------------------------------------------------
def test_looking_at_a_rollover_and_carrying_it_out(client, club):
    term, players = running(130, 120, 110, 100, sizes=[2, 2], names="abcd")
    a, b, c, d = players
    beat(term, a, b)
    beat(term, c, d, minute=3)
    close_term(term=term, by=None, at=AFTER)
    client_as(client, club, "organiser")
    url = reverse("leagues:rollover", args=[term.league.slug, 1])
    page = client.get(url).content.decode()
    assert page.count('class="promotion"') == 1
    data = {
        "name": "Autumn", "sign_up_until": "2025-08-31", "starts_on": "2025-09-01",
        "ends_on": "2025-11-30",
    }  # fmt: skip
    looked = client.post(url, data | {"look": 1})
    fingerprint = looked.context["plan"].fingerprint
    assert client.post(url, data | {"carry": 1, "fingerprint": "old"}).status_code == 422
    short = data | {"carry": 1, "fingerprint": fingerprint, "ends_on": "2025-08-01"}
    assert client.post(url, short).status_code == 422
    assert Rollover.objects.count() == 0
    answer = client.post(url, data | {"carry": 1, "fingerprint": fingerprint})
    assert answer.url == f"/leagues/{term.league.slug}/2/"
    again = client.post(url, data | {"carry": 1, "fingerprint": fingerprint})
    assert again.url == answer.url
    assert Rollover.objects.count() == 1
    page = client.get(answer.url).content.decode()
    assert "Division A" in page


# --- Regulation and people --------------------------------------------------------------------
NASTY = """# Title

<script>alert(1)</script> [x](javascript:alert(1)) <img src=x onerror=alert(1)>

**bold** and a [link](https://example.org)

| a | b |
|---|---|
| 1 | 2 |
"""


def test_a_regulation_is_versioned_and_harmless(client, club):
    client_as(client, club, "league")
    url = address("regulation-edit", club, "slug")
    looked = client.post(url, {"text": NASTY, "look": 1}).content.decode()
    assert Regulation.objects.count() == 1
    client.post(url, {"text": NASTY, "note": "a title"})
    page = client.get(address("regulation", club, "slug")).content.decode()
    for text in (looked, page):
        article = text[text.index("<article") : text.index("</article>")]
        assert "<script" not in article
        assert "<img" not in article
        assert 'href="javascript' not in article
        assert "<h2>Title</h2>" in article
        assert "<strong>bold</strong>" in article
        assert '<a href="https://example.org" rel="nofollow noopener">link</a>' in article
        assert "<td>1</td>" in article
    assert "Version 2" in page
    old = client.get(address("regulation-version", club, "slug version")).content.decode()
    assert "<h2>Fair play</h2>" in old
    assert client.post(url, {"text": " "}).status_code == 422
    client.post(url, {"text": NASTY})
    assert Regulation.objects.count() == 2


def test_people_are_appointed_and_dismissed(client, club):
    client_as(client, club, "organiser")
    url = address("people", club, "slug")
    stranger = club["people"]["stranger"]
    client.post(url, {"member": stranger.pk, "role": "judge"})
    person = LeaguePerson.objects.get(member=stranger)
    assert client.post(url, {"member": "", "role": "judge"}).status_code == 422
    client.post(reverse("leagues:dismiss", args=[club["slug"], person.pk]))
    person.refresh_from_db()
    assert person.until == DAY
    assert "Who served" in client.get(url).content.decode()


# --- Exports ----------------------------------------------------------------------------------
def test_every_table_as_csv_and_json(client, club):
    lines = {}
    for what in ("table", "cross", "open"):
        where = "slug closed" if what != "open" else "slug running"
        text = b"".join(
            client.get(address("export", club, f"{where} {what} csv")).streaming_content
        )
        lines[what] = text.decode("utf-8-sig").splitlines()
        rows = client.get(address("export", club, f"{where} {what} json")).json()["rows"]
        assert len(rows) == len(lines[what]) - 1
    assert lines["table"][1].startswith("A,1,0,N,130,3,2,1,0,2/3,29.5,")
    assert len(lines["cross"]) == 13
    assert len(lines["open"]) == 4


def test_the_feed_of_results(client, club):
    text = client.get(address("results", club, "slug")).content.decode()
    assert "<feed" in text
    term = Term.objects.get(number=2)
    beat(term, *[e.member for e in term.entries.all()[:2]])
    text = client.get(address("results", club, "slug")).content.decode()
    assert text.count("<entry>") == 1
    assert "won by resignation" in text


# --- Cost -------------------------------------------------------------------------------------
def queries(client, url):
    client.get(url)
    with CaptureQueriesContext(connection) as found:
        answer = client.get(url)
    assert answer.status_code == 200
    return len(found), answer


def test_the_page_of_sixty_players_is_light(client, club):
    """At most 15 queries and 120 kB of HTML for 1,770 games."""
    term = sixty()
    assert Match.objects.filter(division__term=term, game__isnull=False).count() == 1770
    client_as(client, club, "player")
    count, answer = queries(client, term.get_absolute_url())
    assert count <= 15
    assert len(answer.content) < 120_000
    assert answer.content.count(b"<td class=") > 3000
    close_term(term=term, by=None, at=AFTER)
    count, answer = queries(client, term.get_absolute_url())
    assert count <= 15
    assert len(answer.content) < 120_000


def test_pages_cost_the_same_for_few_and_for_many(client, club):
    few, many = sixty(3, share=0.5), sixty(30, share=0.5)
    client_as(client, club, "player")
    for name in ("league", "term", "open"):
        costs = [
            queries(client, reverse(f"leagues:{name}", args=args))[0]
            for args in (
                ([t.league.slug] if name == "league" else [t.league.slug, 1]) for t in (few, many)
            )
        ]
        assert costs[0] == costs[1], name
        assert costs[0] <= 15, name
    player = [t.entries.first().get_absolute_url() for t in (few, many)]
    assert queries(client, player[0])[0] == queries(client, player[1])[0]
    for what in ("table", "cross", "open"):
        urls = [
            reverse("leagues:export", args=[t.league.slug, 1, what, "json"]) for t in (few, many)
        ]
        assert queries(client, urls[0])[0] == queries(client, urls[1])[0]


def test_the_list_of_leagues_costs_the_same_for_one_and_for_many(client, club):
    before, _answer = queries(client, reverse("leagues:home"))
    for number in range(30):
        make_term(make_league(name=f"Another {number}"))
    after, _answer = queries(client, reverse("leagues:home"))
    assert before == after


def test_the_archive_costs_the_same_for_one_and_for_many(client, club):
    url = address("archive", club, "slug")
    before, answer = queries(client, url)
    assert "N" in answer.content.decode()
    term = Term.objects.get(number=1, league__slug=club["slug"])
    for number in range(2, 30):
        Snapshot.objects.create(
            term=term, version=number, table=Snapshot.objects.first().table, reason="x",
            taken_at=AFTER,
        )  # fmt: skip
    assert queries(client, url)[0] == before


def test_no_rows_yet(client, club):
    league = make_league(name="Empty")
    page = client.get(league.get_absolute_url()).content.decode()
    assert "No term has been opened yet" in page
    page = client.get(reverse("leagues:archive", args=[league.slug])).content.decode()
    assert "The first champion will be written here" in page
    page = client.get(reverse("leagues:regulation", args=[league.slug])).content.decode()
    assert "The league's rules will be here" in page.replace("&#x27;", "'")
    assert client.get(reverse("leagues:results", args=[league.slug])).status_code == 200
