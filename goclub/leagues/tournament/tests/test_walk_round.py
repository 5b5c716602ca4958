"""The presses of a round of 24 players in a real Chromium, and presence by keys.

Beside it, counted from their own words for the same round, from the page with the results of the
round before to the standings after it:

* Pairgoth (its tutorial): tab Pairing, next round, Pair, Publish; tab Results, 12 times the
  winner’s name; tab Standings: 18.
* OpenGotha (its user’s guide and its windows): menu Games, Pair, button Pair; menu Games, Results,
  12 times the winner’s name; menu Standings; menu Publish, Publish: 20.
"""

from __future__ import annotations

import pytest

from goclub.games.playing.tests.test_walk import sign_in
from goclub.leagues.models import Absence, Event
from goclub.leagues.tournament.tests.walking import open_desk_page
from goclub.members.models import ClubSettings
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import make_member

pytestmark = [
    pytest.mark.browser,
    pytest.mark.extended,
    pytest.mark.django_db(transaction=True),
]

PAIRGOTH, OPENGOTHA = 18, 20


class Hand:
    """A hand that counts what it presses."""

    def __init__(self, page):
        self.page, self.presses = page, 0

    def press(self, role, name, within=None):
        self.presses += 1
        with self.page.expect_navigation():
            (within or self.page).get_by_role(role, name=name, exact=True).first.click()

    def results(self, tables):
        for table in range(1, tables + 1):
            row = self.page.locator(f"#table-{table}")
            row.scroll_into_view_if_needed()
            before = row.bounding_box()["y"]
            self.press("button", f"Table {table}: Black won")
            assert abs(row.bounding_box()["y"] - before) < 2, table


def test_a_round_takes_fewer_presses_than_in_other_programs(visit):
    ClubSettings.objects.create(pk=1, name="Hoshi Go Club")
    organiser = make_member("Olga Organiser", role=ORGANISER, password=True)
    hand = Hand(visit)
    sign_in(visit, organiser)
    visit.get_by_role("link", name="Tournaments").first.click()
    hand.press("button", "Try a test tournament")
    for number in (1, 2):
        if number == 2:  # from the results of the round before
            hand.presses = 0
        hand.press("button", f"Pair round {number}")
        hand.press("button", "Publish")
        hand.press("link", "Enter results")
        hand.results(12)
        if number == 2:
            hand.press("link", "Standings")
    event = Event.objects.get()
    assert [row.state for row in event.rounds.all()] == ["complete", "complete"]
    assert hand.presses == 16 < PAIRGOTH < OPENGOTHA

    # Presence by keys: the first player is excused from round 3, the second missed rounds 3 and 4.
    hand.press("link", "Desk", within=visit.locator("nav.tabs"))
    open_desk_page(visit, "Presence")
    visit.locator("select.cell").first.focus()
    for key in ("Space", "ArrowDown", "Space", "Space", "ArrowRight", "Space", "Space"):
        visit.keyboard.press(key)
    hand.press("button", "Save")
    rows = Absence.objects.order_by("participant__display_name", "number")
    assert list(rows.values_list("number", "excused")) == [(3, True), (3, False), (4, False)]
