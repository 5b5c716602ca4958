"""Divisions of a league: promotion, relegation and pairings (house rules).

A preview is a pure projection of final tables: the site shows it, the office settles what the
rules leave open, and only a preview that is ready may be carried out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from ratings.accepted import AcceptedChoice, AcceptedRange, AcceptedWords
from ratings.checks import whole_number
from ratings.errors import Code, RuleError

PlayerId = int | str
FEWEST_PLAYERS = 2


class PlacedPlayer(Protocol):
    """A row of any final table: a player and a place, shared places alike."""

    @property
    def player(self) -> PlayerId: ...

    @property
    def place(self) -> int: ...


@dataclass(frozen=True, slots=True)
class SeededDivision:
    """A group that plays a table of its own; ``players`` in the order of their seeding."""

    name: str
    players: tuple[PlayerId, ...]


@dataclass(frozen=True, slots=True)
class Exchange:
    """What crosses one border: ``up`` from the lower division, ``down`` from the upper one.

    Raises RuleError E_RANGE (negative), E_TYPE, E_MISSING.
    """

    up: int = 1
    down: int = 1

    def __post_init__(self) -> None:
        whole_number(self.up, field="up", low=0)
        whole_number(self.down, field="down", low=0)


#: One up, one down at every border.
USUAL_EXCHANGE = Exchange()


class DivisionMove(StrEnum):
    """What happens to a player at the rollover; OPEN until the office has decided."""

    UP = "up"
    DOWN = "down"
    STAY = "stay"
    OPEN = "open"
    LEAVES = "leaves"
    JOINS = "joins"


class By(StrEnum):
    """What decided a move: the place, the points now within a shared place, or the office."""

    PLACE = "place"
    POINTS = "points"
    OFFICE = "office"


@dataclass(frozen=True, slots=True)
class Moved:
    """One player's move; ``before`` and ``after`` names of divisions, None outside the league.

    ``place`` in the final table, None for who had none (a newcomer, or all games annulled).
    """

    player: PlayerId
    move: DivisionMove
    before: str | None
    after: str | None
    place: int | None
    by: By


@dataclass(frozen=True, slots=True)
class Undecided:
    """Players sharing a place, of which only ``seats`` may ``move`` (UP or DOWN).

    The office decides by handing their order to :func:`preview` as ``decided``.
    """

    division: str
    move: DivisionMove
    players: tuple[PlayerId, ...]
    seats: int


@dataclass(frozen=True, slots=True)
class Preview:
    """What a rollover would do.

    ``moves`` of everybody, by division and place, leavers and newcomers at the end.  ``groups``
    the new divisions; while something is undecided, those players still stand where they were.
    """

    moves: tuple[Moved, ...]
    groups: tuple[SeededDivision, ...]
    undecided: tuple[Undecided, ...]

    @property
    def ready(self) -> bool:
        """Whether it may be carried out: nothing is left for the office to decide."""
        return not self.undecided


def preview(
    divisions: Sequence[SeededDivision],
    tables: Mapping[str, Sequence[PlacedPlayer]],
    *,
    exchange: Exchange | Sequence[Exchange] = USUAL_EXCHANGE,
    points: Mapping[PlayerId, int] | None = None,
    decided: Sequence[PlayerId] = (),
    leaving: Collection[PlayerId] = (),
    joining: Sequence[PlayerId] = (),
) -> Preview:
    """Return who would move and the new divisions, without doing anything.

    *divisions* from the strongest down; *tables* the final table of each by its name; *exchange*
    one for all borders or one for each, from the top border down.  Those who leave are taken out
    first, places are counted among those who stay; a player without a row (all games annulled)
    stands below the last.  Who joins starts in the lowest division.

    A shared place across a border is parted by *points*, the members' points now, where given
    (higher is better), then by *decided*, the office's order, best first; what is still equal is
    returned as ``undecided``.  New divisions list those who came down, who stayed, who came up.

    Raises RuleError: E_MISSING (no division; no table), E_DUPLICATE (a name or a player twice),
    E_RANGE (fewer than two in a division, before or after; more moving up and down than there
    are), E_INCONSISTENT (not one exchange for each border; a table of other players; a newcomer
    who plays already), E_UNKNOWN (somebody leaving or decided who does not play), E_MISSING
    (``points`` given, but not of all on a shared place).

    >>> @dataclass
    ... class PlacedPlayer:
    ...     place: int
    ...     player: str
    >>> upper, lower = SeededDivision("A", ("a", "b")), SeededDivision("B", ("c", "d"))
    >>> a_lines = [PlacedPlayer(1, "b"), PlacedPlayer(2, "a")]
    >>> lines = {"A": a_lines, "B": [PlacedPlayer(1, "c"), PlacedPlayer(2, "d")]}
    >>> [group.players for group in preview([upper, lower], lines).groups]
    [('b', 'c'), ('a', 'd')]
    """
    exchanges = _exchanges(divisions, exchange)
    _check(divisions, tables, leaving, joining, decided)
    standings = [
        _Standing(division, tables[division.name], leaving, points, decided)
        for division in divisions
    ]
    _check_sizes(standings, exchanges, len(joining))
    undecided: list[Undecided] = []
    for index, standing in enumerate(standings):
        undecided += standing.part(*_crossing(index, exchanges))
    groups = _groups(standings, joining)
    after = {player: group.name for group in groups for player in group.players}
    moves = [
        Moved(line.player, line.move, line.division, after[line.player], line.place, line.by)
        for standing in standings
        for line in standing.lines
    ]
    moves += _left(divisions, tables, leaving)
    lowest = divisions[-1].name
    moves += [
        Moved(player, DivisionMove.JOINS, None, lowest, None, By.OFFICE) for player in joining
    ]
    return Preview(tuple(moves), groups, tuple(undecided))


@dataclass(slots=True)
class _DivisionLine:
    player: PlayerId
    division: str
    place: int | None
    #: Better is smaller; the place first, then points, then the office's order.
    key: tuple[int, int, int]
    move: DivisionMove = DivisionMove.STAY
    by: By = By.PLACE


class _Standing:
    """A division's players who stay in the league, best first, and their moves."""

    def __init__(
        self,
        division: SeededDivision,
        table: Sequence[PlacedPlayer],
        leaving: Collection[PlayerId],
        points: Mapping[PlayerId, int] | None,
        decided: Sequence[PlayerId],
    ) -> None:
        self.division = division
        places = {row.player: row.place for row in table}
        rank = {player: number for number, player in enumerate(decided)}
        staying = [player for player in division.players if player not in leaving]
        # Below every place; whoever has none shares that.
        ranks = {player: places.get(player, len(division.players) + 1) for player in staying}
        sharing = Counter(ranks.values())
        self.lines = []
        for player in staying:
            shared = sharing[ranks[player]] > 1
            key = (
                ranks[player],
                -_points(points, player) if shared else 0,
                rank.get(player, len(rank)) if shared else 0,
            )
            self.lines.append(_DivisionLine(player, division.name, places.get(player), key))
        self.lines.sort(key=lambda line: line.key)

    def part(self, up: int, down: int) -> list[Undecided]:
        """Set the moves; return who cannot be parted at the upper and at the lower border."""
        size = len(self.lines)
        rising, falling = self.lines[:up], self.lines[size - down :]
        for line in rising:
            line.move = DivisionMove.UP
        for line in falling:
            line.move = DivisionMove.DOWN
        # Both borders are looked at before any move is opened: one shared place can lie across
        # both of them.
        open_up = self._cut(up, DivisionMove.UP, rising)
        open_down = self._cut(size - down, DivisionMove.DOWN, falling)
        undecided = [shared for shared in (open_up, open_down) if shared is not None]
        for shared in undecided:
            for line in self.lines:
                if line.player in shared.players:
                    line.move = DivisionMove.OPEN
        return undecided

    def _cut(
        self, cut: int, move: DivisionMove, moving: Sequence[_DivisionLine]
    ) -> Undecided | None:
        """Say what parts a shared place across a border, or return who is equal to the last."""
        if not 0 < cut < len(self.lines):
            return None
        above, below = self.lines[cut - 1], self.lines[cut]
        if above.key[0] != below.key[0]:
            return None
        if above.key != below.key:
            by = By.POINTS if above.key[1] != below.key[1] else By.OFFICE
            for line in self.lines:
                if line.key[0] == above.key[0] and line.move in (move, DivisionMove.STAY):
                    line.by = by
            return None
        equals = tuple(line.player for line in self.lines if line.key == above.key)
        seats = sum(line.player in equals for line in moving)
        return Undecided(self.division.name, move, equals, seats)


def _crossing(index: int, exchanges: Sequence[Exchange]) -> tuple[int, int]:
    """How many leave a division upward and downward; nobody over the two outer borders."""
    up = exchanges[index - 1].up if index else 0
    down = exchanges[index].down if index < len(exchanges) else 0
    return up, down


def _check_sizes(
    standings: Sequence[_Standing], exchanges: Sequence[Exchange], joining: int
) -> None:
    """Refuse numbers that leave a division too small, whoever will be the ones to move."""
    for index, standing in enumerate(standings):
        before = len(standing.lines)
        up, down = _crossing(index, exchanges)
        if up + down > before:
            raise RuleError(
                Code.RANGE,
                "exchange",
                (up, down),
                AcceptedWords(
                    "up and down together 0…%(high)s in %(division)s",
                    high=before,
                    division=standing.division.name,
                ),
            )
        from_above = exchanges[index - 1].down if index else 0
        from_below = exchanges[index].up if index < len(exchanges) else joining
        after = before - up - down + from_above + from_below
        if after < FEWEST_PLAYERS:
            raise RuleError(
                Code.RANGE, "divisions", standing.division.name, reason="official.too_few_left"
            )


def _groups(
    standings: Sequence[_Standing], joining: Sequence[PlayerId]
) -> tuple[SeededDivision, ...]:
    """Put the new divisions together: who came down, who stayed, who came up, who joins."""
    groups: list[SeededDivision] = []
    for index, standing in enumerate(standings):
        above = standings[index - 1].lines if index else []
        below = standings[index + 1].lines if index + 1 < len(standings) else []
        players = [line.player for line in above if line.move is DivisionMove.DOWN]
        players += [
            line.player
            for line in standing.lines
            if line.move in (DivisionMove.STAY, DivisionMove.OPEN)
        ]
        players += [line.player for line in below if line.move is DivisionMove.UP]
        if index + 1 == len(standings):
            players += joining
        groups.append(SeededDivision(standing.division.name, tuple(players)))
    return tuple(groups)


def _left(
    divisions: Sequence[SeededDivision],
    tables: Mapping[str, Sequence[PlacedPlayer]],
    leaving: Collection[PlayerId],
) -> list[Moved]:
    moves: list[Moved] = []
    for division in divisions:
        places = {row.player: row.place for row in tables[division.name]}
        moves += [
            Moved(player, DivisionMove.LEAVES, division.name, None, places.get(player), By.OFFICE)
            for player in division.players
            if player in leaving
        ]
    return moves


def _points(points: Mapping[PlayerId, int] | None, player: PlayerId) -> int:
    if points is None:
        return 0
    if player not in points:
        raise RuleError(Code.MISSING, "points", player)
    return whole_number(points[player], field="points")


def _exchanges(
    divisions: Sequence[SeededDivision], exchange: Exchange | Sequence[Exchange]
) -> Sequence[Exchange]:
    if not divisions:
        raise RuleError(Code.MISSING, "divisions", tuple(divisions))
    borders = len(divisions) - 1
    if isinstance(exchange, Exchange):
        return [exchange] * borders
    if len(exchange) != borders:
        raise RuleError(
            Code.INCONSISTENT,
            "exchange",
            len(exchange),
            AcceptedChoice(borders),
            reason="official.borders",
        )
    return exchange


def _check(
    divisions: Sequence[SeededDivision],
    tables: Mapping[str, Sequence[PlacedPlayer]],
    leaving: Collection[PlayerId],
    joining: Sequence[PlayerId],
    decided: Sequence[PlayerId],
) -> None:
    _distinct([division.name for division in divisions], "divisions")
    playing = [player for division in divisions for player in division.players]
    _distinct(playing, "players")
    _distinct(joining, "joining")
    _distinct(decided, "decided")
    for division in divisions:
        _check_division(division, tables)
    for name, people in (("leaving", leaving), ("decided", decided)):
        for player in people:
            if player not in playing:
                raise RuleError(Code.UNKNOWN, name, player)
    for player in joining:
        if player in playing:
            raise RuleError(Code.INCONSISTENT, "joining", player, reason="official.plays_already")


def _check_division(division: SeededDivision, tables: Mapping[str, Sequence[PlacedPlayer]]) -> None:
    if len(division.players) < FEWEST_PLAYERS:
        raise RuleError(
            Code.RANGE,
            "divisions",
            division.name,
            AcceptedWords("%(low)s… players", low=FEWEST_PLAYERS),
        )
    if division.name not in tables:
        raise RuleError(Code.MISSING, "tables", division.name)
    rows = [row.player for row in tables[division.name]]
    _distinct(rows, "tables")
    for player in rows:
        if player not in division.players:
            raise RuleError(
                Code.INCONSISTENT,
                "tables",
                player,
                AcceptedWords("players of %(division)s", division=division.name),
                reason="official.other_table",
            )


def _distinct(items: Sequence[PlayerId], field: str) -> None:
    seen: set[PlayerId] = set()
    for item in items:
        if item in seen:
            raise RuleError(Code.DUPLICATE, field, item)
        seen.add(item)


@dataclass(frozen=True, slots=True)
class CircleRound:
    """One round of a list: the pairings, and who rests (None with an even number of players)."""

    pairs: tuple[tuple[PlayerId, PlayerId], ...]
    rests: PlayerId | None


def round_robin(players: Sequence[PlayerId], *, meetings: int = 1) -> tuple[CircleRound, ...]:
    """Return the rounds in which everybody meets everybody, *meetings* times.

    Nobody is named twice in a round; each is named first as often as second, give or take one, and
    every second meeting swaps the two.  The same players in the same order give the same list.

    Raises RuleError E_RANGE (fewer than two players; meetings below 1), E_DUPLICATE, E_TYPE.

    >>> [one.pairs for one in round_robin(["a", "b", "c"])]
    [(('b', 'c'),), (('a', 'b'),), (('c', 'a'),)]
    """
    whole_number(meetings, field="meetings", low=1)
    if len(players) < FEWEST_PLAYERS:
        raise RuleError(Code.RANGE, "players", len(players), AcceptedRange(FEWEST_PLAYERS, None))
    _distinct(players, "players")
    once = list(_one_meeting(players))
    swapped = [CircleRound(tuple((b, a) for a, b in turn.pairs), turn.rests) for turn in once]
    return tuple(turn for number in range(meetings) for turn in (swapped if number % 2 else once))


def _one_meeting(players: Sequence[PlayerId]) -> Iterator[CircleRound]:
    """The circle of an odd number: i meets j in round i + j; whoever would meet themselves rests.

    With an even number the last player stands outside the circle and meets whoever would rest.
    """
    even = len(players) % 2 == 0
    circle, outside = (players[:-1], players[-1]) if even else (players, None)
    size = len(circle)
    for number in range(size):
        pairs: list[tuple[PlayerId, PlayerId]] = []
        alone = circle[0]
        for i, player in enumerate(circle):
            j = (number - i) % size
            # Of the two ways round the circle exactly one is odd, which names each first equally
            # often.
            if i == j:
                alone = player
            elif (j - i) % size % 2:
                pairs.append((player, circle[j]))
        if outside is None:
            yield CircleRound(tuple(pairs), alone)
        else:
            last = (alone, outside) if number % 2 else (outside, alone)
            yield CircleRound((last, *pairs), None)
