"""A chair brings two spreadsheets along, in a real Chromium: from the menu to the undo."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from goclub.common.tests.walking import sideways
from goclub.games.models import Game
from goclub.games.notebook.tests import spreadsheets
from goclub.games.playing.tests.test_walk import DESK, HAND, sign_in
from goclub.members.tests.factories import make_member

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("size", [DESK, HAND], ids=["desk", "hand"])
def test_two_spreadsheets_come_in_and_out_again(visit, people, size, tmp_path):
    page, chair = visit, make_member("The Chair", role="chair", password=True)
    members, games = tmp_path / "members.csv", tmp_path / "games.csv"
    members.write_bytes(spreadsheets.members(12))
    games.write_bytes(
        spreadsheets.games(60, 12) + b"2024-05-05,Adam Nowakaa,Unknown Person,B+R,0,6.5,19\n"
    )
    # The tests' database in memory locks out whoever reads while somebody writes.
    page.route("**/progress/", lambda route: route.fulfill(json={"percent": None, "said": ""}))
    page.set_viewport_size(size)
    sign_in(page, chair)
    page.locator("details.menu summary").click()
    page.locator("details.menu a[href='/notebook/']").click()

    page.locator("input[type=file]").set_input_files([members, games])
    page.locator("[data-chosen] li").nth(1).wait_for()
    page.locator("main form button").click()
    page.locator("select[name='games-column-1']").wait_for()
    expect(page.locator("select[name='games-column-1']")).to_have_value("black")
    page.locator("main form button.btn-primary").click()

    page.locator("fieldset.question").wait_for()
    expect(page.locator("fieldset.question")).to_have_count(1)
    page.locator("fieldset.question input[value=guest]").check()
    page.locator("section[aria-labelledby=questions] button").click()
    page.locator("form[data-entering] button.btn-primary").click()
    page.locator("a[href$='/undo/']").wait_for()
    assert Game.objects.confirmed().count() == 61

    page.locator("a[href$='/undo/']").click()
    page.locator("main form button").click()
    page.locator(".pill.void").wait_for()
    assert not Game.objects.exists()
    assert sideways(page) == 0


def test_files_are_dropped_on_the_page(visit, people, tmp_path):
    page, chair = visit, make_member("The Chair", role="chair", password=True)
    sign_in(page, chair)
    page.goto(page.url.split("/", 3)[0] + "//" + page.url.split("/", 3)[2] + "/notebook/")
    page.evaluate(
        """() => {
            const data = new DataTransfer();
            data.items.add(new File(["Name,Rank\\nEwa Lis,1k\\n"], "members.csv"));
            document.querySelector("[data-drop]").dispatchEvent(
                new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        }"""
    )
    page.locator("main form button").click()
    page.locator("select[name='members-column-0']").wait_for()
    expect(page.locator("select[name='members-column-0']")).to_have_value("name")
