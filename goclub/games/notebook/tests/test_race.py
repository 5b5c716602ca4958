"""Batches entered and undone while others are at work: on PostgreSQL, whose rows are locked."""

from __future__ import annotations

import uuid
from datetime import UTC, date, datetime

import pytest
from django.db import connection

from goclub.games.models import Batch, Game
from goclub.games.notebook.services.batches import Upload, start_batch
from goclub.games.notebook.services.entering import enter_batch, undo_batch
from goclub.games.notebook.services.plans import plan_of
from goclub.games.notebook.tests import spreadsheets
from goclub.games.playing.services.reports import report_game
from goclub.games.playing.tests.test_race import at_once
from goclub.games.rating.ledger.recalculation import rebuild
from goclub.games.tests.factories import facts
from goclub.members.models import Member
from goclub.members.requests import Act
from goclub.members.tests.factories import make_member
from ratings.errors import RuleError

NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def real_database():
    if connection.vendor != "postgresql":
        pytest.skip("row locks are PostgreSQL's")


def draft(user):
    uploads = [
        Upload("members.csv", spreadsheets.members(6, faults=False)),
        Upload("games.csv", spreadsheets.games(20, 6, faults=False)),
    ]
    return start_batch(Act(user, NOW), uploads, key=uuid.uuid4())


def mark(batch):
    return plan_of(batch, by=batch.by, today=NOW.date()).mark


def test_of_two_drafts_entered_at_once_one_comes_in():
    chair = make_member("Chair", role="chair").user
    secretary = make_member("Secretary", role="chair").user
    drafts = [(one, mark(one)) for one in (draft(chair), draft(secretary))]
    raised = at_once(
        *(
            lambda one=one, seen=seen: enter_batch(Act(one.by, NOW), one, seen=seen)
            for one, seen in drafts
        )
    )
    assert [getattr(error, "key", error) for error in raised] == ["changed_since"]
    assert Game.objects.count() == 20
    assert rebuild() == 0


def test_the_same_draft_pressed_many_times_is_entered_once():
    batch = draft(make_member("Chair", role="chair").user)
    seen = mark(batch)
    press = lambda: enter_batch(Act(batch.by, NOW), batch, seen=seen)  # noqa: E731
    assert at_once(*[press] * 4) == []
    assert Game.objects.count() == 20


def test_somebody_reports_while_the_batch_is_undone():
    """Either the report is there and holds the batch, or the batch is gone and it is refused."""
    chair = make_member("Chair", role="chair")
    batch = draft(chair.user)
    enter_batch(Act(chair.user, NOW), batch, seen=mark(batch))
    newcomer = Member.objects.get(display_name=spreadsheets.person(0))
    claim = facts(chair, newcomer, played_on=date(2026, 10, 1))
    raised = at_once(
        lambda: undo_batch(Act(chair.user, NOW), batch),
        lambda: report_game(Act(chair.user, NOW), claim),
    )
    assert len(raised) == 1
    assert isinstance(raised[0], RuleError)
    undone = Batch.objects.get().state == Batch.State.UNDONE
    assert raised[0].key == ("E_UNKNOWN" if undone else "leaned_on")
    assert Game.objects.count() == (0 if undone else 21)
