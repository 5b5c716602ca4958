"""Where everything about a move stands on the page of a game, measured in a real Chromium."""

from __future__ import annotations

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from goclub.common.tests.walking import sideways
from goclub.games.library.services.comments import add_note, add_variation
from goclub.games.library.services.filing import file_record
from goclub.games.playing.tests.test_walk import problems_of, sign_in
from goclub.games.tests.factories import at
from goclub.go.records.reading import read
from goclub.members.requests import Act

pytestmark = [pytest.mark.browser, pytest.mark.extended, pytest.mark.django_db(transaction=True)]

DESK = {"width": 1280, "height": 844}
HAND = {"width": 390, "height": 844}
NARROW = {"width": 320, "height": 640}

COMMENTED = """(;FF[4]GM[1]SZ[19]PB[森 葵]PW[Somchai J];B[pd];W[dp];B[pp];W[dd]C[The ways part.]
(;B[fc];W[cf];B[cd])(;B[cn];W[fq])(;B[nq];W[qn]))""".encode()
PLAIN = b"(;FF[4]GM[1]SZ[9]PB[A]PW[B];B[ee];W[cc];B[gg])"
PROBLEM = b"(;FF[4]GM[1]SZ[9]AB[ab][bb]AW[ac][bc];B[cb];W[cc];B[ba])"
HANDICAP = b"(;FF[4]GM[1]SZ[9]HA[2]AB[gc][cg];W[ee];B[cc];W[gg])"


def file_it(data, by):
    return file_record(Act(by.user, at()), read(data), data=data, filename="g.sgf")


@pytest.fixture
def kifu(people):
    sato, anong = people
    kifu = file_it(COMMENTED, sato)
    add_note(Act(anong.user, at()), kifu, key="4", text="Why not K10?")
    add_note(Act(sato.user, at()), kifu, key="2", text="D4 is calm.")
    add_variation(Act(anong.user, at()), kifu, spot="4", moves="BjjWcq", text="")
    return kifu


def edges(page, selector):
    """Left, top, right and bottom of what a selector finds, once the page has arrived."""
    page.wait_for_load_state("load")
    expect(page.locator(selector)).to_be_visible()
    box = page.locator(selector).bounding_box()
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


def open_at_four(page, live_server, people, kifu, size):
    page.set_viewport_size(size)
    sign_in(page, people[0])
    page.goto(f"{live_server.url}{kifu.get_absolute_url()}?move=4")
    expect(page.locator("[data-kifu-sentence]")).to_have_text("Move 4, White D16")
    expect(page.locator(".kifu-tree .node.here title")).to_have_text("4 D16")


def test_at_the_desk_all_about_the_move_stands_beside_the_board(visit, live_server, people, kifu):
    page = visit
    open_at_four(page, live_server, people, kifu, DESK)
    _left, board_top, board_right, board_bottom = edges(page, "#board svg.board")
    parts = (".move-now", ".branches", ".kifu-tree", ".move-said", ".comments-form")
    bottom = board_top
    for part in parts:
        left, top, _right, end = edges(page, part)
        assert left > board_right, part
        assert top >= bottom - 1, part
        bottom = end
    assert bottom <= 790
    assert edges(page, ".kifu-controls")[1] >= board_bottom
    assert edges(page, ".kifu-controls")[3] <= 790
    assert edges(page, ".kifu-comment")[3] <= 500
    assert 100 <= edges(page, ".kifu-tree")[3] - edges(page, ".kifu-tree")[1] <= 108
    # Stepping moves none of it, also where no move branches.
    before = [edges(page, part) for part in parts]
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-kifu-counter]")).to_have_text("3 / 7")
    assert [edges(page, part) for part in parts] == before


def test_in_the_hand_the_board_fills_the_width_and_the_comment_is_in_sight(
    visit, live_server, people, kifu
):
    page = visit
    open_at_four(page, live_server, people, kifu, HAND)
    left, _top, right, bottom = edges(page, "#board svg.board")
    assert (left, right) == (0, 390)
    for part in (".kifu-controls", ".branches", ".kifu-tree", ".kifu-comment"):
        _left, top, _right, end = edges(page, part)
        assert top >= bottom, part
        bottom = end if part != ".kifu-comment" else top
    assert edges(page, ".kifu-controls")[3] <= 640
    assert edges(page, ".branches")[3] <= 710
    assert edges(page, ".kifu-tree")[3] <= 765
    assert edges(page, ".kifu-comment")[1] < edges(page, ".bottom-bar")[1]
    assert sideways(page) == 0


def test_in_the_hand_no_way_on_is_cut_however_many_there_are(visit, live_server, people, kifu):
    page = visit
    for moves in ("BcjWcq", "BjcWcq", "BjqWcq", "BqjWcq"):
        add_variation(Act(people[1].user, at()), kifu, spot="4", moves=moves, text="")
    open_at_four(page, live_server, people, kifu, HAND)
    expect(page.locator(".branch")).to_have_count(8)
    for size in (HAND, NARROW):
        page.set_viewport_size(size)
        strip_left, strip_top, strip_right, strip_bottom = edges(page, ".branches")
        assert (strip_left >= 0, strip_right <= size["width"]) == (True, True)
        for branch in page.locator(".branch").all():
            box = branch.bounding_box()
            assert strip_left <= box["x"]
            assert box["x"] + box["width"] <= strip_right, branch.text_content()
            assert strip_top <= box["y"]
            assert box["y"] + box["height"] <= strip_bottom, branch.text_content()


def test_on_the_narrowest_telephone_nothing_sticks_out(visit, live_server, people, kifu):
    page = visit
    open_at_four(page, live_server, people, kifu, NARROW)
    page.locator("[data-kifu-menu] summary").click()
    expect(page.get_by_role("button", name="Rotate the board")).to_be_visible()
    assert problems_of(page) == []


def test_one_letter_names_a_branch_on_the_board_its_button_and_the_tree(
    visit, live_server, people, kifu
):
    page = visit
    open_at_four(page, live_server, people, kifu, DESK)
    letters = ["A", "B", "C", "D"]
    expect(page.locator("#board .ghost .letter")).to_have_text(letters)
    expect(page.locator(".branch-key")).to_have_text(letters)
    expect(page.locator(".kifu-tree .node text").filter(has_text="A")).to_have_count(1)
    expect(page.get_by_role("button", name="A F17 game")).to_be_visible()
    expect(page.get_by_role("button", name="D K10 อนงค์ ศรีสุข")).to_be_visible()
    page.locator("#board .ghost", has_text="B").click()
    expect(page.locator("[data-kifu-sentence]")).to_have_text("Move 5, Black C6")
    # Beside the move that was taken stand the others, under the same letters.
    expect(page.locator(".branch[aria-current=true]")).to_have_text("B C6")
    expect(page.locator("#board .ghost")).to_have_count(0)


def test_talk_about_the_move_stands_alone_until_all_is_wanted(visit, live_server, people, kifu):
    page = visit
    open_at_four(page, live_server, people, kifu, DESK)
    said = page.locator(".comments-list .said:visible")
    expect(page.locator("[data-comments-count]")).to_have_text("1 here, 3 in this game")
    expect(said).to_have_count(1)
    page.get_by_role("button", name="all").click()
    expect(said).to_have_count(3)
    page.get_by_role("button", name="all").click()
    expect(said).to_have_count(1)
    page.locator("[data-kifu-go=first]").click()
    expect(said).to_have_count(3)


@pytest.mark.parametrize("scripted", [True, False], ids=["script", "plain"])
def test_comments_and_problems_open_at_their_root_a_plain_game_at_its_end(
    browser, live_server, people, kifu, scripted
):
    plain, problem, handicap = (file_it(data, people[0]) for data in (PLAIN, PROBLEM, HANDICAP))
    context = browser.new_context(java_script_enabled=scripted)
    page = context.new_page()
    opened = ((kifu, "0 / 7"), (plain, "3 / 3"), (problem, "0 / 3"), (handicap, "3 / 3"))
    for record, place in opened:
        for address in (record.get_absolute_url(), reverse("games:kifu-embed", args=[record.pk])):
            page.goto(live_server.url + address)
            expect(page.locator("[data-kifu-counter]")).to_have_text(place)
    page.goto(f"{live_server.url}{kifu.get_absolute_url()}?move=4")
    expect(page.locator("#board .ghost .letter")).to_have_text(["A", "B", "C", "D"])
    expect(page.locator(".branch-key")).to_have_text(["A", "B", "C", "D"])
    context.close()


@pytest.mark.parametrize("size", [DESK, HAND, NARROW], ids=["desk", "hand", "narrow"])
def test_no_line_of_the_tree_is_cut_and_the_current_move_is_in_view(
    visit, live_server, people, kifu, size
):
    page = visit
    for moves in ("BcjWcq", "BjcWcq", "BjqWcq", "BqjWcq"):
        add_variation(Act(people[1].user, at()), kifu, spot="4", moves=moves, text="")
    open_at_four(page, live_server, people, kifu, size)
    for branch in range(page.locator(".branch").count()):
        page.goto(f"{live_server.url}{kifu.get_absolute_url()}?move=4")
        page.locator(".branch").nth(branch).click()
        expect(page.locator(".kifu-tree .node.here title")).to_contain_text("5 ")
        left, top, right, bottom = edges(page, ".kifu-tree")
        dots = [dot.bounding_box() for dot in page.locator(".kifu-tree .node circle").all()]
        ends = [(box, box["y"] + box["height"]) for box in dots]
        shown = [box for box, end in ends if box["y"] < bottom - 2 and end > top + 2]
        assert len({round(box["y"]) for box in shown}) >= 2
        for box in shown:
            assert top <= box["y"] + 1
            assert box["y"] + box["height"] <= bottom + 1
        here = page.locator(".kifu-tree .node.here circle").bounding_box()
        assert left <= here["x"]
        assert here["x"] + here["width"] <= right
        assert top <= here["y"] + 1
        assert here["y"] + here["height"] <= bottom + 1
