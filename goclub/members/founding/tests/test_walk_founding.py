"""The three ways into a club in a real browser: founding, an invitation, leaving and returning."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from goclub.games.models import Game
from goclub.members.founding.services import founding_token
from goclub.members.models import Letter
from goclub.members.queries import chairs
from goclub.members.tests.factories import PASSWORD, fresh

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MOST_CLICKS = 12


class Hand:
    """A hand that counts its clicks; typing is none."""

    def __init__(self, page):
        self.page, self.clicks = page, 0

    def click(self, selector):
        self.clicks += 1
        self.page.locator(selector).first.click()

    def choose(self, selector, value):
        self.clicks += 1
        self.page.locator(selector).select_option(value)


def test_from_founding_to_the_first_confirmed_game(page, browser, live_server):
    hand = Hand(page)
    page.goto(live_server.url + reverse("members:found", args=[founding_token()]))
    for name, text in (("club_name", "Klub Gwiazda"), ("display_name", "Ewa Nowak"),
                       ("email", "ewa@example.org"), ("password", PASSWORD)):  # fmt: skip
        page.locator(f"#id_{name}").fill(text)
    hand.choose("#id_declared_rank", "1d")
    hand.click("main form button.btn-primary")
    page.wait_for_url(f"**{reverse('members:first-hour')}")
    assert chairs().get().display_name == "Ewa Nowak"
    hand.click(f'main a[href="{reverse("members:invitations")}"]')
    page.locator("#id_addresses").fill("Jan Kowalski <jan@example.org>")
    hand.click("section[aria-labelledby=by-mail] button.btn-primary")
    page.locator("#outcomes").wait_for()
    link = re.search(r"/invited/\w+/", Letter.objects.get(to="jan@example.org").text)[0]

    other = Hand(browser.new_context().new_page())
    other.page.goto(live_server.url + link)
    other.choose("#id_declared_rank", "1d")
    other.page.locator("#id_password").fill(PASSWORD)
    other.click("main form button.btn-primary")
    other.page.wait_for_url(f"{live_server.url}/")

    hand.click(f'a[href="{reverse("games:report")}"]')
    hand.click("#id_white")
    page.locator("#id_white").fill("Jan Kowalski")
    hand.choose("#id_winner", "B")
    hand.choose("#id_ending", "resign")
    hand.click("#result .actions button.btn-primary")
    page.locator("main .notice, main .invalid-feedback, main .alert").first.wait_for()
    expect(page.locator("#result [aria-invalid=true]")).to_have_count(0)
    game = Game.objects.get()

    other.page.goto(live_server.url)
    other.click(f'form[action="{reverse("games:confirm", args=[game.pk])}"] button')
    other.page.locator("main .notice").wait_for()
    assert fresh(game).state == Game.State.CONFIRMED
    assert hand.clicks + other.clicks <= MOST_CLICKS
    other.page.context.close()
