"""A term's rows as the rules read them: players, games, withdrawals."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from typing import TypeAlias

from goclub.games.models import Game
from goclub.games.rating.ledger.facts import ENDINGS
from goclub.games.rating.queries import rank_of
from goclub.leagues.models import Division, Entry, Match, Term
from ratings.paa.games import why_not_counted
from ratings.system import Outcome, RatedGame
from tournaments.official import facts
from tournaments.official.facts import Annul, Ending, Player, Rest, Rules, Withdrawal
from tournaments.official.withdrawals import Settled, settle

#: Beyond the largest margin that a board can give; the sums are capped at 20 anyway.
_MOST_MARGIN2 = 2 * (361 + 400)
_ENDINGS = {
    "points": Ending.POINTS,
    "resign": Ending.RESIGNATION,
    "time": Ending.TIME,
    "forfeit": Ending.FORFEIT,
    "left": Ending.FORFEIT,
    # A penalty is a loss like another (S4-6, E7).
    "penalty": Ending.RESIGNATION,
    # Nobody wrote it down; refused where a result comes in, counted as a resignation where a
    # correction brought it.
    "unknown": Ending.RESIGNATION,
}


#: A pairing and its game as ``_COLUMNS`` names them; without a game the latter is None throughout.
MatchRow: TypeAlias = tuple[
    int, int, int, int, str, date, int | None, str | None,
    int, int, str, str, int, date,
    int, int, int, bool, bool,
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Played:
    """What became of one pairing: the game the rules see, and what the page says beside it.

    ``counts_for_points`` False where it stands in the order only (S1-24, S1-10).
    """

    match: int
    game: facts.LeagueGame
    game_id: int | None
    counts_for_points: bool


@dataclass(frozen=True, slots=True)
class Waiting:
    """A pairing that is still open; ``game_id`` a report that waits for the opponent."""

    match: int
    first: int
    second: int
    game_id: int | None = None


@dataclass(slots=True)
class DivisionFacts:
    """One division: its rows, and the same as the rules read them.

    Players are the primary keys of the entries, in the order of their seeds.
    """

    division: Division
    rules: Rules
    entries: dict[Hashable, Entry] = field(default_factory=dict)
    players: list[Player] = field(default_factory=list)
    played: list[Played] = field(default_factory=list)
    waiting: list[Waiting] = field(default_factory=list)
    withdrawals: list[Withdrawal] = field(default_factory=list)

    @property
    def games(self) -> list[facts.LeagueGame]:
        return [one.game for one in self.played]

    def settled(self) -> Settled:
        """What counts, after withdrawals."""
        return settle(self.players, self.games, rules=self.rules, withdrawals=self.withdrawals)


def rules_of(term: Term) -> Rules:
    """The term's settings as the rules take them.

    Losses on time are always readable here: what a term does not allow is refused when a result
    comes in, and an organiser's later correction of a game must not stop the table.
    """
    return Rules(
        meetings=term.meetings,
        forfeit_margin2=term.forfeit_margin2,
        time_losses=True,
        annul=Annul(term.annul),
        rest=Rest(term.rest),
    )


_COLUMNS = (
    "pk", "division_id", "first_id", "second_id", "forfeit", "forfeit_on",
    "game_id", "game__state", "game__black_id", "game__white_id", "game__winner", "game__ending",
    "game__margin2", "game__played_on", "game__board", "game__handicap", "game__komi2",
    "game__black_free", "game__white_free",
)  # fmt: skip


def load(term: Term, *, ages: bool = False) -> list[DivisionFacts]:
    """Return the divisions of a term, the strongest first (three queries).

    *ages* hands dates of birth to the rules; only the computation of S1-26 asks for them.
    """
    rules = rules_of(term)
    groups = {
        division.pk: DivisionFacts(division, rules) for division in term.divisions.order_by("level")
    }
    entries = (
        term.entries.select_related("member")
        .annotate(member_rank=rank_of("member"))
        .order_by("seed", "pk")
    )
    if not ages:
        entries = entries.defer("member__birth_date")
    members: dict[int, int] = {}
    for entry in entries:
        members[entry.pk] = entry.member_id
        if entry.division_id is None:
            continue
        group = groups[entry.division_id]
        group.entries[entry.pk] = entry
        born = entry.member.birth_date if ages else None
        group.players.append(Player(entry.pk, entry.points or 0, born=born, willing=entry.willing))
        if entry.withdrawn_on:
            group.withdrawals.append(Withdrawal(entry.pk, entry.withdrawn_on))
    rows = Match.objects.filter(division__term=term).order_by("pk").values_list(*_COLUMNS)
    for row in rows:
        _add(groups[row[1]], row, members)
    return list(groups.values())


def _add(group: DivisionFacts, row: MatchRow, members: Mapping[int, int]) -> None:
    match, _division, first, second, forfeit, forfeit_on, game_id, state = row[:8]
    if forfeit:
        group.played.append(
            Played(match, _forfeited(first, second, forfeit, forfeit_on), None, False)
        )
        return
    if state == Game.State.CONFIRMED:
        game = _game(group, row, members)
        if game is not None:
            counts = game.moves_points and _rated(row)
            group.played.append(Played(match, game, game_id, counts))
            return
    under_way = game_id if state in (Game.State.REPORTED, Game.State.DISPUTED) else None
    group.waiting.append(Waiting(match, first, second, under_way))


def _forfeited(first: int, second: int, forfeit: str, on: date) -> facts.LeagueGame:
    if forfeit == Match.Forfeit.BOTH:
        return facts.LeagueGame(first, second, None, Ending.BOTH_FORFEIT, on=on)
    winner = second if forfeit == Match.Forfeit.FIRST else first
    return facts.LeagueGame(first, second, winner, Ending.FORFEIT, on=on)


def _game(
    group: DivisionFacts, row: MatchRow, members: Mapping[int, int]
) -> facts.LeagueGame | None:
    """The game, or None where it has no result or a correction gave it other players."""
    first, second, black, white, winner, ending, margin2, on = row[2], row[3], *row[8:14]
    seats = {members[first]: first, members[second]: second}
    if {black, white} != set(seats) or winner == Game.Winner.NO_RESULT:
        return None
    # A correction may have moved a game behind a withdrawal; it was accepted before it.
    gone = [e.withdrawn_on for e in (group.entries[first], group.entries[second]) if e.withdrawn_on]
    on = min([on, *gone])
    if winner == Game.Winner.JIGO:
        return facts.LeagueGame(first, second, None, Ending.JIGO, on=on)
    won = seats[black if winner == Game.Winner.BLACK else white]
    kind = _ENDINGS[ending]
    margin = min(margin2, _MOST_MARGIN2) if kind is Ending.POINTS else None
    return facts.LeagueGame(first, second, won, kind, margin, on)


def _rated(row: MatchRow) -> bool:
    """Whether a played game moves the members' points (S1-10)."""
    board, handicap, _komi2, black_free, white_free = row[14:]
    return _counts(board, handicap, row[11], black_free, white_free)


@lru_cache(maxsize=256)
def _counts(board: int, handicap: int, ending: str, black_free: bool, white_free: bool) -> bool:
    # Who won and by how much says nothing about it; thousands of games are a few kinds.
    game = RatedGame(
        board, handicap, 0, Outcome.BLACK, ENDINGS[ending], None, black_free, white_free
    )
    return why_not_counted(game) is None
