"""Whom the club knows: everybody who can have played, in a fixed number of queries."""

from __future__ import annotations

import pytest

from goclub.games.notebook.queries import load_known
from goclub.games.tests.factories import play
from goclub.members.models import Member, Nickname
from goclub.members.tests.factories import LONG_AGO, make_applicant, make_member

pytestmark = pytest.mark.django_db


def test_members_former_ones_and_guests_are_known_and_applicants_are_not():
    sato, ueda = make_member("Sato Ken"), make_member("Ueda Emi")
    Nickname.objects.create(member=sato, name="kenken")
    Member.objects.filter(pk=ueda.pk).update(status=Member.Status.FORMER)
    guest = Member.objects.create(display_name="Jan Gość", status=Member.Status.GUEST)
    make_applicant("Wants In")
    known = {person.seat: person for person in load_known().people}
    assert set(known) == {sato.pk, ueda.pk, guest.pk}
    assert known[sato.pk].nicknames == ("kenken",)
    assert (known[sato.pk].joined_on, known[sato.pk].email) == (LONG_AGO, sato.user.email)
    assert known[guest.pk].is_guest


def test_games_count_as_often_as_they_were_played():
    sato, ueda = make_member("Sato Ken"), make_member("Ueda Emi")
    first, *_more = (play(sato, ueda, minute=10 * number) for number in range(3))
    key = (sato.pk, ueda.pk, first.played_on, 19, 0, 11, "B", "resign", None)
    assert load_known().games == {key: 3}


def test_the_number_of_queries_stays(django_assert_num_queries):
    """People, their other names, games, and two for the rules of PAA by day."""
    people = [make_member() for _ in range(2)]
    play(*people)
    with django_assert_num_queries(5):
        load_known()
    for _ in range(5):
        Nickname.objects.create(member=make_member(), name="nick")
    play(*people, minute=30)
    with django_assert_num_queries(5):
        load_known()
