"""The list of events: what stands in it, in which order, and how often it asks."""

from __future__ import annotations

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from goclub.common.tests.reading import read
from goclub.leagues.models import Event
from goclub.leagues.tests.factories import at, make_event
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import make_member

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser():
    return make_member("Olga Organiser", role=ORGANISER)


def test_the_list_asks_as_often_for_many_events(client, organiser):
    asked = []
    for count in (1, 29):
        for _n in range(count):
            make_event(organiser)
        with CaptureQueriesContext(connection) as queries:
            client.get(reverse("leagues:events"), {"per_page": "100"})
        asked.append(len(queries))
    assert asked[0] == asked[1]


def test_what_comes_stands_above_what_is_over(client, organiser):
    """The next first, what was called off among what is over; each group with its heading."""
    days = {"late": (20, "registration"), "soon": (5, "running"), "old": (1, "closed"),
            "off": (12, "cancelled"), "new": (3, "closed")}  # fmt: skip
    for name, (day, state) in days.items():
        made = make_event(organiser, name=name)
        on = date(2026, 12, day)
        Event.objects.filter(pk=made.pk).update(
            state=state, begins_on=on, ends_on=on, closed_at=at() if state == "closed" else None
        )
    page = client.get(reverse("leagues:events"))
    names = [row.record.name for row in page.context["table"].rows]
    assert names == ["soon", "late", "off", "new", "old"]
    heads = [group for group, _row in page.context["table"].lines() if group]
    assert len(heads) == 2
    assert read(page).texts("tr.row-group .group-count") == ["2", "3"]
    found = client.get(reverse("leagues:events"), {"q": "old", "per_page": "1"})
    assert read(found).texts("tr.row-group .group-count") == ["1"]
