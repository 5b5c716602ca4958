"""Results and standings as tables: to be written as CSV, results read back with a dry run."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from ratings.accepted import AcceptedWords
from ratings.checks import whole_number
from ratings.errors import Code, RuleError
from ratings.text_files import missing_column
from tournaments.events.field import CALLED, GameResult, Player, Tournament, TournamentGame
from tournaments.events.settings import MAX_STONES
from tournaments.formats.h9_write import cell_text, cross_table, score_text
from tournaments.formats.latin import name_key
from tournaments.formats.opengotha_names import rank_text
from tournaments.formats.sheets import Cells, Problems, Sheet, SheetRow, SheetTable

HEADER = (
    *("round", "table", "white", "black", "handicap", "result", "by_default"),
    *("white_number", "black_number"),
)
#: A column more where it matters when a game ended.
ENDED = "ended_at"
#: Another where results may be those of a sanction: which, in words.
SANCTION = "sanction"
BYE = "bye"
#: Another where games were won by points: by how many.
MARGIN = "margin"
#: Another where that is known of games otherwise: how they ended.
ENDING = "ending"

_RESULTS = {result.value: result for result in GameResult} | {"": GameResult.UNKNOWN}
_ACCEPTED = "white, black, jigo, called, both_win, both_lose, unknown"
_NUMBER = re.compile(r"[0-9]{1,5}")
_MARGIN = re.compile(r"[0-9]{1,3}(?:\.[05]0*)?")
#: Points of a game that nobody won by points, as tables write them.
_NO_MARGIN = ("", "0")

Rows = tuple[tuple[str | int, ...], ...]


@dataclass(frozen=True, slots=True)
class TableEntry:
    """A line: a game of a 0-based round, or the player with its bye; ``ended_at`` as it says."""

    round_number: int
    game: TournamentGame | None = None
    bye: int | None = None
    ended_at: datetime | None = None


def results_table(
    tournament: Tournament,
    ends: Mapping[tuple[int, int], datetime] | None = None,
    sanctions: Mapping[tuple[int, int], str] | None = None,
) -> tuple[tuple[str, ...], Rows]:
    """Return the heading and a row for each game and bye, rounds counted from 1, by table.

    Players are named "Surname, First name", of two namesakes each with their number in brackets;
    the columns of numbers say who they are, whatever they are called.
    How a game ended is in a column more where the result and the margin do not say it.
    *ends* when games ended, by round (from 1) and table: a column more.  *sanctions*, in words,
    that decided a table: another.
    """
    spoken = _spoken(tournament)
    rows: list[tuple[str | int, ...]] = []
    for number, tournament_round in enumerate(tournament.rounds, 1):
        rows += [
            (
                number,
                game.table,
                spoken[game.white],
                spoken[game.black],
                game.handicap,
                CALLED if game.called else game.result.value,
                "yes" if game.by_default else "",
                game.white,
                game.black,
            )
            for game in sorted(tournament_round.games, key=lambda game: game.table)
        ]
        if tournament_round.bye is not None:
            rows.append(
                (
                    number,
                    "",
                    spoken[tournament_round.bye],
                    "",
                    "",
                    BYE,
                    "",
                    tournament_round.bye,
                    "",
                )
            )
    columns: dict[str, Mapping[tuple[int, int], str]] = {}
    margins = {
        (number, game.table): margin_text(game.margin2)
        for number, tournament_round in enumerate(tournament.rounds, 1)
        for game in tournament_round.games
        if game.margin2
    }
    if margins:
        columns[MARGIN] = margins
    endings = {
        (number, game.table): game.ending
        for number, tournament_round in enumerate(tournament.rounds, 1)
        for game in tournament_round.games
        if game.ending and not game.called and not game.margin2
    }
    if endings:
        columns[ENDING] = endings
    if sanctions is not None:
        columns[SANCTION] = sanctions
    if ends is not None:
        columns[ENDED] = {at: moment.isoformat(timespec="seconds") for at, moment in ends.items()}
    longer = (
        (*row, *(endings.get((int(row[0]), int(row[1] or 0)), "") for endings in columns.values()))
        for row in rows
    )
    return (*HEADER, *columns), tuple(longer)


def _name(player: Player) -> str:
    return ", ".join(filter(None, (player.name, player.first_name)))


def _spoken(tournament: Tournament) -> dict[int, str]:
    keys = [name_key(_name(player)) for player in tournament.players]
    times = Counter(keys)
    return {
        player.id: f"{_name(player)} ({player.id})"
        if times[key] > 1 or key.isdecimal()
        else _name(player)
        for player, key in zip(tournament.players, keys, strict=True)
    }


def read_results(
    table: SheetTable, tournament: Tournament, *, round_number: int | None = None
) -> Sheet[TableEntry]:
    """Return what each line of a table of results says of this tournament's players.

    ``round_number`` (0-based): the round of all lines where the file has no column for it.  The
    results are in our words (:class:`~tournaments.events.field.GameResult`, ``bye``) or the winner
    by name, how games ended in columns of their own.

    Players are named by their number in a column of its own, which no other player's name may
    contradict, or in the column of names by their number, by "Surname, First name", or without the
    comma; where both are left out, the table says who plays.  What it says of a sanction is passed
    over.  A game whose table is not said has table 0.  A line at fault has no entry and its
    refusals, as :func:`~.registrations.read_registrations` has them:
    E_UNKNOWN for a name that is nobody's or of several players (reason ``several``), E_INCONSISTENT
    for a number beside another player's name (``other_number``), E_SAME_PLAYER,
    E_DUPLICATE for a player (reason ``twice_in_a_round``) or table (``same_table``) twice in a
    round, E_UNKNOWN for a table without players that the round does not have, E_TYPE and E_RANGE
    for cells.

    Raises RuleError E_MISSING (reason ``missing_column``) for a column without which no line can
    be read.
    """
    for name in ("round", "result")[0 if round_number is None else 1 :]:
        if name not in table.columns:
            raise missing_column(name, name, ", ".join(HEADER))
    for side in ("white", "black"):
        if not {side, f"{side}_number", "table"}.intersection(table.columns):
            raise missing_column(side, side, ", ".join(HEADER))
    reader = _TableReader(tournament, None if "round" in table.columns else round_number)
    rows = tuple(reader.row(cells) for cells in table.rows)
    return Sheet(rows, table.unknown, table.columns)


class _TableReader:
    """Reads lines, knowing who and which tables the lines before had in each round."""

    def __init__(self, tournament: Tournament, round_number: int | None) -> None:
        self._round = None if round_number is None else round_number + 1
        self._rounds = tournament.system.rounds
        self._ids = {str(player.id): {player.id} for player in tournament.players}
        self._names: dict[str, set[int]] = {}
        for player_id, spoken in _spoken(tournament).items():
            self._names.setdefault(name_key(spoken), set()).add(player_id)
        for player in tournament.players:
            for text in (player.name + player.first_name, player.first_name + player.name):
                self._names.setdefault(name_key(text), set()).add(player.id)
        self._games = {
            (number, game.table): game
            for number, tournament_round in enumerate(tournament.rounds, 1)
            for game in tournament_round.games
        }
        self._seated: dict[tuple[int, int], int] = {}
        self._tables: dict[tuple[int, int], int] = {}

    def row(self, cells: Cells) -> SheetRow[TableEntry]:
        problems = Problems(list(cells.problems))
        number = self._number(cells, "round", 1, self._rounds, problems, self._round)
        is_bye = cells.get("result").casefold() == BYE
        sides = self._at_the_table(cells, number, is_bye, problems)
        if not is_bye and sides[0] is not None and sides[0] == sides[1]:
            problems.add(RuleError(Code.SAME_PLAYER, "black", cells.get("black")[:80]))
            sides.pop()
        for player in sides:
            if number and player is not None:
                self._seat(number, player, cells.at, problems)
        if is_bye:
            entry = TableEntry(number - 1, bye=sides[0])
        else:
            game = self._game(cells, number, sides, problems)
            entry = TableEntry(number - 1, game, ended_at=_ended(cells, problems))
        return SheetRow(cells.at, None if problems.found else entry, tuple(problems.found))

    def _at_the_table(
        self, cells: Cells, number: int, is_bye: bool, problems: Problems
    ) -> list[int | None]:
        """White and Black, or who has the bye: as named, else those whom the round has there."""
        named = ("white", "black")[: 2 - is_bye]
        is_named = any(cells.get(side) or cells.get(f"{side}_number") for side in named)
        if is_bye or is_named or not cells.get("table"):
            return [self._player(cells, side, problems) for side in named]
        table = self._number(cells, "table", 1, 99_999, Problems(), default=0)
        game = self._games.get((number, table))
        if game is None:
            value = cells.get("table")[:80]
            problems.add(RuleError(Code.UNKNOWN, "table", value, "a table of the round"))
            return [None, None]
        return [game.white, game.black]

    def _game(
        self, cells: Cells, number: int, sides: list[int | None], problems: Problems
    ) -> TournamentGame:
        result = _RESULTS.get(cells.get("result").casefold())
        result = result or self._won_by(cells.get("result"), sides)
        if result is None and not any(error.field == "result" for error in problems.found):
            value = cells.get("result")[:80]
            problems.add(RuleError(Code.TYPE, "result", value, _ACCEPTED))
        table = self._number(cells, "table", 1, 99_999, problems, default=0)
        if table and self._tables.setdefault((number, table), cells.at) != cells.at:
            before = self._tables[number, table]
            problems.add(
                RuleError(
                    Code.DUPLICATE,
                    "table",
                    table,
                    reason="formats.same_table_line",
                    params={"line": before},
                )
            )
        default = problems.switch(cells, "by_default")
        known = GameResult.UNKNOWN if result is None else result
        by_default = default and known is not GameResult.UNKNOWN
        won = known in (GameResult.WHITE, GameResult.BLACK) and not by_default
        margin2 = _margin2(cells, problems) if won else None
        ending = cells.get(ENDING)
        no_win = known in (GameResult.EQUAL, GameResult.BOTH_WIN, GameResult.BOTH_LOSE)
        not_by_points = default or no_win or ending not in ("", "points", CALLED)
        if cells.get(MARGIN) not in _NO_MARGIN and not_by_points:
            reason = "ratings.margin_without_points"
            problems.add(RuleError(Code.INCONSISTENT, MARGIN, cells.get(MARGIN), reason=reason))
        return TournamentGame(
            table=table,
            white=sides[0] or 0,
            black=sides[-1] or 0,
            handicap=self._number(cells, "handicap", 0, MAX_STONES, problems, default=0),
            result=known,
            by_default=by_default,
            margin2=margin2,
            ending="points" if margin2 else ending,
        )

    def _won_by(self, text: str, sides: list[int | None]) -> GameResult | None:
        """The win of the player who is named; a number may be points, so that it names nobody."""
        named = set() if text.isdecimal() else self._names.get(name_key(text), set())
        won = [side for side in sides if side in named]
        if len(won) != 1:
            return None
        return GameResult.WHITE if won[0] == sides[0] else GameResult.BLACK

    def _number(
        self,
        cells: Cells,
        column: str,
        low: int,
        high: int,
        problems: Problems,
        default: int | None = None,
    ) -> int:
        """A cell as a number; 0, and a refusal, where it is none in the range."""
        text = cells.get(column)
        if not text and default is not None:
            return default
        try:
            number = int(text) if _NUMBER.fullmatch(text) else text
            return whole_number(number, field=column, low=low, high=high)
        except RuleError as error:
            problems.add(error)
            return 0

    def _player(self, cells: Cells, side: str, problems: Problems) -> int | None:
        text, number = cells.get(side), cells.get(f"{side}_number")
        if not text and not number:
            problems.add(RuleError(Code.MISSING, side))
            return None
        named = self._ids.get(text, set()) | self._names.get(name_key(text), set())
        players = self._ids.get(number, set()) if number else named
        if number and players:
            # The number says who it is, however odd the name.
            problems.found = [error for error in problems.found if error.field != side]
        if number and players and named and named.isdisjoint(players):
            problems.add(
                RuleError(
                    Code.INCONSISTENT,
                    side,
                    text[:80],
                    reason="formats.other_number",
                    params={"number": number},
                )
            )
            return None
        if len(players) != 1:
            problems.add(
                RuleError(
                    Code.UNKNOWN,
                    side,
                    (number or text)[:80],
                    AcceptedWords("a player's number or name"),
                    reason="formats.several" if players else "",
                )
            )
            return None
        return next(iter(players))

    def _seat(self, number: int, player: int, at: int, problems: Problems) -> None:
        before = self._seated.setdefault((number, player), at)
        if before != at:
            problems.add(
                RuleError(
                    Code.DUPLICATE,
                    "round",
                    number,
                    reason="formats.same_round_line",
                    params={"line": before},
                )
            )


def _margin2(cells: Cells, problems: Problems) -> int | None:
    """By how much a game was won, doubled; None where the line does not say."""
    text = problems.matching(cells, MARGIN, _MARGIN, "3.5")
    return int(Decimal(text) * 2) or None if text else None


def margin_text(margin2: int) -> str:
    """Return a doubled margin in points.

    >>> margin_text(7), margin_text(20)
    ('3.5', '10')
    """
    return f"{margin2 // 2}{'.5' if margin2 % 2 else ''}"


def _ended(cells: Cells, problems: Problems) -> datetime | None:
    """When a game ended, with its zone; None where the line does not say."""
    text = cells.get(ENDED)
    if not text:
        return None
    moment: datetime | None = None
    with suppress(ValueError):
        moment = datetime.fromisoformat(text)
    # At the edge of the calendar there is no such hour in other time zones.
    if moment is None or moment.utcoffset() is None or not 1900 <= moment.year < 9999:
        accepted = "2025-04-30T21:40+02:00"
        problems.add(RuleError(Code.TYPE, ENDED, text[:80], accepted))
        return None
    return moment


def standings_table(tournament: Tournament) -> tuple[tuple[str, ...], Rows]:
    """Return the table after the last paired round: place, who, each round, each criterion.

    Rounds are written as in H9 files, opponents by the number of their row.  Raises what
    :func:`tournaments.formats.h9_write.cross_table` raises.
    """
    criteria = tournament.system.criteria
    header = (
        *("number", "place", "name", "first_name", "rank", "club", "country"),
        *(f"R{number}" for number in range(1, len(tournament.rounds) + 1)),
        *criteria,
    )
    rows = tuple(
        (
            line.number,
            line.row.published_place or "",
            line.player.name,
            line.player.first_name,
            rank_text(line.player.rank),
            line.player.club,
            line.player.country,
            *(cell_text(cell) for cell in line.cells),
            *(score_text(line.row.scores[name]) for name in criteria),
        )
        for line in cross_table(tournament)
    )
    return header, rows
