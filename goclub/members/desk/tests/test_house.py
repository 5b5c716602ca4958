"""How the house is, and invitations that nobody answered."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from goclub.common import schedule, speed
from goclub.common.tests.reading import read, said, told
from goclub.games.rating.ledger.production import check_file, last_check
from goclub.members.desk.labels import JOB_NAMES
from goclub.members.models import Invitation, Letter
from goclub.members.roles import CHAIR, ORGANISER, SECRETARY
from goclub.members.tests.factories import signed_in

DESK = "members:desk"
INVITED = "/desk/invitations/"


def invitation(days: int, **more: object) -> Invitation:
    """A letter sent so many days ago."""
    sent = timezone.now() - timedelta(days=days)
    values = {"code": f"code-{days}-{len(more)}", "email": f"d{days}@example.org", "made_at": sent,
              "sent_at": sent, "sent_times": 1,
              "valid_until": sent + timedelta(days=30)}  # fmt: skip
    return Invitation.objects.create(**(values | more))


def waiting(client) -> list[int]:
    """The invitations that the desk shows, in its order."""
    kinds = client.get(reverse(DESK)).context["kinds"]
    return [one["matter"].pk for kind in kinds if kind.source.key == "invitations"
            for one in kind.matters]  # fmt: skip


# --- Invitations ----------------------------------------------------------------------------------
def test_letters_without_an_answer_wait_after_a_week_the_oldest_first(client):
    week, older = invitation(8), invitation(20)
    now = timezone.now()
    for days, more in (
        (6, {}),
        (40, {}),  # holds no more
        (9, {"accepted_at": now, "used": 1}),
        (9, {"withdrawn_at": now}),
        (9, {"email": "", "code": "a link"}),
    ):
        invitation(days, **more)
    signed_in(client, role=SECRETARY)
    assert waiting(client) == [older.pk, week.pk]
    signed_in(client, role=ORGANISER)
    assert waiting(client) == []
    assert client.get(INVITED).status_code == 404


def test_they_are_sent_again_or_withdrawn_and_wait_no_more(client):
    again, away, answered = invitation(8), invitation(9), invitation(10)
    signed_in(client, role=SECRETARY)
    Invitation.objects.filter(pk=answered.pk).update(accepted_at=timezone.now(), used=1)
    client.post(INVITED, {"do": "again", "chosen": [again.pk, answered.pk]})
    assert [one.to for one in Letter.objects.all()] == [again.email]
    assert Letter.objects.get().text.count(f"/{again.code}/") == 1
    client.post(INVITED, {"do": "withdraw", "chosen": [away.pk]})
    away.refresh_from_db()
    again.refresh_from_db()
    assert away.withdrawn_at
    assert (again.sent_times, again.valid_until > timezone.now()) == (2, True)
    assert waiting(client) == []
    page = client.post(INVITED, {"do": "again", "chosen": ""}, follow=True)
    assert told(page, "error") == [said("nothing_chosen")]


# --- The ledger -----------------------------------------------------------------------------------
def test_the_nightly_check_is_remembered_and_shown(client, monkeypatch):
    assert last_check() is None
    command = "goclub.games.management.commands.rebuild_ratings.rebuild"
    monkeypatch.setattr(command, lambda **_more: 2)
    with pytest.raises(Exception, match="rebuild_ratings"):
        call_command("rebuild_ratings", check=True)
    assert last_check().differ == 2
    signed_in(client, role=CHAIR)
    page = client.get(reverse(DESK))
    assert [kind.source.key for kind in page.context["kinds"]] == ["ledger"]
    call_command("rebuild_ratings")  # what differed was written anew
    assert last_check().differ == 0
    check_file().write_text("{")
    assert last_check() is None


# --- Tasks ----------------------------------------------------------------------------------------
def test_the_chair_reads_which_tasks_have_not_run(client, settings, tmp_path):
    settings.PRODUCTION, settings.VAR_DIR = True, tmp_path
    now = timezone.now()
    schedule.remember(dict.fromkeys(schedule.JOBS, True), at=now)
    signed_in(client, role=CHAIR)
    page = client.get(reverse(DESK))
    assert "tasks" not in [kind.source.key for kind in page.context["kinds"]]
    past = {job: True for job in schedule.JOBS if job.key == "reminders"}
    schedule.remember(past, at=now - timedelta(days=2))
    page = client.get(reverse(DESK))
    (kind,) = [kind for kind in page.context["kinds"] if kind.source.key == "tasks"]
    assert [task["name"] for task in kind.matters[0]["matter"].thing] == [JOB_NAMES["reminders"]]
    assert "run_due --only 'reminders'" in read(page).one("main").text
    signed_in(client, role=SECRETARY)
    page = client.get(reverse(DESK))
    assert "tasks" not in [kind.source.key for kind in page.context["kinds"]]


def test_every_task_has_a_name():
    assert set(JOB_NAMES) == {job.key for job in schedule.JOBS}


# --- Speed ----------------------------------------------------------------------------------------
def test_the_speed_is_that_of_half_the_requests(monkeypatch):
    monkeypatch.setattr(speed, "_own", speed._Counts())
    assert speed.measured() is None
    for seconds in [0.004] * 60 + [0.25] * 38 + [90, 7]:
        speed.count(seconds)
    assert speed.measured() == speed.Measure(0.01, 0.3, 100)
    speed.count(0.004)
    assert speed.measured().requests == 101
    later = speed.time.time() + 2 * 3600
    monkeypatch.setattr(speed.time, "time", lambda: later)
    assert speed.measured() is None, "of another hour"
