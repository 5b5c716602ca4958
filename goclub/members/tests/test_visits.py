"""When somebody was here last: noted by what he sends, never by a page that is read."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from goclub.members.models import User
from goclub.members.models.people import VISITS_APART, VISITS_NOTED
from goclub.members.tests.factories import fresh, make_member
from goclub.members.visits import note_visit

NOON = datetime(2026, 11, 25, 12, 0, tzinfo=UTC)
SOON = VISITS_NOTED - timedelta(seconds=1)


@pytest.fixture
def user() -> User:
    return make_member("Visitor").user


def seen(user: User) -> tuple[datetime | None, datetime | None]:
    return fresh(user).seen_at, user.seen_before


def test_a_visit_is_noted_once_in_a_quarter_of_an_hour(user, django_assert_num_queries):
    note_visit(user=user, at=NOON)
    assert user.last_visit(NOON + timedelta(minutes=5)) is None, "there was none before"
    with django_assert_num_queries(0):
        assert not note_visit(user=user, at=NOON + SOON)
    assert note_visit(user=user, at=NOON + VISITS_NOTED)
    assert seen(user) == (NOON + VISITS_NOTED, None)


def test_another_visit_begins_after_hours_and_keeps_the_end_of_the_one_before(user):
    note_visit(user=user, at=NOON)
    note_visit(user=user, at=NOON + timedelta(hours=1))
    later = NOON + timedelta(hours=1) + VISITS_APART
    assert user.last_visit(later) == NOON + timedelta(hours=1), "known before it is noted"
    note_visit(user=user, at=later)
    assert seen(user) == (later, NOON + timedelta(hours=1))
    note_visit(user=user, at=later + VISITS_NOTED)
    assert user.last_visit(later + VISITS_NOTED) == NOON + timedelta(hours=1)


def test_two_pages_that_tell_at_once_note_one_visit(user):
    note_visit(user=user, at=NOON)
    later = NOON + VISITS_APART
    twins = [User.objects.get(pk=user.pk) for _page in range(2)]
    assert [note_visit(user=twin, at=later) for twin in twins] == [True, False]
    assert seen(user) == (later, NOON)
    assert twins[1].seen_before == NOON, "who came second knows it too"


def test_no_page_writes_when_it_is_read(client, user):
    client.force_login(user)
    User.objects.filter(pk=user.pk).update(seen_at=NOON, seen_before=None)
    before = seen(user)
    for path in (reverse("home"), reverse("games:list"), reverse("members:me")):
        with CaptureQueriesContext(connection) as asked:
            page = client.get(path)
        assert page.context["visit_due"]
        assert reverse("members:visit") in page.content.decode()
        assert [
            query["sql"] for query in asked if not query["sql"].startswith(("SELECT", "(SELECT"))
        ] == []
    assert seen(user) == before


def test_a_page_tells_that_it_is_read_and_only_when_it_is_due(client, user):
    client.force_login(user)
    User.objects.filter(pk=user.pk).update(seen_at=NOON)
    assert client.post(reverse("members:visit")).status_code == 204
    now, before = seen(user)
    assert now is not None
    assert timezone.now() - now < timedelta(minutes=1)
    assert before == NOON
    assert not client.get(reverse("home")).context["visit_due"]


def test_nobody_else_and_no_other_method_notes_a_visit(client, user):
    address = reverse("members:visit")
    assert client.post(address).status_code == 302
    assert not client.get(reverse("home")).context["visit_due"]
    strict = Client(enforce_csrf_checks=True)
    for browser in (client, strict):
        browser.force_login(user)
    assert seen(user)[0] is not None, "signing in is a visit"
    assert strict.post(address).status_code == 403


def test_whatever_is_sent_is_a_sign_too(client, user):
    client.force_login(user)
    User.objects.filter(pk=user.pk).update(seen_at=NOON)
    client.post(reverse("members:notices-read"))
    assert seen(user)[1] == NOON
