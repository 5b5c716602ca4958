"""Accounts in the admin: what is refused there is refused in words, and nobody is locked out."""

from __future__ import annotations

from django.urls import reverse

from goclub.members.models import Letter, Member, User
from goclub.members.roles import CHAIR, SECRETARY
from goclub.members.tests.factories import make_member, signed_in


def test_the_only_chair_keeps_a_password(client):
    chair = signed_in(client, role=CHAIR, password=True)
    address = reverse("admin:auth_user_password_change", args=[chair.user_id])
    sent = {"usable_password": "false", "unset-password": "1"}
    assert "only chair" in client.post(address, sent).text
    assert User.objects.get(pk=chair.user_id).has_usable_password()
    make_member(role=CHAIR)
    assert client.post(address, sent).status_code == 302
    assert not User.objects.get(pk=chair.user_id).has_usable_password()
    assert Letter.objects.filter(to=chair.user.email, kind="security").exists()


def test_a_name_and_an_address_sign_in_to_one_account(client):
    chair, member = signed_in(client, role=CHAIR), make_member()
    theirs = {"username": member.user.username, "email": member.user.email}
    add = {"password1": "", "password2": "", "usable_password": "false"}
    for field in theirs:
        for taken in (chair.user.username.upper(), chair.user.email.upper()):
            if field == "email" and "@" not in taken:
                continue
            for name, args, more in (("change", [member.user_id], {}), ("add", [], add)):
                address = reverse(f"admin:members_user_{name}", args=args)
                new = {"username": "new", "email": "new@example.org"} if more else theirs
                answer = client.post(address, {**new, **more, "is_active": "on", field: taken})
                errors = answer.context["adminform"].form.errors
                assert set(errors) == {field}
                assert "Another account" in str(errors)


def test_whoever_ends_all_memberships_goes_last(client):
    secretary = signed_in(client, name="Ann", role=SECRETARY)
    others = [make_member("Ben"), make_member("Cid")]
    chosen = [member.pk for member in (secretary, *others)]
    sent = {"action": "make_former", "_selected_action": chosen, "confirmed": "1", "reason": "x"}
    answer = client.post(reverse("admin:members_member_changelist"), sent)
    assert answer.status_code == 302
    assert set(Member.objects.filter(pk__in=chosen).values_list("status", flat=True)) == {"former"}


def test_a_day_of_birth_to_come_is_refused(client):
    signed_in(client, role=CHAIR)
    address = reverse("admin:members_member_add")
    answer = client.post(address, {"display_name": "Ann", "birth_date": "3000-01-01"})
    assert "birth_date" in answer.context["adminform"].form.errors
