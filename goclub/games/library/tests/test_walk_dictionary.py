"""A tree that comes in parts, in a real Chromium: branches load when they are opened."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from goclub.games.library.services.filing import file_record
from goclub.games.library.services.records import read_kifu
from goclub.games.library.tests.test_large_pages import tree
from goclub.games.library.tests.test_walk_variations import announced, button, said
from goclub.games.models import KifuVariation
from goclub.games.playing.tests.test_walk import DESK, sign_in
from goclub.games.tests.factories import at
from goclub.go.records.reading import read
from goclub.members.requests import Act

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def kifu(people):
    """Thirty branches of 120 moves from the empty board."""
    data = tree(30, 120)
    return file_record(Act(people[0].user, at()), read(data), data=data, filename="d.sgf")


def test_branches_load_when_they_are_opened(visit, live_server, people, kifu):
    page = visit
    page.set_viewport_size(DESK)
    sign_in(page, people[1])
    record = read_kifu(kifu)
    ways = record.nodes[0].children
    ends = [way - 1 for way in (*ways[1:], len(record.nodes))]
    moves = [record.nodes[end].number for end in ends]
    counter = page.locator("[data-kifu-counter]")
    branches = page.locator("[data-kifu-variations] button")
    first = page.locator("[data-kifu-go=first]")
    with page.expect_response("**/tree/**"):
        page.goto(f"{live_server.url}{kifu.get_absolute_url()}#n{ends[-1]}")
    expect(counter).to_have_text(f"{moves[-1]} / {moves[-1]}")
    first.click()
    expect(branches).to_have_count(30)
    # Such a tree has a larger map than a game with a branch or two.
    assert page.locator("[data-kifu-tree]").bounding_box()["height"] > 150
    # Branches farther down than the map reaches are announced by a line to its edge.
    expect(page.locator(".kifu-tree path.ways")).to_have_attribute("d", re.compile(r"^M26,20V\d+M"))
    with page.expect_response("**/tree/**"):
        branches.nth(20).click()
    expect(counter).to_have_text(f"1 / {moves[20]}")
    # A move of the reader's own stays beside branches that come later.
    button_to_try = page.locator("[data-try-start]")
    button_to_try.click()
    button(page, "Pass").click()
    expect(announced(page)).to_have_text("Move 2, White passes. Black to play")
    first.click()
    with page.expect_response("**/tree/**"):
        branches.nth(9).click()
    page.locator("[data-kifu-go=last]").click()
    expect(counter).to_have_text(f"{moves[9]} / {moves[9]}")
    first.click()
    branches.nth(20).click()
    branches.nth(1).click()
    expect(page.locator(".kifu-tree .node.draft")).to_have_count(1)
    button(page, "Keep").click()
    page.wait_for_url("**?node=**")
    line = KifuVariation.objects.get()
    assert (line.spot, line.moves) == ("0.20.0", "W-")


def test_a_branch_that_does_not_come_is_reported(page, live_server, kifu):
    page.goto(live_server.url + kifu.get_absolute_url())
    page.route("**/tree/**", lambda route: route.abort())
    page.locator("[data-kifu-variations] button").nth(15).click()
    expect(said(page)).to_have_text(
        "This branch could not be loaded. Reload the page and try again."
    )
