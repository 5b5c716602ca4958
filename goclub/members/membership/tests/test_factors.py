"""A second factor that was lost: the chair resets it, and the server for the last chair."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.urls import reverse
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice

from goclub.common.tests.reading import said, told
from goclub.members.models import Letter, User
from goclub.members.roles import CHAIR, MEMBER, ORGANISER, SECRETARY
from goclub.members.tests.factories import PASSWORD, make_member, signed_in


def with_factor(role: str = MEMBER):
    member = make_member(role=role, password=True)
    TOTPDevice.objects.create(user=member.user, name="", confirmed=True)
    StaticDevice.objects.create(user=member.user, name="", confirmed=True)
    return member


def reset(client, member):
    return client.post(reverse("members:factor-reset", args=[member.pk]), {"confirmed": "yes"})


def test_the_chair_resets_and_the_member_signs_in_with_the_password_and_is_told(client):
    member = with_factor(CHAIR)
    client.force_login(make_member(role=CHAIR).user)
    assert client.get(reverse("members:factor-reset", args=[member.pk])).status_code == 200
    assert TOTPDevice.objects.exists()
    assert reset(client, member).url == member.get_absolute_url()
    assert not TOTPDevice.objects.exists()
    assert not StaticDevice.objects.exists()
    letter = Letter.objects.get(kind="security")
    assert (letter.to, "removed the second factor" in letter.text) == (member.user.email, True)
    client.logout()
    form = {"username": member.user.username, "password": PASSWORD}
    assert client.post(reverse("members:sign-in"), form).url == reverse("home")


@pytest.mark.parametrize("role", [MEMBER, ORGANISER, SECRETARY])
def test_nobody_else_does(client, role):
    member = with_factor()
    client.force_login(make_member(role=role).user)
    assert client.get(reverse("members:factor-reset", args=[member.pk])).status_code == 403
    assert reset(client, member).status_code == 403
    assert TOTPDevice.objects.exists()


def test_an_account_above_ones_own_and_ones_own_are_refused(client):
    above = with_factor()
    User.objects.filter(pk=above.user_id).update(is_superuser=True)
    chair = signed_in(client, role=CHAIR)
    reset(client, above)
    assert TOTPDevice.objects.exists()
    reset(client, chair)
    assert told(client.get("/"), "error")[-1:] == [said("own")]


def test_the_last_chair_is_helped_on_the_server(capsys):
    member = with_factor(CHAIR)
    call_command("reset_second_factor", member.user.username)
    assert not TOTPDevice.objects.exists()
    assert Letter.objects.filter(kind="security", to=member.user.email).exists()
    with pytest.raises(CommandError):
        call_command("reset_second_factor", member.user.username)
    with pytest.raises(CommandError, match="no account"):
        call_command("reset_second_factor", "nobody")


def test_an_address_that_the_office_changes_is_told_to_both(client):
    member = make_member()
    before = member.user.email
    client.force_login(make_member(role=CHAIR).user)
    data = {"username": member.user.username, "email": "new@example.org", "is_active": "on"}
    client.post(reverse("admin:members_user_change", args=[member.user_id]), data)
    letters = Letter.objects.filter(kind="security")
    assert {letter.to for letter in letters} == {before, "new@example.org"}
