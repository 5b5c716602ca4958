"""What keeps the house in order: files, settings, words, CSV, and the database's own options."""

from __future__ import annotations

import hashlib
import re
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest
from bootstrap_wrapper import get_bootstrap_dir
from django.conf import settings
from django.contrib.staticfiles import finders
from django.db import connection

from goclub.common.export import csv_lines, defuse
from goclub.common.transactions import PAUSES

ROOT = Path(__file__).resolve().parents[3]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))


def test_bootstrap_is_the_official_one():
    """DESIGN: the wheel's files are byte for byte those of 5.3.8."""
    wanted = {"css/bootstrap.min.css": "d85327d99c7a3ee1f9b5",
              "js/bootstrap.bundle.min.js": "e4fd49181388c48ec504"}  # fmt: skip
    for name, start in wanted.items():
        digest = hashlib.sha256((get_bootstrap_dir() / name).read_bytes()).hexdigest()
        assert digest.startswith(start)


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda p: str(p.relative_to(ROOT / "templates")))
def test_every_text_of_a_template_can_be_translated(path):
    """No words stand bare between the tags."""
    text = path.read_text()
    text = re.sub(r"{%-?\s*blocktranslate.*?endblocktranslate\s*-?%}", "", text, flags=re.S)
    text = re.sub(r"{% block bodyclass %}.*?{% endblock[^%]*%}", "", text, flags=re.S)
    text = re.sub(r"{#.*?#}|<!--.*?-->|<script.*?</script>|<code>.*?</code>", "", text, flags=re.S)
    text = re.sub(r"{%.*?%}|{{.*?}}", " ", text, flags=re.S)
    text = re.sub(r"<[^>]*>", " ", text)
    text = re.sub(r"&\w+;", " ", text)
    bare = [word for word in re.findall(r"[^\W\d_]{2,}", text) if word not in ("PAA", "aa")]
    assert bare == []


#: A letter is no page: programs that read mail know no style sheets.
PAGES = [path for path in TEMPLATES if "email" not in path.parts]


@pytest.mark.parametrize("path", PAGES, ids=lambda p: str(p.relative_to(ROOT / "templates")))
def test_no_template_needs_an_exception_from_the_policy(path):
    text = path.read_text()
    tags = re.sub(r"{%.*?%}|{{.*?}}", "", text, flags=re.S)
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", tags)
    for script in re.findall(r"<script[^>]*>", text):
        assert "src=" in script or "application/json" in script


def test_every_style_and_script_named_by_a_template_is_there():
    """And none lies about that no template names."""
    text = "".join(path.read_text() for path in TEMPLATES)
    named = set(re.findall(r"{% static '([^']+\.(?:css|js))' %}", text))
    assert {name for name in named if not finders.find(name)} == set()
    ours = {str(p.relative_to(ROOT / "static")) for p in (ROOT / "static").rglob("*.[cj]s*")}
    assert ours - named == set()


def test_pages_say_comments_and_variations():
    """DESIGN: a word names one thing in the whole house, in styles and scripts too."""
    said = re.compile(
        r"""(?:class|id)="[^"]*\b(?:talk|vary)|data-(?:talk|vary)|[.#](?:talk|vary)\b"""
    )
    files = [*TEMPLATES, *(ROOT / "static").rglob("*.css"), *(ROOT / "static").rglob("*.js")]
    assert [path.name for path in files if said.search(path.read_text())] == []


def test_files_stay_small():
    """A file over 500 lines becomes a package."""
    names = subprocess.run(
        ["git", "ls-files", "*.py", "*.js", "*.css", "*.html"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout.split()  # fmt: skip
    long = {n: c for n in names if (c := (ROOT / n).read_text().count("\n")) > 500}
    assert {n for n in long if "/migrations/" not in n} == set()


def test_a_bare_name_is_that_of_the_recorded_game_alone():
    """What a row, a line, a cell or a game is one of, its name says: a line of what?"""
    bare = re.compile(r"^class (Line|Row|Cell|Game)\b", re.M)
    found = [
        (name, str(path.relative_to(ROOT)))
        for room in ("goclub", "ratings", "tournaments", "script", "benchmarks")
        for path in (ROOT / room).rglob("*.py")
        for name in bare.findall(path.read_text())
    ]
    assert found == [("Game", "goclub/games/models/game.py")]


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


def test_the_development_requirements_hold_what_the_site_requires():
    """Whoever runs the tests in a fresh clone installs that list alone."""

    def pinned(name):
        return set(re.findall(r"^[\w.\[\],-]+==[^\s]+", (ROOT / name).read_text(), re.MULTILINE))

    assert pinned("requirements.txt") <= pinned("requirements-dev.txt")
    assert len(pinned("requirements.txt")) > 20


#: Where the UTC day of a moment is meant, and why; elsewhere "today" is ``timezone.localdate(at)``.
UTC_DAYS = {
    "leagues/official/services/reminding.py": "a day more is asked for, the league's clock judges",
    "leagues/calendar/services/series.py": "bounds that lie years away",
    "members/notices/services/troubles.py": "part of a key, so that one notice a day is told",
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
