"""The first move of a visitor on the start page, in a real Chromium."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from goclub.common.tests.walking import sideways
from goclub.games.playing.tests.test_walk import DESK, HAND, problems_of

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("founded"),
]


def press(page, x, y):
    board = page.locator("[data-first-move] svg")
    board.scroll_into_view_if_needed()
    box = board.bounding_box()
    left, top, width, _height = map(float, board.get_attribute("viewBox").split())
    scale = box["width"] / width
    page.mouse.click(box["x"] + (10 * x - left) * scale, box["y"] + (10 * y - top) * scale)


@pytest.mark.parametrize("size", [DESK, HAND], ids=["desk", "hand"])
def test_a_visitor_captures_a_stone_on_the_first_page(visit, live_server, size):
    page = visit
    page.set_viewport_size(size)
    page.goto(live_server.url)
    answer = page.locator("[data-first-move-said]")
    white = page.locator("[data-first-move] .stones .white")
    again = page.get_by_role("button", name="Again")
    press(page, 7, 7)
    expect(answer).to_have_text("Not there: White still has a liberty. Try again.")
    expect(white).to_have_count(1)
    press(page, 3, 4)
    expect(answer).to_have_text("No stone can be placed there.")
    press(page, 5, 4)
    expect(answer).to_contain_text("Captured!")
    expect(white).to_have_count(0)
    again.click()
    expect(white).to_have_count(1)
    # By keys: the board has the focus, the arrows choose the point.
    for key in ("ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    expect(answer).to_have_text("F5")
    page.keyboard.press("Enter")
    expect(white).to_have_count(0)
    expect(page.locator(".plain-only")).to_be_hidden()
    assert sideways(page) == 0
    assert problems_of(page) == []


def test_without_script_it_is_a_picture_with_its_answer(browser, live_server):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(live_server.url)
    expect(page.locator("[data-first-move] svg .white")).to_have_count(1)
    page.get_by_text("Show the move").click()
    expect(page.get_by_text("On its right.")).to_be_visible()
    expect(page.get_by_role("button", name="Again")).to_be_hidden()
    context.close()
