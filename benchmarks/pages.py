"""Pages of the demo club after a write: processor time, queries and size.

    .venv/bin/python benchmarks/pages.py
    .venv/bin/python benchmarks/pages.py --repeat 3 --database var/club.sqlite3

A member and the chair open each page through the whole stack (WSGI, middleware, compression), and
before each request something is written, so that no page that was kept is counted.  Exit status 1
where the median page takes more than 25 ms, or any page more than 20 queries or 60 kB.
"""

from __future__ import annotations

import argparse
import io
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import club

READERS = ("member", "chair")
MOST_MS, MOST_QUERIES, MOST_KB = 25, 20, 60


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeat", type=int, default=10)
    parser.add_argument("--database", type=Path, help="a demo club on SQLite, filled if missing")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = (options.database or Path(folder) / "club.sqlite3").resolve()
        is_new = not database.exists()
        os.environ |= {**club.environment(f"sqlite:///{database}"), "VAR_DIR": folder}
        club.set_up_django()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        if is_new:
            call_command("demo", verbosity=0, stdout=sys.stderr)
        return measure_pages(options.repeat)


def measure_pages(repeat: int) -> int:
    """Print a row for each reader and page; return the exit status."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    values = club.page_values()
    exceeded = []
    print("| reader | page | processor ms | queries | kB |\n|---|---|---|---|---|")
    for reader in READERS:
        cookie, medians = club.session_cookie(reader), []
        for page in club.PAGES:
            path, spent = page.format(**values), []
            open_page(path, cookie)  # loads modules and templates
            for _ in range(repeat):
                write()
                started = time.process_time()
                size = open_page(path, cookie)
                spent.append(1000 * (time.process_time() - started))
            write()
            with CaptureQueriesContext(connection) as queries:
                open_page(path, cookie)
            medians.append(statistics.median(spent))
            print(f"| {reader} | {page} | {medians[-1]:.1f} | {len(queries)} | {size:.1f} |")
            if len(queries) > MOST_QUERIES or size > MOST_KB:
                exceeded.append(f"{reader} {page}")
        median = statistics.median(medians)
        print(f"| {reader} | median page | {median:.1f} | | |")
        if median > MOST_MS:
            exceeded.append(f"{reader} median page")
    print(f"Load {os.getloadavg()[0]:.1f}. Above the limits: {', '.join(exceeded) or 'none'}")
    return 1 if exceeded else 0


def write() -> None:
    """Write something that changes no page."""
    from goclub.members.models import User

    User.objects.get(username="organiser").save()


def open_page(path: str, cookie: str, query: str = "") -> float:
    """Open a page and return its size in kB as sent."""
    from goclub.wsgi import application

    environ: dict[str, Any] = {
        "REQUEST_METHOD": "GET", "PATH_INFO": path, "QUERY_STRING": query, "SCRIPT_NAME": "",
        "SERVER_NAME": "localhost", "SERVER_PORT": "80", "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "localhost", "HTTP_COOKIE": cookie,
        "HTTP_ACCEPT_ENCODING": "gzip", "HTTP_ACCEPT_LANGUAGE": "en", "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(), "wsgi.errors": sys.stderr,
    }  # fmt: skip
    statuses: list[str] = []
    response = application(environ, lambda status, _headers, *_: statuses.append(status))
    size = sum(map(len, response))
    response.close()
    if not statuses[0].startswith("200"):
        raise SystemExit(f"{path}: {statuses[0]}")
    return size / 1000


if __name__ == "__main__":
    sys.exit(main())
