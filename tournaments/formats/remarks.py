"""What a tournament's file holds and the site does not keep, or could not tell."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class RemarkKind(StrEnum):
    """What is left out.

    TEAMS (value: how many): its players come without them.  TEAM_PLAYERS (value: how many): teams
    are the players, their members are not kept.  SCORES: the file has places but not
    the scores that led to them.  SECOND_BYE (round: player): a round
    has one bye, and this player had another.  OVERTIME (what the file says): it has no form here.
    ADJUSTED_TIME (minutes): the file does not say of which thinking time.  RULES (their name): the
    rules of play.  CANCELLED (round: both names): the game is there without a result.  NAMES
    (some of them): letters are cut off or lost in them.
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


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing left out; ``value``: the file's own words, ``round_number``: from 1, 0 for none."""

    kind: RemarkKind
    value: str
    round_number: int = 0
