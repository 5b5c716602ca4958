"""The pages of each role by axe (WCAG 2.2 AA), the office's as well."""

from __future__ import annotations

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from goclub.games.playing.tests.test_walk import EVERY_RULE, judge
from goclub.games.tests.factories import play
from goclub.members.models import Nickname
from goclub.members.roles import CHAIR, MEMBER, ORGANISER, SECRETARY
from goclub.members.tests.factories import as_member, make_applicant, make_member, signed_in

pytestmark = [
    pytest.mark.browser,
    pytest.mark.extended,
    pytest.mark.django_db(transaction=True),
]

PAGES = {
    MEMBER: ["members:me", "members:notices-settings"],
    ORGANISER: ["games:evening"],
    SECRETARY: ["members:invitations", "members:register"],
    CHAIR: ["members:desk", "admin:index", "admin:members_member_changelist"],
}


@pytest.mark.parametrize("role", PAGES)
def test_what_a_role_sees_can_be_used_by_all(page, live_server, people, client, role):
    found = {}
    sato, anong = people
    play(sato, anong)
    make_applicant("Lucia")
    Nickname.objects.create(member=sato, name="stonefish")
    signed_in(client, "Rika", role=role)
    cookie = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
    addresses = [reverse(name) for name in PAGES[role]]
    if role == CHAIR:
        addresses.append(reverse("admin:members_member_change", args=[sato.pk]))
    for address in addresses:
        page.goto(live_server.url + address)
        expect(page.locator("#id_username"), address).to_have_count(0)
        judge(page, address, found, EVERY_RULE)
    assert found == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_forms_and_lists_of_the_office_by_every_rule(
    page, live_server, people, client, width, scheme
):
    """Fields that are searched, links inside a sentence, rows that go on sideways, the history."""
    found = {}
    sato, anong = people
    game = play(sato, anong)
    cookie = as_member(client, make_member("Rika", role=CHAIR)).cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.set_viewport_size({"width": width, "height": 844})
    for address in (
        reverse("admin:leagues_season_add"),
        reverse("admin:members_member_add"),
        reverse("admin:games_thresholdtable_add"),
        reverse("admin:games_game_change", args=[game.pk]),
        reverse("admin:games_game_changelist") + "?board__exact=19",
    ):
        page.goto(live_server.url + address)
        expect(page.locator("#content h1")).to_be_visible()
        judge(page, address, found, EVERY_RULE)
    assert found == {}
