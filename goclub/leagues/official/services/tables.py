"""A division's table as plain values: for pages, exports and the permanent record alike."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from dataclasses import asdict, dataclass, field, replace
from fractions import Fraction
from typing import Any, TypedDict

from goclub.leagues.models import Entry, Term
from goclub.leagues.official.services import facts
from goclub.leagues.official.services.facts import DivisionFacts, Waiting
from ratings.errors import Code, RuleError
from tournaments.official import facts as rules
from tournaments.official.facts import Ending
from tournaments.official.standing import DivisionRow, counted_margin2, table_of
from tournaments.official.withdrawals import Left, Settled

Number = int | tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class TableRow:
    """One line: numbers as the rules gave them, names as they were.

    ``rate`` (numerator, denominator) or None; ``margin2`` doubled; ``criterion``, ``mine``,
    ``theirs``, ``tied`` and ``direct`` say why, as in :class:`tournaments.official.Why`; rates
    among ``mine`` and ``theirs`` are pairs too.
    """

    entry: int
    member: int
    name: str
    second_name: str
    place: int
    shared: bool
    rate: tuple[int, int] | None
    margin2: int
    points: int
    wins: int
    losses: int
    jigo: int
    criterion: str
    against: tuple[str, ...]
    mine: Number
    theirs: Number
    tied: int
    direct: str | None
    withdrawn: bool = False

    @property
    def games(self) -> int:
        return self.wins + self.losses + self.jigo


@dataclass(frozen=True, slots=True)
class GroupCell:
    """One game in the cross table, for the player of the row; ``margin2`` capped and signed."""

    letter: str
    margin2: int
    standing_only: bool


@dataclass(slots=True)
class Group:
    """A division ready to be shown."""

    name: str
    level: int
    rows: list[TableRow]
    cross: dict[tuple[int, int], list[GroupCell]] = field(default_factory=dict)
    open: list[Waiting] = field(default_factory=list)
    left: list[tuple[Entry, Left]] = field(default_factory=list)
    entries: dict[Hashable, Entry] = field(default_factory=dict)
    facts: DivisionFacts | None = None
    played: int = 0
    scheduled: int = 0


def tables_of(term: Term) -> list[Group]:
    """Return the divisions of a term with their tables, the strongest first."""
    return [group_of(division) for division in facts.load(term)]


def group_of(division: DivisionFacts) -> Group:
    """Compute one division (S1-20 … S1-24); without a table where fewer than two are left."""
    group = Group(
        division.division.name,
        division.division.level,
        [],
        entries=division.entries,
        facts=division,
    )
    if len(division.players) < rules.FEWEST_PLAYERS:
        return group
    settled = division.settled()
    gone = {one.player for one in settled.left}
    try:
        rows = table_of(settled, rules=division.rules)
    except RuleError as error:
        if error.code is not Code.RANGE:
            raise
        rows = ()
    names = {pk: entry.member.display_name for pk, entry in division.entries.items()}
    group.rows = [_row(row, division.entries, names, gone) for row in rows]
    group.cross = _cross(division, settled)
    group.left = [(division.entries[one.player], one) for one in settled.left]
    standing = {player.id for player in settled.players}
    group.open = [
        one
        for one in division.waiting
        if {one.first, one.second} <= standing and not {one.first, one.second} & gone
    ]
    group.played, group.scheduled = len(settled.games), len(settled.games) + len(settled.open)
    return group


def _row(
    row: DivisionRow,
    entries: dict[Hashable, Entry],
    names: dict[Hashable, str],
    gone: set[int | str],
) -> TableRow:
    entry = entries[row.player]
    return TableRow(
        entry=entry.pk,
        member=entry.member_id,
        name=entry.member.display_name,
        second_name=entry.member.second_name,
        place=row.place,
        shared=row.shared,
        rate=_plain(row.rate),  # type: ignore[arg-type]
        margin2=row.margin2,
        points=row.points,
        wins=row.wins,
        losses=row.losses,
        jigo=row.jigo,
        criterion=row.why.criterion.value,
        against=tuple(names[one] for one in row.why.against),
        mine=_plain(row.why.mine),
        theirs=_plain(row.why.theirs),
        tied=row.why.tied,
        direct=row.why.direct.value if row.why.direct else None,
        withdrawn=row.player in gone,
    )


def _plain(number: Fraction | int | None) -> Number:
    if isinstance(number, Fraction):
        return (number.numerator, number.denominator)
    return number


def _cross(division: DivisionFacts, settled: Settled) -> dict[tuple[int, int], list[GroupCell]]:
    """Both sides of every game that counts, by (row, column)."""
    rated = {id(one.game): one.counts_for_points for one in division.played}
    cells: dict[tuple[int, int], list[GroupCell]] = defaultdict(list)
    for game in settled.games:
        margin2 = counted_margin2(game, division.rules)
        standing_only = not rated.get(id(game), False)
        for me, other in ((game.a, game.b), (game.b, game.a)):
            if game.ending is Ending.JIGO:
                cell = GroupCell("J", 0, standing_only)
            elif game.winner == me:
                cell = GroupCell("W", margin2, standing_only)
            else:
                cell = GroupCell("L", -margin2, standing_only)
            cells[me, other].append(cell)  # type: ignore[index]
    return dict(cells)


# --- For the record ---------------------------------------------------------------------------
class KeptGroup(TypedDict):
    """A table as a snapshot keeps it: lists where :class:`TableRow` has tuples."""

    name: str
    level: int
    rows: list[dict[str, Any]]


def to_json(groups: list[Group]) -> list[KeptGroup]:
    """Tables as JSON values, for a snapshot and for the export."""
    return [
        {"name": group.name, "level": group.level, "rows": [asdict(row) for row in group.rows]}
        for group in groups
    ]


def from_json(stored: list[KeptGroup]) -> list[Group]:
    """The tables of a snapshot."""
    return [
        Group(one["name"], one["level"], [_stored_row(row) for row in one["rows"]])
        for one in stored
    ]


def _stored_row(row: dict[str, Any]) -> TableRow:
    pairs = {name: tuple(value) for name, value in row.items() if isinstance(value, list)}
    return TableRow(**(row | pairs))


def same(one: list[Group], other: list[Group]) -> bool:
    """Whether two tables say the same; a member's new name is no difference."""

    def bare(groups: list[Group]) -> list[tuple[str, list[TableRow]]]:
        return [
            (group.name, [replace(row, name="", second_name="", against=()) for row in group.rows])
            for group in groups
        ]

    return bare(one) == bare(other)
