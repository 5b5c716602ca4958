"""What runs when: each at its hour, once; what failed again later; the timers are whole."""

from __future__ import annotations

import re
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.conf import settings as site
from django.core.management import call_command, get_commands
from django.core.management.base import CommandError

from goclub.common.due import JOBS, Job, Ran, is_due, memory, remember, remembered
from goclub.common.management.commands import run_due

UNITS = site.BASE_DIR / "deploy" / "systemd"
NIGHT = Job("backup", 3, (("backup",),))
#: Half past three in Warsaw, in winter.
NOW = datetime(2026, 1, 10, 2, 30, tzinfo=UTC)


@pytest.fixture(autouse=True)
def place(settings, tmp_path):
    settings.VAR_DIR = tmp_path
    settings.TIME_ZONE = "Europe/Warsaw"


@pytest.mark.parametrize(
    ("done", "due"),
    [
        (NOW - timedelta(days=1), True),
        (NOW - timedelta(minutes=31), True),
        (NOW - timedelta(minutes=29), False),
        (NOW, False),
    ],
)
def test_once_after_the_hour_on_the_clubs_clock(done, due):
    assert is_due(NIGHT, Ran(done=done, tried=done), NOW) is due


def test_before_the_hour_yesterdays_counts():
    early = NOW - timedelta(hours=1)
    assert not is_due(NIGHT, Ran(done=early - timedelta(hours=20)), early)
    assert is_due(NIGHT, Ran(done=early - timedelta(hours=24)), early)


def test_what_never_ran_is_due_and_what_failed_waits_an_hour():
    assert is_due(NIGHT, Ran(), NOW)
    assert not is_due(NIGHT, Ran(tried=NOW - timedelta(minutes=59)), NOW)
    assert is_due(NIGHT, Ran(tried=NOW - timedelta(minutes=60)), NOW)


def test_letters_go_every_time():
    assert is_due(JOBS[0], Ran(done=NOW, tried=NOW), NOW)


def test_what_ran_is_remembered_and_a_spoilt_memory_is_none():
    remember(NIGHT, at=NOW, done=False)
    assert remembered() == {"backup": Ran(tried=NOW)}
    remember(NIGHT, at=NOW, done=True)
    assert remembered()["backup"].done == NOW
    memory().write_text("{")
    assert remembered() == {}


def test_the_command_runs_what_is_due_once(monkeypatch):
    ran = []
    monkeypatch.setattr(run_due, "call_command", lambda name, *_a, **_o: ran.append(name))
    call_command("run_due")
    assert {"backup", "rebuild_ratings", "send_mail_queue"} <= set(ran)
    ran.clear()
    call_command("run_due")
    assert ran == ["settle_ledger", "send_mail_queue", "open_club_night"]
    ran.clear()
    call_command("run_due", only=["nightly"])
    assert ran == ["rebuild_ratings", "clearsessions", "forget_receipts"]


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


def test_the_list_names_every_job(capsys):
    call_command("run_due", list=True)
    said = capsys.readouterr().out
    assert all(job.key in said for job in JOBS)


def test_a_check_of_the_ledger_changes_nothing(db, capsys):
    call_command("rebuild_ratings", check=True)
    assert capsys.readouterr().out.split()[0] == "0"


def test_every_timer_has_a_service_whose_command_there_is():
    services = {path.stem for path in UNITS.glob("*.service")}
    assert services == {path.stem for path in UNITS.glob("*.timer")}
    assert {"goclub-backup", "goclub-digest", "goclub-nightly"} <= services
    for path in UNITS.glob("*.service"):
        (command,) = re.findall(r"^ExecStart=\S+ manage\.py (\w+)", path.read_text(), re.M)
        assert command in get_commands()


def test_the_upgrade_is_a_script_that_the_shell_takes():
    script = Path(site.BASE_DIR / "script" / "upgrade")
    assert script.stat().st_mode & 0o111
    subprocess.run(["sh", "-n", script], check=True)
