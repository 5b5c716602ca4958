"""The toss as two people walk it in a real Chromium, from the start page to the reported game."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from goclub.games.playing.services.toss import call_toss, cancel_toss, decide_toss, open_toss
from goclub.games.playing.tests.test_walk import (
    DESK,
    HAND,
    _look,
    look_at_all,
    sign_in,
)
from goclub.members.requests import Act
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


@pytest.mark.extended
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_toss_pages_are_accessible_and_nothing_sticks_out(browser, live_server, people, scheme):
    """WCAG 2.2 AA by axe, each state as each side sees it."""
    sato, anong = people
    now = timezone.now() - timedelta(minutes=5)
    rival = make_member("Wichai <b>W.</b>", points=119)
    decided = open_toss(Act(sato.user, now), anong)
    call_toss(Act(anong.user, now + timedelta(seconds=9)), decided, call="odd")
    decide_toss(Act(sato.user, now + timedelta(seconds=20)), decided)
    to_call = open_toss(Act(anong.user, now), sato)
    to_decide = open_toss(Act(sato.user, now), rival)
    call_toss(Act(rival.user, now), to_decide, call="even")
    waits = open_toss(Act(sato.user, now), make_member())
    dropped = open_toss(Act(sato.user, now), make_member())
    cancel_toss(Act(sato.user, now), dropped)
    addresses = ["/", "/toss/", f"/games/report/?toss={decided.pk}"]
    addresses += [t.get_absolute_url() for t in (decided, to_call, to_decide, dropped)]
    addresses.append(waits.get_absolute_url())
    look_at_all(browser, live_server, scheme, ["/toss/"], {sato: addresses})


def test_a_toss_that_waits_looks_again_until_it_is_stopped(enter, people):
    """A script, not a refresh: the page changes where something changed, and a button stops it."""
    sato, anong = people
    toss = open_toss(Act(sato.user), anong)
    found, his = {}, enter(sato, HAND)
    _look(his, his.url.rstrip("/") + toss.get_absolute_url(), found)
    assert found == {}
    expect(his.locator("meta[http-equiv=refresh]")).to_have_count(0)
    stop = his.locator("[data-again] button")
    stop.click()
    expect(stop).to_have_attribute("aria-pressed", "true")
    call_toss(Act(anong.user), toss, call="odd")
    his.wait_for_timeout(6000)
    expect(stop).to_have_attribute("aria-pressed", "true")
    stop.click()
    expect(his.locator("form[action$='/decide/']")).to_be_visible(timeout=10_000)
