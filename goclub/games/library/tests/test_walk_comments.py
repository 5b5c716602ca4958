"""Talking about a game and counting it, as members walk it in a real Chromium."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from goclub.games.library.services.comments import add_note, add_variation
from goclub.games.library.services.records import upload_kifu
from goclub.games.models import KifuNote, KifuVariation
from goclub.games.playing.services.reports import report_game
from goclub.games.playing.tests.test_walk import DESK, HAND, _look, sign_in
from goclub.games.tests.factories import at, facts
from goclub.go.records.tests.text import sgf
from goclub.members.models import ClubSettings
from goclub.members.tests.factories import make_member

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def people():
    ClubSettings.objects.create(pk=1, name="Hoshi Go Club")
    sato = make_member("佐藤 健", romanised_name="Sato Ken", points=119, password=True)
    anong = make_member("อนงค์ ศรีสุข", romanised_name="Anong S.", points=119, password=True)
    return sato, anong


@pytest.fixture
def game(people):
    sato, anong = people
    kifu = upload_kifu(data=sgf(), filename="g.sgf", by=sato.user, at=at())
    return report_game(facts=facts(sato, anong), by=sato.user, at=at(), kifu=kifu)


def click_point(page, x, y):
    """Click the middle of a point of the board, once the page stands still."""
    page.locator(f'#board .points .hit[x="{10 * x - 5}"][y="{10 * y - 5}"]').click()


@pytest.mark.parametrize("size", [DESK, HAND], ids=["desk", "hand"])
def test_a_member_comments_on_the_move_that_is_shown(visit, people, game, live_server, size):
    page = visit
    page.set_viewport_size(size)
    sign_in(page, people[1])
    page.goto(f"{live_server.url}{game.get_absolute_url()}?move=5")
    page.locator("[data-kifu-go=next]").click()
    expect(page.locator("[data-comments-where]")).to_contain_text("Move 6")
    page.locator("#id_text").fill("Why not K10? <b>")
    page.get_by_role("button", name="Post comment").click()
    expect(page.locator(".said.here")).to_contain_text("Why not K10? <b>")
    note = KifuNote.objects.get()
    assert note.spot == "6"
    page.locator("[data-kifu-go=first]").click()
    expect(page.locator(".said.here")).to_have_count(0)
    page.get_by_role("link", name="K10", exact=True).click()
    expect(page.locator("[data-kifu-counter]")).to_have_text("6 / 19")
    lit = page.locator("#board .marks .sign.cr")
    expect(lit).to_have_attribute("x", "90")
    expect(lit).to_have_attribute("y", "90")
    page.locator("[data-kifu-go=next]").click()
    expect(lit).to_have_count(0)


def test_without_script_a_variation_is_played_on_a_page_of_its_own(
    browser, people, game, live_server
):
    context = browser.new_context(java_script_enabled=False, viewport=DESK)
    page = context.new_page()
    page.goto(live_server.url)
    sign_in(page, people[1])
    page.goto(f"{live_server.url}{game.get_absolute_url()}?move=3")
    page.get_by_role("link", name="Add a variation").click()
    click_point(page, 9, 9)
    expect(page.locator(".stone.white")).to_have_count(2)
    click_point(page, 2, 16)
    expect(page.get_by_text("2 moves so far.")).to_be_visible()
    page.locator("#id_text").fill("Better shape.")
    page.get_by_role("button", name="Save variation").click()
    page.wait_for_url(re.compile(r"\?node="))
    line = KifuVariation.objects.get()
    assert (line.spot, line.moves) == ("3", "WjjBcq")
    expect(page.locator(f"#variation-{line.pk}")).to_contain_text("K10 C3")
    page.get_by_role("link", name="Move 5 of a variation").click()
    expect(page.locator("[data-comments-at]")).to_have_value(f"v{line.pk}-2")
    context.close()


@pytest.mark.extended
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_are_accessible_and_nothing_sticks_out(browser, live_server, people, game, scheme):
    """WCAG 2.2 AA by axe, at both widths, light and dark, with and without talk."""
    kifu, by = game.kifu, people[0].user
    add_note(kifu=kifu, by=by, key="3", text="See D4 and Q16.", at=at())
    add_variation(kifu=kifu, by=by, spot="3", moves="WjjBcq", text="", at=at())
    found = {}
    for size in (DESK, HAND):
        context = browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce")
        page = context.new_page()
        page.goto(live_server.url)
        sign_in(page, people[0])
        _look(page, f"{live_server.url}{game.get_absolute_url()}?move=3", found)
        for path in ("count/?dead=D4&neutral=K10&rules=japanese", "count/?rules=ing",
                     "vary/?at=3&moves=Wjj", "talk/?at=3"):  # fmt: skip
            _look(page, f"{live_server.url}/kifu/{kifu.pk}/{path}", found)
        context.close()
    assert found == {}
