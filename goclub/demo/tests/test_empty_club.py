"""A club that has just been founded: every page says what belongs there and how it comes."""

from __future__ import annotations

import pytest
from django.test import Client

from goclub.common.tests.reading import Part, read
from goclub.games.tests.crawling import walk
from goclub.leagues.tests.factories import make_event
from goclub.leagues.tests.league_factories import make_league
from goclub.members.roles import CHAIR, ROLES
from goclub.members.tests.factories import make_member

VISITOR = ""


def reader(role: str) -> Client:
    """Somebody of this role, in a club of one chair."""
    people = {one: make_member(role=one) for one in {CHAIR, role} - {VISITOR}}
    client = Client()
    if role:
        client.force_login(people[role].user)
    return client


def _says(place: Part) -> bool:
    return any(text for text in place.texts("p"))


def unsaid(page: Part) -> list[str]:
    """The tables and lists of a page that hold nothing and say nothing about it."""
    bare = [one for one in page.all("main table") if not any(one.texts("tbody tr"))]
    for tag in ("ul", "ol", "dl"):
        bare += [
            one
            for one in page.all(f"main {tag}")
            if not any(isinstance(child, Part) for child in one.children)
            and "hidden" not in one.attrs
        ]
    bare += [one for one in page.all("main .empty") if not _says(one)]
    return [f"{one.tag}.{one.attrs.get('class', '')}" for one in bare]


def check(client: Client, **limits: object) -> tuple[int, int]:
    """Walk and judge; the places found empty, and the steps they offered."""
    said, steps, silent, closed = 0, set(), {}, {}
    for address, answer in walk(client, **limits):
        if answer.status_code != 200 or not answer["Content-Type"].startswith("text/html"):
            continue
        page = read(answer)
        if found := unsaid(page):
            silent[address] = found
        for place in page.all("main .empty"):
            said += 1
            offered = place.values("a", "href")
            assert len(offered) <= 1, address
            for href in set(offered) - steps:
                steps.add(href)
                if (status := client.get(href).status_code) != 200:
                    closed[address] = href, status
    assert (silent, closed) == ({}, {})
    return said, len(steps)


@pytest.mark.extended
@pytest.mark.parametrize("role", [VISITOR, *ROLES])
def test_a_club_without_games(role):
    said, steps = check(reader(role), without=("/office/", "/learn/", "/handbook/", "/static/"))
    assert said > 8
    assert steps >= {VISITOR: 0, CHAIR: 4}.get(role, 1)


@pytest.mark.parametrize("role", [VISITOR, *ROLES])
@pytest.mark.parametrize("kind", ["official", "season"])
def test_a_league_without_games(role, kind):
    client, league = reader(role), make_league(kind)
    said, steps = check(client, first=league.get_absolute_url(), within="/leagues/")
    assert said > 2
    assert steps >= (2 if role == CHAIR else 0)


@pytest.mark.parametrize("role", [VISITOR, *ROLES])
def test_a_tournament_without_players(role):
    client, event = reader(role), make_event()
    said, steps = check(client, first=event.get_absolute_url(), within="/tournaments/")
    assert said > 2
    assert steps >= (1 if role == CHAIR else 0)
