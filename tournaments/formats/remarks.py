"""What a tournament's file holds and the site does not keep or could not tell; how much it may."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from ratings.accepted import AcceptedRange
from ratings.errors import Code, RuleError
from tournaments.events.settings import MAX_STONES

#: More players than any open tournament ever had.
MAX_PLAYERS: Final = 5_000
#: What a file may say of the stones of a game; more is no handicap.
MOST_STONES: Final = 99


class RemarkKind(StrEnum):
    """What is left out.

    TEAMS (value: how many): its players come without them.  TEAM_PLAYERS (value: how many): teams
    are the players, their members are not kept.  SCORES: the file has places but not the scores
    that led to them.  SECOND_BYE (round: player): a round has one bye, and this player had another.
    OVERTIME (what the file says): it has no form here.  ADJUSTED_TIME (minutes): the file does not
    say of which thinking time.  RULES (their name): the rules of play.  CANCELLED (round: both
    names): the game is there without a result.  NAMES (some of them): letters are cut off or lost
    in them.  STONES (round: who, what the file says): more handicap than a game holds.  COUNTRIES
    (some of them): none has such a code.  DRAWS (round: the tables): equal scores, which half a
    point of komi does not allow; the draw is one because time was called.  DATE (what the file
    says): no day of the calendar.
    """

    TEAMS = "teams"
    TEAM_PLAYERS = "team_players"
    SCORES = "scores"
    SECOND_BYE = "second_bye"
    OVERTIME = "overtime"
    ADJUSTED_TIME = "adjusted_time"
    RULES = "rules"
    CANCELLED = "cancelled"
    NAMES = "names"
    STONES = "stones"
    COUNTRIES = "countries"
    DRAWS = "draws"
    DATE = "date"


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing left out; ``value``: the file's own words, ``round_number``: from 1, 0 for none."""

    kind: RemarkKind
    value: str
    round_number: int = 0


def held_stones(stones: int, words: str, number: int, remarks: list[Remark]) -> int:
    """The handicap of a game of round *number*, as far as a game holds it (S2-13).

    A file that has more keeps its results; what it said, *words*, is remarked upon.
    """
    if not MAX_STONES < stones <= MOST_STONES:
        return stones
    remarks.append(Remark(RemarkKind.STONES, words, number))
    return MAX_STONES


def check_player_count(count: int) -> None:
    """Refuse a file of more players than any tournament has (E_RANGE, field "players")."""
    if count > MAX_PLAYERS:
        raise RuleError(Code.RANGE, "players", count, AcceptedRange(0, MAX_PLAYERS))
