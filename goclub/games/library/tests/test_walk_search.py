"""Positions searched on a phone in a real Chromium: by taps on the board and by frames."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from goclub.games.library.tests.test_library_comments import file_it
from goclub.games.playing.tests.test_walk import HAND

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

POINT = """(svg, [column, row]) => {
  const { x, y } = new DOMPoint(10 * column, 10 * row).matrixTransform(svg.getScreenCTM());
  return { x, y };
}"""


@pytest.fixture
def phone(browser):
    context = browser.new_context(viewport=HAND, has_touch=True, is_mobile=True)
    yield context.new_page()
    context.close()


def drag_finger(page, *ends):
    """Draw a frame from one point of the board to another."""
    finger = page.context.new_cdp_session(page)
    board = page.locator("[id=board] svg.board")
    board.evaluate("svg => svg.scrollIntoView({ behavior: 'instant', block: 'center' })")
    for end in ends:
        where = board.evaluate(POINT, end)
        kind = "touchStart" if end == ends[0] else "touchMove"
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [where]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_results_follow_taps_and_frames_without_loading_the_page(phone, live_server, people):
    kifu = file_it(by=people[0].user)
    phone.goto(f"{live_server.url}/games/positions/?kifu={kifu.pk}&move=0")
    phone.evaluate("window.isTheSame = true")
    heading = phone.get_by_role("heading", level=1)
    expect(heading).to_have_text("Played in 1 game of this club")
    headings = phone.get_by_role("heading", level=2)
    top = "parts => parts.map((part) => [part.getBoundingClientRect().top, part.textContent])"
    assert max(headings.evaluate_all(top))[1] == "Search part of the board"
    phone.locator("svg.board a").first.tap()
    expect(phone).to_have_url(re.compile("m=aa"))
    expect(heading).to_have_text("Played in 0 games of this club")
    phone.get_by_role("button", name="Draw a frame").tap()
    drag_finger(phone, (0, 0), (3, 4))
    expect(phone).to_have_url(re.compile("from=A15&to=D19"))
    expect(phone.locator("input[name=to]")).to_have_value("D15")
    phone.go_back()
    expect(phone.locator("input[name=to]")).to_have_value("")
    assert phone.evaluate("window.isTheSame")


def test_a_frame_in_the_viewer_searches_from_the_move_that_is_shown(phone, live_server, people):
    kifu = file_it(by=people[0].user)
    phone.goto(f"{live_server.url}/kifu/{kifu.pk}/?move=1")
    phone.locator("[data-kifu-go=next]").first.tap()
    phone.get_by_role("button", name="draw a frame").tap()
    drag_finger(phone, (18, 4), (11, 0))
    expect(phone).to_have_url(re.compile(rf"/positions/\?kifu={kifu.pk}&move=2&m=&area=lase"))
    expect(phone.get_by_role("heading", level=1)).to_have_text("Played in 1 game of this club")


def test_the_search_begins_at_the_position_that_is_shown(phone, live_server, people):
    kifu = file_it(by=people[0].user)
    phone.goto(f"{live_server.url}{kifu.get_absolute_url()}?move=2")
    link = phone.locator("[data-kifu-positions]")
    expect(link).to_have_attribute("href", re.compile(r"move=2&m=$"))
    phone.locator("[data-kifu-go=next]").tap()
    expect(link).to_have_attribute("href", re.compile(r"move=3&m=$"))
    phone.locator("[data-try-start]").tap()
    phone.locator("[data-try-pass]").tap()
    expect(link).to_have_attribute("href", re.compile(r"move=3&m=--$"))
    # On a phone nothing else shows that the finger draws now.
    phone.locator("[data-kifu-frame]").tap()
    expect(phone.locator("[data-try-said]")).to_have_text(
        "Drag across the board to draw the frame."
    )
