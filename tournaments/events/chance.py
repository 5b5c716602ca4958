"""Chance without dice: numbers that depend on two players only, so that a draw can be repeated.

Without a seed it is OpenGotha's detRandom, made of the letters of the two names.  With a seed it is
a hash of the seed and the two players' numbers: as repeatable, and open to a draw in public.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import mul
from struct import unpack
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]
#: Given which rows and which columns, numbers for these pairs.
Draws = Callable[[slice, slice], Ints]

_FACTOR = 1234567
_MASK = 2**64 - 1
# The constants of splitmix64 (Steele, Lea and Flood, 2014).
_GOLDEN, _MIX1, _MIX2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


class HasName(Protocol):
    """A player as the random draw sees them."""

    @property
    def id(self) -> int: ...

    @property
    def full_name(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Chance:
    """``seed`` None: from the names; else from the seed and the numbers."""

    seed: int | None = None

    def draw(self, highest: int, first: HasName, second: HasName) -> int:
        """Return a number of 0 … *highest* for the ordered pair.

        Swapping the two gives *highest* less the number.  Source: PAIRING.md, detRandom.

        >>> from tournaments.events.field import Player
        >>> Chance().draw(1000, Player(1, "AB"), Player(2, "CD"))
        557
        """
        if highest <= 0:
            return 0
        if self.seed is None:
            swapped = _units(first.full_name) > _units(second.full_name)
            letters = first.full_name + second.full_name
            if swapped:
                letters = second.full_name + first.full_name
            number = _sum_by_place(letters) * _FACTOR % (highest + 1)
        else:
            swapped = first.id > second.id
            low, high = sorted((first.id, second.id))
            number = _hash(self.seed, low, high) % (highest + 1)
        return highest - number if swapped else number

    def draws(self, highest: int, players: Sequence[HasName]) -> Draws:
        """Return :meth:`draw` for all of *players*: asked for some rows and columns, the numbers
        of these ordered pairs.
        """
        if highest <= 0:
            return lambda *_: np.zeros((1, 1), np.int64)
        if self.seed is None:
            return _letters_draws([player.full_name for player in players], highest)
        return _hash_draws(self.seed, [player.id for player in players], highest)


def _units(text: str) -> bytes:
    """Return what Java compares and sums: UTF-16 code units, whose bytes sort as they do."""
    return text.encode("utf-16-be", "surrogatepass")


def _sum_by_place(text: str) -> int:
    units = _units(text)
    size = len(units) // 2
    return sum(map(mul, unpack(f">{size}H", units), range(1, size + 1)))


def _letters_draws(names: list[str], highest: int) -> Draws:
    """Two names run together sum to both sums, the second moved by the length of the first."""
    units = [_units(name) for name in names]
    length = np.array([len(unit) // 2 for unit in units], np.int64)
    letters = np.frombuffer(b"".join(units), dtype=">u2").astype(np.int64)
    stop = np.cumsum(length)
    placed_by = np.arange(1, len(letters) + 1) - np.repeat(stop - length, length)
    plain, placed = (_sums(values, stop) for values in (letters, letters * placed_by))
    order = {unit: place for place, unit in enumerate(sorted(set(units)))}
    key = np.array([order[unit] for unit in units], np.int64)

    def draws(rows: slice, columns: slice) -> Ints:
        swapped = key[rows, None] > key[None, columns]
        first = length[rows, None] * plain[None, columns]
        number = np.where(swapped, plain[rows, None] * length[None, columns], first)
        number += placed[rows, None]
        number += placed[None, columns]
        number *= _FACTOR
        number %= highest + 1
        return np.where(swapped, highest - number, number)

    return draws


def _sums(values: Ints, stop: Ints) -> Ints:
    """Return the sums of the pieces of *values* that end before each of *stop*."""
    return np.diff(np.concatenate(([0], np.cumsum(values)))[np.concatenate(([0], stop))])


def _hash(seed: int, low: int, high: int) -> int:
    word = seed & _MASK
    for value in (low, high):
        word = (word + _GOLDEN * (value + 1)) & _MASK
        word = ((word ^ (word >> 30)) * _MIX1) & _MASK
        word = ((word ^ (word >> 27)) * _MIX2) & _MASK
        word ^= word >> 31
    return word >> 1


def _hash_draws(seed: int, ids: list[int], highest: int) -> Draws:
    numbers = np.array(ids, np.int64)

    def draws(rows: slice, columns: slice) -> Ints:
        first, second = numbers[rows, None], numbers[None, columns]
        word: Words = np.full((len(first), second.shape[1]), seed & _MASK, np.uint64)
        for value in (np.minimum(first, second), np.maximum(first, second)):
            word = word + np.uint64(_GOLDEN) * (value.astype(np.uint64) + np.uint64(1))
            word = (word ^ (word >> np.uint64(30))) * np.uint64(_MIX1)
            word = (word ^ (word >> np.uint64(27))) * np.uint64(_MIX2)
            word = word ^ (word >> np.uint64(31))
        number = (word >> np.uint64(1)).astype(np.int64) % (highest + 1)
        return np.where(first > second, highest - number, number)

    return draws
