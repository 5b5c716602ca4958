"""Processor time of the standings of a large tournament: 1,000 players, 10 rounds, every criterion.

    .venv/bin/python benchmarks/standings.py
    .venv/bin/python benchmarks/standings.py --players 300 --rounds 7 --repeat 20

The field is drawn from a seeded generator: byes, absences, handicaps, jigo and forfeits included.
Exit status 1 where the default size takes more than 150 ms.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

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
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--repeat", type=int, default=9)
    options = parser.parse_args()
    tournament = check(draw(options.players, options.rounds))
    last = options.rounds - 1
    direct = ("MMS", "DC", "SOSM")
    print(f"{options.players} players, {options.rounds} rounds, limit {LIMIT_MS} ms")
    slowest = max(
        measure("every criterion", options.repeat, lambda: standings(tournament, last)),
        measure(
            "with direct confrontation", options.repeat, lambda: standings(tournament, last, direct)
        ),
        measure("only the order", options.repeat, lambda: ordered(tournament, last)),
    )
    return 0 if slowest <= LIMIT_MS else 1


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


def measure(what: str, repeat: int, work: Callable[[], object]) -> float:
    """Print and return the median processor time of *work* in milliseconds."""
    times = []
    for _ in range(repeat):
        started = time.process_time()
        work()
        times.append(1000 * (time.process_time() - started))
    median = statistics.median(times)
    print(f"  {what:26} median {median:6.1f} ms, best {min(times):6.1f} ms")
    return median


if __name__ == "__main__":
    raise SystemExit(main())
