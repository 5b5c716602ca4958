"""Positions of ten thousand games: how fast they are indexed, and how fast one is found.

    .venv/bin/python benchmarks/position_search.py
    .venv/bin/python benchmarks/position_search.py --games 2000 --jobs 1

Games of random legal moves that share openings as real ones do (each leaves a common line of 40
moves at a random place), on SQLite in a file of its own.  Indexing is timed with reading the
records; the aim is 200 games a second.  Then positions are searched as the page does, three
queries each: the empty board, openings, middle games, corners; the aim is 50 ms for 95 of 100.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

MOVES, SHARED, OPENINGS = 220, 40, 25


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--searches", type=int, default=400)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{folder}/positions.sqlite3"
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "goclub.settings")
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        return measure(options.games, options.jobs, options.searches)


def measure(games: int, jobs: int, searches: int) -> int:
    from goclub.games.library.queries.positions import search
    from goclub.games.library.services.positions import index_missing
    from goclub.games.models import Position
    from goclub.go.positions.keys import CORNER_NAMES, corner_key, whole_key
    from goclub.go.records.reading import read

    rng = random.Random(19)
    texts = file_games(games, rng)
    start = time.perf_counter()
    index_missing(jobs=jobs)
    seconds = time.perf_counter() - start
    rows = Position.objects.count()
    print(f"{games:,} games, {rows:,} positions, {jobs} processes")
    print(f"indexed in {seconds:.1f} s: {games / seconds:.0f} games/s (aim 200)")
    times: dict[str, list[float]] = {"whole": [], "corner": []}
    for number in range(searches):
        record = read(rng.choice(texts).encode())
        place = rng.choice((0, rng.randrange(40), rng.randrange(len(record.main_line))))
        board = record.position_at(record.main_line[place])
        kind = "corner" if number % 3 == 2 else "whole"
        start = time.perf_counter()
        key = (
            whole_key(board)
            if kind == "whole"
            else corner_key(board, rng.choice(CORNER_NAMES), rng.choice((5, 7, 9)))
        )
        search(key)
        times[kind].append(1000 * (time.perf_counter() - start))
    everything = sorted(times["whole"] + times["corner"])
    for name, found in (*times.items(), ("all", everything)):
        found = sorted(found)
        print(
            f"{name:<7} {len(found):>4} searches: median {found[len(found) // 2]:.1f} ms, "
            f"95 of 100 under {found[int(len(found) * 0.95)]:.1f} ms, worst {found[-1]:.1f} ms"
        )
    within = everything[int(len(everything) * 0.95)] < 50 and games / seconds >= 200
    return 0 if within else 1


def file_games(games: int, rng: random.Random) -> list[str]:
    """Put the records into the library; returns some of them."""
    from django.utils import timezone

    from goclub.games.models import Kifu

    lines = [random_line([], SHARED, rng) for _ in range(OPENINGS)]
    now, rows = timezone.now(), []
    for number in range(games):
        shared = rng.choice(lines)[: rng.randrange(SHARED + 1)]
        text = sgf(random_line(shared, MOVES, rng), rng.choice("BW"))
        rows.append(
            Kifu(
                filed_at=now, uploaded_at=now, original=b"", normalised=text, encoding="utf-8",
                digest=f"{number:064x}", moves=MOVES, winner=rng.choice("BW"),
                black_name=f"Black {number}", white_name=f"White {number}",
            )
        )  # fmt: skip
    Kifu.objects.bulk_create(rows, batch_size=500)
    return [row.normalised for row in rows[:: max(1, games // 200)]]


def random_line(shared: list[tuple[int, int]], moves: int, rng: random.Random) -> list:
    """A line of legal moves that begins with another."""
    from goclub.go.board.basics import BLACK, opponent
    from goclub.go.board.position import Board

    board, colour, line = Board(19), BLACK, []
    for point in shared:
        board.play(colour, point)
        line.append(point)
        colour = opponent(colour)
    while len(line) < moves:
        point = (rng.randrange(19), rng.randrange(19))
        if board.refusal(colour, point) is None:
            board.play(colour, point)
            line.append(point)
            colour = opponent(colour)
    return line


def sgf(line: list[tuple[int, int]], winner: str) -> str:
    letters = "abcdefghijklmnopqrs"
    moves = "".join(
        f";{'BW'[number % 2]}[{letters[x]}{letters[y]}]" for number, (x, y) in enumerate(line)
    )
    return f"(;FF[4]GM[1]CA[UTF-8]SZ[19]RE[{winner}+R]{moves})"


if __name__ == "__main__":
    sys.exit(main())
