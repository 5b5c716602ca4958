"""Pages of the demo club after a write: processor time, queries and size.

    .venv/bin/python benchmarks/pages.py
    .venv/bin/python benchmarks/pages.py --repeat 3 --database var/club.sqlite3

A member and the chair open each page through the whole stack (WSGI, middleware, compression), and
before each request something is written, so that no page that was kept is counted.  Exit status 1
where the median page takes more than 25 ms, or any page more than 20 queries or 60 kB.
"""

from __future__ import annotations

import statistics
import sys
from functools import partial
from pathlib import Path

import club

READERS = ("member", "chair")
MOST_MS, MOST_QUERIES, MOST_KB = 25, 20, 60


def main() -> int:
    parser = club.parser(__doc__, repeat=10)
    parser.add_argument("--database", type=Path, help="a demo club on SQLite, filled if missing")
    options = parser.parse_args()
    with club.site(options.database):
        from django.core.management import call_command

        call_command("demo", if_empty=True, verbosity=0, stdout=sys.stderr)
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
            look = partial(club.open_page, page.format(**values), cookie)
            look()  # loads modules and templates
            spent = []
            for _ in range(repeat):
                write()
                spent += club.timed(look)[1]
            write()
            with CaptureQueriesContext(connection) as queries:
                size = look()
            medians.append(statistics.median(spent))
            print(f"| {reader} | {page} | {medians[-1]:.1f} | {len(queries)} | {size:.1f} |")
            if len(queries) > MOST_QUERIES or size > MOST_KB:
                exceeded.append(f"{reader} {page}")
        median = statistics.median(medians)
        print(f"| {reader} | median page | {median:.1f} | | |")
        if median > MOST_MS:
            exceeded.append(f"{reader} median page")
    return club.judge(exceeded)


def write() -> None:
    """Write something that changes no page."""
    from goclub.members.models import User

    User.objects.get(username="organiser").save()


if __name__ == "__main__":
    sys.exit(main())
