"""Searching patterns in many games, beside Kombilo's algorithm and a plain look at every position.

    .venv/bin/python benchmarks/patterns.py                          10,000 games, 100 patterns
    .venv/bin/python benchmarks/patterns.py --games 2000 --checked 1000

The games are random moves near each other.  A pattern is a rectangle from 3 × 3 to 9 × 9 points
with at least two stones, cut out of a position of one of the games; it is searched with both
colours, from the database to the figures that the page shows.  Some patterns are compared with a
plain look at all positions of 20 of the games, and with what Kombilo does as its author U. Görtz
describes it, here in Python: the stones of the final position and those captured leave places, at
which the moves are played and the points that differ are counted.  Exit status 1 if fewer than 95
of 100 take at most 100 ms, or an answer differs.
"""

from __future__ import annotations

import random
import sys
import time
from datetime import UTC, datetime
from functools import partial
from itertools import pairwise
from typing import Any

import club
import numpy as np

SIZE = 19
MOST_MS, SHARE, LOOKED_AT = 100, 0.95, 20
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def main() -> int:
    options = club.parser(__doc__, games=10_000, patterns=100, checked=100).parse_args()
    with club.site():
        boards = fill(options.games)
        chance = random.Random(7)
        patterns = [cut(boards, chance) for _ in range(max(options.patterns, options.checked))]
        slow = measure(patterns[: options.patterns])
        differing = compare(patterns[: options.checked], boards)
        above = [f"{slow} patterns"] if slow > (1 - SHARE) * options.patterns else []
        return club.judge([*above, *[f"{differing} answers"] * bool(differing)])


def fill(games: int) -> list[Any]:
    """File the games; return the positions of the first of them."""
    from goclub.games.library.services.positions import index_missing
    from goclub.games.models import Kifu

    chance = random.Random(5)
    played = [club.draw_moves(chance) for _ in range(min(games, 2_500))]
    texts = [(played[number % len(played)], number // len(played) % 8) for number in range(games)]
    Kifu.objects.bulk_create(
        Kifu(filed_at=NOW, uploaded_at=NOW, original=b"", normalised=text(moves, turn), digest="",
             moves=len(moves), winner="BW"[len(moves) % 2])
        for moves, turn in texts
    )  # fmt: skip
    _count, [taken] = club.timed(index_missing)
    print(f"indexed {1000 * games / taken:.0f} games a second")
    return [positions(moves) for moves in played[:LOOKED_AT]]


def text(moves: list[tuple[int, int]], turn: int) -> str:
    """The record of a game, turned."""
    from goclub.go.positions import turns

    forth, steps = turns(SIZE)[turn], []
    for number, (x, y) in enumerate(moves):
        row, column = divmod(forth[y * SIZE + x], SIZE)
        steps.append(f";{'BW'[number % 2]}[{club.LETTERS[column]}{club.LETTERS[row]}]")
    return f"(;GM[1]FF[4]SZ[{SIZE}]{''.join(steps)})"


def positions(moves: list[tuple[int, int]]) -> Any:
    """The boards of a game: steps, rows, columns; 0 empty, 1 Black, 2 White."""
    from goclub.go.board.position import Board

    board, boards = Board(SIZE), np.zeros((len(moves) + 1, SIZE, SIZE), np.int8)
    for number, point in enumerate(moves):
        board.play(1 + number % 2, point)
        for (x, y), colour in board.stones():
            boards[number + 1, y, x] = colour
    return boards


def cut(boards: list[Any], chance: random.Random) -> Any:
    from goclub.go.patterns import Pattern

    while True:
        game = chance.choice(boards)
        board = game[chance.randrange(20, len(game))]
        width, height = chance.randrange(3, 10), chance.randrange(3, 10)
        left, top = chance.randrange(SIZE + 1 - width), chance.randrange(SIZE + 1 - height)
        part = board[top : top + height, left : left + width]
        if np.count_nonzero(part) >= 2:
            rows = ["".join(".XO"[value] for value in row) for row in part]
            return Pattern.read(SIZE, left, top, rows)


def measure(patterns: list[Any]) -> int:
    """Print the times; return how many took too long."""
    from goclub.games.library.queries import search_pattern
    from goclub.games.models import Kifu

    spent, games = [], []
    _results, [first] = club.timed(
        partial(search_pattern, patterns[0], Kifu.objects.in_library(), either_colour=True),
        clock=time.perf_counter,
    )
    print(f"the first search of a process, which loads the index: {first:.0f} ms")
    for pattern in patterns:
        search = partial(search_pattern, pattern, Kifu.objects.in_library(), either_colour=True)
        results, times = club.timed(search, clock=time.perf_counter)
        spent += times
        games.append(results.tally.games)
    slow = sum(ms > MOST_MS for ms in spent)
    print(f"{len(patterns)} patterns: {np.median(spent):.0f} ms, 95 of 100 within "
          f"{np.percentile(spent, 95):.0f} ms, at most {max(spent):.0f} ms; {slow} over "
          f"{MOST_MS} ms; in {np.median(games):.0f} games, at most {max(games)}")  # fmt: skip
    return slow


def compare(patterns: list[Any], boards: list[Any]) -> int:
    """Compare with the plain look; return how many answers differ."""
    from goclub.go.patterns import SearchedGames, find, trace_of
    from goclub.go.records import reading

    chance = random.Random(5)
    records = [reading.read(text(club.draw_moves(chance), 0).encode()) for _ in boards]
    games = SearchedGames(SIZE, [trace_of(record) for record in records])
    listed = [move_list(game) for game in boards]
    differing, looked = 0, np.zeros(2)
    for pattern in patterns:
        plain, [seconds] = club.timed(partial(list, map(partial(first_step, pattern), boards)))
        peer, [taken] = club.timed(partial(list, map(partial(kombilo, pattern), listed)))
        looked += seconds, taken
        moves = find(pattern, games, either_colour=True).moves.tolist()
        differing += not moves == plain == peer
    a_game = looked / len(patterns) / len(boards)
    print(f"{differing} of {len(patterns)} answers differ; a game takes the plain look "
          f"{a_game[0]:.2f} ms, Kombilo's algorithm {a_game[1]:.2f} ms")  # fmt: skip
    return differing


def move_list(boards: Any) -> tuple[Any, list[list[tuple[int, int, int]]]]:
    """Where stones of each colour ever stood, and the changes (row, column, colour) by move."""
    changes = [[(y, x, int(board[y, x])) for y, x in np.argwhere(board != before).tolist()]
               for before, board in pairwise(boards)]  # fmt: skip
    return [(boards == colour).any(axis=0) for colour in (0, 1, 2)], changes


def kombilo(pattern: Any, game: tuple[Any, list[list[tuple[int, int, int]]]]) -> int:
    """The same as :func:`first_step` by Kombilo's algorithm."""
    ever, changes = game
    for exchanged in (False, True):
        steps = [len(changes) + 1]
        for variant in pattern.variants(either_colour=True):
            if variant.is_exchanged is exchanged:
                columns, lines = variant.corners(SIZE)
                signs = [(y, x, ".XO".index(sign)) for y, row in enumerate(variant.rows)
                         for x, sign in enumerate(row)]  # fmt: skip
                places = np.ones((len(lines), len(columns)), bool)
                for y, x, wanted in signs:
                    if wanted:
                        top, left = lines[0] + y, columns[0] + x
                        places &= ever[wanted][top : top + len(lines), left : left + len(columns)]
                for top, left in np.argwhere(places).tolist():
                    wanted_at = {(lines[0] + top + y, columns[0] + left + x): wanted
                                 for y, x, wanted in signs}  # fmt: skip
                    steps.append(played(wanted_at, changes))
        if min(steps) <= len(changes):
            return min(steps)
    return -1


def played(wanted: dict[tuple[int, int], int], changes: list[list[tuple[int, int, int]]]) -> int:
    """The first move after which all points are as wanted, from an empty board."""
    differing = {point for point, state in wanted.items() if state}
    for move, states in enumerate(changes, 1):
        for y, x, state in states:
            if (y, x) in wanted:
                (differing.discard if wanted[y, x] == state else differing.add)((y, x))
        if not differing:
            return move
    return len(changes) + 1


def first_step(pattern: Any, game: Any) -> int:
    """The first step at which a pattern stands in its own colours, else in the exchanged ones."""
    for exchanged in (False, True):
        steps = [len(game)]
        for variant in pattern.variants(either_colour=True):
            if variant.is_exchanged is exchanged:
                columns, lines = variant.corners(SIZE)
                agrees = np.ones((len(game), len(lines), len(columns)), bool)
                for y, row in enumerate(variant.rows):
                    for x, sign in enumerate(row):
                        top, left = lines[0] + y, columns[0] + x
                        part = game[:, top : top + len(lines), left : left + len(columns)]
                        agrees &= part == ".XO".index(sign)
                steps += agrees.any(axis=(1, 2)).nonzero()[0][:1].tolist()
        if min(steps) < len(game):
            return min(steps)
    return -1


if __name__ == "__main__":
    sys.exit(main())
