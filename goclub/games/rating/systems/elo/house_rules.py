"""The house rules of Elo that are settings (S4-1, S4-6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from goclub.games.rating.systems.protocol import NO_YES, Spec
from ratings.elo.state import EloRules, Feed

KEY: Final = "elo"
FEED: Final = "elo_feed"
FORFEITS: Final = "elo_forfeits"

SETTINGS: Final = (
    Spec(FEED, _("Club Elo: which games count"), KEY, ("S4-1",), 0, 1, 1,
         _("Each season league has its own Elo, based only on its events. The club’s Elo "
           "uses the games of all leagues, and club games that are even games on 19×19, "
           "because Elo has no handicap."),
         ((0, _("only games of events that count for a league")),
          (1, _("league games and even club games")))),
    Spec(FORFEITS, _("Club Elo: a game won by forfeit changes the rating"), KEY, ("S4-6",), 0, 1, 1,
         _("The regulations count such a win 3:0 in the table and do not say whether it moves the "
           "rating."), NO_YES),
)  # fmt: skip


def rules_of(values: Mapping[str, int]) -> EloRules:
    """The rules of Elo under the club's settings."""
    return EloRules(feed=Feed.ALL if values[FEED] else Feed.LEAGUE, forfeits=bool(values[FORFEITS]))
