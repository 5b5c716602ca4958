"""Keeping and restoring a whole history while ten results a second come in.

    .venv/bin/python benchmarks/backup_restore.py                     100,000 games, 300 members
    .venv/bin/python benchmarks/backup_restore.py --games 10000 --only sqlite

A database is filled and its ledger built once, on SQLite; `move_database` carries it to PostgreSQL.
For each database: the physical limit first, what the database does alone with nobody writing
(sqlite3's backup into a file and back; pg_dump and pg_restore).  Then another process posts a
result every tenth of a second, `manage.py backup` keeps (and tries) everything meanwhile, and
`manage.py restore` puts it into an empty database of the same kind.  Compared are the hash that
the backup took at its moment with that of the restored database, computed anew by another process,
and the results there with the diary of the other process: all that were stored before the backup
began, none that came after it, none missing between two.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, closing
from pathlib import Path
from statistics import median
from typing import Any

from databases import VENDORS, fresh
from replay_ledger import fill, game, replay, setup

ROOT = Path(__file__).resolve().parent.parent
MANAGE = str(ROOT / "manage.py")
PACE = 0.1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--only", choices=VENDORS)
    parser.add_argument("--step", choices=sorted(STEPS), help=argparse.SUPPRESS)
    parser.add_argument("--diary", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.step:
        print(json.dumps(STEPS[options.step](options)))
        return 0
    with tempfile.TemporaryDirectory() as folder, ExitStack() as kept:
        first = kept.enter_context(fresh("sqlite", "goclub_keep", folder))
        manage(first, folder, "migrate", "-v", "0")
        step("fill", first, options)
        rows = step("replay", first, options)["rows"]
        print(f"\n{options.games:,} games, {rows:,} rows of the ledger\n")
        print("| database | alone: out s | in s | backup s | of that limit | MB | restore s | load:"
              " results | median ms | p95 | max | hash | results of the moment |")  # fmt: skip
        print("|---" * 13 + "|")
        for vendor in VENDORS:
            if options.only in (None, vendor):
                url = first
                if vendor == "postgresql":
                    url = kept.enter_context(fresh(vendor, "goclub_keep", folder))
                    moved, _said = manage(first, folder, "move_database", "--to", url)
                run(vendor, url, folder, options)
                if vendor == "postgresql":
                    print(f"\nmove_database from SQLite to PostgreSQL: {moved:.1f} s")
    return 0


def run(vendor: str, url: str, folder: str, options: argparse.Namespace) -> None:
    with fresh(vendor, "goclub_keep_alone", folder) as twin:
        out, back = alone(vendor, url, twin, folder)
    diary = Path(folder) / f"{vendor}.diary"
    command = [sys.executable, __file__, "--step", "load", "--games", str(options.games)]
    load = subprocess.Popen([*command, "--diary", str(diary)], env=environment(url, folder))
    try:
        while not diary.exists() or diary.read_text().count("\n") < 20:
            time.sleep(0.2)
        begun = time.time()
        seconds, said = manage(url, folder, "backup")
        ended = time.time()
    finally:
        load.terminate()
        load.wait()
    lines = [json.loads(line) for line in diary.read_text().splitlines() if line.endswith("}")]
    during = [one for one in lines if begun <= one["at"] <= ended]
    with fresh(vendor, "goclub_keep_restored", folder) as other:
        file = Path(said.splitlines()[-1])
        restoring, _said = manage(other, folder, "restore", str(file), "--yes")
        again = step("hashes", other, options, diary=str(file))
    games = set(again["games"])
    stored = [one["pk"] for one in lines]
    there = [pk for pk in stored if pk in games]
    first_half = {one["pk"] for one in lines if one["at"] < begun}
    of_the_moment = there == stored[: len(there)] and first_half <= set(there)
    taken = sorted(one["ms"] for one in during)
    print(f"| {vendor} | {out:.1f} | {back:.1f} | {seconds:.1f} | x {seconds / out:.1f} "
          f"| {file.stat().st_size / 1e6:.0f} | {restoring:.1f} | {len(during)} in "
          f"{ended - begun:.1f} s | {median(taken):.0f} | {taken[int(len(taken) * 0.95)]:.0f} "
          f"| {taken[-1]:.0f} | {'equal' if again['equal'] else 'DIFFERS'} "
          f"| {f'all {len(there)} of {len(stored)}' if of_the_moment else 'WRONG'} |",
          flush=True)  # fmt: skip


def alone(vendor: str, url: str, twin: str, folder: str) -> tuple[float, float]:
    """What the database takes by itself, out and in again, in seconds."""
    started = time.perf_counter()
    if vendor == "sqlite":
        paths = [one.removeprefix("sqlite:///") for one in (url, twin)]
        out = f"{folder}/alone.sqlite3"
        taken = []
        for source, target in ((paths[0], out), (out, paths[1])):
            started = time.perf_counter()
            with closing(sqlite3.connect(source)) as read, closing(sqlite3.connect(target)) as made:
                read.backup(made)
            os.sync()
            taken.append(time.perf_counter() - started)
        Path(out).unlink()
        return taken[0], taken[1]
    file = f"{folder}/alone.dump"
    subprocess.run(["pg_dump", "--format=custom", "--file", file, url], check=True)
    middle = time.perf_counter()
    subprocess.run(["pg_restore", "--no-owner", "--dbname", twin, file], check=True)
    return middle - started, time.perf_counter() - middle


def environment(url: str, folder: str) -> dict[str, str]:
    return {**os.environ, "DATABASE_URL": url, "DEBUG": "False", "BACKUP_DIR": f"{folder}/kept"}


def manage(url: str, folder: str, *arguments: str) -> tuple[float, str]:
    """A command of manage.py: seconds with its start, and what it said."""
    started = time.perf_counter()
    done = subprocess.run([sys.executable, MANAGE, *arguments], env=environment(url, folder),
                          check=True, stdout=subprocess.PIPE, text=True)  # fmt: skip
    return time.perf_counter() - started, done.stdout


def step(name: str, url: str, options: argparse.Namespace, diary: str = "") -> dict[str, Any]:
    command = [sys.executable, __file__, "--games", str(options.games), "--step", name]
    done = subprocess.run([*command, "--diary", diary], check=True, stdout=subprocess.PIPE,
                          env=environment(url, "/nowhere"), text=True)  # fmt: skip
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answer


def load(options: argparse.Namespace) -> dict[str, Any]:
    """Post a result every tenth of a second until told to stop; a line in the diary for each."""
    setup()
    from goclub.common.gate import gate_open
    from goclub.games.models import Game
    from goclub.games.rating.ledger.posting import post_game
    from goclub.members.models import Member

    rng = random.Random(1)
    members = list(Member.objects.order_by("pk"))
    # Behind whatever is there: results of the same moments would go into the past and be replayed.
    due, number = time.monotonic(), Game.objects.count()
    with open(options.diary, "w", buffering=1) as diary:
        while True:
            started = time.perf_counter()
            with gate_open():
                played = game(rng, members, number)
                played.save()
                post_game(played)
            taken = 1000 * (time.perf_counter() - started)
            diary.write(json.dumps({"pk": played.pk, "at": time.time(), "ms": taken}) + "\n")
            number += 1
            due += PACE
            time.sleep(max(0.0, due - time.monotonic()))


def hashes(options: argparse.Namespace) -> dict[str, Any]:
    """Whether the database has the hashes that a backup took, and the games in it."""
    setup()
    from goclub.common.backups.archive import opened
    from goclub.common.fingerprint import fingerprint
    from goclub.games.models import Game

    with opened(Path(options.diary)) as archive:
        kept = {one.table.name: one.sha256 for one in archive.manifest.tables}
    games = Game.objects.filter(pk__gt=options.games).values_list("pk", flat=True)
    return {"equal": fingerprint() == kept, "games": list(games)}


STEPS = {"fill": fill, "replay": replay, "load": load, "hashes": hashes}

if __name__ == "__main__":
    sys.exit(main())
