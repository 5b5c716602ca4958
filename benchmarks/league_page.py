"""How long the page of a large official league takes: 60 players, 1,770 games, on a real database.

    .venv/bin/python benchmarks/league_page.py
    .venv/bin/python benchmarks/league_page.py --players 30 --repeat 20

Makes a database of its own in memory, draws the league from a seeded generator, and asks for the
page as a visitor.  The limits that we keep: 150 ms of server time, 15 queries, 120 kB of HTML.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ["DATABASE_URL"] = "sqlite://:memory:"
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "goclub.settings")

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402

LIMIT_MS, LIMIT_QUERIES, LIMIT_BYTES = 150, 15, 120_000


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=60)
    parser.add_argument("--repeat", type=int, default=15)
    options = parser.parse_args()
    # Files of the page are not measured; their names need no manifest.
    settings.STORAGES["staticfiles"]["BACKEND"] = (
        "django.contrib.staticfiles.storage.StaticFilesStorage"
    )
    call_command("migrate", verbosity=0)
    from goclub.leagues.models import Match
    from goclub.leagues.tournament.tests.large import closed, sixty

    term = sixty(options.players)
    print(f"{options.players} players, {Match.objects.count()} games")
    within = [measure("being played", term.get_absolute_url(), options.repeat)]
    closed(term)
    within.append(measure("closed", term.get_absolute_url(), options.repeat))
    return 0 if all(within) else 1


def measure(what: str, url: str, repeat: int) -> bool:
    """Print the figures of a page and say whether they lie within the limits."""
    client = Client(headers={"host": "localhost"})
    client.get(url)
    times, worked = [], []
    for _ in range(repeat):
        begun, cpu = time.perf_counter(), time.process_time()
        answer = client.get(url)
        times.append(1000 * (time.perf_counter() - begun))
        worked.append(1000 * (time.process_time() - cpu))
    with CaptureQueriesContext(connection) as queries:
        client.get(url)
    assert answer.status_code == 200
    median, size = statistics.median(times), len(answer.content)
    print(
        f"  {what:14} median {median:6.1f} ms, best {min(times):6.1f} ms "
        f"(processor {statistics.median(worked):6.1f} ms), "
        f"{len(queries)} queries, {size / 1000:.1f} kB"
    )
    return min(times) <= LIMIT_MS and len(queries) <= LIMIT_QUERIES and size < LIMIT_BYTES


if __name__ == "__main__":
    raise SystemExit(main())
