"""The house rules of Elo that are settings (S4-1, S4-7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from goclub.games.rating.systems.protocol import Spec
from ratings.elo.state import Feed, Rules

KEY: Final = "elo"
FEED: Final = "elo_feed"
BONUS: Final = "elo_bonus"

SETTINGS: Final = (
    Spec(FEED, _("Elo: which games count"), KEY, ("S4-1",), 0, 1, 1,
         _("The league decides which games count for its Elo. Club games count only when they "
           "are even games on 19×19: Elo knows no handicap."),
         ((0, _("only games of events that count for a league")),
          (1, _("league games and even club games")))),
    Spec(BONUS, _("Elo: bonus for a national tournament"), KEY, ("S4-7",), 0, 100, 0,
         _("The regulations promise a bonus to those who play in a national tournament and do "
           "not say how much. 0 means that it is not set.")),
)  # fmt: skip


def rules_of(values: Mapping[str, int]) -> Rules:
    """The rules of Elo under the club's settings."""
    return Rules(feed=Feed.ALL if values[FEED] else Feed.LEAGUE, bonus=float(values[BONUS]))
