"""One round of 100, 1,000 and 2,000 players, beside the general matching of rustworkx.

    .venv/bin/python benchmarks/pairing.py
    .venv/bin/python benchmarks/pairing.py --sizes 100 --rounds 1 4 --dense-up-to 0

Fields are drawn from a fixed seed and played round by round.  "whole round" is pair_round: scores,
groups, weights, matching, proof, colours, tables.  "dense" is the algorithm of rustworkx over every
pair of the same table.  Exit status 1 where its total differs.
"""

from __future__ import annotations

import random
import sys
from dataclasses import replace

import club
import numpy as np

from tournaments.events import presets
from tournaments.events.field import GameResult, Player, Tournament, TournamentRound
from tournaments.events.matching.solve import best_matching, dense_pairs
from tournaments.events.pairing import pair_round
from tournaments.events.settings import Kind
from tournaments.events.weights.table import weight_table

COUNTRIES = ("DE", "FR", "PL", "CZ", "JP", "TH", "GB", "NL", "RO", "UA")


def main() -> int:
    parser = club.parser(__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[100, 1000, 2000])
    parser.add_argument("--rounds", type=int, nargs="+", default=[1, 3, 5])
    parser.add_argument("--kinds", nargs="+", default=["mcmahon", "swiss", "swiss_cat"])
    parser.add_argument("--dense-up-to", type=int, default=1000)
    options = parser.parse_args()
    print(
        "| system | players | round | whole round | weights | matching | proof | gap "
        "| dense | same total |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|")
    failed = 0
    for kind in options.kinds:
        for size in options.sizes:
            dense = size <= options.dense_up_to
            failed += run(Kind(kind), size, options.rounds, dense)
    return 1 if failed else 0


def run(kind: Kind, size: int, rounds: list[int], dense: bool) -> int:
    rng = random.Random(size)
    tournament = draw_field(rng, kind, size, max(rounds))
    failed = 0
    for number in range(max(rounds)):
        if number + 1 in rounds:
            failed += measure(tournament, number, dense)
        tournament = play(rng, tournament, number)
    return failed


def measure(tournament: Tournament, number: int, dense: bool) -> int:
    """Print the best times of a round; return 1 where the peer has another total."""
    small = len(tournament.players) <= 100
    repeats = 200 if small else 3
    pairing, whole = club.timed(lambda: pair_round(tournament, number), repeats)
    pool = replace(pairing.pool, contenders=pairing.free)
    table, weighing = club.timed(lambda: weight_table(pool), repeats)
    best, matching = club.timed(lambda: best_matching(table), repeats)
    yardstick, same = "–", "–"
    if dense:
        pairs, times = club.timed(lambda: dense_pairs(table), repeats if small else 1)
        yardstick = f"{min(times):.0f} ms"
        same = "yes" if sum(int(table[pair]) for pair in pairs) == best.total else "NO"
    print(
        f"| {tournament.system.kind} | {len(tournament.players)} | {number + 1} "
        f"| {min(whole):.0f} ms | {min(weighing):.0f} ms | {min(matching):.0f} ms "
        f"| {best.proof.kind} | {best.proof.gap} | {yardstick} | {same} |",
        flush=True,
    )
    return int(same == "NO")


def draw_field(rng: random.Random, kind: Kind, size: int, rounds: int) -> Tournament:
    settings = presets.opengotha(kind, rounds=rounds)
    if kind is Kind.SWISS_CAT:
        settings = replace(settings, category_limits=(0, -6))
    players = []
    for number in range(1, size + 1):
        rank = max(-30, min(6, round(rng.gauss(-6, 7))))
        club = min(int(rng.paretovariate(0.7)), 80)
        players.append(
            Player(
                number,
                f"P{rng.randrange(10**9):09d}",
                rank=rank,
                rating=2050 + 100 * rank + rng.randrange(-50, 50),
                club=f"C{club:02d}",
                country=COUNTRIES[club % len(COUNTRIES)],
            )
        )
    return Tournament(tuple(players), system=settings)


def play(rng: random.Random, tournament: Tournament, number: int) -> Tournament:
    """Pair a round and let the stronger win more often."""
    rank = {player.id: player.rank for player in tournament.players}
    games = []
    for game in pair_round(tournament, number).games:
        edge = 0.5 + 0.06 * (rank[game.white] - rank[game.black] - game.handicap)
        white_wins = rng.random() < float(np.clip(edge, 0.05, 0.95))
        games.append(replace(game, result=GameResult.WHITE if white_wins else GameResult.BLACK))
    return replace(tournament, rounds=(*tournament.rounds, TournamentRound(tuple(games))))


if __name__ == "__main__":
    sys.exit(main())
