"""The pages of strength in a real Chromium: how one gets there, and what axe says of them."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from goclub.games.models import RatingEntry
from goclub.games.playing.tests.test_walk import (
    DESK,
    HAND,
    _look,
    sign_in,
)
from goclub.games.rating.services import set_house_rule
from goclub.games.tests.factories import NIGHT, play
from goclub.members.models import ClubSettings
from goclub.members.roles import CHAIR
from goclub.members.strength.services import set_igs_rank
from goclub.members.tests.factories import LONG_AGO_AT, make_member

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SYSTEMS = ("paa", "igs", "elo", "egf")


@pytest.fixture
def people():
    ClubSettings.objects.create(pk=1, name="Hoshi Go Club")
    sato = make_member("佐藤 健", romanised_name="Sato Ken", points=119, password=True)
    anong = make_member("อนงค์ ศรีสุข <b>", romanised_name="Anong S.", points=136, password=True)
    for member, rank in ((sato, "1k"), (anong, "2d")):
        set_igs_rank(
            member=member, rank=rank, by=None, at=LONG_AGO_AT, on=LONG_AGO_AT.date(), reason="known"
        )
    for minute in range(12):
        play(sato, anong, "B+R" if minute % 5 else "W+R", minute=2 * minute)
    set_house_rule(key="paa_window", value=30, valid_from=NIGHT, by=None, reason="a vote")
    return sato, anong


@pytest.mark.parametrize("size", [DESK, HAND], ids=["desk", "hand"])
def test_rankings_rules_and_toss_are_reached_without_an_address(page, live_server, people, size):
    page.set_viewport_size(size)
    page.goto(live_server.url)
    for link, heading in (
        ("Rankings", "Rankings"),
        ("Rules and house rules", "Rules and house rules"),
        ("Nigiri", "Nigiri"),
    ):
        page.locator("main").get_by_role("link", name=link, exact=True).click()
        page.get_by_role("heading", name=heading, exact=True).wait_for()
        page.go_back()
    sign_in(page, people[0])
    for link in ("Rankings", "Nigiri", "Rules and house rules"):
        page.locator("details.menu summary").click()
        page.locator(".menu-body").get_by_role("link", name=link, exact=True).click()
        page.get_by_role("heading", name=link, exact=True).wait_for()


@pytest.mark.parametrize("size", [DESK, HAND], ids=["desk", "hand"])
def test_a_place_in_the_ranking_shows_its_points_on_every_screen(page, live_server, people, size):
    page.set_viewport_size(size)
    for system in SYSTEMS:
        page.goto(f"{live_server.url}/rankings/{system}/")
        box = page.locator("tbody tr").first.locator("strong").bounding_box()
        assert box["x"] + box["width"] <= size["width"]


@pytest.mark.extended
def test_the_chair_changes_a_house_rule_after_looking(page, live_server, people):
    chair = make_member("The chair", role=CHAIR, password=True)
    page.goto(live_server.url)
    sign_in(page, chair)
    page.goto(f"{live_server.url}/learn/rules/")
    page.locator("#paa_min_games").get_by_role("link", name="Change this rule").click()
    page.locator("#id_value").fill("20")
    page.locator("#id_valid_from").fill("2025-01-01")
    page.locator("#id_reason").fill("as we agreed")
    page.get_by_role("button", name="Show who would be affected").click()
    page.get_by_role("heading", name="What this would change").wait_for()
    expect(page.locator(".preview")).to_contain_text("1d → 1k")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("of the rating history was recalculated").or_(
        page.get_by_text("of the rating history were recalculated")
    ).wait_for()
    page.goto(f"{live_server.url}/learn/rules/#paa_min_games")
    expect(page.locator("#paa_min_games .figures")).to_contain_text("20")


@pytest.mark.extended
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_of_strength_are_accessible_and_nothing_sticks_out(
    browser, live_server, people, scheme
):
    """WCAG 2.2 AA by axe, both widths, light and dark."""
    sato, anong = people
    entries = [RatingEntry.objects.filter(system=key).latest("pk") for key in SYSTEMS]
    paths = ["/rankings/elo/", "/rankings/igs/?at=2025-03-04T19:10&months=0", "/learn/rules/"]
    paths += [f"{sato.get_absolute_url()}?system={key}" for key in SYSTEMS]
    paths += [f"{sato.get_absolute_url()}against/{anong.pk}/"]
    paths += [entry.get_absolute_url() for entry in entries[:2]]
    paths += [entries[0].game.get_absolute_url()]
    inside = ["/", "/members/me/igs/", f"/members/{sato.pk}/igs/"]
    chair = make_member(role=CHAIR, password=True)
    found = {}
    for size in (DESK, HAND):
        context = browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce")
        page = context.new_page()
        for path in paths:
            _look(page, live_server.url + path, found)
        page.goto(live_server.url)
        sign_in(page, chair)
        for path in inside:
            _look(page, live_server.url + path, found)
        context.close()
    assert found == {}
