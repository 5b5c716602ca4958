"""A record that is pasted into the form of a report, in a real Chromium."""

from __future__ import annotations

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from goclub.games.playing.tests.test_walk import DESK, HAND, problems_of, sign_in
from goclub.go.records.tests.text import LINE, sgf

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("size", [DESK, HAND], ids=["desk", "hand"])
def test_a_page_is_pasted_and_then_the_record(page, live_server, people, size):
    page.set_viewport_size(size)
    page.goto(live_server.url)
    sign_in(page, people[0])
    page.goto(live_server.url + reverse("games:report"))
    box = page.get_by_label("Or paste a game record")
    box.fill("Review · Black – White · 57 moves")
    page.get_by_role("button", name="Read kifu").click()
    expect(box).to_have_value("Review · Black – White · 57 moves")
    expect(box).to_be_focused()
    expect(page.locator("#div_id_text")).to_contain_text("Paste the record itself")
    assert not problems_of(page)
    box.fill(sgf("Honinbo Shuwa", moves=LINE).decode())
    page.get_by_role("button", name="Read kifu").click()
    expect(page.locator("[data-kifu-counter]")).to_have_text(f"{len(LINE)} / {len(LINE)}")
