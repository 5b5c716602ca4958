"""Importing a file of many problems, and the pages that show them; processor time.

    .venv/bin/python benchmarks/problems.py                  5,000 problems, the most of a file
    .venv/bin/python benchmarks/problems.py --problems 500

The problems are stones drawn at random in a corner with four lines of three moves.  Exit status 1
if the import takes more than 2 ms a problem, or a page more than 50 ms.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time

import club

MOST_MS_A_PROBLEM, MOST_MS_A_PAGE, TIMES = 2, 50, 5
LETTERS = "abcdefghijklmnopqrs"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--problems", type=int, default=5_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= club.environment(f"sqlite:///{folder}/problems.sqlite3")
        club.set_up_django()
        from django.core.management import call_command
        from django.test import Client, override_settings

        from goclub.games.problems.services import add_collection, read_collection
        from goclub.members.models import User
        from goclub.members.requests import Act

        call_command("migrate", verbosity=0)
        user = User.objects.create_superuser("benchmark")
        chance = random.Random(3)
        data = "".join(draw_problem(chance) for _ in range(options.problems)).encode()
        started = time.process_time()
        collection = add_collection(Act(user), title="Benchmark", data=data)
        read_collection(Act(user), {"collection": collection.pk}, lambda _done, _total: None)
        spent = 1000 * (time.process_time() - started) / options.problems
        print(f"{spent:.2f} ms a problem, {collection.problems.count()} of {options.problems} kept")
        storages = {
            "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
        }
        with override_settings(ALLOWED_HOSTS=["*"], STORAGES=storages):
            client = Client()
            client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
            address = collection.get_absolute_url()
            problem = collection.problems.first().get_absolute_url()
            pages = (address, f"{address}?page=100", f"{problem}?look=0", "/learn/problems/")
            slowest = max(page_ms(client, page) for page in pages)
        print(f"Load {os.getloadavg()[0]:.1f}")
        return 1 if spent > MOST_MS_A_PROBLEM or slowest > MOST_MS_A_PAGE else 0


def draw_problem(chance: random.Random) -> str:
    points = [LETTERS[x] + LETTERS[y] for x in range(7) for y in range(6)]
    chance.shuffle(points)
    black, white = (
        "".join(f"[{point}]" for point in points[start : start + 8]) for start in (0, 8)
    )
    lines = "".join(
        "(;B[{}];W[{}];B[{}]{})".format(
            *points[start : start + 3], "C[RIGHT]" if start == 16 else ""
        )
        for start in range(16, 28, 3)
    )
    return f"(;GM[1]FF[4]SZ[19]AB{black}AW{white}{lines})"


def page_ms(client, page: str) -> float:
    """Print and return how long a page takes."""
    assert client.get(page).status_code == 200, page
    started = time.process_time()
    for _ in range(TIMES):
        client.get(page)
    spent = 1000 * (time.process_time() - started) / TIMES
    print(f"{page}: {spent:.0f} ms")
    return spent


if __name__ == "__main__":
    sys.exit(main())
