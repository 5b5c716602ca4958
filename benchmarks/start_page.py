"""The start page of a member with 2,000 games, of a new one, of a visitor, in clubs of two sizes.

    .venv/bin/python benchmarks/start_page.py

Makes databases of its own in memory, one after the other.  The games are confirmed rows, the ledger
is computed from them; three reports wait for the member, and the club meets every week.  The limits
that are asked: 15 queries, 60 ms of processor time, 20 kB compressed, the same for 2 and for 300
members.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import uuid
from datetime import UTC, datetime, time, timedelta
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
from page_figures import Limits, measure  # noqa: E402

LIMITS = Limits(milliseconds=60, queries=15, size=20_000)
REPORTS = 3


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2_000)
    parser.add_argument("--repeat", type=int, default=15)
    parser.add_argument("--members", type=int, help="one size of club, in this process")
    options = parser.parse_args()
    if options.members is None:
        line = [sys.executable, __file__, "--games", str(options.games)]
        return max(
            subprocess.run([*line, "--members", str(members)], check=False).returncode
            for members in (2, 300)
        )
    settings.STORAGES["staticfiles"]["BACKEND"] = (
        "django.contrib.staticfiles.storage.StaticFilesStorage"
    )
    call_command("migrate", verbosity=0)
    player, newcomer = fill(options.members, options.games)
    within = []
    for what, user in (("member", player), ("new member", newcomer), ("visitor", None)):
        client = Client(headers={"host": "localhost"})
        if user is not None:
            client.force_login(user, "goclub.members.backends.NameOrEmailBackend")
        name = f"{options.members} members, {what}"
        within.append(measure(client, name, "/", options.repeat, LIMITS))
    return 0 if all(within) else 1


def fill(members: int, games: int) -> tuple[object, object]:
    """A member with so many games and reports that wait for him, and one who has just come."""
    from goclub.common.gate import gate_open
    from goclub.games.models import Game
    from goclub.games.rating.ledger.posting import rebuild
    from goclub.games.tests.factories import report
    from goclub.leagues.calendar.services.series import Details, start_series
    from goclub.members.tests.factories import make_member

    people = [make_member(f"Member {number}", rank="5k") for number in range(members)]
    player = people[0]
    now = datetime.now(UTC)
    first = report(people[1], player, played_on=(now - timedelta(days=1)).date())
    skipped = ("id", "report_key", "black", "white", "winner", "state", "played_on",
               "reported_at", "confirmed_at", "confirmed_by")  # fmt: skip
    same = {
        field.attname: getattr(first, field.attname)
        for field in Game._meta.concrete_fields
        if field.name not in skipped
    }
    made = []
    for number in range(games):
        other = people[1 + number % (members - 1)]
        at = now - timedelta(days=10, hours=games - number)
        made.append(
            Game(
                **same, report_key=uuid.uuid4(), black=other, white=player,
                winner="BW"[number % 2], state="confirmed", played_on=at.date(),
                reported_at=at, confirmed_at=at + timedelta(minutes=1), confirmed_by=player.user,
            )
        )  # fmt: skip
    with gate_open():
        Game.objects.bulk_create(made, batch_size=500)
    rebuild()
    for number in range(1, REPORTS):
        report(people[1], player, minute=number, played_on=(now - timedelta(days=2)).date())
    evening = Details(
        title="Tuesday", first=(now - timedelta(days=30)).date(), begins_at=time(18),
        minutes=180, rrule="FREQ=WEEKLY;BYDAY=TU", zone="UTC", place="Room",
    )  # fmt: skip
    start_series(details=evening, by=None, at=now)
    newcomer = make_member("New Comer", joined=now.date(), rank="3k")
    return player.user, newcomer.user


if __name__ == "__main__":
    sys.exit(main())
