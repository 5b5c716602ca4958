"""The ways people go, in a real Chromium: the main job at desk and in hand, pages by axe."""

from __future__ import annotations

import io
import os
import re
from pathlib import Path
from urllib.parse import urljoin

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from PIL import Image
from playwright.sync_api import expect

from goclub.common.tests.walking import sideways, stand_still
from goclub.games.finding.tests.hands import choose_member, chosen
from goclub.games.models import Standing
from goclub.games.tests.factories import play, report
from goclub.go.records.tests.text import sgf
from goclub.members.roles import CHAIR
from goclub.members.tests.factories import PASSWORD, fresh, make_member

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

ROOT = Path(__file__).resolve().parents[4]
DESK = {"width": 1280, "height": 900}
HAND = {"width": 390, "height": 844}


def sign_in(page, member):
    page.get_by_role("link", name="Sign in").first.click()
    page.locator("#id_username").fill(member.user.username)
    page.locator("#id_password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    # Readers see the spelling that they can read.
    name = "|".join(re.escape(spelling) for spelling in member.spellings if spelling)
    page.locator("main h1").filter(has_text=re.compile(name)).wait_for()


def sign_out(page):
    page.locator("details.menu summary").click()
    page.get_by_role("button", name="Sign out").click()


def test_a_file_chosen_before_the_script_has_come_is_read_all_the_same(visit, people, tmp_path):
    """A slow line, a quick hand; the site's worker would have the script at hand."""
    page = visit.context.browser.new_context(service_workers="block").new_page()
    page.goto(visit.url)
    sato, _ = people
    record = tmp_path / "club-night.sgf"
    record.write_bytes(sgf("ken sato", "anong_7", "B+4.5", date="2025-04-01", komi="1.5"))
    sign_in(page, sato)
    script = "**/common/site*.js"
    late = []
    page.route(script, lambda route: late.append(route))
    with page.expect_request(script):
        page.goto(urljoin(page.url, reverse("games:report")), wait_until="commit")
    page.wait_for_timeout(200)
    page.locator("#id_file").set_input_files(record)
    late[0].continue_()
    page.get_by_text("Filled in from your kifu").wait_for()
    page.context.close()


@pytest.mark.parametrize("size", [DESK, HAND], ids=["desk", "hand"])
def test_the_main_job(visit, people, size, tmp_path):
    """From an uploaded kifu to a new rank, without typing an address."""
    page, (sato, anong) = visit, people
    rival = make_member(points=119)
    for minute in range(9):
        play(sato, rival, "B+R" if minute != 4 else "W+R", minute=minute * 3)
    # 119 + 8 − 1 = 126 points after nine counted games: one more, and the rank follows.
    page.set_viewport_size(size)
    record = tmp_path / "club-night.sgf"
    record.write_bytes(sgf("ken sato", "anong_7", "B+4.5", date="2025-04-01", komi="1.5"))

    sign_in(page, sato)
    page.get_by_role("link", name="Report a game").click()
    page.locator("#id_file").set_input_files(record)
    page.get_by_text("Filled in from your kifu").wait_for()
    assert chosen(page, "black") == str(sato.pk)
    expect(page.locator("#id_margin")).to_have_value("4.5")
    expect(page.locator("#id_komi")).to_have_value("1.5")
    expect(page.locator("#id_played_on")).to_have_value("2025-04-01")
    choose_member(page, "white", anong.display_name[:4])
    page.get_by_role("button", name="Report").click()
    page.get_by_text("once อนงค์ ศรีสุข confirms it").wait_for()
    sign_out(page)

    sign_in(page, anong)
    page.get_by_role("heading", name="A game to confirm").wait_for()
    expect(page.locator("#now form[action$='/confirm/']")).to_have_count(1)
    page.get_by_role("button", name="Confirm").click()
    page.get_by_text("Confirmed. This is what the game changed.").wait_for()
    # PAA; IGS (nobody has an IGS rank yet), Elo and EGF (a komi of 1½ without stones is neither
    # even nor a handicap of theirs: H-even) stand in one line: nothing moved.
    expect(page.locator(".changed-row .moved")).to_have_text(["+1", "−1"])
    expect(page.locator(".changed-none")).to_contain_text("Club Elo and EGF rating: no change")
    assert page.locator(".promotion").inner_text().split() == ["1k", "→", "1d"]
    page.get_by_text("Why?").first.click()
    page.get_by_text("promoted to 1 dan.").wait_for()
    assert Standing.objects.get(member=sato, system="paa").rank == "1d"
    assert Standing.objects.get(member=anong, system="paa").points == 135

    page.locator("[data-kifu-go=back]").click()
    page.locator("[data-kifu-go=back]").click()
    expect(page.locator("[data-kifu-counter]")).to_have_text("17 / 19")
    _step(page, size, "Home", "first")
    expect(page.locator("[data-kifu-counter]")).to_have_text("0 / 19")
    expect(page.locator(".stones .stone")).to_have_count(0)
    _step(page, size, "End", "last")
    expect(page.locator(".stones .stone")).to_have_count(19)
    assert sideways(page) == 0
    page.get_by_role("link", name="佐藤 健").first.click()
    page.get_by_role("heading", name="PAA points", exact=True).wait_for()
    expect(page.locator("svg.chart .chart-up")).to_have_count(1)
    if size == DESK and os.environ.get("WRITE_SCREENSHOT"):
        page.go_back()
        page.evaluate("scrollTo(0, 0)")
        picture = Image.open(io.BytesIO(page.screenshot()))
        small = picture.quantize(96, dither=Image.Dither.NONE)
        small.save(ROOT / "docs" / "game.png", optimize=True)


def _step(page, size, key, button):
    """Keys at the desk, thumbs in the hand."""
    if size == DESK:
        page.keyboard.press(key)
    else:
        page.locator(f"[data-kifu-go={button}]").click()


WORKED_OUT = "one_points=115&one_igs=1d&other_points=135&other_igs=4d%2B&komi=5&wins=5&losses=3"
PAGES = [
    "/", "/games/", "/members/", "/calculator/", f"/calculator/?{WORKED_OUT}",
    "/calculator/?one_igs=17k&other_igs=1d&stones=1", "/calculator/table/?system=igs&by=rank&low=6k"
    "&high=3d", "/learn/points/", "/join/", "/sign-in/",
]  # fmt: skip


@pytest.mark.extended
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_are_accessible_and_nothing_sticks_out(browser, live_server, people, scheme):
    """WCAG 2.2 AA by axe on every page, at both widths, light and dark."""
    sato, anong = people
    chair = make_member(role=CHAIR, password=True)
    paths = [*PAGES, play(sato, anong).get_absolute_url(), sato.get_absolute_url()]
    inside = ["/", "/games/report/", "/me/", "/desk/", f"/members/{sato.pk}/strength/"]

    def cards(page, _found):
        page.goto(live_server.url)
        assert page.evaluate(TOUCHING) == []

    look_at_all(browser, live_server, scheme, paths, {chair: inside}, then=cards)


#: Cards below each other between which there is no room.
TOUCHING = """() => {
    const cards = [...document.querySelectorAll("main .card-paper")]
    const place = card => card.getBoundingClientRect()
    const touches = (one, other) => Math.abs(place(one).bottom - place(other).top) < 8
    const left = (one, other) => place(one).left < place(other).right
    const above = (one, other) => left(one, other) && left(other, one)
    return cards.flatMap(one => cards
        .filter(other => one !== other && touches(one, other) && above(one, other))
        .map(other => [one.innerText.slice(0, 30), other.innerText.slice(0, 30)]))
}"""


def look_at_all(browser, live_server, scheme, paths, inside, then=lambda _page, _found: None):
    """Judge *paths* as a visitor and those *inside* as their member, at both widths."""
    found = {}
    for size in (DESK, HAND):
        context = browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce")
        page = context.new_page()
        for member, seen in ({None: paths} | inside).items():
            if member:
                page.goto(live_server.url)
                sign_in(page, member)
            for path in seen:
                _look(page, live_server.url + path, found)
        then(page, found)
        context.close()
    assert found == {}


def _look(page, address, found):
    page.goto(address)
    judge(page, address, found)


#: Rules that are kept are only counted: their elements would be named for nobody.
EVERY_RULE = {"resultTypes": ["violations"]}
AXE = {"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"], **EVERY_RULE}


def judge(page, address, found, rules=AXE):
    """Note under the address what is wrong with the page as it stands."""
    if problems := problems_of(page, rules):
        found[f"{address} {page.viewport_size['width']}"] = problems


def problems_of(page, rules=AXE):
    """What axe and the width say of the page when it stands still."""
    stand_still(page)
    result = Axe().run(page, options=rules)
    problems = [f"{v['id']}: {v['nodes'][0]['html'][:110]}" for v in result.response["violations"]]
    if sideways(page):
        problems.append("sticks out to the right")
    return problems


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_dispute_says_the_right_result_and_one_press_accepts_it(visit, people, scheme):
    page, (sato, anong) = visit, people
    page.set_viewport_size(HAND)
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    game = report(sato, anong)
    before = Standing.objects.get(member=anong, system="paa").points
    sign_in(page, anong)
    page.get_by_role("link", name="Dispute").click()
    page.locator("#id_reason").fill("We counted again.")
    expect(page.locator("#id_margin")).to_be_hidden()
    page.locator("#id_winner").select_option("W")
    page.locator("#id_ending").select_option("points")
    page.locator("#id_margin").fill("4.5")
    found = {}
    judge(page, "dispute", found)
    page.get_by_role("button", name="Dispute the result").click()
    page.get_by_role("link", name="Change your answer").wait_for()
    expect(page.get_by_role("button", name="Accept")).to_have_count(0)
    judge(page, "game of who disputes", found)
    sign_out(page)

    sign_in(page, sato)
    accept = page.get_by_role("button", name="Accept: White won by 4½")
    accept.wait_for()
    judge(page, "start", found)
    page.goto(page.url.rstrip("/") + game.get_absolute_url())
    judge(page, "game of who reported", found)
    page.go_back()
    accept.click()
    page.get_by_text("Accepted and confirmed.").wait_for()
    assert found == {}
    assert (fresh(game).state, game.winner, game.margin2) == ("confirmed", "W", 9)
    assert Standing.objects.get(member=anong, system="paa").points == before + 1
