"""A division's table as plain values: for pages, exports and the permanent record alike."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import asdict, astuple, dataclass, field, replace
from fractions import Fraction
from typing import Any

from goclub.leagues.models import Entry, Match, Term
from goclub.leagues.official.services import facts
from goclub.leagues.official.services.facts import DivisionFacts, MatchGame
from goclub.members.names import HasTwoSpellings
from ratings.errors import Code, RuleError
from tournaments.official import facts as rules
from tournaments.official.facts import LeagueEnding
from tournaments.official.standing import DivisionRow, Why, counted_margin2, table_of
from tournaments.official.withdrawals import Left, Settled

Number = int | tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class PlaceReason:
    """What parted a place from another, as :class:`tournaments.official.standing.Why` has it."""

    criterion: str
    against: tuple[str, ...]
    mine: Number
    theirs: Number
    direct: str | None


@dataclass(frozen=True, slots=True)
class TableRow(HasTwoSpellings):
    """One line: numbers as the rules gave them, names as they were.

    ``rate`` (numerator, denominator) or None; ``margin2`` doubled; ``criterion``, ``mine``,
    ``theirs``, ``tied`` and ``direct`` say why, as in ``tournaments.official.standing.Why``; rates
    among ``mine`` and ``theirs`` are pairs too.  ``equals`` what parted the first of several who
    are equal from the next of them.
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
    equals: PlaceReason | None = None

    @property
    def spellings(self) -> tuple[str, str]:
        return self.name, self.second_name

    @property
    def key(self) -> int:
        return self.entry

    @property
    def games(self) -> int:
        return self.wins + self.losses + self.jigo

    @property
    def figures(self) -> tuple[object, ...]:
        """What the table counts; the names and the words of a reason may change."""
        return (self.entry, self.place, self.shared, self.rate, self.margin2, self.points,
                self.wins, self.losses, self.jigo, self.withdrawn)  # fmt: skip

    def renamed(self, name: str, second_name: str) -> TableRow:
        """The same line under the name that a record keeps."""
        return replace(self, name=name, second_name=second_name)


@dataclass(frozen=True, slots=True)
class GroupCell:
    """One game in the cross table, for the player of the row; ``margin2`` capped and signed.

    ``on`` its day, ``game`` its number (none for a forfeit), ``ending`` how it ended, ``actual2``
    the margin on the board with the same sign, None where it was not counted out.
    """

    letter: str
    margin2: int
    standing_only: bool
    on: str = ""
    game: int | None = None
    ending: str = ""
    actual2: int | None = None

    @property
    def figures(self) -> tuple[object, ...]:
        return self.letter, self.margin2, self.standing_only


@dataclass(slots=True)
class Group:
    """A division ready to be shown."""

    name: str
    level: int
    rows: list[TableRow]
    cross: dict[tuple[int, int], list[GroupCell]] = field(default_factory=dict)
    open: list[Match] = field(default_factory=list)
    left: list[tuple[Entry, Left]] = field(default_factory=list)
    annulled: set[int] = field(default_factory=set)  #: the pairings whose games count no more
    entries: dict[int, Entry] = field(default_factory=dict)
    facts: DivisionFacts | None = None
    played: int = 0
    scheduled: int = 0

    @property
    def begun(self) -> bool:
        """Whether anybody has a game that counts: until then only the points order them."""
        return any(row.games for row in self.rows)

    @property
    def cross_rows(self) -> list[tuple[TableRow, list[tuple[TableRow, list[GroupCell]]]]]:
        """The cross table: each row with every opponent, by place, and the games with them."""
        return [
            (
                row,
                [
                    (opponent, self.cross.get((row.entry, opponent.entry), []))
                    for opponent in self.rows
                ],
            )
            for row in self.rows
        ]


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
    gone = {leaver.player for leaver in settled.left}
    try:
        rows = table_of(settled, rules=division.rules)
    except RuleError as error:
        if error.code is not Code.RANGE:
            raise
        rows = ()
    names = {pk: entry.member.display_name for pk, entry in division.entries.items()}
    group.rows = [_row(row, division.entries, names, gone) for row in rows]
    group.cross = _cross(division, settled)
    group.left = [(division.entries[int(leaver.player)], leaver) for leaver in settled.left]
    group.annulled = {game.match for game in settled.annulled if isinstance(game, MatchGame)}
    standing = {player.id for player in settled.players} - gone
    group.open = [
        match for match in division.waiting if {match.first_id, match.second_id} <= standing
    ]
    group.played, group.scheduled = len(settled.games), len(settled.games) + len(settled.open)
    return group


def _row(
    row: DivisionRow,
    entries: dict[int, Entry],
    names: dict[int, str],
    gone: set[int | str],
) -> TableRow:
    entry = entries[int(row.player)]
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
        against=tuple(names[int(player)] for player in row.why.against),
        mine=_plain(row.why.mine),
        theirs=_plain(row.why.theirs),
        tied=row.why.tied,
        direct=row.why.direct.value if row.why.direct else None,
        withdrawn=row.player in gone,
        equals=_reason(row.why.among_equals, names) if row.why.among_equals else None,
    )


def _reason(why: Why, names: dict[int, str]) -> PlaceReason:
    return PlaceReason(
        why.criterion.value,
        tuple(names[int(player)] for player in why.against),
        _plain(why.mine),
        _plain(why.theirs),
        why.direct.value if why.direct else None,
    )


def _plain(number: Fraction | int | None) -> Number:
    if isinstance(number, Fraction):
        return (number.numerator, number.denominator)
    return number


def _cross(division: DivisionFacts, settled: Settled) -> dict[tuple[int, int], list[GroupCell]]:
    """Both sides of every game that counts, by (row, column)."""
    cells: dict[tuple[int, int], list[GroupCell]] = defaultdict(list)
    for game in settled.games:
        for player, opponent in ((game.a, game.b), (game.b, game.a)):
            cells[int(player), int(opponent)].append(_cell(game, player, division.rules))
    return dict(cells)


def _cell(game: rules.LeagueGame, player: rules.PlayerId, term: Term) -> GroupCell:
    """A game as one of its two players sees it."""
    won, jigo = game.winner == player, game.ending is LeagueEnding.JIGO
    sign = 1 if won else -1
    played = game if isinstance(game, MatchGame) else None  # else a forfeit by withdrawal
    return GroupCell(
        "J" if jigo else "W" if won else "L",
        sign * counted_margin2(game, term),
        not (played and played.counts_for_points),
        on=game.on.isoformat() if game.on else "",
        game=played.game_id if played else None,
        ending=game.ending.value,
        actual2=None if game.margin2 is None else sign * game.margin2,
    )


def _turned(cell: GroupCell) -> GroupCell:
    """The same game from the other side; what both forfeited, both lost."""
    if cell.letter == "J" or cell.ending == LeagueEnding.BOTH_FORFEIT:
        return cell
    actual2 = None if cell.actual2 is None else -cell.actual2
    letter = "L" if cell.letter == "W" else "W"
    return replace(cell, letter=letter, margin2=-cell.margin2, actual2=actual2)


# --- For the record ---------------------------------------------------------------------------
def to_json(groups: list[Group]) -> list[dict[str, Any]]:
    """Tables as JSON values, for a snapshot and for the export.

    ``cross`` each pair once: row, column, and the values of each :class:`GroupCell`.  Records of
    earlier releases have none.
    """
    return [
        {
            "name": group.name,
            "level": group.level,
            "rows": [asdict(row) for row in group.rows],
            "cross": [
                (me, opponent, [astuple(cell) for cell in cells])
                for (me, opponent), cells in group.cross.items()
                if me < opponent
            ],
        }
        for group in groups
    ]


def from_json(stored: list[dict[str, Any]]) -> list[Group]:
    """The tables of a snapshot."""
    return [_stored(group) for group in stored]


def _stored(group: dict[str, Any]) -> Group:
    rows = [_stored_row(row) for row in group["rows"]]
    cross: dict[tuple[int, int], list[GroupCell]] = {}
    for me, opponent, kept in group.get("cross", ()):
        cross[me, opponent] = [GroupCell(*cell) for cell in kept]
        cross[opponent, me] = [_turned(cell) for cell in cross[me, opponent]]
    played = sum(row.games for row in rows) // 2
    return Group(group["name"], group["level"], rows, cross, played=played, scheduled=played)


def _stored_row(row: dict[str, Any]) -> TableRow:
    changed = _tuples(row)
    if equals := row.get("equals"):
        changed["equals"] = PlaceReason(**(equals | _tuples(equals)))
    return TableRow(**(row | changed))


def _tuples(values: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) for name, value in values.items() if isinstance(value, list)}


def same(kept: list[Group], now: list[Group]) -> bool:
    """Whether a record and the games say the same: who stands where with which figures, and who
    beat whom; a member's new name is no difference, nor is another word for a reason.
    """
    if len(kept) != len(now):
        return False
    return all(_same_group(old, new) for old, new in zip(kept, now, strict=True))


def _same_group(kept: Group, now: Group) -> bool:
    if kept.name != now.name or [r.figures for r in kept.rows] != [r.figures for r in now.rows]:
        return False
    return not kept.cross or _beaten(kept) == _beaten(now)


def _beaten(group: Group) -> dict[tuple[int, int], list[tuple[object, ...]]]:
    """Repeated meetings of a pair in an order of their own."""
    return {
        pair: sorted((cell.figures for cell in cells), key=repr)
        for pair, cells in group.cross.items()
    }
