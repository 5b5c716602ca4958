"""What the IGS system keeps of a player, and the house rules in force."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import asdict

from ratings.accepted import AcceptedChoice, AcceptedRange
from ratings.errors import Code, RuleError
from ratings.igs.conditions import FIRST_TWENTY10
from ratings.igs.ladder import (
    BC,
    LADDER,
    LEVELS2,
    NEWCOMER_HIGHEST_LEVEL,
    check_rank,
    index_of_level,
    is_half,
    rank_text,
)
from ratings.igs.thresholds import DEFAULT, Thresholds

SYSTEM_NAME: Final = "igs"
#: S0-27, S0-28: games that certify a newcomer, and games of a block.
NEWCOMER_GAMES: Final = 20
BLOCK: Final = 5
#: S0-26b, S0-30: wins that lead out of BC, and wins that keep a newcomer out of it.
BC_WINS: Final = 5
NEWCOMER_WINS: Final = 5

_LETTERS = ("", "R", "U", "RR", "RU", "UR", "UU")
#: The last two games after one more, rated or not, by the two before it (S0-25).
AFTER_RATED: Final = {recent: recent[-1:] + "R" for recent in _LETTERS}
AFTER_UNRATED: Final = {recent: recent[-1:] + "U" for recent in _LETTERS}

#: The strongest rank that a newcomer may have (S0-29).
NEWCOMER_HIGHEST: Final = index_of_level(NEWCOMER_HIGHEST_LEVEL)


@dataclass(frozen=True, slots=True)
class IgsRules:
    """House rules of S0 in force on a day.

    ``thresholds`` the table of S0-26.  ``interpolate`` the points between the rows of S0-19 instead
    of cutting the net difference (S0-17).  ``newcomer_formula`` S0-29; without it newcomers keep
    their rank and after 20 games wait for the office.  ``first_twenty10`` the multiplier of the
    first twenty games in tenths, one of MULTIPLIER_TEXT (S0-20).  ``above`` one rises with more
    points than the border, not with as many (S0-26).  ``fifty_times`` the fifty points of S0-24 and
    S0-25 are multiplied as those of the player's next rated game would be.
    """

    thresholds: Thresholds = DEFAULT
    interpolate: bool = False
    newcomer_formula: bool = True
    first_twenty10: int = FIRST_TWENTY10
    above: bool = False
    fifty_times: bool = False


@lru_cache(maxsize=256)
def _marked(rank: int, provisional: bool, pro: bool) -> str:
    """Return a rank with its mark; there are few, and every game of a newcomer shows it twice."""
    return rank_text(rank, provisional, pro)


class IgsState(Struct, frozen=True, gc=False):
    """A player between two facts: certified, a newcomer (``?``), in BC, or a professional.

    ``rank`` ladder index, BC; of a professional the grade or UNGRADED.  ``points`` 0 unless
    certified.  ``rated`` rated games, a newcomer's counted ones among them (S0-20).  ``recent``
    the last two games, oldest first, R rated or U unrated (S0-25).

    Of a newcomer only: ``games`` counted 0 … 20 (S0-27), ``wins`` in all games (S0-30),
    ``block100`` the sum of the running block of five in hundredths (S0-29).  Of BC only:
    ``bc_wins`` 0 … 4 (S0-26b).
    """

    rank: int
    points: int = 0
    provisional: bool = False
    pro: bool = False
    rated: int = 0
    games: int = 0
    wins: int = 0
    block100: int = 0
    bc_wins: int = 0
    recent: str = ""

    @property
    def certified(self) -> bool:
        """Whether the player has points: neither newcomer nor BC nor professional."""
        return not (self.provisional or self.pro or self.rank == BC)

    @property
    def rank_text(self) -> str:
        """The rank as shown: "3d+", "3d?", "BC", "9p"."""
        if self.provisional or self.pro or self.rank == BC:
            return _marked(self.rank, self.provisional, self.pro)
        return LADDER[self.rank]

    @property
    def level2(self) -> int | None:
        """Twice the numeric level (S0-2); None for BC and professionals, who have none here."""
        return None if self.pro or self.rank == BC else LEVELS2[self.rank]

    def to_json(self) -> dict[str, object]:
        """Return a dict of JSON types, keyed by the names of the fields."""
        return asdict(self)


def check_newcomer_rank(index: object, field: str = "rank") -> int:
    """Return *index* if a newcomer may have it: a whole rank 17k … 9d (S0-3, S0-27, S0-29).

    Raises RuleError E_RANK (``whole_rank_needed`` for a half rank, ``not_for_newcomers`` for BC
    and 10d), E_MISSING, E_TYPE.
    """
    number = check_rank(index, field)
    if is_half(number):
        reason = "igs.whole_rank_needed"
    elif number == BC or number > NEWCOMER_HIGHEST:
        reason = "igs.not_for_newcomers"
    else:
        return number
    raise RuleError(
        Code.RANK,
        field,
        rank_text(number),
        AcceptedChoice(AcceptedRange("17k", "1k"), AcceptedRange("1d", "9d")),
        reason=reason,
    )
