"""Why a league's Elo is what it is, and whose title a record gives (S4-1 … S4-8, S4-23)."""

from __future__ import annotations

from datetime import date

import pytest
from django.urls import reverse
from django.utils import timezone

from goclub.common.tests.reading import read
from goclub.games.rating.systems.shared import exact_change, exact_rating
from goclub.games.templatetags.go import rule_url
from goclub.leagues.models import Snapshot
from goclub.leagues.season.labels.wording import move_lines, title_of
from goclub.leagues.season.services.rating import progress_of
from goclub.leagues.season.services.rules import change_rules
from goclub.leagues.season.services.standings import titles_of
from goclub.leagues.season.tests.test_pages import NOW, make_club
from goclub.leagues.tests.season_factories import announce, hold
from goclub.members.requests import Act
from goclub.members.tests.factories import make_member


@pytest.fixture
def club(monkeypatch):
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    return make_club()


def address(league, member):
    return reverse("leagues:season-player", args=[league.slug, member])


def test_every_line_of_a_league_s_elo_says_why(club, client):
    league = club["found"]
    progress = progress_of(league)
    assert {move.result for moves in progress.moves.values() for move in moves} >= {"W", "L", "J"}
    for member, moves in progress.moves.items():
        answers = read(client.get(address(league, member))).all("details.why")
        assert len(answers) == len(moves)
        for part, move in zip(answers, reversed(moves), strict=True):
            lines = move_lines(move)
            told = part.texts("li")
            assert [line.text for line in lines] == [
                text.removesuffix(line.rule).strip() for text, line in zip(told, lines, strict=True)
            ]
            links = part.values(".rule a", "href")
            assert links == [rule_url(line.rule) for line in lines if line.rule]


def test_the_numbers_of_a_line_give_the_figure_shown(club):
    for moves in progress_of(club["found"]).moves.values():
        for move in moves:
            lines = move_lines(move)
            if move.result == "J":
                assert [line.rule for line in lines] == ["S4-4"]
                assert move.delta == 0
                continue
            assert [line.rule for line in lines][-3:] == ["S4-2", "S4-2", "S4-8"]
            told = (exact_rating(move.before), exact_change(move.delta), exact_rating(move.after))
            assert all(figure in lines[-1].text for figure in told)


def test_the_bonus_of_a_national_event_says_so(club):
    league = club["found"]
    change_rules(Act(None, NOW), league.rules_from(date(2025, 5, 2), bonus=7.0), reason="bonus")
    players = [make_member() for _number in range(4)]
    one, two, three, four = players
    games = [(one, two, "B+R"), (three, four, "W+R")]
    hold(announce(league, make_member(), date(2025, 5, 20), national=True), [games] * 3)
    bonus = [
        move
        for player in players
        for move in progress_of(league).moves[player.pk]
        if move.result == "bonus"
    ]
    assert len(bonus) == 4
    for move in bonus:
        assert [line.rule for line in move_lines(move)] == ["S4-7", "S4-8"]
        assert exact_change(7.0) in move_lines(move)[1].text


def test_who_is_first_among_the_classified_holds_the_title(club, client):
    league = club["found"]
    records = Snapshot.objects.filter(season__league=league)
    record = records.order_by("season__first", "version").last()
    winners = [row["member"] for row in record.table if row["classified_place"] == 1]
    others = [row["member"] for row in record.table if row["classified_place"] != 1]
    for member in winners:
        assert titles_of(league, member) == [record]
        assert title_of(record) in read(client.get(address(league, member))).texts("main .pill")
    for member in others:
        assert titles_of(league, member) == []
    page = read(client.get(record.get_absolute_url()))
    assert page.texts("tbody .pill") == [title_of(record)] * len(winners)
