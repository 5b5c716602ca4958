"""From a club to an association: what was asked and what is measured, in one table.

    .venv/bin/python benchmarks/figures.py                   the sizes of the table: an hour or two
    .venv/bin/python benchmarks/figures.py --quick           small sizes: whether every row is there
    .venv/bin/python benchmarks/figures.py --only pairing pages --json FILE
    .venv/bin/python benchmarks/figures.py --list

Each row is taken from what another benchmark prints, which is run as a process of its own, once
for all rows that read it.  What a benchmark did not print is shown as missing, never guessed.  The
trial's figures are those that were handed to us with the question; "–" where none was.  Small sizes
do not answer the question, and the table says so above itself.

Ends with 1 where a figure is missing or misses what was asked.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parent.parent
#: Seconds that one benchmark may take.
PATIENCE: Final = 3 * 3600
MISSING: Final = "missing"

#: Figures that a benchmark printed, by what is asked of each; none where it did not print them.
Found = list[float]
#: Reads them from what it printed.
Reader = Callable[[str], Found]


class Figure(NamedTuple):
    """A row: ``word`` names it, ``limits`` what is asked of each of its numbers, in ``unit``.

    ``least`` the limits are the least that is asked, not the most.  ``bench`` the script, with its
    words in full and in a quick size.
    """

    word: str
    what: str
    trial: str
    limits: tuple[float, ...]
    unit: str
    bench: str
    full: str
    quick: str
    read: Reader
    least: bool = False

    def command(self, *, quick: bool) -> str:
        words = self.quick if quick else self.full
        return f".venv/bin/python benchmarks/{self.bench}.py {words}".strip()

    def met(self, found: Found) -> bool:
        pairs = zip(found, self.limits, strict=False)
        return all(one >= limit if self.least else one <= limit for one, limit in pairs)


# --- Reading what was printed --------------------------------------------------------------------
def lines_of(text: str) -> list[list[str]]:
    """The rows of all tables of a text, cell by cell."""
    rows = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def number(text: str) -> float:
    """The first number in a cell; seconds and ms as they stand."""
    found = re.search(r"\d[\d,]*(?:\.\d+)?", text)
    if found is None:
        raise ValueError(text)
    return float(found[0].replace(",", ""))


def cell(start: tuple[str, ...], *places: int) -> Reader:
    """Numbers at some places of the first line of a table that begins with these cells."""

    def read(text: str) -> Found:
        for row in lines_of(text):
            if tuple(row[: len(start)]) == start and len(row) > max(places):
                return [number(row[place]) for place in places]
        return []

    return read


def median_pages(reader: str, kind: str) -> Reader:
    """The median page of a table of page_pairs, in the state after."""

    def read(text: str) -> Found:
        rows = lines_of(text)
        heads = [n for n, row in enumerate(rows) if row[0] == f"{reader}, {kind}"]
        found = [row for row in rows[heads[0] :] if row[0] == "median page"] if heads else []
        return [number(found[0][2])] if found else []

    return read


def worst_page(text: str) -> Found:
    """The dearest page of members_3000: ms of the processor and kB with gzip, each by itself."""
    found = re.findall(r"\(\s*([\d.]+) ms of processor time\).* ([\d.]+) kB gzip", text)
    if not found:
        return []
    return [max(float(one[0]) for one in found), max(float(one[1]) for one in found)]


def served(text: str) -> Found:
    """Answers a second and the 95th percentile of servers.py."""
    found = re.search(r"gunicorn sync, 2 +([\d.]+)/s +median +\d+ ms +p95 +(\d+) ms", text)
    return [float(found[1]), float(found[2])] if found else []


def pairs_of(size: int) -> Reader:
    """Seconds of the dearest round of a McMahon tournament, printed in ms or s."""

    def read(text: str) -> Found:
        rows = [row for row in lines_of(text) if row[:2] == ["mcmahon", str(size)]]
        return [max(seconds(row[3]) for row in rows)] if rows else []

    return read


def seconds(text: str) -> float:
    return number(text) / (1000 if text.endswith("ms") else 1)


def nasty(text: str) -> Found:
    """Seconds of the dearest of the fields of up to 1,000 that were made to be hard."""
    rows = [row for row in lines_of(text) if "nasty" in row[0] and number(row[1]) <= 1000]
    return [max(seconds(row[3]) for row in rows)] if rows else []


def beside_sgfmill(text: str) -> Found:
    found = re.search(r"^ours: read, check, normalise .* ([\d.]+)$", text, re.MULTILINE)
    return [float(found[1])] if found else []


def ratios(text: str) -> Found:
    """The dearest ratio of the clock, by which the trial was timed, over both databases."""
    rows = [row for row in lines_of(text) if len(row) == 10 and row[0][:1].isdigit()]
    return [max(number(row[5]) for row in rows)] if rows else []


# --- The table -----------------------------------------------------------------------------------
LATE = ("late_game", "", "--games 2000 --members 60")
PAGES = ("page_pairs", "--rounds 3 --repeat 8", "--rounds 1 --repeat 2")
CLUB = ("members_3000", "", "--members 200 --games 500 --repeat 2 --many 2000")
PAIRING = (
    "pairing", "--sizes 100 1000 2000 --rounds 1 3 5 --kinds mcmahon --dense-up-to 1000 --nasty",
    "--sizes 100 --rounds 1 --kinds mcmahon --nasty",
)  # fmt: skip
LEDGER = (
    "replay_ledger", "--games 20000 --only-ratio --rounds 3",
    "--games 1000 --only-ratio --only sqlite",
)  # fmt: skip

FIGURES: Final = (
    Figure("today", "a game of today while a late one is replayed, 300,000 games: median", "19 s",
           (50,), "ms", *LATE, cell(("30 days, postponed",), 5)),
    Figure("late", "a game of 30 days ago: answered", "18.5 s", (1000,), "ms", *LATE,
           cell(("30 days, postponed",), 1)),
    Figure("late", "a game of 30 days ago: settled", "18.5 s", (10,), "s", *LATE,
           cell(("30 days, postponed",), 2)),
    Figure("served", "2 processes on 2 cores, 15 pages and 10 % writes, 20,000 games: a second",
           "43", (70,), "requests/s", "servers", "--mix --games 20000 --only postgresql",
           "--mix --games 500 --only postgresql --seconds 4 --readers 4",
           lambda text: served(text)[:1], least=True),
    Figure("served", "the same: 95 of 100 within", "283", (250,), "ms", "servers",
           "--mix --games 20000 --only postgresql",
           "--mix --games 500 --only postgresql --seconds 4 --readers 4",
           lambda text: served(text)[1:]),
    Figure("pages", "median page of a visitor, made anew", "27", (12,), "ms", *PAGES,
           median_pages("visitor", "made")),
    Figure("pages", "median page of a visitor, kept", "–", (12,), "ms", *PAGES,
           median_pages("visitor", "again")),
    Figure("pages", "median page of a member", "37", (16,), "ms", *PAGES,
           median_pages("member", "made")),
    Figure("club", "every public page with 3,000 members: processor", "1.1 s", (150,), "ms", *CLUB,
           lambda text: worst_page(text)[:1]),
    Figure("club", "the same: compressed", "1.5 MB, not compressed", (60,), "kB", *CLUB,
           lambda text: worst_page(text)[1:]),
    Figure("pairing", "McMahon round of 1,000", ".19–.34", (0.15,), "s", *PAIRING, pairs_of(1000)),
    Figure("pairing", "McMahon round of 2,000", "1.0–1.7", (0.8,), "s", *PAIRING, pairs_of(2000)),
    Figure("pairing", "McMahon round of 100", ".009–.012", (0.006,), "s", *PAIRING, pairs_of(100)),
    Figure("pairing", "fields made to be hard, 1,000", "7.6; 11.7", (1.5,), "s", *PAIRING, nasty),
    Figure("rules", "IGS beside Glicko-2 in Python", "1.19", (2,), "times as fast", "rules_speed",
           "", "--games 5000 --rounds 2", cell(("IGS",), 3), least=True),
    Figure("replay", "replay of the ledger beside inserting its prepared rows, clock", "1.7–2.1",
           (1.3,), "times as long", *LEDGER, ratios),
    Figure("kifu", "records read, beside sgfmill", "3.4", (5,), "times as fast", "kifu_reading", "",
           "--rounds 2 --games 20", beside_sgfmill, least=True),
)  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="small sizes")
    parser.add_argument("--only", nargs="+", default=[], metavar="WORD",
                        help=", ".join(dict.fromkeys(one.word for one in FIGURES)))  # fmt: skip
    parser.add_argument("--list", action="store_true", help="only say what would be run")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the rows there as well")
    options = parser.parse_args()
    chosen = [one for one in FIGURES if not options.only or one.word in options.only]
    said: dict[str, tuple[str, float]] = {}
    for one in chosen:
        command = one.command(quick=options.quick)
        if options.list and command not in said:
            print(command)
            said[command] = "", 0.0
        elif command not in said:
            said[command] = told_by(command), os.getloadavg()[0]
    if options.list:
        return 0
    return shown(chosen, said, options)


def told_by(command: str) -> str:
    """What a benchmark prints; its exit status says only whether it met aims of its own."""
    print(f"== {command}", file=sys.stderr, flush=True)
    begun = time.monotonic()
    try:
        done = subprocess.run(
            [sys.executable, *command.split()[1:]], cwd=ROOT, capture_output=True, text=True,
            check=False, timeout=PATIENCE, env={**os.environ, "PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        text, status = done.stdout, done.returncode
        if status:
            print(done.stderr[-1500:], file=sys.stderr)
    except subprocess.TimeoutExpired as error:
        kept = error.stdout or b""
        text, status = kept if isinstance(kept, str) else kept.decode(), -1
    took = time.monotonic() - begun
    print(f"   {took:.0f} s, exit status {status}", file=sys.stderr, flush=True)
    return text


def shown(
    chosen: list[Figure], said: dict[str, tuple[str, float]], options: argparse.Namespace
) -> int:
    """Print the table; 1 where something is missing or not met."""
    if options.quick:
        print("Small sizes: the figures are not those of the question.\n")
    print("| what | trial | asked | measured | load | command |\n|---|---|---|---|---|---|")
    rows = []
    for one in chosen:
        command = one.command(quick=options.quick)
        text, load = said[command]
        found = one.read(text)
        sign = "≥" if one.least else "≤"
        asked = f"{sign} {one.limits[0]:g} {one.unit}"
        measured = f"{found[0]:g}" if found else MISSING
        if found and not one.met(found):
            measured = f"**{measured}**"
        print(f"| {one.what} | {one.trial} | {asked} | {measured} | {load:.1f} | `{command}` |")
        rows.append({
            "what": one.what, "trial": one.trial, "asked": one.limits[0], "unit": one.unit,
            "least": one.least, "measured": found[0] if found else None, "load": load,
            "command": command, "quick": options.quick,
        })  # fmt: skip
    if options.json:
        options.json.write_text(json.dumps(rows, ensure_ascii=False, indent=1) + "\n")
    good = all(one.read(said[one.command(quick=options.quick)][0]) for one in chosen)
    met = all(one.met(one.read(said[one.command(quick=options.quick)][0])) for one in chosen)
    return 0 if good and met else 1


if __name__ == "__main__":
    sys.exit(main())
