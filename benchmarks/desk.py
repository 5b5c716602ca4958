"""The chair's desk in a large club: 10,000 games, 300 members, 300 waiting reports, and something
of every other kind.

    .venv/bin/python benchmarks/desk.py
    .venv/bin/python benchmarks/desk.py --games 1000 --repeat 5

Makes a database of its own in memory.  Waiting reports are real ones, copied; confirmed games are
rows without a ledger, which the desk does not read.  The limits that we keep: 15 queries, 100 ms of
processor time, 60 kB compressed; and one press that confirms 300.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
import uuid
from datetime import timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ["DATABASE_URL"] = "sqlite://:memory:"
os.environ["LATE_FACTS"] = "worker"  # nothing goes on beside what is measured
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "goclub.settings")

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.test import Client  # noqa: E402
from django.utils import timezone  # noqa: E402
from page_figures import Limits, measure  # noqa: E402

LIMITS = Limits(milliseconds=100, queries=15, size=60_000)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--members", type=int, default=300)
    parser.add_argument("--reports", type=int, default=300)
    parser.add_argument("--repeat", type=int, default=15)
    options = parser.parse_args()
    settings.STORAGES["staticfiles"]["BACKEND"] = (
        "django.contrib.staticfiles.storage.StaticFilesStorage"
    )
    night = tempfile.TemporaryDirectory()
    settings.VAR_DIR, settings.BACKUP_DIR, settings.BACKUP_LATE_DAYS = (
        Path(night.name),
        night.name,
        2,
    )
    call_command("migrate", verbosity=0)
    chair = fill(options.members, options.games, options.reports)
    client = Client(headers={"host": "localhost"})
    client.force_login(chair, "goclub.members.backends.NameOrEmailBackend")
    within = [
        measure(client, "desk", "/desk/", options.repeat, LIMITS),
        measure(client, "all reports", "/desk/reports/", options.repeat, LIMITS),
        measure(client, "start page", "/", options.repeat, None),
    ]
    started = time.perf_counter()
    answer = client.post("/desk/reports/", {"do": "confirm", "all": str(10**12)})
    print(f"one press for {options.reports}: {time.perf_counter() - started:.1f} s")
    assert answer.status_code == 302
    return 0 if all(within) else 1


def fill(members: int, games: int, reports: int) -> object:
    from goclub.common.gate import gate_open
    from goclub.games.models import Game
    from goclub.games.rating.ledger.checked import Checked, note_check
    from goclub.games.tests.factories import report
    from goclub.leagues.tests.everything_waits import let_everything_wait
    from goclub.members.roles import CHAIR
    from goclub.members.tests.factories import make_applicant, make_member

    let_everything_wait(2)
    note_check(Checked(at=timezone.now(), lines=2 * games, differ=3))
    people = [make_member(f"Member {number}") for number in range(members)]
    waiting = report(people[0], people[1])
    now = timezone.now()
    skipped = ("id", "report_key", "black", "white", "state", "reported_at", "confirmed_at")
    same = {
        field.attname: getattr(waiting, field.attname)
        for field in Game._meta.concrete_fields
        if field.name not in skipped
    }
    made = [
        Game(
            **same,
            report_key=uuid.uuid4(),
            black=people[number % members],
            white=people[(number * 7 + 1) % members]
            if (number * 7 + 1) % members != number % members
            else people[(number + 1) % members],
            state="reported" if number < reports - 1 else "confirmed",
            reported_at=now - timedelta(days=number % 20 if number < reports else 400),
            confirmed_at=None if number < reports - 1 else now - timedelta(days=399),
        )
        for number in range(games)
    ]
    with gate_open():
        Game.objects.bulk_create(made, batch_size=500)
    for number in range(3):
        make_applicant(f"Applicant {number}", declared_rank="5k")
    chair = make_member(role=CHAIR)
    print(f"{members} members, {Game.objects.count():,} games")
    return chair.user


if __name__ == "__main__":
    sys.exit(main())
