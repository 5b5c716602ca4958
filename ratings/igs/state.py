"""What the IGS system keeps of a player, and the house rules in force."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import asdict

from ratings.accepted import AcceptedChoice, AcceptedRange
from ratings.checks import flag, whole_number
from ratings.errors import Code, RuleError
from ratings.igs.ladder import (
    BC,
    LADDER,
    LEVELS2,
    NEWCOMER_HIGHEST_LEVEL,
    check_grade,
    check_rank,
    index_of_level,
    is_half,
    rank_text,
)
from ratings.igs.points import EXPECTED100, FIRST_TWENTY10, MULTIPLIER_TEXT
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
# A game moves the block sum by at most the larger chance of the table.
_MOST_A_GAME100 = max(EXPECTED100)


@dataclass(frozen=True, slots=True)
class IgsRules:
    """House rules of S0 in force on a day.

    ``thresholds`` the table of S0-26.  ``interpolate`` the points between the rows of S0-19 instead
    of cutting the net difference (S0-17).  ``newcomer_formula`` S0-29; without it newcomers keep
    their rank and after 20 games wait for the office.  ``first_twenty10`` the multiplier of the
    first twenty games in tenths, one of MULTIPLIER_TEXT (S0-20).  ``above`` one rises with more
    points than the border, not with as many (S0-26).  ``fifty_times`` the fifty points of S0-24 and
    S0-25 are multiplied as those of the player's next rated game would be.

    Raises RuleError E_TYPE, E_MISSING, E_RANGE.
    """

    thresholds: Thresholds = DEFAULT
    interpolate: bool = False
    newcomer_formula: bool = True
    first_twenty10: int = FIRST_TWENTY10
    above: bool = False
    fifty_times: bool = False

    def __post_init__(self) -> None:
        if self.thresholds is None:
            raise RuleError(Code.MISSING, field="thresholds")
        if not isinstance(self.thresholds, Thresholds):
            raise RuleError(Code.TYPE, field="thresholds", value=self.thresholds)
        flag(self.interpolate, field="interpolate")
        flag(self.newcomer_formula, field="newcomer_formula")
        flag(self.above, field="above")
        flag(self.fifty_times, field="fifty_times")
        whole_number(self.first_twenty10, field="first_twenty10")
        if self.first_twenty10 not in MULTIPLIER_TEXT:
            accepted = AcceptedChoice(*sorted(MULTIPLIER_TEXT))
            raise RuleError(
                Code.RANGE,
                field="first_twenty10",
                value=self.first_twenty10,
                accepted=accepted,
            )


@lru_cache(maxsize=256)
def _marked(rank: int, provisional: bool, pro: bool) -> str:
    """A rank with its mark; there are few, and every game of a newcomer shows his twice."""
    return rank_text(rank, provisional, pro)


class IgsState(Struct, frozen=True, gc=False):
    """A player between two facts: certified, a newcomer (``?``), in BC, or a professional.

    ``rank`` ladder index, BC; of a professional his grade or UNGRADED.  ``points`` 0 unless
    certified.  ``rated`` rated games, a newcomer's counted ones among them (S0-20).  ``recent``
    the last two games, oldest first, R rated or U unrated (S0-25).

    Of a newcomer only: ``games`` counted 0 … 20 (S0-27), ``wins`` in all his games (S0-30),
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

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> IgsState:
        """Read what :meth:`to_json` wrote.

        Raises RuleError on the damaged field: E_MISSING, E_TYPE, E_RANGE, E_RANK, and
        E_INCONSISTENT where a counter or points do not belong to the kind of player.
        """
        pro = flag(data.get("pro"), field="pro")
        rank = data.get("rank")
        state = cls(
            rank=check_grade(rank) if pro else check_rank(rank),
            points=whole_number(data.get("points"), field="points"),
            provisional=flag(data.get("provisional"), field="provisional"),
            pro=pro,
            rated=whole_number(data.get("rated"), field="rated", low=0),
            games=whole_number(data.get("games"), field="games", low=0, high=NEWCOMER_GAMES),
            wins=whole_number(data.get("wins"), field="wins", low=0),
            block100=whole_number(data.get("block100"), field="block100"),
            bc_wins=whole_number(data.get("bc_wins"), field="bc_wins", low=0, high=BC_WINS - 1),
            recent=_results(data.get("recent")),
        )
        _check_kind(state)
        return state


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
        field=field,
        value=rank_text(number),
        accepted=AcceptedChoice(AcceptedRange("17k", "1k"), AcceptedRange("1d", "9d")),
        reason=reason,
    )


def _results(value: object) -> str:
    if value is None:
        raise RuleError(Code.MISSING, field="recent")
    if not isinstance(value, str) or value.strip("RU"):
        raise RuleError(Code.TYPE, field="recent", value=value, accepted="letters R U")
    if len(value) > 2:
        raise RuleError(Code.RANGE, field="recent", value=value, accepted="0…2 letters")
    return value


def _check_kind(state: IgsState) -> None:
    """What belongs to one kind of player is nought in all others."""
    nought: list[str] = []
    if state.provisional:
        if state.pro:
            raise RuleError(Code.INCONSISTENT, field="provisional", value=True, accepted="false")
        check_newcomer_rank(state.rank)
        _check_newcomer(state)
    else:
        nought += ["games", "wins", "block100"]
    if not state.certified:
        nought.append("points")
    if state.pro or state.rank != BC:
        nought.append("bc_wins")
    for name in nought:
        if getattr(state, name) != 0:
            raise RuleError(
                Code.INCONSISTENT,
                field=name,
                value=getattr(state, name),
                accepted=AcceptedChoice(0),
            )


def _check_newcomer(state: IgsState) -> None:
    if state.rated < state.games:
        raise RuleError(
            Code.INCONSISTENT,
            field="rated",
            value=state.rated,
            accepted=AcceptedRange(state.games, None),
        )
    most = _MOST_A_GAME100 * (state.games % BLOCK)
    if abs(state.block100) > most:
        raise RuleError(
            Code.INCONSISTENT,
            field="block100",
            value=state.block100,
            accepted=AcceptedRange(-most, most),
        )
