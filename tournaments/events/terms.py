"""What a sum over rounds is made of, round by round: the terms of SOS, SODOS, SOSOS and CuSS.

For whoever wants to see a figure added up; the figure itself is always that of
:mod:`tournaments.events.scores`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ratings.errors import Code, RuleError
from tournaments.events.scores.registry import Score
from tournaments.events.scores.table import NOBODY, ScoreTable
from tournaments.events.settings import JigoInSodos

_WIN2 = 2

#: The sums that can be taken apart; each is named for the score it adds up.
SUMS: Final = (
    *("MMS", "SOSM", "SODOSM", "SOSOSM", "OCUSSM", "CUSSM"),
    *("NBW", "SOSW", "SODOSW", "SOSOSW", "OCUSSW", "CUSSW"),
)


@dataclass(frozen=True, slots=True)
class ScoreTerm:
    """What one round adds, doubled.

    ``round`` counts from 1; 0 is the start of a McMahon score.  ``opponent``: the id of the player
    met then, None where nobody was, and in the sums of one's own scores.  ``share``: how much of
    that score counts, ½ for a jigo in SODOS.
    """

    round: int
    opponent: int | None
    value: Score
    share: Fraction = Fraction(1)


def terms(table: ScoreTable, criterion: str, player: int) -> tuple[ScoreTerm, ...]:
    """Return what a player's figure in one of :data:`SUMS` is the sum of, first round first.

    Raises RuleError E_UNKNOWN for another criterion or player.  Source: S2-1, S2-6 … S2-9b.
    """
    if criterion not in SUMS:
        raise RuleError(Code.UNKNOWN, "criterion", criterion, ", ".join(SUMS))
    if player not in table.index:
        raise RuleError(Code.UNKNOWN, "player", player)
    me = table.index[player]
    if criterion in ("MMS", "NBW"):
        return _own_points(table, criterion, me)
    rows = _rows(table, criterion)
    result = []
    for number, row in enumerate(rows):
        opponent = table.opponents[number][me]
        known = None if opponent == NOBODY or criterion in ("CUSSM", "CUSSW") else opponent
        share = _share(table, number, me) if criterion.startswith("SODOS") else Fraction(1)
        if share:
            opponent_id = None if known is None else table.players[known].id
            result.append(ScoreTerm(number + 1, opponent_id, _score(row[me] * share), share))
    return tuple(result)


def _own_points(table: ScoreTable, criterion: str, me: int) -> tuple[ScoreTerm, ...]:
    after = table.mms_after if criterion == "MMS" else table.nbw_after
    start2 = table.start2[me] if criterion == "MMS" else 0
    result = [ScoreTerm(0, None, start2)] if criterion == "MMS" else []
    before = start2
    for number, scores in enumerate(after):
        opponent = table.opponents[number][me]
        opponent_id = None if opponent == NOBODY else table.players[opponent].id
        result.append(ScoreTerm(number + 1, opponent_id, scores[me] - before))
        before = scores[me]
    return tuple(result)


def _rows(table: ScoreTable, criterion: str) -> list[list[int]]:
    """What each round adds for everybody."""
    mcmahon = criterion.endswith("M")
    size = table.size
    match criterion[:-1]:
        case "SOS" | "SODOS":
            return table.sosm_terms if mcmahon else table.sosw_terms
        case "SOSOS":
            rounds = table.last + 1
            alone = [rounds * start for start in table.start2] if mcmahon else [0] * size
            return _of_opponents(table, [table.sosm if mcmahon else table.sosw] * rounds, alone)
        case "OCUSS":
            first = table.start2 if mcmahon else [0] * size
            after = table.mms_after if mcmahon else table.nbw_after
            return _of_opponents(table, [first, *after], table.start2 if mcmahon else [0] * size)
    return table.mms_after if mcmahon else table.nbw_after


def _of_opponents(table: ScoreTable, scores: list[list[int]], alone: list[int]) -> list[list[int]]:
    """The opponents' scores of each round; *alone* for who had none."""
    return [
        [
            mine if opponent == NOBODY else of_round[opponent]
            for opponent, mine in zip(row, alone, strict=True)
        ]
        for row, of_round in zip(table.opponents, scores, strict=False)
    ]


def _share(table: ScoreTable, number: int, me: int) -> Fraction:
    """How much of the opponent's score a result adds to SODOS (S2-7, D1)."""
    if table.opponents[number][me] == NOBODY:
        return Fraction(0)
    points2 = table.earned2[number][me]
    if points2 != _WIN2 and table.settings.sodos_jigo is JigoInSodos.WINS:
        return Fraction(0)
    return Fraction(points2, 2)


def _score(value: Fraction) -> Score:
    return value if value.denominator > 1 else int(value)
