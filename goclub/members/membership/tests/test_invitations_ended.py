"""An invitation ends with the membership: nobody who has gone comes back by an older one."""

from __future__ import annotations

import pytest
from django.urls import reverse

from goclub.games.people.services.erasing import erase_name
from goclub.members.membership.services.admission import (
    apply_to_join,
    decline_member,
    register_member,
)
from goclub.members.membership.services.invitations import (
    invite_by_mail,
    invite_members,
    make_link,
)
from goclub.members.membership.services.leaving import retire_member
from goclub.members.models import Invitation, Letter, Member, User
from goclub.members.requests import Act
from goclub.members.roles import CHAIR
from goclub.members.tests.factories import LONG_AGO, as_member, fresh, make_member
from goclub.members.tests.test_office_keys import of_member_form

SITE = "http://testserver/"
ADDRESS, NEW = "ada@example.org", "ada.new@example.org"
SENT = {
    "display_name": "Ada", "romanised_name": "", "country": "", "language": "en",
    "time_zone": "Europe/Warsaw", "declared_rank": "", "declared_points": "",
    "password": "kamienie-na-planszy",
}  # fmt: skip


@pytest.fixture
def act():
    return Act(make_member("Chair", role=CHAIR).user)


@pytest.fixture
def ada(act):
    """A member without an account, who has been invited and has not answered."""
    member = register_member(act, on=LONG_AGO, display_name="Ada", contact_email=ADDRESS)
    invite_members(act, [member], site=SITE)
    return member


def is_refused(client, invitation):
    address = reverse("members:invited", args=[invitation.code])
    assert client.get(address).status_code == 410
    assert client.post(address, SENT).status_code == 410
    return True


def test_whoever_was_let_go_does_not_return_by_an_older_invitation(client, act, ada):
    retire_member(act, ada)
    assert is_refused(client, Invitation.objects.get())
    assert fresh(ada).status == Member.Status.FORMER
    invite_members(act, [fresh(ada)], site=SITE)
    newer = Invitation.objects.get(withdrawn_at=None)
    assert client.post(newer.get_absolute_url(), SENT).status_code == 302
    assert fresh(ada).status == Member.Status.MEMBER


def test_an_erased_name_leaves_no_open_link(client, act, ada):
    erase_name(act, ada)
    invitation = Invitation.objects.get()
    assert invitation.email == ""
    assert is_refused(client, invitation)
    address = reverse("members:invited", args=[invitation.code])
    assert client.post(address, {"name": "Eve", "email": "eve@example.org"}).status_code == 410


def test_whoever_was_declined_does_not_come_in_by_an_older_invitation(client, act):
    invite_by_mail(act, ADDRESS, site=SITE)
    asking = apply_to_join(at=act.at, email=ADDRESS, password=None, display_name="Ada")
    decline_member(act, asking, reason="No")
    assert is_refused(client, Invitation.objects.get())
    assert fresh(asking).status == Member.Status.DECLINED


def gone_from_books(act):
    member = register_member(act, on=LONG_AGO, display_name="Ada", contact_email=ADDRESS)
    retire_member(act, member)
    return member


def gone_with_account(act):
    member = make_member("Ada")
    User.objects.filter(pk=member.user_id).update(email=ADDRESS)
    retire_member(act, fresh(member))
    return member


def declined(act):
    asking = apply_to_join(at=act.at, email=ADDRESS, password=None, display_name="Ada")
    decline_member(act, asking, reason="No")
    return asking


@pytest.mark.parametrize("end", [gone_from_books, gone_with_account, declined])
def test_a_link_for_everyone_brings_nobody_back(client, act, end):
    member = fresh(end(act))
    status, people = member.status, Member.objects.count()
    link = make_link(act, 5, days=7)
    page = client.post(link.get_absolute_url(), {"name": "Ada", "email": ADDRESS})
    assert page.headers["Location"] == reverse("members:invited-sent")
    letter = Letter.objects.order_by("pk").last()
    assert letter.to == ADDRESS
    assert "an admin will decide" in letter.text
    assert reverse("members:join") in letter.text
    assert all(is_refused(client, own) for own in link.issued.all())
    assert (fresh(member).status, Member.objects.count()) == (status, people)


def corrected_in_admin(client, act, ada):
    address = reverse("admin:members_member_change", args=[ada.pk])
    page = as_member(client, act).get(address)
    data = of_member_form(page) | {"contact_email": NEW}
    for formset in page.context["inline_admin_formsets"]:
        prefix = formset.formset.prefix
        data |= {f"{prefix}-TOTAL_FORMS": "0", f"{prefix}-INITIAL_FORMS": "0"}
    assert client.post(address, data).status_code == 302
    client.logout()


def invited_anew(_client, act, ada):
    Member.objects.filter(pk=ada.pk).update(contact_email=NEW)
    invite_members(act, [fresh(ada)], site=SITE)


@pytest.mark.parametrize("correct", [corrected_in_admin, invited_anew])
def test_another_address_closes_what_went_to_the_one_before(client, act, ada, correct):
    mistyped = Invitation.objects.get()
    correct(client, act, ada)
    assert is_refused(client, mistyped)
    assert fresh(ada).user is None
    invite_members(act, [fresh(ada)], site=SITE)
    newer = Invitation.objects.get(withdrawn_at=None)
    assert client.post(newer.get_absolute_url(), SENT).status_code == 302
    assert fresh(ada).user.email == newer.email == NEW


def test_another_address_of_an_account_closes_what_went_to_the_one_before(client, act):
    member = make_member("Ada")
    retire_member(act, member)
    invite_by_mail(act, fresh(member).user.email, site=SITE)
    client.force_login(act.user)
    data = {"username": member.user.username, "email": NEW}
    client.post(reverse("admin:members_user_change", args=[member.user_id]), data)
    client.logout()
    assert is_refused(client, Invitation.objects.get())


def test_whoever_has_come_in_leaves_no_other_invitation_open(client, act, ada):
    invitation = Invitation.objects.get()
    Invitation.objects.create(
        email=NEW, member=ada, code="other", made_at=act.at, valid_until=invitation.valid_until
    )
    assert client.post(reverse("members:invited", args=["other"]), SENT).status_code == 302
    client.logout()
    assert is_refused(client, invitation)
