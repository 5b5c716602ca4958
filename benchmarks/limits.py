"""What this machine can do at all: what no other benchmark can pass, measured in the same run.

    .venv/bin/python benchmarks/limits.py
    .venv/bin/python benchmarks/limits.py --seconds 0.3

Steps of the interpreter; writes that reach the disk (a small one and fsync, as every confirmed
result needs); questions to SQLite, and to PostgreSQL where one answers; a page of nothing through
Django alone, and an empty template; compression of a page.  Each for so many seconds of the clock.
"""

from __future__ import annotations

import argparse
import os
import sqlite3
import sys
import tempfile
import time
import zlib
from collections.abc import Callable
from pathlib import Path

from databases import POSTGRES


def main() -> int:
    """Print how often a second each can be done."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=2)
    seconds = parser.parse_args().seconds
    print("| what | a second | processor, each |\n|---|---|---|")
    print_line("a thousand additions in Python", seconds, additions)
    with tempfile.TemporaryDirectory() as folder:
        with (Path(folder) / "log").open("ab", buffering=0) as log:
            print_line(
                "a write of 4 kB that reaches the disk", seconds, lambda: write(log.fileno())
            )
        connection = sqlite3.connect(Path(folder) / "one.sqlite3")
        print_line(
            "a question to SQLite", seconds, lambda: connection.execute("SELECT 1").fetchone()
        )
        connection.close()
    postgresql(seconds)
    django(seconds)
    page = b"<tr><td>Aoki Jun</td><td>3 kyu</td><td>118</td></tr>\n" * 600
    print_line("compression of 32 kB", seconds, lambda: zlib.compress(page, 6))
    return 0


def print_line(what: str, seconds: float, do: Callable[[], object]) -> None:
    """One row: how often, and what it cost."""
    do()
    number, begun, spent = 0, time.perf_counter(), time.process_time()
    while time.perf_counter() - begun < seconds:
        do()
        number += 1
    clock, spent = time.perf_counter() - begun, time.process_time() - spent
    print(f"| {what} | {number / clock:,.0f} | {1000 * spent / number:.3f} ms |", flush=True)


def additions() -> int:
    """A thousand steps of a loop."""
    total = 0
    for number in range(1000):
        total += number
    return total


def write(file: int) -> None:
    """4 kB, and until the disk has them."""
    os.write(file, b"x" * 4096)
    os.fsync(file)


def postgresql(seconds: float) -> None:
    """A question and its answer over a local line; a line that says so where nobody answers."""
    import psycopg

    try:
        connection = psycopg.connect(POSTGRES, autocommit=True, connect_timeout=3)
    except psycopg.OperationalError:
        print("| a question to PostgreSQL | nobody answers | |")
        return
    with connection:
        print_line(
            "a question to PostgreSQL", seconds, lambda: connection.execute("SELECT 1").fetchone()
        )


def django(seconds: float) -> None:
    """A request through Django with no middleware, and a template with one variable."""
    from django.conf import settings

    settings.configure(
        ROOT_URLCONF=__name__, ALLOWED_HOSTS=["*"], SECRET_KEY="x",
        TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates"}],
    )  # fmt: skip
    import django as framework
    from django.core.handlers.wsgi import WSGIHandler
    from django.http import HttpResponse
    from django.template import Context, Engine
    from django.test import RequestFactory
    from django.urls import path

    framework.setup()
    sys.modules[__name__].urlpatterns = [path("", lambda _request: HttpResponse("x"))]  # type: ignore[attr-defined]
    handler, environ = WSGIHandler(), RequestFactory().get("/").environ
    print_line("a page of nothing through Django", seconds,
               lambda: handler(dict(environ), lambda *_: None).close())  # fmt: skip
    template = Engine().from_string("<p>{{ name }}</p>")
    print_line("a template with one name", seconds, lambda: template.render(Context({"name": "x"})))


if __name__ == "__main__":
    sys.exit(main())
