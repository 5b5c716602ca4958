"""A merge that is looked at beside the pages, in a real Chromium: with its script, and without any.

The server of the walk and the walk itself share one connection to a database in memory: while the
walk carries out what waits, no page may ask the server anything.
"""

from __future__ import annotations

from contextlib import contextmanager
from datetime import timedelta

import pytest
from playwright.sync_api import expect

from goclub.games.finding.tests.hands import choose_member
from goclub.games.jobs.services import run_jobs
from goclub.games.models import Job, Recalculation
from goclub.games.playing.tests.test_walk import DESK, HAND, judge, sign_in
from goclub.games.rating.ledger.recalculation import recalculate_pending
from goclub.games.tests.factories import NIGHT, play
from goclub.members.models import ClubSettings, Member
from goclub.members.roles import CHAIR
from goclub.members.tests.factories import make_member

pytestmark = [
    pytest.mark.browser,
    pytest.mark.extended,
    pytest.mark.django_db(transaction=True),
]
KEPT, GONE = "佐藤 <b>健</b>", "Sato Ken the second"


@pytest.fixture
def chair(settings):
    ClubSettings.objects.create(pk=1, name="Hoshi Go Club")
    people = [make_member(KEPT, points=60), make_member("Anong", points=90)]
    people.append(make_member(GONE, points=110))
    for day in range(6):
        black, white = people[day % 2], people[1 + day % 2]
        play(black, white, played_on=NIGHT + timedelta(days=day), minute=10 + day)
    settings.RECALCULATE_AT_ONCE, settings.BACKGROUND_JOBS = 0, "worker"
    return make_member("The Chair", role=CHAIR, password=True)


@contextmanager
def nobody_asks(page):
    """Answer the script of the page in the server's place."""
    page.route("**/progress/", lambda route: route.fulfill(json={"percent": 40, "over": False}))
    expect(page.locator("[data-percent]")).to_have_text("40")
    expect(page.locator("progress")).to_have_js_property("value", 40)
    yield
    page.unroute("**/progress/")


def ask_to_merge(page, live_server, chair):
    sign_in(page, chair)
    page.goto(live_server.url + Member.objects.get(display_name=KEPT).get_absolute_url())
    page.get_by_role("link", name="Merge with another member").click()
    choose_member(page, "other", GONE[:8])
    page.locator("[name=login]").select_option("kept")
    page.locator("[name=strength]").select_option("kept")
    page.locator("[name=reason]").fill("one person")
    page.get_by_role("button", name="Preview changes").click()
    expect(page.locator("progress")).to_be_visible()


@pytest.mark.parametrize("size", [DESK, HAND], ids=["desk", "hand"])
def test_a_merge_that_takes_long(visit, live_server, chair, size):
    page, found = visit, {}
    page.set_viewport_size(size)
    ask_to_merge(page, live_server, chair)
    judge(page, "waiting", found)
    back = page.get_by_role("link", name="Back", exact=True)
    expect(back).to_have_attribute("href", Job.objects.get().back)
    page.get_by_role("link", name="Check again").click()
    expect(page.locator("progress")).to_be_visible()
    with nobody_asks(page):
        assert run_jobs() == 1
    # Its script has opened the page anew.
    expect(page.get_by_role("button", name="Show the result")).to_be_visible()
    judge(page, "ready", found)
    page.get_by_role("button", name="Show the result").click()
    expect(page.locator("section[aria-labelledby=stand] tbody tr")).not_to_have_count(0)
    assert Member.objects.filter(display_name=GONE).exists()
    judge(page, "result", found)
    page.get_by_role("button", name="Merge permanently").click()
    expect(page.locator("h1")).to_contain_text(KEPT)
    assert not Member.objects.filter(display_name=GONE).exists()

    page.locator(".recalculating a").click()
    expect(page.locator("progress")).to_be_visible()
    judge(page, "recalculation", found)
    page.get_by_role("link", name="Check again").click()
    expect(page.locator("progress")).to_be_visible()
    with nobody_asks(page):
        assert recalculate_pending() > 0
    expect(page.locator("progress")).to_have_count(0)
    expect(page.locator(".recalculating")).to_have_count(0)
    judge(page, "settled", found)
    assert not Recalculation.objects.exists()
    assert found == {}
