"""The desk on a day on which something of every kind waits."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from goclub.common import schedule
from goclub.common.tests.reading import read
from goclub.games.rating.ledger.production import LedgerCheck, save_check
from goclub.leagues.models import League, LeaguePerson
from goclub.leagues.tests.everything_waits import let_everything_wait
from goclub.members.desk.queries import Urgency, sources
from goclub.members.desk.views.desk import OPENED
from goclub.members.roles import CHAIR
from goclub.members.tests.factories import make_member

#: The sources that only say how the house is.
STATES = {"answers"}


@pytest.fixture
def chair(client, settings, tmp_path):
    settings.BACKUP_DIR, settings.BACKUP_LATE_DAYS = str(tmp_path), 2
    settings.PRODUCTION, settings.VAR_DIR = True, tmp_path  # where tasks run by themselves
    past = {job: True for job in schedule.JOBS if job.key == "reminders"}
    schedule.remember(past, at=timezone.now() - timedelta(days=2))
    save_check(LedgerCheck(at=timezone.now(), lines=1200, differ=3))
    let_everything_wait(2)
    member = make_member(role=CHAIR)
    for league in League.objects.all():  # whoever decides appeals
        league.people.create(
            member=member, role=LeaguePerson.Role.ORGANISER, since=date(2020, 1, 1)
        )
    client.force_login(member.user)
    return member


def test_every_kind_at_once_costs_fifteen_questions(client, chair):
    client.get(reverse("members:desk"))
    with CaptureQueriesContext(connection) as asked:
        page = client.get(reverse("members:desk"))
    kinds = page.context["kinds"]
    assert {kind.source.key for kind in kinds} == {one.key for one in sources()} - STATES
    assert page.context["lately"]
    assert len(asked) <= 15, "\n".join(one["sql"][:150] for one in asked)


def test_the_gravest_kinds_are_opened_and_the_others_stand_as_a_line(client, chair):
    page = client.get(reverse("members:desk"))
    kinds = page.context["waits"]
    gravities = [kind.source.gravity for kind in kinds]
    assert gravities == sorted(gravities)
    folded = [kind for kind in kinds if kind.folded]
    opened = [
        kind for kind in kinds if kind.matters and kind.source.waiting(chair.user) is not None
    ]
    assert len(opened) == OPENED
    assert all(kind.source.gravity >= Urgency.RESULT and kind.count for kind in folded)
    lines = read(page).values(".matters .open", "href")
    assert lines == [reverse("members:desk-kind", args=[kind.source.key]) for kind in folded]
    for address in lines:
        assert client.get(address).context["kind"].matters


def test_a_ledger_that_differed_tops_the_queue_until_a_check_finds_it_whole(client, chair):
    (ledger,) = (
        kind
        for kind in client.get(reverse("members:desk")).context["kinds"]
        if kind.source.key == "ledger"
    )
    assert ledger.source.gravity == Urgency.DATA
    save_check(LedgerCheck(at=timezone.now() + timedelta(days=1), lines=1200, differ=0))
    cache.clear()
    page = client.get(reverse("members:desk"))
    assert "ledger" not in {kind.source.key for kind in page.context["kinds"]}
    assert not [one for one in page.context["states"] if one.bad and one.icon == "warn"]
