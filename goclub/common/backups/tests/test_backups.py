"""What was kept comes back to the last row, or is refused in words; nothing half-done stays."""

from __future__ import annotations

import json
import sqlite3
import stat
import zipfile
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import IntegrityError, connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django_otp.plugins.otp_totp.models import TOTPDevice
from django_otp_webauthn.models import WebAuthnCredential

from goclub.common import backups
from goclub.common.backups import making
from goclub.common.backups.archive import opened
from goclub.common.backups.databases import connected, create_tables, is_newer
from goclub.common.backups.making import make_backup
from goclub.common.backups.moving import fill
from goclub.common.backups.restoring import last_migrations, refuse_foreign, restore_backup
from goclub.common.canonical import LEDGER, fingerprint
from goclub.common.tests.databases import empty_database
from goclub.games.models import Game, RatingEntry
from goclub.games.rating.ledger import triggers
from goclub.games.tests.factories import play
from goclub.members.models import ClubSettings, Letter, Member, Notice
from goclub.members.tests.factories import make_member
from ratings.errors import RuleError

pytestmark = pytest.mark.postgres

AT = datetime(2026, 3, 1, 19, 30, tzinfo=UTC)


@pytest.fixture(autouse=True)
def place(settings, tmp_path) -> Path:
    settings.BACKUP_DIR = str(tmp_path / "kept")
    settings.BACKUP_LATE_DAYS = 2
    settings.MEDIA_ROOT = str(tmp_path / "media")
    return tmp_path / "kept"


def fill_club() -> None:
    ClubSettings.objects.create(pk=1, name="星の碁会")
    sato, anong = make_member("佐藤 健"), make_member("อนงค์", points=100)
    for minute in (0, 10, 20):
        play(sato, anong, minute=minute)
    TOTPDevice.objects.create(user=sato.user, name="", confirmed=True)
    WebAuthnCredential.objects.create(
        user=anong.user,
        name="",
        credential_id=b"\x00\xff key",
        public_key=b"\x80\x00",
        transports=["internal"],
        confirmed=True,
    )


@pytest.fixture
def club(db) -> None:
    fill_club()


@pytest.fixture
def living_club(transactional_db) -> None:
    """A club whose rows are committed: a restore ends a transaction of its own."""
    fill_club()


def refused(**how) -> str:
    with pytest.raises(RuleError) as refusal:
        restore_backup(**({"at": AT, "replace": True, "tell": print} | how))
    return refusal.value.reason


def test_a_backup_is_private_recorded_and_says_what_it_holds(club, place):
    path, record = make_backup(at=AT)
    assert path.parent == place
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert backups.records() == [(path, record)]
    with opened(path) as archive:
        assert {one.table.name: one.sha256 for one in archive.manifest.tables} == fingerprint()
        assert archive.manifest.ledger == record.ledger == fingerprint(tables=[LEDGER])[LEDGER]
    assert not [one for one in place.iterdir() if one.suffix == ".part"]


def test_migrations_that_a_library_put_into_one_are_known(club):
    """A database records both; a backup of it is restored by this release and the next."""
    path, _record = make_backup(at=AT)
    with opened(path) as archive:
        migrations = archive.manifest.migrations
        refuse_foreign(archive.manifest)
    replaced = ("django_otp_webauthn", "0001_initial")
    assert replaced in migrations
    last = last_migrations(migrations)
    assert replaced not in last
    assert len({app for app, _name in last}) == len(last)


def test_age_and_lateness(club, settings):
    assert backups.age(AT) is None
    assert backups.is_late(AT)
    make_backup(at=AT)
    assert backups.age(AT + timedelta(hours=5)) == timedelta(hours=5)
    assert not backups.is_late(AT + timedelta(days=2))
    assert make_backup(at=AT)[0] != make_backup(at=AT)[0], "two in one second have two names"
    assert backups.is_late(AT + timedelta(days=2, seconds=1))
    settings.BACKUP_LATE_DAYS = 0
    assert not backups.is_late(AT + timedelta(days=9))
    assert backups.warnings(AT + timedelta(days=9)) == []


def test_only_the_newest_are_kept_and_strangers_stay(club, place):
    place.mkdir()
    stranger = place / "goclub-holiday.zip"
    stranger.write_bytes(b"mine")
    made = [make_backup(at=AT + timedelta(days=day), keep=2)[0] for day in range(4)]
    assert [path for path, _record in backups.records()] == [made[3], made[2]]
    assert not made[0].exists()
    assert stranger.read_bytes() == b"mine"


def test_a_second_place_has_the_same_file(club, settings, tmp_path):
    settings.BACKUP_COPY_DIR = str(tmp_path / "elsewhere")
    path, record = make_backup(at=AT)
    (copy, copied), = backups.records(tmp_path / "elsewhere")  # fmt: skip
    assert (copy.read_bytes(), copied) == (path.read_bytes(), record)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600


def test_a_failure_is_noted_until_the_next_success(club, place, monkeypatch):
    def full(*_args, **_options):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(making, "write_archive", full)
        with pytest.raises(OSError, match="No space"):
            make_backup(at=AT)
    failure = backups.last_failure()
    assert failure is not None
    assert "No space left" in failure.why
    assert failure.at == AT
    assert backups.age(AT) is None
    assert len(backups.warnings(AT)) == 2
    make_backup(at=AT)
    assert backups.last_failure() is None
    assert backups.warnings(AT) == []


def test_a_backup_that_cannot_be_restored_is_none(club, place, monkeypatch):
    monkeypatch.setattr(making, "fill", lambda *_: (_ for _ in ()).throw(IntegrityError("no")))
    with pytest.raises(IntegrityError):
        make_backup(at=AT)
    assert backups.records() == []
    assert not list(place.glob("*.zip"))


@pytest.mark.parametrize("vendor", ["sqlite", "postgresql"])
def test_a_backup_goes_into_either_database(club, vendor, tmp_path):
    path, _record = make_backup(at=AT)
    before = fingerprint()
    with empty_database(vendor, tmp_path) as url, connected(url) as other:
        create_tables(other)
        with opened(path) as archive, transaction.atomic(other):
            fill(archive, other)
        assert fingerprint(other) == before
        newest = Game.objects.order_by("-pk").first()
        following = ClubSettings.history.using(other).order_by("-history_id").first()
        assert newest is not None
        assert following is not None
        following.pk = None
        following.save(using=other)
        assert following.pk == ClubSettings.history.order_by("-history_id")[0].pk + 1


def test_restored_in_the_place_of_what_came_after(living_club, place):
    path, _record = make_backup(at=AT)
    before = fingerprint()
    sato, anong = Member.objects.order_by("pk")
    play(sato, anong, minute=90)
    assert fingerprint() != before
    said: list[str] = []
    restore_backup(file=path, at=AT, replace=True, tell=said.append)
    assert fingerprint() == before
    assert triggers.missing() == []
    with pytest.raises(IntegrityError):
        RatingEntry.objects.all().delete()
    # What was there is kept, and comes back as well.
    kept = next(one for one, _record in backups.records() if "before-restore" in one.name)
    assert str(kept) in said[0]
    restore_backup(file=kept, at=AT, replace=True, tell=said.append)
    assert Game.objects.count() == 4


def test_letters_that_waited_in_a_backup_are_held_back(living_club):
    Letter.objects.all().delete()
    for state in ("waiting", "sending", "sent"):
        Letter.objects.create(to="a@example.org", subject=state, text="x", kind="x", state=state)
    Notice.objects.create(member=Member.objects.first(), kind="x", url="/", at=AT, in_digest=True)
    path, _record = make_backup(at=AT)
    Letter.objects.update(state="sent")
    restore_backup(file=path, at=AT, replace=True, tell=print)
    states = dict(Letter.objects.values_list("subject", "state"))
    assert states == {"waiting": "doubtful", "sending": "doubtful", "sent": "sent"}
    assert not Notice.objects.filter(in_digest=True).exists()
    assert not Letter.objects.due().exists()


@pytest.mark.parametrize("copied", [False, True])
def test_what_is_restored_is_not_thrown_away_for_what_was_there(
    living_club, settings, tmp_path, copied
):
    settings.BACKUP_KEEP = 1
    settings.BACKUP_COPY_DIR = str(tmp_path / "elsewhere")
    path, _record = make_backup(at=AT)
    file = tmp_path / "elsewhere" / path.name if copied else path
    restore_backup(file=file, at=AT + timedelta(hours=1), replace=True, tell=print)
    assert file.exists()


def test_a_club_that_is_there_is_not_replaced_unasked(living_club):
    path, _record = make_backup(at=AT)
    before = fingerprint()
    assert refused(file=path, replace=False) == "backups.not_empty"
    assert fingerprint() == before


def why_refused(file: Path) -> str:
    """The reason; "" where the byte that changed says nothing."""
    try:
        with opened(file) as archive:
            archive.check()
    except RuleError as error:
        return error.reason
    return ""


def test_whatever_is_damaged_is_refused_and_changes_nothing(living_club, tmp_path):
    path, _record = make_backup(at=AT)
    before = fingerprint()
    content = path.read_bytes()
    for number, at in enumerate(range(40, len(content), len(content) // 25)):
        broken = bytearray(content)
        broken[at] ^= 0xFF
        file = tmp_path / f"{number}.zip"
        file.write_bytes(broken)
        assert why_refused(file) in ("backups.damaged", "backups.no_backup", "")
    half = tmp_path / "half.zip"
    half.write_bytes(content[: len(content) // 2])
    assert refused(file=half) == "backups.no_backup"
    assert fingerprint() == before


def changed(path: Path, target: Path, name: str, change) -> Path:
    """The same archive with one of its parts changed, whole as a zip."""
    with zipfile.ZipFile(path) as read, zipfile.ZipFile(target, "w") as out:
        for entry in read.namelist():
            content = read.read(entry)
            out.writestr(entry, change(content) if entry == name else content)
    return target


def test_a_row_that_somebody_changed_is_noticed(living_club, tmp_path):
    path, _record = make_backup(at=AT)
    name = "tables/games_game.jsonl"
    forged = changed(path, tmp_path / "f.zip", name, lambda b: b.replace(b'"B"', b'"W"', 1))
    assert refused(file=forged) == "backups.damaged"
    lost = changed(path, tmp_path / "l.zip", name, lambda b: b.split(b"\n", 1)[1])
    assert refused(file=lost) == "backups.damaged"


def test_a_newer_release_is_refused_in_words(living_club, tmp_path, capsys):
    path, _record = make_backup(at=AT)

    def newer(content: bytes) -> bytes:
        said = json.loads(content)
        said["migrations"].append(["games", "9999_of_tomorrow"])
        said["release"] = "99.0"
        return json.dumps(said).encode()

    file = changed(path, tmp_path / "newer.zip", "manifest.json", newer)
    assert refused(file=file) == "backups.newer_release"
    with pytest.raises(CommandError, match=r"99\.0") as refusal:
        call_command("restore", file, "--replace", "--yes")
    assert refusal.value.returncode == 2


def test_a_database_that_a_newer_release_changed_is_kept_whole_before_a_restore(living_club):
    """SQLite reads a column that is gone as a text of that name: such a backup would be wrong."""
    path, _record = make_backup(at=AT)
    MigrationRecorder(connection).record_applied("members", "9999_of_tomorrow")
    with pytest.raises(RuleError) as refusal:
        make_backup(at=AT)
    assert refusal.value.reason == "backups.newer_database"
    if connection.vendor == "postgresql":
        assert refused(file=path) == "backups.newer_database"
        MigrationRecorder(connection).record_unapplied("members", "9999_of_tomorrow")
        return
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE members_member RENAME COLUMN display_name TO shown_name")
    lines: list[str] = []
    restore_backup(file=path, at=AT, replace=True, tell=lines.append)
    kept = lines[0].removeprefix("What was here is kept in ").removesuffix(".")
    with closing(sqlite3.connect(kept)) as copy:
        assert ("佐藤 健",) in copy.execute("SELECT shown_name FROM members_member").fetchall()
    assert Member.objects.filter(display_name="佐藤 健").exists()
    assert not is_newer()


@pytest.mark.parametrize("content", [b"", b"not a zip", b"PK\x05\x06" + bytes(18)])
def test_what_is_no_backup_is_refused(db, tmp_path, content):
    file = tmp_path / "x.zip"
    file.write_bytes(content)
    assert refused(file=file) == "backups.no_backup"
    assert refused(file=tmp_path / "none.zip") == "backups.no_file"


def test_files_of_members_come_along_and_none_leaves_its_folder(living_club, tmp_path, settings):
    photo = Path(settings.MEDIA_ROOT) / "marks" / "club.svg"
    photo.parent.mkdir(parents=True)
    photo.write_bytes(b"<svg/>")
    path, _record = make_backup(at=AT)
    photo.write_bytes(b"spoilt")
    restore_backup(file=path, at=AT, replace=True, tell=print)
    assert photo.read_bytes() == b"<svg/>"

    def outside(content: bytes) -> bytes:
        return content.replace(b"marks/club.svg", b"../x/club.svg")

    bad = changed(path, tmp_path / "bad.zip", "manifest.json", outside)
    with zipfile.ZipFile(bad, "a") as out:
        out.writestr("media/../x/club.svg", b"<svg/>")
    assert refused(file=bad) == "backups.damaged"
    assert not (tmp_path / "x").exists()


def test_the_command_says_the_file_and_asks_before_it_replaces(living_club, monkeypatch, capsys):
    call_command("backup")
    path = capsys.readouterr().out.splitlines()[-1]
    assert Path(path).is_file()
    before = fingerprint()
    monkeypatch.setattr("builtins.input", lambda _text: "no")
    with pytest.raises(CommandError):
        call_command("restore", path, "--replace")
    assert fingerprint() == before


def test_health_warns_of_a_late_backup_and_goes_on(client, club):
    answer = client.get("/health/")
    assert answer.status_code == 200
    assert answer.json()["warnings"] == ["no backup yet"]
    make_backup(at=datetime.now(UTC))
    assert client.get("/health/").json()["warnings"] == []
