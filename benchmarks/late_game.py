"""Late games in a large club: what the reporter waits, what today's games wait, when it is settled.

    .venv/bin/python benchmarks/late_game.py                    300,000 games, 3,000 members
    .venv/bin/python benchmarks/late_game.py --games 50000 --members 500 --only postgresql

365 games a day; the ledger is built once.  Then a game of today is posted again and again, with
nobody else there; a game of 3 and of 30 days ago is posted as it was done before, everybody waiting
for the replay; and the same again postponed: how long its posting takes, how long until
`manage.py settle_ledger` (another process) has settled it, and what games of today take meanwhile,
five a second.  At the end every fact is replayed: no row may differ.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from statistics import median
from typing import Any

from databases import VENDORS, fresh
from replay_ledger import FIRST_DAY, ROOT, setup, write_facts

A_DAY = 365
MANAGE = str(ROOT / "manage.py")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300_000)
    parser.add_argument("--members", type=int, default=3_000)
    parser.add_argument("--only", choices=VENDORS, default="postgresql")
    parser.add_argument("--step", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.step:
        measure(options)
        return 0
    with tempfile.TemporaryDirectory() as folder, fresh(options.only, "goclub_late", folder) as url:
        env = {**os.environ, "DATABASE_URL": url, "DEBUG": "False", "LATE_FACTS": "worker"}
        subprocess.run([sys.executable, MANAGE, "migrate", "-v", "0"], env=env, check=True)
        subprocess.run([sys.executable, *sys.argv, "--step"], env=env, check=True)
    return 0


def measure(options: argparse.Namespace) -> None:
    """All of it, in one process beside which the worker is started."""
    setup()
    from django.conf import settings

    from goclub.games.rating.ledger.posting import rebuild

    started = time.perf_counter()
    members = fill(options)
    filled = time.perf_counter() - started
    started = time.perf_counter()
    rows = rebuild()
    analyse()
    rebuilt = time.perf_counter() - started
    print(f"\n{options.only}: {options.games:,} games, {len(members):,} members, {rows:,} rows; "
          f"filled in {filled:.0f} s, rebuilt in {rebuilt:.0f} s\n")  # fmt: skip
    club = Club(members, options.games)
    alone = [club.post_today() for _ in range(60)][10:]
    print(f"a game of today, nobody else there: median {median(alone):.1f} ms, "
          f"worst {max(alone):.1f} ms\n")  # fmt: skip
    print("| late game | posted ms | settled s | rows | today's games meanwhile | median ms "
          "| p95 | worst |\n|---|---|---|---|---|---|---|---|")  # fmt: skip
    for days in (3, 30):
        settings.REPLAY_AT_ONCE = 10**9
        print(f"| {days} days, at once | {club.post_late(days):,.0f} | – | – | wait | – | – | – |")
        settings.REPLAY_AT_ONCE = 300
        print(f"| {days} days, postponed {club.postpone(days)}", flush=True)
    started = time.perf_counter()
    print(f"\nreplayed from the beginning: {rebuild()} rows differ "
          f"({time.perf_counter() - started:.0f} s)")  # fmt: skip


def fill(options: argparse.Namespace) -> list[Any]:
    """Members with declared points, and confirmed games past the services."""
    from goclub.common.gate import gate_open
    from goclub.members.models import Member

    rng = random.Random(options.games)
    Member.objects.bulk_create(
        Member(display_name=f"Member {n}", status="member", joined_on=FIRST_DAY)
        for n in range(options.members)
    )
    members = list(Member.objects.order_by("pk"))
    with gate_open():
        write_facts(rng, members, options.games, A_DAY)
    return members


def analyse() -> None:
    """What autovacuum does within a minute."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


class Club:
    """Posts games on the day after the history's last one."""

    def __init__(self, members: list[Any], games: int) -> None:
        self.members, self.rng = members, random.Random(1)
        #: Whoever has a game of today: a late one of theirs is not their newest.
        self.played: dict[int, Any] = {}
        self.today = FIRST_DAY + timedelta(days=games // A_DAY + 1)
        self.minute = 0

    def post(self, day: Any, among: list[Any]) -> float:
        """A confirmed game of a day through the ledger; milliseconds."""
        from django.db import transaction

        from goclub.common.gate import gate_open
        from goclub.games.models import Game
        from goclub.games.rating.ledger.posting import post_game

        self.minute += 1
        black, white = self.rng.sample(among, 2)
        if day == self.today:
            self.played |= {black.pk: black, white.pk: white}
        at = datetime(day.year, day.month, day.day, 20, tzinfo=UTC) + timedelta(seconds=self.minute)
        game = Game(
            black=black, white=white, played_on=day, komi2=13, winner="B", ending="resign",
            state="confirmed", reported_at=at, confirmed_at=at,
        )  # fmt: skip
        started = time.perf_counter()
        with transaction.atomic():
            with gate_open():
                game.save()
            post_game(game)
        return (time.perf_counter() - started) * 1000

    def post_today(self) -> float:
        return self.post(self.today, self.members)

    def post_late(self, days: int) -> float:
        """Of two who have played since: a game that is its players' newest is only appended."""
        return self.post(self.today - timedelta(days=days), list(self.played.values()))

    def postpone(self, days: int) -> str:
        """A late game, postponed, and today's games while another process settles it: a line."""
        from goclub.games.models import PostponedReplay

        posted = self.post_late(days)
        assert PostponedReplay.objects.exists()
        settle = [sys.executable, MANAGE, "settle_ledger"]
        started = time.perf_counter()
        worker = subprocess.Popen(settle, stdout=subprocess.PIPE, text=True)
        meanwhile = []
        while worker.poll() is None:
            began = time.perf_counter()
            meanwhile.append(self.post_today())
            time.sleep(max(0.0, 0.2 - (time.perf_counter() - began)))
        settled = time.perf_counter() - started
        assert not PostponedReplay.objects.exists()
        rows = json.dumps(worker.communicate()[0]).rsplit(" ", 1)[-1].strip('\\n"')
        ordered = sorted(meanwhile)
        return (
            f"| {posted:,.0f} | {settled:.1f} | {rows} | {len(ordered)} | {median(ordered):.1f} "
            f"| {ordered[int(len(ordered) * 0.95)]:.1f} | {ordered[-1]:.1f} |"
        )


if __name__ == "__main__":
    raise SystemExit(main())
