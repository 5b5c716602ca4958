"""The pages of strength in a real Chromium: how one gets there, and what axe says of them."""

from __future__ import annotations

import pytest

from goclub.games.models import RatingEntry
from goclub.games.playing.tests.test_walk import (
    DESK,
    HAND,
    look_at_all,
)
from goclub.games.rating.services import set_house_rule
from goclub.games.tests.factories import NIGHT, play
from goclub.members.models import ClubSettings
from goclub.members.requests import Act
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
            Act(None, LONG_AGO_AT), member, rank=rank, on=LONG_AGO_AT.date(), reason="known"
        )
    for minute in range(12):
        play(sato, anong, "B+R" if minute % 5 else "W+R", minute=2 * minute)
    set_house_rule(Act(None), "paa_window", value=30, valid_from=NIGHT, reason="a vote")
    return sato, anong


@pytest.mark.parametrize("size", [DESK, HAND], ids=["desk", "hand"])
def test_a_place_in_the_ranking_shows_its_points_on_every_screen(page, live_server, people, size):
    page.set_viewport_size(size)
    for system in SYSTEMS:
        page.goto(f"{live_server.url}/rankings/{system}/")
        box = page.locator("tbody tr").first.locator("strong").bounding_box()
        assert box["x"] + box["width"] <= size["width"]


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
    look_at_all(browser, live_server, scheme, paths, {chair: inside})
