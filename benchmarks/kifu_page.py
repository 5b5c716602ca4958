"""The kifu page in Chromium: how soon the first step is answered, and how much script it loads.

    .venv/bin/python benchmarks/kifu_page.py

A game of 300 moves with 80 comments, on a server and a database of its own.  Each round opens the
page anew and presses "next" once: the script's work with layout is timed, and the time until the
picture was painted.  Sizes are those of our own script and style on that page, packed with gzip.
"""

from __future__ import annotations

import argparse
import gzip
import os
import random
import re
import statistics
import sys
import tempfile
import threading
from pathlib import Path
from urllib.request import urlopen
from wsgiref.simple_server import WSGIRequestHandler, make_server

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
sys.path.insert(0, str(ROOT / "benchmarks"))

FRAME, MOST_BYTES = 16.0, 60_000
STEP = """async () => {
  const start = performance.now();
  const paint = new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now() - start))));
  document.querySelector("[data-kifu-go=next]").click();
  document.querySelector("[data-kifu-board]").getBoundingClientRect();
  const work = performance.now() - start;
  return [work, await paint];
}"""  # noqa: E501


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        address = serve(Path(folder))
        total = sizes(address)
        work, paint = measure(address, options.rounds)
    for name, values in (("script and layout", work), ("until painted", paint)):
        print(f"first step, {name:<18} median {statistics.median(values):5.1f} ms, "
              f"best {min(values):5.1f}, worst {max(values):5.1f}")  # fmt: skip
    return 0 if statistics.median(work) < FRAME and total < MOST_BYTES else 1


def sizes(address: str) -> int:
    with urlopen(address) as answer:
        page = answer.read().decode()
    total = 0
    for name in sorted(set(re.findall(r"static/(?:css|js)/[\w/-]+\.\w+", page))):
        packed = len(gzip.compress((ROOT / name).read_bytes(), 6))
        total += packed
        print(f"{name:<32}{packed:>7} bytes compressed")
    print(f"{'together':<32}{total:>7} bytes")
    return total


def serve(folder: Path) -> str:
    """Start the site with the game in it; the address of the game."""
    os.environ["DATABASE_URL"] = f"sqlite:///{folder / 'page.sqlite3'}"
    os.environ["DEBUG"] = "True"
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "goclub.settings")
    import django

    django.setup()
    from django.contrib.staticfiles.handlers import StaticFilesHandler
    from django.core.management import call_command
    from django.core.wsgi import get_wsgi_application
    from django.utils import timezone

    from goclub.games.library.services.filing import file_record
    from goclub.go.records.reading import read

    call_command("migrate", verbosity=0)
    data = game()
    record = read(data)
    kifu = file_record(record=record, data=data, filename="game.sgf", at=timezone.now())
    server = make_server(
        "127.0.0.1", 0, StaticFilesHandler(get_wsgi_application()), handler_class=Quiet
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}{kifu.get_absolute_url()}"


class Quiet(WSGIRequestHandler):
    def log_message(self, *_args: object) -> None:
        pass


def game() -> bytes:
    """300 moves with 80 comments."""
    from kifu_reading import random_move

    from goclub.go.board.basics import BLACK, WHITE
    from goclub.go.board.position import Board
    from goclub.go.records.write import write_sgf

    chance = random.Random(7)
    board, moves, colour = Board(19), [], BLACK
    while len(moves) < 300:
        point = random_move(board, colour, chance)
        if point is not None:
            board.play(colour, point)
        moves.append((colour, point))
        colour = BLACK + WHITE - colour
    said = dict.fromkeys(sorted(chance.sample(range(1, 301), 80)), "A remark on this move. " * 4)
    return write_sgf(moves, black="Black", white="White", comments=said)


def measure(address: str, rounds: int) -> tuple[list[float], list[float]]:
    from playwright.sync_api import sync_playwright

    from goclub.common.tests.walking import browser_path

    work, paint = [], []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=browser_path(),
            args=["--no-sandbox", "--disable-background-networking", "--disable-gpu"],
        )
        for number in range(rounds):
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            page.goto(f"{address}#m{number * 30 % 290}")
            page.wait_for_timeout(500)
            done, shown = page.evaluate(STEP)
            work.append(done)
            paint.append(shown)
            page.close()
        browser.close()
    return work, paint


if __name__ == "__main__":
    sys.exit(main())
