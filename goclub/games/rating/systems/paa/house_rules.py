"""The house rules of PAA that are settings (S1-8, S1-10, S1-13, S1-19)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from goclub.games.rating.systems.protocol import NO_YES, Spec
from ratings.paa.state import JigoRate, Rules, TimeLosses

KEY: Final = "paa"
MIN_GAMES: Final = "paa_min_games"
WINDOW: Final = "paa_window"
FREE_BOTH: Final = "paa_free_both"
JIGO: Final = "paa_jigo"
TIME: Final = "paa_time"

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
    Spec(JIGO, _("PAA: a jigo in the win rate"), KEY, ("S1-8", "S1-13"), 0, 2, JigoRate.HALF.value,
         _("The page counts a jigo among the games and asks for a win rate; it does not say what "
           "of a win a jigo is. However it is read, it is one of the counted games that a change "
           "of rank asks for."),
         ((JigoRate.HALF.value, _("half a win")),
          (JigoRate.LEFT_OUT.value, _("left out of the rate")),
          (JigoRate.NO_WIN.value, _("a game without a win")))),
    Spec(TIME, _("PAA: which games may be lost on time"), KEY, ("S1-19",), 0, 2,
         TimeLosses.OFF_RECORD.value,
         _("The page takes time limits as a guide and nobody’s loss, as its games are played over "
           "the network. A game that was entered as lost on time under one rule has no result "
           "under another that knows no such loss."),
         ((TimeLosses.NOWHERE.value, _("none of them")),
          (TimeLosses.OFF_RECORD.value, _("only games that move nobody’s points")),
          (TimeLosses.EVERYWHERE.value, _("every game; it counts as any loss")))),
)  # fmt: skip


def rules_of(values: Mapping[str, int]) -> Rules:
    """The rules of PAA under the club's settings."""
    return Rules(
        min_games=values[MIN_GAMES],
        window=values[WINDOW],
        free_both=bool(values[FREE_BOTH]),
        jigo=JigoRate(values[JIGO]),
        time_losses=TimeLosses(values[TIME]),
    )
