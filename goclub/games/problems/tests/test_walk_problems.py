"""A problem solved and failed, and a move guessed, by touch in a real Chromium."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from goclub.common.tests.walking import sideways
from goclub.games.library.tests.test_library_comments import file_it
from goclub.games.models import GuessedGame, ProblemResult
from goclub.games.playing.tests.test_walk import problems_of
from goclub.games.problems.services import add_collection, read_collection
from goclub.games.problems.tests.files import problem_file
from goclub.games.problems.tests.test_problems import GAME
from goclub.members.requests import Act
from goclub.members.tests.factories import as_member, make_member

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

UNIT, MARGIN, BOARD = 10, 13, 8 * 10 + 2 * 13


def tap(page, x, y):
    """Tap the point in this column and row from the top left."""
    box = page.locator("svg.board").bounding_box()
    place = [(MARGIN + UNIT * n) * box["width"] / BOARD for n in (x, y)]
    page.touchscreen.tap(box["x"] + place[0], box["y"] + place[1])


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (768, 1024), (1280, 800)])
def test_a_problem_is_failed_and_solved_and_a_move_guessed(
    browser, live_server, client, width, height
):
    member = make_member()
    data = problem_file(1).replace(b"SZ[9]", b"SZ[9]GN[%b]" % (b"W" * 25))
    collection = add_collection(Act(member.user), title="Corners", files=[("a.sgf", data)])
    read_collection(Act(member.user), {"collection": collection.pk}, lambda _done, _total: None)
    problem = collection.problems.get()
    kifu = file_it(GAME, by=member.user)
    cookie = as_member(client, member).cookies["sessionid"].value
    context = browser.new_context(viewport={"width": width, "height": height}, has_touch=True)
    context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
    page = context.new_page()

    page.goto(f"{live_server.url}{collection.get_absolute_url()}")
    assert sideways(page) == 0
    assert page.locator(".kifu-cards svg").bounding_box()["height"] < height / 3
    page.goto(f"{live_server.url}{problem.get_absolute_url()}?look=0")
    box = page.locator("svg.board").bounding_box()
    bar = page.locator(".bottom-bar").bounding_box()
    assert box["y"] + box["height"] <= (bar["y"] if bar else height)
    assert page.locator("[data-said]").bounding_box()["y"] < height - 100
    tap(page, 1, 1)  # a stone: no move
    tap(page, 0, 0)
    expect(page.locator("[data-said]")).to_contain_text("does not solve it")
    assert (sideways(page), problems_of(page)) == (0, [])
    page.goto(f"{live_server.url}{problem.get_absolute_url()}?look=0")
    tap(page, 4, 4)
    expect(page.locator('.stone.white[data-point="5,5"]')).to_have_count(1)
    if width == 1280:
        page.get_by_label("type the point").fill("B8")
        page.keyboard.press("Enter")
        expect(page.locator("[data-tap-said]")).to_contain_text("B8 cannot be played")
        page.get_by_label("type the point").fill("G3")
        page.keyboard.press("Enter")
        onward = page.get_by_role("link", name="Back to the collection")
        expect(onward).to_be_focused()
    else:
        tap(page, 6, 6)
    expect(page.locator("[data-said]")).to_contain_text("Solved")
    page.get_by_role("button", name="very easy").click()
    expect(page.get_by_role("button", name="very easy")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("button", name="very easy")).to_be_focused()
    expect(page.locator("[data-said]")).to_contain_text("Solved")
    expect(page.get_by_text("Your vote counts")).to_have_count(0)  # nothing moves
    result = ProblemResult.objects.get()
    assert (result.tries, result.solved_in, result.vote) == (2, 2, 1)

    page.goto(f"{live_server.url}{kifu.get_absolute_url()}")
    page.get_by_role("link", name="Guess the move").click()
    tap(page, 6, 6)
    expect(page.locator("[data-said]")).to_contain_text("3 points")
    assert (sideways(page), problems_of(page)) == (0, [])
    assert page.get_by_text("Score: 3 / 3").bounding_box()["y"] < height - 100
    assert GuessedGame.objects.get().hits == 1
    context.close()
