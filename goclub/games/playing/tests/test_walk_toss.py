"""The toss as two people walk it in a real Chromium, from the start page to the reported game."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from goclub.common.tests.walking import sideways
from goclub.games.finding.tests.hands import choose_member, chosen
from goclub.games.models import Game, Toss
from goclub.games.playing.services.toss import call_toss, cancel_toss, decide_toss, open_toss
from goclub.games.playing.tests.test_walk import (
    DESK,
    HAND,
    _look,
    sign_in,
)
from goclub.members.tests.factories import make_member

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SIZES = pytest.mark.parametrize("size", [DESK, HAND], ids=["desk", "hand"])


@pytest.fixture
def strengths():
    """Alike, so that a toss decides the colours."""
    return 119, 119


@pytest.fixture
def enter(browser, live_server):
    """Open a browser of one's own, signed in; script errors and policy refusals fail the test."""
    problems, contexts = [], []

    def start(member, size):
        context = browser.new_context(viewport=size)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda m: problems.append(m.text) if m.type == "error" else None)
        page.goto(live_server.url)
        sign_in(page, member)
        return page

    yield start
    for context in contexts:
        context.close()
    assert problems == []


@SIZES
def test_two_members_toss_and_report(enter, people, size):
    """Calculator → toss → call → decision → report, each in a browser of his own."""
    sato, anong = people
    his, hers = enter(sato, size), enter(anong, size)

    his.get_by_role("link", name="Learn").locator("visible=true").first.click()
    his.locator(".doors").get_by_role("link", name="Handicap and komi").click()
    choose_member(his, "other", anong.display_name[:4])
    his.get_by_role("button", name="Calculate").click()
    his.locator("#main").get_by_role("link", name="Nigiri").click()
    assert chosen(his, "against") == str(anong.pk)
    his.get_by_role("button", name="Start nigiri").click()
    his.get_by_role("heading", name="Waiting for อนงค์ ศรีสุข").wait_for()

    hers.reload()
    hers.get_by_role("link", name="Call even or odd").click()
    hers.get_by_role("button", name="Even").click()
    hers.get_by_role("heading", name="Waiting for 佐藤 健").wait_for()
    expect(hers.get_by_role("button", name="Post now")).to_have_count(0)

    # His page looks again by itself.
    his.get_by_role("heading", name="Your post decides").wait_for()
    his.get_by_role("button", name="Post now").click()
    his.get_by_role("heading", name="Now play your game").wait_for()
    toss = Toss.objects.get()
    expect(his.locator(".stamp strong")).to_have_text(str(toss.digit))
    assert toss.black == (anong if toss.digit % 2 == 0 else sato)
    assert his.locator("h1 .name").all_inner_texts() == [
        toss.black.display_name,
        toss.white.display_name,
    ]
    expect(his.locator(".checked")).to_contain_text("same digit, same colours")
    assert sideways(his) == 0

    hers.get_by_role("link", name="Report the game").click()
    assert chosen(hers, "black") == str(toss.black.pk)
    assert chosen(hers, "white") == str(toss.white.pk)
    hers.locator("#id_winner").select_option("B")
    hers.locator("#id_ending").select_option("resign")
    hers.get_by_role("button", name="Report").click()
    hers.get_by_text("once 佐藤 健 confirms it").wait_for()
    assert Game.objects.get().toss == toss
    hers.get_by_role("link", name=f"called even, the digit was {toss.digit}").click()
    hers.get_by_role("link", name="View game").wait_for()


def test_without_script_a_link_looks_again(browser, live_server, people):
    sato, anong = people
    open_toss(by=sato.user, against=anong, at=timezone.now())
    toss = Toss.objects.get()
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(live_server.url)
    sign_in(page, sato)
    page.goto(live_server.url + toss.get_absolute_url())
    expect(page.locator("meta[http-equiv]")).to_have_count(0)
    expect(page.locator("[data-again] button")).to_be_hidden()
    page.get_by_role("link", name="Check again").click()
    page.get_by_role("button", name="Cancel nigiri").click()
    page.get_by_role("heading", name="Cancelled").wait_for()
    context.close()


@pytest.mark.extended
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_toss_pages_are_accessible_and_nothing_sticks_out(browser, live_server, people, scheme):
    """WCAG 2.2 AA by axe, each state as each side sees it."""
    sato, anong = people
    now = timezone.now() - timedelta(minutes=5)
    rival = make_member("Wichai <b>W.</b>", points=119)
    decided = open_toss(by=sato.user, against=anong, at=now)
    call_toss(toss=decided, by=anong.user, call="odd", at=now + timedelta(seconds=9))
    decide_toss(toss=decided, by=sato.user, at=now + timedelta(seconds=20))
    to_call = open_toss(by=anong.user, against=sato, at=now)
    to_decide = open_toss(by=sato.user, against=rival, at=now)
    call_toss(toss=to_decide, by=rival.user, call="even", at=now)
    waits = open_toss(by=sato.user, against=make_member(), at=now)
    dropped = open_toss(by=sato.user, against=make_member(), at=now)
    cancel_toss(toss=dropped, by=sato.user, at=now)
    addresses = ["/", "/toss/", f"/games/report/?toss={decided.pk}"]
    addresses += [t.get_absolute_url() for t in (decided, to_call, to_decide, dropped)]
    addresses.append(waits.get_absolute_url())
    found = {}
    for size in (DESK, HAND):
        context = browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce")
        page = context.new_page()
        _look(page, f"{live_server.url}/toss/", found)
        page.goto(live_server.url)
        sign_in(page, sato)
        for address in addresses:
            _look(page, live_server.url + address, found)
        context.close()
    assert found == {}


def test_a_toss_that_waits_looks_again_until_it_is_stopped(enter, people):
    """A script, not a refresh: the page changes where something changed, and a button stops it."""
    sato, anong = people
    toss = open_toss(by=sato.user, against=anong, at=timezone.now())
    found, his = {}, enter(sato, HAND)
    _look(his, his.url.rstrip("/") + toss.get_absolute_url(), found)
    assert found == {}
    expect(his.locator("meta[http-equiv=refresh]")).to_have_count(0)
    stop = his.locator("[data-again] button")
    stop.click()
    expect(stop).to_have_attribute("aria-pressed", "true")
    call_toss(toss=toss, call="odd", by=anong.user, at=timezone.now())
    his.wait_for_timeout(6000)
    expect(stop).to_have_attribute("aria-pressed", "true")
    stop.click()
    expect(his.locator("form[action$='/decide/']")).to_be_visible(timeout=10_000)
