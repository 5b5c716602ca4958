"""What comes in with a batch, as it is stored: people, and games between them."""

from __future__ import annotations

from dataclasses import dataclass, field

from goclub.games.notebook.services.entries import GameEntry
from goclub.members.membership.services.bringing import PastMember


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Somebody who is to be made; ``row`` of the file, 0 for a guest known from games alone."""

    key: str
    row: int
    past: PastMember


@dataclass(frozen=True, slots=True)
class Past:
    """All that a batch would enter."""

    newcomers: list[Newcomer] = field(default_factory=list)
    games: list[GameEntry] = field(default_factory=list)
