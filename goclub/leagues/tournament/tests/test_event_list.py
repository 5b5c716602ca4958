"""The list of events: what stands in it, in which order, and how often it asks."""

from __future__ import annotations

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from goclub.common.tests.reading import read
from goclub.leagues.models import Event, Participant
from goclub.leagues.tests.factories import add_guests, at, make_event, next_round, play_out
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import make_member


@pytest.fixture
def organiser():
    return make_member("Olga Organiser", role=ORGANISER)


def test_every_page_counts_the_players_of_the_table(client, organiser):
    """Who withdrew after playing has a line and counts, a latecomer without a game does not yet."""
    make_event(organiser, name="Empty")
    announced = make_event(organiser, name="Announced")
    add_guests(announced, 4)
    played = make_event(organiser, name="Played", rounds=2)
    add_guests(played, 4)
    play_out(next_round(played))
    add_guests(played, 1, start=5)
    for event in (announced, played):
        gone = Participant.objects.filter(event=event, number=1)
        gone.update(state="withdrawn", withdrawn_from=2)
    rows = client.get(reverse("leagues:events")).context["table"].rows
    counted = {row.record.name: row.record.entered for row in rows}
    assert counted == {"Empty": 0, "Announced": 3, "Played": 4}
    for event in (announced, played):
        assert client.get(event.get_absolute_url()).context["entered"] == counted[event.name]
        table = client.get(reverse("leagues:standings", args=[event.slug]))
        assert len(table.context["table"]().rows) == counted[event.name]
        assert f"{counted[event.name]} players" in table.context["shared_page"].description


@pytest.mark.parametrize(("asked", "page", "rows"), [("1", 1, 2), ("2", 2, 1), ("9", 2, 1)])
def test_pages_hold_the_rows_that_were_counted(client, organiser, asked, page, rows):
    for n in range(3):
        make_event(organiser, name=f"Cup {n}")
    table = client.get(reverse("leagues:events"), {"per_page": "2", "page": asked}).context["table"]
    assert (table.page.number, table.paginator.num_pages) == (page, 2)
    assert len(list(table.paginated_rows)) == rows


def test_ten_events_cost_no_more_queries_than_one(client, organiser):
    def queries():
        with CaptureQueriesContext(connection) as captured:
            client.get(reverse("leagues:events"))
        return len(captured)

    make_event(organiser, name="First")
    queries()  # what is read once for all pages
    alone = queries()
    for n in range(9):
        make_event(organiser, name=f"Cup {n}")
    assert queries() == alone


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
    assert len([group for group, _count, _row in page.context["table"].lines() if group]) == 2
    assert read(page).texts("tr.row-group .group-count") == ["2", "3"]
    found = client.get(reverse("leagues:events"), {"q": "old", "per_page": "1"})
    assert read(found).texts("tr.row-group .group-count") == ["1"]
