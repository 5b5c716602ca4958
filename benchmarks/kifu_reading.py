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

import argparse
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from sgfmill import boards, sgf  # noqa: E402 - the project is not installed

from goclub.go.board.basics import BLACK, WHITE  # noqa: E402
from goclub.go.board.position import Board  # noqa: E402
from goclub.go.records import reading  # noqa: E402
from goclub.go.records.write import write_record  # noqa: E402

LEAST_RATIO = 4.6
LETTERS = "abcdefghijklmnopqrs"
HEAD = (
    "(;FF[4]GM[1]CA[UTF-8]SZ[19]PW[Somebody]BR[3d]WR[2d]KM[6.5]RE[B+R]EV[A league]PC[The club]"
    "RU[Japanese]"
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=100, help="how many to draw")
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
            start = time.process_time()
            for data in files:
                read(data)
            best[name] = min(best[name], time.process_time() - start)
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
    """Games of random legal moves that fill no eyes, as long as real ones, with a usual header."""
    chance = random.Random(1)
    files = []
    for number in range(games):
        board, moves, colour = Board(19), [], BLACK
        for _ in range(chance.randrange(120, 320)):
            point = random_move(board, colour, chance)
            if point is None:
                break
            board.play(colour, point)
            moves.append((colour, point))
            colour = BLACK + WHITE - colour
        points = (f"{LETTERS[x]}{LETTERS[y]}" for _colour, (x, y) in moves)
        steps = "".join(f"\n;{'BW'[n % 2]}[{point}]" for n, point in enumerate(points))
        files.append(f"{HEAD}PB[Player {number}]{steps})".encode())
    return files


def random_move(board: Board, colour: int, chance: random.Random) -> tuple[int, int] | None:
    for _ in range(400):
        x, y = chance.randrange(19), chance.randrange(19)
        around = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
        eye = all(not board.contains(p) or board.get(p) == colour for p in around)
        if not eye and board.refusal(colour, (x, y)) is None:
            return (x, y)
    return None


if __name__ == "__main__":
    sys.exit(main())
