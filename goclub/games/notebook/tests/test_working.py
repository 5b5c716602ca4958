"""A batch that is entered and undone beside the pages, and whose ledger follows."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from goclub.common.canonical import fingerprint
from goclub.games.jobs.services import run_jobs
from goclub.games.models import Batch, Job, Recalculation
from goclub.games.notebook.services import entering
from goclub.games.notebook.services.entering import complete_receipt, undo_batch
from goclub.games.notebook.tests.test_whole import NOW, chair, club, entered, planned
from goclub.games.notebook.views import batches as pages
from goclub.games.rating.ledger.recalculation import rebuild, recalculate_pending
from goclub.games.tests.factories import NIGHT, play
from goclub.members.requests import Act
from goclub.members.tests.factories import fresh, make_member

__all__ = ["chair"]


@pytest.fixture
def playing(db):
    """People who have played since the days of the notebook."""
    black, white = make_member(points=60), make_member(points=90)
    for day in range(4):
        play(black, white, played_on=NIGHT + timedelta(days=day), minute=day)


@pytest.fixture
def long(settings):
    settings.RECALCULATE_AT_ONCE = 0
    settings.BACKGROUND_JOBS = "worker"


def facts():
    """Everything but the batch itself, which stays on record."""
    kept = {"games_batch", "games_batchfile"}
    return {name: mark for name, mark in fingerprint().items() if name not in kept}


def test_a_batch_of_long_ago_stands_at_once_and_its_ledger_follows(chair, playing, long):
    before = facts()
    batch = entered(club(chair))
    assert Recalculation.objects.get().batch == batch
    recalculate_pending()
    assert rebuild() == 0
    undo_batch(Act(chair, NOW), batch)
    recalculate_pending()
    assert rebuild() == 0
    assert facts() == before


def test_undone_before_its_ledger_followed_it_leaves_nothing(chair, playing, long):
    before = facts()
    undo_batch(Act(chair, NOW), entered(club(chair)))
    recalculate_pending()
    assert not Recalculation.objects.exists()
    assert facts() == before


def test_the_first_batch_of_a_club_is_replayed_with_it(chair, long, settings):
    settings.RECALCULATE_AT_ONCE = 1  # the chair's own strength
    entered(club(chair))
    assert not Recalculation.objects.exists()
    assert rebuild() == 0


def test_the_receipt_hears_what_its_replay_put_on_record(chair):
    batch = entered(club(chair))
    complete_receipt(batch.pk, [], [7, 8])
    assert fresh(batch).receipt["revisions"] == [7, 8]
    Batch.objects.update(state=Batch.State.UNDONE)
    complete_receipt(batch.pk, [], [9])
    assert fresh(batch).receipt["revisions"] == [7, 8]


def test_a_large_batch_is_entered_and_undone_by_jobs(client, chair, long, monkeypatch):
    monkeypatch.setattr(entering, "BYTES", 0)
    monkeypatch.setattr(pages, "GAMES", 0)
    client.force_login(chair)
    batch = club(chair)
    enter, undo = (reverse(f"games:batch-{name}", args=[batch.pk]) for name in ("enter", "undo"))
    answer = client.post(enter, {"seen": planned(batch).mark})
    assert answer.url == reverse("games:job", args=[Job.objects.get().pk])
    run_jobs()
    assert fresh(batch).state == Batch.State.ENTERED
    assert client.get(answer.url).context["job"].back == batch.get_absolute_url()
    answer = client.post(undo, {"confirmed": "1"})
    run_jobs()
    assert fresh(batch).state == Batch.State.UNDONE
    assert rebuild() == 0


def test_a_plan_that_is_another_one_by_then_is_refused(client, chair, long, monkeypatch):
    monkeypatch.setattr(entering, "BYTES", 0)
    client.force_login(chair)
    batch = club(chair)
    client.post(reverse("games:batch-enter", args=[batch.pk]), {"seen": "an older mark"})
    run_jobs()
    assert Job.objects.get().refusal["reason"] == "changed_since"
    assert fresh(batch).state == Batch.State.DRAFT
    assert timezone.now() >= Job.objects.get().finished_at
