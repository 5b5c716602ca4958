"""The rules alone: 100,000 games through each rating system, beside a plain Glicko-2 loop.

    .venv/bin/python benchmarks/rules_speed.py
    .venv/bin/python benchmarks/rules_speed.py --games 20000 --rounds 3

The same drawn games go through ``ratings.replay`` in every system (states, deltas and reasons are
made, nothing is stored) and through the PyPI package glicko2, which rates both players of a game
from their ratings before it.  Processor time of this process; the systems take turns, and the best
of the rounds counts.

The package is no requirement of the project: ``pip --python .venv/bin/python install
glicko2==2.1.0`` first.

Exit status 1 where a system misses its aim: as fast as Glicko-2, IGS twice, PAA and Elo three times
as fast.
"""

from __future__ import annotations

import random
import sys
from collections import deque
from collections.abc import Callable
from datetime import date, timedelta
from functools import partial
from typing import Any

import club
from glicko2 import Player

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

PLAYERS = 300
FIRST_DAY = date(2000, 1, 1)
GAMES_A_DAY = 15
GUEST = "guest"
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
    options = club.parser(__doc__, games=100_000, rounds=5).parse_args()
    points, played = draw(options.games)
    work: dict[str, Callable[[], object]] = {
        name: partial(through, name, starts(name, points), played) for name in SYSTEMS
    }
    work["Glicko-2"] = partial(glicko2_loop, played)
    best = dict.fromkeys(work, float("inf"))
    for _ in range(options.rounds):
        for name, job in work.items():
            best[name] = min(best[name], *club.timed(job)[1])
    failed = []
    print("\n| rules | seconds | games a second | of Glicko-2 | aim |\n|---|---|---|---|---|")
    for name, ms in best.items():
        ratio, aim = best["Glicko-2"] / ms, AIMS.get(name, 0)
        rate = 1000 * options.games / ms
        print(f"| {name} | {ms / 1000:.2f} | {rate:,.0f} | x {ratio:.2f} | x {aim:g} |")
        if ratio < aim:
            failed.append(name)
    return club.judge(failed)


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
def through(name: str, decisions: list[Event], played: list[GameEvent]) -> None:
    """Replay everything in one system, entry by entry, and keep none."""
    system, rules = SYSTEMS[name]
    deque(replay(system, [*decisions, *played], lambda _day: rules), maxlen=0)


def glicko2_loop(played: list[GameEvent]) -> None:
    """Rate every decided game between members as a period of its own, both sides from before."""
    players = [Player() for _ in range(PLAYERS)]
    results = {Outcome.BLACK: 1.0, Outcome.WHITE: 0.0, Outcome.JIGO: 0.5}
    for event in played:
        result = results.get(event.game.outcome)
        if result is None or event.white == GUEST:
            continue
        black, white = players[event.black], players[event.white]
        black_before, white_before = (black.rating, black.rd), (white.rating, white.rd)
        black.update_player([white_before[0]], [white_before[1]], [result])
        white.update_player([black_before[0]], [black_before[1]], [1.0 - result])


if __name__ == "__main__":
    sys.exit(main())
