"""What runs when: each at its hour, once; what failed again later; what did not run is said."""

from __future__ import annotations

import signal
from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.utils import timezone

from goclub.common.management.commands import run_due
from goclub.common.production import on_database
from goclub.common.production.checks import Gravity, registry
from goclub.common.schedule import (
    JOBS,
    Ran,
    ScheduledJob,
    is_due,
    late_jobs,
    memory,
    remember,
    remembered,
)

NIGHT = ScheduledJob("backup", 3, (("backup",),))
#: Half past three in Warsaw, in winter.
NOW = datetime(2026, 1, 10, 2, 30, tzinfo=UTC)


@pytest.fixture(autouse=True)
def place(settings, tmp_path):
    settings.VAR_DIR = tmp_path
    settings.TIME_ZONE = "Europe/Warsaw"


@pytest.mark.parametrize(
    ("ago", "now", "due"),
    [
        (timedelta(days=1), NOW, True),
        (timedelta(minutes=31), NOW, True),
        (timedelta(minutes=29), NOW, False),
        (timedelta(), NOW, False),
        # Before the hour yesterday's counts.
        (timedelta(hours=20), NOW - timedelta(hours=1), False),
        (timedelta(hours=24), NOW - timedelta(hours=1), True),
    ],
)
def test_once_after_the_hour_on_the_clubs_clock(ago, now, due):
    assert is_due(NIGHT, Ran(done=now - ago, tried=now - ago), now) is due


def test_what_never_ran_is_due_and_what_failed_waits_an_hour():
    assert is_due(NIGHT, Ran(), NOW)
    assert is_due(JOBS[0], Ran(done=NOW, tried=NOW), NOW), "letters go every time"
    assert not is_due(NIGHT, Ran(tried=NOW - timedelta(minutes=59)), NOW)
    assert is_due(NIGHT, Ran(tried=NOW - timedelta(minutes=60)), NOW)


def test_what_ran_is_remembered_and_a_spoilt_memory_is_none():
    remember({NIGHT: False}, at=NOW)
    assert remembered() == {"backup": Ran(tried=NOW)}
    remember({NIGHT: True}, at=NOW)
    assert remembered()["backup"].done == NOW
    memory().write_text("{")
    assert remembered() == {}


def test_the_command_runs_what_is_due_once(monkeypatch):
    def ran(**how: object) -> list[str]:
        names: list[str] = []
        monkeypatch.setattr(run_due, "call_command", lambda name, *_a, **_o: names.append(name))
        call_command("run_due", **how)
        return names

    assert {"backup", "rebuild_ratings", "send_mail_queue"} <= set(ran())
    assert ran() == [
        "run_jobs",
        "send_mail_queue",
        "open_club_night",
        "close_recordings",
        "end_lessons",
        "settle_registrations",
    ]
    assert ran(only=["nightly"]) == ["rebuild_ratings", "clearsessions"]


def test_what_fails_is_said_and_the_rest_goes_on(monkeypatch, capsys):
    ran = []

    def fails(name: str, *_arguments, **_options) -> None:
        ran.append(name)
        if name == "backup":
            raise OSError("no room")

    monkeypatch.setattr(run_due, "call_command", fails)
    with pytest.raises(CommandError):
        call_command("run_due")
    assert "no room" in capsys.readouterr().err
    assert "clearsessions" in ran
    assert remembered()["backup"].done < remembered()["backup"].tried
    assert remembered()["nightly"].done == remembered()["nightly"].tried


def test_a_watch_that_is_ended_finishes_its_task_and_begins_no_other(monkeypatch):
    ran = []

    def ends_while_it_works(name: str, *_arguments, **_options) -> None:
        ran.append(name)
        signal.raise_signal(signal.SIGTERM)

    monkeypatch.setattr(run_due, "call_command", ends_while_it_works)
    monkeypatch.setattr(run_due, "close_old_connections", lambda: None)
    before = {name: signal.getsignal(name) for name in (signal.SIGTERM, signal.SIGINT)}
    try:
        call_command("run_due", watch=True)
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)
    assert ran == ["run_jobs"]


# --- What did not run -----------------------------------------------------------------------------
def ran_at(moment: datetime, *jobs: str, done: bool = True) -> None:
    """Remember these jobs, or all of them."""
    remember({job: done for job in JOBS if not jobs or job.key in jobs}, at=moment)


def late(moment: datetime) -> set[str]:
    return {job.key for job, _ran in late_jobs(moment)}


def test_what_was_not_done_hours_after_its_time_is_late(settings):
    settings.PRODUCTION = True
    ran_at(NOW)  # half past three: the backup of today, the others of yesterday
    assert late(NOW) == set()
    night = NOW + timedelta(hours=5)
    ran_at(night, "ledger", "letters", "club night", "registrations")
    assert late(night) == set()  # half past eight: nobody is impatient
    assert late(night + timedelta(minutes=61)) == {
        "ledger",
        "letters",
        "club night",
        "registrations",
    }
    noon = NOW + timedelta(hours=8, minutes=29)
    ran_at(noon, "ledger", "letters", "club night", "registrations", "digest")
    # Of four and five o’clock; the reminders of seven have till one.
    assert late(noon) == {"nightly", "games of OGS"}
    settings.PRODUCTION = False
    assert late(noon) == set()


def test_what_failed_was_not_done(settings):
    settings.PRODUCTION = True
    assert late(NOW) == {job.key for job in JOBS}  # nothing ever ran
    ran_at(NOW, done=False)
    assert late(NOW) == {job.key for job in JOBS}
    assert all(ran.failed and not ran.ever for _job, ran in late_jobs(NOW))


def test_check_production_names_each_task_that_did_not_run(settings):
    settings.PRODUCTION = True
    (nothing,) = on_database.ran()
    assert nothing.gravity is Gravity.ADVICE
    now = timezone.now()
    ran_at(now)
    assert list(on_database.ran()) == []
    ran_at(now - timedelta(days=3), "digest")
    ran_at(now, "digest", done=False)
    (failed,) = on_database.ran()
    assert failed.what.startswith("digest: not done since ")
    assert failed.what.endswith("failed")
    assert failed.gravity is Gravity.FAULT
    assert any(check.name == "tasks" for check in registry())


def test_the_list_names_every_job(capsys):
    call_command("run_due", list=True)
    said = capsys.readouterr().out
    assert all(job.key in said for job in JOBS)
