"""Guests of a club night beyond the ladder: the rank that they say, the points of its ends."""

from __future__ import annotations

import pytest

from goclub.leagues.evening.services import people
from goclub.leagues.evening.services.nights import strengths_of, terms_of
from goclub.leagues.evening.tests.nights import (
    at,
    came,
    make_night,
    some_members,
)
from goclub.leagues.models import Presence
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import make_member

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    return make_night(make_member("Olga", role=ORGANISER))


@pytest.mark.parametrize(
    ("typed", "rank"), [("30k", "30k"), ("十五級", "15k"), ("10 kyu", "10k"), ("9k", "9k")]
)
def test_a_weak_guest_is_shown_with_the_rank_he_says_and_has_the_points_of_the_lowest(
    night, typed, rank
):
    """S1-4: 9 kyu and weaker begin at 0; the rank keeps its name on the page of the night."""
    (ken,) = came(night, *some_members(1))
    guest = people.check_in_guest(night=night, name="Walter", rank=typed, by=None, at=at(1))
    assert Presence.objects.get(pk=guest.pk).guest_rank == rank
    found = strengths_of([guest, ken], night.on)
    assert (found[guest.pk].rank, found[guest.pk].points) == (rank, 0)
    assert found[ken.pk].rank == "1k"


@pytest.mark.parametrize(
    ("typed", "rank"), [("9d", "9d"), ("10 dan", "10d"), ("九段", "9d"), ("1p", "1p"), ("pro", "P")]
)
def test_a_guest_above_8_dan_is_shown_so_and_plays_as_the_least_of_them(night, typed, rank):
    """S1-4 publishes no start above 8 dan: such a guest was taken for one of whom nobody knows."""
    (ken,) = came(night, *some_members(1))
    guest = people.check_in_guest(night=night, name="Walter", rank=typed, by=None, at=at(1))
    assert Presence.objects.get(pk=guest.pk).guest_rank == rank
    found = strengths_of([guest, ken], night.on)
    assert (found[guest.pk].rank, found[guest.pk].points) == (rank, 201)
    terms = terms_of(night, ken, guest, found)
    assert (terms.white, terms.handicap > 0) == (guest.pk, True)
