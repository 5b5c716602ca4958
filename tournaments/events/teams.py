"""Matches of teams: strength, who sits where, and what the boards make of a match.

House rules, each shown to organisers: the strength of a team is the mean of its boards' ranks; the
team named first has White at the odd boards; a board without a player is lost, one without any
player on either side gives nobody a point.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tournaments.events.field import GameResult
from tournaments.events.handicap import stones
from tournaments.events.settings import HandicapSettings

#: Doubled points of the two sides at a board.
BoardPoints = tuple[int, int]


def mean_rank(ranks: Iterable[int]) -> int | None:
    """Return the mean of ranks, rounded to a whole rank, a half to the stronger; None for none.

    >>> mean_rank([3, 2, 2, 1]), mean_rank([0, -1]), mean_rank([-3, -4, -4]), mean_rank([])
    (2, 0, -4, None)
    """
    known = list(ranks)
    return (2 * sum(known) + len(known)) // (2 * len(known)) if known else None


def moved_up(order: Sequence[int], playing: Iterable[int], boards: int) -> tuple[int, ...]:
    """Return who sits at boards 1, 2 …: those *playing*, in the team's *order*.

    A reserve below moves up for whoever is missing; with too few the last boards stay empty.

    >>> moved_up([11, 12, 13, 14], {11, 13, 14}, 3)
    (11, 13, 14)
    """
    chosen = set(playing)
    return tuple(player for player in order if player in chosen)[:boards]


def board_seats(
    board: int, first: tuple[int, int], second: tuple[int, int], rules: HandicapSettings
) -> tuple[int, int, int]:
    """Return (White, Black, stones) of a board, counted from 1, for two (player, rank).

    *first* plays for the team with White at the odd boards.  With stones the stronger has White.

    >>> even = HandicapSettings(ceiling=0)
    >>> board_seats(1, (7, 0), (8, 2), even), board_seats(2, (7, 0), (8, 2), even)
    ((7, 8, 0), (8, 7, 0))
    """
    handicap = stones(_level(first[1], rules) - _level(second[1], rules), rules)
    first_white = first[1] > second[1] if handicap else board % 2 == 1
    white, black = (first, second) if first_white else (second, first)
    return white[0], black[0], handicap


def _level(rank: int, rules: HandicapSettings) -> int:
    return min(rank, rules.threshold)


def points_at_boards(
    boards: int,
    first: Mapping[int, int],
    second: Mapping[int, int],
    results: Mapping[int, BoardPoints | None],
) -> list[BoardPoints | None]:
    """Return the doubled points of two teams at boards 1 … *boards*; None where one is open.

    ``first`` and ``second``: the players by board; ``results``: the doubled points of the games.

    >>> points_at_boards(3, {1: 7, 2: 8}, {1: 9}, {1: (0, 2)})
    [(0, 2), (2, 0), (0, 0)]
    """
    return [
        results.get(board)
        if board in first and board in second
        else (2 * (board in first), 2 * (board in second))
        for board in range(1, boards + 1)
    ]


def match_result(points: Sequence[BoardPoints | None]) -> GameResult:
    """Return the result of a match whose first team has White, UNKNOWN while a board is open.

    >>> str(match_result([(2, 0), (1, 1)])), str(match_result([(0, 0), (0, 0)]))
    ('white', 'both_lose')
    """
    known = [pair for pair in points if pair is not None]
    if len(known) < len(points):
        return GameResult.UNKNOWN
    white2, black2 = sum(pair[0] for pair in known), sum(pair[1] for pair in known)
    if not white2 and not black2:
        return GameResult.BOTH_LOSE
    if white2 == black2:
        return GameResult.EQUAL
    return GameResult.WHITE if white2 > black2 else GameResult.BLACK
