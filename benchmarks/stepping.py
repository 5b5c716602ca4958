"""A step in the viewer of a game with 500 comments, from the key to the painted frame.

    .venv/bin/python benchmarks/stepping.py
    .venv/bin/python benchmarks/stepping.py --comments 100 --walks 1

A member walks through a game of 220 moves in Chromium, and in turn through one without comments.
The comments are on the start and on moves, some of which have none.  The browser paints as soon as
it can, so that no wait for the screen is counted.  Exit status 1 where the median is above 16 ms.
"""

from __future__ import annotations

import random
import statistics
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any

import club

MOST_MS = 16
MOVES = 220
TEXTS = ("Why not K10?", "I prefer Q16, see also move 12.", "Good.\nWhite is thin at C3 now.")
BROWSER_OPTIONS = (
    "--no-sandbox", "--disable-gpu", "--disable-frame-rate-limit", "--disable-gpu-vsync",
)  # fmt: skip
#: The second frame begins when the first is painted; what follows it gets its time before the next.
WALK = """async (steps) => {
  const frame = () => new Promise(requestAnimationFrame);
  const keydown = (key) => new KeyboardEvent("keydown", { key, bubbles: true });
  const press = (key) => document.body.dispatchEvent(keydown(key));
  const times = [];
  press("Home");
  for (let step = 0; step < steps; step += 1) {
    await new Promise((resolve) => setTimeout(resolve, 40));
    const pressed = performance.now();
    press("ArrowRight");
    await frame();
    await frame();
    times.push(performance.now() - pressed);
  }
  return times;
}"""


def main() -> int:
    options = club.parser(__doc__, comments=500, walks=3).parse_args()
    with club.site():
        addresses = {count: make_game(count) for count in (options.comments, 0)}
        cookie = club.session_cookie("reader")
        with served() as site:
            return measure(site, addresses, cookie, options.walks)


def make_game(comments: int) -> str:
    """File a game with so many comments; return its address."""
    from django.utils import timezone

    from goclub.games.library.services.filing import file_record
    from goclub.games.models import KifuNote
    from goclub.go.records.reading import read
    from goclub.members.models import ClubSettings, User
    from goclub.members.requests import Act
    from goclub.members.tests.factories import make_member

    if not ClubSettings.objects.exists():
        ClubSettings.objects.create(pk=1, name="Hoshi Go Club")
        reader = make_member("Sato Ken").user
        User.objects.filter(pk=reader.pk).update(username="reader")
    now, chance = timezone.now(), random.Random(comments)
    points = club.draw_moves(chance, MOVES)
    letters = (f"{club.LETTERS[x]}{club.LETTERS[y]}" for x, y in points)
    steps = "".join(f";{'BW'[n % 2]}[{point}]" for n, point in enumerate(letters))
    data = f"(;FF[4]GM[1]SZ[19]{steps})".encode()
    kifu = file_record(Act(None, now), read(data), data=data, filename="game.sgf")
    author = User.objects.get(username="reader")
    KifuNote.objects.bulk_create(
        KifuNote(kifu=kifu, author=author, at=now, text=chance.choice(TEXTS),
                 spot=str(chance.randrange(MOVES + 1) if number % 20 else 0))
        for number in range(comments)
    )  # fmt: skip
    return kifu.get_absolute_url()


@contextmanager
def served() -> Iterator[str]:
    """Serve the site of this process; yield its address."""
    from django.core.servers.basehttp import ThreadedWSGIServer
    from django.test.testcases import QuietWSGIRequestHandler

    from goclub.wsgi import application

    server = ThreadedWSGIServer(("127.0.0.1", 0), QuietWSGIRequestHandler)
    server.set_app(application)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_port}"
    server.shutdown()


def measure(site: str, addresses: dict[int, str], cookie: str, walks: int) -> int:
    """Walk through both games in turn, the first time uncounted; return the exit status."""
    from playwright.sync_api import sync_playwright

    from goclub.common.tests.walking import browser_path

    times: dict[int, list[float]] = {comments: [] for comments in addresses}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=browser_path(), args=list(BROWSER_OPTIONS)
        )
        context = browser.new_context(extra_http_headers={"Cookie": cookie})
        pages: dict[int, Any] = {}
        for comments, address in addresses.items():
            pages[comments] = context.new_page()
            pages[comments].goto(f"{site}{address}")
            pages[comments].evaluate(WALK, MOVES)
        for _ in range(walks):
            for comments, page in pages.items():
                page.bring_to_front()
                times[comments] += page.evaluate(WALK, MOVES)
        browser.close()
    exceeded = []
    for comments, milliseconds in times.items():
        median, slow = statistics.median(milliseconds), statistics.quantiles(milliseconds, n=20)[-1]
        print(f"{comments} comments: median {median:.1f} ms, 95 of 100 in {slow:.1f} ms")
        if median > MOST_MS:
            exceeded.append(f"{comments} comments")
    return club.judge(exceeded)


if __name__ == "__main__":
    sys.exit(main())
