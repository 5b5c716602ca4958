"""Every page of the official league: who sees what, who may do what, how much it costs."""

from __future__ import annotations

import pytest
from django.db import transaction
from django.urls import reverse

from goclub.common.tests.reading import codes, read, said
from goclub.games.models import Game, Standing
from goclub.games.playing.services.decisions import confirm_game
from goclub.games.tests.factories import at, play
from goclub.leagues.models import Entry, Match
from goclub.leagues.official.labels.standings import result_in_words
from goclub.leagues.tests.league_factories import DAY
from goclub.members.models import ClubSettings, Member

pytestmark = pytest.mark.django_db

ROLES = ("visitor", "stranger", "player", "league", "organiser", "secretary", "chair")
RUNNERS = {"league": 200, "organiser": 200, "secretary": 200, "chair": 200}
SIGN_IN = {"visitor": 302}


def everybody(status, **but):
    return dict.fromkeys(ROLES, status) | but


def client_as(client, club, role):
    client.logout()
    if role != "visitor":
        client.force_login(club["people"][role].user)
    return client


PAGES = {
    "home": ("", everybody(200)),
    "found": ("", everybody(403, chair=200, **SIGN_IN)),
    "league": ("slug", everybody(200)),
    "edit": ("slug", everybody(403, **RUNNERS, **SIGN_IN)),
    "people": ("slug", everybody(403, **RUNNERS, **SIGN_IN)),
    "regulation": ("slug", everybody(200)),
    "regulation-version": ("slug version", everybody(200)),
    "regulation-edit": ("slug", everybody(403, **RUNNERS, **SIGN_IN)),
    "archive": ("slug", everybody(200)),
    "calendar": ("slug", everybody(200)),
    "results": ("slug", everybody(200)),
    "term-new": ("slug", everybody(403, **RUNNERS, **SIGN_IN)),
    "term": ("slug closed", everybody(200)),
    "term-settings": ("slug running", everybody(403, **RUNNERS, **SIGN_IN)),
    "term-players": ("other first", everybody(403, **RUNNERS, **SIGN_IN)),
    "player": ("slug closed n", everybody(200)),
    "withdraw": ("slug running a", everybody(403, player=200, **RUNNERS, **SIGN_IN)),
    "term-correct": ("slug closed", everybody(403, **RUNNERS, **SIGN_IN)),
    "open": ("slug running", everybody(200)),
    "organisers": ("slug closed", everybody(403, chair=200, **SIGN_IN)),
    "rollover": ("slug closed", everybody(403, **RUNNERS, **SIGN_IN)),
    "snapshot": ("record", everybody(200)),
    "match": ("match", everybody(200)),
    "match-report": ("match", everybody(403, player=200, **RUNNERS, **SIGN_IN)),
    "match-forfeit": ("match", everybody(403, player=200, **RUNNERS, **SIGN_IN)),
    "match-reopen": ("match", everybody(403, **RUNNERS, **SIGN_IN)),
    "export": ("slug closed table csv", everybody(200)),
}


def address(name, club, what):
    return reverse(f"leagues:{name}", args=[club[one] for one in what.split()])


def test_who_may_look_at_what(client, club):
    found = {}
    for role in ROLES:
        client_as(client, club, role)
        for name, (what, _wanted) in PAGES.items():
            status = client.get(address(name, club, what)).status_code
            found.setdefault(name, {})[role] = status
    assert found == {name: wanted for name, (_what, wanted) in PAGES.items()}


ACTIONS = {
    "match-arrange": ("match", everybody(403, player=302, league=302, organiser=302,
                                         secretary=302, chair=302, **SIGN_IN)),
    "sign-up": ("other first", everybody(302)),
    "sign-off": ("other first a", everybody(403, player=302, league=302, organiser=302,
                                            secretary=302, chair=302, **SIGN_IN)),
    "term-start": ("other first", everybody(403, **RUNNERS, **SIGN_IN)),  # asked once more
    "term-close": ("slug running", everybody(403, league=302, organiser=302, secretary=302,
                                             chair=302, **SIGN_IN)),
    "dismiss": ("slug person", everybody(403, league=302, organiser=302, secretary=302,
                                         chair=302, **SIGN_IN)),
}  # fmt: skip


def test_who_may_do_what(client, club):
    found = {}
    for role in ROLES:
        for name, (what, _wanted) in ACTIONS.items():
            with transaction.atomic():
                status = client_as(client, club, role).post(address(name, club, what)).status_code
                found.setdefault(name, {})[role] = status
                transaction.set_rollback(True)
    assert found == {name: wanted for name, (_what, wanted) in ACTIONS.items()}


def test_wrong_methods_are_refused(client, club):
    client_as(client, club, "chair")
    for name in [*ACTIONS, "match-link"]:
        what = ACTIONS.get(name, ("match", None))[0]
        assert client.get(address(name, club, what)).status_code == 405, name
    for name in ["home", "league", "term", "player", "match", "snapshot", "open", "archive"]:
        assert client.post(address(name, club, PAGES[name][0])).status_code == 405, name


def test_bad_addresses(client, club):
    client_as(client, club, "chair")
    paths = [
        "/leagues/none/",
        "/leagues/{slug}/99/",
        "/leagues/{slug}/1/players/999999/",
        "/leagues/games/999999/",
        "/leagues/record/999999/",
        "/leagues/{slug}/regulation/99/",
        "/leagues/{slug}/1/nothing.csv",
        "/leagues/{slug}/1/table.xml",
        "/leagues/{other}/1/table.csv",
        "/leagues/{other}/1/open/",
        "/leagues/{slug}/2/organisers/",
        "/leagues/{slug}/2/rollover/",
        "/leagues/{slug}/2/correct/",
    ]
    found = {path: client.get(path.format(**club)).status_code for path in paths}
    assert found == dict.fromkeys(paths, 404)


def test_a_club_that_shows_visitors_nothing_asks_for_a_sign_in(client, club):
    ClubSettings.objects.create(pk=1, visitors_see="nothing")
    for name in ("home", "league", "term", "match", "results", "calendar", "export", "snapshot"):
        url = address(name, club, PAGES[name][0])
        assert client.get(url).status_code == 302
        assert client_as(client, club, "stranger").get(url).status_code == 200
        client.logout()


# --- What the pages say -----------------------------------------------------------------------
def test_the_table_says_why_and_marks_what_counts_for_the_standing_only(client, club):
    page = read(client.get(address("term", club, "slug closed")))
    first = page.all("table.standing tbody tr")[0].all("td")
    assert [cell.text for cell in first[:5]] == ["1", "N 1d", "2–1", "66.7%", "+29½"]
    assert first[6].text == "equal win rate; margins +29½ against +3½ for K S1-20 (2)"
    assert page.texts("table.cross td.l.f") == ["−20"]


def test_names_are_escaped_in_the_cross_table(client, club):
    table = read(client.get(address("term", club, "slug running"))).one("table.cross")
    assert not table.has("b")
    assert "Anong <b>S.</b>" in table.texts("th bdi")


def test_the_players_page_lists_open_and_finished_games(client, club):
    page = client.get(address("player", club, "slug running a"))
    assert (len(page.context["open"]), page.context["done"]) == (2, [])
    lines = read(page).texts("section[aria-labelledby=open] li")
    assert [result_in_words(match) in line for match, line in zip(
        page.context["open"], lines, strict=True)] == [True, True]  # fmt: skip
    page = client.get(address("player", club, "slug closed n"))
    assert page.context["open"] == []
    forfeited = [match for match in page.context["done"] if match.forfeit]
    assert [str(match.first.member) for match in forfeited] == ["M"]
    lines = read(page).texts("section[aria-labelledby=done] li")
    assert [line.count("·") for line in lines if "forfeited by M" in line] == [1]


def test_reminders_name_everybody_who_still_has_to_play(client, club):
    page = client.get(address("open", club, "slug running"))
    assert page.context["count"] == 3
    rows = read(page).all("tbody tr")
    assert {row.one("th bdi").text: row.one("td.num").text for row in rows} == {
        "佐藤 健": "2", "Anong <b>S.</b>": "2", "สมชาย": "2",
    }  # fmt: skip


def test_the_start_page_shows_my_league_games(client, club):
    page = read(client_as(client, club, "player").get("/"))
    section = page.one("section[aria-labelledby=league-games]")
    assert set(section.texts("li a")) == {"Anong <b>S.</b>", "สมชาย"}


def test_pairings_and_signed_up_say_what_people_hold_today(client, club):
    """Beside every name: in the heading of a match, among those signed up, on the start page."""
    a = club["people"]["player"]
    for member in Member.objects.all():
        rank = "3d" if member == a else "2k"
        Standing.objects.update_or_create(member=member, system="paa", defaults={"rank": rank})

    def ranks(role, selector, name="", what=""):
        url = address(name, club, what) if name else "/"
        return read(client_as(client, club, role).get(url)).texts(f"{selector} span.rank")

    assert sorted(ranks("visitor", "h1.sentence", "match", "match")) == ["2k", "3d"]
    assert ranks("player", "section[aria-labelledby=league-games] li") == ["2k", "2k"]
    entered = Entry.objects.filter(term__league__slug=club["other"], term__number=club["first"])
    assert entered.exists()
    shown = ranks("organiser", "ul.game-list li", "term-players", "other first")
    assert len(shown) == entered.count()
    names = ranks("visitor", "ul.name-list li", "term", "other first")
    assert len(names) == entered.count()
    assert sorted(ranks("visitor", "td.name-cell", "league", "slug")) == ["2k", "2k", "3d"]
    for what, kept in (("slug running", ["2k", "2k", "3d"]), ("slug closed", None)):
        held = sorted(ranks("visitor", "table.standing td.name-cell", "term", what))
        lines = read(client.get(address("term", club, what))).all("table.standing td.name-cell")
        assert len(held) == len(lines) > 1
        assert held == kept or kept is None
    crossed = ranks("visitor", "table.cross tbody th.pl", "term", "slug running")
    assert sorted(crossed) == ["2k", "2k", "3d"]
    assert ranks("visitor", "h1", "player", "slug running a") == ["3d"]
    assert sorted(ranks("visitor", "tbody th", "open", "slug running")) == ["2k", "2k", "3d"]
    others = ranks("visitor", "tbody td", "open", "slug running")
    assert sorted(others) == ["2k"] * 4 + ["3d"] * 2
    # A rank goes where its name goes: never alone on a line of a narrow window.
    for role, name, what in (("player", "home", ""), ("visitor", "match", "match")):
        assert ranks(role, "div.sentence", name, what) == ranks(
            role, "div.sentence span.who", name, what
        )
    assert ranks("player", "div.sentence span.who", "home")


# --- Reporting --------------------------------------------------------------------------------
def report_data(club, **change):
    a, b = club["people"]["player"], Match.objects.get(pk=club["match"]).second.member
    other = b if b != a else Match.objects.get(pk=club["match"]).first.member
    return {
        "key": "3f6c1a40-0000-4000-8000-000000000002",
        "black": a.pk,
        "white": other.pk,
        "played_on": DAY.isoformat(),
        "board": 19,
        "handicap": 0,
        "komi": "5.5",
        "winner": "B",
        "ending": "points",
        "margin": "4.5",
    } | change


def test_a_league_game_is_reported_and_confirmed(client, club):
    client_as(client, club, "player")
    url = address("match-report", club, "match")
    answer = client.post(url, report_data(club))
    game = Game.objects.get(league_match=club["match"])
    assert answer.url == game.get_absolute_url()
    # Sent twice: the same game.
    assert client.post(url, report_data(club)).url == game.get_absolute_url()
    confirm_game(game=game, by=game.white.user, at=at(DAY, 40))
    page = read(client.get(address("match", club, "match")))
    assert f"{game.black} won by 4½" in page.one("main p.lead-line").text
    assert client.get(url).status_code == 302


def test_other_conditions_are_asked_about_and_kept_on_the_form(client, club):
    client_as(client, club, "player")
    url = address("match-report", club, "match")
    answer = client.post(url, report_data(club, handicap=2, komi="0.5"))
    assert answer.status_code == 422
    assert codes(answer.context["form"]) == {"other_conditions": ["other_conditions"]}
    assert read(answer).one("#id_komi").attrs["value"] == "0.5"
    agreed = report_data(club, handicap=2, komi="0.5", other_conditions="on")
    assert client.post(url, agreed).status_code == 302


def test_a_day_outside_the_term_is_refused_beside_the_field(client, club):
    client_as(client, club, "player")
    answer = client.post(
        address("match-report", club, "match"), report_data(club, played_on="2025-02-02")
    )
    assert answer.status_code == 422
    assert codes(answer.context["form"]) == {"played_on": ["day_outside"]}
    [refusal] = answer.context["form"].errors["played_on"]
    assert all(words in refusal for words in ("2 Feb", "1 Mar", "31 May", "Asia/Tokyo"))


def test_a_stranger_as_player_is_no_choice(client, club):
    client_as(client, club, "player")
    stranger = club["people"]["stranger"].pk
    answer = client.post(address("match-report", club, "match"), report_data(club, white=stranger))
    assert answer.status_code == 422
    assert Game.objects.filter(white=stranger).count() == 0


def test_a_game_that_is_here_already_is_taken_by_a_button(client, club):
    match = Match.objects.select_related("first__member", "second__member").get(pk=club["match"])
    game = play(match.first.member, match.second.member, played_on=DAY)
    client_as(client, club, "player")
    page = read(client.get(match.get_absolute_url())).one("section[aria-labelledby=candidates]")
    assert page.values("input[name=game]", "value") == [str(game.pk)]
    assert page.values("form", "action") == [address("match-link", club, "match")]
    client.post(address("match-link", club, "match"), {"game": game.pk})
    match.refresh_from_db()
    assert match.game == game
    client_as(client, club, "stranger")
    other = play(match.first.member, match.second.member, played_on=DAY)
    assert client.post(address("match-link", club, "match2"), {"game": other.pk}).status_code == 403
    assert client.post(address("match-link", club, "match2"), {"game": "x"}).status_code == 404


def test_forfeit_and_reopening(client, club):
    client_as(client, club, "organiser")
    url = address("match-forfeit", club, "match")
    answer = client.post(url, {"loser": "first", "reason": ""})
    assert answer.status_code == 422
    assert answer.context["form"].errors == {"reason": [said("league.no_reason")]}
    client.post(url, {"loser": "first", "reason": "did not come"})
    assert Match.objects.get(pk=club["match"]).forfeit == "first"
    client.post(address("match-reopen", club, "match"), {"reason": "they play on Sunday"})
    assert Match.objects.get(pk=club["match"]).forfeit == ""


def test_a_player_only_concedes(client, club):
    client_as(client, club, "player")
    match = Match.objects.get(pk=club["match"])
    mine = "first" if match.first.member_id == club["a"] else "second"
    other = "second" if mine == "first" else "first"
    url = address("match-forfeit", club, "match")
    assert client.post(url, {"loser": other, "reason": "x"}).status_code == 422
    assert client.post(url, {"loser": mine, "reason": "ill"}).status_code == 302


def test_an_appointment_is_noted_and_in_the_calendar(client, club):
    client_as(client, club, "player")
    url = address("match-arrange", club, "match")
    client.post(url, {"arranged_for": "2025-03-20T18:30", "place": "Tea; shop"})
    text = client.get(address("calendar", club, "slug")).text
    assert "LOCATION:Tea\\; shop" in text
    assert "DTSTART:20250320T093000Z" in text
    answer = client.post(url, {"arranged_for": "2026-03-20T18:30"})
    assert answer.status_code == 422
    assert codes(answer.context["arrange"]) == {"arranged_for": ["day_outside"]}
    assert client.post(url, {"arranged_for": "soon"}).status_code == 422
