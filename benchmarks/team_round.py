"""One round of 100 teams of 4, optimal with proof, its boards seated by the lineups.

    .venv/bin/python benchmarks/team_round.py
    .venv/bin/python benchmarks/team_round.py --teams 198 --boards 5

Teams are drawn from a fixed seed and play round by round; the median of several runs of each round
is printed, in processor time: pairing with its proof and seating the boards, and the standings.
Exit status 1 where a round takes more than 100 ms.
"""

from __future__ import annotations

import random
import statistics
import sys
from dataclasses import replace
from functools import partial

import club

from tournaments.events.field import Player, Tournament, TournamentGame, TournamentRound
from tournaments.events.pairing import PairedRound, pair_round
from tournaments.events.placement import standings
from tournaments.events.presets import for_teams, s2
from tournaments.events.settings import EVEN_GAMES, Kind
from tournaments.events.teams import board_seats, match_result, mean_rank

MOST_MS = 100.0


def main() -> int:
    options = club.parser(__doc__, teams=100, boards=4, rounds=7, runs=5).parse_args()
    chance = random.Random(35)
    ranks = {
        team: sorted((chance.randint(-20, 5) for _ in range(options.boards)), reverse=True)
        for team in range(1, options.teams + 1)
    }
    settings = for_teams(s2(Kind.SWISS, rounds=options.rounds), options.boards)
    players = tuple(
        Player(team, f"Team {team}", rank=mean_rank(of) or 0) for team, of in ranks.items()
    )
    tournament = Tournament(players, (), settings)
    print("| round | pairing, proof, boards | standings | proof |\n|---|---|---|---|")
    above = []
    for number in range(options.rounds):
        paired, pairing = club.timed(partial(drawn, tournament, number, ranks), options.runs)
        played = tuple(decided(game, options.boards, chance) for game in paired.games)
        rounds = (*tournament.rounds, TournamentRound(played, paired.bye))
        tournament = replace(tournament, rounds=rounds)
        _rows, ranking = club.timed(partial(standings, tournament, number), options.runs)
        took, ranked = statistics.median(pairing), statistics.median(ranking)
        print(f"| {number + 1} | {took:.1f} ms | {ranked:.1f} ms | {paired.proof.kind} |")
        if took > MOST_MS:
            above.append(f"round {number + 1}")
    return club.judge(above)


def drawn(tournament: Tournament, number: int, ranks: dict[int, list[int]]) -> PairedRound:
    """Pair a round and seat the boards of its matches."""
    paired = pair_round(tournament, number)
    for game in paired.games:
        sides = zip(ranks[game.white], ranks[game.black], strict=True)
        for board, (white, black) in enumerate(sides, 1):
            board_seats(board, (game.white, white), (game.black, black), EVEN_GAMES)
    return paired


def decided(game: TournamentGame, boards: int, chance: random.Random) -> TournamentGame:
    """A match with a result at every board."""
    points = tuple(chance.choice(((2, 0), (0, 2))) for _board in range(boards))
    return replace(game, boards=points, result=match_result(points))


if __name__ == "__main__":
    sys.exit(main())
