"""A try on the board of the viewer, in a real Chromium: played, refused, undone, kept."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from goclub.common.tests.walking import sideways
from goclub.games.library.services.filing import file_record
from goclub.games.library.services.records import read_kifu
from goclub.games.models import KifuVariation
from goclub.games.playing.tests.test_walk import DESK, HAND, sign_in
from goclub.games.tests.factories import at
from goclub.go.records.reading import read
from goclub.go.records.tests.text import LINE, sgf
from goclub.members.requests import Act

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

#: White can take the stone at B8 by playing C8; Black may not take back at once.
KO = b"(;SZ[9]RU[Japanese];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb])"


@pytest.fixture
def kifu(people):
    """A record of the library without a club game, of 24 moves."""
    data = sgf("Honinbo Shuwa", moves=[*LINE, "ck", "qn", "ql", "on", "ci"])
    return file_record(Act(people[0].user, at()), read(data), data=data, filename="g.sgf")


@pytest.fixture
def viewer(visit, live_server, people, kifu):
    """The record's page, a member signed in, at move 20."""
    page = visit
    page.set_viewport_size(DESK)
    sign_in(page, people[1])
    page.goto(f"{live_server.url}{kifu.get_absolute_url()}?move=20")
    expect(page.locator("[data-kifu-counter]")).to_have_text("20 / 24")
    return page


def place_of(page, x, y):
    """Where a point of the board is on the screen."""
    board = page.locator("#board svg.board")
    board.scroll_into_view_if_needed()
    box = board.bounding_box()
    left, top, width, _height = map(float, board.get_attribute("viewBox").split())
    scale = box["width"] / width
    return box["x"] + (10 * x - left) * scale, box["y"] + (10 * y - top) * scale


def click_point(page, x, y):
    """Click a point of the board where one sees it."""
    page.mouse.click(*place_of(page, x, y))


def button(page, name):
    return page.locator(".try").get_by_role("button", name=name, exact=True)


def announced(page):
    return page.locator(".kifu > [aria-live]").last


def said(page):
    """What the board answers to a stone that cannot be played."""
    return page.locator("[data-try-said]")


@pytest.mark.parametrize("size", [DESK, HAND], ids=["desk", "hand"])
def test_one_press_for_the_first_stone_and_one_to_keep_it(viewer, live_server, kifu, size):
    page = viewer
    page.set_viewport_size(size)
    expect(page.locator(".try")).to_be_hidden()
    click_point(page, 9, 9)
    expect(page.locator("#board .stones .stone")).to_have_count(21)
    expect(announced(page)).to_have_text("Move 21, Black K10. White to play")
    for point in ((2, 16), (16, 9)):
        click_point(page, *point)
    expect(announced(page)).to_have_text("Move 23, Black R10. White to play")
    expect(page.locator("[data-try-line]")).to_have_text("K10 C3 R10")
    expect(page.locator("#board .marks .lb")).to_have_text(["1", "2", "3"])
    expect(page.locator(".kifu-tree .node.draft")).to_have_count(3)
    assert sideways(page) == 0
    assert not KifuVariation.objects.exists()
    button(page, "Keep").click()
    page.wait_for_url(re.compile(r"\?node="))
    line = KifuVariation.objects.get()
    assert (line.spot, line.moves) == ("20", "BjjWcqBqj")
    # The reader stays at the move that was shown.
    expect(page.locator(".kifu-tree .node.here title")).to_have_text("23 R10")
    expect(page.locator(f"#variation-{line.pk}")).to_contain_text("K10 C3 R10")
    expect(page.locator(".try")).to_be_hidden()
    file = page.request.get(live_server.url + reverse("games:kifu-comments-sgf", args=[kifu.pk]))
    record = read(file.body())
    node = record.nodes[record.nodes[record.main_line[20]].children[-1]]
    assert (node.point, node.comment) == ((9, 9), "[อนงค์ ศรีสุข]")


def test_what_cannot_be_played_is_said_on_the_board(visit, live_server, people):
    page = visit
    kifu = file_record(Act(people[0].user, at()), read(KO), data=KO, filename="k.sgf")
    page.goto(live_server.url + kifu.get_absolute_url())  # a visitor
    expect(page.locator("[data-kifu-counter]")).to_have_text("8 / 8")
    click_point(page, 2, 1)
    expect(said(page)).to_have_text("C8: ko. Play elsewhere first.")
    click_point(page, 1, 1)
    expect(said(page)).to_have_text("B8: there is a stone already.")
    expect(page.locator(".try")).to_be_hidden()
    for point in ((8, 8), (8, 7)):
        click_point(page, *point)
    click_point(page, 2, 1)
    expect(announced(page)).to_contain_text("Prisoners 1 : 1. White to play")
    expect(said(page)).to_be_hidden()
    expect(page.locator("[data-kifu-captures]")).to_have_text("Prisoners 1 : 1")
    expect(page.locator('#board .stone[data-point="1,1"]')).to_have_count(0)
    click_point(page, 1, 1)
    expect(said(page)).to_have_text("B8: ko. Play elsewhere first.")
    click_point(page, 0, 0)
    expect(said(page)).to_have_text("A9: no liberties. Suicide is not allowed.")
    # A visitor tries, but keeps nothing.
    expect(button(page, "Keep")).to_have_count(0)


def test_undo_branches_and_the_way_back(viewer, kifu):
    page = viewer
    for point in ((9, 9), (9, 10), (9, 11)):
        click_point(page, *point)
    button(page, "Undo").click()
    page.keyboard.press("Backspace")
    expect(page.locator("[data-kifu-counter]")).to_have_text("21 / 21")
    expect(page.locator("#board .marks .lb")).to_have_text(["1"])
    click_point(page, 2, 16)
    page.keyboard.press("ArrowLeft")
    click_point(page, 16, 9)  # another way on from the first stone
    expect(page.locator("[data-try-line]")).to_have_text("K10 R10")
    expect(page.locator(".branch")).to_have_text(["A C3", "B R10"])
    # Looking around in the game leaves the try where it is.
    page.locator("[data-kifu-go=first]").click()
    expect(page.locator("#board .marks .lb")).to_have_count(0)
    expect(page.locator(".kifu-tree .node.draft")).to_have_count(3)
    expect(button(page, "Undo")).to_be_disabled()
    button(page, "Keep").click()
    page.wait_for_url(re.compile(r"\?node="))
    lines = KifuVariation.objects.order_by("pk")
    assert [(line.spot, line.moves) for line in lines] == [("20", "BjjWcq"), ("20", "BjjWqj")]
    # The next try begins in one's own variation, and is thrown away.
    expect(page.locator(".kifu-tree .node.here title")).to_have_text("22 R10")
    click_point(page, 3, 10)
    expect(announced(page)).to_have_text("Move 23, Black D9. White to play")
    button(page, "Back to the game").click()
    expect(page.locator(".kifu-tree .node.here title")).to_have_text("22 R10")
    expect(page.locator(".kifu-tree .node.draft")).to_have_count(0)
    expect(page.locator(".try")).to_be_hidden()
    # Another from there is kept with the moves that lead to it.
    click_point(page, 3, 10)
    button(page, "Keep").click()
    expect(page.locator(".kifu-tree .node.here title")).to_have_text("23 D9")
    assert lines.last().moves == "BjjWqjBdk"


def test_by_keys_alone(viewer):
    page = viewer
    page.get_by_role("link", name="Try a move").focus()
    page.keyboard.press("Enter")
    typed = page.get_by_label("Or type the point")
    expect(typed).to_be_focused()
    page.keyboard.type("z99")
    page.keyboard.press("Enter")
    expect(said(page)).to_contain_text("“z99” is no point of this board.")
    for name, words in (
        ("k10", "Move 21, Black K10. White to play"),
        ("pass", "Move 22, White passes. Black to play"),
    ):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        expect(announced(page)).to_have_text(words)
    expect(typed).to_be_focused()
    for _ in range(8):
        page.keyboard.press("Shift+Tab")
        if page.evaluate("document.activeElement.textContent.trim()") == "Keep":
            break
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"\?node="))
    assert KifuVariation.objects.get().moves == "BjjW-"


def test_moves_that_are_there_are_followed_and_turned_boards_too(viewer, kifu):
    """The record's own next move is walked, not doubled; a turned board means the same points."""
    page = viewer
    page.locator("[data-kifu-menu] summary").click()
    page.get_by_role("button", name="Rotate the board").click()
    x, y = read_kifu(kifu).nodes[21].point
    click_point(page, 18 - y, x)
    expect(page.locator("[data-kifu-counter]")).to_have_text("21 / 24")
    expect(page.locator(".try")).to_be_hidden()
    click_point(page, 18 - 9, 9)
    expect(announced(page)).to_have_text("Move 22, White K10. Black to play")
    # The comment below the board stays with the record, where somebody else can find it.
    expect(page.locator("[data-comments-at]")).to_have_value("21")
    expect(page.locator(".comments-form")).to_be_hidden()


def test_a_mouse_shows_the_stone_to_come_and_a_sound_is_remembered(viewer):
    page = viewer
    coming = page.locator("#board .stone-to-come")
    page.mouse.move(*place_of(page, 9, 9))
    expect(coming).to_have_attribute("transform", "translate(90 90)")
    expect(coming.locator("use")).to_have_attribute("href", re.compile("-black$"))
    page.mouse.move(*place_of(page, 15, 3))  # a stone
    expect(coming).to_have_count(0)
    page.evaluate("""() => {
      window.knocks = 0;
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (...when) { knocks += 1; start.apply(this, when); };
    }""")
    click_point(page, 9, 9)
    assert page.evaluate("knocks") == 0
    page.locator("[data-kifu-menu] summary").click()
    sound = page.get_by_role("button", name="Stone sound")
    sound.click()
    page.keyboard.press("Escape")
    click_point(page, 9, 10)
    page.keyboard.press("ArrowLeft")  # taking up a stone makes no sound
    assert page.evaluate("knocks") == 2
    page.once("dialog", lambda dialog: dialog.accept())
    page.reload()
    page.locator("[data-kifu-menu] summary").click()
    expect(sound).to_have_attribute("aria-pressed", "true")


def test_a_link_to_the_position_is_copied(viewer, live_server, kifu):
    page = viewer
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    link = page.locator("[data-comments-link]")

    # On a phone the end of the menu is below the screen.
    first = page.locator("[data-kifu-menu] .kifu-menu-body > *").first
    expect(first).to_have_attribute("data-comments-link", "")

    def copy():
        page.locator("[data-kifu-menu] summary").click()
        link.click()

    page.locator("[data-kifu-go=back]").click()
    copy()
    expect(said(page)).to_have_text("Link copied.")
    address = f"{live_server.url}{kifu.get_absolute_url()}"
    assert page.evaluate("navigator.clipboard.readText()") == f"{address}?at=19#board"
    # A try is there for nobody else until it is kept.
    click_point(page, 9, 9)
    copy()
    expect(said(page)).to_have_text(re.compile("Only you see your try"))
    button(page, "Keep").click()
    page.wait_for_url("**?node=**")
    copy()
    expect(said(page)).to_have_text("Link copied.")
    line = KifuVariation.objects.get()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == f"{address}?at=v{line.pk}-1#board"
    page.goto(copied)
    expect(page.locator("[data-kifu-sentence]")).to_have_text("Move 20, White K10")
    # Where the browser lets no page copy, the address is there to be copied.
    page.locator("[data-kifu-go=first]").click()
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    copy()
    page.wait_for_url("**?at=0#board")
    expect(page.locator("[data-kifu-counter]")).to_have_text(re.compile("^0 /"))
