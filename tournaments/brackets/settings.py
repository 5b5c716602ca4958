"""How a knock-out is played."""

from __future__ import annotations

from dataclasses import dataclass

from ratings.accepted import AcceptedChoice
from ratings.checks import whole_number
from ratings.errors import Code, RuleError

MOST_PLAYERS = 256
#: Games of a match, of which more than half decide it.
BEST_OF = (1, 3, 5, 7)


@dataclass(frozen=True, slots=True)
class BracketSettings:
    """How a knock-out is played; house rules, since no federation fixes them.

    ``double``: a second defeat puts a player out, not the first.  ``reset``: the final of a double
    elimination is played again where its unbeaten player loses it.  ``third_place``: the losers
    of the semi-finals play for the third place (single elimination).  ``best_of``: the games of a
    match in the final, in the semi-finals (and for the third place), and before.  ``by_draw``:
    players without a seed are drawn, not seeded by rank and rating.
    """

    double: bool = False
    reset: bool = True
    third_place: bool = False
    best_of: tuple[int, int, int] = (1, 1, 1)
    by_draw: bool = False

    def __post_init__(self) -> None:
        for games in self.best_of:
            whole_number(games, field="best_of")
            if games not in BEST_OF:
                raise RuleError(Code.RANGE, "best_of", games, AcceptedChoice(*BEST_OF))

    def best_of_before(self, rounds: int) -> int:
        """Return the games of a match so many rounds before the final (0: the final).

        >>> BracketSettings(best_of=(5, 3, 1)).best_of_before(4)
        1
        """
        return self.best_of[min(rounds, len(self.best_of) - 1)]
