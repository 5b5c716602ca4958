"""The matches of a bracket and where their players come from, before anything is played."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from tournaments.brackets.draw import bracket_size, drop_masks, seed_order
from tournaments.brackets.settings import BracketSettings


class BracketStage(StrEnum):
    """The part of a bracket to which a match belongs.

    RESET: the second final of a double elimination, where the unbeaten player lost the first.
    """

    WINNERS = "winners"
    LOSERS = "losers"
    FINAL = "final"
    RESET = "reset"
    THIRD = "third"


class BracketOrigin(NamedTuple):
    """Where a player of a match comes from: a ``seed``, or the winner or loser of a ``match``."""

    seed: int = 0
    match: int = -1
    loser: bool = False


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match: ``key`` its place in the tree, ``round`` (from 1) and ``place`` (from 0) in its
    stage, ``step`` (from 1) the time when it is played.  The matches of a step are played together.
    """

    key: int
    stage: BracketStage
    round: int
    place: int
    step: int
    best_of: int
    first: BracketOrigin
    second: BracketOrigin


@lru_cache(maxsize=64)
def build(players: int, settings: BracketSettings) -> tuple[BracketMatch, ...]:
    """Return all matches of a bracket, every one after those that its players come from.

    Raises RuleError E_RANGE for fewer than 2 or more than 256 players.

    >>> [(m.stage.value, m.step) for m in build(4, BracketSettings(third_place=True))]
    [('winners', 1), ('winners', 1), ('winners', 2), ('third', 2)]
    """
    tree = _Tree(bracket_size(players), settings)
    if settings.double:
        tree.add_double()
    else:
        tree.add_single()
    return tuple(tree.matches)


class _Tree:
    def __init__(self, size: int, settings: BracketSettings) -> None:
        self.size, self.settings = size, settings
        self.rounds = size.bit_length() - 1
        self.matches: list[BracketMatch] = []

    def add(
        self,
        stage: BracketStage,
        number: int,
        step: int,
        before_final: int,
        *origins: BracketOrigin,
    ) -> list[int]:
        """Add the matches of a round, two origins to each; returns their keys."""
        best_of = self.settings.best_of_before(before_final)
        keys = []
        for place in range(len(origins) // 2):
            key = len(self.matches)
            first, second = origins[2 * place : 2 * place + 2]
            self.matches.append(
                BracketMatch(key, stage, number, place, step, best_of, first, second)
            )
            keys.append(key)
        return keys

    def add_winners(self, number: int, step: int, before: list[int]) -> list[int]:
        """Add a round of the winners' bracket."""
        origins = (
            [BracketOrigin(match=key) for key in before]
            if before
            else [BracketOrigin(seed=seed) for seed in seed_order(self.size)]
        )
        left = self.rounds - number + self.settings.double
        return self.add(BracketStage.WINNERS, number, step, left, *origins)

    def add_single(self) -> None:
        """Add the rounds of a single elimination, and the match for the third place."""
        keys: list[int] = []
        for number in range(1, self.rounds + 1):
            before, keys = keys, self.add_winners(number, number, keys)
        if self.settings.third_place and self.rounds > 1:
            losers = [BracketOrigin(match=key, loser=True) for key in before]
            self.add(BracketStage.THIRD, 1, self.rounds, 1, *losers)

    def add_double(self) -> None:
        """Add the rounds of a double elimination.

        Round *r* of the winners' bracket is played with round 2r − 3 of the losers' bracket, so
        that its losers go into round 2r − 2 at once.
        """
        masks = drop_masks(self.rounds)
        winners = self.add_winners(1, 1, [])
        losers = [BracketOrigin(match=key, loser=True) for key in winners]
        below: list[int] = []
        for number in range(2, self.rounds + 1):
            step = 2 * number - 2
            origins = [BracketOrigin(match=key) for key in below] or losers
            left = self.rounds - number + 1
            upper = self.add(BracketStage.LOSERS, step - 1, step, left + 1, *origins)
            winners = self.add_winners(number, step, winners)
            pairs = [
                origin
                for place, key in enumerate(upper)
                for origin in (
                    BracketOrigin(match=key),
                    BracketOrigin(match=winners[place ^ masks[number - 1]], loser=True),
                )
            ]
            below = self.add(BracketStage.LOSERS, step, step + 1, left, *pairs)
        last = BracketOrigin(match=below[0]) if below else losers[0]
        step = 2 * self.rounds
        final = self.add(BracketStage.FINAL, 1, step, 0, BracketOrigin(match=winners[0]), last)
        if self.settings.reset:
            key = final[0]
            self.add(
                BracketStage.RESET,
                1,
                step + 1,
                0,
                BracketOrigin(match=key),
                BracketOrigin(match=key),
            )
