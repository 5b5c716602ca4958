"""Through an annotated game in a real Chromium, and the first step of a long one."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from goclub.games.library.services.filing import file_record
from goclub.games.playing.tests.test_walk import DESK, HAND
from goclub.games.tests.factories import at
from goclub.go.records.reading import read
from goclub.members.requests import Act

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

ANNOTATED = """(;FF[4]GM[1]SZ[19]PB[森 葵]PW[Somchai <b>J</b>]C[A lesson.]
;B[pd];W[dp];B[pp];W[dd]LB[pd:A]
(;B[fc]TR[fc]SQ[dd]CR[pd]MA[dp]SL[pp]C[Approach.];W[cf]AR[cf:cj]LN[dd:pd]VW[aa:sj];B[cd]VW[]
 ;W[cc];B[bc];W[dc];B[bd];W[ec])
(;B[cn]C[<script>document.title = "broken"</script>];W[fq]TB[aa:ba]TW[sa]DD[ss]))""".encode()


@pytest.fixture
def kifu(people):
    data = ANNOTATED
    record = read(data)
    return file_record(Act(None, at()), record, data=data, filename="a.sgf")


@pytest.mark.parametrize("size", [DESK, HAND], ids=["desk", "hand"])
def test_an_annotated_game(visit, live_server, kifu, size):
    page = visit
    page.set_viewport_size(size)
    page.goto(live_server.url + kifu.get_absolute_url() + "#m5")
    counter, comment = page.locator("[data-kifu-counter]"), page.locator("[data-kifu-comment]")
    expect(counter).to_have_text("5 / 12")
    expect(comment).to_have_text("Approach.")
    for sign in ("tr", "sq", "cr", "ma", "sl"):
        expect(page.locator(f".marks .sign.{sign}")).to_have_count(1)
    page.locator("[data-kifu-go=next]").click()
    expect(page.locator(".marks path.ar, .marks path.ln, .marks path.veil")).to_have_count(3)
    page.locator("[data-kifu-go=next]").click()
    expect(page.locator(".marks path.veil")).to_have_count(0)
    page.locator("[data-kifu-go=back]").click()
    page.locator("[data-kifu-go=back]").click()
    page.get_by_role("button", name="B C6").click()
    expect(comment).to_contain_text("<script>")
    expect(page).to_have_url(re.compile("#n13$"))
    page.locator("[data-kifu-go=next]").click()
    expect(page.locator(".marks .tb")).to_have_count(2)
    # The tree shows both ways, and a click goes there.
    expect(page.locator(".kifu-tree .node")).to_have_count(15)
    page.locator(".kifu-tree .node").nth(5).click()
    expect(comment).to_have_text("Approach.")


def test_turning_names_and_numbers(visit, live_server, kifu):
    page = visit
    page.goto(live_server.url + kifu.get_absolute_url() + "#m1")
    stone = page.locator(".stones .stone").first
    expect(stone).to_have_attribute("transform", "translate(150 30)")
    page.locator("[data-kifu-menu] summary").click()
    page.get_by_role("button", name="Rotate the board").click()
    expect(stone).to_have_attribute("transform", "translate(150 150)")
    page.get_by_role("button", name="Mirror the board").click()
    expect(stone).to_have_attribute("transform", "translate(30 150)")
    # The stone is still called Q16: its letter stands beside it.
    labels = page.locator(".coords text")
    expect(labels.nth(2 * 19 + 2 * 15)).to_have_text("Q")
    expect(labels.nth(2 * 3)).to_have_text("16")
    page.locator("[data-kifu-coordinates]").select_option("japanese")
    expect(labels.nth(2 * 3)).to_have_text("四")
    page.get_by_role("button", name="Move numbers").click()
    expect(page.locator(".stones .number")).to_have_text("1")
    page.reload()
    expect(page.locator("[data-kifu-coordinates]")).to_have_value("japanese")
    expect(labels.nth(0)).to_have_text("1")


def test_the_board_as_a_table_follows_and_moves_are_announced(visit, live_server, kifu):
    page = visit
    page.goto(live_server.url + kifu.get_absolute_url() + "#m0")
    page.get_by_text("The board as a table").first.click()
    cells = page.locator("[data-kifu-table-place] td")
    expect(cells.filter(has_text="Black")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(cells.filter(has_text="Black 1")).to_have_count(1)
    expect(page.locator(".kifu > [aria-live]").last).to_have_text("Move 1, Black Q16")


def test_other_scripts_hear_of_steps_and_points(visit, live_server, kifu):
    page = visit
    page.goto(live_server.url + kifu.get_absolute_url() + "#m1")
    page.evaluate(
        """() => {
          const root = document.querySelector("[data-kifu]");
          window.heard = [];
          for (const name of ["kifu:node", "kifu:point"]) {
            root.addEventListener(name, ({ detail: { index, x, y } }) =>
              heard.push([name, index, x, y]));
          }
          root.viewer.overlay("mine", [["TW", 0, 0]]);
        }"""
    )
    expect(page.locator(".marks .tw")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".marks .tw")).to_have_count(1)
    page.locator('.stones .stone[data-point="15,3"]').click()
    assert page.evaluate("heard") == [["kifu:node", 2, None, None], ["kifu:point", 2, 15, 3]]


def test_a_frame_on_another_page_shows_the_board(visit, live_server, kifu):
    page = visit
    page.goto(live_server.url + reverse("games:kifu-embed", args=[kifu.pk]))
    expect(page.locator("[data-kifu-counter]")).to_have_text("0 / 12")
    expect(page.locator("[data-kifu-comment]")).to_have_text("A lesson.")
    page.locator("[data-kifu-go=next]").click()
    expect(page.locator("[data-kifu-counter]")).to_have_text("1 / 12")


def test_without_script_a_numbered_board_and_a_way_to_the_diagrams(browser, live_server, kifu):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(live_server.url + kifu.get_absolute_url())
    expect(page.locator("[data-kifu-counter]")).to_have_text("0 / 12")
    page.locator("[data-kifu-go=last]").click()
    expect(page.locator(".stones .number").first).to_be_visible()
    page.goto(live_server.url + kifu.get_absolute_url() + "?node=13")
    expect(page.locator(".branch[aria-current]")).to_have_text("B C6")
    page.get_by_role("link", name="The whole game as numbered diagrams").click()
    expect(page.locator("figure.diagram")).to_have_count(1)
    context.close()
