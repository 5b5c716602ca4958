"""Teams as pages print them: their players, the boards of their matches, results by board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from goclub.common.collation import name_key
from goclub.leagues.models import Pairing, Participant
from goclub.leagues.tournament.labels.figures import points_text
from goclub.leagues.tournament.labels.rounds import round_tables
from goclub.leagues.tournament.labels.standings import SIGNS, Category, outcome_for
from goclub.leagues.tournament.queries.boards import Lineups, lineups_of, players_by_team
from goclub.leagues.tournament.queries.snapshot import EventSnapshot


class TeamLine(NamedTuple):
    """A team or pair with its players in their order."""

    team: Participant
    players: list[Participant]


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A board of a match: who sits there for each team, None for nobody; ``points`` of each."""

    board: int
    first: Participant | None
    second: Participant | None
    game: Pairing | None
    points: tuple[str, str] | None

    @property
    def first_colour(self) -> str:
        """The colour of the team named first, W or B; "" without a game."""
        return "" if self.game is None else "W" if self.game.white == self.first else "B"

    @property
    def second_colour(self) -> str:
        return {"W": "B", "B": "W"}.get(self.first_colour, "")


@dataclass(frozen=True, slots=True)
class MatchBoards:
    """The boards of a match with the board points of the two teams."""

    lines: list[BoardLine]
    first: str
    second: str


def teams_of(snapshot: EventSnapshot) -> list[TeamLine]:
    """Every team of an event with its players, the strongest first (one query)."""
    players = players_by_team(snapshot.event)
    teams = sorted(
        snapshot.participants.values(),
        key=lambda team: (-(team.rating or 0), name_key(team.shown_name)),
    )
    return [TeamLine(team, players.get(team.pk, [])) for team in teams]


def with_boards(
    snapshot: EventSnapshot, number: int, category: Category | None = None
) -> list[dict[str, Any]]:
    """The tables of a round as :func:`round_tables` has them, matches with their ``boards``."""
    tables = round_tables(snapshot, number, category=category)
    if snapshot.event.has_boards:
        boards = _boards_in(snapshot, number, lineups_of(snapshot.event))
        for line in tables:
            line["boards"] = boards.get(line["pairing"].pk)
    return tables


def _boards_in(snapshot: EventSnapshot, number: int, lineups: Lineups) -> dict[int, MatchBoards]:
    people = {player.pk: player for player in snapshot.at_boards.participants.values()}
    games = {(game.match_id, game.board): game for game in snapshot.at_boards.pairings[number]}
    matches = {}
    for match in snapshot.pairings[number]:
        points = (snapshot.board_points or {}).get(match.pk)
        if points is None:
            continue
        first, second = (
            lineups.get((team, number), {}) for team in (match.white_id, match.black_id)
        )
        matches[match.pk] = MatchBoards(
            [
                BoardLine(
                    board,
                    people.get(first.get(board, 0)),
                    people.get(second.get(board, 0)),
                    games.get((match.pk, board)),
                    None if pair is None else (points_text(pair[0]), points_text(pair[1])),
                )
                for board, pair in enumerate(points, 1)
            ],
            points_text(sum(pair[0] for pair in points if pair)),
            points_text(sum(pair[1] for pair in points if pair)),
        )
    return matches


class BoardCell(NamedTuple):
    """A round of a player: won, lost, jigo, open, or none; ``default``: without play."""

    css: str
    board: int
    default: bool

    @property
    def sign(self) -> str:
        return f"{SIGNS[self.css]}{'!' if self.default else ''}"


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A player with the points of all rounds; ``board``: where they sat most."""

    player: Participant
    board: int
    points2: int
    games: int
    cells: list[BoardCell | None]

    @property
    def points(self) -> str:
        return points_text(self.points2)


def results_by_board(snapshot: EventSnapshot) -> list[tuple[int, list[BoardRow]]]:
    """The players by the board where they sat most, from 1, the most points first.

    A win without play counts, and is no game.  Players who never sat down are left out.
    """
    cells: dict[int, dict[int, BoardCell]] = {}
    points2: dict[int, int] = {}
    people: dict[int, Participant] = {}
    lineups = lineups_of(snapshot.event)
    for number in range(1, snapshot.last_out + 1):
        for match in _boards_in(snapshot, number, lineups).values():
            for line in match.lines:
                _count(line, number, cells, points2, people)
    rows = [
        BoardRow(
            people[player],
            _usual_board(rounds),
            points2[player],
            sum(not cell.default and cell.css != "open" for cell in rounds.values()),
            [rounds.get(number) for number in range(1, snapshot.last_out + 1)],
        )
        for player, rounds in cells.items()
    ]
    rows.sort(key=lambda row: (row.board, -row.points2, row.games, name_key(str(row.player))))
    boards = sorted({row.board for row in rows})
    return [(board, [row for row in rows if row.board == board]) for board in boards]


def unopposed(snapshot: EventSnapshot) -> set[tuple[int, int]]:
    """Return the players, each with a round, who won a board at which nobody sat against them."""
    lineups = lineups_of(snapshot.event)
    return {
        (player.number, number)
        for number in range(1, snapshot.last_out + 1)
        for match in _boards_in(snapshot, number, lineups).values()
        for line in match.lines
        if line.game is None
        for player in (line.first, line.second)
        if player is not None
    }


def _count(
    line: BoardLine,
    number: int,
    cells: dict[int, dict[int, BoardCell]],
    points2: dict[int, int],
    people: dict[int, Participant],
) -> None:
    for player, colour in ((line.first, line.first_colour), (line.second, line.second_colour)):
        if player is None:
            continue
        css, default = "won", True
        if line.game is not None:
            css = outcome_for(line.game, colour.lower())
            default = line.game.counted_default
        people[player.pk] = player
        cells.setdefault(player.pk, {})[number] = BoardCell(css, line.board, default)
        earned2 = {"won": 2, "jigo": 1}.get(css, 0)
        points2[player.pk] = points2.get(player.pk, 0) + earned2


def _usual_board(rounds: dict[int, BoardCell]) -> int:
    boards = [cell.board for cell in rounds.values()]
    return min(boards, key=lambda board: (-boards.count(board), board))
