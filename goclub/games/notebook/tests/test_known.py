"""Whom the club knows: everybody who can have played, in a fixed number of queries."""

from __future__ import annotations

from goclub.games.notebook.queries import load_known
from goclub.games.notebook.services.columns import match_columns
from goclub.games.notebook.services.judging_members import judge_members
from goclub.games.notebook.tests.sheets import TODAY, rows_of
from goclub.games.tests.factories import play
from goclub.members.models import Member, Nickname, User
from goclub.members.tests.factories import LONG_AGO, make_applicant, make_member


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


def test_an_address_that_somebody_signs_in_with_is_remarked_upon():
    owner = make_member("Ewa Nowak")
    User.objects.filter(pk=owner.user_id).update(
        username="Jan@Example.org", email="ewa@example.org"
    )
    sheet = rows_of("Name|E-mail", "Jan Gość|jan@example.org", "O Ito|EWA@example.org")
    columns = match_columns(sheet, "members")
    judged = judge_members(sheet, columns, known=load_known(), today=TODAY, choices={})
    remarks = [(warn.row, warn.code, warn.params["name"]) for warn in judged.warnings]
    assert remarks == [(2, "address_taken", "Ewa Nowak"), (3, "address_taken", "Ewa Nowak")]
    assert len(judged.entries) == 2


def test_the_number_of_queries_stays(django_assert_num_queries):
    """People, their other names, games, accounts, and one for the rules of PAA by day."""
    people = [make_member() for _ in range(2)]
    play(*people)
    with django_assert_num_queries(5):
        load_known()
    for _ in range(5):
        Nickname.objects.create(member=make_member(), name="nick")
    play(*people, minute=30)
    with django_assert_num_queries(5):
        load_known()
