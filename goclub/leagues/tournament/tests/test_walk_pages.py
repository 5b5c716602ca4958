"""The pages of events by axe (WCAG 2.2 AA), and that nothing sticks out of a phone."""

from __future__ import annotations

import pytest
from django.urls import reverse

from goclub.games.playing.tests.test_walk import (
    DESK,
    HAND,
    _look,
    sign_in,
)
from goclub.leagues.models import Event, Pairing
from goclub.leagues.tests.factories import add_guests, at, make_event, next_round, play_out
from goclub.leagues.tournament.services import claims, registration, rounds, seating
from goclub.members.models import ClubSettings
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import make_member

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LOOKS = pytest.mark.parametrize(
    ("scheme", "size"), [("light", HAND), ("dark", DESK)], ids=["light-hand", "dark-desk"]
)
HALL = {"width": 1920, "height": 1080}
PUBLIC = [
    ("event", ()),
    ("event-players", ()),
    ("event-player", (1,)),
    ("round", (2,)),
    ("round-why", (2, 1)),
    ("standings", ()),
    ("cross", ()),
    ("papers", ()),
    ("print-pairings", (2,)),
    ("print-names", (2,)),
    ("print-wall", ()),
    ("print-standings", ()),
    ("print-cards", ()),
]
INSIDE = [
    ("event-desk", ()),
    ("event-entries", ()),
    ("event-entry", (1,)),
    ("event-results", (2,)),
    ("event-table", (2, 2)),
    ("event-settings", ()),
    ("event-history", ()),
    ("print-slips", (2,)),
]


@pytest.fixture
def organiser():
    ClubSettings.objects.create(pk=1, name="Hoshi Go Club")
    return make_member("Olga Organiser", role=ORGANISER, password=True)


@pytest.fixture
def event(organiser):
    """Long and foreign names, two categories, stones; round 2 published with one result."""
    event = make_event(organiser, name="Großes Sommerturnier im Kulturhaus", categories=(0,))
    members = [
        make_member("佐藤 健", romanised_name="Sato Ken", rank="2d"),
        make_member("อนงค์ ศรีสุขเกษมสันต์ ณ อยุธยา", romanised_name="Anong Srisukkasemsan", rank="1d"),
        make_member("Maximiliane-Friederike von Unterfranken-Oberpfalz", rank="3k"),
    ]
    for member in members:
        registration.register_member(event=event, member=member, by=None, at=at())
    people = add_guests(event, 6, rank=-5)
    play_out(next_round(event))
    seating.forbid_pair(
        event=event, first=people[0], second=people[1], by=organiser.user, at=at(), reason="kin"
    )
    next_round(event)
    play_out(event.rounds.get(number=1))
    first = Pairing.objects.get(round__event=event, round__number=2, table=1)
    claims.report_result(pairing=first, participant=first.black, result="black", at=at())
    return Event.objects.get(pk=event.pk)


def path(event, name, args):
    return reverse(f"leagues:{name}", args=[event.slug, *args])


@LOOKS
def test_pages_of_an_event(browser, live_server, event, organiser, scheme, size):
    found = {}
    context = browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce")
    page = context.new_page()
    _look(page, live_server.url + reverse("leagues:events"), found)
    for name, args in PUBLIC:
        _look(page, live_server.url + path(event, name, args), found)
    for query in ("?by=name", "?category=1"):
        _look(page, live_server.url + path(event, "round", (2,)) + query, found)
    _look(page, live_server.url + path(event, "standings", ()) + "?category=2", found)
    page.goto(live_server.url)
    sign_in(page, organiser)
    _look(page, live_server.url + reverse("leagues:event-new"), found)
    _look(page, live_server.url + reverse("leagues:event-import"), found)
    for name, args in INSIDE:
        _look(page, live_server.url + path(event, name, args), found)
    context.close()
    assert found == {}


@LOOKS
def test_the_result_by_phone(browser, live_server, event, scheme, size):
    found = {}
    table = Pairing.objects.get(round__event=event, round__number=2, table=2)
    url = live_server.url + reverse("leagues:phone", args=[claims.token_of(table)])
    context = browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce")
    page = context.new_page()
    _look(page, url, found)
    _look(page, live_server.url + reverse("leagues:phone", args=["nonsense"]), found)
    context.close()
    assert found == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_projector_fills_the_wall_and_no_more(browser, live_server, event, scheme):
    """Held still: it turns its own pages, which axe flags without knowing of the way to stop it."""
    found = {}
    context = browser.new_context(viewport=HALL)
    page = context.new_page()
    page.goto(live_server.url + path(event, "projector", ()))
    page.get_by_role("link", name="Hold, and turn the pages by hand").click()
    assert page.locator("meta[http-equiv=refresh]").count() == 0
    for number in (1, 2):
        url = (
            live_server.url + path(event, "projector", ()) + f"?theme={scheme}&still&page={number}"
        )
        _look(page, url, found)
        high = page.evaluate("document.documentElement.scrollHeight - innerHeight")
        assert high <= 0
    context.close()
    assert found == {}


def test_why_this_pair_fits_a_phone(browser, live_server, event):
    """Criterion above figures: nothing to be pushed sideways inside the table either."""
    context = browser.new_context(viewport=HAND)
    page = context.new_page()
    page.goto(live_server.url + path(event, "round-why", (2, 1)))
    inside = "one => one.scrollWidth - one.clientWidth"
    assert page.locator(".table-scroll").evaluate(inside) <= 0
    assert page.locator(".why-table tbody tr").count() > 3
    context.close()


def test_a_preview_and_open_details_on_a_phone(browser, live_server, event, organiser):
    """The desk while a round is a preview, with everything unfolded."""
    play_out(event.rounds.get(number=2))
    event.refresh_from_db()
    rounds.pair_round(event=event, by=organiser.user, at=at())
    found = {}
    context = browser.new_context(viewport=HAND)
    page = context.new_page()
    page.goto(live_server.url)
    sign_in(page, organiser)
    for name in ("event-desk", "event-settings", "event-entries"):
        page.goto(live_server.url + path(event, name, ()))
        page.evaluate("document.querySelectorAll('main details').forEach(one => one.open = true)")
        if page.evaluate("document.documentElement.scrollWidth - innerWidth") > 0:
            found[name] = "sticks out to the right"
    context.close()
    assert found == {}
