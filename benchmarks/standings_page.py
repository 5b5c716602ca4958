"""How long the page of the standings of 500 players takes, the first time after a change.

    .venv/bin/python benchmarks/standings_page.py
    .venv/bin/python benchmarks/standings_page.py --players 1000 --rounds 5 --repeat 20

Makes a database of its own in memory, draws the tournament from a seeded generator, and asks for
the page as a visitor.  The limits that we keep: 100 ms of the processor's time, 11 queries.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ["DATABASE_URL"] = "sqlite://:memory:"
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "goclub.settings")

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.core.cache import cache  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402
from django.urls import reverse  # noqa: E402

from benchmarks.standings import draw  # noqa: E402

LIMIT_MS, LIMIT_QUERIES = 100, 11


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--repeat", type=int, default=15)
    options = parser.parse_args()
    # Files of the page are not measured; their names need no manifest.
    settings.STORAGES["staticfiles"]["BACKEND"] = (
        "django.contrib.staticfiles.storage.StaticFilesStorage"
    )
    call_command("migrate", verbosity=0)
    from goclub.leagues.tournament.services.exchange import import_tournament

    event = import_tournament(
        tournament=draw(options.players, options.rounds), by=None, at=datetime.now(UTC)
    )
    url = reverse("leagues:standings", args=[event.slug])
    print(f"{options.players} players, {options.rounds} rounds")
    within = [
        measure("after a change", url, options.repeat, cache.clear),
        measure("asked again", url, options.repeat, lambda: None),
    ]
    return 0 if all(within) else 1


def measure(what: str, url: str, repeat: int, change: Callable[[], None]) -> bool:
    """Print the figures of a page and say whether they lie within the limits."""
    client = Client(headers={"host": "localhost"})
    client.get(url)
    times, worked = [], []
    for _ in range(repeat):
        change()
        begun, cpu = time.perf_counter(), time.process_time()
        answer = client.get(url)
        times.append(1000 * (time.perf_counter() - begun))
        worked.append(1000 * (time.process_time() - cpu))
    change()
    with CaptureQueriesContext(connection) as queries:
        client.get(url)
    assert answer.status_code == 200
    processor = statistics.median(worked)
    print(
        f"  {what:14} processor {processor:6.1f} ms (best {min(worked):6.1f} ms), "
        f"by the clock {statistics.median(times):6.1f} ms, "
        f"{len(queries)} queries, {len(answer.content) / 1000:.1f} kB"
    )
    return processor <= LIMIT_MS and len(queries) <= LIMIT_QUERIES


if __name__ == "__main__":
    raise SystemExit(main())
