"""A game of an event: its page names league, event and table, and whether it counts there."""

from __future__ import annotations

from datetime import date

from goclub.common.tests.reading import read, shows
from goclub.games.models import Game
from goclub.leagues.season.services.announcing import judge_event
from goclub.leagues.tests.season_factories import announce, hold
from goclub.members.tests.factories import as_member, make_member

DAY = date(2025, 1, 20)


def event(league, **more):
    a, b, c, d = (make_member() for _ in range(4))
    return hold(announce(league, a, DAY, **more), [[(a, b, "B+R"), (c, d, "B+R")]])


def game_of(row):
    return Game.objects.filter(pairing__round__event=row.event).earliest("pk")


def test_the_page_names_league_event_and_table_and_that_it_counts(client, league):
    row = event(league)
    game = game_of(row)
    page = as_member(client, make_member("reader")).get(game.get_absolute_url())
    context = page.context["game_context"]
    assert context.text.startswith(f"{league}: {row.event.name}")
    assert context.counts
    assert context.why == ()
    assert context.text in read(page).one("dl.facts").text


def test_the_page_says_why_the_event_does_not_count(client, league):
    row = event(league, days=3)
    assert len(judge_event(row).findings) == 1
    page = as_member(client, make_member("reader")).get(game_of(row).get_absolute_url())
    [reason] = page.context["game_context"].why
    assert shows(page, reason)
    assert shows(page, page.context["game_context"].counts)
