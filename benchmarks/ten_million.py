"""Ten million games through the rules alone, on all cores: what a federation's history costs.

    .venv/bin/python benchmarks/ten_million.py                       100 clubs of 100,000 games
    .venv/bin/python benchmarks/ten_million.py --clubs 4 --games 20000

Every club has 300 players and games of its own (drawn as in rules_speed.py, seed by club).  A core
takes one club after the other: the games through PAA, IGS, Elo and EGF, entries and reasons made
and thrown away, nothing stored.  Every entry must go on from the player's last one,
and of a game that it makes two at most.
Printed: seconds of the clock and of the processor, games a second, memory at its peak.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import time
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from typing import Any, NamedTuple

from rules_speed import SYSTEMS, draw, starts

from ratings.replay import Entry, replay


class Club(NamedTuple):
    """What one club cost: seconds of the processor for drawing and for each system, MB, entries."""

    drawing: float
    rules: dict[str, float]
    entries: int
    peak: float


def main() -> int:
    """All clubs, over all cores."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clubs", type=int, default=100)
    parser.add_argument("--games", type=int, default=100_000, help="of each club")
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    begun = time.perf_counter()
    with ProcessPoolExecutor(options.cores) as cores:
        clubs = list(cores.map(through, [options.games] * options.clubs, range(options.clubs)))
    clock = time.perf_counter() - begun
    report(clubs, options.clubs * options.games, clock, options.cores)
    return 0


def through(games: int, club: int) -> Club:
    """One club through every system."""
    started = time.process_time()
    points, played = draw(games, seed=club + 1)
    drawing = time.process_time() - started
    spent, entries = {}, 0
    for name, (system, rules) in SYSTEMS.items():
        events = [*starts(name, points), *played]
        started = time.process_time()
        found = counted(replay(system, events, lambda _day, r=rules: r))
        spent[name] = time.process_time() - started
        assert found <= 2 * len(events), (name, found)
        entries += found
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return Club(drawing, spent, entries, peak)


def counted(entries: Iterable[Entry[Any]]) -> int:
    """How many there are.  Raises AssertionError where one does not go on from the one before."""
    number, last = 0, {}
    for entry in entries:
        assert entry.before == last.get(entry.player), entry
        last[entry.player] = entry.step.state
        number += 1
    return number


def report(clubs: list[Club], games: int, clock: float, cores: int) -> None:
    """The sums."""
    print(
        f"{games:,} games, {sum(club.entries for club in clubs):,} entries, {cores} cores, load"
        f" {os.getloadavg()[0]:.1f}: {clock:.0f} s of the clock, {games / clock:,.0f} games/s,"
        f" {max(club.peak for club in clubs):.0f} MB in a process\n\n"
        "| rules | processor | games a second and core | ten million, 2 cores |\n|---|---|---|---|"
    )
    for name in SYSTEMS:
        spent = sum(club.rules[name] for club in clubs)
        line(name, spent, games)
    line("all four", sum(sum(club.rules.values()) for club in clubs), games)
    line("drawing the games", sum(club.drawing for club in clubs), games)


def line(name: str, spent: float, games: int) -> None:
    """One row of the table."""
    whole = spent / games * 10_000_000 / 2
    print(f"| {name} | {spent:.1f} s | {games / spent:,.0f} | {whole:.0f} s |")


if __name__ == "__main__":
    sys.exit(main())
