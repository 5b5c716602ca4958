"""24 processes confirm 200 results each over the same 20 members, through the served site.

    .venv/bin/python benchmarks/confirm_race.py                      SQLite, then PostgreSQL
    .venv/bin/python benchmarks/confirm_race.py --processes 8 --each 25 --only sqlite

For each database: fill it, serve it with waitress, let the processes loose, then look: every game
confirmed, two ledger entries a game and system, points that add up, a rebuild that changes nothing,
and no answer but the redirect of a success.  The last line of each table is the physical limit: the
same number of commits of two rows each, by one process, on the same database.
"""

from __future__ import annotations

import argparse
import http.client
import json
import multiprocessing
import sys
import time
from collections import Counter

import serving

PORT = 8123
NAME = "goclub_race"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--processes", type=int, default=24)
    parser.add_argument("--each", type=int, default=200)
    return serving.main(run, {"fill": fill, "look": look}, parser, NAME)


def run(vendor: str, url: str, options: argparse.Namespace) -> int:
    sizes = ["--processes", str(options.processes), "--each", str(options.each)]
    site = serving.Site(url, __file__, sizes, PORT)
    work = site.fill()
    with site.served():
        shares = [work[n :: options.processes] for n in range(options.processes)]
        started = time.perf_counter()
        with multiprocessing.Pool(options.processes) as pool:
            answers = sum(pool.map(confirm_all, shares), Counter())
        seconds = time.perf_counter() - started
    total = options.processes * options.each
    print(f"\n{vendor}: {options.processes} processes x {options.each} results")
    print(f"  answers                {dict(answers)}")
    print(f"  confirmed per second   {total / seconds:8.1f}   ({seconds:.1f} s)", flush=True)
    return 0 if site.looks_well() and set(answers) == {302} else 1


def confirm_all(share: list[tuple[int, str]]) -> Counter[int]:
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
def fill(options: argparse.Namespace) -> int:
    """20 members, all results reported; prints game and session of each confirmation."""
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
    stored = Game.objects.bulk_create(games, batch_size=500)
    print(json.dumps([[game.pk, sessions[game.white_id]] for game in stored]))
    return 0


def look(options: argparse.Namespace) -> int:
    """Nothing lost, nothing doubled; and what the database can do at best."""
    from django.db import transaction
    from django.db.models import Count, Sum

    from goclub.games.models import Game, RatingEntry, Standing
    from goclub.games.rating.ledger.posting import rebuild
    from goclub.games.rating.systems.registry import SYSTEMS

    total = options.processes * options.each
    entries = RatingEntry.objects.filter(game__isnull=False)
    each = 2 * len(SYSTEMS)
    wrong = entries.values("game").annotate(n=Count("pk")).exclude(n=each).count()
    found = {
        "games confirmed": (Game.objects.confirmed().count(), total),
        "ledger entries": (entries.count(), each * total),
        "games with more or fewer": (wrong, 0),
        "sum of all points": (Standing.objects.aggregate(s=Sum("points"))["s"], 20 * 400),
        "rows a rebuild changes": (rebuild(), 0),
    }
    good = serving.compare(found)
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
