"""What keeps the house in order: files, settings, words, CSV, and the database's own options."""

from __future__ import annotations

import re
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.db import connection

from goclub.common.export import csv_lines, defuse
from goclub.common.transactions import PAUSES

ROOT = Path(__file__).resolve().parents[3]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))


def test_every_style_and_script_named_by_a_template_is_there():
    """And none lies about that no template names."""
    text = "".join(path.read_text() for path in TEMPLATES)
    named = set(re.findall(r"{% static '([^']+\.(?:css|js))' %}", text))
    assert {name for name in named if not finders.find(name)} == set()
    ours = {str(p.relative_to(ROOT / "static")) for p in (ROOT / "static").rglob("*.[cj]s*")}
    assert ours - named == set()


def test_files_stay_small():
    """A file over 500 lines becomes a package."""
    names = subprocess.run(
        ["git", "ls-files", "*.py", "*.js", "*.css", "*.html"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout.split()  # fmt: skip
    long = {n: c for n in names if (c := (ROOT / n).read_text().count("\n")) > 500}
    assert {n for n in long if "/migrations/" not in n} == set()


# --- CSV --------------------------------------------------------------------------------------
@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1"])
def test_formulas_are_defused(cell):
    assert defuse(cell) == "'" + cell


def test_csv_is_made_line_by_line():
    lines = csv_lines(["a"], ([n] for n in range(10**9)))
    assert [next(lines) for _ in range(3)] == ["\ufeff", "a\r\n", "0\r\n"]


# --- The database's own options -----------------------------------------------------------------
@pytest.mark.django_db
def test_sqlite_waits_instead_of_failing():
    """SQLite's defaults lose writes under load (DESIGN, trap 3)."""
    if connection.vendor != "sqlite":
        assert connection.settings_dict["CONN_HEALTH_CHECKS"]
        return
    options = connection.settings_dict["OPTIONS"]
    assert options["transaction_mode"] == "IMMEDIATE"
    tries = 1 + len(PAUSES)
    assert options["timeout"] * tries >= 20
    assert not connection.settings_dict["ATOMIC_REQUESTS"]
    # Of a connection of its own: where pages are walked the tests' own waits for no disk.
    with closing(sqlite3.connect(":memory:")) as asked:
        asked.executescript(settings.SQLITE_OPTIONS["init_command"])
        assert asked.execute("PRAGMA synchronous").fetchone()[0] == 2


#: Where the UTC day of a moment is meant, and why; elsewhere "today" is ``timezone.localdate(at)``.
UTC_DAYS = {
    "leagues/official/services/matches.py": "a day more is asked for, the league's clock judges",
    "leagues/calendar/services/series.py": "bounds that lie years away",
    "members/notices/services.py": "part of a key, so that one notice a day is told",
    "games/library/services/comments.py": "part of a key, so that one notice a day is told",
}


def test_today_is_no_day_of_utc():
    """Moments are kept in UTC, where a club in Japan has yesterday until nine in the morning."""
    found = {
        path.relative_to(ROOT / "goclub").as_posix()
        for path in (ROOT / "goclub").rglob("*.py")
        if "tests" not in path.parts and re.search(r"\b(at|now)\.date\(\)", path.read_text())
    }
    assert found == set(UTC_DAYS)
