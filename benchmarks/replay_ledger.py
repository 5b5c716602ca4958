"""Replaying a whole history, and posting one result at the end of a short and of a long one.

    .venv/bin/python benchmarks/replay_ledger.py                     100,000 games, 300 members
    .venv/bin/python benchmarks/replay_ledger.py --games 10000 --only sqlite --rounds 3
    .venv/bin/python benchmarks/replay_ledger.py --games 10000 --only-ratio --json FILE

For each database and for half the games and all of them: fill it with members, decisions and
confirmed games; rebuild the ledger in every system; then insert the very same rows into a twin of
the database that has the same games and an empty ledger, and time the insertion alone: as prepared
tuples the way the ledger itself writes them (executemany; COPY), the least that the database takes,
and with Django's bulk_create.  "again" is a second rebuild, which reads every row and finds nothing
to change.  The steps take turns, --rounds times, each on a copy of the same database, and each
counts with its best round.

Seconds of the processor: those of the process, and on PostgreSQL those of the server's process that
works for it, where /proc tells them.  The ratio of the clock stands beside that of the processor.

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
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--only-ratio", action="store_true", help="all games, no posting")
    parser.add_argument("--json", metavar="FILE", help="write the lines of the table there")
    parser.add_argument("--step", choices=sorted(STEPS), help=argparse.SUPPRESS)
    parser.add_argument("--url", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.step:
        print(json.dumps(STEPS[options.step](options)))
        return 0
    lines: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as folder:
        for vendor in VENDORS:
            if options.only in (None, vendor):
                run(vendor, folder, options, lines)
    if options.json:
        Path(options.json).write_text(json.dumps(lines, indent=1))
    return 0


def run(vendor: str, folder: str, options: argparse.Namespace, lines: list[dict[str, Any]]) -> None:
    games = options.games
    print(f"\n{vendor}: {MEMBERS} members\n")
    print("| games | rows | replay s | prepared s | ratio | of the clock | bulk_create s | ratio "
          "| again s | peak MB |")  # fmt: skip
    print("|---" * 10 + "|")
    sizes = (games,) if options.only_ratio else (200, games // 2, games)
    with ExitStack() as kept:
        histories: dict[int, dict[str, str]] = {}
        for size in sizes:
            url = kept.enter_context(fresh(vendor, f"goclub_replay_{size}", folder))
            histories[size] = {**os.environ, "DATABASE_URL": url, "DEBUG": "False"}
            with (
                fresh(vendor, "goclub_filled", folder) as filled,
                fresh(vendor, "goclub_twin", folder) as twin,
            ):
                line = replay_one(size, histories[size], filled, twin, options.rounds)
            if size != 200:
                lines.append({"database": vendor, **line})
        if not options.only_ratio:
            post_all(histories)


def post_all(histories: dict[int, dict[str, str]]) -> None:
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


def replay_one(
    size: int, env: dict[str, str], filled: str, twin: str, rounds: int
) -> dict[str, Any]:
    """Fill, replay, replay again, insert the rows into the twin: a line of the table."""
    first = {**env, "DATABASE_URL": filled}
    subprocess.run([sys.executable, str(ROOT / "manage.py"), "migrate", "-v", "0"],
                   env=first, check=True)  # fmt: skip
    step("fill", env=first, size=size)
    best: dict[str, float] = {}
    for _ in range(rounds):
        copy(filled, env["DATABASE_URL"])
        found = step("replay", env=env, size=size)
        if size == 200:
            return {}
        again = step("replay", env=env, size=size)
        copy(filled, twin)
        taken = {
            "rows": found["rows"], "peak": found["peak"],
            "replay": found["processor"], "replay_clock": found["clock"],
            "again": again["processor"], **step("insert", env=env, size=size, url=twin),
        }  # fmt: skip
        best = {name: min(value, best.get(name, value)) for name, value in taken.items()}
    line = {
        "games": size, **best,
        "ratio": best["replay"] / best["prepared"],
        "ratio_clock": best["replay_clock"] / best["prepared_clock"],
    }  # fmt: skip
    print(f"| {size:,} | {best['rows']:,} | {best['replay']:.2f} | {best['prepared']:.2f} "
          f"| {line['ratio']:.2f} | {line['ratio_clock']:.2f} | {best['bulk_create']:.2f} "
          f"| {best['replay'] / best['bulk_create']:.2f} | {best['again']:.2f} "
          f"| {best['peak']:.0f} |", flush=True)  # fmt: skip
    return line


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


class Watch:
    """Seconds since it was made: of the clock, and of the processor with the database's own."""

    def __init__(self, using: str = "default") -> None:
        from django.db import connections

        self._server = 0
        if connections[using].vendor == "postgresql":
            with connections[using].cursor() as cursor:
                cursor.execute("SELECT pg_backend_pid()")
                self._server = cursor.fetchone()[0]
        self.clock = self.processor = 0.0

    def _now(self) -> tuple[float, float]:
        return time.perf_counter(), time.process_time() + self._of_server()

    def _of_server(self) -> float:
        """Seconds that the server's process has worked; 0 where it is on another machine."""
        try:
            told = Path(f"/proc/{self._server}/stat").read_text()
        except OSError:
            return 0.0
        user, system = told.rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def __enter__(self) -> Watch:
        self._clock, self._processor = self._now()
        return self

    def __exit__(self, *_error: object) -> None:
        clock, processor = self._now()
        self.clock += clock - self._clock
        self.processor += processor - self._processor


def replay(_options: argparse.Namespace) -> dict[str, Any]:
    setup()
    from goclub.games.models import RatingEntry
    from goclub.games.rating.ledger.posting import rebuild

    watch = Watch()
    with watch:
        rebuild()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"clock": watch.clock, "processor": watch.processor, "peak": peak,
            "rows": RatingEntry.objects.count()}  # fmt: skip


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
    from goclub.games.rating.systems.registry import SYSTEMS
    from ratings.system import Reason

    twin = {**settings.DATABASES["default"], **environ.Env.db_url_config(options.url)}
    connections.settings[TWIN] = connections.configure_settings({"default": {}, TWIN: twin})[TWIN]

    def bulk_create(batch: list[Any], watch: Watch) -> None:
        for row in batch:
            row.pk = None
            row._state.adding, row._state.db = True, None
        with watch:
            RatingEntry.objects.using(TWIN).bulk_create(batch)

    def prepared(batch: list[Any], watch: Watch) -> None:
        names = (*ledger_rows.ENTRY_IDENTITY, *ledger_rows.ENTRY_CONTENT[:-2])
        lines = list(ledger_rows.prepared(
            (
                *(getattr(row, name) for name in names),
                Reason.from_json(row.reason), SYSTEMS.of(row.system).read(row.state),
            )
            for row in batch
        ))  # fmt: skip
        with watch:
            ledger_rows.write(lines, using=TWIN)

    taken = {}
    for way in (prepared, bulk_create):
        triggers.remove(TWIN)
        with connections[TWIN].cursor() as cursor:
            emptied = "TRUNCATE" if connections[TWIN].vendor == "postgresql" else "DELETE FROM"
            cursor.execute(f"{emptied} games_ratingentry")
        triggers.install(TWIN)
        watch = Watch(TWIN)
        last = 0
        gate = gate_open(TWIN)
        gate.__enter__()
        while batch := list(RatingEntry.objects.filter(pk__gt=last).order_by("pk")[:BATCH]):
            last = batch[-1].pk
            way(batch, watch)
        with watch:  # with the commit
            gate.__exit__(None, None, None)
        taken[way.__name__] = watch.processor
        taken[f"{way.__name__}_clock"] = watch.clock
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
