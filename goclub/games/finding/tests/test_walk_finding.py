"""The field of a member in a real Chromium: keys, thumb, no script."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from goclub.common.tests.walking import sideways
from goclub.games.finding.tests.hands import chosen
from goclub.members.tests.factories import PASSWORD, make_member

pytestmark = [
    pytest.mark.browser,
    pytest.mark.extended,
    pytest.mark.django_db(transaction=True),
]


def test_a_member_is_found_by_keys_and_by_thumb(visit, live_server):
    me = make_member("Anong S.", password=True)
    sato = make_member("佐藤 健", romanised_name="Sato Ken")
    jun = make_member("Satoh Jun")
    page = visit
    page.goto(f"{live_server.url}/sign-in/?next=/games/report/")
    page.locator("#id_username").fill(me.user.username)
    page.locator("#id_password").fill(PASSWORD)
    page.locator("main button.btn-primary").click()
    field = page.locator("#id_white")
    expect(field).to_have_attribute("role", "combobox")
    field.click()
    expect(field).to_have_attribute("aria-expanded", "true")
    field.press_sequentially("sato")
    options = page.locator("[role=option]:visible")
    expect(options).to_have_count(2)
    assert not Axe().run(page, context="[data-member-search]").response["violations"]
    field.press("ArrowDown")
    active = field.get_attribute("aria-activedescendant")
    expect(page.locator(f"#{active}")).to_have_attribute("aria-selected", "true")
    field.press("Enter")
    expect(field).to_have_value("Sato Ken (佐藤 健)")
    expect(field).to_have_attribute("aria-expanded", "false")
    assert chosen(page, "white") == str(sato.pk)
    field.fill("")
    field.press_sequentially("satoh")
    assert chosen(page, "white") == ""
    expect(options).to_have_count(1)
    field.press("Escape")
    expect(field).to_have_attribute("aria-expanded", "false")
    page.set_viewport_size({"width": 390, "height": 844})
    field.click()
    expect(options).to_have_count(1)
    assert options.first.bounding_box()["height"] >= 44
    assert sideways(page) == 0
    options.first.click()
    assert chosen(page, "white") == str(jun.pk)
