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


@pytest.mark.parametrize("width", [1280, 390])
def test_the_header_never_hides_what_has_the_focus(visit, people, live_server, width):
    page = visit
    page.set_viewport_size({"width": width, "height": 500})
    page.emulate_media(reduced_motion="reduce")  # where things are at once, not on their way
    page.goto(live_server.url + reverse("games:rules"))
    page.keyboard.press("End")
    hidden = page.evaluate(
        """() => {
          const header = document.querySelector(".site-header").getBoundingClientRect().bottom;
          const links = [...document.querySelectorAll("main a[href]")].reverse();
          return links.filter((link) => {
            link.focus();
            return link.getClientRects().length && link.getClientRects()[0].top < header;
          }).map((link) => link.outerHTML);
        }"""
    )
    assert hidden == []


def test_a_button_with_the_focus_has_a_ring_of_full_strength(visit, people, live_server):
    page = visit
    page.goto(live_server.url + reverse("members:sign-in"))
    for target in ("main form button", "#id_username"):
        page.keyboard.press("Tab")
        page.locator(target).first.focus()
        *ring, accent = page.locator(target).first.evaluate(
            """one => {
              const shown = getComputedStyle(one);
              const probe = document.body.appendChild(document.createElement("i"));
              probe.style.color = "var(--accent)";
              const ring = [shown.outlineWidth, shown.outlineStyle, shown.outlineColor];
              return [...ring, getComputedStyle(probe).color];
            }"""
        )
        # The accent itself, which is held to 4.5:1 on both pages.
        assert ring == ["3px", "solid", accent]
