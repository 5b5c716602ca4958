"""Checks of the database, its backups and the tasks that are due."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from django.db import Error, NotSupportedError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from goclub.common import backups
from goclub.common.health import database_problems
from goclub.common.production.checks import Check, CheckFinding, Gravity
from goclub.common.schedule import late_jobs, remembered
from goclub.common.transactions import Fault, fault_of

#: Disks of other machines: SQLite's locks and its log do not hold on them.
NETWORK = {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "fuse.sshfs", "ceph", "glusterfs", "afs"}
_MOUNTS = Path("/proc/mounts")
_RUN_DUE = (
    "script/production and deploy/compose.yaml run the tasks while they serve. If you serve the "
    "site another way, let cron run manage.py run_due every five minutes."
)


def database_answers() -> Iterator[CheckFinding]:
    """Whether the database can be reached and is recent enough."""
    try:
        connection.ensure_connection()
    except NotSupportedError as error:
        cure = "Install a newer release of the database and move the club's data into it."
        yield CheckFinding(f"the database is too old: {error}", cure, Gravity.STOPS)
    except ImproperlyConfigured:
        yield CheckFinding("no database is set", "Set DATABASE_URL.", Gravity.STOPS)
    except Error as error:
        text = " ".join(str(error).split())
        cure = (
            "Check host, port, user, password and name in DATABASE_URL. Is the server running? "
            "To create one: sudo -u postgres createuser --pwprompt goclub; "
            "sudo -u postgres createdb --owner goclub goclub"
            if fault_of(error) is Fault.AWAY
            else "Check DATABASE_URL and the permissions of the user who runs the site."
        )
        yield CheckFinding(f"the database does not respond: {text}", cure, Gravity.STOPS)


def encoding() -> Iterator[CheckFinding]:
    """Whether names in all scripts can be stored."""
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_encoding")
        (name,) = cursor.fetchone()
    if name != "UTF8":
        yield CheckFinding(
            f"the database stores {name}: names in other scripts are rejected",
            "Create it again: createdb --encoding=UTF8 --template=template0 --owner goclub goclub",
            Gravity.STOPS,
        )


def network_disk() -> Iterator[CheckFinding]:
    """Whether an SQLite file is on a local disk."""
    if connection.vendor != "sqlite":
        return
    file = Path(str(connection.settings_dict["NAME"]))
    kind = kind_of_disk(file)
    if kind in NETWORK:
        yield CheckFinding(
            f"{file} is on a disk of another machine ({kind}): SQLite loses data there",
            "Choose a file on a disk of this machine in DATABASE_URL, or use PostgreSQL.",
        )


def kind_of_disk(file: Path) -> str:
    """Return the kind of file system that holds a file; "" if unknown."""
    if not _MOUNTS.is_file():
        return ""
    place = file.resolve()
    kind, longest = "", -1
    for line in _MOUNTS.read_text().splitlines():
        _device, mounted, name, *_rest = line.split()
        where = Path(mounted.replace("\\040", " "))
        if place.is_relative_to(where) and len(where.parts) >= longest:
            kind, longest = name, len(where.parts)
    return kind


def migrations() -> Iterator[CheckFinding]:
    """Whether the tables are those of this release."""
    executor = MigrationExecutor(connection)
    waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if waiting:
        yield CheckFinding(
            f"{len(waiting)} migrations have not run: the tables are those of an older release",
            "Run manage.py migrate.",
            Gravity.STOPS,
        )


def writes() -> Iterator[CheckFinding]:
    """Whether the database accepts writes."""
    for problem in database_problems():
        cure = "Check /health/, the free disk space and the permissions of the database user."
        yield CheckFinding(problem, cure)


def backed_up() -> Iterator[CheckFinding]:
    """Whether the last good backup is recent and the last attempt succeeded."""
    if backups.is_late():
        age = backups.age()
        cure = "Run manage.py backup; script/production runs it every night."
        if age is None:
            yield CheckFinding("there is no backup yet", cure, Gravity.ADVICE)
        else:
            yield CheckFinding(f"the last backup is {age.days} days old", cure)
    if failure := backups.last_failure():
        yield CheckFinding(
            f"the last backup failed: {failure.why}", "Run manage.py backup and read its output."
        )


def ran() -> Iterator[CheckFinding]:
    """Whether backup, ledger check, e-mails and reminders ran on time."""
    late = late_jobs(timezone.now())
    if late and not remembered():
        yield CheckFinding("no task has run yet", _RUN_DUE, Gravity.ADVICE)
        return
    for job, last in late:
        when = f"since {last.done:%Y-%m-%d %H:%M} UTC" if last.ever else "yet"
        tried = f"; tried at {last.tried:%Y-%m-%d %H:%M} UTC, failed" if last.failed else ""
        command = f"Run manage.py run_due --only '{job.key}' and read its output. "
        yield CheckFinding(f"{job.key}: not done {when}{tried}", command + _RUN_DUE)


CHECKS = (
    Check("database", database_answers),
    Check("encoding", encoding, asks_database=True),
    Check("disk of the database", network_disk),
    Check("migrations", migrations, asks_database=True, mended_by_start=True),
    Check("writing", writes, asks_database=True, mended_by_start=True),
    Check("backups", backed_up),
    Check("tasks", ran),
)
