"""NUL in a value that no form reads is a bad request, on both databases."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.core.exceptions import BadRequest
from django.db import connection, transaction
from django.urls import reverse
from django.utils import timezone

from goclub.leagues.models import Participant
from goclub.leagues.tests.factories import add_guests, make_event
from goclub.members.models import Notice
from goclub.members.roles import CHAIR
from goclub.members.tests.factories import make_member

pytestmark = [pytest.mark.postgres, pytest.mark.django_db]


def test_nul_in_the_reason_of_a_button_is_a_bad_request(client):
    chair = make_member(role=CHAIR)
    event = make_event(chair)
    player = add_guests(event, 2)[0]
    address = reverse("leagues:event-entry-step", args=[event.slug, player.number, "withdraw"])
    client.force_login(chair.user)
    assert client.post(address, {"confirmed": "1", "reason": "ill\0"}).status_code == 400
    assert Participant.objects.get(pk=player.pk).state == player.state


def test_nul_in_a_cookie_is_a_bad_request(client):
    client.cookies[settings.SESSION_COOKIE_NAME] = "abcdefgh\0ijkl"
    assert client.get(reverse("members:sign-in")).status_code == 400


def test_nul_in_json_is_refused_where_the_database_refuses_it():
    member = make_member()
    rows = Notice.objects.filter(member=member)
    Notice.objects.create(
        member=member, kind="account.changed", params={"name": "a"}, at=timezone.now()
    )
    if connection.vendor == "postgresql":
        with pytest.raises(BadRequest), transaction.atomic():
            rows.update(params={"name": "a\0"})
    with pytest.raises(BadRequest), transaction.atomic():
        rows.update(url="/\0")
    assert rows.get().params == {"name": "a"}
