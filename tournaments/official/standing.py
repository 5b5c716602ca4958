"""The order of the official league, S1-20 … S1-24: every place with its reason."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from itertools import groupby

from ratings.errors import Code, RuleError
from tournaments.official.facts import (
    CAP2,
    UNPLAYED,
    LeagueEnding,
    LeagueGame,
    LeaguePlayer,
    LeagueRules,
    PlayerId,
)
from tournaments.official.withdrawals import Settled


class TermCriterion(StrEnum):
    """What parts a place from its neighbour, in the order in which it is tried (S1-20).

    SHARED: nothing does, all players of the table share the one place.
    """

    RATE = "rate"
    MARGINS = "margins"
    DIRECT = "direct"
    POINTS = "points"
    SHARED = "shared"


class Direct(StrEnum):
    """How the games between exactly two tied players ended, seen by the player of the row.

    SPLIT: each won as many as the other.  NOBODY_CAME: each such game was forfeited by both.
    """

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"
    SPLIT = "split"
    NOBODY_CAME = "nobody_came"
    NOT_MET = "not_met"


@dataclass(frozen=True, slots=True)
class Why:
    """Why a place is what it is.

    ``criterion`` that parted it from the place above or, for the first place, from the one below;
    ``against`` the player or players on that place, in the order they were given; ``mine`` and
    ``theirs`` the two numbers: win rates (None without a game), margins in half points, wins
    against each other, points at the start.  ``tied`` how many players, this one among them, were
    equal in rate and margins.  ``direct`` the direct game; None where it was not tried, because
    the tie was of one or of three and more (S1-22).  ``among_equals``, for the first of those who
    are equal in rate and margins where it is parted from the place above by these: what parted it
    from the next of them.
    """

    criterion: TermCriterion
    against: tuple[PlayerId, ...]
    mine: Fraction | int | None
    theirs: Fraction | int | None
    tied: int
    direct: Direct | None
    among_equals: Why | None = None


@dataclass(frozen=True, slots=True)
class DivisionRow:
    """One player's line of the table.

    ``rate`` (wins + ½·jigo) / games, None before the first game.  ``margin2`` Σ winning − Σ losing
    margins in half points, each at most 40.  ``points`` at the league's start.  ``shared_with``
    the others on the same place, in the order they were given.
    """

    place: int
    player: PlayerId
    rate: Fraction | None
    margin2: int
    points: int
    wins: int
    losses: int
    jigo: int
    shared_with: tuple[PlayerId, ...]
    why: Why

    @property
    def shared(self) -> bool:
        """Whether somebody else has the same place."""
        return bool(self.shared_with)

    @property
    def games(self) -> int:
        """Games that count, forfeits among them."""
        return self.wins + self.losses + self.jigo


def counted_margin2(game: LeagueGame, rules: LeagueRules) -> int:
    """Return the margin in half points with which a game enters the sums (S1-20, S1-21, S1-24)."""
    if game.ending is LeagueEnding.JIGO:
        return 0
    if game.ending in UNPLAYED:
        return rules.forfeit_margin2
    return CAP2 if game.margin2 is None else min(game.margin2, CAP2)


@dataclass(slots=True)
class _TermTally:
    player: LeaguePlayer
    wins: int = 0
    losses: int = 0
    jigo: int = 0
    margin2: int = 0

    def add(self, game: LeagueGame, rules: LeagueRules) -> None:
        if game.ending is LeagueEnding.JIGO:
            self.jigo += 1
        elif game.winner == self.player.id:
            self.wins += 1
            self.margin2 += counted_margin2(game, rules)
        else:
            self.losses += 1
            self.margin2 -= counted_margin2(game, rules)

    @property
    def rate(self) -> Fraction | None:
        games = self.wins + self.losses + self.jigo
        return Fraction(2 * self.wins + self.jigo, 2 * games) if games else None

    @property
    def points(self) -> int:
        return self.player.points or 0

    @property
    def rank_key(self) -> tuple[Fraction, int]:
        # Below every rate: nobody should lead by not playing.
        rate = self.rate
        return (Fraction(1) if rate is None else -rate, -self.margin2)


@dataclass(frozen=True, slots=True)
class _Shelf:
    """Those who share one place; ``tied`` and ``direct`` as in :class:`Why`."""

    tallies: list[_TermTally]
    tied: int
    direct: Direct | None = None
    direct_wins: tuple[int, int] = (0, 0)

    @property
    def ids(self) -> tuple[PlayerId, ...]:
        return tuple(tally.player.id for tally in self.tallies)


def table_of(settled: Settled, *, rules: LeagueRules) -> tuple[DivisionRow, ...]:
    """Return the order of a league, of what counts after withdrawals.

    Win rate, then Σ capped margins; exactly two tied: their game, and where they did not meet or
    drew, points at the start; three or more: points at once, the direct game is not tried, not
    even where points leave two of them equal (S1-20 … S1-22).  Who is still equal shares the
    place.  Players without a game come last.  Those on one place stay in the order they were given.

    Raises RuleError E_RANGE with reason ``annulled`` where fewer than two are left.
    """
    if len(settled.players) < 2:
        raise RuleError(Code.RANGE, "players", len(settled.players), reason="official.annulled")
    tallies = {player.id: _TermTally(player) for player in settled.players}
    for game in settled.games:
        tallies[game.a].add(game, rules)
        tallies[game.b].add(game, rules)
    shelves: list[_Shelf] = []
    ranked = sorted(tallies.values(), key=lambda tally: tally.rank_key)
    for _, tied in groupby(ranked, key=lambda tally: tally.rank_key):
        shelves += _part(list(tied), settled.games)
    rows: list[DivisionRow] = []
    for index, shelf in enumerate(shelves):
        place = len(rows) + 1
        why = _why(shelf, shelves[index - 1 if index else 1 :][:1])
        if (
            why.criterion in (TermCriterion.RATE, TermCriterion.MARGINS)
            and len(shelf.tallies) < shelf.tied
        ):
            why = replace(why, among_equals=_why(shelf, shelves[index + 1 : index + 2]))
        rows += [_row(place, tally, shelf, why) for tally in shelf.tallies]
    return tuple(rows)


def _part(tied: list[_TermTally], games: Iterable[LeagueGame]) -> list[_Shelf]:
    """Part those who are equal in rate and margins (S1-20 (3) and (4), S1-22)."""
    if len(tied) == 1:
        return [_Shelf(tied, 1)]
    if len(tied) == 2:
        return _part_two(tied, games)
    return _by_points(tied, None)


def _part_two(tied: list[_TermTally], games: Iterable[LeagueGame]) -> list[_Shelf]:
    first, second = (tally.player.id for tally in tied)
    met = [game for game in games if game.pair == {first, second}]
    wins = [sum(game.winner == player for game in met) for player in (first, second)]
    if not met:
        return _by_points(tied, Direct.NOT_MET)
    if wins[0] == wins[1]:
        return _by_points(tied, _undecided(met))
    better, worse = (0, 1) if wins[0] > wins[1] else (1, 0)
    return [
        _Shelf([tied[better]], 2, Direct.WON, (wins[better], wins[worse])),
        _Shelf([tied[worse]], 2, Direct.LOST, (wins[worse], wins[better])),
    ]


def _undecided(met: Sequence[LeagueGame]) -> Direct:
    """What is to be said of games between two of which each won as many as the other."""
    if all(game.ending is LeagueEnding.BOTH_FORFEIT for game in met):
        return Direct.NOBODY_CAME
    return Direct.DRAWN if all(game.winner is None for game in met) else Direct.SPLIT


def _by_points(tied: list[_TermTally], direct: Direct | None) -> list[_Shelf]:
    ranked = sorted(tied, key=lambda tally: -tally.points)
    return [
        _Shelf(list(shelf), len(tied), direct)
        for _, shelf in groupby(ranked, key=lambda tally: tally.points)
    ]


def _why(shelf: _Shelf, neighbours: Sequence[_Shelf]) -> Why:
    """Compare a place with the one above it, the first with the one below."""
    if not neighbours:
        return Why(TermCriterion.SHARED, (), None, None, shelf.tied, shelf.direct)
    [neighbour] = neighbours
    mine, theirs = shelf.tallies[0], neighbour.tallies[0]
    mine_is: Fraction | int | None
    theirs_is: Fraction | int | None
    if mine.rate != theirs.rate:
        criterion, mine_is, theirs_is = TermCriterion.RATE, mine.rate, theirs.rate
    elif mine.margin2 != theirs.margin2:
        criterion, mine_is, theirs_is = TermCriterion.MARGINS, mine.margin2, theirs.margin2
    elif shelf.direct in (Direct.WON, Direct.LOST):
        criterion, (mine_is, theirs_is) = TermCriterion.DIRECT, shelf.direct_wins
    else:
        criterion = TermCriterion.POINTS
        mine_is, theirs_is = mine.points, theirs.points
    return Why(criterion, neighbour.ids, mine_is, theirs_is, shelf.tied, shelf.direct)


def _row(place: int, tally: _TermTally, shelf: _Shelf, why: Why) -> DivisionRow:
    return DivisionRow(
        place=place,
        player=tally.player.id,
        rate=tally.rate,
        margin2=tally.margin2,
        points=tally.points,
        wins=tally.wins,
        losses=tally.losses,
        jigo=tally.jigo,
        shared_with=tuple(player for player in shelf.ids if player != tally.player.id),
        why=why,
    )
