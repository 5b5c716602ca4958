"""A tournament as plain facts: players, games, results and settings.

Rounds are 0-based; ranks are integers (30 kyu = −30 … 1 kyu = −1, 1 dan = 0 … 9 dan = 8).  The
order of :attr:`Tournament.players` carries no meaning for scores and places.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from ratings.accepted import AcceptedRange, AcceptedWords
from ratings.checks import whole_number
from ratings.errors import Code, RuleError
from tournaments.events.settings import (
    HIGHEST_RANK,
    LOWEST_RANK,
    MAX_STONES,
    MOST_BRACKET_ROUNDS,
    Settings,
)

MAX_CORRECTION = 9
CALLED = "called"
#: How a game ended, where it is known.
ENDINGS = ("points", "resign", "time", "left", "penalty", CALLED)


class GameResult(StrEnum):
    """How a game ended; UNKNOWN while it is not (or never) reported."""

    WHITE = "white"
    BLACK = "black"
    EQUAL = "equal"
    BOTH_WIN = "both_win"
    BOTH_LOSE = "both_lose"
    UNKNOWN = "unknown"

    @property
    def white2(self) -> int:
        """Doubled points of White (S2-1)."""
        return _POINTS2[self][0]

    @property
    def black2(self) -> int:
        """Doubled points of Black (S2-1)."""
        return _POINTS2[self][1]

    @property
    def decisive(self) -> bool:
        """Whether one of the two won and the other lost."""
        return self in (GameResult.WHITE, GameResult.BLACK)

    @classmethod
    def of_points(cls, white2: object, black2: object) -> GameResult:
        """Return the result that gives the two sides these doubled points (S2-1).

        Raises RuleError E_TYPE where one is not 0, 1 or 2, E_INCONSISTENT where they do not sum
        to one point, except 0–0, the double forfeit.

        >>> GameResult.of_points(2, 0), GameResult.of_points(0, 0)
        (<GameResult.WHITE: 'white'>, <GameResult.BOTH_LOSE: 'both_lose'>)
        """
        for name, points in (("white", white2), ("black", black2)):
            if isinstance(points, bool) or not isinstance(points, int) or points not in (0, 1, 2):
                raise RuleError(Code.TYPE, name, points, AcceptedWords("0, ½ or 1"))
        for result in (cls.WHITE, cls.BLACK, cls.EQUAL, cls.BOTH_LOSE):
            if _POINTS2[result] == (white2, black2):
                return result
        raise RuleError(
            Code.INCONSISTENT, "result", (white2, black2), reason="tournament.points_do_not_sum"
        )


_POINTS2: dict[GameResult, tuple[int, int]] = {
    GameResult.WHITE: (2, 0),
    GameResult.BLACK: (0, 2),
    GameResult.EQUAL: (1, 1),
    GameResult.BOTH_WIN: (2, 2),
    GameResult.BOTH_LOSE: (0, 0),
    GameResult.UNKNOWN: (0, 0),
}


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody entered for the tournament.

    ``correction`` is added to the McMahon start after floor and bar.  ``absent``: the 0-based
    rounds not taken part in; ``unexcused``: rounds missed that earn no points (S2-11).
    ``registered``: the registration is final.  ``unplaced``: stands below all, without a place
    (removed by a sanction, S4-18; gone before the first game of a league's event).  ``seed``: in
    the draw of a knock-out, from 1; 0 outside.  ``pool``: in a round robin, from 1; 0 for none.
    """

    id: int
    name: str
    first_name: str = ""
    rank: int = LOWEST_RANK
    rating: int | None = None
    club: str = ""
    country: str = ""
    correction: int = 0
    absent: frozenset[int] = frozenset()
    unexcused: frozenset[int] = frozenset()
    registered: bool = True
    grade: str = ""
    egf_pin: str = ""
    ffg_licence: str = ""
    aga_id: str = ""
    unplaced: bool = False
    seed: int = 0
    pool: int = 0

    @property
    def spoken(self) -> str:
        """Name and first name, as people read them."""
        return f"{self.name} {self.first_name}".strip()

    @property
    def full_name(self) -> str:
        """Name and first name run together, as detRandom and the last ordering key use them."""
        return self.name + self.first_name


@dataclass(frozen=True, slots=True)
class TournamentGame:
    """One pairing of one round and its result.

    ``by_default``: decided without play; it scores like a played game.  ``known_colour``: False
    where the file it came from does not say who had White.  ``margin2``: of a win by points, in
    half points; small points alone ask for it (S4-16).  ``ending``: one of :data:`ENDINGS` where
    it is known; a draw with the ending CALLED is no jigo (S4-15).  ``boards``: of a match of teams,
    the doubled points of White's and Black's team at each board, from the first.
    """

    table: int
    white: int
    black: int
    handicap: int = 0
    result: GameResult = GameResult.UNKNOWN
    by_default: bool = False
    known_colour: bool = True
    margin2: int | None = None
    ending: str = ""
    boards: tuple[tuple[int, int], ...] = ()

    def opponent(self, player: int) -> int:
        """Return the id of the other side."""
        return self.black if player == self.white else self.white

    def points2(self, player: int) -> int:
        """Return the doubled points of one of the two players (S2-1)."""
        return _POINTS2[self.result][0 if player == self.white else 1]

    @property
    def called(self) -> bool:
        """Whether it is a draw because time was called (S4-15)."""
        return self.ending == CALLED

    @property
    def came(self) -> tuple[int, ...]:
        """The players known to have been there: both at the board, or who alone won by forfeit."""
        if self.at_board:
            return (self.white, self.black)
        return () if self.winner is None else (self.winner,)

    @property
    def at_board(self) -> bool:
        """Whether the two sat down to it, as far as it is known.

        No game gives both a win or both a loss: a director does, without one, unless both were
        penalised for theirs (S4-18).
        """
        both = self.result in (GameResult.BOTH_WIN, GameResult.BOTH_LOSE)
        return not self.by_default and (not both or self.ending == "penalty")

    @property
    def winner(self) -> int | None:
        """The id of the player who alone won, None without one."""
        if not self.result.decisive:
            return None
        return self.white if self.result is GameResult.WHITE else self.black

    @property
    def nobody_won(self) -> bool:
        """Whether both lost."""
        return self.result is GameResult.BOTH_LOSE

    @property
    def played(self) -> bool:
        """Whether it was really played: a result is known and it is not one by default."""
        return not self.by_default and self.result is not GameResult.UNKNOWN


@dataclass(frozen=True, slots=True)
class TournamentRound:
    """The games of a round, by table, and the id of the player with the bye."""

    games: tuple[TournamentGame, ...] = ()
    bye: int | None = None

    def seats(self) -> dict[int, TournamentGame]:
        """Return the game of every player who has one."""
        seats = {game.white: game for game in self.games}
        seats.update((game.black, game) for game in self.games)
        return seats

    @property
    def complete(self) -> bool:
        """Whether every game has a result."""
        return all(game.result is not GameResult.UNKNOWN for game in self.games)


@dataclass(frozen=True, slots=True)
class EventDetails:
    """What the poster says; nothing here moves a score.  Dates are ISO texts, komi is doubled.

    ``main_minutes``: the thinking time, None where it is not known; ``overtime``: in words;
    ``online``: on a server.
    """

    name: str = ""
    short_name: str = ""
    begin: str = ""
    end: str = ""
    location: str = ""
    director: str = ""
    size: int = 19
    komi2: int = 15
    main_minutes: int | None = None
    overtime: str = ""
    online: bool = False


@dataclass(frozen=True, slots=True)
class Tournament:
    """Players, the rounds paired so far (first to last), settings, and what the poster says."""

    players: tuple[Player, ...]
    rounds: tuple[TournamentRound, ...] = ()
    system: Settings = field(default_factory=Settings)
    event: EventDetails = field(default_factory=EventDetails)

    def by_id(self) -> dict[int, Player]:
        """Return the players under their ids."""
        return {player.id: player for player in self.players}

    def player(self, number: int) -> Player:
        """Return one player; raises RuleError E_UNKNOWN."""
        for player in self.players:
            if player.id == number:
                return player
        raise RuleError(Code.UNKNOWN, "player", number)

    def participants(self, round_number: int) -> tuple[Player, ...]:
        """Return those who are to be paired in a 0-based round: registered and not absent."""
        return tuple(
            player
            for player in self.players
            if player.registered
            and round_number not in player.absent
            and round_number not in player.unexcused
        )


def check(tournament: Tournament, *, rematches: bool = True) -> Tournament:
    """Return *tournament* if its facts agree with one another.

    Raises RuleError E_DUPLICATE for two players of one id, for a second game of a player in a
    round, or a bye beside a game; with ``rematches=False`` also for a pair that meets twice (S2-5,
    reason ``rematch``).  E_UNKNOWN for a player who is not entered, E_SAME_PLAYER for one paired
    with themselves, E_RANGE for stones outside 0…9 (S2-13), ranks, corrections and rounds out of
    range, E_TYPE for what is no integer or ending, E_MISSING for a player without any name,
    E_INCONSISTENT for more rounds than planned and for a result by default that is none.
    ``value`` is (round counted from 1, player) where a round is at fault.
    """
    ids: set[int] = set()
    for player in tournament.players:
        try:
            _check_player(player)
        except RuleError as error:
            raise error.within(player.spoken or player.id) from None
        if player.id in ids:
            raise RuleError(Code.DUPLICATE, "players", player.id, reason="tournament.same_id")
        ids.add(player.id)
    planned = tournament.system.rounds
    if len(tournament.rounds) > planned:
        raise RuleError(
            Code.INCONSISTENT,
            "rounds",
            len(tournament.rounds),
            AcceptedRange(0, planned),
            reason="tournament.more_than_planned",
        )
    pairs: set[tuple[int, int]] = set()
    for number, played in enumerate(tournament.rounds, 1):
        seated: set[int] = set()
        for game in played.games:
            try:
                _check_game(game, number)
            except RuleError as error:
                raise error.within(_spoken_pair(tournament, game)) from None
            for player_id in (game.white, game.black):
                _check_seat(player_id, number, ids, seated)
            pair = (min(game.white, game.black), max(game.white, game.black))
            if pair in pairs and not rematches:
                raise RuleError(
                    Code.DUPLICATE, "games", (number, *pair), reason="tournament.rematch"
                )
            pairs.add(pair)
        if played.bye is not None:
            _check_seat(played.bye, number, ids, seated)
    return tournament


def _spoken_pair(tournament: Tournament, game: TournamentGame) -> str:
    """Black and White of a game by name, by their number where it is nobody's."""
    spoken = {player.id: player.spoken for player in tournament.players}
    return " – ".join(spoken.get(number, str(number)) for number in (game.black, game.white))


def _check_player(player: Player) -> None:
    whole_number(player.id, field="id")
    if not player.full_name.strip():
        raise RuleError(Code.MISSING, "name", player.name)
    whole_number(player.rank, field="rank", low=LOWEST_RANK, high=HIGHEST_RANK)
    whole_number(player.correction, field="correction", low=-MAX_CORRECTION, high=MAX_CORRECTION)
    if player.rating is not None:
        whole_number(player.rating, field="rating")
    for rounds in (player.absent, player.unexcused):
        for number in rounds:
            whole_number(number, field="absent", low=0, high=MOST_BRACKET_ROUNDS - 1)


def _check_game(game: TournamentGame, number: int) -> None:
    if game.white == game.black:
        raise RuleError(Code.SAME_PLAYER, "games", (number, game.white))
    whole_number(game.handicap, field="handicap", low=0, high=MAX_STONES)
    whole_number(game.table, field="table", low=0)
    if game.ending not in ("", *ENDINGS):
        raise RuleError(Code.TYPE, "ending", game.ending, ", ".join(ENDINGS))
    if game.by_default and game.result is GameResult.UNKNOWN:
        raise RuleError(
            Code.INCONSISTENT,
            "by_default",
            (number, game.white, game.black),
            reason="tournament.default_without_result",
        )


def _check_seat(player: int, number: int, ids: set[int], seated: set[int]) -> None:
    if player not in ids:
        raise RuleError(Code.UNKNOWN, "games", (number, player))
    if player in seated:
        raise RuleError(
            Code.DUPLICATE, "games", (number, player), reason="tournament.twice_in_a_round"
        )
    seated.add(player)
