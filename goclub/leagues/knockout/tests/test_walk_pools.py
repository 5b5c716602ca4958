"""Twelve teams in four pools and their finals in a real Chromium, from the paste to the winners."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from goclub.common.tests.walking import sideways
from goclub.games.rating.ledger.recalculation import rebuild
from goclub.leagues.models import Event, Pairing
from goclub.leagues.team.tests.test_walk import CITIES
from goclub.leagues.tests.factories import next_round
from goclub.leagues.tournament.services.results import set_result
from goclub.leagues.tournament.tests.walking import Desk, open_desk_page
from goclub.members.models import ClubSettings
from goclub.members.requests import Act
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import make_member
from tournaments.events.field import EventDetails
from tournaments.events.settings import Kind, Settings

pytestmark = [
    pytest.mark.browser,
    pytest.mark.extended,
    pytest.mark.django_db(transaction=True),
]

WIDTHS = ((1280, 900), (390, 800))


def lines():
    """Twelve teams of three, the first the strongest; the sixth is a player short."""
    for at, city in enumerate(CITIES):
        ranks = [f"{1 + at + board}k" for board in range(3)]
        players = [f"{city} {'ABC'[board]} {rank}" for board, rank in enumerate(ranks)]
        yield "; ".join([city, *players[: 2 if at == 5 else 3]])


def boards_of(event, number):
    """The open boards of a round with who wins: the team with the lower number."""
    boards = Pairing.objects.filter(round__event=event, round__number=number, result="unknown")
    for board in boards.exclude(match=None).select_related("black__team", "white__team"):
        stronger = board.black.team.number < board.white.team.number
        yield board, "black" if stronger else "white"


def play_round(desk, event, number):
    """Pair, publish, and enter all boards in one line."""
    desk.open("Desk")
    desk.pair(number)
    desk.publish(number)
    desk.open("Desk", "Results")
    keys = " ".join(f"{board.table}{winner[0]}" for board, winner in boards_of(event, number))
    desk.page.locator("#keys").fill(keys)
    desk.page.get_by_role("button", name="Set", exact=True).click()
    desk.page.get_by_text("All results are in.").wait_for()


def look(page, *addresses):
    """Open pages at both widths: none is wider than its window."""
    for width, height in WIDTHS:
        page.set_viewport_size({"width": width, "height": height})
        for address in addresses:
            page.goto(address)
            assert sideways(page) == 0, (address, width)
            assert all(
                page.locator(".pool-place").evaluate_all(
                    """cells => cells.map(cell => cell.getBoundingClientRect().right
                  <= cell.closest(".pool-scroll").getBoundingClientRect().right)"""
                )
            ), (address, width)
    page.set_viewport_size({"width": WIDTHS[0][0], "height": WIDTHS[0][1]})


def start_finals(page, name, system):
    page.get_by_role("link", name="Start a play-off").click()
    page.locator("#id_name").fill(name)
    page.locator("#id_system").select_option(system)
    page.get_by_role("button", name="Start the play-off").click()
    page.get_by_text("Play-off created.").wait_for()
    return Event.objects.get(name=name)


def test_pools_of_teams_into_finals(visit, live_server):
    ClubSettings.objects.create(pk=1, name="Hoshi Go Club")
    organiser = make_member("Olga Organiser", role=ORGANISER, password=True)
    page, desk = visit, Desk(visit)
    day = (timezone.localdate() - timedelta(days=1)).isoformat()
    desk.create(
        organiser,
        EventDetails(name="Pool Cup", begin=day, end=day, komi2=13),
        Settings(kind=Kind.ROUND_ROBIN, rounds=3),
        preset="Pools",
        team_size=3,
    )
    page.locator("#id_text").fill("\n".join(lines()))
    page.get_by_role("button", name="Enter all").click()
    page.get_by_role("heading", name="12 teams").wait_for()
    event = Event.objects.get()
    address = f"{live_server.url}{event.get_absolute_url()}"

    open_desk_page(page, "Pools")
    page.get_by_label("Number of pools").fill("4")
    page.get_by_label("Size of a pool, at most").fill("")
    page.get_by_label("How many go on from each pool").fill("1")
    page.get_by_role("button", name="Draw the pools").click()
    page.get_by_text("Saved.").wait_for()
    play_round(desk, event, 1)
    for number in (2, 3):
        next_round(event)
        for board, winner in boards_of(event, number):
            set_result(Act(None, timezone.now()), board, result=winner)
    look(page, *(
        f"{address}{part}"
        for part in ("desk/pools/", "pools/", "pools/screen/", "rounds/1/")
    ))  # fmt: skip
    assert page.locator(".c-bye").count() == 4
    page.goto(f"{address}desk/")
    desk.close()

    finals = start_finals(page, "Finals", "knockout")
    play_round(desk, finals, 1)
    play_round(desk, finals, 2)
    look(page, f"{live_server.url}{finals.get_absolute_url()}bracket/")
    page.get_by_text("Winner: Kraków").wait_for()
    desk.close()

    page.goto(f"{address}desk/")
    league = start_finals(page, "Everyone meets", "round_robin")
    look(page, f"{live_server.url}{league.get_absolute_url()}players/")
    qualified = page.locator("[aria-labelledby=qualified] li").all_inner_texts()
    assert [line.split(", ")[1] for line in qualified] == [
        f"Pool {pool}: place 1" for pool in "ABCD"
    ]
    assert rebuild() == 0
