"""Several members in one field, and names on slips, in a real Chromium."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from goclub.common.tests.walking import sideways
from goclub.games.finding.tests.hands import choose_member
from goclub.games.playing.tests.test_walk import sign_in
from goclub.leagues.models import Event
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import make_member

pytestmark = [
    pytest.mark.browser,
    pytest.mark.extended,
    pytest.mark.django_db(transaction=True),
]


def test_several_are_found_one_after_the_other_and_taken_back(visit, live_server):
    """The organisers of a tournament, and the names on an evening's slips."""
    page = visit
    olga = make_member("Olga Organiser", role=ORGANISER, password=True)
    ken = make_member("佐藤 健", romanised_name="Sato Ken")
    lukasz = make_member("Łukasz <b>")
    sign_in(page, olga)
    page.goto(f"{live_server.url}/tournaments/new/")
    page.locator("main form details summary").last.click()
    field = page.locator("#id_organisers")
    ticks = page.locator(".found-chosen input[name=organisers]")
    expect(ticks).to_have_count(1)
    for typed, count in (("sato", 2), ("luka", 3), ("sato", 3)):
        choose_member(page, "organisers", typed)
        expect(ticks).to_have_count(count)
        expect(field).to_have_value("")
    field.press_sequentially("nobody at all")
    field.press("Enter")
    expect(page.locator(".found-state").first).to_have_text("Nobody with that name.")
    field.press_sequentially("sa")
    field.blur()
    expect(page.locator("[role=listbox][aria-busy]")).to_have_count(0)
    field.fill("")
    values = ticks.evaluate_all("all => all.map(one => Number(one.value))")
    assert values == [olga.pk, ken.pk, lukasz.pk]
    ticks.nth(0).uncheck()
    page.locator("#id_name").fill("Spring Cup")
    page.locator("main form button.btn-primary").click()
    page.wait_for_url("**/entries/")
    assert set(Event.objects.get().organisers.all()) == {ken, lukasz}

    page.goto(f"{live_server.url}/games/evening/")
    page.set_viewport_size({"width": 390, "height": 844})
    black = page.locator("#id_s0-black")
    black.press_sequentially("sato")
    page.locator("[role=option]").first.wait_for()
    assert sideways(page) == 0
    page.locator("[role=option]").first.click()
    expect(black).to_have_value("Sato Ken")
