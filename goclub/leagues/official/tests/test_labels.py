"""Words of leagues: every place and every lack is said."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from types import SimpleNamespace

import pytest
from django.urls import reverse

from goclub.common.refusals.registry import describe
from goclub.common.tests.reading import read, said
from goclub.games.playing.services.decisions import confirm_game
from goclub.games.tests.factories import at, facts
from goclub.leagues.official.labels.standings import why
from goclub.leagues.official.services.facts import load
from goclub.leagues.official.services.matches import report_match
from goclub.leagues.official.services.tables import PlaceReason, TableRow
from goclub.leagues.season.labels.wording import (
    counts_heading,
    counts_word,
    finding_text,
    missing_text,
)
from goclub.leagues.tests.league_factories import DAY, match_of, running
from goclub.members.requests import Act
from ratings.errors import Code, RuleError
from tournaments.seasons.events import Finding, NotCounted


def test_a_missing_reason_and_a_missing_birth_date_are_asked_for():
    assert "Give a reason" in said("no_reason")
    error = RuleError(Code.MISSING, field="born", value=7, reason="official.no_birth_date")
    assert "1950" not in describe(error)


@pytest.mark.parametrize("code", NotCounted)
def test_every_reason_why_an_event_does_not_count_is_said(code):
    text = finding_text(Finding(code, "S4-1", "x", 3, "4…"))
    assert text
    assert "%(" not in text


def row(**change):
    values = {
        "entry": 1, "member": 1, "name": "a", "second_name": "", "place": 2, "shared": False,
        "rate": (1, 2), "margin2": 0, "points": 100, "wins": 1, "losses": 1, "jigo": 0,
        "criterion": "points", "against": ("b",), "mine": 100, "theirs": 110, "tied": 3,
        "direct": None,
    }  # fmt: skip
    return TableRow(**(values | change))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            {},
            "3 players tied on win rate and margins, so points at the start decide: "
            "100 against 110 for b",
        ),
        (
            {"tied": 2, "direct": "drawn"},
            "the two tied players drew, so points at the start decide: 100 against 110 for b",
        ),
        (
            {"tied": 2, "direct": "not_met"},
            "the two tied players have not met, so points at the start decide: "
            "100 against 110 for b",
        ),
        (
            {"criterion": "direct", "direct": "lost", "tied": 2, "shared": False},
            "equal win rate and margins; lost to b",
        ),
        (
            {"criterion": "rate", "mine": (1, 3), "theirs": (1, 2), "shared": True},
            "33.3%, behind b with 50%, shares the place",
        ),
        ({"criterion": "shared"}, "tied with everyone on every criterion"),
        (
            {"tied": 2, "direct": "nobody_came"},
            "the two tied players both forfeited their game, so points at the start decide: "
            "100 against 110 for b",
        ),
        (
            {"tied": 2, "direct": "split"},
            "the two tied players won equally many games against each other, so points at "
            "the start decide: 100 against 110 for b",
        ),
        (
            {"wins": 0, "losses": 0, "rate": None},
            "no games yet: placed after everyone who has played, by points at the start",
        ),
    ],
)
def test_a_place_says_why(change, said):
    """S1-20 … S1-22."""
    assert why(row(**change)) == said


def test_the_first_of_equals_says_what_parted_them():
    """S1-20 (4), S1-22: the place above is one thing, the tie below another."""
    equals = PlaceReason("points", ("c",), 120, 110, None)
    above = row(criterion="rate", mine=(1, 2), theirs=(1, 1), tied=3, equals=equals)
    assert why(above).endswith(
        ", first of 3 with equal win rate and margins, "
        "by points at the start: 120 against 110 for c"
    )
    nobody = replace(above, tied=2, equals=replace(equals, direct="nobody_came"))
    assert why(nobody).endswith(
        "the two tied players both forfeited their game, so points at the start decide: "
        "120 against 110 for c"
    )
    direct = replace(above, tied=2, equals=PlaceReason("direct", ("c",), 1, 0, "won"))
    assert why(direct).endswith(", ahead of c, with equal win rate and margins, by their own game")


def test_an_unplayed_table_gives_one_reason(client):
    term, _players = running(*range(100, 112))
    page = read(client.get(term.get_absolute_url()))
    assert not page.has("td.why-cell")
    assert not page.has("ol.why-list li")
    assert len(page.all("table.standing tbody tr")) == 12


@pytest.mark.parametrize(
    ("state", "ends_on", "counts", "word", "heading"),
    [
        ("closed", date(2025, 1, 5), True, "counts", "It counts"),
        ("running", date.max, True, "will count", "It will count"),
        ("running", date(2025, 1, 5), True, "will count once it is closed",
         "It will count once it is closed"),
        ("closed", date(2025, 1, 5), False, "does not count:", "It does not count"),
        ("running", date.max, False, "would not count:", "It would not count"),
    ],
)  # fmt: skip
def test_whether_an_event_counts_is_said_before_and_after(state, ends_on, counts, word, heading):
    row = SimpleNamespace(event=SimpleNamespace(state=state, ends_on=ends_on), declined="")
    judged = SimpleNamespace(counts=counts, row=row, findings=[])
    assert (counts_word(judged), counts_heading(judged)) == (word, heading)


@pytest.mark.parametrize(
    ("months", "anywhere", "text"),
    [
        (((2025, 4),), 2, "one event in April or 2 more events in any month"),
        (((2025, 4), (2025, 5)), None, "an event in each of April and May"),
        (None, None, "can no longer qualify"),
    ],
)
def test_what_is_missing_for_a_classification_is_said(months, anywhere, text):
    missing = SimpleNamespace(months=months, anywhere=anywhere)
    status = SimpleNamespace(every_month=False, enough=False, missing=missing)
    assert missing_text(SimpleNamespace(classification=status)) == text


@pytest.mark.parametrize("ending", ["resign", "forfeit", "left", "penalty"])
def test_a_term_reads_every_way_of_winning(client, ending):
    """A game that is taken over may have ended by any of them; a penalty is a loss (S4-6, E7)."""
    term, (a, b, _c) = running(120, 130, 140)
    claim = replace(facts(a, b, "B+R", played_on=DAY), ending=ending)
    act = Act(a.user, at(DAY))
    game = report_match(act, match_of(term, a, b), facts=claim, other_conditions=True)
    confirm_game(Act(b.user, at(DAY, 1)), game)
    [played] = load(term)[0].played
    assert played.winner is not None
    assert played.counts_for_points == (ending in ("resign", "penalty"))
    client.force_login(a.user)
    assert client.get(reverse("leagues:league", args=[term.league.slug])).status_code == 200
