"""Games ticked in the library become a bulletin whose parts move by keys, in a real Chromium."""

from __future__ import annotations

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from goclub.common.tests.walking import sideways
from goclub.games.library.tests.test_library_comments import file_it
from goclub.games.models import Bulletin, BulletinFile
from goclub.games.playing.tests.test_walk import problems_of
from goclub.go.records.tests.text import LINE, sgf
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import as_member, make_member

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def order_stored():
    bulletin = Bulletin.objects.get()
    return [item.kifu.black_name for item in bulletin.items.select_related("kifu")]


@pytest.mark.parametrize("width", [390, 1280])
def test_from_ticks_in_the_library_to_the_pdf(browser, live_server, client, width):
    organiser = make_member(role=ORGANISER)
    for number, name in enumerate(("Abe", "Baba", "Chiba")):
        file_it(sgf(name, moves=LINE[number:]), by=organiser.user)
    cookie = as_member(client, organiser).cookies["sessionid"].value
    context = browser.new_context(viewport={"width": width, "height": 844})
    context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
    page = context.new_page()
    page.goto(f"{live_server.url}{reverse('games:kifu-list')}")
    for box in page.get_by_role("checkbox", name="Choose").all():
        box.check()
    page.get_by_role("button", name="Add to a bulletin").click()
    page.get_by_label("Title of the new bulletin").fill("Autumn")
    page.get_by_role("button", name="Add", exact=True).click()
    rows = page.locator("[data-criterion]")
    expect(rows).to_have_count(3)
    before = order_stored()

    # Keys pressed before the page's script has run would be lost.
    expect(rows.nth(2)).to_have_attribute("draggable", "true")
    rows.nth(2).get_by_role("link").focus()
    with page.expect_response("**/order/"):
        page.keyboard.press("Alt+ArrowUp")
    with page.expect_response("**/order/"):
        page.keyboard.press("Alt+ArrowUp")
    expect(page.locator("[data-criteria-status]")).to_contain_text("1. ")
    with page.expect_response("**/order/"):
        rows.nth(1).get_by_role("button", name="move down").click()
    page.reload()
    assert order_stored() == [before[2], before[1], before[0]]
    expect(rows.nth(0)).to_contain_text(before[2])
    assert (sideways(page), problems_of(page)) == (0, [])

    page.get_by_role("button", name="Make the PDF").click()
    page.get_by_role("link", name="Show the result").click(timeout=60_000)
    with page.expect_download() as download:
        page.get_by_role("link", name="Open the PDF").click()
    assert download.value.suggested_filename == "Autumn.pdf"
    assert BulletinFile.objects.get().size > 10_000
