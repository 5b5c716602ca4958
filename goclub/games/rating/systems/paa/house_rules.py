"""The house rules of PAA that are settings (S1-10, S1-13)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from goclub.games.rating.systems.protocol import NO_YES, Spec
from ratings.paa.state import Rules

KEY: Final = "paa"
MIN_GAMES: Final = "paa_min_games"
WINDOW: Final = "paa_window"
FREE_BOTH: Final = "paa_free_both"

SETTINGS: Final = (
    Spec(MIN_GAMES, _("PAA: fewest counted games before a rank may change"), KEY,
         ("S1-13", "S1-6"), 1, 100, 10,
         _("The salon’s page asks for a win rate and does not say over how many games. Ten is "
           "what it calls enough for official points.")),
    Spec(WINDOW, _("PAA: win rate over the last … counted games (0: all)"), KEY,
         ("S1-13",), 0, 100, 0,
         _("0 takes every counted game since the last change of rank.")),
    Spec(FREE_BOTH, _("PAA: one player’s wish keeps a game off the record of both"), KEY,
         ("S1-10",), 0, 1, 1,
         _("The page lets a game be free by the wish of Black or White alone and does not say "
           "whether it is then free for the other too."), NO_YES),
)  # fmt: skip


def rules_of(values: Mapping[str, int]) -> Rules:
    """The rules of PAA under the club's settings."""
    return Rules(
        min_games=values[MIN_GAMES], window=values[WINDOW], free_both=bool(values[FREE_BOTH])
    )
