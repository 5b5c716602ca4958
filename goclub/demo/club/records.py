"""Which game of the story has a kifu, and what its moves are."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import lru_cache
from typing import Literal

from goclub.demo.club.historic import HISTORIC
from goclub.demo.club.player import PlayedGame, Side, play_out_for
from goclub.demo.club.plot import StoryGame
from goclub.go.board.basics import Point

_LARGEST_SEED = 2**31 - 1

Move = tuple[int, Point | None]


class Recorder:
    """Gives games their kifu: an old one where one fits, otherwise one by the demo player."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._unused = list(range(len(HISTORIC)))
        rng.shuffle(self._unused)

    def historic(self, game: StoryGame) -> StoryGame | None:
        """The game with the result and moves of an old game of the same winner, if one is left.

        Only for games on 19×19 without handicap; after a resignation the komi does not show.
        """
        for index in self._unused:
            old = HISTORIC[index]
            if old.outcome != game.outcome:
                continue
            self._unused.remove(index)
            return replace(
                game,
                ending="resign",
                margin2=None,
                kifu=("historic", index),
                kifu_note=old.credit,
            )
        return None

    def played(self, game: StoryGame) -> StoryGame:
        """The game with a seed for its moves, and the result that those moves have.

        A resignation is a matter of stopping, so its moves need not be known yet; points have to
        be counted on the board, so the game is played here and now.
        """
        seed = self._rng.randint(1, _LARGEST_SEED)
        recorded = replace(game, kifu=("played", seed))
        if game.ending != "points":
            return recorded
        found = _play(seed, game.board, game.handicap, game.komi2, _side(game.outcome), "points")
        return replace(recorded, ending=_ending(found.ending), margin2=found.margin2)


def moves_for(game: StoryGame) -> list[Move]:
    """The moves of a story game as (colour, point or None for a pass), handicap stones left out.

    Empty for a game without kifu.  The same game always has the same moves.
    """
    if game.kifu is None:
        return []
    source, number = game.kifu
    if source == "historic":
        return list(HISTORIC[number].plays())
    ending: Literal["points", "resign"] = "points" if game.ending == "points" else "resign"
    side = _side(game.outcome)
    return list(_play(number, game.board, game.handicap, game.komi2, side, ending).moves)


@lru_cache(maxsize=128)
def _play(
    seed: int,
    size: int,
    handicap: int,
    komi2: int,
    wanted: Side,
    ending: Literal["points", "resign"],
) -> PlayedGame:
    return play_out_for(
        random.Random(seed),
        wanted=wanted,
        size=size,
        handicap=handicap,
        komi2=komi2,
        ending=ending,
    )


def _side(outcome: str) -> Side:
    return "B" if outcome == "B" else "W"


def _ending(text: str) -> Literal["points", "resign", ""]:
    if text == "points":
        return "points"
    return "resign" if text == "resign" else ""
