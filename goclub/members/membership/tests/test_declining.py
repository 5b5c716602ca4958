"""Declined with a reason, asking again, leaving and coming back: one person, one history."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse
from django.utils import timezone

from goclub.common.tests.reading import codes
from goclub.members.membership.services.admission import ask_to_join
from goclub.members.membership.services.leaving import leave_club, return_member
from goclub.members.models import Letter, Member, MembershipStep
from goclub.members.requests import Act
from goclub.members.roles import CHAIR, MEMBER
from goclub.members.tests.factories import (
    LONG_AGO,
    PASSWORD,
    as_member,
    fresh,
    make_applicant,
    make_member,
)
from ratings.errors import RuleError


def ask(email):
    return ask_to_join(at=timezone.now(), email=email, password="quite-another-one",
                       display_name="Somebody Else", url="/", message="Me again")  # fmt: skip


def kinds(member):
    return [step.kind for step in member.steps.all()]


def decline(client, person, **sent):
    return client.post(reverse("games:decline", args=[person.pk]), sent)


def test_declined_with_a_reason_that_the_person_is_told_and_asking_again(client):
    person, chair = make_applicant("Łucja"), make_member(role=CHAIR)
    assert decline(as_member(client, chair), person).status_code == 200  # asks once more
    refused = decline(client, person, confirmed="1", reason=" ")
    assert refused.status_code == 422
    assert list(codes(refused.context["question"].form)) == ["reason"]
    assert not Letter.objects.exists()
    decline(client, person, confirmed="1", reason="The room is full.")
    assert fresh(person).status == Member.Status.DECLINED
    assert Letter.objects.latest("pk").to == person.user.email
    assert "The room is full." in Letter.objects.latest("pk").text
    again = ask(person.user.email)
    assert (again.pk, again.status, again.display_name) == (
        person.pk, Member.Status.APPLICANT, "Łucja"
    )  # fmt: skip
    client.post(reverse("games:admit", args=[person.pk]), {f"a{person.pk}-rank": "4k"})
    assert fresh(person).status == Member.Status.MEMBER
    Kind = MembershipStep.Kind
    assert kinds(person) == [Kind.ASKED, Kind.DECLINED, Kind.ASKED, Kind.ADMITTED]
    assert person.steps.get(kind=Kind.DECLINED).reason == "The room is full."


def test_whoever_left_comes_back_by_asking_and_nobody_else_learns_of_it(client):
    make_member(role=CHAIR)
    person = make_member("Ken", password=True)
    points = person.standings.get(system="paa").points
    leave_club(Act(person.user), person, reason="Moving to Osaka")
    client.post(reverse("members:sign-in"),
                {"username": person.user.username, "password": PASSWORD})  # fmt: skip
    assert "_auth_user_id" not in client.session
    asked = ask(person.user.email)
    subjects = {Letter.objects.latest("pk").subject}
    ask("new@example.org")
    assert subjects == {Letter.objects.latest("pk").subject}
    assert (asked.pk, asked.status) == (person.pk, Member.Status.FORMER)
    assert ask(person.user.email) is None  # waits already
    assert person in Member.objects.applying()
    client.force_login(Member.objects.get(user__groups__name=CHAIR).user)
    client.post(reverse("games:admit", args=[person.pk]), {f"a{person.pk}-rank": "9k"})
    assert (fresh(person).status, person.joined_on) == (Member.Status.MEMBER, LONG_AGO)
    assert person.standings.get(system="paa").points == points
    assert person.decisions.count() == 1
    client.logout()
    answer = client.post(
        reverse("members:sign-in"), {"username": person.user.username, "password": PASSWORD}
    )
    assert answer.status_code == 302  # the old password, not the one of the request
    assert kinds(person)[-3:] == ["left", "asked", "returned"]


def test_leaving_asks_once_more_and_the_last_chair_stays(client):
    chair, person = make_member(role=CHAIR), make_member("Ken")
    address, sure = reverse("members:leave"), {"confirmed": "1", "reason": ""}
    assert client.get(address).status_code == 302
    assert as_member(client, chair).post(address, sure).status_code == 422
    assert as_member(client, person).get(address).status_code == 200
    assert fresh(chair).status == fresh(person).status == Member.Status.MEMBER
    assert client.post(address, sure).status_code == 302
    assert fresh(person).status == Member.Status.FORMER
    assert "_auth_user_id" not in client.session


def test_the_office_lets_go_with_a_reason_and_brings_back_with_one_press(client):
    chair, person = make_member(role=CHAIR), make_member("Ken")
    client.force_login(chair.user)
    go, back = (reverse(f"members:{name}", args=[person.pk]) for name in ("let-go", "return"))
    assert client.post(go, {"confirmed": "1", "reason": ""}).status_code == 422
    assert client.post(go, {"confirmed": "1", "reason": "Fees"}).status_code == 302
    assert fresh(person).status == Member.Status.FORMER
    assert client.post(back).status_code == 302
    assert fresh(person).status == Member.Status.MEMBER
    assert person.user.groups.get().name == MEMBER
    assert kinds(person)[-2:] == ["let_go", "returned"]
    client.post(back)  # a second press changes nothing
    assert kinds(person)[-2:] == ["let_go", "returned"]


@pytest.mark.parametrize("name", ["let-go", "return"])
def test_members_let_nobody_go(client, name):
    person, other = make_member(), make_member()
    address = reverse(f"members:{name}", args=[person.pk])
    assert client.post(address).status_code == 302
    client.force_login(other.user)
    assert client.post(address, {"confirmed": "1", "reason": "x"}).status_code == 403
    with pytest.raises(PermissionDenied):
        leave_club(Act(other.user), person)
    with pytest.raises(RuleError):
        return_member(Act(None), person, on=LONG_AGO)
