"""After the close: the record stands everywhere, says what waits, and a void game can be filled."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from goclub.common.tests.reading import read, told
from goclub.games.models import Game
from goclub.games.playing.services.decisions import decide_game, void_game
from goclub.games.tests.factories import facts
from goclub.leagues.league.labels import change_text
from goclub.leagues.league.services.leagues import appoint
from goclub.leagues.models import Match, Term
from goclub.leagues.official.labels.standings import figures_text
from goclub.leagues.official.services import divisions
from goclub.leagues.official.services.matches import forfeit, reopen, report_match
from goclub.leagues.official.services.organisers import propose_organisers
from goclub.leagues.official.services.standings import (
    TermStandings,
    close_term,
    correct_term,
    roll,
)
from goclub.leagues.tests.league_factories import AFTER, BEFORE, DAY, match_of, worked_league
from goclub.members.requests import Act
from goclub.members.roles import CHAIR
from goclub.members.tests.factories import as_member, fresh, make_member
from ratings.errors import Code
from ratings.tests.builders import refused

ORDER = ["N", "K", "L", "M"]
CORRECTED = ["K", "L", "N", "M"]


@pytest.fixture
def closed():
    """The worked league of RULEBOOK 2.6, closed, with an organiser of its own."""
    term, players = worked_league()
    runner = make_member("Runner")
    appoint(Act(None, BEFORE), term.league, member=runner, role="organiser")
    close_term(Act(None, AFTER), term)
    return fresh(term), players, runner


def corrected(term, players):
    """K beat N after all: the order is another one now."""
    match = match_of(term, players["K"], players["N"])
    claim = facts(players["K"], players["N"], "B+2.5", played_on=DAY)
    chair = make_member(role=CHAIR).user
    decide_game(Act(chair, AFTER), match.game, facts=claim, reason="counted again")


def voided(term, players):
    match = match_of(term, players["K"], players["N"])
    void_game(Act(make_member(role=CHAIR).user), match.game, reason="another K")
    return fresh(match)


PAGES = ("league", "match", "term", "player", "snapshot", "archive", "organisers", "rollover",
         "term-correct", "open")  # fmt: skip


def pages_of(client, term, players):
    client.force_login(make_member(role=CHAIR).user)
    of_term = [term.league.slug, term.number]
    arguments = {
        "league": of_term[:1],
        "archive": of_term[:1],
        "player": [*of_term, players["N"].pk],
        "match": [match_of(term, players["L"], players["M"]).pk],
        "snapshot": [term.snapshots.latest("version").pk],
    }
    return {
        name: read(client.get(reverse(f"leagues:{name}", args=arguments.get(name, of_term))))
        for name in PAGES
    }


def test_the_record_stands_on_every_page_until_the_correction_is_recorded(client, closed):
    term, players, runner = closed
    for name, page in pages_of(client, term, players).items():
        assert not page.has(".correction-waits"), name
    corrected(term, players)
    for name, page in pages_of(client, term, players).items():
        if name == "archive":
            assert page.values("td a", "href").count(term.get_absolute_url()) == 1
            continue
        named = page.values("[role=region]", "aria-label")
        assert len(set(named)) == len(named), "two tables of one name cannot be told apart"
        said_there = page.one(".correction-waits").text
        assert runner.display_name in said_there, name
        assert all(who in said_there for who in "NKL"), name
    pages = pages_of(client, term, players)
    correct = reverse("leagues:term-correct", args=[term.league.slug, term.number])
    assert correct in pages["term"].values(".correction-waits a", "href")
    assert pages["term"].texts("table.standing td bdi") == ORDER
    assert pages["league"].texts("table.club-table td bdi") == ORDER
    assert pages["player"].all("dl.figures dd")[0].text == "1"
    # Who beat whom is the record's too.
    assert pages["term"].texts("table.cross tbody th bdi") == ORDER
    correct_term(Act(None, AFTER), term, reason="counted again")
    pages = pages_of(client, term, players)
    assert [name for name, page in pages.items() if page.has(".correction-waits")] == []
    assert pages["term"].texts("table.standing td bdi") == CORRECTED
    versions = pages["snapshot"].texts("ul.game-list li")
    assert sorted("counted again" in text for text in versions) == [False, True]
    assert not any(text.endswith("·") for text in versions)  # the first says what it is of


def test_what_is_decided_after_the_close_goes_by_the_record(closed):
    """S1-25, promotion and relegation: both read the record, not what the games would say."""
    term, players, _runner = closed
    for member in players.values():
        member.birth_date = DAY.replace(year=1990)
        member.save()
    before = propose_organisers(term, on=DAY)
    moves = [(m.player, m.place) for m in divisions.plan_rollover(term).preview.moves]
    corrected(term, players)
    assert propose_organisers(term, on=DAY) == before
    assert [(m.player, m.place) for m in divisions.plan_rollover(term).preview.moves] == moves
    assert [row["is_pending"] for row in roll(term.league)] == [True]
    correct_term(Act(None, AFTER), term, reason="counted again")
    assert propose_organisers(term, on=DAY).winner == players["K"]
    assert [row["is_pending"] for row in roll(term.league)] == [False]


def test_every_line_of_a_file_says_which_record_it_goes_by(client, closed):
    """In CSV there is no other place for it."""
    term, players, _runner = closed
    slug = term.league.slug
    files = [reverse("leagues:export", args=[slug, 1, what, "csv"]) for what in ("table", "cross")]
    files.append(reverse("leagues:games", args=[slug, "csv"]))

    def ends():
        for url in files:
            lines = b"".join(client.get(url)).decode("utf-8-sig").splitlines()
            assert len(lines) > 1, url
            yield lines[0].split(",")[-2:], {",".join(one.split(",")[-2:]) for one in lines[1:]}

    header = ["record", "correction_waits"]
    assert list(ends()) == [(header, {"1,no"})] * 3
    corrected(term, players)
    assert list(ends()) == [(header, {"1,yes"})] * 3
    correct_term(Act(None, AFTER), term, reason="counted again")
    assert list(ends()) == [(header, {"2,no"})] * 3


def test_a_change_says_place_and_figures(closed):
    term, players, _runner = closed
    corrected(term, players)
    changes = TermStandings(term).changes
    lines = {change.name: change_text(change, figures_text) for change in changes}
    assert set(lines) == {"N", "K", "L"}
    assert lines["N"].startswith("N: place 1 → 3 (2–1, 66.7")


def test_a_margin_beyond_the_cap_changes_nothing(closed):
    """S1-20: 25.5 and 30.5 both count 20; nothing waits."""
    term, players, _runner = closed
    match = match_of(term, players["N"], players["K"])
    claim = facts(players["N"], players["K"], "B+30.5", played_on=DAY)
    chair = make_member(role=CHAIR).user
    decide_game(Act(chair, AFTER), match.game, facts=claim, reason="counted again")
    assert not TermStandings(term).is_pending


# --- A game that is void after the close ------------------------------------------------------
def test_a_void_game_is_filled_by_a_forfeit_before_the_correction_is_recorded(closed):
    term, players, runner = closed
    match = voided(term, players)
    assert TermStandings(term).unfilled == [match]
    with refused(Code.STATE, "games", "unplayed"):
        correct_term(Act(None, AFTER), term, reason="void")
    with pytest.raises(PermissionDenied):
        forfeit(Act(players["K"].user, AFTER), match, loser="first", reason="x")
    forfeit(Act(runner.user, AFTER), match, loser="both", reason="nobody came")
    assert TermStandings(term).unfilled == []
    assert correct_term(Act(runner.user, AFTER), term, reason="void").version == 2
    assert not TermStandings(term).is_pending


def test_a_wrong_forfeit_after_the_close_is_taken_back(closed):
    term, players, runner = closed
    match = voided(term, players)
    forfeit(Act(runner.user, AFTER), match, loser="both", reason="nobody came")
    reopen(Act(runner.user, AFTER), match, reason="they came")
    assert fresh(match).forfeit == ""
    older = match_of(term, players["N"], players["M"])
    assert older.forfeit
    with refused(Code.STATE):
        reopen(Act(runner.user, AFTER), older, reason="x")


def test_a_void_game_is_filled_by_the_game_that_was_played(closed):
    term, players, _runner = closed
    match = voided(term, players)
    claim = facts(players["K"], players["N"], "B+2.5", played_on=DAY)
    how = {"match": match, "facts": claim, "other_conditions": True}
    with pytest.raises(PermissionDenied):
        report_match(Act(players["K"].user, AFTER), **how)
    game = report_match(Act(make_member(role=CHAIR).user, AFTER), **how)
    assert game.state == Game.State.CONFIRMED  # who runs the league said so
    assert TermStandings(term).unfilled == []
    assert correct_term(Act(None, AFTER), term, reason="void").version == 2
    assert [r.name for r in TermStandings(term).groups[0].rows] == CORRECTED


def test_the_page_of_an_unfilled_pairing_leads_who_runs_the_league(client, closed):
    term, players, runner = closed
    match = voided(term, players)
    url = match.get_absolute_url()
    report, lost = (
        reverse(f"leagues:match-{name}", args=[match.pk]) for name in ("report", "forfeit")
    )
    actions, chair = {report, lost}, make_member(role=CHAIR)
    for who, offered in ((players["K"], set()), (chair, actions), (runner, {lost})):
        page = read(as_member(client, who).get(url))
        assert page.has("#conditions")
        assert actions & set(page.values("main a", "href")) == offered
        assert not page.has("form[action$='arrange/']")
    correct = read(client.get(reverse("leagues:term-correct", args=[term.league.slug, 1])))
    assert correct.values(".correction-waits li a", "href") == [url]
    assert not correct.has("form[method=post] textarea")
    answer = client.post(
        reverse("leagues:match-forfeit", args=[match.pk]), {"loser": "both", "reason": "none came"}
    )
    assert answer.status_code == 302
    assert Match.objects.get(pk=match.pk).forfeit == "both"


# --- Too early --------------------------------------------------------------------------------
def test_closing_before_the_last_day_asks_once_more(client, monkeypatch):
    from django.utils import timezone

    from goclub.games.tests.factories import at

    term, _players = worked_league()
    monkeypatch.setattr(timezone, "now", lambda: at(DAY, 30))
    client.force_login(make_member(role=CHAIR).user)
    url = reverse("leagues:term-close", args=[term.league.slug, 1])
    asked = client.post(url)
    assert asked.status_code == 200
    assert read(asked).has("main form input[name=confirmed]")
    assert fresh(term).state == Term.State.RUNNING
    assert told(client.post(url, {"confirmed": "1"}, follow=True), "success")
    assert fresh(term).state == Term.State.CLOSED
