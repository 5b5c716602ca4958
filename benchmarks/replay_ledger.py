"""A rebuild of the ledger in every system, beside inserting the very same rows.

    .venv/bin/python benchmarks/replay_ledger.py
    .venv/bin/python benchmarks/replay_ledger.py --games 1000 --rounds 1 --only sqlite

For each database: fill it with members, decisions and confirmed games; rebuild the ledger; then
insert the rows that were written into a twin that has the same games and an empty ledger, as
prepared tuples (executemany; COPY), the least that the database takes, and time that alone.  Each
counts with the best of its rounds.  Seconds of the processor are those of the process and, on
PostgreSQL, of the server's process that works for it, where /proc tells them.  Exit status 1 where
the rebuild takes more than 1.3 times as long by the clock.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import club

TWIN = "twin"
BATCH = 4000
MOST_RATIO = 1.3


def main() -> int:
    parser = club.parser(__doc__, games=20_000, rounds=3)
    parser.add_argument("--only", choices=club.VENDORS)
    parser.add_argument("--step", choices=sorted(STEPS), help=argparse.SUPPRESS)
    parser.add_argument("--twin", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.step:
        club.set_up_django()
        print(json.dumps(STEPS[options.step](options)))
        return 0
    print("| database | games | rows | replay s | prepared s | ratio | ratio of the clock |")
    print("|---" * 7 + "|")
    vendors = [options.only] if options.only else club.VENDORS
    with tempfile.TemporaryDirectory() as folder:
        ratios = [measure(vendor, folder, options.games, options.rounds) for vendor in vendors]
    return 0 if max(ratios) <= MOST_RATIO else 1


def measure(vendor: str, folder: str, games: int, rounds: int) -> float:
    """Print the row of one database and return the ratio of the clock."""
    with (
        club.fresh_database(vendor, "goclub_replay", folder) as url,
        club.fresh_database(vendor, "goclub_filled", folder) as filled,
        club.fresh_database(vendor, "goclub_twin", folder) as twin,
    ):
        subprocess.run(
            [*club.MANAGE, "migrate", "-v", "0"], env=club.environment(filled), check=True
        )
        run_step("fill", filled, games)
        best: dict[str, float] = {}
        for _ in range(rounds):
            club.copy_database(filled, url)
            replayed = run_step("replay", url, games)
            club.copy_database(filled, twin)
            figures = {**replayed, **run_step("insert", url, games, twin=twin)}
            best = {name: min(value, best.get(name, value)) for name, value in figures.items()}
    ratio = best["replay_clock"] / best["insert_clock"]
    print(
        f"| {vendor} | {games:,} | {best['rows']:,} | {best['replay']:.2f} | {best['insert']:.2f} "
        f"| {best['replay'] / best['insert']:.2f} | {ratio:.2f} |",
        flush=True,
    )
    return ratio


def run_step(name: str, url: str, games: int, *, twin: str = "") -> dict[str, float]:
    """Run a step as a process of its own and return its figures."""
    command = [sys.executable, __file__, "--games", str(games), "--step", name, "--twin", twin]
    done = subprocess.run(
        command, env=club.environment(url), check=True, stdout=subprocess.PIPE, text=True
    )
    figures: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return figures


class Watch:
    """Sums seconds of the clock and of the processor, the database's own included."""

    def __init__(self, using: str = "default") -> None:
        from django.db import connections

        self.server = 0
        if connections[using].vendor == "postgresql":
            with connections[using].cursor() as cursor:
                cursor.execute("SELECT pg_backend_pid()")
                self.server = cursor.fetchone()[0]
        self.clock = self.processor = 0.0

    def __enter__(self) -> Watch:
        self.clock -= time.perf_counter()
        self.processor -= time.process_time() + self.server_seconds()
        return self

    def __exit__(self, *_error: object) -> None:
        self.clock += time.perf_counter()
        self.processor += time.process_time() + self.server_seconds()

    def server_seconds(self) -> float:
        """Return what the server's process has worked; 0 where it is on another machine."""
        try:
            stat = Path(f"/proc/{self.server}/stat").read_text()
        except OSError:
            return 0.0
        user, system = stat.rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def fill(options: argparse.Namespace) -> dict[str, float]:
    club.write_facts(club.make_members(club.MEMBERS), options.games)
    return {}


def replay(_options: argparse.Namespace) -> dict[str, float]:
    from goclub.games.models import RatingEntry
    from goclub.games.rating.ledger.recalculation import rebuild

    with Watch() as watch:
        rebuild()
    rows = RatingEntry.objects.count()
    return {"replay": watch.processor, "replay_clock": watch.clock, "rows": rows}


def insert(options: argparse.Namespace) -> dict[str, float]:
    """Insert the rows of the ledger into the twin; only the insertion is timed."""
    import environ
    from django.conf import settings
    from django.db import connections

    from goclub.common.gate import gate_open
    from goclub.games.models import RatingEntry

    twin = {**settings.DATABASES["default"], **environ.Env.db_url_config(options.twin)}
    connections.settings[TWIN] = connections.configure_settings({"default": {}, TWIN: twin})[TWIN]
    watch = Watch(TWIN)
    gate = gate_open(TWIN)
    gate.__enter__()
    last = 0
    while batch := list(RatingEntry.objects.filter(pk__gt=last).order_by("pk")[:BATCH]):
        last = batch[-1].pk
        lines = prepared_lines(batch)
        with watch:
            write_lines(lines)
    with watch:  # with the commit
        gate.__exit__(None, None, None)
    return {"insert": watch.processor, "insert_clock": watch.clock}


def prepared_lines(batch: list[Any]) -> list[Any]:
    """Return the entries as the tuples that the ledger itself hands to the database."""
    from goclub.games.rating.ledger import rows
    from goclub.games.rating.systems.registry import SYSTEMS
    from ratings.system import Reason

    names = (*rows.ENTRY_IDENTITY, *rows.ENTRY_CONTENT[:-2])
    entries = (
        (
            *(getattr(entry, name) for name in names),
            Reason(
                entry.reason["system"], entry.reason["code"], tuple(entry.reason["rules"]),
                entry.reason["inputs"],
            ),
            SYSTEMS.of(entry.system).read(entry.state),
        )
        for entry in batch
    )  # fmt: skip
    return list(rows.prepared(entries))


def write_lines(lines: list[Any]) -> None:
    from goclub.games.rating.ledger import rows

    rows.write(lines, using=TWIN)


STEPS = {"fill": fill, "replay": replay, "insert": insert}

if __name__ == "__main__":
    sys.exit(main())
