"""A dry run that takes long, in a real Chromium: with its script, and without any."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from playwright.sync_api import expect

from goclub.common.tests.walking import sideways
from goclub.games.jobs.services import run_jobs
from goclub.games.models import PostponedReplay
from goclub.games.playing.tests.test_walk import DESK, HAND, judge, sign_in
from goclub.games.rating.house_rules import specs
from goclub.games.tests.factories import NIGHT, play
from goclub.members.models import ClubSettings
from goclub.members.roles import CHAIR
from goclub.members.tests.factories import make_member

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def chair(settings):
    ClubSettings.objects.create(pk=1, name="Hoshi Go Club")
    people = [make_member(f"佐藤 <b>{n}</b>", points=60 + 30 * n) for n in range(3)]
    for day in range(6):
        black, white = people[day % 3], people[(day + 1) % 3]
        play(black, white, played_on=NIGHT + timedelta(days=day), minute=10 + day)
    settings.REPLAY_AT_ONCE, settings.LATE_FACTS = 0, "worker"
    found = make_member("The Chair", role=CHAIR, password=True)
    get_user_model().objects.filter(pk=found.user.pk).update(is_staff=True)
    return found


def ask_in_the_office(page, live_server):
    spec = next(spec for spec in specs().values() if spec.system == "elo" and not spec.choices)
    value = spec.low if spec.default != spec.low else spec.high
    page.goto(f"{live_server.url}/admin/games/houserule/add/?key={spec.key}")
    page.locator("[name=value]").fill(str(value))
    page.locator("[name=valid_from]").fill(NIGHT.isoformat())
    page.locator("[name=reason]").fill("a vote")
    page.locator("[name=_look]").click()


@pytest.mark.parametrize("size", [DESK, HAND], ids=["desk", "hand"])
def test_a_long_look_at_a_house_rule(page, live_server, chair, size):
    found = {}
    page.set_viewport_size(size)
    page.goto(live_server.url)
    sign_in(page, chair)
    ask_in_the_office(page, live_server)
    expect(page.locator("progress")).to_be_visible()
    judge(page, "job", found)
    assert sideways(page) == 0
    run_jobs()
    page.get_by_role("button", name="Show the result").click()  # its script has opened it anew
    expect(page.locator("#preview")).to_be_visible()
    PostponedReplay.objects.create(on=NIGHT, done=3, total=7)
    ClubSettings.objects.update(recalculating_since="2026-11-25T10:00Z")
    page.goto(f"{live_server.url}/rankings/")
    page.locator(".recalculating a").click()
    expect(page.locator("progress")).to_be_visible()
    judge(page, "recalculation", found)
    assert sideways(page) == 0
    assert not found


def test_it_needs_no_script(browser, live_server, chair):
    context = browser.new_context(java_script_enabled=False, base_url=live_server.url)
    page = context.new_page()
    page.goto(live_server.url)
    sign_in(page, chair)
    ask_in_the_office(page, live_server)
    page.get_by_role("link", name="Look again").click()
    expect(page.locator("progress")).to_be_visible()
    run_jobs()
    page.get_by_role("link", name="Look again").click()
    page.get_by_role("button", name="Show the result").click()
    expect(page.locator("#preview")).to_be_visible()
    context.close()
