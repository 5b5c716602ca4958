"""Roles are given in one place, and the club never loses its last chair."""

from __future__ import annotations

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.urls import reverse

from goclub.common.tests.reading import codes, read, said, shows, told
from goclub.games.playing.tests.test_race import at_once
from goclub.members.membership.services.leaving import retire_member
from goclub.members.membership.services.roles import set_role
from goclub.members.models import Member, RoleChange, User
from goclub.members.queries import chairs, role_of
from goclub.members.requests import Act
from goclub.members.roles import CHAIR, MEMBER, ORGANISER, ROLES, SECRETARY
from goclub.members.tests.factories import as_member, fresh, make_member, signed_in
from ratings.errors import RuleError
from ratings.tests.builders import refused

pytestmark = pytest.mark.postgres


def page(member):
    return reverse("games:role", args=[member.pk])


def last_chair_refused(act):
    with refused(key="last_chair"):
        act()


def test_the_last_chair_neither_loses_the_role_nor_is_let_go():
    chair, other = make_member(role=CHAIR), make_member()
    last_chair_refused(lambda: set_role(Act(chair.user), chair, role=MEMBER))
    last_chair_refused(lambda: retire_member(Act(chair.user), chair))
    assert (fresh(chair).status, role_of(chair)) == (Member.Status.MEMBER, CHAIR)
    set_role(Act(chair.user), other, role=CHAIR)
    set_role(Act(chair.user), chair, role=MEMBER)
    assert list(chairs()) == [other]


def test_a_chair_whose_login_sleeps_is_none():
    awake, asleep = make_member(role=CHAIR), make_member(role=CHAIR)
    User.objects.filter(pk=asleep.user_id).update(is_active=False)
    last_chair_refused(lambda: set_role(Act(None), awake, role=MEMBER))


def test_who_is_let_go_takes_no_role_along():
    make_member(role=CHAIR)
    gone = make_member(role=CHAIR)
    retire_member(Act(None), gone, reason="moved away")
    assert role_of(gone) == ""
    assert not gone.user.is_staff
    assert gone.history.first().history_change_reason == "moved away"
    assert gone.role_changes.first().after == ""


def test_a_role_leaves_its_record(client):
    chair, member = make_member("Cora", role=CHAIR), make_member("Mira")
    sent = as_member(client, chair).post(page(member), {"role": ORGANISER, "reason": "elected"})
    assert sent.status_code == 302
    change = RoleChange.objects.get(member=member)
    assert (change.before, change.after, change.by, change.reason) == (
        MEMBER, ORGANISER, chair.user, "elected",
    )  # fmt: skip
    shown = read(client.get(page(member))).one("section[aria-labelledby=changes]").text
    assert "elected" in shown
    assert "Cora" in shown
    client.post(page(member), {"role": ORGANISER})
    assert RoleChange.objects.filter(member=member).count() == 1  # nothing changed, nothing kept


def test_giving_up_ones_own_chair_is_asked_once_more(client):
    chair = make_member(role=CHAIR)
    make_member(role=CHAIR)
    asked = as_member(client, chair).post(page(chair), {"role": MEMBER, "reason": "tired"})
    assert role_of(chair) == CHAIR
    fields = read(asked).all("main form input")
    sent = {one.attrs["name"]: one.attrs["value"] for one in fields}
    assert sent["role"] == MEMBER
    client.post(page(chair), sent)
    assert role_of(chair) == MEMBER
    assert RoleChange.objects.get(member=chair, after=MEMBER).reason == "tired"


def test_the_last_chair_reads_why_beside_the_field(client):
    chair = make_member(role=CHAIR)
    refused = as_member(client, chair).post(page(chair), {"role": MEMBER, "confirmed": "1"})
    assert refused.status_code == 422
    assert codes(refused.context["form"]) == {"role": ["last_chair"]}
    assert shows(refused, said("last_chair", value=chair.display_name))


@pytest.mark.parametrize("role", ["visitor", MEMBER, ORGANISER, SECRETARY])
def test_only_the_chair_comes_to_the_page(client, role):
    member = make_member()
    if role != "visitor":
        client.force_login(make_member(role=role).user)
    for send in (client.get, client.post):
        assert send(page(member)).status_code == (302 if role == "visitor" else 403)


def test_a_role_that_is_none_is_refused(client):
    chair = make_member(role=CHAIR)
    assert as_member(client, chair).post(page(chair), {"role": "king"}).status_code == 422


# --- The office ---------------------------------------------------------------------------------
def as_chair(client, role=CHAIR):
    return signed_in(client, role=role)


def test_the_office_shuts_no_last_chairs_login(client):
    chair = as_chair(client)
    address = reverse("admin:members_user_change", args=[chair.user_id])
    data = {"username": chair.user.username, "email": chair.user.email}
    refused = client.post(address, data)
    assert codes(refused.context["adminform"].form) == {"is_active": ["last_chair"]}
    chair.user.refresh_from_db()
    assert chair.user.is_active
    make_member(role=CHAIR)
    assert client.post(address, data).status_code == 302
    chair.user.refresh_from_db()
    assert not chair.user.is_active


def test_the_office_lets_go_after_a_question_and_a_reason(client):
    chair, member = as_chair(client), make_member()
    address = reverse("admin:members_member_changelist")
    chosen = {"action": "make_former", "_selected_action": [chair.pk, member.pk]}
    asked = client.post(address, chosen)
    assert asked.status_code == 200
    assert {member.pk, chair.pk} == {one.pk for one in asked.context["question"].items}
    kept = read(asked).values("main form input[name=_selected_action]", "value")
    assert sorted(kept) == sorted([str(chair.pk), str(member.pk)])
    assert not Member.objects.filter(status="former").exists()
    assert client.post(address, {**chosen, "confirmed": "1", "reason": ""}).status_code == 422
    done = client.post(address, {**chosen, "confirmed": "1", "reason": "moved away"}, follow=True)
    member.refresh_from_db()
    assert (member.status, fresh(chair).status) == (Member.Status.FORMER, Member.Status.MEMBER)
    assert any(said("last_chair", value=chair.display_name) in one for one in told(done))


def test_the_office_takes_no_login_from_the_last_chair(client):
    chair = as_chair(client)
    address = reverse("admin:members_member_change", args=[chair.pk])
    form = client.get(address).context["adminform"].form
    data = {name: value for name, value in form.initial.items() if value is not None}
    data |= {"user": "", "country": "", "nicknames-TOTAL_FORMS": 0, "nicknames-INITIAL_FORMS": 0}
    assert "last_chair" in codes(client.post(address, data).context["adminform"].form)["user"]
    assert fresh(chair).user_id


def test_rights_are_no_matter_of_the_office(client):
    chief = User.objects.create_superuser("chief", "chief@example.org")
    other = make_member().user
    client.force_login(chief, "goclub.members.backends.NameOrEmailBackend")
    assert Group not in admin.site._registry
    own = client.get(reverse("admin:members_user_change", args=[chief.pk]))
    theirs = client.get(reverse("admin:members_user_change", args=[other.pk]))
    assert "is_superuser" not in own.context["adminform"].form.fields
    assert "is_superuser" in theirs.context["adminform"].form.fields
    for answer in (own, theirs):
        assert not {"groups", "is_staff", "user_permissions"} & set(
            answer.context["adminform"].form.fields
        )
    assert client.post(reverse("admin:members_user_delete", args=[other.pk])).status_code == 403


# --- At once ------------------------------------------------------------------------------------
@pytest.mark.django_db(transaction=True)
def test_two_chairs_removing_each_other_leave_one():
    if connection.vendor != "postgresql":
        pytest.skip("row locks are PostgreSQL's; SQLite lets one writer in at a time")
    one, two = make_member(role=CHAIR), make_member(role=CHAIR)
    raised = at_once(
        lambda: set_role(Act(one.user), two, role=MEMBER),
        lambda: retire_member(Act(two.user), one),
    )
    assert len(raised) == 1
    assert isinstance(raised[0], RuleError | PermissionDenied)
    assert chairs().count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_three_chairs_who_was_removed_removes_nobody_any_more():
    if connection.vendor != "postgresql":
        pytest.skip("row locks are PostgreSQL's; SQLite lets one writer in at a time")
    one, two, _three = (make_member(role=CHAIR) for _ in range(3))
    raised = at_once(
        lambda: set_role(Act(one.user), two, role=MEMBER),
        lambda: set_role(Act(two.user), one, role=MEMBER),
    )
    assert [type(error) for error in raised] == [PermissionDenied]
    assert chairs().count() == 2


def test_every_role_has_its_words():
    from goclub.members.membership.labels import ROLE_NAMES, ROLE_OPENS

    assert set(ROLES) <= set(ROLE_NAMES)
    assert set(ROLES) == set(ROLE_OPENS)
