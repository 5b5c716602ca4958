"""Processor time of the standings of a large tournament: 1,000 players, 10 rounds, every criterion.

    .venv/bin/python benchmarks/standings.py
    .venv/bin/python benchmarks/standings.py --players 300 --rounds 7 --repeat 20

The field is drawn from a seeded generator: byes, absences, handicaps, jigo and forfeits included.
Exit status 1 where the default size takes more than 150 ms.
"""

from __future__ import annotations

import random
import statistics
import sys
from functools import partial

import club

from tournaments.events.field import (
    GameResult,
    Player,
    Tournament,
    TournamentGame,
    TournamentRound,
    check,
)
from tournaments.events.placement import ordered, standings
from tournaments.events.settings import Settings

LIMIT_MS = 150
RESULTS = (
    [GameResult.WHITE] * 48
    + [GameResult.BLACK] * 48
    + [GameResult.EQUAL] * 2
    + [GameResult.BOTH_LOSE] * 2
)


def main() -> int:
    options = club.parser(__doc__, players=1000, rounds=10, repeat=9).parse_args()
    tournament = check(draw(options.players, options.rounds))
    last = options.rounds - 1
    ways = {
        "every criterion": partial(standings, tournament, last),
        "with direct confrontation": partial(standings, tournament, last, ("MMS", "DC", "SOSM")),
        "only the order": partial(ordered, tournament, last),
    }
    print(f"{options.players} players, {options.rounds} rounds, limit {LIMIT_MS} ms")
    above = []
    for label, way in ways.items():
        _rows, times = club.timed(way, options.repeat)
        print(f"  {label:26} median {statistics.median(times):6.1f} ms, best {min(times):6.1f} ms")
        if statistics.median(times) > LIMIT_MS:
            above.append(label)
    return club.judge(above)


def draw(players: int, rounds: int) -> Tournament:
    """A tournament with a little of everything; the same one for the same numbers."""
    rng = random.Random(20260101)
    entered = tuple(
        Player(
            id=number,
            name=f"Name{number:04}",
            first_name="A",
            rank=rng.randint(-20, 5),
            rating=rng.randint(100, 2700),
            absent=frozenset(r for r in range(rounds) if rng.random() < 0.05),
        )
        for number in range(1, players + 1)
    )
    paired = []
    for number in range(rounds):
        present = [player.id for player in entered if number not in player.absent]
        rng.shuffle(present)
        bye = present.pop() if len(present) % 2 else None
        games = tuple(
            TournamentGame(
                table=table,
                white=white,
                black=black,
                handicap=rng.choice((0, 0, 0, 1, 2, 4)),
                result=rng.choice(RESULTS),
                by_default=rng.random() < 0.01,
            )
            for table, (white, black) in enumerate(zip(present[::2], present[1::2], strict=True), 1)
        )
        paired.append(TournamentRound(games, bye))
    return Tournament(entered, tuple(paired), Settings(rounds=rounds))


if __name__ == "__main__":
    sys.exit(main())
