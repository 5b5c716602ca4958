"""A variation added by clicking inside the viewer, in a real Chromium."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from goclub.games.library.services.filing import file_record
from goclub.games.library.services.records import read_kifu
from goclub.games.models import KifuVariation
from goclub.games.playing.tests.test_walk import DESK, HAND, sign_in
from goclub.games.tests.factories import at
from goclub.go.records.reading import read
from goclub.go.records.tests.text import LINE, sgf

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def kifu(people):
    """A record of the library without a club game, of 24 moves."""
    data = sgf("Honinbo Shuwa", moves=[*LINE, "ck", "qn", "ql", "on", "ci"])
    return file_record(record=read(data), data=data, filename="g.sgf", at=at(), by=people[0].user)


@pytest.fixture
def viewer(visit, live_server, people, kifu):
    """The record's page, a member signed in, at move 20."""
    page = visit
    page.set_viewport_size(DESK)
    sign_in(page, people[1])
    page.goto(live_server.url + kifu.get_absolute_url())
    page.locator("[data-kifu-go=first]").click()
    page.locator("[data-kifu-menu] summary").click()
    for _ in range(2):
        page.locator("[data-kifu-go=next10]").click()
    expect(page.locator("[data-kifu-counter]")).to_have_text("20 / 24")
    return page


def click_point(page, x, y):
    """Click a point of the board where one sees it."""
    board = page.locator("#board svg.board")
    board.scroll_into_view_if_needed()
    box = board.bounding_box()
    left, top, width, _height = map(float, board.get_attribute("viewBox").split())
    scale = box["width"] / width
    page.mouse.click(box["x"] + (10 * x - left) * scale, box["y"] + (10 * y - top) * scale)


def status(page):
    return page.locator("[data-variation-status]")


def saved(page, live_server, kifu):
    """Moves of the variation in the file with all layers, as points."""
    answer = page.request.get(
        live_server.url + reverse("games:kifu-comments-sgf", args=[kifu.pk])
    )  # fmt: skip
    record = read(answer.body())
    node = record.nodes[record.main_line[20]].children[-1]
    found = []
    while True:
        found.append((record.nodes[node].point, record.nodes[node].comment))
        if not record.nodes[node].children:
            return found
        node = record.nodes[node].children[0]


@pytest.mark.parametrize("size", [DESK, HAND], ids=["desk", "hand"])
def test_three_moves_by_clicking_are_kept_in_the_tree_and_in_the_export(
    viewer, live_server, kifu, size
):
    page = viewer
    page.set_viewport_size(size)
    click_point(page, 15, 3)  # a stone: nothing begins
    expect(page.get_by_role("button", name="Save variation")).to_be_hidden()
    for point, words in (
        ((9, 9), "Move 21, Black K10. White to play"),
        ((2, 16), "Move 22, White C3. Black to play"),
        ((16, 9), "Move 23, Black R10. White to play"),
    ):
        click_point(page, *point)
        expect(status(page)).to_have_text(words)
    expect(page.locator("[data-variation-line]")).to_have_text("K10 C3 R10")
    expect(page.locator("#board .stones .stone")).to_have_count(23)
    labels = page.locator("#board .marks .lb")
    expect(labels).to_have_text(["1", "2", "3"])
    page.get_by_label("Comment").first.fill("Better shape <b>here</b>.")
    page.get_by_role("button", name="Save variation").click()
    page.wait_for_url(re.compile(r"\?node="))
    line = KifuVariation.objects.get()
    assert (line.spot, line.moves) == ("20", "BjjWcqBqj")
    expect(page.locator(f"#variation-{line.pk}")).to_contain_text("K10 C3 R10")
    expect(page.locator(".kifu-tree .node")).to_have_count(28)
    expect(page.locator(".kifu-tree .node.here title")).to_have_text("21 K10")
    expect(page.get_by_role("button", name="B K10")).to_be_visible()
    author = "อนงค์ ศรีสุข"
    assert saved(page, live_server, kifu) == [
        ((9, 9), f"[{author}]"), ((2, 16), ""), ((16, 9), f"{author}: Better shape <b>here</b>."),
    ]  # fmt: skip


def test_what_cannot_be_played_is_said_and_moves_are_taken_back(viewer):
    page = viewer
    page.get_by_role("link", name="Add a variation").click()
    click_point(page, 15, 3)
    problem = page.get_by_role("alert")
    expect(problem).to_have_text("Q16 cannot be played: occupied. Choose another point.")
    keep = page.get_by_role("button", name="Save variation")
    undo = page.get_by_role("button", name="Undo")
    expect(keep).to_be_disabled()
    click_point(page, 9, 9)
    expect(problem).to_be_hidden()
    expect(keep).to_be_enabled()
    # Clicks may come faster than answers.
    click_point(page, 9, 10)
    click_point(page, 9, 11)
    expect(status(page)).to_have_text("Move 23, Black K8. White to play")
    undo.click()
    expect(status(page)).to_have_text("Move 22, White K9. Black to play")
    expect(page.locator("#board .marks .lb")).to_have_text(["1", "2"])
    # Whoever looks around comes back to the end of the line first.
    page.locator("[data-kifu-go=first]").click()
    click_point(page, 2, 16)
    expect(status(page)).to_contain_text("This is the end of your variation")
    expect(page.locator("[data-kifu-counter]")).to_have_text("22 / 22")
    undo.click()
    undo.click()
    expect(undo).to_be_disabled()
    expect(keep).to_be_disabled()
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("#board .stones .stone")).to_have_count(20)
    expect(page.get_by_role("link", name="Add a variation")).to_be_focused()
    expect(page.locator("[data-kifu-counter]")).to_have_text("20 / 24")
    assert not KifuVariation.objects.exists()


def test_by_keys_alone(viewer):
    page = viewer
    page.get_by_role("link", name="Add a variation").focus()
    page.keyboard.press("Enter")
    typed = page.get_by_label("Or type the point")
    expect(typed).to_be_focused()
    for name, words in (
        ("k10", "Move 21, Black K10. White to play"),
        ("pass", "Move 22, White passes. Black to play"),
    ):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        expect(status(page)).to_have_text(words)
    expect(typed).to_be_focused()
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('[data-variation-save]')"):
            break
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"\?node="))
    assert KifuVariation.objects.get().moves == "BjjW-"


def test_moves_that_stand_there_are_followed_and_turned_boards_too(viewer, kifu):
    """The record's own next move is walked, not doubled; a turned board means the same points."""
    page = viewer
    page.get_by_role("button", name="Rotate the board").click()  # the menu is open still
    page.get_by_role("link", name="Add a variation").click()
    record = read_kifu(kifu)
    x, y = record.nodes[21].point
    click_point(page, 18 - y, x)
    expect(page.locator("[data-kifu-counter]")).to_have_text("21 / 24")
    expect(status(page)).to_contain_text("White to play")
    click_point(page, 18 - 9, 9)
    expect(status(page)).to_have_text("Move 22, White K10. Black to play")
    # The comment below the board stays with the record, where somebody else can find it.
    expect(page.locator("[data-comments-at]")).to_have_value("21")


def test_without_an_answer_nothing_is_lost(viewer):
    page = viewer
    page.get_by_role("link", name="Add a variation").click()
    click_point(page, 9, 9)
    expect(status(page)).to_have_text("Move 21, Black K10. White to play")
    page.route("**/vary/next/**", lambda route: route.fulfill(status=200, body="<html>"))
    click_point(page, 9, 10)
    expect(page.get_by_role("alert")).to_contain_text("The site did not respond.")
    page.unroute("**/vary/next/**")
    click_point(page, 9, 10)
    expect(status(page)).to_have_text("Move 22, White K9. Black to play")
