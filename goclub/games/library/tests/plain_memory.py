"""What the club's memory has to say, found by a plain replay of every record.

Nothing of the site is used, so that the two can be compared.  A position is a number with two bits
a point, the least of its eight turns; stones are taken off by filling groups.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

STEP = re.compile(r";([BW])\[(\w\w)\]")
SET_UP = re.compile(r"AB((?:\[\w\w\])+)")


class PlainStep(NamedTuple):
    """After ``move``: the position, the turns that lead to it, and the next move."""

    move: int
    position: int
    turns: list[int]
    colour: int | None
    cell: int


class PlainRecord:
    """A record with its winner (B, W or anything) and its players."""

    def __init__(self, text: str, winner: str = "", black: int = 0, white: int = 0) -> None:
        self.winner, self.black, self.white = winner, black, white
        self.size = int(text.split("SZ[")[1].split("]")[0])
        self.moves = [(1 if c == "B" else 2, self.cell(at)) for c, at in STEP.findall(text)]
        stones = SET_UP.search(text)
        self.set_up = [self.cell(at) for at in re.findall(r"\w\w", stones[1])] if stones else []
        self.has_stones = bool(self.set_up)

    def cell(self, letters: str) -> int:
        return (ord(letters[1]) - 97) * self.size + ord(letters[0]) - 97

    def turned(self, cell: int, turn: int) -> int:
        y, x = divmod(cell, self.size)
        for _ in range(turn % 4):
            x, y = self.size - 1 - y, x
        return y * self.size + (self.size - 1 - x if turn > 3 else x)

    def replay(self) -> Iterator[PlainStep]:
        board: dict[int, int] = {}
        keys = [0] * 8

        def change(cell: int, colour: int) -> None:
            for turn in range(8):
                keys[turn] ^= colour << 2 * self.turned(cell, turn)

        for cell in self.set_up:
            board[cell] = 1
            change(cell, 1)
        for move in range(len(self.moves) + 1):
            least = min(keys)
            turns = [turn for turn in range(8) if keys[turn] == least]
            colour, cell = self.moves[move] if move < len(self.moves) else (None, -1)
            yield PlainStep(move, least, turns, colour, cell)
            if colour:
                board[cell] = colour
                change(cell, colour)
                for near in self.beside(cell):
                    if board.get(near) == 3 - colour:
                        for dead in self.without_liberty(board, near):
                            change(dead, board.pop(dead))

    def beside(self, cell: int) -> list[int]:
        y, x = divmod(cell, self.size)
        points = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
        return [b * self.size + a for a, b in points if 0 <= min(a, b) <= max(a, b) < self.size]

    def without_liberty(self, board: dict[int, int], start: int) -> set[int]:
        group, waiting = {start}, [start]
        while waiting:
            for near in self.beside(waiting.pop()):
                if near not in board:
                    return set()
                if board[near] == board[start] and near not in group:
                    group.add(near)
                    waiting.append(near)
        return group

    def corners(self) -> set[str]:
        """The sequences of the corners, as :mod:`goclub.go.joseki` describes them."""
        return {line for turn in range(4) if (line := self.corner(turn))}

    def corner(self, turn: int) -> str:
        stones = []
        played = [(0, 1, cell) for cell in sorted(self.set_up)]
        played += [(number, *move) for number, move in enumerate(self.moves, start=1)]
        for number, colour, cell in played:
            y, x = divmod(self.turned(cell, turn), self.size)
            if max(x, y) < self.size // 2:
                stones.append((number, colour, x, y))
        ends = [number for number, *_stone in stones[1:]] + [len(self.moves) + 1]
        for count, (stone, end) in enumerate(zip(stones, ends, strict=False), start=1):
            two = {colour for _number, colour, *_point in stones[:count]} == {1, 2}
            if 3 <= count <= 24 and two and end - stone[0] > 6:
                words = [self.words(stones[:count], flipped) for flipped in (False, True)]
                return min(words, key=str.swapcase)
        return ""

    def words(self, stones: list[tuple[int, int, int, int]], flipped: bool) -> str:
        before, after = [], []
        for number, colour, x, y in stones:
            word = "".join(chr(97 + at) for at in ((y, x) if flipped else (x, y)))
            word = word if colour == stones[0][1] else word.upper()
            (after if number else before).append(word)
        return "".join([*sorted(before), "." * bool(before), *after])


class PlainMemory:
    """All records with their positions: ``games[position]`` the records in which it came up."""

    def __init__(self, records: dict[int, PlainRecord]) -> None:
        self.records = records
        self.games: dict[object, set[int]] = defaultdict(set)
        self.onward: dict[object, dict[tuple[int, int], set[int]]] = defaultdict(
            lambda: defaultdict(set)
        )
        for pk, record in records.items():
            for step in record.replay():
                key = self.key(record, step)
                self.games[key].add(pk)
                if step.colour:
                    self.onward[key][step.colour, self.image(record, step, step.cell)].add(pk)

    def key(self, record: PlainRecord, step: PlainStep) -> object:
        return record.size, record.has_stones, step.position

    def image(self, record: PlainRecord, step: PlainStep, cell: int) -> int:
        return min(record.turned(cell, turn) for turn in step.turns)

    def tally(self, games: set[int]) -> tuple[int, int, int]:
        """All, won by Black, won by White."""
        won = [self.records[pk].winner for pk in games]
        return len(games), won.count("B"), won.count("W")

    def differences(self, pk: int, remembered: list[object], reader: int) -> int:
        """How many sentences beside a game are not what its replay says."""
        record, wrong = self.records[pk], 0
        left = {position.move: position for position in remembered}
        for step in record.replay():
            key, position = self.key(record, step), left.pop(step.move, None)
            due = step.move > 0 and len(self.games[key]) >= 5
            wrong += due is not bool(position)
            if position and due:
                wrong += as_numbers(position.tally) != self.tally(self.games[key])
                wrong += len(position.moves) < min(6, len(self.onward[key]))
                for onward in position.moves:
                    x, y = onward.point
                    image = self.image(record, step, y * record.size + x)
                    games = self.onward[key].get((onward.colour, image), set())
                    wrong += as_numbers(onward.tally) != self.tally(games)
                    own = {game for game in games if self.has_colour(game, reader, onward.colour)}
                    wrong += as_numbers(onward.chosen) != self.tally(own)
        return wrong + len(left)

    def has_colour(self, pk: int, player: int, colour: int) -> bool:
        return player == (self.records[pk].black if colour == 1 else self.records[pk].white)

    def recurring(
        self, chosen: set[int], size: int, *, has_stones: bool
    ) -> list[tuple[int, int, int]]:
        """The tallies of the positions that came up again in some games."""
        tallies = []
        firsts = defaultdict(set)
        for pk in chosen:
            for step in self.records[pk].replay():
                if 0 < step.move <= 30:
                    firsts[self.key(self.records[pk], step)].add(pk)
        for key, games in firsts.items():
            onward = [games & way for way in self.onward[key].values() if games & way]
            goes_one_way = len(onward) == 1 and onward[0] == games
            if key[:2] == (size, has_stones) and len(games) >= 5 and not goes_one_way:
                tallies.append(self.tally(games))
        return sorted(tallies)


def as_numbers(tally: object) -> tuple[int, int, int]:
    return tally.games, tally.black, tally.white
