"""Games per second of the kifu reading room beside sgfmill's own parser and board.

    .venv/bin/python benchmarks/kifu_reading.py             games of its own: random legal moves
    .venv/bin/python benchmarks/kifu_reading.py FOLDER      the SGF files of a folder

Both sides read the same bytes in the same run, taking turns; the best of the rounds counts, in
processor time, since other work on the machine makes clocks lie.  Ours: decode, parse, check every
node of every variation, replay, normalise (to SGF again).  The peer:
``sgfmill.sgf.Sgf_game.from_bytes``, then the main line played on ``sgfmill.boards.Board``.
Exit status 1 where ours is less than 4.6 times as fast.
"""

from __future__ import annotations

import random
import sys
from collections import deque
from collections.abc import Callable
from functools import partial
from pathlib import Path

import club
from sgfmill import boards, sgf

from goclub.go.records import reading
from goclub.go.records.write import write_record

LEAST_RATIO = 4.6
HEAD = (
    "(;FF[4]GM[1]CA[UTF-8]SZ[19]PW[Somebody]BR[3d]WR[2d]KM[6.5]RE[B+R]EV[A league]PC[The club]"
    "RU[Japanese]"
)


def main() -> int:
    parser = club.parser(__doc__, rounds=5, games=100)
    parser.add_argument("folder", nargs="?", type=Path)
    options = parser.parse_args()
    if options.folder:
        files = [path.read_bytes() for path in sorted(options.folder.rglob("*.sgf"))]
        files = [data for data in files if both_read(data)]
        print(f"{len(files)} files of {options.folder} that both can read")
    else:
        files = draw_games(options.games)
        print(f"{len(files)} games of random legal moves")
    if not files:
        print("nothing to read", file=sys.stderr)
        return 2
    return 0 if race(files, options.rounds) >= LEAST_RATIO else 1


def race(files: list[bytes], rounds: int) -> float:
    """Print the table of both sides; returns ours beside the peer's."""
    sides: dict[str, Callable[[bytes], object]] = {
        "sgfmill: parse and play": peer,
        "sgfmill: parse only": sgf.Sgf_game.from_bytes,
        "ours: read, check, normalise": ours,
        "ours: read and check": reading.read,
        "ours: the same, with nodes": with_nodes,
    }
    best = dict.fromkeys(sides, float("inf"))
    for _ in range(rounds):
        for name, read in sides.items():
            _none, [taken] = club.timed(partial(deque, map(read, files), 0))
            best[name] = min(best[name], taken / 1000)
    base = best["sgfmill: parse and play"]
    print(f"{'':<30}{'games/s':>9}{'µs/game':>9}{'× peer':>8}")
    for name, seconds in best.items():
        rate = len(files) / seconds
        print(f"{name:<30}{rate:>9.0f}{1e6 / rate:>9.0f}{base / seconds:>8.2f}")
    return base / best["ours: read, check, normalise"]


def ours(data: bytes) -> bytes:
    return write_record(reading.read(data))


def with_nodes(data: bytes) -> int:
    return len(reading.read(data).nodes)


def peer(data: bytes) -> boards.Board:
    game = sgf.Sgf_game.from_bytes(data)
    board = boards.Board(game.get_size())
    for node in game.get_main_sequence():
        if node.has_setup_stones():
            board.apply_setup(*node.get_setup_stones())
        colour, point = node.get_move()
        if point is not None:
            board.play(*point, colour)
    return board


def both_read(data: bytes) -> bool:
    try:
        peer(data)
        reading.read(data)
    except (ValueError, IndexError):
        return False
    return True


def draw_games(games: int) -> list[bytes]:
    """Return games of random legal moves, as long as real ones, with a usual header."""
    chance = random.Random(1)
    files = []
    for number in range(games):
        points = club.draw_moves(chance, chance.randrange(120, 320), share=0)
        letters = (f"{club.LETTERS[x]}{club.LETTERS[y]}" for x, y in points)
        steps = "".join(f"\n;{'BW'[n % 2]}[{point}]" for n, point in enumerate(letters))
        files.append(f"{HEAD}PB[Player {number}]{steps})".encode())
    return files


if __name__ == "__main__":
    sys.exit(main())
