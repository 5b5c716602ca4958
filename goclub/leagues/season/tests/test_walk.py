"""An organiser with a league cup, a sanction and a shared sixth place, in a real Chromium."""

from __future__ import annotations

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from goclub.games.models import Game
from goclub.games.playing.tests.test_walk import sign_in
from goclub.games.rating.ledger.recalculation import rebuild
from goclub.leagues.league.services import leagues
from goclub.leagues.models import Participant
from goclub.leagues.season.services.sanctions import appeal, decide_appeal
from goclub.leagues.tests.season_factories import FOUNDED, announce, make_season_league
from goclub.leagues.tournament.tests.walking import Desk
from goclub.members.models import ClubSettings
from goclub.members.requests import Act
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import make_member
from tournaments.events.field import GameResult, TournamentGame

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NAMES = {number: f"Player {letter}" for number, letter in enumerate("ABCDEFGH", 1)}
#: Winner and loser at each table of each round: A wins all, three win two, three one, H none.
ROUNDS = (
    ((1, 2), (3, 4), (5, 6), (7, 8)),
    ((1, 3), (5, 7), (2, 4), (6, 8)),
    ((1, 5), (3, 2), (7, 6), (4, 8)),
)


@pytest.fixture
def cup():
    """A cup of today, announced and approved, with eight members; its organiser.

    Today is the day in Warsaw, where the league plays: no game may be of a day to come.
    """
    ClubSettings.objects.create(pk=1, name="Hoshi Go Club")
    today = timezone.localdate(timezone=ZoneInfo("Europe/Warsaw"))
    organiser = make_member("Olga Organiser", role=ORGANISER, password=True)
    league, _seasons = make_season_league(start=today - timedelta(days=30), name="Liga")
    leagues.appoint(Act(None, FOUNDED), league, member=organiser, role="judge")
    row = announce(league, organiser, today, name="Sunday cup")
    for number, name in NAMES.items():
        Participant.objects.create(
            event=row.event, number=number, member=make_member(name, points=100),
            display_name=name, name=name, rank=0, entered_at=timezone.now(),
        )  # fmt: skip
    return row, organiser


@pytest.mark.extended
def test_a_league_cup_with_a_sanction_and_a_shared_sixth_place(visit, live_server, cup):
    row, organiser = cup
    sign_in(visit, organiser)
    visit.goto(f"{live_server.url}{row.event.get_absolute_url()}")
    desk = Desk(visit)
    for number, pairs in enumerate(ROUNDS, 1):
        games = [
            TournamentGame(table, white, black, result=GameResult.WHITE)
            for table, (white, black) in enumerate(pairs, 1)
        ]
        desk.seat_all(games, NAMES, None)
        desk.pair(number)
        desk.publish(number)
        desk.type_results(games)
    assert places(desk) == dict(zip(NAMES.values(), ["1", "5=", "2=", "5=", "2=", "5=", "2=", "8"],
                                    strict=True))  # fmt: skip
    for reason in ("slow play", "slow play, after a warning"):
        sanction(visit, "Player A", 1, reason)
    desk.open("Standings")
    # Five have two wins now, two share the sixth place.
    after = dict(zip(NAMES.values(), ["1=", "1=", "1=", "6=", "1=", "6=", "1=", "8"], strict=True))
    assert places(desk) == after
    expect(visit.get_by_text("slow play, after a warning")).to_be_visible()
    expect(visit.locator("table.standings td", has_text="§")).to_have_count(2)
    desk.open("Standings")
    visit.get_by_role("link", name="Cross table").click()
    expect(visit.locator("table.cross td", has_text="§")).to_have_count(2)
    desk.close()
    assert places(desk) == after
    game = Game.objects.get(ending="penalty")
    visit.goto(f"{live_server.url}{game.get_absolute_url()}")
    expect(visit.get_by_text("slow play, after a warning")).to_be_visible()
    # Lifted by another organiser of the league: everything is as before.
    other = make_member("Otto")
    leagues.appoint(Act(None, FOUNDED), row.league, member=other, role="organiser")
    case, now = row.sanctions.last(), timezone.now()
    appeal(Act(case.player.member.user, now), case, reason="The clock stood still.")
    decide_appeal(Act(other.user, now), case, upheld=True, reason="It did.")
    visit.goto(f"{live_server.url}{row.event.get_absolute_url()}")
    assert places(desk)["Player A"] == "1"
    assert rebuild() == 0


def sanction(page, player, number, reason):
    """From the tournament to its league's page, and by the form there and back."""
    page.locator("nav.tabs").get_by_role("link", name="Standings").click()
    page.locator("main").get_by_role("link", name="Liga", exact=True).click()
    page.get_by_role("link", name="Record a sanction").click()
    page.locator("#id_player").select_option(label=player)
    page.locator("#id_round").fill(str(number))
    page.locator("#id_reason").fill(reason)
    page.get_by_role("button", name="Record").click()
    page.get_by_text("Recorded.").first.wait_for()
    page.get_by_role("link", name="View tournament").click()


def places(desk):
    """The places of the standings as they are printed, by name."""
    desk.open("Standings")
    rows = desk.page.locator("table.standings tbody tr")
    return dict(
        rows.evaluate_all(
            """rows => rows.map(row => [
              row.querySelector(".name").innerText,
              row.querySelector("th").previousElementSibling.innerText.trim()])"""
        )
    )
