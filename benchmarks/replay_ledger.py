"""Replaying a whole history, and posting one result at the end of a short and of a long one.

    .venv/bin/python benchmarks/replay_ledger.py                     100,000 games, 300 members
    .venv/bin/python benchmarks/replay_ledger.py --games 10000 --only sqlite

For each database and for half the games and all of them: fill it with members, decisions and
confirmed games; rebuild the ledger in every system (seconds, peak memory of the process); then
insert the very same rows into a twin of the database that has the same games and an empty ledger,
and time the insertion alone: with Django's bulk_create (the ratio that counts), and as prepared
tuples the way the ledger itself writes them (executemany; COPY), the least that the database takes.
"again" is a second rebuild, which reads every row and finds nothing to change.
At last one result is posted, again and again, after 200 games and after all of them; the histories
take turns, so that whatever else the machine does falls on all of them alike.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from statistics import median
from typing import Any

from databases import VENDORS, copy, fresh

ROOT = Path(__file__).resolve().parent.parent
MEMBERS = 300
FIRST_DAY = date(2000, 1, 1)
TWIN = "twin"
BATCH = 4000
#: Results posted in a turn after a few that do not count, and turns of each history.
POSTED, WARM_UP, TURNS = 40, 5, 5


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--only", choices=VENDORS)
    parser.add_argument("--step", choices=sorted(STEPS), help=argparse.SUPPRESS)
    parser.add_argument("--url", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.step:
        print(json.dumps(STEPS[options.step](options)))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        for vendor in VENDORS:
            if options.only in (None, vendor):
                run(vendor, folder, options.games)
    return 0


def run(vendor: str, folder: str, games: int) -> None:
    print(f"\n{vendor}: {MEMBERS} members\n")
    print("| games | rows | replay s | bulk_create s | ratio | prepared s | again s | peak MB |")
    print("|---|---|---|---|---|---|---|---|")
    with ExitStack() as kept:
        histories: dict[int, dict[str, str]] = {}
        for size in (200, games // 2, games):
            url = kept.enter_context(fresh(vendor, f"goclub_replay_{size}", folder))
            histories[size] = {**os.environ, "DATABASE_URL": url, "DEBUG": "False"}
            with fresh(vendor, "goclub_twin", folder) as twin:
                replay_one(size, histories[size], twin)
        taken: dict[int, list[float]] = {size: [] for size in histories}
        for turn in range(TURNS):
            for size, env in histories.items():
                taken[size] += step("post", env=env, size=size + turn * (WARM_UP + POSTED))[
                    "milliseconds"
                ]
    print(f"\nposting one result, median of {TURNS * POSTED}\n")
    print("| after games | ms | of that after 200 |\n|---|---|---|")
    for size, milliseconds in taken.items():
        middle = median(milliseconds)
        print(f"| {size:,} | {middle:.2f} | x {middle / median(taken[200]):.2f} |")


def replay_one(size: int, env: dict[str, str], twin: str) -> None:
    """Fill, replay, replay again, insert the rows into the twin: a line of the table."""
    subprocess.run([sys.executable, str(ROOT / "manage.py"), "migrate", "-v", "0"],
                   env=env, check=True)  # fmt: skip
    step("fill", env=env, size=size)
    copy(env["DATABASE_URL"], twin)
    replayed = step("replay", env=env, size=size)
    if size == 200:
        return
    again = step("replay", env=env, size=size)
    inserted = step("insert", env=env, size=size, url=twin)
    ratio = replayed["seconds"] / inserted["bulk_create"]
    print(f"| {size:,} | {replayed['rows']:,} | {replayed['seconds']:.1f} "
          f"| {inserted['bulk_create']:.1f} | {ratio:.2f} "
          f"| {inserted['prepared']:.1f} | {again['seconds']:.1f} "
          f"| {replayed['peak']:.0f} |", flush=True)  # fmt: skip


def step(name: str, *, env: dict[str, str], size: int, url: str = "") -> dict[str, Any]:
    command = [sys.executable, __file__, "--games", str(size), "--step", name, "--url", url]
    done = subprocess.run(command, env=env, check=True, capture_output=True, text=True)
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answer


def setup() -> None:
    sys.path.insert(0, str(ROOT))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "goclub.settings")
    import django

    django.setup()


def fill(options: argparse.Namespace) -> dict[str, Any]:
    """Members with declared points and confirmed games, the same for the same size."""
    setup()
    from goclub.common.gate import gate_open
    from goclub.members.models import Member

    rng = random.Random(options.games)
    members = [
        Member(display_name=f"Member {n}", status="member", joined_on=FIRST_DAY)
        for n in range(MEMBERS)
    ]
    for member in members:
        member.save()
    with gate_open():
        write_facts(rng, members, options.games)
    return {"games": options.games}


def write_facts(rng: random.Random, members: list[Any], games: int, a_day: int = 15) -> None:
    """Decisions and confirmed games, past the services: this is about the replay."""
    from goclub.games.models import Game
    from goclub.members.models import StrengthDecision

    noon = datetime(2000, 1, 1, tzinfo=UTC)
    StrengthDecision.objects.bulk_create(
        StrengthDecision(member=member, kind="declared", points=60 + number % 120,
                         effective_on=FIRST_DAY, decided_at=noon)
        for number, member in enumerate(members)
    )  # fmt: skip
    certified = members[: len(members) // 2]  # half the club may certify the other half
    StrengthDecision.objects.bulk_create(
        StrengthDecision(member=member, system="igs", kind="set", rank=f"{1 + number % 17}k",
                         effective_on=FIRST_DAY, decided_at=noon + timedelta(hours=1),
                         reason="benchmark")
        for number, member in enumerate(certified)
    )  # fmt: skip
    for start in range(0, games, 1000):
        count = min(1000, games - start)
        Game.objects.bulk_create(game(rng, members, start + n, a_day) for n in range(count))


def game(rng: random.Random, members: list[Any], number: int, a_day: int = 15) -> Any:
    from goclub.games.models import Game

    black, white = rng.sample(members, 2)
    handicap = rng.choice((0, 0, 0, 2, 3, 4))
    day = FIRST_DAY + timedelta(days=number // a_day)
    at = datetime(day.year, day.month, day.day, 8, tzinfo=UTC) + timedelta(minutes=number % a_day)
    return Game(
        black=black, white=white, played_on=day, handicap=handicap,
        komi2=rng.choice((13, 1, -11)), winner=rng.choice("BW"), ending="resign",
        state="confirmed", reported_at=at, confirmed_at=at,
    )  # fmt: skip


def replay(_options: argparse.Namespace) -> dict[str, Any]:
    setup()
    from goclub.games.models import RatingEntry
    from goclub.games.rating.ledger.posting import rebuild

    started = time.perf_counter()
    rebuild()
    seconds = time.perf_counter() - started
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"seconds": seconds, "peak": peak, "rows": RatingEntry.objects.count()}


def insert(options: argparse.Namespace) -> dict[str, Any]:
    """The rows of the ledger once more, into the twin: only the insertion is timed."""
    setup()
    import environ
    from django.conf import settings
    from django.db import connections

    from goclub.common.gate import gate_open
    from goclub.games.models import RatingEntry
    from goclub.games.rating.ledger import rows as ledger_rows
    from goclub.games.rating.ledger import triggers

    twin = {**settings.DATABASES["default"], **environ.Env.db_url_config(options.url)}
    connections.settings[TWIN] = connections.configure_settings({"default": {}, TWIN: twin})[TWIN]

    def bulk_create(batch: list[Any]) -> float:
        for row in batch:
            row.pk = None
            row._state.adding, row._state.db = True, None
        started = time.perf_counter()
        RatingEntry.objects.using(TWIN).bulk_create(batch)
        return time.perf_counter() - started

    def prepared(batch: list[Any]) -> float:
        names = (*ledger_rows.ENTRY_IDENTITY, *ledger_rows.ENTRY_CONTENT)
        lines = ledger_rows.prepared([tuple(getattr(row, n) for n in names) for row in batch])
        started = time.perf_counter()
        ledger_rows.write(lines, using=TWIN)
        return time.perf_counter() - started

    taken = {}
    for way in (bulk_create, prepared):
        triggers.remove(TWIN)
        with connections[TWIN].cursor() as cursor:
            emptied = "TRUNCATE" if connections[TWIN].vendor == "postgresql" else "DELETE FROM"
            cursor.execute(f"{emptied} games_ratingentry")
        triggers.install(TWIN)
        seconds = 0.0
        last = 0
        with gate_open(TWIN):
            while batch := list(RatingEntry.objects.filter(pk__gt=last).order_by("pk")[:BATCH]):
                last = batch[-1].pk
                seconds += way(batch)
            started = time.perf_counter()
        taken[way.__name__] = seconds + time.perf_counter() - started  # with the commit
    return taken


def post(options: argparse.Namespace) -> dict[str, Any]:
    """Confirm results at the end of the history, one after the other."""
    setup()
    from goclub.common.gate import gate_open
    from goclub.games.rating.ledger.posting import post_game
    from goclub.members.models import Member

    rng = random.Random(1)
    members = list(Member.objects.order_by("pk"))
    taken = []
    for number in range(WARM_UP + POSTED):
        with gate_open():
            played = game(rng, members, options.games + number)
            played.save()
            started = time.perf_counter()
            post_game(played)
            taken.append(1000 * (time.perf_counter() - started))
    return {"milliseconds": taken[WARM_UP:]}


STEPS = {"fill": fill, "replay": replay, "insert": insert, "post": post}

if __name__ == "__main__":
    sys.exit(main())
