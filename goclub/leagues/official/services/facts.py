"""A term's games as the rules read them; its players are its entries, its rules the term itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Final

from goclub.games.models import Game
from goclub.games.rating.ledger.facts import ENDINGS
from goclub.games.rating.queries import rank_of
from goclub.leagues.models import Division, Entry, Match, Term
from ratings.paa.rules import why_not_counted
from ratings.system import Outcome, RatedGame
from tournaments.official.facts import LeagueEnding, LeagueGame
from tournaments.official.withdrawals import Settled, settle

#: Beyond the largest margin that a board can give; the sums are capped at 20 anyway.
_MOST_MARGIN2: Final = 2 * (361 + 400)
_ENDINGS: Final = {
    "points": LeagueEnding.POINTS,
    "resign": LeagueEnding.RESIGNATION,
    "time": LeagueEnding.TIME,
    "forfeit": LeagueEnding.FORFEIT,
    "left": LeagueEnding.FORFEIT,
    # A penalty is a loss like another (S4-6, E7).
    "penalty": LeagueEnding.RESIGNATION,
    # Refused where a result comes in, counted as a resignation where a correction brought it.
    "unknown": LeagueEnding.RESIGNATION,
}


@dataclass(frozen=True, slots=True)
class MatchGame(LeagueGame):
    """A game of the league with the pairing and the stored game that it comes from.

    Players are the primary keys of entries.  ``counts_for_points`` False where it stands in the
    order only (S1-24, S1-10).
    """

    match: int = 0
    game_id: int | None = None
    counts_for_points: bool = False


@dataclass(slots=True)
class DivisionFacts:
    """One division: its players in the order of their seeds, its games, its open pairings."""

    division: Division
    rules: Term
    entries: dict[int, Entry] = field(default_factory=dict)
    played: list[MatchGame] = field(default_factory=list)
    waiting: list[Match] = field(default_factory=list)

    @property
    def players(self) -> list[Entry]:
        return list(self.entries.values())

    def settled(self) -> Settled:
        """Return what counts, after withdrawals."""
        return settle(self.players, self.played, rules=self.rules)

    def add(self, match: Match) -> None:
        """Take a pairing: a game of the league, or one that is still open."""
        game = self._game_of(match)
        if game is None:
            self.waiting.append(match)
        else:
            self.played.append(game)

    def _game_of(self, match: Match) -> MatchGame | None:
        """Return the game of a pairing, None where it is open.

        A game without a result leaves its pairing open, and so does one that a correction gave
        other players.
        """
        first, second, game = match.first_id, match.second_id, match.game
        if match.forfeit == Match.Forfeit.BOTH:
            return MatchGame(
                first, second, None, LeagueEnding.BOTH_FORFEIT, on=match.forfeit_on, match=match.pk
            )
        if match.forfeit:
            winner = second if match.forfeit == Match.Forfeit.FIRST else first
            return MatchGame(
                first, second, winner, LeagueEnding.FORFEIT, on=match.forfeit_on, match=match.pk
            )
        if game is None or game.state != Game.State.CONFIRMED:
            return None
        seats = {match.first.member_id: first, match.second.member_id: second}
        if {game.black_id, game.white_id} != set(seats) or game.winner == Game.Winner.NO_RESULT:
            return None
        if game.winner == Game.Winner.JIGO:
            winner_id, ending = None, LeagueEnding.JIGO
        else:
            winner_id = game.black_id if game.winner == Game.Winner.BLACK else game.white_id
            ending = _ENDINGS[game.ending]
        margin2 = min(game.margin2 or 0, _MOST_MARGIN2) if ending is LeagueEnding.POINTS else None
        return MatchGame(
            first,
            second,
            None if winner_id is None else seats[winner_id],
            ending,
            margin2,
            _day_of(game, match),
            match=match.pk,
            game_id=game.pk,
            counts_for_points=ending is not LeagueEnding.FORFEIT and _moves_points(game),
        )


def _moves_points(game: Game) -> bool:
    """Whether a game of two members counts for points, whoever won it (S1-10)."""
    rated = RatedGame(
        game.board,
        game.handicap,
        0,
        Outcome.BLACK,
        ENDINGS[game.ending],
        None,
        game.black_free,
        game.white_free,
    )
    return why_not_counted(rated) is None


def _day_of(game: Game, match: Match) -> date:
    """Return the day of a game; a correction may have moved it behind a withdrawal."""
    withdrawn = [entry.withdrawn_on for entry in (match.first, match.second) if entry.withdrawn_on]
    return min([game.played_on, *withdrawn])


def load(term: Term, *, ages: bool = False) -> list[DivisionFacts]:
    """Return the divisions of a term, the strongest first (three queries).

    *ages* loads dates of birth as well; only the computation of S1-26 asks for them.
    """
    groups = {
        division.pk: DivisionFacts(division, term) for division in term.divisions.order_by("level")
    }
    entries = (
        term.entries.select_related("member")
        .annotate(member_rank=rank_of("member"))
        .order_by("seed", "pk")
    )
    if not ages:
        entries = entries.defer("member__birth_date")
    for entry in entries:
        if entry.division_id is not None:
            groups[entry.division_id].entries[entry.pk] = entry
    for match in Match.objects.filter(division__term=term).select_related("game").order_by("pk"):
        group = groups[match.division_id]
        match.first, match.second = group.entries[match.first_id], group.entries[match.second_id]
        group.add(match)
    return list(groups.values())
