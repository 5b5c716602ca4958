"""The frame of every page in a browser: names in the header, tables that go on sideways."""

from __future__ import annotations

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from goclub.common.tests.walking import sideways
from goclub.leagues.models import Event
from goclub.leagues.tests.factories import add_guests, make_event, next_round, play_out
from goclub.members.models import ClubSettings
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import make_member

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

#: Elements that hold more than they show.
_CUT = """(selector) => [...document.querySelectorAll(selector)]
  .filter((one) => one.checkVisibility())
  .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
  .map((one) => one.textContent.trim())"""


def come_in(page, live_server, client, member, language):
    """Signed in, in a language."""
    type(member).objects.filter(pk=member.pk).update(language=language)
    client.force_login(member.user)
    cookie = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])


@pytest.mark.parametrize("language", ["en", "ja", "pl", "th"])
def test_no_name_in_the_header_is_cut_where_there_is_room(page, live_server, client, language):
    ClubSettings.objects.create(pk=1, name="Hoshi Go Club of the Old Tea Shop")
    come_in(page, live_server, client, make_member("Maximiliane-Friederike"), language)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(live_server.url + reverse("games:list"))
    expect(page.locator("html")).to_have_attribute("lang", language)
    assert sideways(page) == 0
    assert page.evaluate(_CUT, ".brand span, .main-nav a, .header-end .btn, .menu > summary") == []


def test_a_table_that_goes_on_says_so_on_the_side_where_it_does(page, live_server):
    organiser = make_member("Olga", role=ORGANISER)
    ClubSettings.objects.create(pk=1, name="Hoshi Go Club")
    event = make_event(organiser, name="Cup")
    add_guests(event, 8)
    for _round in range(3):
        play_out(next_round(event))
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(live_server.url + reverse("leagues:cross", args=[Event.objects.get().slug]))
    box = page.locator(".table-scroll").first
    assert sideways(page) == 0, "the table goes on, not the page"
    expect(box).to_have_class("table-scroll goes-on")
    assert box.evaluate("one => getComputedStyle(one).maskImage") != "none"
    box.evaluate("one => { one.scrollLeft = one.scrollWidth }")
    expect(box).to_have_class("table-scroll came-from")
    page.set_viewport_size({"width": 1280, "height": 844})
    expect(box).to_have_class("table-scroll")
