"""Tables and tournaments from files in a real Chromium: pasted, looked at, stored; axe."""

from __future__ import annotations

import pytest

from goclub.games.playing.tests.test_walk import DESK, HAND, judge, sign_in
from goclub.leagues.models import Event
from goclub.leagues.tests.factories import add_guests, at, make_event, next_round
from goclub.leagues.tournament.services import results
from goclub.leagues.tournament.tests.test_exchange import small
from goclub.leagues.tournament.tests.walking import open_desk_page
from goclub.members.models import ClubSettings
from goclub.members.requests import Act
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import make_member
from tournaments.formats.opengotha_write import write_opengotha

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PLAYERS = (
    "name\tfirst_name\trank\tclub\tshirt\n"
    "Sato\tKen\t5d\tHoshi\tM\n"
    "<b>Bold</b>\tZoë\t3k\tParis\tL\n"
    "Lis\tOla\tstrong\tGdańsk\tS\n"
    "Guest 001\t\t3d\t\t\n"
)


@pytest.fixture
def organiser():
    ClubSettings.objects.create(pk=1, name="Hoshi Go Club")
    return make_member("Olga Organiser", role=ORGANISER, password=True)


@pytest.fixture
def event(organiser):
    event = make_event(organiser)
    add_guests(event, 4)
    next_round(event)
    return event


def paste(page, text):
    page.locator("textarea[name=text]").fill(text)
    page.get_by_role("button", name="Preview").click()
    page.get_by_role("heading", name="Preview").wait_for()


def test_players_are_pasted_looked_at_and_entered(visit, organiser, event):
    page = visit
    make_member("佐藤 健", romanised_name="Sato Ken", points=119)
    sign_in(page, organiser)
    page.goto(page.url.split("/sign-in")[0].rstrip("/") + event.get_absolute_url())
    page.get_by_role("link", name="Desk").click()
    open_desk_page(page, "Entries")
    page.get_by_role("link", name="Import players from a file or spreadsheet").click()
    paste(page, PLAYERS)
    page.get_by_role("heading", name="One line was rejected").wait_for()
    page.get_by_label("Who is line 2?").select_option(
        label="the member Sato Ken, at 5 dan as in the file"
    )
    page.get_by_role("button", name="Enter players").click()
    page.get_by_text("2 players have entered.").wait_for()
    entered = event.participants.order_by("number").values_list("display_name", flat=True)
    assert list(entered)[4:] == ["佐藤 健", "Zoë <b>Bold</b>"]


def desk_of(page, event):
    return f"{page.url.split('/sign-in')[0].rstrip('/')}{event.get_absolute_url()}desk/"


def upload(page, data, name="table.csv"):
    """Look at a file without pasting anything."""
    file = {"name": name, "mimeType": "text/csv", "buffer": data}
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("button", name="Preview").click()
    page.get_by_role("heading", name="Preview").wait_for()


def test_an_uploaded_file_of_players_is_entered_at_once(visit, organiser, event):
    text = "\nname;first_name;rank;club\nSato;Ken;5d;Hoshi\nHübner;Zoë;3k;Paris\n\n"
    page = visit
    sign_in(page, organiser)
    page.goto(f"{desk_of(page, event)}entries/file/")
    upload(page, text.encode("windows-1252"))
    page.get_by_role("button", name="Enter players").click()
    page.get_by_text("2 players have entered.").wait_for()
    entered = event.participants.order_by("number").values_list("display_name", flat=True)
    assert list(entered)[4:] == ["Ken Sato", "Zoë Hübner"]


@pytest.mark.extended
def test_pages_are_accessible_and_nothing_sticks_out(
    browser, live_server, organiser, event, tmp_path
):
    """WCAG 2.2 AA by axe on the dry runs, at both widths, in the dark."""
    make_member("Ken Sato")
    make_member("Ewa Nowak")
    one, two = event.rounds.get().pairings.select_related("white", "black").order_by("table")
    results.set_result(Act(None, at()), one, result="black")
    games = "white;black;result\n" + "".join(
        f"{pairing.white.name};{pairing.black.name};white\n" for pairing in (one, two)
    )
    file = tmp_path / "cup.xml"
    file.write_bytes(write_opengotha(small()))
    desk = f"{live_server.url}{event.get_absolute_url()}desk/"
    found = {}
    for size in (DESK, HAND):
        context = browser.new_context(viewport=size, color_scheme="dark", reduced_motion="reduce")
        page = context.new_page()
        page.goto(live_server.url)
        sign_in(page, organiser)
        for address, text in (
            (f"{desk}entries/file/", PLAYERS),
            (f"{desk}rounds/1/results/file/", games + "Nobody;Guest 001;white\n"),
        ):
            page.goto(address)
            judge(page, page.url, found)
            paste(page, text)
            page.get_by_text("Change the table").click()
            judge(page, page.url, found)
        page.goto(f"{live_server.url}/tournaments/import/")
        page.locator("input[type=file]").set_input_files(file)
        page.get_by_role("button", name="Preview").click()
        page.get_by_role("heading", name="File contents").wait_for()
        judge(page, page.url, found)
        context.close()
    assert found == {}
    assert Event.objects.count() == 1
