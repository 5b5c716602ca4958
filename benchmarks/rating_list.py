"""A rating list of the whole world: loaded as a job, and found in while somebody types.

Beside it a plain scan of the same rows, as a search without the index would do.
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import date
from functools import partial

import club

FAMILY = ["Nowak", "Sato", "Müller", "Van_Dam", "Novák", "Ivanov", "Rossi", "Garcia", "Smith"]
GIVEN = ["Ewa", "Ken", "Jan", "Ann", "Piotr", "Marie", "Luca", "Ivan", "Yuki", "Somchai"]
SYLLABLES = ["ka", "no", "wi", "sz", "er", "li", "to", "ma", "ra", "bo", "de", "sk", "in", "ov"]
TYPED = ["n", "no", "nowak", "nowak ew", "ewa nowak", "sat", "さとう", "muell", "10000123", "zzzz"]
LOAD_SECONDS, FIND_MS = 20, 30


def listed(players: int) -> bytes:
    """A list as the European database publishes it, with generated names."""
    rng = random.Random(7)
    lines = ["<html><body><pre>", "(1 Mar 2026)"]
    for number in range(players):
        family = rng.choice(FAMILY) + "".join(rng.choices(SYLLABLES, k=rng.randrange(4)))
        name = f"{family} {rng.choice(GIVEN)}"
        rank = rng.randrange(1, 30)
        lines.append(
            f" {10_000_000 + number}  {name:<38.38}PL  Krak  {rank:>2}k  --  {2100 - 100 * rank:>4}"
            f"  {rng.randrange(90):>4}  T260301A"
        )
    return "\n".join([*lines, "</pre></body></html>", ""]).encode()


def main() -> int:
    parser = club.parser(__doc__, players=120_000)
    parser.add_argument("--only", choices=club.VENDORS)
    parser.add_argument("--step", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.step:
        club.set_up_django()
        return measure(options.players)
    statuses = []
    with tempfile.TemporaryDirectory() as folder:
        for vendor in [options.only] if options.only else club.VENDORS:
            print(vendor, flush=True)
            with club.fresh_database(vendor, "goclub_rating_list", folder) as url:
                env = club.environment(url) | {"BACKGROUND_JOBS": "worker"}
                subprocess.run([*club.MANAGE, "migrate", "-v", "0"], env=env, check=True)
                command = [sys.executable, __file__, "--players", str(options.players), "--step"]
                statuses.append(subprocess.run(command, env=env, check=False).returncode)
    return max(statuses)


def measure(players: int) -> int:
    from django.utils import timezone

    from goclub.games.jobs.services import run_jobs
    from goclub.leagues.models import RatedPlayer, RatingList
    from goclub.leagues.ratinglist.queries import lookup
    from goclub.leagues.ratinglist.services import add_list
    from goclub.members.models import User
    from goclub.members.requests import Act

    data = listed(players)
    user = User.objects.create_superuser("bench", "bench@example.org")
    add_list(Act(user, timezone.now()), source="egd", data=data, listed_on=date(2026, 3, 1))
    _done, [loaded] = club.timed(run_jobs, clock=time.perf_counter)
    rating_list = RatingList.objects.ready().get()
    size = f"{rating_list.players} players, {len(data) / 1e6:.1f} MB"
    print(f"{size}: loaded in {loaded / 1000:.1f} s")
    longest = 0.0
    for text in TYPED:
        players_found, times = club.timed(
            partial(lookup, text, [rating_list]), 9, time.perf_counter
        )
        scan = RatedPlayer.objects.filter(name__icontains=text)[:12]
        _rows, [plain] = club.timed(partial(list, scan), clock=time.perf_counter)
        middle = statistics.median(times)
        longest = max(longest, middle)
        hits = len(players_found)
        print(f"  {text:<10} {hits:>3} found  {middle:6.1f} ms   plain scan {plain:6.1f} ms")
    return int(loaded > 1000 * LOAD_SECONDS or longest > FIND_MS)


if __name__ == "__main__":
    sys.exit(main())
