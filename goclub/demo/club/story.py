"""Two years of the demo club as pure data: who played whom, how it ended, what was decided."""

from __future__ import annotations

from datetime import date

from goclub.demo.club.cast import people
from goclub.demo.club.plot import Story, StoryDecision, StoryGame, declaration
from goclub.demo.club.records import Move, moves_for
from goclub.demo.club.simulation import Teller

__all__ = [
    "DEFAULT_SEED",
    "Move",
    "Story",
    "StoryDecision",
    "StoryGame",
    "declaration",
    "moves_for",
    "tell",
]

DEFAULT_SEED = 1846


def tell(*, seed: int = DEFAULT_SEED, today: date) -> Story:
    """The story of the two years before ``today``, ``today`` included.

    The same seed and day always give the same story.  Games are in order of time; only confirmed
    ones have moved anybody's points.  Moves of kifu come from :func:`moves_for` when asked for.
    """
    return Teller(seed, today, people(today)).tell()
