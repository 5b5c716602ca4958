"""The order within an event: big points, then small points (S4-5, S4-6, S4-9, S4-16, 5.5)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ratings.accepted import AcceptedWords
from ratings.checks import whole_number
from ratings.errors import Code, RuleError
from tournaments.seasons.order import PlayerId, places

WIN, DRAW, LOSS = 3, 1, 0
BYE = 3
# The points of a 19×19 board and 400 for prisoners and komi.
_MOST_MARGIN2 = 2 * (361 + 400)
_MOST_SMALL2 = 200


class EventEnding(StrEnum):
    """How a game of an event ended.

    RESIGNATION is also the opponent's concession.  PENALTY lost by a sanction (S4-18),
    BOTH_PENALTY by both.  FORFEIT not played, the opponent did not come or was removed.  DRAW a
    jigo, CALLED a draw because the game was not over when time was called (S4-15).  OPEN paired,
    without a result so far.
    """

    POINTS = "points"
    RESIGNATION = "resign"
    TIME = "time"
    PENALTY = "penalty"
    BOTH_PENALTY = "both_penalty"
    FORFEIT = "forfeit"
    DRAW = "draw"
    CALLED = "called"
    BYE = "bye"
    OPEN = "open"


#: A draw, for whatever reason.
DRAWS = frozenset({EventEnding.DRAW, EventEnding.CALLED})
_WITHOUT_WINNER = DRAWS | {EventEnding.BOTH_PENALTY, EventEnding.BYE, EventEnding.OPEN}


@dataclass(frozen=True, slots=True)
class EventGame:
    """One pairing of a round, counted from 1; a bye has no *b* and no winner.

    ``margin2`` the winner's margin after komi in half points, for a win by points only.
    """

    round: int
    a: PlayerId
    b: PlayerId | None
    winner: PlayerId | None = None
    ending: EventEnding = EventEnding.OPEN
    margin2: int | None = None

    @property
    def players(self) -> tuple[PlayerId, ...]:
        """The players of the game, one for a bye."""
        return (self.a,) if self.b is None else (self.a, self.b)


@dataclass(frozen=True, slots=True)
class SmallPoints:
    """Small points where the board gives no margin, in half points (S4-16 H).

    ``off_board2`` for a win by resignation, on time, by penalty or forfeit; the loser loses as
    many.  ``bye2`` for a bye, which nobody loses.

    Raises RuleError E_RANGE outside 0 … 200, E_TYPE, E_MISSING.
    """

    off_board2: int = 40
    bye2: int = 0

    def __post_init__(self) -> None:
        whole_number(self.off_board2, field="off_board2", low=0, high=_MOST_SMALL2)
        whole_number(self.bye2, field="bye2", low=0, high=_MOST_SMALL2)


#: A resignation counts 20 points, a bye none.
USUAL_SMALL_POINTS = SmallPoints()


@dataclass(frozen=True, slots=True)
class EventRow:
    """One player's line in an event.

    ``place`` None for a player who was removed (S4-18): he stands below all, without a place.
    ``big`` points, ``small2`` half points won less lost; ``byes`` are not among the ``wins``.
    """

    place: int | None
    player: PlayerId
    big: int
    small2: int
    wins: int
    draws: int
    losses: int
    byes: int
    shared: bool


def check_score(a: int, b: int) -> tuple[int, int]:
    """Return the score if it is one of 3:0, 0:3 and 1:1 (S4-9); raises RuleError E_TYPE.

    >>> check_score(1, 1)
    (1, 1)
    """
    numbers = all(isinstance(score, int) and not isinstance(score, bool) for score in (a, b))
    if not numbers or (a, b) not in ((WIN, LOSS), (LOSS, WIN), (DRAW, DRAW)):
        raise RuleError(Code.TYPE, field="score", value=f"{a}:{b}", accepted="3:0, 0:3, 1:1")
    return a, b


def event_table(
    players: Sequence[PlayerId],
    games: Iterable[EventGame],
    *,
    small_points: SmallPoints = USUAL_SMALL_POINTS,
    removed: Collection[PlayerId] = (),
) -> tuple[EventRow, ...]:
    """Return the order of an event: big points, then small points, else a shared place (S4-16).

    A win and a bye earn 3 big points, a draw 1, a loss 0 (S4-9); who has no game in a round earns
    nothing.  Open games earn nobody anything.  *removed* players come last, without a place.

    Raises RuleError: E_DUPLICATE (a player entered or paired twice in a round), E_UNKNOWN,
    E_SAME_PLAYER, E_MISSING (opponent, winner, ending, margin), E_INCONSISTENT (a bye with an
    opponent; winner of another game or of an undecided one; margin without a win by points),
    E_RANGE (round below 1; negative margin), E_TYPE.
    """
    tallies: dict[PlayerId, _Tally] = {}
    for player in players:
        if player in tallies:
            raise RuleError(Code.DUPLICATE, field="players", value=player)
        tallies[player] = _Tally(player)
    for player in removed:
        if player not in tallies:
            raise RuleError(Code.UNKNOWN, field="removed", value=player)
    seated: set[tuple[int, PlayerId]] = set()
    for game in games:
        _check(game, tallies.keys())
        for player in game.players:
            if (game.round, player) in seated:
                raise RuleError(Code.DUPLICATE, field="games", value=(game.round, player))
            seated.add((game.round, player))
            tallies[player].add(game, small_points)
    standing = [tally for tally in tallies.values() if tally.player not in removed]
    rows = [tally.row(place, shared) for place, shared, tally in places(standing, _Tally.key)]
    gone = sorted((tally for tally in tallies.values() if tally.player in removed), key=_Tally.key)
    rows += [tally.row(None, False) for tally in gone]
    return tuple(rows)


@dataclass(slots=True)
class _Tally:
    player: PlayerId
    wins: int = 0
    draws: int = 0
    losses: int = 0
    byes: int = 0
    small2: int = 0

    def add(self, game: EventGame, small_points: SmallPoints) -> None:
        margin2 = small_points.off_board2 if game.margin2 is None else game.margin2
        if game.ending is EventEnding.OPEN:
            return
        if game.ending is EventEnding.BYE:
            self.byes += 1
            self.small2 += small_points.bye2
        elif game.ending in DRAWS:
            self.draws += 1
        elif game.winner == self.player:
            self.wins += 1
            self.small2 += margin2
        else:
            self.losses += 1
            self.small2 -= margin2

    @property
    def big(self) -> int:
        return WIN * self.wins + BYE * self.byes + DRAW * self.draws

    def key(self) -> tuple[int, int]:
        return -self.big, -self.small2

    def row(self, place: int | None, shared: bool) -> EventRow:
        return EventRow(
            place=place,
            player=self.player,
            big=self.big,
            small2=self.small2,
            wins=self.wins,
            draws=self.draws,
            losses=self.losses,
            byes=self.byes,
            shared=shared,
        )


def _check(game: EventGame, ids: Collection[PlayerId]) -> None:
    whole_number(game.round, field="round", low=1)
    for side, player in (("a", game.a), ("b", game.b)):
        if player is not None and player not in ids:
            raise RuleError(Code.UNKNOWN, field=side, value=player)
    if not isinstance(game.ending, EventEnding):
        code = Code.MISSING if game.ending is None else Code.TYPE
        raise RuleError(
            code, field="ending", value=game.ending, accepted=AcceptedWords(", ".join(EventEnding))
        )
    _check_sides(game)
    if game.ending in _WITHOUT_WINNER:
        if game.winner is not None:
            raise RuleError(
                Code.INCONSISTENT, field="winner", value=game.winner, accepted=AcceptedWords("none")
            )
    elif game.winner is None:
        raise RuleError(Code.MISSING, field="winner")
    elif game.winner not in game.players:
        raise RuleError(Code.INCONSISTENT, field="winner", value=game.winner)
    if game.ending is EventEnding.POINTS:
        whole_number(game.margin2, field="margin2", low=1, high=_MOST_MARGIN2)
    elif game.margin2 is not None:
        raise RuleError(
            Code.INCONSISTENT, field="margin2", value=game.margin2, accepted=AcceptedWords("none")
        )


def _check_sides(game: EventGame) -> None:
    if game.ending is EventEnding.BYE:
        if game.b is not None:
            raise RuleError(
                Code.INCONSISTENT, field="b", value=game.b, accepted=AcceptedWords("none")
            )
    elif game.b is None:
        raise RuleError(Code.MISSING, field="b")
    elif game.a == game.b:
        raise RuleError(Code.SAME_PLAYER, field="b", value=game.b)
