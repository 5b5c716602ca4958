"""The club's memory of Go: what came up again, how it went on, and for whom.

Nothing is remembered of fewer than :data:`FEWEST` games.  Games with handicap stones are kept apart
from the others; boards of different sizes share nothing.
"""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.db.models import Count, Q, QuerySet

from goclub.games.library.queries import RecordPlace, WinnerTally
from goclub.games.models import Joseki, Kifu, Position, RatingEntry
from goclub.games.rating.systems.registry import MAIN_SYSTEM
from goclub.go.board.basics import BLACK, WHITE, Point
from goclub.go.joseki import has_handicap
from goclub.go.positions import NONE, Key, keys_of
from goclub.go.records.record import Record
from goclub.members.models import Member
from ratings.ranks import LADDER

FEWEST: Final = 5
#: Next moves that are shown of a position; beside them what the reader chose, so many at most.
MOST_SHOWN, MOST_CHOSEN = 6, 3
#: Moves in which a member's positions are looked for.
OPENING: Final = 30
#: Opponents at most so many ranks away are about as strong.
EVEN_RANKS: Final = 1
STRONGER, EVEN, WEAKER = STRENGTHS = ("stronger", "even", "weaker")


# --- What is remembered of the positions of a game ------------------------------------------------
@dataclass(frozen=True, slots=True)
class RememberedMove:
    """A next move, on the board of the record; ``code`` as the index has it.

    ``tally`` of all games with it, ``chosen`` of those in which the reader played it.
    """

    code: int
    point: Point
    colour: int
    tally: WinnerTally
    chosen: WinnerTally


@dataclass(frozen=True, slots=True)
class RememberedPosition:
    """The position after a ``move`` of a record; the most played of its ``moves`` first."""

    move: int
    number: int
    tally: WinnerTally
    moves: list[RememberedMove]


def remember(record: Record, reader: Member | None) -> list[RememberedPosition]:
    """Return what is remembered of the positions of a main line (two queries)."""
    keys = [(move, key) for move, key in keys_of(record) if move]
    # Where stones are set up by hand, two positions stand after the same move.
    once = Counter(move for move, _key in keys)
    rows: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    positions = Position.objects.filter(
        number__in=[key.number for _move, key in keys], is_handicap=has_handicap(record)
    )
    columns = ("number", "kifu", "following", "winner")
    for number, kifu, code, winner in positions.values_list(*columns):
        rows[number].append((kifu, code, winner))
    colours = _colours_of(reader) if reader else {}
    remembered = []
    for move, key in keys:
        tally = _tally({kifu: winner for kifu, _code, winner in rows[key.number]})
        if once[move] == 1 and tally.games >= FEWEST:
            moves = _moves(record, move, key, rows[key.number], colours)
            remembered.append(RememberedPosition(move, key.number, tally, moves))
    return remembered


def _colours_of(member: Member) -> dict[int, int]:
    """The member's colour in each of the records of their games."""
    games = Kifu.objects.in_library().filter(Q(game__black=member) | Q(game__white=member))
    blacks = games.values_list("pk", "game__black")
    return {kifu: BLACK if black == member.pk else WHITE for kifu, black in blacks}


def _tally(winners: Mapping[int, int]) -> WinnerTally:
    """Of the winner of each game."""
    counts = Counter(winners.values())
    black, white = (counts[Position.WINNERS[colour]] for colour in "BW")
    return WinnerTally(len(winners), black, white)


def _moves(
    record: Record,
    move: int,
    key: Key,
    rows: Iterable[tuple[int, int, int]],
    colours: Mapping[int, int],
) -> list[RememberedMove]:
    winners: dict[int, dict[int, int]] = defaultdict(dict)
    for kifu, code, winner in rows:
        winners[code][kifu] = winner
    winners.pop(NONE, None)
    # The move of this game is shown where it was played, whatever lies symmetrically to it.
    played, own = (record.moves[move][1] if move < len(record.moves) else None), NONE
    if played:
        cell = played[1] * key.size + played[0]
        own = 2 * key.forth(cell) + (record.moves[move][0] == WHITE)
    moves = []
    for code, games in winners.items():
        row, column = divmod(key.back(code // 2), key.size)
        colour = WHITE if code % 2 else BLACK
        chosen = {kifu: winner for kifu, winner in games.items() if colours.get(kifu) == colour}
        point = played if played and code == own else (column, row)
        moves.append(RememberedMove(code, point, colour, _tally(games), _tally(chosen)))
    moves.sort(key=lambda onward: (-onward.tally.games, onward.code))
    rarer = [onward for onward in moves[MOST_SHOWN:] if onward.chosen.games]
    return moves[:MOST_SHOWN] + rarer[:MOST_CHOSEN]


# --- What comes up again in a member's games ------------------------------------------------------
class GameKind(NamedTuple):
    """Games on boards of one size, with handicap stones or without."""

    size: int
    is_handicap: bool

    @property
    def key(self) -> str:
        """As addresses name it: 19, 19h."""
        return f"{self.size}{'h' if self.is_handicap else ''}"


@dataclass(frozen=True, slots=True)
class MemberGames:
    """The games of a member with one colour, on one kind of board; ``against`` whom, if it matters.

    ``colour`` B or W; the strength of an opponent is the rank with which the game was played.
    """

    member: int
    colour: str
    against: str = ""

    def records(self) -> QuerySet[Kifu]:
        """Their records in the library."""
        side = "game__black" if self.colour == "B" else "game__white"
        records = Kifu.objects.in_library().filter(**{side: self.member})
        return records.filter(pk__in=self._by_strength()) if self.against else records

    def _by_strength(self) -> list[int]:
        """The records of games against opponents of the strength that is asked for."""
        side = "game__black" if self.colour == "B" else "game__white"
        ranks: dict[int, dict[bool, int]] = defaultdict(dict)
        entries = RatingEntry.objects.filter(system=MAIN_SYSTEM, rank_before__in=LADDER)
        entries = entries.filter(**{side: self.member}, game__kifu__isnull=False)
        for kifu, player, rank in entries.values_list("game__kifu", "member", "rank_before"):
            ranks[kifu][player == self.member] = LADDER.index(rank)
        return [kifu for kifu, of in ranks.items()
                if len(of) == 2 and _strength(of[False] - of[True]) == self.against]  # fmt: skip


def _strength(above: int) -> str:
    """Of an opponent so many ranks above the member."""
    if abs(above) <= EVEN_RANKS:
        return EVEN
    return STRONGER if above > 0 else WEAKER


class RecurringPosition(NamedTuple):
    """A position that came up in several games of a member: in the record ``kifu`` after
    ``move``."""

    number: int
    tally: WinnerTally
    kifu: int
    move: int


def recurring(games: MemberGames, kind: GameKind) -> list[RecurringPosition]:
    """Return the positions of the first moves that came up again, the most frequent first.

    One that went on in the same way in all games is left out: the next one says more (two queries).
    """
    records = games.records().filter(width=kind.size).order_by()
    rows = Position.objects.filter(kifu__in=list(records.values_list("pk", flat=True)))
    rows = rows.filter(is_handicap=kind.is_handicap).order_by()
    opening = rows.filter(move__range=(1, OPENING)).values_list("number")
    often = opening.annotate(times=Count("pk")).filter(times__gte=FEWEST)
    numbers = [number for number, _times in often]
    winners: dict[int, dict[int, int]] = defaultdict(dict)
    places: dict[int, tuple[int, int]] = {}
    onward: dict[int, set[int]] = defaultdict(set)
    columns = ("number", "kifu", "move", "following", "winner")
    for number, kifu, move, code, winner in rows.filter(number__in=numbers).values_list(*columns):
        winners[number][kifu] = winner
        places[number] = max(places.get(number, (0, 0)), (kifu, move))
        onward[number].add(code)
    positions = [
        RecurringPosition(number, _tally(of), *places[number])
        for number, of in winners.items()
        if len(of) >= FEWEST and (len(onward[number]) > 1 or NONE in onward[number])
    ]
    return sorted(positions, key=lambda position: (-position.tally.games, position.move))


def kinds_played(games: MemberGames) -> list[GameKind]:
    """Return what a member played, the most frequent first (one query)."""
    starts = Position.objects.filter(kifu__in=games.records().order_by().values("pk"), move=0)
    kinds = starts.values_list("kifu__width", "is_handicap")
    return [kind for kind, _count in Counter(itertools.starmap(GameKind, kinds)).most_common()]


# --- Joseki ---------------------------------------------------------------------------------------
def years_of_joseki() -> dict[GameKind, list[int]]:
    """Return the years in which joseki are known, the latest first (one query)."""
    years: dict[GameKind, list[int]] = defaultdict(list)
    rows = Joseki.objects.order_by("-size", "is_handicap", "-year").distinct()
    for size, is_handicap, year in rows.values_list("size", "is_handicap", "year"):
        years[GameKind(size, is_handicap)].append(year)
    return years


def joseki_played(kind: GameKind, year: int | None = None) -> list[tuple[str, int]]:
    """Return the sequences and the number of games with each, the most frequent first."""
    rows = Joseki.objects.filter(size=kind.size, is_handicap=kind.is_handicap)
    rows = rows if year is None else rows.filter(year=year)
    lines = rows.order_by().values_list("line").annotate(games=Count("pk"))
    return list(lines.filter(games__gte=FEWEST).order_by("-games", "line"))


def joseki_by_year(kind: GameKind, lines: Collection[str]) -> dict[str, dict[int, int]]:
    """Return the number of games with each of these sequences, year by year."""
    rows = Joseki.objects.filter(size=kind.size, is_handicap=kind.is_handicap, line__in=lines)
    years: dict[str, dict[int, int]] = defaultdict(dict)
    counted = rows.order_by().values_list("line", "year")
    for line, year, games in counted.annotate(games=Count("pk")):
        years[line][year] = games
    return years


# --- The games behind a sentence ------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class RememberedGames:
    """The games of which a sentence speaks: with a ``position`` and the move ``then``, or with a
    ``joseki`` on a ``board`` in a ``year``, of a member; with handicap ``stones`` or without."""

    stones: bool = False
    position: int | None = None
    then: int | None = None
    joseki: str = ""
    board: int | None = None
    year: int | None = None
    games: MemberGames | None = None

    def of(self, records: QuerySet[Kifu]) -> QuerySet[Kifu]:
        """Choose them among some records."""
        if self.games:
            records = records.filter(pk__in=self.games.records().order_by().values("pk"))
        if self.position is not None:
            rows = Position.objects.filter(number=self.position, is_handicap=self.stones)
            rows = rows if self.then is None else rows.filter(following=self.then)
            records = records.filter(pk__in=rows.values("kifu"))
        if self.joseki:
            played = Joseki.objects.filter(line=self.joseki, is_handicap=self.stones)
            played = played if self.year is None else played.filter(year=self.year)
            played = played if self.board is None else played.filter(size=self.board)
            records = records.filter(pk__in=played.values("kifu"))
        return records

    def example(self) -> RecordPlace | None:
        """The newest record with the position, after the move ``then`` if one is named."""
        if self.position is None:
            return None
        rows = Position.objects.filter(number=self.position).select_related("kifu")
        rows = rows if self.then is None else rows.filter(following=self.then)
        row = rows.order_by("-kifu", "move").first()
        return RecordPlace(row.kifu, row.move + (self.then is not None)) if row else None
