"""Games per second of the kifu reading room beside sgfmill's own parser and board.

    .venv/bin/python benchmarks/kifu_reading.py             games of its own: random legal moves
    .venv/bin/python benchmarks/kifu_reading.py FOLDER      the SGF files of a folder

Both sides read the same bytes in the same run, taking turns; the best of the rounds counts, in
processor time, since other work on the machine makes clocks lie.  Ours: decode, parse, check every
node of every variation, replay, normalise (to SGF again).  The peer:
``sgfmill.sgf.Sgf_game.from_bytes``, then the main line played on ``sgfmill.boards.Board``.
Then a joseki dictionary of 62,703 nodes and 1.3 MB, and hostile records of 50,000 nodes, each in a
process of its own, with its peak of memory.
"""

from __future__ import annotations

import argparse
import random
import resource
import subprocess
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
from goclub.go.records.errors import KifuError  # noqa: E402
from goclub.go.records.results import Result  # noqa: E402
from goclub.go.records.write import write_record, write_sgf  # noqa: E402

DICTIONARY_NODES = 62_703
LETTERS = "abcdefghijklmnopqrs"
TARGET = 2.5


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=100, help="how many to make up")
    parser.add_argument("--only", choices=sorted(ALONE), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.only:
        return alone(options.only)
    if options.folder:
        files = [path.read_bytes() for path in sorted(options.folder.rglob("*.sgf"))]
        files = [data for data in files if both_read(data)]
        print(f"{len(files)} files of {options.folder} that both can read")
    else:
        files = made_up(options.games)
        print(f"{len(files)} games of random legal moves")
    if not files:
        print("nothing to read", file=sys.stderr)
        return 2
    ratio = race(files, options.rounds)
    print()
    heads = ("nodes", "kB", "read s", "to SGF s", "clock s", "MB")
    print(f"{'alone in a process':<28}" + "{:>8}{:>8}{:>9}{:>9}{:>9}{:>7}".format(*heads))
    for name in ALONE:
        subprocess.run([sys.executable, __file__, "--only", name], check=True)
    return 0 if ratio >= TARGET else 1


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


# -- games and trees ---------------------------------------------------------------------------


def made_up(games: int) -> list[bytes]:
    """Games of random legal moves that fill no eyes, as long as real ones, with a usual header."""
    chance = random.Random(1)
    found = []
    for number in range(games):
        board, moves, colour = Board(19), [], BLACK
        for _ in range(chance.randrange(120, 320)):
            point = random_move(board, colour, chance)
            if point is None:
                break
            board.play(colour, point)
            moves.append((colour, point))
            colour = BLACK + WHITE - colour
        data = write_sgf(
            moves,
            komi2=13,
            black=f"Player {number}",
            white="Somebody",
            black_rank="3d",
            white_rank="2d",
            result=Result("B", "resign"),
            event="A league",
            place="The club",
            rules="Japanese",
        )
        found.append(data.replace(b";B[", b"\n;B[").replace(b";W[", b"\n;W["))
    return found


def random_move(board: Board, colour: int, chance: random.Random) -> tuple[int, int] | None:
    for _ in range(400):
        x, y = chance.randrange(19), chance.randrange(19)
        around = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
        eye = all(not board.contains(p) or board.get(p) == colour for p in around)
        if not eye and board.refusal(colour, (x, y)) is None:
            return (x, y)
    return None


def dictionary(nodes: int = DICTIONARY_NODES) -> bytes:
    """A tree of variations in the corners, with labels and remarks, as dictionaries have them."""
    chance = random.Random(2)
    out = ["(;GM[1]FF[4]CA[UTF-8]SZ[19]GN[A joseki dictionary]C[Begin in a corner.]"]
    # Each entry: the position, whose turn it is, how deep, and whether a variation begins there;
    # None closes one.
    todo: list[tuple[Board, int, int, bool] | None] = []
    for turn in (WHITE, BLACK) * 20:
        todo += [None, (Board(19), turn, 0, True)]
    count, waiting = 1, 40
    while todo:
        entry = todo.pop()
        if entry is None:
            out.append(")")
            continue
        board, turn, depth, opens = entry
        waiting -= 1
        spots = [(x, y) for x in range(8, 19) for y in range(11)]
        point = next(p for p in chance.sample(spots, 121) if board.refusal(turn, p) is None)
        board.play(turn, point)
        x, y = point
        if opens:
            out.append("\n(")
        out.append(f";{'BW'[turn == WHITE]}[{LETTERS[x]}{LETTERS[y]}]")
        count += 1
        if chance.random() < 0.25:
            out.append(f"C[{chance.choice(REMARKS)}]")
        if chance.random() < 0.12:
            out.append("LB[pd:A][qf:B]")
        wanted = 0 if depth > 40 else chance.choice((1, 1, 1, 1, 1, 2, 2, 3))
        wanted = min(wanted, nodes - count - waiting)
        following = [
            (board.copy(), BLACK + WHITE - turn, depth + 1, wanted > 1) for _ in range(wanted)
        ]
        waiting += len(following)
        if len(following) == 1:
            todo += following
        else:
            for entry in following:
                todo += [None, entry]
    return "".join((*out, ")")).encode()


REMARKS = (
    "Honte.",
    "White is thick, Black has the corner and sente.",
    "A trick play: Black must not answer at a.",
    "The ladder has to work. If it does not, see the next variation.",
    "Old-fashioned, but still playable when the left side is important.",
)


def hostile_flat() -> bytes:
    return b"(;SZ[19]" + (b"(;B[pd]" + b"(;W[dd];B[dp];W[pp];B[jj])" * 400 + b")") * 31 + b")"


def hostile_deep() -> bytes:
    return b"(;SZ[52]" + (b"(;B[])" * 400 + b";W[]") * 120 + b")"


def hostile_groups() -> bytes:
    return b"(;SZ[52]AB[aa:ZX][aY:XY]" + (b"(;W[]" + b"(;W[ZY])" * 450 + b")") * 108 + b")"


def hostile_marks() -> bytes:
    return (
        b"(;SZ[19]"
        + (b"(;B[]" + b"(;B[aa]TR[bb]C[x]LB[cc:1];W[bb];AE[aa][bb])" * 330 + b")") * 50
        + b")"
    )


def hostile_captures() -> bytes:
    # Black takes 2 600 stones again and again: refused before it costs anything.
    branch = b"(;B[]" + b"(;W[ZZ])" * 450 + b")"
    return b"(;SZ[52]AB[aa:ZY]AW[aZ:YZ]" + branch * 110 + b")"


ALONE: dict[str, Callable[[], bytes]] = {
    "joseki dictionary": dictionary,
    "hostile: flat variations": hostile_flat,
    "hostile: caterpillar": hostile_deep,
    "hostile: one huge group": hostile_groups,
    "hostile: edits and marks": hostile_marks,
    "hostile: huge captures": hostile_captures,
}


def alone(name: str) -> int:
    """Read one record in this process and print a line of the table."""
    data = ALONE[name]()
    start, clock = time.process_time(), time.perf_counter()
    try:
        record = reading.read(data)
    except KifuError as error:
        nodes, middle = error.name, time.process_time()
    else:
        middle = time.process_time()
        write_record(record)
        nodes = f"{len(record.tree.parents)}"
    end, clock = time.process_time(), time.perf_counter() - clock
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{name:<28}{nodes:>8}{len(data) / 1000:>8.0f}"
        f"{middle - start:>9.3f}{end - middle:>9.3f}{clock:>9.3f}{peak:>7.0f}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
