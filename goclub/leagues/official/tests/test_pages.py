"""Every page of the official league: who sees what, who may do what, how much it costs."""

from __future__ import annotations

import pytest
from django.urls import reverse

from goclub.common.tests.reading import read, said
from goclub.games.models import Game
from goclub.games.playing.services.decisions import confirm_game
from goclub.games.tests.factories import at, play
from goclub.leagues.models import Entry, Match
from goclub.leagues.official.labels.standings import result_in_words
from goclub.leagues.official.services.terms import withdraw
from goclub.leagues.tests.league_factories import DAY, beat, running
from goclub.members.models import ClubSettings
from goclub.members.requests import Act
from goclub.members.tests.factories import answers_to, enter_as, fresh

ROLES = ("visitor", "stranger", "player", "league", "organiser", "secretary", "chair")
RUNNERS = {"league": 200, "organiser": 200, "secretary": 200, "chair": 200}
SIGN_IN = {"visitor": 302}


def everybody(status, **but):
    return dict.fromkeys(ROLES, status) | but


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


@pytest.mark.parametrize(("method", "table"), [("get", PAGES), ("post", ACTIONS)])
def test_who_may_look_at_what_and_do_what(client, club, method, table):
    addresses = {name: address(name, club, what) for name, (what, _wanted) in table.items()}
    answers = answers_to(client, club["people"], ROLES, method, addresses)
    assert answers == {name: wanted for name, (_what, wanted) in table.items()}


def test_bad_addresses(client, club):
    enter_as(client, club["people"], "chair")
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
        assert enter_as(client, club["people"], "stranger").get(url).status_code == 200
        client.logout()


# --- What the pages say -----------------------------------------------------------------------
def test_the_table_says_why_and_marks_what_counts_for_the_standing_only(client, club):
    page = read(client.get(address("term", club, "slug closed")))
    first = page.all("table.standing tbody tr")[0].all("td")
    assert [cell.text for cell in first[:5]] == ["1", "N 1d", "2–1", "66.7%", "+29½"]
    assert first[6].text == "equal win rate; margins +29½ against +3½ for K"
    assert page.texts("table.cross td.l.f") == ["−20"]


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


def test_the_page_of_a_player_who_withdrew_calls_no_game_open_and_none_won(client):
    term, (a, b, c, d, _e) = running(140, 130, 120, 110, 100, names="ABCDE")
    beat(term, a, b, "25.5")
    withdraw(Act(None, at(DAY, 5)), Entry.objects.get(member=a), on=DAY, reason="moving away")
    beat(term, c, d, "1.5", minute=7)
    page = read(client.get(reverse("leagues:player", args=[term.league.slug, term.number, a.pk])))
    assert "moving away" in page.one("p.notice.warning").text
    lines = page.texts("section[aria-labelledby=done] li .soft")
    assert sorted(lines) == ["A won by 25½ · annulled"] + ["not played: A withdrew"] * 3
    home = read(client.get(reverse("leagues:league", args=[term.league.slug])))
    assert ["annulled" in line for line in home.texts("section[aria-labelledby=latest] .soft")] == [
        False,
        True,
    ]


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
    enter_as(client, club["people"], "player")
    url = address("match-report", club, "match")
    answer = client.post(url, report_data(club))
    game = Game.objects.get(league_match=club["match"])
    assert answer.url == game.get_absolute_url()
    # Sent twice: the same game.
    assert client.post(url, report_data(club)).url == game.get_absolute_url()
    confirm_game(Act(game.white.user, at(DAY, 40)), game)
    page = read(client.get(address("match", club, "match")))
    assert f"{game.black} won by 4½" in page.one("main p.lead-line").text
    assert client.get(url).status_code == 302


def test_a_game_that_is_here_already_is_taken_by_a_button(client, club):
    match = Match.objects.select_related("first__member", "second__member").get(pk=club["match"])
    game = play(match.first.member, match.second.member, played_on=DAY)
    enter_as(client, club["people"], "player")
    page = read(client.get(match.get_absolute_url())).one("section[aria-labelledby=candidates]")
    assert page.values("input[name=game]", "value") == [str(game.pk)]
    assert page.values("form", "action") == [address("match-link", club, "match")]
    client.post(address("match-link", club, "match"), {"game": game.pk})
    assert fresh(match).game == game
    enter_as(client, club["people"], "stranger")
    other = play(match.first.member, match.second.member, played_on=DAY)
    assert client.post(address("match-link", club, "match2"), {"game": other.pk}).status_code == 403
    assert client.post(address("match-link", club, "match2"), {"game": "x"}).status_code == 404


def test_forfeit_and_reopening(client, club):
    enter_as(client, club["people"], "organiser")
    url = address("match-forfeit", club, "match")
    answer = client.post(url, {"loser": "first", "reason": ""})
    assert answer.status_code == 422
    assert answer.context["form"].errors == {"reason": [said("no_reason")]}
    client.post(url, {"loser": "first", "reason": "did not come"})
    assert Match.objects.get(pk=club["match"]).forfeit == "first"
    client.post(address("match-reopen", club, "match"), {"reason": "they play on Sunday"})
    assert Match.objects.get(pk=club["match"]).forfeit == ""


@pytest.mark.parametrize(("allowed", "shown"), [(True, "yes"), (False, "no")])
def test_members_read_whether_games_can_be_lost_on_time(client, allowed, shown):
    term, _players = running(120, 120, time_losses=allowed)
    page = read(client.get(term.get_absolute_url()))
    settings = page.one("section[aria-labelledby=settings]")
    names, values = settings.texts("dt"), settings.texts("dd")
    assert values[names.index("Games can be lost on time")].split()[0] == shown
