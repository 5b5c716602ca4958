"""What the European system keeps of a player, and the house rule in force."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from msgspec import Struct
from msgspec.structs import asdict

from ratings.checks import flag, real_number, whole_number
from ratings.egf.formula import check_rating


@dataclass(frozen=True, slots=True)
class EgfRules:
    """House rules: ``weight`` of a club game, 0.25 … 1 (class D … A); ``forfeits`` whether a game
    won by forfeit moves the rating.
    """

    weight: float = 0.25
    forfeits: bool = True

    def __post_init__(self) -> None:
        flag(self.forfeits, field="forfeits")
        real_number(self.weight, field="weight", low=0.25, high=1.0)


class EgfState(Struct, frozen=True, gc=False):
    """A player between two facts: the rating, unrounded, and the counted games by result."""

    rating: float
    games: int
    wins: int
    losses: int
    jigo: int

    def to_json(self) -> dict[str, object]:
        """Return a dict of JSON types, keyed by the names of the fields."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> EgfState:
        """Read what :meth:`to_json` wrote; raises RuleError on the damaged field."""
        names = ("games", "wins", "losses", "jigo")
        counts = (whole_number(data.get(name), field=name, low=0) for name in names)
        return cls(check_rating(data.get("rating")), *counts)
