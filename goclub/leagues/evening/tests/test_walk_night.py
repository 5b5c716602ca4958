"""A whole evening in Chromium: thirty people, three games each, the organiser's presses counted."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from goclub.leagues.evening.services import nights
from goclub.members.models import ClubSettings
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import PASSWORD, make_member

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def olga():
    ClubSettings.objects.create(pk=1, name="Hoshi Go Club")
    return make_member("Olga Organiser", role=ORGANISER, password=True)


def sign_in(page, member):
    page.goto(page.url.rstrip("/") + "/sign-in/")
    page.fill("[name=username]", member.user.username)
    page.fill("[name=password]", PASSWORD)
    page.click("main form button.btn-primary")
    page.wait_for_load_state()


@pytest.mark.parametrize("width", [1280, 390])
def test_who_is_found_stands_below_what_is_typed_and_the_button(visit, live_server, olga, width):
    """A list over the field would hide what one types, over the button what one presses."""
    visit.set_viewport_size({"width": width, "height": 844})
    nights.begin_night(by=olga.user, at=timezone.now(), place="Club room")
    make_member("Sato Ken")
    sign_in(visit, olga)
    visit.goto(live_server.url + "/night/")
    visit.locator("#who").press_sequentially("Sato")
    found = visit.locator(".checkin [role='option']")
    expect(found.first).to_be_visible()
    below = found.first.bounding_box()["y"]
    for part in ("#who", ".checkin button"):
        box = visit.locator(part).bounding_box()
        assert box["y"] + box["height"] <= below
