"""Two clubs' match: every game between the clubs, boards by strength, colours shared (ours).

A club match is paired by weight like a McMahon (by strength and points, floor 30 kyu, bar 9 dan),
with all pairs inside a club closed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ratings.errors import Code, RuleError
from tournaments.events.apart import by_club
from tournaments.events.field import Player, Tournament, TournamentGame
from tournaments.events.groups import Contender


def club_sides(players: Iterable[Player]) -> dict[int, int]:
    """Return the side of every player, 0 for the club of the first one, else 1.

    Raises RuleError E_MISSING (``no_club``; the value names who has none), E_INCONSISTENT
    (``two_clubs``; the value lists the clubs) where there is one club or more than two.
    """
    listed = list(players)
    clubs = by_club(listed)
    without = tuple(player.id for player in listed if player.id not in clubs)
    if without:
        raise RuleError(Code.MISSING, "players", without, reason="tournament.no_club")
    names = list(dict.fromkeys(clubs[player.id] for player in listed))
    if len(names) != 2:
        spoken = {clubs[player.id]: player.club.strip() for player in reversed(listed)}
        value = ", ".join(spoken[name] for name in names)
        raise RuleError(Code.INCONSISTENT, "club", value, reason="tournament.two_clubs")
    return {player.id: names.index(clubs[player.id]) for player in listed}


def sitting_out(contenders: Sequence[Contender], side: Mapping[int, int]) -> frozenset[int]:
    """Return who of the larger club has no opponent: who played most, then the weakest."""
    teams = [[player for player in contenders if side[player.id] == club] for club in (0, 1)]
    smaller, larger = sorted(teams, key=len)
    order = sorted(larger, key=lambda player: (-sum(map(len, player.met.values())), -player.place))
    return frozenset(player.id for player in order[: len(larger) - len(smaller)])


def share_colours(
    games: Sequence[TournamentGame],
    free: frozenset[int],
    side: Mapping[int, int],
    balance: Mapping[int, int],
) -> tuple[TournamentGame, ...]:
    """Return *games* with White shared between the clubs, board by board.

    ``free``: the tables whose colours may change; others count as they are.  White goes to a club
    as often as to the other, the odd one to the club that had it less; there, to those
    boards where it evens out most of the players' ``balance`` (White less Black), else in turn.

    >>> games = [TournamentGame(table, table, table + 10) for table in (1, 2, 3)]
    >>> side = {n: n // 10 for n in (1, 2, 3, 11, 12, 13)}
    >>> shared = share_colours(games, frozenset({1, 2, 3}), side, dict.fromkeys(side, 0))
    >>> [game.white for game in shared]
    [1, 12, 3]
    """
    had = sum(balance[player] for player in side if side[player] == 0)
    had += sum(1 - 2 * side[game.white] for game in games if game.table not in free)

    def gain(game: TournamentGame) -> int:
        home, away = sorted((game.white, game.black), key=side.__getitem__)
        return balance[away] - balance[home]

    order = sorted(
        (game for game in games if game.table in free),
        key=lambda game: (-gain(game), game.table % 2 == 0, game.table),
    )
    size = len(order)
    whites = min(range(size + 1), key=lambda n: (abs(had + 2 * n - size), abs(2 * n - size), -n))
    home_white = {game.table for game in order[:whites]}
    return tuple(
        game
        if game.table not in free or (side[game.white] == 0) == (game.table in home_white)
        else replace(game, white=game.black, black=game.white)
        for game in games
    )


@dataclass(frozen=True, slots=True)
class ClubScores:
    """The two clubs by name, and their doubled points round by round."""

    clubs: tuple[str, str]
    rounds: tuple[tuple[int, int], ...]

    @property
    def total2(self) -> tuple[int, int]:
        """The doubled points of all rounds."""
        return sum(first for first, _ in self.rounds), sum(second for _, second in self.rounds)


def club_scores(tournament: Tournament) -> ClubScores:
    """Return the score of a match, of teams in board points; raises what :func:`club_sides`
    raises."""
    side = club_sides(tournament.players)
    names = {side[player.id]: player.club.strip() for player in reversed(tournament.players)}
    rounds = []
    for tournament_round in tournament.rounds:
        points2 = [0, 0]
        for game in tournament_round.games:
            games = game.boards or [(game.points2(game.white), game.points2(game.black))]
            points2[side[game.white]] += sum(white2 for white2, _black2 in games)
            points2[side[game.black]] += sum(black2 for _white2, black2 in games)
        rounds.append((points2[0], points2[1]))
    return ClubScores((names[0], names[1]), tuple(rounds))
