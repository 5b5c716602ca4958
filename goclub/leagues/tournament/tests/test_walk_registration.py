"""From the public form to the door in a real Chromium: mail, waiting list, the organiser's list."""

from __future__ import annotations

import re

import pytest

from goclub.games.playing.tests.test_walk import sign_in
from goclub.leagues.models import Event, Registration
from goclub.leagues.signup.tests.signups import link_in, signup_event
from goclub.members.models import ClubSettings, Letter
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import make_member

pytestmark = [
    pytest.mark.browser,
    pytest.mark.extended,
    pytest.mark.django_db(transaction=True),
]


def open_event(page, event):
    page.get_by_role("link", name="Tournaments").first.click()
    page.get_by_role("link", name=event.name).first.click()


def register(page, event, name):
    """A stranger fills the form and confirms by the link of the mail."""
    open_event(page, event)
    page.get_by_role("link", name=re.compile("^(Register|Join the waiting list)$")).click()
    page.get_by_label("Family name").fill(name)
    page.get_by_label("E-mail address").fill(f"{name.lower()}@example.org")
    page.locator("#id_rank").select_option("-3")
    page.locator("#id_consent").check()
    page.get_by_role("button", name=re.compile("^(Register|Join the waiting list)$")).click()
    page.get_by_role("heading", name="Check your e-mail").wait_for()
    page.goto(link_of(page, name))
    page.get_by_role("button", name="Confirm").click()
    return page.locator("#state").inner_text().strip()


def link_of(page, name):
    letter = Letter.objects.filter(to=f"{name.lower()}@example.org").latest("pk")
    return re.sub(r"(https?://[^/]+).*", r"\1", page.url) + link_in(letter)


def test_strangers_register_wait_and_move_up_and_one_tick_takes_them_all(visit):
    ClubSettings.objects.create(pk=1, name="Hoshi Go Club")
    organiser = make_member("Olga Organiser", role=ORGANISER, password=True)
    event = signup_event(places=2)
    assert [register(visit, event, name) for name in ("Abe", "Bay", "Cho")] == [
        "You have a place",
        "You have a place",
        "You are number 1 on the waiting list",
    ]
    visit.goto(link_of(visit, "Abe"))
    visit.get_by_role("button", name="Withdraw").click()
    visit.get_by_role("heading", name="You have withdrawn").wait_for()
    assert Registration.objects.get(name="Cho").state == "place"

    visit.get_by_role("link", name="Hoshi Go Club").first.click()
    sign_in(visit, organiser)
    open_event(visit, event)
    visit.locator("nav.tabs").get_by_role("link", name="Desk").click()
    visit.locator("nav.desk-nav summary").first.click()
    visit.locator("nav.desk-nav").get_by_role("link", name="Registrations").click()
    visit.get_by_label("Tick all").check()
    visit.get_by_role("button", name="Put on the list of players").click()
    visit.get_by_text("2 registrations changed.").wait_for()
    assert list(Event.objects.get().participants.values_list("name", flat=True)) == ["Bay", "Cho"]
