"""Language and look are chosen in the middle of something; and signing in leads back."""

from __future__ import annotations

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from goclub.members.tests.factories import PASSWORD

pytestmark = [
    pytest.mark.browser,
    pytest.mark.extended,
    pytest.mark.django_db(transaction=True),
]


@pytest.mark.parametrize(
    ("button", "sign"),
    [
        ("[name=language][value=ja]", "html[lang=ja]"),
        ("[name=theme][value=dark]", "[data-bs-theme=dark]"),
    ],
    ids=["language", "look"],
)
def test_what_was_typed_is_there_again(visit, people, live_server, button, sign):
    page = visit
    page.goto(live_server.url + reverse("members:join"))
    page.locator("#id_display_name").fill("佐藤 <b>")
    page.locator("#id_country").select_option("TH")
    page.locator("#id_message").fill("First line\nsecond line")
    page.locator("#id_password").fill("never kept anywhere")
    page.locator(".site-header .menu > summary").click()
    page.locator(button).click()
    page.locator(sign).wait_for()
    expect(page.locator("#id_display_name")).to_have_value("佐藤 <b>")
    expect(page.locator("#id_country")).to_have_value("TH")
    expect(page.locator("#id_message")).to_have_value("First line\nsecond line")
    expect(page.locator("#id_password")).to_have_value("")
    page.reload()
    assert page.locator("#id_message").input_value() == "", "kept for the way back alone"


def test_signing_in_leads_back_to_the_page(visit, people, live_server):
    page, (sato, _anong) = visit, people
    there = live_server.url + reverse("games:rankings") + "?at=2026-01-01"
    page.goto(there)
    page.locator(".site-header a.btn-primary").click()
    page.locator("#id_username").fill(sato.user.username)
    page.locator("#id_password").fill(PASSWORD)
    page.locator("main form button").first.click()
    page.wait_for_url(there)
