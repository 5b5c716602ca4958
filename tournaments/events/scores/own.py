"""Criteria of a player's own record: wins, McMahon score, cumulated scores, rank and number."""

from __future__ import annotations

from tournaments.events.scores.registry import criterion, shown_score
from tournaments.events.scores.table import ScoreTable

#: What stands for the rating of a player who has none: the lowest that OpenGotha knows.
NO_RATING = -900


@criterion("NBW")
def nbw(table: ScoreTable) -> list[int]:
    """Number of wins, with the points of rounds without a game (S2-1, S2-11)."""
    return table.nbw


@criterion("MMS")
def mms(table: ScoreTable) -> list[int]:
    """McMahon score: the start and all points (S2-3, S2-11)."""
    return table.mms


@criterion("STS")
def sts(table: ScoreTable) -> list[int]:
    """Strasbourg score: MMS, and 2 points for each of a won quarter- and semi-final.

    Who started at the bar and has won every game up to the round before the last but one, or the
    last but one, is taken to have won such a match.
    """
    bar2 = 2 * (table.settings.bar - table.settings.zero)
    scores = list(table.mms)
    for number in (table.settings.rounds - 3, table.settings.rounds - 2):
        if 0 <= number <= table.last:
            unbeaten2 = bar2 + 2 * (number + 1)
            scores = [
                score + (4 if then == unbeaten2 else 0)
                for score, then in zip(scores, table.mms_after[number], strict=True)
            ]
    return scores


@criterion("CPS")
def cps(table: ScoreTable) -> list[int]:
    """Cup score: the record read as a binary number, first round first."""
    return table.cup_after[-1] if table.cup_after else [0] * table.size


@criterion("CUSSW")
def cussw(table: ScoreTable) -> list[int]:
    """Sum of the player's own NBW after each round (S2-9b)."""
    return table.total(table.nbw_after)


@criterion("CUSSM")
def cussm(table: ScoreTable) -> list[int]:
    """Sum of the player's own MMS after each round, the start included each time (S2-9b)."""
    return table.total(table.mms_after)


@shown_score("NBW_virtual")
def nbw_virtual(table: ScoreTable) -> list[int]:
    """NBW as the opponents' SOS sees it with "count not played games as half a point"."""
    return table.nbw_virtual


@shown_score("MMS_virtual")
def mms_virtual(table: ScoreTable) -> list[int]:
    """MMS as the opponents' SOS sees it with "count not played games as half a point"."""
    return table.mms_virtual


@criterion("CAT", ascending=True)
def category(table: ScoreTable) -> list[int]:
    """Category, counted from 1 for the strongest."""
    return [2 * table.settings.category_of(player.rank) + 2 for player in table.players]


@criterion("RANK")
def rank(table: ScoreTable) -> list[int]:
    """Rank, 1 kyu = −1, 1 dan = 0."""
    return [2 * player.rank for player in table.players]


@criterion("RATING")
def rating(table: ScoreTable) -> list[int]:
    """Rating; players without one come last."""
    return [2 * (NO_RATING if player.rating is None else player.rating) for player in table.players]


@criterion("NUM", ascending=True, ours=True)
def number(table: ScoreTable) -> list[int]:
    """The player's number, smallest first."""
    return [2 * player.id for player in table.players]
