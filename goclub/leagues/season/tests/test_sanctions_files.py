"""Files of an event name the sanction behind a result, and read in again they change nothing."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime

import pytest
from django.urls import reverse

from goclub.common.tests.reading import shows
from goclub.leagues.models import Change, Pairing
from goclub.leagues.season.tests.test_sanctions_reach import (
    closed,
    entry,
    four,
    give,
    judge,
    running,
)
from goclub.leagues.tournament.tests.table_desk import Desk, csv_of
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import as_member, make_member

__all__ = ["closed", "four", "judge", "running"]

#: Half an hour before midnight in universal time is the next day in Warsaw.
LATE = datetime(2025, 2, 10, 23, 30, tzinfo=UTC)
ON_ITS_CLOCKS = "2025-02-11"


def rows(data):
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))


@pytest.fixture
def lost(running, judge):
    """a lost the game of the first round, won at the board, by a sanction."""
    give(running, "a", 1, judge)
    return give(running, "a", 1, judge, minute=11 * 60 + 30)


def test_the_files_name_the_sanction_on_the_leagues_clocks(client, running, lost):
    assert lost.given_at == LATE
    games = rows(csv_of(as_member(client, make_member("reader")), running.event, "results"))
    by_table = {(one["round"], one["table"]): one["sanction"] for one in games}
    table = Pairing.objects.get(round__event=running.event, verdict="white")
    said = by_table.pop(("1", str(table.table)))
    assert "slow play 690" in said
    assert "Europe/Warsaw" in said
    assert set(by_table.values()) == {""}
    address = reverse("leagues:standings", args=[running.event.slug])
    data = b"".join(client.get(address, {"format": "csv"}))
    places = {one["name"]: one["sanction"] for one in rows(data)}
    assert "slow play 690" in places["a"]
    assert places["b"] == ""
    h9 = client.get(reverse("leagues:event-h9", args=[running.event.slug])).content.decode()
    assert f"judge, {ON_ITS_CLOCKS}" in h9


def test_a_results_file_read_in_again_changes_no_verdict_and_says_so(client, running, lost):
    """The file has the result as it counts; the players' own word stays beneath it."""
    event = running.event
    desk = Desk(client, make_member("desk", role=ORGANISER),
                reverse("leagues:event-results-file", args=[event.slug, 1]))  # fmt: skip
    text = csv_of(client, event, "results").decode("utf-8-sig")
    count = Change.objects.count()
    page = desk.look(text)
    assert [line.problems for line in desk.plan.lines if line.problems] == []
    assert sorted(desk.kinds().values()) == ["decided", "elsewhere", "elsewhere", "same"]
    assert desk.plan.unknown == ()
    assert len(page.context["lines_decided"]) == 1
    assert shows(page, "One result comes from a sanction")
    assert desk.store().status_code == 422
    assert Change.objects.count() == count
    table = Pairing.objects.get(round__event=event, verdict="white")
    assert (table.result, table.by_default, entry(running, "a")) == ("black", False, table.black)
