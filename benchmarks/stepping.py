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
from threading import Thread

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
        cookie = make_reader()
        addresses = {count: make_game(count) for count in (options.comments, 0)}
        return measure(addresses, cookie, options.walks)


def make_reader() -> str:
    """Make the member who walks and comments; return the cookie of the session."""
    from goclub.members.models import ClubSettings
    from goclub.members.tests.factories import make_member

    ClubSettings.objects.create(pk=1, name="Hoshi Go Club")
    return club.session_cookie(make_member("Sato Ken").user.username)


def make_game(comments: int) -> str:
    """File a game with so many comments; return its address."""
    from django.utils import timezone

    from goclub.games.library.services.filing import file_record
    from goclub.games.models import KifuNote
    from goclub.go.records.reading import read
    from goclub.members.models import User
    from goclub.members.requests import Act

    now, chance = timezone.now(), random.Random(comments)
    points = club.draw_moves(chance, MOVES)
    letters = (f"{club.LETTERS[x]}{club.LETTERS[y]}" for x, y in points)
    steps = "".join(f";{'BW'[n % 2]}[{point}]" for n, point in enumerate(letters))
    data = f"(;FF[4]GM[1]SZ[19]{steps})".encode()
    kifu = file_record(Act(None, now), read(data), data=data, filename="game.sgf")
    author = User.objects.get()
    KifuNote.objects.bulk_create(
        KifuNote(kifu=kifu, author=author, at=now, text=chance.choice(TEXTS),
                 spot=str(chance.randrange(MOVES + 1) if number % 20 else 0))
        for number in range(comments)
    )  # fmt: skip
    return kifu.get_absolute_url()


def serve() -> str:
    """Serve the site from this process until it ends; return its address."""
    from django.core.servers.basehttp import ThreadedWSGIServer
    from django.test.testcases import QuietWSGIRequestHandler

    from goclub.wsgi import application

    server = ThreadedWSGIServer(("127.0.0.1", 0), QuietWSGIRequestHandler)
    server.set_app(application)
    Thread(target=server.serve_forever, daemon=True).start()
    return f"http://localhost:{server.server_port}"


def measure(addresses: dict[int, str], cookie: str, walks: int) -> int:
    """Walk through both games in turn, the first time uncounted; return the exit status."""
    from playwright.sync_api import sync_playwright

    from goclub.common.tests.walking import browser_path

    site = serve()
    times: dict[int, list[float]] = {comments: [] for comments in addresses}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=browser_path(), args=list(BROWSER_OPTIONS)
        )
        context = browser.new_context(extra_http_headers={"Cookie": cookie})
        pages = {comments: context.new_page() for comments in addresses}
        for comments, page in pages.items():
            page.goto(f"{site}{addresses[comments]}")
            page.evaluate(WALK, MOVES)
        for _ in range(walks):
            for comments, page in pages.items():
                page.bring_to_front()
                times[comments] += page.evaluate(WALK, MOVES)
        browser.close()
    for comments, milliseconds in times.items():
        median, slow = statistics.median(milliseconds), statistics.quantiles(milliseconds, n=20)[-1]
        print(f"{comments} comments: median {median:.1f} ms, 95 of 100 in {slow:.1f} ms")
    medians = {f"{comments} comments": statistics.median(row) for comments, row in times.items()}
    return club.judge([label for label, median in medians.items() if median > MOST_MS])


if __name__ == "__main__":
    sys.exit(main())
