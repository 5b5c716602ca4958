"""What ``check_production`` finds, one check after the other, and how it says so."""

from __future__ import annotations

import json
import smtplib
import socket
import ssl
from collections import namedtuple
from datetime import timedelta
from io import StringIO
from pathlib import Path
from unittest import mock

import psycopg
import pytest
from django.core.management import call_command
from django.db import NotSupportedError, OperationalError, connection

from goclub.common.environment import SettingFault
from goclub.common.production import on_database, on_settings
from goclub.common.production.checks import Check, CheckFinding, Gravity, asked
from goclub.common.tests.test_settings import GOOD, managed
from goclub.games.rating.ledger import production, triggers
from goclub.members.tests.factories import make_member

STOPS, FAULT, ADVICE = Gravity.STOPS, Gravity.FAULT, Gravity.ADVICE


def weights(check) -> list[Gravity]:
    """How much what a check finds weighs; every finding says what is wrong and what to do."""
    found = list(check())
    assert all(one.what and one.cure for one in found)
    return [one.gravity for one in found]


@pytest.fixture
def well(settings):
    """A site behind a proxy, as it should be."""
    settings.PRODUCTION = True
    settings.SECRET_KEY = "abcdefghijklmnopqrstuvwxyz0123456789-abcdefghijklmnop"
    settings.ALLOWED_HOSTS = ["go.example.org"]
    settings.SITE_URL = "https://go.example.org"
    settings.CSRF_TRUSTED_ORIGINS = []
    settings.SECURE_SSL_REDIRECT = settings.BEHIND_PROXY = True
    settings.TRUSTED_PROXIES = 1
    settings.SECURE_HSTS_SECONDS = 3600
    settings.SECURE_HSTS_PRELOAD = settings.SECURE_HSTS_INCLUDE_SUBDOMAINS = False
    settings.SETTING_FAULTS = settings.UNKNOWN_SETTINGS = []
    return settings


# --- What .env says ---------------------------------------------------------------------------
def test_nothing_is_found_where_all_is_well(well):
    assert [weights(check.ask) for check in on_settings.SETTINGS_CHECKS] == [[]] * len(
        on_settings.SETTINGS_CHECKS
    )


@pytest.mark.parametrize(
    ("check", "change", "found"),
    [
        (on_settings.settings_read, {"SETTING_FAULTS": [SettingFault("A", "b", "c")]}, [STOPS]),
        (on_settings.settings_read, {"UNKNOWN_SETTINGS": [SettingFault("A", "b", "c")]}, [FAULT]),
        (on_settings.environment, {"PRODUCTION": False}, [STOPS]),
        (on_settings.key, {"SECRET_KEY": "abc" * 20}, [FAULT]),
        (on_settings.hosts, {"ALLOWED_HOSTS": ["*"]}, [FAULT]),
        (on_settings.hosts, {"ALLOWED_HOSTS": ["https://go.example.org"]}, [STOPS]),
        (on_settings.hosts, {"ALLOWED_HOSTS": ["go.example.org:443", "a/b"]}, [STOPS, STOPS]),
        (on_settings.hosts, {"ALLOWED_HOSTS": ["[::1]", ".example.org", "10.0.0.7"]}, []),
        (on_settings.site_url, {"SITE_URL": ""}, [FAULT]),
        (on_settings.site_url, {"SITE_URL": "https://*"}, [FAULT]),
        (on_settings.site_url, {"SITE_URL": "https://.example.org"}, [FAULT]),
        (on_settings.site_url, {"SITE_URL": "https://go.example.org/club"}, [FAULT]),
        (on_settings.site_url, {"SITE_URL": "go.example.org"}, [FAULT]),
        (on_settings.site_url, {"SITE_URL": "http://go.example.org"}, [FAULT]),
        (on_settings.site_url, {"SITE_URL": "https://other.example"}, [FAULT]),
        (on_settings.site_url, {"SITE_URL": "https://go.example.org:8443"}, []),
        (on_settings.tls, {"SECURE_SSL_REDIRECT": False}, [FAULT]),
        (on_settings.tls, {"SECURE_HSTS_SECONDS": 0}, [ADVICE]),
        (on_settings.tls, {"SECURE_HSTS_PRELOAD": True}, [FAULT]),
        (on_settings.proxy, {"BEHIND_PROXY": False, "TRUSTED_PROXIES": 0}, [STOPS]),
        (on_settings.proxy, {"TRUSTED_PROXIES": 0}, [FAULT]),
        (
            on_settings.proxy,
            {"BEHIND_PROXY": False, "SECURE_SSL_REDIRECT": False},
            [FAULT],
        ),
        (on_settings.origins, {"CSRF_TRUSTED_ORIGINS": ["https://go.example.org"]}, []),
        (on_settings.origins, {"CSRF_TRUSTED_ORIGINS": ["http://go.example.org"]}, [FAULT]),
        (on_settings.origins, {"CSRF_TRUSTED_ORIGINS": ["https://other.example"]}, [FAULT]),
    ],
)
def test_a_setting_that_is_wrong_is_found(well, check, change, found):
    for name, value in change.items():
        setattr(well, name, value)
    assert weights(check) == found


def test_a_port_that_everybody_reaches_past_the_proxy(well, monkeypatch):
    monkeypatch.setattr(on_settings, "Path", lambda _name: Path("/no/such/container"))
    monkeypatch.setenv("HOST", "127.0.0.1")
    assert weights(on_settings.proxy) == []
    monkeypatch.setenv("HOST", "0.0.0.0")
    assert weights(on_settings.proxy) == [ADVICE]


# --- What is around it ------------------------------------------------------------------------
def test_a_folder_that_is_missing_or_shut(settings, tmp_path, monkeypatch):
    settings.VAR_DIR = settings.STATIC_ROOT = tmp_path
    settings.MEDIA_ROOT = str(tmp_path / "media")
    assert weights(on_settings.folders) == [STOPS]
    Path(settings.MEDIA_ROOT).mkdir()
    assert weights(on_settings.folders) == []

    def shut(**_where):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(on_settings.tempfile, "TemporaryFile", shut)
    assert set(weights(on_settings.folders)) == {STOPS}


@pytest.mark.parametrize(
    ("free", "found"), [(2 * on_settings.SOME, []), (on_settings.LITTLE, [ADVICE]), (1, [FAULT])]
)
def test_little_room_is_found_in_time(settings, tmp_path, monkeypatch, free, found):
    settings.VAR_DIR = settings.STATIC_ROOT = tmp_path
    usage = namedtuple("usage", "free")
    monkeypatch.setattr(on_settings.shutil, "disk_usage", lambda _folder: usage(free))
    assert weights(on_settings.room) == found


def test_a_style_that_was_not_collected(monkeypatch):
    class Storage:
        hashed_files: dict[str, str] = {}

        def exists(self, _name):
            return False

    monkeypatch.setattr(on_settings, "staticfiles_storage", Storage())
    assert weights(on_settings.static_files) == [STOPS]
    monkeypatch.setattr(on_settings, "staticfiles_storage", object())  # of tests and DEBUG
    assert weights(on_settings.static_files) == []


@pytest.mark.parametrize(
    ("error", "found"),
    [
        (None, []),
        (smtplib.SMTPAuthenticationError(535, b"no"), [FAULT]),
        (socket.gaierror(-2, "unknown"), [FAULT]),
        (ConnectionRefusedError(111, "refused"), [FAULT]),
        (TimeoutError("timed out"), [FAULT]),
        (ssl.SSLError(1, "WRONG_VERSION_NUMBER"), [FAULT]),
        (smtplib.SMTPServerDisconnected("gone"), [FAULT]),
        (smtplib.SMTPNotSupportedError("STARTTLS"), [FAULT]),
    ],
)
def test_a_mail_server_that_takes_us_in_or_not(well, monkeypatch, error, found):
    server = mock.Mock()
    server.open.side_effect = error
    well.EMAIL_HOST_PASSWORD = "secret"
    well.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    monkeypatch.setattr(on_settings, "get_connection", lambda **_how: server)
    assert weights(on_settings.mail) == found
    assert not any("secret" in one.what + one.cure for one in on_settings.mail())


def test_letters_that_go_nowhere(well):
    well.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    assert weights(on_settings.mail) == [FAULT]
    well.PRODUCTION = False
    assert weights(on_settings.mail) == []


def test_a_cache_that_is_away_or_not_shared(settings, monkeypatch):
    monkeypatch.setenv("WEB_WORKERS", "1")
    assert weights(on_settings.cache_answers) == []
    monkeypatch.setenv("WEB_WORKERS", "3")
    assert weights(on_settings.cache_answers) == [ADVICE]
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        address = f"redis://127.0.0.1:{taken.getsockname()[1]}"
        backend = "goclub.common.redis_cache.ForgivingRedisCache"
        settings.CACHES = {"default": {"BACKEND": backend, "LOCATION": address}}
        assert weights(on_settings.cache_answers) == [FAULT]


# --- The database -----------------------------------------------------------------------------
@pytest.mark.django_db
def test_a_database_that_is_well():
    assert not any(weights(check.ask) for check in (*on_database.CHECKS, *production.CHECKS))


@pytest.mark.parametrize(
    "error",
    [
        NotSupportedError("PostgreSQL 14 or later is required"),
        OperationalError("connection refused"),
    ],
)
def test_a_database_that_does_not_answer(monkeypatch, error):
    error.__cause__ = psycopg.OperationalError("refused")

    def fall():
        raise error

    monkeypatch.setattr(connection, "ensure_connection", fall)
    assert weights(on_database.database_answers) == [STOPS]


def test_a_file_on_the_disk_of_another_machine(monkeypatch, tmp_path):
    mounts = tmp_path / "mounts"
    mounts.write_text(f"disk / ext4 rw 0 0\nserver:/x {tmp_path}/far nfs4 rw 0 0\n")
    monkeypatch.setattr(on_database, "_MOUNTS", mounts)
    assert on_database.kind_of_disk(tmp_path / "near" / "club.sqlite3") == "ext4"
    assert on_database.kind_of_disk(tmp_path / "far" / "club.sqlite3") == "nfs4"
    if connection.vendor == "sqlite":
        name = str(tmp_path / "far" / "club.sqlite3")
        monkeypatch.setitem(connection.settings_dict, "NAME", name)
        assert weights(on_database.network_disk) == [FAULT]
        monkeypatch.setattr(on_database, "_MOUNTS", tmp_path / "none")
        assert weights(on_database.network_disk) == []


@pytest.mark.django_db
def test_a_migration_that_waits():
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'games'")
    assert weights(on_database.migrations) == [STOPS]


@pytest.mark.django_db
def test_a_ledger_without_its_guard():
    triggers.remove()
    assert weights(production.guarded) == [FAULT]
    triggers.install()


@pytest.mark.postgres
@pytest.mark.django_db
def test_a_gate_that_stands_open():
    if connection.vendor != "postgresql":
        pytest.skip("SQLite asks a function of our own")
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL goclub.gate = 'open'")
    assert weights(production.gate_shut) == [STOPS]


@pytest.mark.django_db
def test_a_rating_system_without_standings():
    from goclub.common.gate import gate_open
    from goclub.games.models import RatingEntry, Standing

    make_member(points=100)
    assert weights(production.complete) == []
    with gate_open():
        RatingEntry.objects.filter(system="elo").delete()
        Standing.objects.filter(system="elo").delete()
    assert weights(production.complete) == [FAULT]


# --- All of them ------------------------------------------------------------------------------


def finds(gravity: Gravity, name: str = "one", **more: bool) -> Check:
    return Check(name, lambda: [CheckFinding("wrong", "mend it", gravity)], **more)


def test_where_the_database_is_away_the_rest_is_not_asked_of_it():
    after = Check("after", list, asks_database=True)
    answers = list(asked([finds(STOPS, "database"), after, Check("mail", list)]))
    assert [one.name for one in answers] == ["database", "mail"]
    answers = list(asked([finds(FAULT, "database"), after]))
    assert [one.name for one in answers] == ["database", "after"]


@pytest.mark.parametrize(
    ("check", "options", "status"),
    [
        (finds(STOPS), [], 2),
        (finds(FAULT), [], 2),
        (finds(ADVICE), [], 0),
        (finds(STOPS), ["--before-start"], 2),
        (finds(FAULT), ["--before-start"], 0),
        (finds(STOPS, mended_by_start=True), ["--before-start"], 0),
    ],
)
@pytest.mark.parametrize("form", ["text", "json"])
def test_what_the_command_says_and_how_it_ends(monkeypatch, check, options, status, form):
    monkeypatch.setattr("goclub.common.management.commands.check_production.registry",
                        lambda: [check, Check("two", list)])  # fmt: skip
    out, ended = StringIO(), 0
    try:
        call_command("check_production", *options, format=form, stdout=out)
    except SystemExit as leave:
        ended = leave.code
    assert ended == status
    skipped = check.mended_by_start and options
    if form == "json":
        said = json.loads(out.getvalue())
        assert said["status"] == ("failing" if status else "ok")
        assert said["asked"] == (["two"] if skipped else ["one", "two"])
        assert len(said["findings"]) == (0 if skipped else 1)
    else:
        assert ("mend it" in out.getvalue()) is not bool(skipped)


def test_it_runs_with_any_file_at_all_and_names_everything_at_once(tmp_path):
    """A malformed database, no key, no host, no mail, a misspelt name, a line that is none."""
    file = tmp_path / "broken.env"
    file.write_text("GOCLUB_ENV=production\nDATABASE_URL=club\nEMIAL_URL=x\nPORT 80\n")
    answer = managed("check_production", "--format", "json", ENV_FILE=str(file))
    assert (answer.returncode, answer.stderr) == (2, "")
    said = [one["what"] for one in json.loads(answer.stdout)["findings"]]
    for name in ("SECRET_KEY", "ALLOWED_HOSTS", "DATABASE_URL", "EMAIL_URL", "EMIAL_URL",
                 "DEFAULT_FROM_EMAIL", "TIME_ZONE", "line 4", "BEHIND_PROXY"):  # fmt: skip
        assert any(name in what for what in said), name


def test_a_database_that_is_away_is_told_in_words():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        url = f"postgres://club@127.0.0.1:{taken.getsockname()[1]}/club"
        answer = managed("check_production", **GOOD, DATABASE_URL=url)
    assert (answer.returncode, answer.stderr) == (2, "")
    assert "createdb" in answer.stdout


def test_a_backup_that_is_late_or_failed_is_named(monkeypatch, settings):
    settings.BACKUP_LATE_DAYS = 2
    monkeypatch.setattr(on_database.backups, "last_failure", lambda: None)
    for age, gravity in ((None, Gravity.ADVICE), (timedelta(days=3), Gravity.FAULT)):
        monkeypatch.setattr(on_database.backups, "age", lambda _now=None, old=age: old)
        (found,) = on_database.backed_up()
        assert found.gravity is gravity
    monkeypatch.setattr(on_database.backups, "age", lambda _now=None: timedelta(hours=1))
    assert not list(on_database.backed_up())


def test_a_check_that_the_database_fails_finds_that():
    def fall():
        raise OperationalError("no such table")

    (answer,) = asked([Check("one", fall)])
    assert [one.gravity for one in answer.findings] == [FAULT]
