"""The served site, for benchmarks that press on it from outside: a database, a server, a look."""

from __future__ import annotations

import argparse
import http.client
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from databases import VENDORS, fresh

ROOT = Path(__file__).resolve().parent.parent
#: Does one database: vendor, address and options in, exit status out.
Run = Callable[[str, str, argparse.Namespace], int]
Step = Callable[[argparse.Namespace], int]


def main(run: Run, steps: dict[str, Step], parser: argparse.ArgumentParser, name: str) -> int:
    """Run over SQLite and PostgreSQL, or do a step inside a process that has Django."""
    parser.add_argument("--only", choices=VENDORS)
    parser.add_argument("--step", choices=list(steps), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.step:
        os.environ["DJANGO_SETTINGS_MODULE"] = "goclub.settings"
        sys.path.insert(0, str(ROOT))
        import django

        django.setup()
        return steps[options.step](options)
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for vendor in VENDORS:
            if options.only in (None, vendor):
                with fresh(vendor, name, folder) as url:
                    failed += run(vendor, url, options)
    return 1 if failed else 0


class Site:
    """The project over one database: prepare it, fill it, serve it, look at it.

    ``script`` the benchmark's own file, called again for its steps with ``sizes``.
    """

    def __init__(self, url: str, script: str, sizes: list[str], port: int) -> None:
        self.env = {**os.environ, "DATABASE_URL": url, "DEBUG": "False"}
        self.here = [sys.executable, script, *sizes]
        self.port = port

    def fill(self) -> Any:
        """Migrate, collect static files, run the step ``fill``; returns what it printed as JSON."""
        manage = [sys.executable, str(ROOT / "manage.py")]
        for command in (["migrate"], ["collectstatic", "--noinput"]):
            subprocess.run([*manage, *command, "-v", "0"], env=self.env, check=True)
        filled = subprocess.run(
            [*self.here, "--step", "fill"], env=self.env, check=True, capture_output=True, text=True
        )
        return json.loads(filled.stdout.splitlines()[-1])

    def looks_well(self) -> bool:
        """Whether the step ``look`` finds everything as it should be."""
        result = subprocess.run([*self.here, "--step", "look"], env=self.env, check=False)
        return result.returncode == 0

    @contextmanager
    def served(self) -> Iterator[None]:
        """The site on 127.0.0.1 under waitress."""
        server = subprocess.Popen(
            [str(Path(sys.executable).with_name("waitress-serve")),
             f"--listen=127.0.0.1:{self.port}", "--threads=16", "--connection-limit=2000",
             "--asyncore-use-poll", "goclub.wsgi:application"],
            env=self.env, cwd=ROOT, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            self._wait()
            yield
        finally:
            server.terminate()
            server.wait()

    def _wait(self) -> None:
        for _ in range(100):
            try:
                connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
                connection.request("GET", "/health/")
                connection.getresponse().read()
            except OSError:
                time.sleep(0.1)
            else:
                return
        raise SystemExit("the server did not start")


def compare(found: dict[str, tuple[int, int]]) -> bool:
    """Print what was found beside what was wanted; True where they agree."""
    good = True
    for name, (value, wanted) in found.items():
        good = good and value == wanted
        print(f"  {name:26} {value:6}   wanted {wanted}")
    return good
