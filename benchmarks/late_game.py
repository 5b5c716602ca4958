"""A late game: how long the reporter waits, and how long until the ledger is right again.

    .venv/bin/python benchmarks/late_game.py --games 20000 --members 300
    .venv/bin/python benchmarks/late_game.py --games 300000 --members 3000

The ledger of a club with 365 games a day is built once; then games of today and games of 30 days
ago are confirmed, by members who have played since.  What the request leaves to a job is done by
`manage.py run_jobs`.  At the end everything is replayed.  Exit status 1 where a row differs,
the request takes more than 2 s or the job more than a minute.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
import time
from datetime import UTC, date, datetime, timedelta
from statistics import median
from typing import Any

import club

GAMES_A_DAY = 365
GAMES_OF_TODAY, LATE_GAMES, DAYS_LATE = 60, 5, 30
MOST_MS, MOST_JOB_SECONDS = 2000, 60


def main() -> int:
    parser = club.parser(__doc__, games=20_000, members=300)
    parser.add_argument("--database", choices=club.VENDORS, default="postgresql")
    options = parser.parse_args()
    if options.games < GAMES_A_DAY * (DAYS_LATE + 1):
        parser.error(f"fewer games than are played in {DAYS_LATE} days")
    with (
        tempfile.TemporaryDirectory() as folder,
        club.fresh_database(options.database, "goclub_late", folder) as url,
    ):
        os.environ |= {**club.environment(url), "BACKGROUND_JOBS": "worker"}
        club.set_up_django()
        from django.db import connection

        try:
            return measure(options.games, options.members)
        finally:
            connection.close()


def measure(games: int, member_count: int) -> int:
    from django.core.management import call_command
    from django.db import connection

    from goclub.games.rating.ledger.recalculation import rebuild

    call_command("migrate", verbosity=0)
    members = club.make_members(member_count)
    club.write_facts(members, games, games_a_day=GAMES_A_DAY)
    rows = rebuild()
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # as autovacuum does within a minute
    print(f"{connection.vendor}: {games:,} games, {member_count:,} members, {rows:,} entries")
    today = club.FIRST_DAY + timedelta(days=games // GAMES_A_DAY + 1)
    rng = random.Random(1)
    of_today = [confirm_game(rng, members, today) for _ in range(GAMES_OF_TODAY)]
    print(f"a game of today: median {median(of_today[10:]):.0f} ms")
    late, recalculated = [], []
    for _ in range(LATE_GAMES):
        late.append(confirm_game(rng, members, today - timedelta(days=DAYS_LATE)))
        started = time.perf_counter()
        call_command("run_jobs", stdout=sys.stderr)
        recalculated.append(time.perf_counter() - started)
    print(
        f"a game of {DAYS_LATE} days ago: in the request median {median(late):.0f} ms, longest"
        f" {max(late):.0f} ms; job median {median(recalculated):.1f} s,"
        f" longest {max(recalculated):.1f} s; load {os.getloadavg()[0]:.1f}"
    )
    changed = rebuild()
    print(f"replayed from the beginning: {changed} entries differ")
    return 1 if changed or median(late) > MOST_MS or median(recalculated) > MOST_JOB_SECONDS else 0


def confirm_game(rng: random.Random, members: list[Any], day: date) -> float:
    """Post a confirmed game of the day to the ledger and return the milliseconds that takes."""
    from django.db import transaction

    from goclub.common.gate import gate_open
    from goclub.games.models import Game
    from goclub.games.rating.ledger.posting import post_game

    black, white = rng.sample(members[:100], 2)  # so few that all have played on the last day
    at = datetime(day.year, day.month, day.day, 20, tzinfo=UTC)
    game = Game(
        black=black, white=white, played_on=day, komi2=13, winner="B", ending="resign",
        state="confirmed", reported_at=at, confirmed_at=at,
    )  # fmt: skip
    started = time.perf_counter()
    with transaction.atomic():
        with gate_open():
            game.save()
        post_game(game)
    return 1000 * (time.perf_counter() - started)


if __name__ == "__main__":
    sys.exit(main())
