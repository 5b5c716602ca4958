"""Running an official league from its pages: terms, organisers, rollover, exports, cost."""

from __future__ import annotations

from datetime import date

from django.urls import reverse

from goclub.common.tests.reading import codes, cost, read, said, told
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
from goclub.leagues.official.services.standings import close_term
from goclub.leagues.official.tests.test_pages import address
from goclub.leagues.tests.league_factories import AFTER, DAY, beat, make_league, make_term, running
from goclub.leagues.tournament.tests.large import sixty
from goclub.members.requests import Act
from goclub.members.tests.factories import enter_as, fresh


# --- Running ----------------------------------------------------------------------------------
def test_founding_a_league_and_opening_a_term(client, club):
    enter_as(client, club["people"], "chair")
    data = {"kind": "official", "name": "名人戦", "zone": "Asia/Tokyo", "prizes": "Cup\nTea"}
    answer = client.post(reverse("leagues:found"), data)
    league = League.objects.get(name="名人戦")
    assert answer.url == league.get_absolute_url() == "/leagues/league/"
    assert league.prize_lines == ["Cup", "Tea"]
    assert client.post(reverse("leagues:found"), data).status_code == 422
    term = {
        "name": "First", "sign_up_until": "2025-03-01", "starts_on": "2025-03-02",
        "ends_on": "2025-06-01", "meetings": 1, "conditions": "start", "forfeit_margin2": "20",
        "annul": "below_half", "rest": "forfeited", "moving_up": 1, "moving_down": 1,
    }  # fmt: skip
    url = reverse("leagues:term-new", args=[league.slug])
    answer = client.post(url, term | {"forfeit_margin2": "19.3"})
    assert answer.status_code == 422
    assert codes(answer.context["form"]) == {"forfeit_margin2": ["halves"]}
    answer = client.post(url, term | {"ends_on": "2025-01-01", "forfeit_margin2": "19,5"})
    assert list(answer.context["form"].errors) == ["ends_on"]
    assert client.post(url, term).status_code == 302
    assert league.terms.get().forfeit_margin2 == 40
    answer = client.post(url, term)
    assert answer.status_code == 422
    assert codes(answer.context["form"]) == {"name": ["term_open"]}


def test_signing_up_entering_dividing_and_starting(client, club):
    enter_as(client, club["people"], "stranger").post(
        address("sign-up", club, "other first"), {"willing": "on"}
    )
    entry = Entry.objects.get(member=club["people"]["stranger"])
    assert entry.willing
    enter_as(client, club["people"], "league")
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
    start, sure = address("term-start", club, "other first"), {"confirmed": 1}
    [refusal] = told(client.post(start, sure, follow=True), "error")
    assert "1" in refusal
    client.post(url, {"place": upper_entry.pk, "division": Division.objects.get(
        term=lower.term, level=1).pk})  # fmt: skip
    client.post(start, sure)
    lower.term.refresh_from_db()
    assert lower.term.state == Term.State.RUNNING
    assert Match.objects.filter(division__term=lower.term).count() == 2


# --- Organisers -------------------------------------------------------------------------------
def test_the_chair_sees_the_reasoning_and_confirms(client, club):
    """S1-25, S1-26: never an age or a date of birth."""
    enter_as(client, club["people"], "chair")
    url = address("organisers", club, "slug closed")

    def reasoning(year_of_l, year_of_others):
        for entry in Entry.objects.filter(term__number=1).select_related("member"):
            year = year_of_l if entry.member.display_name == "L" else year_of_others
            entry.member.birth_date = date(year, 2, 3)
            entry.member.save()
        page = client.get(url)
        verdicts = [step["verdict"] for step in page.context["proposal"].steps]
        return verdicts, read(page).one("main section").text

    (nobody_exempt, _text), (one_exempt, text) = reasoning(1990, 1999), reasoning(1931, 1999)
    assert (nobody_exempt.count("exempt"), one_exempt.count("exempt")) == (0, 1)
    assert text == reasoning(1950, 1985)[1]
    n, k = (Entry.objects.get(term__number=1, member__display_name=name).member for name in "NK")
    refusal = client.post(url, {"winner": n.pk, "booby": n.pk})
    assert refusal.status_code == 422
    assert codes(refusal.context["form"]) == {"booby": ["one_organiser"]}
    client.post(url, {"winner": n.pk, "booby": k.pk})
    choice = OrganiserChoice.objects.get()
    assert (choice.winner, choice.booby) == (n, k)
    for role in ("visitor", "player"):
        page = enter_as(client, club["people"], role).get(address("term", club, "slug closed"))
        shown = page.context["term"].choice
        assert (shown.winner, shown.booby) == (n, k)
        assert read(page).values("main p.notice .why-mark", "popovertarget") == ["why-S1-25"]
        assert b"exempt" not in page.content


def test_a_shared_place_is_put_in_order_by_the_chair(client, club):
    term, (a, b, c) = running(120, 120, 120, names="abc", exemption=False)
    beat(term, a, b, "5.5", minute=0)
    beat(term, b, c, "5.5", minute=2)
    beat(term, c, a, "5.5", minute=4)
    close_term(Act(None, AFTER), term)
    enter_as(client, club["people"], "chair")
    url = reverse("leagues:organisers", args=[term.league.slug, 1])
    order = {f"order-{e.pk}": n for n, e in enumerate(Entry.objects.filter(term=term), 1)}
    asked = read(client.get(url))
    assert asked.one("main p.notice.warning").text == said("official.shared_place")
    assert set(asked.values("form[method=get] input", "name")) == set(order)
    page = read(client.get(url, order))
    assert page.has("#steps")
    assert not page.has("main p.notice.warning")
    data = order | {"winner": a.pk, "booby": b.pk}
    client.post(url, data)
    assert OrganiserChoice.objects.get(term=term).reason == ""


# --- Rollover ---------------------------------------------------------------------------------
def test_looking_at_a_rollover_and_carrying_it_out(client, club):
    term, players = running(130, 120, 110, 100, sizes=[2, 2], names="abcd")
    a, b, c, d = players
    beat(term, a, b)
    beat(term, c, d, minute=3)
    close_term(Act(None, AFTER), term)
    enter_as(client, club["people"], "organiser")
    url = reverse("leagues:rollover", args=[term.league.slug, 1])
    assert len(read(client.get(url)).all(".promotion")) == 1
    data = {
        "name": "Autumn", "sign_up_until": "2025-08-31", "starts_on": "2025-09-01",
        "ends_on": "2025-11-30",
    }  # fmt: skip
    fingerprint = client.post(url, data | {"look": 1}).context["plan"].fingerprint
    assert client.post(url, data | {"carry": 1, "version": "old"}).status_code == 422
    short = data | {"carry": 1, "version": fingerprint, "ends_on": "2025-08-01"}
    assert client.post(url, short).status_code == 422
    assert Rollover.objects.count() == 0
    answer = client.post(url, data | {"carry": 1, "version": fingerprint})
    assert answer.url == f"/leagues/{term.league.slug}/2/"
    assert client.post(url, data | {"carry": 1, "version": fingerprint}).url == answer.url
    assert Rollover.objects.count() == 1
    page = client.get(answer.url)
    divided = [(one["name"], len(one["entries"])) for one in page.context["signed_up"]]
    assert divided == [("A", 2), ("B", 2)]
    assert set(read(page).texts("main section bdi")) == set("abcd")


# --- Regulation and people --------------------------------------------------------------------
NASTY = """# Title

<script>alert(1)</script> [x](javascript:alert(1)) <img src=x onerror=alert(1)>

**bold** and a [link](https://example.org)

| a | b |
|---|---|
| 1 | 2 |
"""


def test_a_regulation_is_versioned_and_harmless(client, club):
    enter_as(client, club["people"], "league")
    url = address("regulation-edit", club, "slug")
    looked = client.post(url, {"text": NASTY, "look": 1})
    assert Regulation.objects.count() == 1
    client.post(url, {"text": NASTY, "note": "a title"})
    page = client.get(address("regulation", club, "slug"))
    for article in (read(looked).one("article"), read(page).one("article")):
        assert not article.has("script")
        assert not article.has("img")
        assert [a.attrs for a in article.all("a")] == [
            {"href": "https://example.org", "rel": "nofollow noopener"}
        ]
        assert article.texts("h2") == ["Title"]
        assert article.texts("strong") == ["bold"]
        assert article.texts("a") == ["link"]
        assert article.texts("td") == ["1", "2"]
    assert (page.context["shown"].version, page.context["shown"].note) == (2, "a title")
    old = client.get(address("regulation-version", club, "slug version"))
    assert read(old).texts("article h2") == ["Fair play"]
    assert client.post(url, {"text": " "}).status_code == 422
    client.post(url, {"text": NASTY})
    assert Regulation.objects.count() == 2


def test_people_are_appointed_and_dismissed(client, club):
    enter_as(client, club["people"], "organiser")
    url = address("people", club, "slug")
    stranger = club["people"]["stranger"]
    client.post(url, {"member": stranger.pk, "role": "judge"})
    person = LeaguePerson.objects.get(member=stranger)
    assert client.post(url, {"member": "", "role": "judge"}).status_code == 422
    client.post(reverse("leagues:dismiss", args=[club["slug"], person.pk]))
    assert fresh(person).until == DAY
    page = client.get(url)
    assert page.context["served"] == [person]
    assert len(read(page).all("section h3")) == 1


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


# --- Cost -------------------------------------------------------------------------------------
def test_pages_cost_the_same_for_few_and_for_many(client, club):
    few, many = sixty(3, share=0.5), sixty(30, share=0.5)
    enter_as(client, club["people"], "player")
    costs = []
    for term in (few, many):
        where = [term.league.slug, term.number]
        pages = [reverse("leagues:league", args=where[:1])]
        pages += [reverse(f"leagues:{name}", args=where) for name in ("term", "open")]
        pages += [term.entries.first().get_absolute_url()]
        tables = [[*where, what, "json"] for what in ("table", "cross", "open")]
        pages += [reverse("leagues:export", args=table) for table in tables]
        costs.append(cost(client, *pages))
    assert costs[0] == costs[1]
    assert max(costs[0][:3]) <= 16


def test_the_list_of_leagues_costs_the_same_for_one_and_for_many(client, club):
    before = cost(client, reverse("leagues:home"))
    for number in range(30):
        make_term(make_league(name=f"Another {number}"))
    assert cost(client, reverse("leagues:home")) == before


def test_the_archive_costs_the_same_for_one_and_for_many(client, club):
    url = address("archive", club, "slug")
    before = cost(client, url)
    assert read(client.get(url)).texts("tbody td bdi") == ["N"]
    term = Term.objects.get(number=1, league__slug=club["slug"])
    for number in range(2, 30):
        Snapshot.objects.create(
            term=term, version=number, table=Snapshot.objects.first().table, reason="x",
            taken_at=AFTER,
        )  # fmt: skip
    assert cost(client, url) == before
