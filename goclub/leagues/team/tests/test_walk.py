"""A cup of twelve teams of four in a real Chromium, from the start page to closed ledgers."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from goclub.games.models import Game
from goclub.games.rating.ledger.recalculation import rebuild
from goclub.leagues.models import Event, Pairing
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.tests.walking import Desk
from goclub.members.models import ClubSettings
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import make_member
from tournaments.events.field import EventDetails
from tournaments.events.settings import Kind, Settings

pytestmark = [
    pytest.mark.browser,
    pytest.mark.extended,
    pytest.mark.django_db(transaction=True),
]

CITIES = (
    "Kraków", "Praha", "大阪", "กรุงเทพ", "Łódź", "Berlin",
    "Wien", "Paris", "Lyon", "Roma", "Oslo", "Turku",
)  # fmt: skip
ROUNDS = 3


def lines():
    """Twelve teams; the sixth is a player short, the third brings a reserve."""
    for at, city in enumerate(CITIES):
        ranks = [f"{1 + (at + board) % 9}{'d' if board < 1 else 'k'}" for board in range(4)]
        players = [f"{city} {'ABCD'[board]} {rank}" for board, rank in enumerate(ranks)]
        if at == 5:
            players.pop()
        if at == 2:
            players.append("佐藤 健 5k")
        yield "; ".join([city, *players])


def test_a_cup_of_twelve_teams(visit, live_server):
    ClubSettings.objects.create(pk=1, name="Hoshi Go Club")
    organiser = make_member("Olga Organiser", role=ORGANISER, password=True)
    page = visit
    desk = Desk(page)
    day = (timezone.localdate() - timedelta(days=1)).isoformat()
    page.goto(live_server.url)
    desk.create(
        organiser,
        EventDetails(name="Team Cup", begin=day, end=day, komi2=13),
        Settings(kind=Kind.SWISS, rounds=ROUNDS),
        preset="S2",
        team_size=4,
    )
    page.locator("#id_text").fill("\n".join(lines()))
    page.get_by_role("button", name="Enter all").click()
    page.get_by_role("heading", name="12 teams").wait_for()
    event = Event.objects.get()
    desk.open("Desk")
    for number in range(1, ROUNDS + 1):
        desk.pair(number)
        desk.publish(number)
        desk.open("Desk", "Results")
        boards = Pairing.objects.filter(round__number=number).exclude(match=None)
        for board in boards.order_by("table"):
            page.locator("#keys").wait_for()
            with page.expect_navigation():
                page.keyboard.type(f"{board.table}{'bw'[board.table % 7 % 2]}")
        page.get_by_text("All results are in.").wait_for()
        desk.open("Desk")
    standings = load(event).standings(ROUNDS)
    assert [row.scores["MP"] for row in standings] == sorted(
        (row.scores["MP"] for row in standings), reverse=True
    )
    # One board a round has nobody to play: it was lost without a game.
    games = Pairing.objects.exclude(match=None).count()
    assert games == ROUNDS * (6 * 4 - 1)
    desk.close()
    assert Game.objects.filter(pairing__round__event=event).count() == games
    assert rebuild() == 0
    page.get_by_role("link", name="Standings", exact=True).first.click()
    page.get_by_role("link", name="By board").click()
    page.get_by_role("heading", name="Board 4").wait_for()
