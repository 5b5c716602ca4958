"""An open session is asked for the password before what would let somebody else in."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from urllib.parse import urlencode

import pytest
import time_machine
from django.urls import reverse

from goclub.members.models import Webhook
from goclub.members.roles import CHAIR
from goclub.members.tests.factories import PASSWORD, signed_in

NOW = datetime(2026, 11, 27, 12, 0, 10, tzinfo=UTC)
FACTORS, APP = "members:factors", "members:factor-app"


@pytest.fixture
def clock():
    with time_machine.travel(NOW, tick=False) as moving:
        yield moving


def guarded_pages(member):
    account = member.user.pk
    yield reverse(APP)
    yield reverse("members:programs")
    yield reverse("members:hooks")
    yield reverse("games:erase", args=[member.pk])
    yield reverse("games:role", args=[member.pk])
    yield reverse("members:factor-reset", args=[member.pk])
    yield reverse("admin:members_user_add")
    yield reverse("admin:members_user_change", args=[account])
    yield reverse("admin:auth_user_password_change", args=[account])


def test_a_session_that_has_been_open_is_asked_for_the_password_again(client, clock):
    member = signed_in(client, role=CHAIR, password=True)
    begin = reverse("members:passkey-add-begin")
    assert client.post(begin, b"{}", content_type="application/json").status_code == 200
    assert "data-passkey" in client.get(reverse(FACTORS)).content.decode()
    clock.shift(timedelta(minutes=16))
    confirm = reverse("members:confirm-password")
    for address in guarded_pages(member):
        answer = client.get(address, {"a": "1"})
        query = urlencode({"next": f"{address}?a=1"})
        assert answer.url == f"{confirm}?{query}"
        assert "confirm-password" in client.post(address, {"a": "1"}).context["form"].as_p()
    assert client.post(begin, b"{}", content_type="application/json").status_code == 403
    assert "data-passkey" not in client.get(reverse(FACTORS)).content.decode()
    there = f"{confirm}?{urlencode({'next': reverse(APP)})}"
    assert client.post(there, {"confirm-password": "wrong"}).status_code == 422
    assert client.get(reverse(APP)).status_code == 302
    answer = client.post(there, {"confirm-password": PASSWORD})
    assert answer.url == reverse(APP)
    for address in guarded_pages(member):
        assert client.get(address).status_code == 200
    foreign = f"{confirm}?{urlencode({'next': '//x.org'})}"
    assert client.post(foreign, {"confirm-password": PASSWORD}).url == "/me/"


def test_what_was_typed_survives_the_question_for_the_password(client, clock):
    signed_in(client, role=CHAIR, password=True)
    hook = Webhook.objects.create(name="wall", address="https://example.org/", made_at=NOW)
    clock.shift(timedelta(minutes=16))
    delete = reverse("members:hook-delete", args=[hook.pk])  # a page that only takes posts
    page = client.post(delete, {"confirmed": "1", "note": ["a", "<b>"]})
    assert page.context["kept"] == [("confirmed", "1"), ("note", "a"), ("note", "<b>")]
    sent = {"confirmed": "1", "confirm-password": "wrong"}
    again = client.post(delete, sent)
    assert (again.status_code, again.context["kept"]) == (422, [("confirmed", "1")])
    assert Webhook.objects.exists()
    answer = client.post(delete, {**sent, "confirm-password": PASSWORD})
    assert answer.url == reverse("members:hooks")
    assert not Webhook.objects.exists()


def test_wrong_passwords_of_an_open_session_are_limited(client, clock, settings):
    settings.LIMITS = settings.LIMITS | {"second_factor": "3/h"}
    signed_in(client, password=True)
    clock.shift(timedelta(minutes=16))
    wrong = {"confirm-password": "wrong"}
    for address in (reverse("members:programs"), reverse("members:confirm-password")):
        assert [client.post(address, wrong).status_code for _try in range(4)][-1] == 429
