"""Results for the programs that hear of them (:mod:`goclub.members.hooks`)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from goclub.games.models import Game
from goclub.members.hooks.services.announcing import announce
from goclub.members.models import HookKind


def tell_programs(kind: HookKind, games: Iterable[Game], *, at: datetime) -> None:
    """Tell of results that were confirmed, corrected or count no longer, in their transaction."""
    announce(kind, [(game.pk, {}) for game in games], at=at)
