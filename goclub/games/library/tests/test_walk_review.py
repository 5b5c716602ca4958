"""A review by an engine in a real Chromium: requested, followed, and read on the board."""

from __future__ import annotations

import shutil
import sys
import threading
from pathlib import Path

import pytest
from playwright.sync_api import expect

from goclub.common.tests.walking import sideways
from goclub.games.library.services.filing import file_record
from goclub.games.library.services.reviewing import review_games
from goclub.games.models import KifuVariation
from goclub.games.playing.tests.test_walk import DESK, HAND, sign_in
from goclub.games.tests.factories import at
from goclub.go import engines
from goclub.go.records.reading import read
from goclub.members.requests import Act

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

GNU_GO = shutil.which("gnugo", path="/usr/games:/usr/bin:/usr/local/bin")
STAND_IN = Path(engines.__file__).parent / "tests" / "gtp_stand_in.py"
#: Black fills the own corner while White takes the middle.
GAME = b"(;SZ[9]KM[0.5]PB[Ann]PW[Bob];B[ee];W[ec];B[aa];W[eg];B[ab];W[cf];B[ba];W[gf])"


@pytest.mark.parametrize("size", [DESK, HAND], ids=["desk", "hand"])
def test_a_game_is_reviewed_and_its_losses_are_looked_at(
    visit, live_server, people, settings, size
):
    settings.BACKGROUND_JOBS = "worker"
    settings.ENGINE_COMMAND = (
        [GNU_GO, "--mode", "gtp", "--level", "1"] if GNU_GO else [sys.executable, str(STAND_IN)]
    )
    kifu = file_record(Act(people[0].user, at()), read(GAME), data=GAME, filename="g.sgf")
    page = visit
    page.set_viewport_size(size)
    sign_in(page, people[1])
    page.goto(live_server.url + kifu.get_absolute_url())
    review = page.locator("#review")
    review.get_by_role("button", name="Request a review").click()
    expect(review).to_contain_text("this game is next")
    worker = threading.Thread(target=review_games)
    worker.start()
    # It comes by itself, without a new page.
    expect(review.locator(".lead-chart")).to_be_visible(timeout=60_000)
    worker.join()
    assert not sideways(page)

    loss = review.locator(".review-losses li").first
    number = int(loss.locator(".review-move").inner_text().split()[-1])
    loss.locator(".review-move").click()
    expect(page.locator("[data-kifu-counter]")).to_have_text(f"{number} / 8")
    mark = review.locator("[data-review-here]")
    shown_there = mark.get_attribute("d")
    loss.get_by_role("link", name="better").click()
    expect(page.locator("[data-kifu-counter]")).to_have_text(f"{number - 1} / 8")
    expect(page.locator("#board .of-engine")).not_to_have_count(0)
    expect(page.locator("[data-kifu-heading]")).to_contain_text("The engine’s variation")
    assert mark.get_attribute("d") != shown_there
    # The tree of the game knows nothing of it, and the next step takes it away.
    expect(page.locator("[data-kifu-variations] .branch")).to_have_count(0)
    page.locator("[data-kifu-go=next]").click()
    expect(page.locator("#board .of-engine")).to_have_count(0)
    expect(page.locator("[data-kifu-heading]")).to_be_empty()
    assert not KifuVariation.objects.exists()

    review.locator(".lead-chart a").nth(2).click()
    expect(page.locator("[data-kifu-counter]")).to_have_text("2 / 8")
