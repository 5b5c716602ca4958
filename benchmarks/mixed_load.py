"""A club of 20,000 games under load: readers open pages, one request in ten is a comment.

    .venv/bin/python benchmarks/mixed_load.py
    .venv/bin/python benchmarks/mixed_load.py --database sqlite --games 500 --seconds 5

The demo club and 300 more members with the games, served by two processes of gunicorn.  Twelve
readers, half of them signed in, ask for one page after the other.  Exit status 1 where a request
fails, or under 35 answers a second, or where 95 of 100 take longer than 400 ms.
"""

from __future__ import annotations

import argparse
import http.client
import itertools
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import club

LEAST_RATE, MOST_MS = 35, 400
CSRF_TOKEN = "benchmark" * 3 + "token"  # 32 letters, as the site's own


def main() -> int:
    parser = club.parser(__doc__, games=20_000, readers=12, seconds=20, port=8391)
    parser.add_argument("--database", choices=club.VENDORS, default="postgresql")
    parser.add_argument("--fill", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.fill:
        print(json.dumps(fill_club(options.games)))
        return 0
    with (
        tempfile.TemporaryDirectory() as folder,
        club.fresh_database(options.database, "goclub_load", folder) as url,
    ):
        env = {**club.environment(url), "VAR_DIR": folder}
        for command in (["migrate"], ["collectstatic", "--noinput"]):
            subprocess.run([*club.MANAGE, *command, "-v", "0"], env=env, check=True)
        fill = [sys.executable, __file__, "--fill", "--games", str(options.games)]
        filled = subprocess.run(fill, env=env, check=True, capture_output=True, text=True)
        load = Load(options.port, json.loads(filled.stdout.splitlines()[-1]))
        with served_site(env, options.port):
            load.run(options.readers, 3)  # both processes load their modules
            return load.report(options.readers, options.seconds)


def fill_club(games: int) -> dict[str, Any]:
    """Fill the demo club and the games; return the pages, a cookie, the address of comments."""
    club.set_up_django()
    from django.core.management import call_command
    from django.urls import reverse

    from goclub.games.rating.ledger.recalculation import rebuild

    call_command("demo", verbosity=0, stdout=sys.stderr)
    club.write_facts(club.make_members(club.MEMBERS), games)
    rebuild()
    values = club.page_values()
    return {
        "pages": [page.format(**values) for page in club.PAGES],
        "cookie": club.session_cookie("member"),
        "comments": reverse("games:kifu-comments", args=[values["kifu"]]),
    }


@contextmanager
def served_site(env: dict[str, str], port: int) -> Iterator[None]:
    gunicorn = str(Path(sys.executable).with_name("gunicorn"))
    server = subprocess.Popen(
        [gunicorn, "--bind", f"127.0.0.1:{port}", "--workers", "2", "goclub.wsgi"],
        env=env, cwd=club.ROOT, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        for _ in range(300):
            with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
            time.sleep(0.1)
        yield
    finally:
        server.terminate()
        server.wait(40)


class Load:
    """Readers that press on the site at once; times in ms, failures by their status or error."""

    def __init__(self, port: int, filled: dict[str, Any]) -> None:
        self.port = port
        self.pages, self.cookie = filled["pages"], filled["cookie"]
        self.comments = filled["comments"]
        self.milliseconds: list[float] = []
        self.failures: list[str] = []

    def report(self, readers: int, seconds: float) -> int:
        """Print the figures of a run and return the exit status."""
        self.milliseconds, self.failures = [], []
        rate = self.run(readers, seconds)
        slow = statistics.quantiles(self.milliseconds, n=20)[-1]
        print(
            f"{rate:.1f} answers a second, median {statistics.median(self.milliseconds):.0f} ms,"
            f" p95 {slow:.0f} ms, failures: {sorted(set(self.failures)) or 'none'};"
            f" load {os.getloadavg()[0]:.1f}"
        )
        return 1 if self.failures or rate < LEAST_RATE or slow > MOST_MS else 0

    def run(self, readers: int, seconds: float) -> float:
        """Let the readers ask; return the answers a second."""
        end = time.monotonic() + seconds
        threads = [
            threading.Thread(target=self.read, args=(number, end)) for number in range(readers)
        ]
        started = time.monotonic()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return len(self.milliseconds) / (time.monotonic() - started)

    def read(self, number: int, end: float) -> None:
        """Ask for one page after the other; every second reader is signed in and comments."""
        cookie = self.cookie if number % 2 else ""
        for count, page in enumerate(itertools.cycle(self.pages), number):
            if time.monotonic() > end:
                return
            started = time.perf_counter()
            try:
                if cookie and count % 5 == 0:
                    status = self.comment(cookie)
                else:
                    status = self.request("GET", page, cookie)
            except (OSError, http.client.HTTPException) as error:
                self.failures.append(type(error).__name__)
                time.sleep(0.1)
                continue
            self.milliseconds.append(1000 * (time.perf_counter() - started))
            if status >= 400:
                self.failures.append(str(status))

    def comment(self, cookie: str) -> int:
        fields = {"text": f"at {time.time_ns()}", "csrfmiddlewaretoken": CSRF_TOKEN, "at": "0"}
        cookies = f"{cookie}; csrftoken={CSRF_TOKEN}"
        return self.request("POST", self.comments, cookies, urlencode(fields))

    def request(self, method: str, path: str, cookie: str, body: str | None = None) -> int:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        headers = {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
        try:
            connection.request(method, path, body, {**headers, "Cookie": cookie})
            response = connection.getresponse()
            response.read()
            return response.status
        finally:
            connection.close()


if __name__ == "__main__":
    sys.exit(main())
