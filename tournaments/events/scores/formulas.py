"""Criteria as formulas: a player's own record, and what is made of the opponents' scores.

Own are wins, McMahon score, cumulated scores, rank and number; of the opponents SOS, SODOS, SOSOS,
the CuSS of S2-9 and exploits.  Unless said otherwise these use the opponents' scores after the
round asked for, not those of the round in which they met (PAIRING.md, "Scores after round r").
"""

from __future__ import annotations

from fractions import Fraction

from tournaments.events.scores.registry import Score, criterion, shown_score
from tournaments.events.scores.table import ScoreTable
from tournaments.events.settings import JigoInSodos

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


_WIN2 = 2
_HARDEST = 3


@criterion("SOSW")
def sosw(table: ScoreTable) -> list[int]:
    """Sum of the opponents' NBW (S2-6)."""
    return table.sosw


@criterion("SOSM")
def sosm(table: ScoreTable) -> list[int]:
    """Sum of the opponents' MMS, handicaps taken into account (S2-6, S2-12, S2-13)."""
    return table.sosm


@criterion("SOSW-1")
def sosw_less_one(table: ScoreTable) -> list[int]:
    """SOSW without its lowest term."""
    return _without_lowest(table, table.sosw_terms, 1)


@criterion("SOSW-2")
def sosw_less_two(table: ScoreTable) -> list[int]:
    """SOSW without its two lowest terms."""
    return _without_lowest(table, table.sosw_terms, 2)


@criterion("SOSM-1")
def sosm_less_one(table: ScoreTable) -> list[int]:
    """SOSM without its lowest term; 0 after the first two rounds, as OpenGotha has it."""
    return _without_lowest(table, table.sosm_terms, 1) if table.last >= 2 else [0] * table.size


@criterion("SOSM-2")
def sosm_less_two(table: ScoreTable) -> list[int]:
    """SOSM without its two lowest terms."""
    return _without_lowest(table, table.sosm_terms, 2)


@criterion("SODOSW")
def sodosw(table: ScoreTable) -> list[Score]:
    """Sum of the NBW of opponents beaten, half of it for a jigo (S2-7, D1)."""
    return defeated_sum(table, table.sosw_terms)


@criterion("SODOSM")
def sodosm(table: ScoreTable) -> list[Score]:
    """Sum of the MMS of opponents beaten, half of it for a jigo (S2-7, S2-13, D1)."""
    return defeated_sum(table, table.sosm_terms)


@criterion("SOSOSW")
def sososw(table: ScoreTable) -> list[int]:
    """Sum of the opponents' SOSW (S2-8)."""
    padded = [*table.sosw, 0]
    return table.total([[padded[opponent] for opponent in row] for row in table.opponents])


@criterion("SOSOSM")
def sososm(table: ScoreTable) -> list[int]:
    """Sum of the opponents' SOSM; without one, own start × rounds so far (S2-8, S2-12)."""
    padded = [*table.sosm, 0]
    rounds = table.last + 1
    return table.total(
        [
            [
                rounds * start if opponent < 0 else padded[opponent]
                for opponent, start in zip(row, table.start2, strict=True)
            ]
            for row in table.opponents
        ]
    )


@criterion("SOSTS")
def sosts(table: ScoreTable) -> list[int]:
    """Sum of the opponents' Strasbourg scores, otherwise as SOSM.

    OpenGotha leaves this score at 0 where rounds not played count half, so only stones and own
    starts remain then; we agree with its tables.
    """
    scores = [0] * table.size if table.settings.virtual else sts(table)
    return table.total(table.adjusted_terms(scores))


@criterion("OCUSSW", ours=True)
def ocussw(table: ScoreTable) -> list[int]:
    """CuSS of S2-9: the opponents' NBW at the time the round was paired, frozen."""
    before = [[0] * table.size, *table.nbw_after]
    return table.total(
        [
            [0 if opponent < 0 else scores[opponent] for opponent in row]
            for row, scores in zip(table.opponents, before, strict=False)
        ]
    )


@criterion("OCUSSM", ours=True)
def ocussm(table: ScoreTable) -> list[int]:
    """CuSS of S2-9: the opponents' MMS at the time the round was paired, frozen.

    A round without an opponent adds the own start, as in SOS (S2-12).
    """
    before = [table.start2, *table.mms_after]
    return table.total(
        [
            [
                start if opponent < 0 else scores[opponent]
                for opponent, start in zip(row, table.start2, strict=True)
            ]
            for row, scores in zip(table.opponents, before, strict=False)
        ]
    )


@criterion("EXT")
def exploits_tried(table: ScoreTable) -> list[int]:
    """Sum of the opponents' NBW, weighed by how hard the handicap made the game."""
    return _exploits(table, only_won=False)


@criterion("EXR")
def exploits_done(table: ScoreTable) -> list[int]:
    """The part of EXT that comes from games won."""
    return _exploits(table, only_won=True)


def _without_lowest(table: ScoreTable, terms: list[list[int]], dropped: int) -> list[int]:
    """The sum over rounds less the *dropped* lowest terms; 0 where nothing would remain."""
    if table.last < dropped:
        return [0] * table.size
    return [sum(sorted(column)[dropped:]) for column in zip(*terms, strict=True)]


def defeated_sum(table: ScoreTable, terms: list[list[int]]) -> list[Score]:
    """Return the sum of terms × own result.

    Both are doubled, so the product is four times the score.
    """
    only_wins = table.settings.sodos_jigo is JigoInSodos.WINS
    total4 = [0] * table.size
    for opponents, row, earned2 in zip(table.opponents, terms, table.earned2, strict=True):
        for place, points in enumerate(earned2):
            if points and opponents[place] >= 0 and (points == _WIN2 or not only_wins):
                total4[place] += row[place] * points
    return [Fraction(total, 2) if total % 2 else total // 2 for total in total4]


def _exploits(table: ScoreTable, *, only_won: bool) -> list[int]:
    ranks = [player.rank for player in table.players]
    total = [0] * table.size
    for row, stones2, earned2 in zip(table.opponents, table.stones2, table.earned2, strict=True):
        for place, opponent in enumerate(row):
            if opponent < 0 or (only_won and earned2[place] != _WIN2):
                continue
            harder = stones2[place] // 2 - (ranks[place] - ranks[opponent])
            total[place] += table.nbw[opponent] * min(max(harder + 1, 0), _HARDEST)
    return total
