"""The rules alone: 100,000 games through each rating system, beside a plain Glicko-2 loop.

    .venv/bin/python benchmarks/rules_speed.py
    .venv/bin/python benchmarks/rules_speed.py --games 20000 --rounds 3

The same drawn games go through ``ratings.replay`` in every system (states, deltas and reasons are
made, nothing is stored) and through the PyPI package glicko2, which rates both players of a game
from their ratings before it.  Processor time of this process: the history is worked off in parts,
the systems take turns part by part, and each part counts with the best of its rounds, so that
whatever else the machine does falls on all of them alike.

The package is no requirement of the project: where it cannot be imported, pip installs it into a
temporary folder.

Exit status 1 where a system misses its aim: as fast as Glicko-2, IGS twice, PAA and Elo three times
as fast.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import random
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from itertools import islice
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from ratings.egf import SYSTEM as EGF_SYSTEM
from ratings.egf import EgfDecision, EgfRules
from ratings.egf import rating_of_rank as egf_rating_of_rank
from ratings.elo import SYSTEM as ELO_SYSTEM
from ratings.elo import EloDecision, EloRules
from ratings.elo import Feed as EloFeed
from ratings.igs.ladder import parse_rank as igs_parse_rank
from ratings.igs.state import IgsRules
from ratings.igs.system import SYSTEM as IGS_SYSTEM
from ratings.igs.system import IgsDecision, IgsDecisionKind
from ratings.paa.rules import PaaRules
from ratings.paa.system import SYSTEM as PAA_SYSTEM
from ratings.paa.system import declare as paa_declare
from ratings.ranks import LADDER, band_of
from ratings.replay import DecisionEvent, Event, GameEvent, replay
from ratings.system import Ending, Outcome, RatedGame

GLICKO2 = "glicko2==2.1.0"
PLAYERS = 300
FIRST_DAY = date(2000, 1, 1)
GAMES_A_DAY = 15
GUEST = "guest"
#: Games of a part, between two of which the systems take turns.
PART = 2000
Work = Callable[[], Iterator[None]]
#: How many times as fast as Glicko-2 a system has to be.
AIMS = {"PAA": 3.0, "IGS": 2.0, "Elo": 3.0, "EGF": 1.0}
SYSTEMS: dict[str, tuple[Any, Any]] = {
    "PAA": (PAA_SYSTEM, PaaRules()),
    "IGS": (IGS_SYSTEM, IgsRules()),
    "Elo": (ELO_SYSTEM, EloRules(feed=EloFeed.ALL)),
    "EGF": (EGF_SYSTEM, EgfRules()),
}
# Of a hundred games so many end in this way.
ENDINGS = [("resign", 55), ("points", 40), ("forfeit", 2), ("jigo", 2), ("none", 1)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    with glicko2_player() as player_class:
        return run(options.games, options.rounds, player_class)


@contextmanager
def glicko2_player() -> Iterator[Any]:
    """The package's class of players, from where it is installed, or from pip."""
    with tempfile.TemporaryDirectory() as thrown_away:
        sys.path.append(thrown_away)
        try:
            module = importlib.import_module("glicko2")
        except ImportError:
            print(f"installing {GLICKO2} into a folder that is thrown away …", file=sys.stderr)
            command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps"]
            done = subprocess.run([*command, "--target", thrown_away, GLICKO2], check=False)
            if done.returncode:
                raise SystemExit(f"{GLICKO2} could not be installed") from None
            importlib.invalidate_caches()
            module = importlib.import_module("glicko2")
        yield module.Player


def run(games: int, rounds: int, player_class: Any) -> int:
    points, played = draw(games)
    work: dict[str, Work] = {name: through(name, starts(name, points), played) for name in SYSTEMS}
    work["Glicko-2"] = lambda: glicko2_loop(player_class, played)
    best = best_times(work, rounds)
    yardstick = best["Glicko-2"]
    failed = 0
    print("\n| rules | seconds | games a second | of Glicko-2 | aim |\n|---|---|---|---|---|")
    for name, seconds in best.items():
        aim = AIMS.get(name)
        failed += aim is not None and yardstick / seconds < aim
        print(f"| {name} | {seconds:.2f} | {games / seconds:,.0f} | x {yardstick / seconds:.2f} "
              f"| {'' if aim is None else f'x {aim:g}'} |")  # fmt: skip
    return 1 if failed else 0


def best_times(work: dict[str, Work], rounds: int) -> dict[str, float]:
    """Seconds of processor time of each work: the sum of its parts, each the best of its rounds."""
    parts: dict[str, dict[int, float]] = {name: {} for name in work}
    for _ in range(rounds):
        gc.collect()
        running = {name: job() for name, job in work.items()}
        number = 0
        while running:
            for name, job in list(running.items()):
                started = time.process_time()
                if next(job, "done") == "done":
                    del running[name]
                taken = time.process_time() - started
                parts[name][number] = min(taken, parts[name].get(number, taken))
            number += 1
    return {name: sum(seconds.values()) for name, seconds in parts.items()}


# --- The games ---------------------------------------------------------------------------------
def draw(games: int, seed: int = 0) -> tuple[list[int], list[GameEvent]]:
    """Points of the players and the games they play, the same for the same number and seed."""
    rng = random.Random(games + seed)
    points = [min(215, max(1, round(rng.gauss(110, 28)))) for _ in range(PLAYERS)]
    events = []
    for number in range(games):
        on = FIRST_DAY + timedelta(days=number // GAMES_A_DAY)
        one, two = rng.sample(range(PLAYERS), 2)
        black, white = (one, two) if points[one] <= points[two] else (two, one)
        if rng.random() < 0.02:  # a visitor without points
            events.append(GameEvent(number, on, game(rng, 0, guest=True), black, GUEST))
        else:
            gap = (points[white] - points[black]) // 10
            events.append(GameEvent(number, on, game(rng, gap), black, white))
    return points, events


def game(rng: random.Random, gap: int, *, guest: bool = False) -> RatedGame:
    """A club game between players *gap* ranks apart; a quarter of them even for a league."""
    league = rng.random() < 0.25
    if league or gap == 0:
        stones, komi2 = 0, 13
    else:
        stones, komi2 = (0, 1) if gap == 1 else (min(gap, 9), 1)
    kind = rng.choices([name for name, _ in ENDINGS], [weight for _, weight in ENDINGS])[0]
    board = 9 if not league and rng.random() < 0.03 else 19
    free = not league and rng.random() < 0.03
    if kind == "jigo":
        komi2 = 12 if komi2 == 13 else 0
    outcome = {"jigo": Outcome.JIGO, "none": Outcome.NO_RESULT}.get(kind) or rng.choice(
        (Outcome.BLACK, Outcome.WHITE)
    )
    ending = Ending(kind) if kind not in ("jigo", "none") else Ending.NONE
    margin2 = 2 * rng.randrange(1, 40) + komi2 % 2 if kind == "points" else None
    return RatedGame(
        board, stones, komi2, outcome, ending, margin2,
        black_free=free, white_guest=guest, league=league,
    )  # fmt: skip


def starts(system: str, points: list[int]) -> list[Event]:
    """What makes members of the players: declared points, a rank, or just the day they join."""
    decisions: list[Event] = []
    for player, number in enumerate(points):
        for decision in start(system, player, number):
            decisions.append(DecisionEvent(("start", player), FIRST_DAY, player, decision))
    return decisions


def start(system: str, player: int, points: int) -> list[Any]:
    rank = LADDER[band_of(points)].replace("8d+", "9d")
    if system == "PAA":
        return [paa_declare(points=points)]
    if system == "IGS":
        index = igs_parse_rank(rank).index
        newcomer = IgsDecision(IgsDecisionKind.START, rank=index)
        office = IgsDecision(IgsDecisionKind.SET, rank=index)
        # Two of three have played on the server before; they certify the third.
        return [newcomer] if player % 3 == 0 else [newcomer, office]
    if system == "Elo":
        return [EloDecision.START]
    return [EgfDecision(egf_rating_of_rank(rank))]


# --- The work ----------------------------------------------------------------------------------
def through(name: str, decisions: list[Event], played: list[GameEvent]) -> Work:
    """A whole replay in one system, entry by entry, none kept."""
    system, rules = SYSTEMS[name]
    events = [*decisions, *played]

    def job() -> Iterator[None]:
        entries = replay(system, events, lambda _day: rules)
        for _ in range(len(events) // PART + 1):  # a game makes two entries at most
            deque(islice(entries, 2 * PART), maxlen=0)
            yield

    return job


def glicko2_loop(player_class: Any, played: list[GameEvent]) -> Iterator[None]:
    """Every decided game between members as a rating period of its own, both sides from before."""
    players = [player_class() for _ in range(PLAYERS)]
    results = {Outcome.BLACK: 1.0, Outcome.WHITE: 0.0, Outcome.JIGO: 0.5}
    for number, event in enumerate(played, 1):
        if number % PART == 0:
            yield
        result = results.get(event.game.outcome)
        if result is None or event.white == GUEST:
            continue
        black, white = players[event.black], players[event.white]
        black_before, white_before = (black.rating, black.rd), (white.rating, white.rd)
        black.update_player([white_before[0]], [white_before[1]], [result])
        white.update_player([black_before[0]], [black_before[1]], [1.0 - result])


if __name__ == "__main__":
    sys.exit(main())
