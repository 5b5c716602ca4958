"""Repeats the benchmarks and writes what they said into benchmarks/README.md.

    script/bench --quick           small sizes; the whole in some minutes on a quiet machine
    script/bench                   the sizes of the tables in the README: more than an hour
    script/bench --only rules kifu those whose name holds one of the words; the others stay
    script/bench --list            names, commands, what each stands beside

Every benchmark has its peer in the same run, or else `limits.py`, which runs first, says what this
machine can do at all.  Each is a process of its own with a time after which it is ended; what it
printed, its day, its exit status and the load of the machine go between the two marks of the
README, with the command that repeats it, in the place of what it said before: so that the hours of
a whole run can be several.  What was measured elsewhere and argued about stays above them.
Ends with 1 where a benchmark did.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import time
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parent.parent
README: Final = ROOT / "benchmarks" / "README.md"
BEGIN: Final = "<!-- written by script/bench -->"
END: Final = "<!-- end of what script/bench wrote -->"
#: Seconds that one benchmark may take.
PATIENCE: Final = {True: 300, False: 4 * 3600}


class Bench(NamedTuple):
    """A script of benchmarks/, its arguments for a quick run, and what it stands beside."""

    name: str
    quick: str
    beside: str
    full: str = ""


BENCHES: Final = (
    Bench("limits", "--seconds 0.3", "the machine itself: what the others cannot pass"),
    Bench("page_pairs", "--rounds 2 --repeat 3", "the state before, taking turns"),
    Bench("start_page", "--games 200 --repeat 3 --members 50", "limits: a page of nothing"),
    Bench("desk", "--games 500 --members 50 --reports 50 --repeat 3", "limits: a page of nothing"),
    Bench("league_page", "--players 30 --repeat 5", "limits: a page of nothing"),
    Bench("standings_page", "--players 100 --rounds 5 --repeat 5", "limits: a page of nothing"),
    Bench("html_fragments", "--players 100 --repeat 3", "a template that says the same"),
    Bench("members_3000", "--members 200 --games 500 --repeat 2 --many 2000", "its own limits"),
    Bench("standings", "--players 200 --repeat 3", "limits: steps of the interpreter"),
    Bench("pairing", "--sizes 100 --rounds 1 3 --kinds mcmahon swiss", "rustworkx, dense"),
    Bench("evening", "--evenings 20", "an organiser who serves whoever waited longest"),
    Bench("rules_speed", "--games 5000 --rounds 2", "glicko2 2.1.0"),
    Bench("ten_million", "--clubs 2 --games 5000", "each system beside the others"),
    Bench("replay_ledger", "--games 1000 --only sqlite", "bulk_create; prepared rows"),
    Bench("late_game", "--games 2000 --members 60", "the replay that everybody waits for"),
    Bench("kifu_reading", "--rounds 2 --games 20", "sgfmill"),
    Bench("kifu_fuzz", "--files 100", "limits: steps of the interpreter"),
    Bench("position_search", "--games 200 --searches 50", "its own limits"),
    Bench("notebook", "", "its own limits"),
    Bench("confirm_race", "--processes 4 --each 10", "limits: writes that reach the disk"),
    Bench("mail_queue", "--letters 50 --rounds 2 --kills 1 --only sqlite", "nothing lost"),
    Bench("backup_restore", "--games 500 --only sqlite", "equal hashes"),
    Bench("phone_results", "--phones 4 --tables 10 --only sqlite", "limits: writes"),
    Bench("servers", "--seconds 2 --readers 4 --only sqlite", "waitress and gunicorn in turns"),
    Bench("kifu_page", "--rounds 3", "a frame of 16 ms"),
)
#: Begun by hand: what wants a file of positions, and GNU Go beside it; and what runs the others.
BY_HAND: Final = {
    "counting": "GNU Go's final_score",
    "figures": "what was asked of a federation's site: runs those above in the sizes asked",
}


def main() -> int:
    """Run what was asked for; write the README."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="small sizes")
    parser.add_argument("--only", nargs="+", default=[], metavar="WORD")
    parser.add_argument("--list", action="store_true", help="only say what there is")
    parser.add_argument("--output", type=Path, default=README, help="the file with the two marks")
    options = parser.parse_args()
    chosen = [
        one for one in BENCHES if not options.only or any(word in one.name for word in options.only)
    ]
    if options.list:
        for one in chosen:
            print(f"{command_of(one, quick=options.quick)}\n    beside: {one.beside}")
        return 0
    failed = []
    for one in chosen:
        status, part = measured(one, quick=options.quick)
        if status:
            failed.append(one.name)
        # Whatever ends this run, what was measured stays.
        text = options.output.read_text(encoding="utf-8") if options.output.exists() else ""
        said = said_before(text) | {one.name: part}
        options.output.write_text(between_marks(text, opened(said)), encoding="utf-8")
    print("failed: " + " ".join(failed) if failed else "all went well")
    return 1 if failed else 0


def command_of(bench: Bench, *, quick: bool) -> str:
    """The line that repeats it."""
    words = bench.quick if quick else bench.full
    return f".venv/bin/python benchmarks/{bench.name}.py {words}".strip()


def opened(said: dict[str, str]) -> list[str]:
    """All that was said, in the order of the benchmarks, under one heading."""
    head = (
        "## What `script/bench` found last\n\n"
        "Each with its day and size (`--quick` is small: whether it runs, and about how fast). The "
        "load is that of its end: above the number of cores, seconds of the clock say nothing and "
        "those of the processor too much.\n"
    )
    return [head, *(said[one.name] for one in BENCHES if one.name in said)]


def said_before(text: str) -> dict[str, str]:
    """The parts between the marks by the names of their benchmarks.

    >>> said_before(f"{BEGIN}\\n## head\\n\\n### one\\n\\n1\\n\\n### two\\n\\n2\\n{END}\\n")["one"]
    '\\n### one\\n\\n1\\n'
    """
    _before, _mark, rest = text.partition(BEGIN)
    _head, *parts = rest.partition(END)[0].split("\n### ")
    return {part.split("\n", 1)[0]: f"\n### {part.rstrip()}\n" for part in parts}


def measured(bench: Bench, *, quick: bool) -> tuple[int, str]:
    """Exit status, and what the README says of it."""
    line = command_of(bench, quick=quick)
    print(f"== {line}", flush=True)
    begun = time.monotonic()
    words = [sys.executable, *line.split()[1:]]
    try:
        said = subprocess.run(
            words, cwd=ROOT, capture_output=True, text=True, check=False, timeout=PATIENCE[quick],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        status, text = said.returncode, said.stdout.strip() or said.stderr.strip()[-1500:]
    except subprocess.TimeoutExpired as error:
        kept = error.stdout or b""
        status = 1
        text = (kept if isinstance(kept, str) else kept.decode()).strip()
        text += f"\nended after {PATIENCE[quick]} s"
    took = time.monotonic() - begun
    print(f"   {took:.0f} s, exit status {status}", flush=True)
    told = "" if status == 0 else f", **exit status {status}**"
    size = ", small" if quick else ""
    return status, (
        f"\n### {bench.name}\n\n`{line}` — beside: {bench.beside}; {datetime.now(UTC):%Y-%m-%d}"
        f"{size}, {os.cpu_count()} cores, Python {platform.python_version()}, {took:.0f} s, load "
        f"{os.getloadavg()[0]:.1f}{told}\n\n{shown(text)}\n"
    )


def shown(text: str) -> str:
    """Tables as they are, all else as it was printed.

    >>> print(shown("read\\n| a |\\n|---|\\n| 1 |"))
    ```
    read
    ```
    <BLANKLINE>
    | a |
    |---|
    | 1 |
    """
    blocks: list[tuple[bool, list[str]]] = []
    for line in text.splitlines():
        table = line.startswith("|")
        if not blocks or (blocks[-1][0] != table and line.strip()):
            blocks.append((table, []))
        blocks[-1][1].append(line.rstrip())
    return "\n\n".join(
        "\n".join(one for one in lines if one) if table else fenced(lines)
        for table, lines in blocks
    )


def fenced(lines: Iterable[str]) -> str:
    """Lines as they were printed."""
    return "```\n" + "\n".join(lines).strip("\n") + "\n```"


def between_marks(text: str, parts: Iterable[str]) -> str:
    """The text with these parts between the two marks, at its end where it has none.

    >>> between_marks(f"one\\n{BEGIN}\\nold\\n{END}\\ntwo\\n", ["new"]).splitlines()[0::4]
    ['one', 'two']
    """
    written = f"{BEGIN}\n{''.join(parts).rstrip()}\n{END}"
    if BEGIN in text and END in text:
        before, rest = text.split(BEGIN, 1)
        return before + written + rest.split(END, 1)[1]
    return f"{text.rstrip()}\n\n{written}\n".lstrip("\n")


if __name__ == "__main__":
    sys.exit(main())
