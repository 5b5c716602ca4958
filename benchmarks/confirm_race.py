"""24 processes confirm 200 results each over the same 20 members, through the served site.

    .venv/bin/python benchmarks/confirm_race.py                      SQLite, then PostgreSQL
    .venv/bin/python benchmarks/confirm_race.py --processes 8 --each 25 --only sqlite

For each database: fill it, serve it with waitress, let the processes loose, then look: every game
confirmed, two ledger entries a game, points that add up, a rebuild that changes nothing, and no
answer but the redirect of a success.  The last line of each table is the physical limit: the same
number of commits of two rows each, by one process, on the same database.
"""

from __future__ import annotations

import argparse
import http.client
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from databases import VENDORS, fresh

ROOT = Path(__file__).resolve().parent.parent
PORT = 8123
NAME = "goclub_race"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--processes", type=int, default=24)
    parser.add_argument("--each", type=int, default=200)
    parser.add_argument("--only", choices=["sqlite", "postgresql"])
    parser.add_argument("--step", choices=["fill", "look"], help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.step:
        return {"fill": fill, "look": look}[options.step](options)
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for vendor in VENDORS:
            if options.only in (None, vendor):
                with fresh(vendor, NAME, folder) as url:
                    failed += run(vendor, url, options)
    return 1 if failed else 0


def run(vendor: str, url: str, options: argparse.Namespace) -> int:
    env = {**os.environ, "DATABASE_URL": url, "DEBUG": "False"}
    manage = [sys.executable, str(ROOT / "manage.py")]
    subprocess.run([*manage, "migrate", "-v", "0"], env=env, check=True)
    sizes = ["--processes", str(options.processes), "--each", str(options.each)]
    here = [sys.executable, __file__, *sizes]
    jobs = subprocess.run(
        [*here, "--step", "fill"], env=env, check=True, capture_output=True, text=True
    )
    work = [line.split() for line in jobs.stdout.splitlines()]
    server = subprocess.Popen(
        [str(Path(sys.executable).with_name("waitress-serve")), f"--listen=127.0.0.1:{PORT}",
         "--threads=16", "--connection-limit=2000", "--asyncore-use-poll",
         "goclub.wsgi:application"],
        env=env, cwd=ROOT, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        wait_for_server()
        shares = [work[n :: options.processes] for n in range(options.processes)]
        started = time.perf_counter()
        with multiprocessing.Pool(options.processes) as pool:
            answers = sum(pool.map(confirm_all, shares), Counter())
        seconds = time.perf_counter() - started
    finally:
        server.terminate()
        server.wait()
    total = options.processes * options.each
    print(f"\n{vendor}: {options.processes} processes x {options.each} results")
    print(f"  answers                {dict(answers)}")
    print(f"  confirmed per second   {total / seconds:8.1f}   ({seconds:.1f} s)", flush=True)
    result = subprocess.run([*here, "--step", "look"], env=env, check=False)
    return int(result.returncode != 0 or set(answers) != {302})


def wait_for_server() -> None:
    for _ in range(100):
        try:
            connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=5)
            connection.request("GET", "/health/")
            connection.getresponse().read()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise SystemExit("the server did not start")


def confirm_all(share: list[list[str]]) -> Counter[int]:
    """Post the confirmations of one process; every tenth is sent twice."""
    answers: Counter[int] = Counter()
    connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=120)
    token = "a" * 32
    for number, (game, session) in enumerate(share):
        for _ in range(2 if number % 10 == 0 else 1):
            headers = {
                "Cookie": f"sessionid={session}; csrftoken={token}",
                "X-CSRFToken": token,
                "Content-Length": "0",
            }
            connection.request("POST", f"/games/{game}/confirm/", headers=headers)
            answer = connection.getresponse()
            answer.read()
            answers[answer.status] += 1
    return answers


# --- Inside a process that has Django ---------------------------------------------------------
def setup() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "goclub.settings"
    sys.path.insert(0, str(ROOT))
    import django

    django.setup()


def fill(options: argparse.Namespace) -> int:
    """20 members, all results reported; prints ``game session`` of each confirmation."""
    setup()
    import random
    from datetime import UTC, datetime

    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    from goclub.games.models import Game
    from goclub.members.tests.factories import make_member

    members = [make_member(points=400) for _ in range(20)]
    sessions = {}
    for member in members:
        session = SessionStore()
        session[SESSION_KEY] = str(member.user.pk)
        session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[1]
        session[HASH_SESSION_KEY] = member.user.get_session_auth_hash()
        session.save()
        sessions[member.pk] = session.session_key
    rng = random.Random(24)
    games = []
    for _ in range(options.processes * options.each):
        black, white = rng.sample(members, 2)
        games.append(
            Game(
                black=black, white=white, played_on=datetime(2025, 3, 4, tzinfo=UTC).date(),
                winner=rng.choice("BW"), ending="resign", reported_by=black.user,
                reported_at=datetime(2025, 3, 4, 12, tzinfo=UTC),
            )
        )  # fmt: skip
    for game in Game.objects.bulk_create(games, batch_size=500):
        print(game.pk, sessions[game.white_id])
    return 0


def look(options: argparse.Namespace) -> int:
    """Nothing lost, nothing doubled; and what the database can do at best."""
    setup()
    from django.db import transaction
    from django.db.models import Count, Sum

    from goclub.games import ledger
    from goclub.games.models import Game, RatingEntry, Standing

    total = options.processes * options.each
    entries = RatingEntry.objects.filter(game__isnull=False)
    doubled = entries.values("game").annotate(n=Count("pk")).exclude(n=2).count()
    found = {
        "games confirmed": (Game.objects.confirmed().count(), total),
        "ledger entries": (entries.count(), 2 * total),
        "games without exactly two": (doubled, 0),
        "sum of all points": (Standing.objects.aggregate(s=Sum("points"))["s"], 20 * 400),
        "rows a rebuild changes": (ledger.rebuild(), 0),
    }
    good = True
    for name, (value, wanted) in found.items():
        good = good and value == wanted
        print(f"  {name:26} {value:6}   wanted {wanted}")
    started = time.perf_counter()
    standings = list(Standing.objects.all()[:2])
    for _ in range(min(total, 1000)):
        with transaction.atomic():
            for standing in standings:
                standing.save()
    seconds = time.perf_counter() - started
    print(f"  limit: bare commits/s  {min(total, 1000) / seconds:8.1f}   (two rows, one process)")
    print("  all well" if good else "  FAILED")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
