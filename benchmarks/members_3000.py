"""Every public page of a club of 3,000 members and 20,000 games, and a search among 100,000 names.

    .venv/bin/python benchmarks/members_3000.py                  all of it, in a temporary database
    .venv/bin/python benchmarks/members_3000.py --repeat 15 --members 3000 --games 20000

Rows are written as they are (the rules are not asked: only pages are measured).  Printed for every
page, as a visitor and as a member: the median in ms and of that the processor time (SQLite works in
it), queries, bytes as sent with gzip and without.  Every asking has another address, so that the
page is made: one that is kept for visitors says nothing of the club's size.  Asked: at most 150 ms
of processor time and 60 kB with gzip; what is above is named at the end, and the program fails.
Then: one letter, a name, nobody, among 100,000 members.
"""

# ruff: noqa: E402 - Django is set up before its models are asked for
from __future__ import annotations

import argparse
import gzip
import itertools
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
HERE = tempfile.TemporaryDirectory(prefix="members-3000-")
os.environ.setdefault("DATABASE_URL", f"sqlite:///{HERE.name}/club.sqlite3")
os.environ["DJANGO_SETTINGS_MODULE"] = "goclub.settings"

import django

django.setup()

from django.conf import settings
from django.core.management import call_command
from django.db import connection, reset_queries, transaction
from django.test import Client

from goclub.common.gate import gate_open
from goclub.games.models import Game
from goclub.games.rating.ledger.posting import rebuild
from goclub.members.finding.queries import find_members
from goclub.members.finding.services import write_name_keys
from goclub.members.models import Member, NameKey, StrengthDecision, User

FAMILY = ["Sato", "Suzuki", "Tanaka", "Nowak", "Kowalski", "Wiśniewski", "Müller", "Kim"]
GIVEN = ["Ken", "Jun", "Yuki", "Anna", "Łukasz", "Maria", "Piotr", "Akira", "Min-su", "Somchai"]
TYPED = ("s", "sato", "sato ken", "nowak anna 77", "lukasz", "kowal 77", "nobody", "")
PLAIN = "django.contrib.staticfiles.storage.StaticFilesStorage"
FIRST = date(2024, 1, 1)
MOST_MS, MOST_KB = 150, 60
PUBLIC = (
    "/", "/members/", "/members/?page=30", "/members/?q=nowak", "/rankings/", "/rankings/?page=30",
    "/rankings/igs/", "/rankings/elo/", "/rankings/egf/", "/rankings/?at=2025-01-01",
    "/rankings/?months=6&at=2025-06-01", "/rankings/?name=nowak", "/calculator/", "/toss/",
    "/games/", "/games/?next=2024-02-01.900", "/games/?q=nowak", "/games/1/", "/kifu/", "/leagues/",
    "/tournaments/", "/calendar/", "/challenges/", "/ladder/", "/learn/", "/learn/go/",
    "/learn/rules/", "/learn/points/", "/members/7/", "/members/7/against/8/", "/games/positions/",
    "/handbook/", "/members/find/?q=s",
)  # fmt: skip
OWN = ("/games/report/", "/me/", "/members/find/?q=")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--members", type=int, default=3000)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--repeat", type=int, default=7)
    parser.add_argument("--many", type=int, default=100_000)
    asked = parser.parse_args()
    settings.STORAGES["staticfiles"]["BACKEND"] = PLAIN
    call_command("migrate", verbosity=0)
    people = fill(asked.members, asked.games)
    print(f"{asked.members} members, {asked.games} games, {NameKey.objects.count()} keys of names")
    member = User.objects.create(username="reader", email="reader@example.org")
    Member.objects.filter(pk=people[0].pk).update(user=member)
    above = []
    for who in ("visitor", "member"):
        client = Client(HTTP_HOST="localhost")
        if who == "member":
            client.force_login(member)
        for path in PUBLIC + (OWN if who == "member" else ()):
            if not measure(client, who, path, asked.repeat):
                above.append(f"{who} {path}")
    print(f"above {MOST_MS} ms or {MOST_KB} kB: {', '.join(above) or 'none'}")
    search(asked.many)
    return 1 if above else 0


def fill(count: int, games: int) -> list[Member]:
    rng = random.Random(14)
    people = make_members(rng, count)
    day = [FIRST + timedelta(days=n * 600 // max(1, games)) for n in range(games)]
    with gate_open(), transaction.atomic():
        rows = []
        for on in day:
            black, white = rng.sample(people, 2)
            at = datetime(on.year, on.month, on.day, 20, tzinfo=UTC)
            rows.append(
                Game(
                    black=black, white=white, played_on=on, handicap=0, komi2=13, winner="B",
                    ending="resign", state="confirmed", reported_at=at, confirmed_at=at,
                )
            )  # fmt: skip
        Game.objects.bulk_create(rows, batch_size=500)
        StrengthDecision.objects.bulk_create(
            (
                StrengthDecision(
                    member=one, system="paa", kind="declared", points=rng.randrange(20, 200),
                    effective_on=FIRST, decided_at=datetime(2024, 1, 1, tzinfo=UTC),
                )
                for one in people
            ),
            batch_size=500,
        )  # fmt: skip
    rebuild()
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return people


def make_members(rng: random.Random, count: int) -> list[Member]:
    start = Member.objects.count()
    made = Member.objects.bulk_create(
        (
            Member(
                status="member", joined_on=FIRST, language="en",
                display_name=f"{rng.choice(FAMILY)} {rng.choice(GIVEN)} {start + n}",
            )
            for n in range(count)
        ),
        batch_size=500,
    )  # fmt: skip
    started = time.perf_counter()
    pks = [one.pk for one in made]
    for at in range(0, len(pks), 10_000):
        write_name_keys(pks[at : at + 10_000])
    took = time.perf_counter() - started
    print(f"keys of {count} members written in {took:.1f} s ({1e6 * took / count:.0f} µs each)")
    return made


def measure(client: Client, who: str, path: str, repeat: int) -> bool:
    """Print what a page takes; whether that is no more than it may."""
    times, worked, body, status = [], [], b"", 0
    for address in itertools.islice(addresses(path), repeat + 1):
        started, began = time.perf_counter(), time.process_time()
        answer = client.get(address)
        body, status = answer.getvalue(), answer.status_code
        times.append(1000 * (time.perf_counter() - started))
        worked.append(1000 * (time.process_time() - began))
    settings.DEBUG = True
    reset_queries()
    client.get(f"{next(addresses(path))}-queries")
    asked = len(connection.queries)
    settings.DEBUG = False
    clock, processor = statistics.median(times[1:]), statistics.median(worked[1:])
    size = len(gzip.compress(body, 6)) / 1000
    print(
        f"{who:8} {path:33} {status} {clock:7.1f} ms ({processor:6.1f} ms of processor time) "
        f"{asked:3} queries {size:6.1f} kB gzip {len(body) / 1000:7.1f} kB"
    )
    return processor <= MOST_MS and size <= MOST_KB


def addresses(path: str) -> Iterator[str]:
    """The same page at another address each time."""
    for number in itertools.count():
        yield f"{path}{'&' if '?' in path else '?'}n={number}"


def search(count: int) -> None:
    make_members(random.Random(15), max(0, count - Member.objects.count()))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    print(f"{Member.objects.count()} members, {NameKey.objects.count()} keys")
    for typed in TYPED:
        times = []
        found: list[Member] = []
        for _ in range(15):
            started = time.perf_counter()
            found = find_members(typed, Member.objects.active())
            times.append(1000 * (time.perf_counter() - started))
        print(f"{typed!r:16} {statistics.median(times):7.2f} ms {len(found):3} found")


if __name__ == "__main__":
    sys.exit(main())
