"""Where a game was played, as its page says it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GameContext:
    """What a game belongs to: ``text`` as shown, ``url`` of its page there.

    ``note`` says in a sentence what a correction of the game does there; ``counts`` whether it
    counts there, ``why`` the reasons why not.
    """

    text: str
    url: str
    note: str
    counts: str = ""
    why: tuple[str, ...] = ()
