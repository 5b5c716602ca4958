"""The house rules of PAA that are settings (S1-8, S1-10, S1-13, S1-19)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from goclub.games.rating.systems.protocol import NO_YES, Spec
from ratings.paa.state import JigoRate, PaaRules, TimeLosses

KEY: Final = "paa"
MIN_GAMES: Final = "paa_min_games"
WINDOW: Final = "paa_window"
FREE_BOTH: Final = "paa_free_both"
JIGO: Final = "paa_jigo"
TIME: Final = "paa_time"

SETTINGS: Final = (
    Spec(MIN_GAMES, _("PAA: minimum counted games before a rank can change"), KEY,
         ("S1-13", "S1-6"), 1, 100, 10,
         _("The salon’s page asks for a win rate but does not say over how many games. It "
           "calls ten enough for official points.")),
    Spec(WINDOW, _("PAA: win rate over the last … counted games (0: all)"), KEY,
         ("S1-13",), 0, 100, 0,
         _("0 means every counted game since the last change of rank.")),
    Spec(FREE_BOTH, _("PAA: one player can make a game unrated for both"), KEY,
         ("S1-10",), 0, 1, 1,
         _("The page lets Black or White alone make a game unrated, but does not say "
           "whether it is then unrated for the other player too."), NO_YES),
    Spec(JIGO, _("PAA: how a jigo counts in the win rate"), KEY, ("S1-8", "S1-13"), 0, 2,
         JigoRate.HALF.value,
         _("The page counts a jigo as a game and asks for a win rate, but does not say "
           "what share of a win a jigo is. Either way, it is one of the counted games "
           "needed for a change of rank."),
         ((JigoRate.HALF.value, _("half a win")),
          (JigoRate.LEFT_OUT.value, _("left out of the win rate")),
          (JigoRate.NO_WIN.value, _("a game without a win")))),
    Spec(TIME, _("PAA: which games can be lost on time"), KEY, ("S1-19",), 0, 2,
         TimeLosses.OFF_RECORD.value,
         _("The page treats time limits as a guide and not as a loss, because its games "
           "are played online. A game entered as lost on time under one rule has no "
           "result under a rule without such losses."),
         ((TimeLosses.NOWHERE.value, _("none of them")),
          (TimeLosses.OFF_RECORD.value, _("only unrated games")),
          (TimeLosses.EVERYWHERE.value, _("every game; it counts like any other loss")))),
)  # fmt: skip


def rules_of(values: Mapping[str, int]) -> PaaRules:
    """The rules of PAA under the club's settings."""
    return PaaRules(
        min_games=values[MIN_GAMES],
        window=values[WINDOW],
        free_both=bool(values[FREE_BOTH]),
        jigo=JigoRate(values[JIGO]),
        time_losses=TimeLosses(values[TIME]),
    )
