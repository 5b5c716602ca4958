"""Damaged and hostile records by the thousand: worst time, worst memory, and no error page.

    .venv/bin/python benchmarks/kifu_fuzz.py                      2,000 files from our own seeds
    .venv/bin/python benchmarks/kifu_fuzz.py --seeds FOLDER       seeds from a folder as well
    .venv/bin/python benchmarks/kifu_fuzz.py --pages 300          and 300 through the upload page

Every file is read, what was read is written, read again and made into JSON, as a page needs it;
that whole way is timed in processor time.  Memory is the growth of the process from the first file
on, at its peak.  Pages go through Django's test client to a database in memory.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from goclub.go.records import reading  # noqa: E402
from goclub.go.records.errors import KifuError  # noqa: E402
from goclub.go.records.json_tree import tree_json  # noqa: E402
from goclub.go.records.reading import read  # noqa: E402 - the project is not installed
from goclub.go.records.tests.samples import ODD_FILES, mutate  # noqa: E402
from goclub.go.records.write import write_record  # noqa: E402

MOST_SECONDS, MOST_MEGABYTES, MOST_GROWTH = 1.0, 200, 50


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seeds", type=Path, help="a folder of further files to damage")
    parser.add_argument("--pages", type=int, default=0, help="files to send to the upload page")
    options = parser.parse_args()
    seeds = list(ODD_FILES)
    if options.seeds:
        seeds += [path.read_bytes() for path in sorted(options.seeds.rglob("*")) if path.is_file()]
    chance = random.Random(options.seed)
    files = [mutate(chance.choice(seeds), chance, seeds) for _ in range(options.files)]
    good = read_all(files)
    if options.pages:
        good = send_all(files[: options.pages]) and good
    return 0 if good else 1


def read_all(files: list[bytes]) -> bool:
    before = peak()
    worst_read = worst = 0.0
    games = refused = 0
    for data in files:
        start = time.process_time()
        try:
            found = reading.read_all(data)
        except KifuError:
            found = ()
        middle = time.process_time()
        for game in found:
            if isinstance(game, KifuError):
                refused += 1
                continue
            games += 1
            read(write_record(game))
            json.dumps(tree_json(game))
        worst_read = max(worst_read, middle - start)
        worst = max(worst, time.process_time() - start)
    memory = peak() - before
    print(f"{len(files)} files, {sum(map(len, files)) / 1e6:.0f} MB: {games} games read, "
          f"{refused} refused; no exception")  # fmt: skip
    print(f"worst reading {worst_read:.3f} s, worst whole way {worst:.3f} s, "
          f"memory at its peak +{memory:.0f} MB")  # fmt: skip
    return worst_read < MOST_SECONDS and memory < MOST_MEGABYTES


def send_all(files: list[bytes]) -> bool:
    os.environ["DATABASE_URL"] = "sqlite://:memory:"
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "goclub.settings")
    os.environ["DEBUG"] = "True"
    import django

    django.setup()
    from django.core.files.uploadedfile import SimpleUploadedFile
    from django.core.management import call_command
    from django.test import Client

    from goclub.games.models import Kifu
    from goclub.members.tests.factories import make_member

    call_command("migrate", verbosity=0)
    client = Client(HTTP_HOST="localhost")
    client.force_login(make_member().user)
    resident = now_resident()
    worst, answers = 0.0, {}
    for data in files:
        start = time.process_time()
        file = SimpleUploadedFile("g.sgf", data or b"x")
        answer = client.post("/games/report/kifu/", {"file": file, "legal_part": "on"})
        status = str(answer.status_code)
        if answer.status_code == 302:
            status += f" then {client.get(answer['Location']).status_code}"
        worst = max(worst, time.process_time() - start)
        answers[status] = answers.get(status, 0) + 1
        Kifu.objects.all().delete()
    growth = now_resident() - resident
    print(f"{len(files)} uploads: {answers}; worst {worst:.3f} s, resident memory +{growth:.0f} MB")
    return set(answers) <= {"422", "302 then 200"} and growth < MOST_GROWTH


def peak() -> float:
    """The most memory that this process ever held, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def now_resident() -> float:
    """The memory that it holds now, in MB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


if __name__ == "__main__":
    sys.exit(main())
