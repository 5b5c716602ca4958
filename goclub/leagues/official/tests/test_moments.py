"""Moments of an official league: on its clocks, which are named; typed and refused on them."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from goclub.common.tests.reading import read
from goclub.games.tests.factories import at
from goclub.leagues.league.labels import day_text
from goclub.leagues.models import Match
from goclub.leagues.official.services.standings import close_term
from goclub.leagues.tests.league_factories import (
    AFTER,
    DAY,
    make_term,
    match_of,
    running,
    worked_league,
)
from goclub.members.requests import Act
from goclub.members.tests.factories import as_member, fresh, make_member


@pytest.fixture
def term(monkeypatch):
    """A term of a league in Tokyo, looked at in March; a plays from Warsaw."""
    monkeypatch.setattr(timezone, "now", lambda: at(DAY, 30))
    found, (a, b, _c) = running(120, 110, 100, names="abc")
    a.time_zone = "Europe/Warsaw"
    a.save()
    return found, a, b


def test_an_appointment_is_typed_and_shown_on_the_clocks_of_the_league(client, term):
    found, a, b = term
    match = match_of(found, a, b)
    url = reverse("leagues:match-arrange", args=[match.pk])
    assert as_member(client, a).post(url, {"arranged_for": "2025-03-20T18:30"}).status_code == 302
    assert fresh(match).arranged_for == datetime(2025, 3, 20, 9, 30, tzinfo=UTC)
    page = read(client.get(match.get_absolute_url()))
    shown = page.one("section[aria-labelledby=when] p").text
    assert "20 March 2025, 18:30" in shown
    assert "Asia/Tokyo" in shown
    assert "20 March 2025, 10:30" in shown  # on a's own clock
    assert page.one("#id_arranged_for").attrs["value"] == "2025-03-20T18:30"
    assert "Asia/Tokyo" in page.one("#id_arranged_for_helptext").text
    for where in (reverse("leagues:league", args=[found.league.slug]), reverse("leagues:home")):
        assert "Asia/Tokyo" in read(client.get(where)).text
    client.logout()  # a visitor has no clock of his own
    assert "10:30" not in read(client.get(match.get_absolute_url())).text


def test_a_term_past_its_last_day_counts_no_days(client, term, monkeypatch):
    found, a, _b = term
    monkeypatch.setattr(timezone, "now", lambda: AFTER)
    as_member(client, a)
    slug = found.league.slug
    for address in (
        reverse("leagues:league", args=[slug]),
        reverse("leagues:open", args=[slug, 1]),
    ):
        page = read(client.get(address)).text
        assert ("over but not closed" in page, "days left" in page) == (True, False)


@pytest.mark.parametrize(
    ("now", "empty"),
    [
        (datetime(2025, 2, 28, 14, 59, tzinfo=UTC), "Nobody yet. Be the first."),
        (datetime(2025, 2, 28, 15, 1, tzinfo=UTC), "Nobody signed up."),
    ],
    ids=["open", "closed"],
)
def test_nobody_is_asked_to_be_the_first_once_signing_up_has_closed(
    client, monkeypatch, now, empty
):
    """Signing up ends with 28 February in Tokyo, on the page of the league and of the season."""
    term = make_term()
    client.force_login(make_member().user)
    monkeypatch.setattr(timezone, "now", lambda: now)
    league = term.league.slug
    for url in (
        reverse("leagues:league", args=[league]),
        reverse("leagues:term", args=[league, term.number]),
    ):
        page = read(client.get(url))
        assert page.texts(".name-list .empty") == [empty]
        address = reverse("leagues:sign-up", args=[league, term.number])
        assert page.has(f'form[action="{address}"]') == (empty != "Nobody signed up.")


def test_the_last_evening_of_a_term_is_taken_from_wherever_it_is_typed(client, term):
    """31 May 23:00 in Tokyo is 1 June nowhere that matters; 1 June is refused by its own name."""
    found, a, b = term
    url = reverse("leagues:match-arrange", args=[match_of(found, a, b).pk])
    assert as_member(client, a).post(url, {"arranged_for": "2025-05-31T23:00"}).status_code == 302
    answer = client.post(url, {"arranged_for": "2025-06-01T05:00"})
    assert answer.status_code == 422
    [refusal] = answer.context["arrange"].errors["arranged_for"]
    assert "Asia/Tokyo" in refusal
    assert day_text(date(2025, 6, 1)) in refusal


def test_the_day_of_a_record_is_the_league_s(client, monkeypatch):
    """Closed at 01:00 of 2 June in Tokyo, which is 1 June in Warsaw and in the record's UTC."""
    closed = datetime(2025, 6, 1, 16, 0, tzinfo=UTC)
    monkeypatch.setattr(timezone, "now", lambda: closed)
    term, _players = worked_league()
    record = close_term(Act(None, closed), term)
    client.force_login(make_member("Far", time_zone="Europe/Warsaw").user)
    assert "2 June 2025" in read(client.get(term.get_absolute_url())).one("p.notice").text
    versions = read(client.get(record.get_absolute_url())).one("p.lead-line").text
    assert f"{day_text(date(2025, 6, 2))}, 01:00" in versions
    assert "Asia/Tokyo" in versions


# --- Files ------------------------------------------------------------------------------------
def test_the_calendar_keeps_games_that_were_played_and_strikes_out_those_that_were_not(
    client, monkeypatch
):
    monkeypatch.setattr(timezone, "now", lambda: at(DAY, 30))
    term, players = worked_league()
    Match.objects.filter(division__term=term).update(arranged_for=at(DAY))
    close_term(Act(None, at(DAY, 40)), term)
    text = client.get(reverse("leagues:calendar", args=[term.league.slug])).text
    assert text.count("STATUS:CONFIRMED") == 5
    assert text.count("STATUS:CANCELLED") == 1  # the forfeit
    assert players["K"].display_name in text


def test_the_games_file_says_day_number_ending_and_margin_of_every_term(client):
    term, players = worked_league()
    close_term(Act(None, at(DAY, 40)), term)
    url = reverse("leagues:games", args=[term.league.slug, "json"])
    rows = {frozenset((r["player"], r["opponent"])): r for r in client.get(url).json()["rows"]}
    assert len(rows) == 6
    match = match_of(term, players["N"], players["K"])
    row = rows[frozenset("NK")]
    won = {"N": 25.5, "K": -25.5}[row["player"]]
    assert (row["term"], row["on"], row["game"], row["ending"]) == (
        "Spring", DAY.isoformat(), match.game_id, "points",
    )  # fmt: skip
    assert (row["margin"], row["margin_counted"]) == (won, 20 if won > 0 else -20)
    assert rows[frozenset("NM")]["ending"] == "forfeit"
    cross = reverse("leagues:export", args=[term.league.slug, 1, "cross", "csv"])
    header = b"".join(client.get(cross).streaming_content).decode().splitlines()[0]
    assert header.endswith("on,game,ending,margin,record,correction_waits")
