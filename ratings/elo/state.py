"""What the Elo system keeps of a player, and the house rules in force."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import asdict, replace

from ratings.accepted import AcceptedChoice
from ratings.checks import flag, real_number, whole_number
from ratings.elo.formula import FACTOR
from ratings.errors import Code, RuleError

# House bounds of the settings.
_START, _BONUS = (0.0, 5000.0), (0.0, 1000.0)


class Feed(StrEnum):
    """Which games count (H: S4 knows neither handicap nor small boards).

    LEAGUE: only games of events that count for a league, whatever the board and the handicap,
    which are the league's choice.  ALL: also even club games (H-even) on 19×19 that neither side
    wants off the record.  A game with a guest never counts: he has no rating.
    """

    LEAGUE = "league"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class EloRules:
    """House rules in force on a day.

    ``feed`` which games count.  ``start`` the first rating, 0 … 5000, published 1000 (S4-1).
    ``k`` the factor, 1 … 200, published 25 (S4-2).  ``bonus`` for a national tournament, 0 … 1000;
    no amount is published, 0 stands for "not set" (S4-7).  ``forfeits`` whether a game won by
    forfeit moves the rating (S4-6 H).  Numbers are kept as floats.

    Raises RuleError E_MISSING, E_TYPE, E_RANGE on the field.
    """

    feed: Feed = Feed.ALL
    start: float = 1000.0
    k: float = 25.0
    bonus: float = 0.0
    forfeits: bool = True

    def __post_init__(self) -> None:
        try:
            object.__setattr__(self, "feed", Feed(self.feed))
        except ValueError:
            raise RuleError(
                Code.TYPE, field="feed", value=self.feed, accepted="league, all"
            ) from None
        flag(self.forfeits, field="forfeits")
        for name, (low, high) in (("start", _START), ("k", FACTOR), ("bonus", _BONUS)):
            number = real_number(getattr(self, name), field=name, low=low, high=high)
            object.__setattr__(self, name, number)


class EloState(Struct, frozen=True, gc=False):
    """A player between two facts: the rating, unrounded, and the counted games by result.

    The rules make one of every player in every game; it is :meth:`checked` where it comes from
    outside.
    """

    rating: float
    games: int
    wins: int
    losses: int
    draws: int

    def checked(self) -> EloState:
        """Return this state with its rating as a float; raises RuleError where a number cannot be.

        E_MISSING, E_TYPE, E_RANGE on the field, E_INCONSISTENT where the results do not add up to
        the games.
        """
        rating = real_number(self.rating, field="rating")
        for name in ("games", "wins", "losses", "draws"):
            whole_number(getattr(self, name), field=name, low=0)
        counted = self.wins + self.losses + self.draws
        if self.games != counted:
            raise RuleError(
                Code.INCONSISTENT, field="games", value=self.games, accepted=AcceptedChoice(counted)
            )
        return replace(self, rating=rating)

    def to_json(self) -> dict[str, object]:
        """Return a dict of JSON types, keyed by the names of the fields."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> EloState:
        """Read what :meth:`to_json` wrote; the rating comes back to the last bit.

        Raises what :meth:`checked` raises, on the damaged field.
        """
        return cls(
            rating=real_number(data.get("rating"), field="rating"),
            games=whole_number(data.get("games"), field="games", low=0),
            wins=whole_number(data.get("wins"), field="wins", low=0),
            losses=whole_number(data.get("losses"), field="losses", low=0),
            draws=whole_number(data.get("draws"), field="draws", low=0),
        ).checked()
