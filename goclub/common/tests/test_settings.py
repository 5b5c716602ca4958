"""Settings: whatever `.env` holds, every fault is told in words with its cure, and at once."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from goclub.common.environment import Environment, SettingFault, Stops, command_of, refusal

ROOT = Path(settings.BASE_DIR)
GOOD = {
    "GOCLUB_ENV": "production",
    "SECRET_KEY": "x" * 60,
    "ALLOWED_HOSTS": "go.example.org",
    "EMAIL_URL": "smtp://localhost:25",
    "DEFAULT_FROM_EMAIL": "Hoshi Go Club <club@go.example.org>",
    "TIME_ZONE": "Europe/Warsaw",
}
#: What only serving and sending needs.
NEEDED = ("SECRET_KEY", "ALLOWED_HOSTS", "EMAIL_URL", "DEFAULT_FROM_EMAIL", "TIME_ZONE")


def started(*arguments: str, **values: str) -> subprocess.CompletedProcess[str]:
    """Python in a process of its own, with these variables and no file."""
    clean = {"PATH": os.environ["PATH"], "ENV_FILE": os.devnull}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT, env={**clean, **values}, capture_output=True, text=True, check=False,
    )  # fmt: skip


def served(**values: str) -> subprocess.CompletedProcess[str]:
    return started("-m", "goclub.wsgi", **values)


def managed(*arguments: str, **values: str) -> subprocess.CompletedProcess[str]:
    return started("manage.py", *arguments, **values)


def named(answer: subprocess.CompletedProcess[str]) -> list[str]:
    """The settings that a refusal names."""
    return re.findall(r"^  ([A-Z_]+): ", answer.stderr, re.MULTILINE)


@pytest.fixture
def written(tmp_path):
    """An environment from a file of this text; what it sets falls with the test."""
    before = dict(os.environ)

    def write(text: str) -> Environment:
        file = tmp_path / ".env"
        file.write_bytes(text.encode() if isinstance(text, str) else text)
        return Environment(file)

    yield write
    os.environ.clear()
    os.environ.update(before)


def test_several_machines_are_said_in_settings():
    asked = """
import json
from django.conf import settings
one = settings.DATABASES["default"]
print(json.dumps([
    one["OPTIONS"]["pool"], one["CONN_MAX_AGE"], one["DISABLE_SERVER_SIDE_CURSORS"],
    one["OPTIONS"]["prepare_threshold"],
    settings.CACHES["default"]["BACKEND"], settings.SETTING_FAULTS,
]))
"""
    answer = started(
        "-c", asked, DJANGO_SETTINGS_MODULE="goclub.settings", DATABASE_POOL="4",
        DATABASE_URL="postgres://club:secret@one/club", DATABASE_POOLER="True",
        CACHE_URL="redis://third:6379/0", **GOOD,
    )  # fmt: skip
    assert answer.returncode == 0, answer.stderr
    assert json.loads(answer.stdout) == [
        {"max_size": 4, "timeout": 10}, 0, True, None,
        "goclub.common.redis_cache.ForgivingRedisCache", [],
    ]  # fmt: skip


def test_everything_that_is_missing_is_told_at_once_and_in_words():
    well = served(**GOOD)
    assert (well.returncode, well.stderr) == (0, "")
    answer = served(GOCLUB_ENV="production")
    assert answer.returncode == 1
    assert named(answer) == list(NEEDED)
    assert "Traceback" not in answer.stderr


def test_commands_that_need_no_mail_go_on_without(tmp_path):
    values = {"GOCLUB_ENV": "production", "DATABASE_URL": f"sqlite:///{tmp_path}/club.sqlite3"}
    answer = managed("showmigrations", "auth", **values)
    assert (answer.returncode, answer.stderr) == (0, "")
    answer = managed("runserver", "--noreload", "0", **values)
    assert answer.returncode == 2
    assert named(answer) == list(NEEDED)


@pytest.mark.parametrize(
    "values",
    [
        {
            "SITE_URL": "https://[", "DATABASE_URL": "club.sqlite3", "CACHE_URL": "radish://host",
            "DATABASE_POOL": "many", "KEEP_PAGES": "-1", "EMAIL_URL": "mail.example.org",
            "TIME_ZONE": "Tokyo", "TRUSTED_PROXIES": "-1", "BEHIND_PROXY": "maybe",
            "LIMIT_SIGN_IN": "many", "CSRF_TRUSTED_ORIGINS": "go.example.org", "DEBUG": "True",
        },
        {
            "SITE_URL": "https://go:x", "DATABASE_URL": "oracle://a:b@host/name",
            "EMAIL_URL": "smtp://user@host:many", "TIME_ZONE": "../etc/passwd",
            "TRUSTED_PROXIES": "one",
        },
        {"DATABASE_URL": "postgres://user:pass/word@host:port/name", "EMAIL_URL": "smtp:///"},
        {"GOCLUB_ENV": "staging"},
    ],
)  # fmt: skip
def test_malformed_values_stop_every_command_without_a_traceback(values):
    answer = managed("showmigrations", **GOOD | values)
    assert (answer.returncode, set(named(answer))) == (2, set(values))
    assert "Traceback" not in answer.stderr
    assert "pass/word" not in answer.stderr


@pytest.mark.parametrize(
    "values",
    [
        {
            "SECRET_KEY": "short", "ALLOWED_HOSTS": " , ", "DEFAULT_FROM_EMAIL": "the club",
            "EMAIL_URL": "", "TIME_ZONE": "",
        },
        {
            "SECRET_KEY": settings.DEMO_SECRET_KEY,
            "DEFAULT_FROM_EMAIL": "club@example.org\nBcc: all@example.org",
        },
    ],
)  # fmt: skip
def test_what_is_not_safe_to_serve_with_is_not_served(values):
    answer = served(**GOOD | values)
    assert (answer.returncode, set(named(answer))) == (1, set(values))


def test_a_key_that_is_refused_is_used_by_nothing():
    code = "from goclub import settings; print(len(settings.SECRET_KEY), settings.SECRET_KEY)"
    said = [started("-c", code, GOCLUB_ENV="production", SECRET_KEY="short") for _ in range(2)]
    first, second = (answer.stdout.split() for answer in said)
    assert int(first[0]) >= 50
    assert first[1] != second[1]


def test_only_the_own_host_is_bound_to_https():
    code = (
        "from goclub import settings as s;"
        "print(s.SECURE_HSTS_SECONDS, s.SECURE_HSTS_INCLUDE_SUBDOMAINS, s.SECURE_HSTS_PRELOAD)"
    )
    assert started("-c", code, **GOOD).stdout.split() == ["31536000", "False", "False"]


# --- The file ---------------------------------------------------------------------------------
def test_another_encoding_and_a_line_that_is_no_assignment_are_named(written):
    assert [fault.name for fault in written("NAME=碁会".encode("cp932")).faults] == [".env"]
    env = written("# the club\n\nexport NAME=Hoshi\nPASSWORD secret\n")
    assert [fault.name for fault in env.faults] == [".env, line 4"]
    assert "secret" not in str(env.faults[0])
    assert env.text("NAME") == "Hoshi"


@pytest.mark.parametrize("line", ["NAME = Hoshi", " NAME=Hoshi", "export  NAME=Hoshi", "NAME =x"])
def test_a_line_that_would_be_skipped_is_named(written, line):
    env = written(f"{line}\n")
    assert [fault.name for fault in env.faults] == [".env, line 1"]


def test_a_misspelt_name_is_asked_about(written):
    env = written("EMIAL_URL=smtp://localhost\nPORT=8000\nBANANA=1\n")
    env.email("EMAIL_URL", default="")
    found = {fault.name: fault.cure for fault in env.unknown_names()}
    assert found.keys() == {"EMIAL_URL", "BANANA"}
    assert "EMAIL_URL" in found["EMIAL_URL"]
    assert "EMAIL_URL" not in found["BANANA"]


def test_a_mark_that_windows_puts_before_the_first_name_is_no_part_of_it(written):
    env = written("\ufeffNAME=Hoshi\r\nHOSTS=a.example.org, b.example.org\r\n")
    assert env.text("NAME") == "Hoshi"
    assert env.words("HOSTS") == ["a.example.org", "b.example.org"]
    assert env.faults == []


# --- Who is stopped ---------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("command", "stopped"),
    [
        ("check_production", ()),
        ("help", ()),
        ("migrate", ("A",)),
        ("send_mail_queue", ("A", "B")),
        (None, ("A", "B")),
    ],
)
def test_who_is_stopped_by_what(command, stopped):
    faults = [SettingFault("A", "is wrong", "Mend it."), SettingFault("B", "", "", Stops.SERVING)]
    said = refusal(faults, command)
    assert re.findall(r"^  ([A-Z]): ", said, re.MULTILINE) == list(stopped)
    assert bool(said) == bool(stopped)


@pytest.mark.parametrize(
    ("line", "command"),
    [
        (["manage.py"], "help"),
        (["manage.py", "migrate", "--help"], "help"),
        (["manage.py", "-v", "migrate"], "migrate"),
        (["manage.py", "migrate", "auth"], "migrate"),
    ],
)
def test_the_command_of_a_line(line, command):
    assert command_of(line) == command
