"""A thousand club nights: the site's pairs against those of a quick organiser, minute by minute.

    python benchmarks/evening.py [--evenings 1000] [--seed 1]

People come and go, games take their time, and whoever is free waits.  Both sides see the very same
evening: who comes when, how strong, how long each game of a person takes.  The organiser of the
comparison is no fool: he serves whoever waited longest, looks for the nearest strength among those
who have not met him tonight nor last time, and has the same patience.

Waiting, mismatch and repeats are also put into one sum, for each evening and for all: minutes of
waiting, points between the two of each game, and ten for each second game of two people (a stone
is ten points), for each game that was played.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import rustworkx as rx

from tournaments.evening.pairing import may_meet, pair_evening, reason_of
from tournaments.evening.people import NEAR_GAP, EveningSettings, Met, Waiting, pair_of

SETTINGS = EveningSettings()
#: What the site holds to while games are going on.
NEAR = EveningSettings(near_gap=NEAR_GAP)
LENGTH = 240
#: More games of two people than this are as bad as this.
WORST = 3
#: What a second game of two people weighs beside a minute of waiting and a point between the two.
REPEAT = 10
Pairs = list[tuple[int, int]]
#: Who waits, who met whom, and how many are playing.
Organiser = Callable[[list[Waiting], Met, int], Pairs]


@dataclass(frozen=True)
class Guest:
    """Somebody of the evening: minutes of coming and going, and how long each game takes."""

    points: int
    comes: int
    goes: int
    games: tuple[int, ...]


@dataclass
class Tally:
    """What an evening came to."""

    games: int = 0
    waited: int = 0
    longest: int = 0
    gap: int = 0
    repeats: int = 0
    avoidable: int = 0
    lately: int = 0
    seconds: list[float] = field(default_factory=list)
    proven: int = 0


def in_all(tally: Tally) -> float:
    """Waiting, mismatch and repeats of each game in one figure; 0 where nobody played."""
    return (tally.waited + tally.gap + REPEAT * tally.repeats) / max(1, tally.games)


def evening_of(rng: random.Random) -> tuple[list[Guest], frozenset[tuple[int, int]]]:
    """8 to 60 people, and who met whom a week ago."""
    size = rng.randint(8, 60)
    guests = []
    for _number in range(size):
        comes = min(int(rng.expovariate(1 / 35)), 150)
        goes = min(LENGTH, comes + rng.randint(60, 220))
        points = min(220, max(0, round(rng.gauss(110, 45))))
        guests.append(Guest(points, comes, goes, tuple(rng.randint(20, 65) for _g in range(12))))
    couples = [(a, b) for a in range(size) for b in range(a + 1, size)]
    return guests, frozenset(rng.sample(couples, min(len(couples), size)))


def the_site(tally: Tally) -> Organiser:
    """Pairs by the site's rules; each proof is checked."""

    def pairs(people: list[Waiting], met: Met, playing: int) -> Pairs:
        start = time.process_time()
        found = pair_evening(people, met, NEAR if playing else SETTINGS)
        tally.seconds.append(time.process_time() - start)
        tally.proven += found.proof.gap == 0
        again = sum(min(pair.why.met_tonight, WORST) for pair in found.pairs)
        if again:
            tally.avoidable += again > fewest_repeats(people, met)
        return [(pair.stronger, pair.weaker) for pair in found.pairs]

    return pairs


def fewest_repeats(people: list[Waiting], met: Met) -> int:
    """The least meetings again that as many games as possible need: another solver's answer."""
    graph: rx.PyGraph[int, int] = rx.PyGraph()
    graph.add_nodes_from(list(range(len(people))))
    for i, one in enumerate(people):
        for j in range(i):
            if may_meet(one, people[j], met, SETTINGS):
                times = min(met.times(one.key, people[j].key), WORST)
                graph.add_edge(i, j, WORST - times)
    mates = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sum(WORST - graph.get_edge_data(i, j) for i, j in mates)


def quick_organiser(people: list[Waiting], met: Met, _playing: int) -> Pairs:
    """The longest waiting first, with the nearest of those he has not met."""
    left = sorted(people, key=lambda one: (-one.waited, one.key))
    pairs: Pairs = []
    while left:
        one = left.pop(0)
        fits = [other for other in left if may_meet(one, other, met, SETTINGS)]
        if fits:

            def harm(other: Waiting, one: Waiting = one) -> tuple[int, int, int]:
                why = reason_of(one, other, met, SETTINGS)
                return (why.met_tonight, why.met_lately + why.one_sided, why.gap)

            other = min(fits, key=harm)
            left.remove(other)
            pairs.append((one.key, other.key))
    return pairs


def live(
    guests: list[Guest], lately: frozenset[tuple[int, int]], organiser: Organiser, tally: Tally
) -> Tally:
    """Let an evening pass and count."""
    free: dict[int, int] = {}
    ends: dict[int, list[int]] = {}
    played: Counter[tuple[int, int]] = Counter()
    done: Counter[int] = Counter()
    for now in range(LENGTH):
        for key in ends.pop(now, []):
            free[key] = now
        for key, guest in enumerate(guests):
            if guest.comes == now:
                free[key] = now
        for key in [key for key in free if guests[key].goes <= now]:
            del free[key]
        tally.waited += len(free)
        if len(free) < 2:
            continue
        people = [Waiting(key, guests[key].points, now - since) for key, since in free.items()]
        met = Met(played, lately)
        chosen = organiser(people, met, sum(map(len, ends.values())))
        for one, other in chosen:
            pair = pair_of(one, other)
            tally.games += 1
            tally.gap += abs(guests[one].points - guests[other].points)
            tally.lately += pair in lately
            tally.longest = max(tally.longest, now - free[one], now - free[other])
            if played[pair]:
                tally.repeats += 1
            played[pair] += 1
            length = min(guests[key].games[done[key] % 12] for key in pair)
            for key in pair:
                done[key] += 1
                ends.setdefault(now + length, []).append(key)
        for key in [key for pair in chosen for key in pair]:
            del free[key]
    return tally


def main() -> None:
    """Print the table."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--evenings", type=int, default=1000)
    asked.add_argument("--seed", type=int, default=1)
    options = asked.parse_args()
    ours, theirs = Tally(), Tally()
    worse = Counter[str]()
    better = 0
    by_size: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for number in range(options.evenings):
        guests, lately = evening_of(random.Random(options.seed * 100_000 + number))
        one = Tally(seconds=ours.seconds)
        live(guests, lately, the_site(one), one)
        other = live(guests, lately, quick_organiser, Tally())
        worse["waited"] += one.waited > other.waited
        worse["gap"] += one.gap * other.games > other.gap * one.games
        worse["repeats"] += one.repeats > other.repeats
        worse["all"] += in_all(one) > in_all(other)
        better += in_all(one) < in_all(other)
        by_size[len(guests) // 10].append((in_all(one), in_all(other)))
        for name in ("games", "waited", "gap", "repeats", "avoidable", "lately", "proven"):
            setattr(ours, name, getattr(ours, name) + getattr(one, name))
            setattr(theirs, name, getattr(theirs, name) + getattr(other, name))
        ours.longest = max(ours.longest, one.longest)
        theirs.longest = max(theirs.longest, other.longest)
    print(f"{options.evenings} evenings of 8 to 60 people, seed {options.seed}\n")
    print(f"{'':34}{'the site':>12}{'organiser':>12}{'evenings worse':>16}")
    for label, value, key in (
        ("games", lambda t: t.games, ""),
        ("minutes waited per game", lambda t: round(t.waited / t.games, 2), "waited"),
        ("longest wait, minutes", lambda t: t.longest, ""),
        ("points between two players", lambda t: round(t.gap / t.games, 2), "gap"),
        ("second games of two people", lambda t: t.repeats, "repeats"),
        ("… of the evening before", lambda t: t.lately, ""),
        ("all in one sum, per game", lambda t: round(in_all(t), 2), "all"),
    ):
        row = f"{label:34}{value(ours):>12}{value(theirs):>12}"
        print(row + (f"{worse[key]:>16}" if key else ""))
    print(f"in one sum better on {better}, alike on {options.evenings - better - worse['all']}")
    for tens, sums in sorted(by_size.items()):
        mine, his = (sum(side) / len(sums) for side in zip(*sums, strict=True))
        lost = sum(one > other for one, other in sums)
        size = f"{max(8, 10 * tens)} to {min(60, 10 * tens + 9)} people"
        print(f"{size:34}{mine:>12.2f}{his:>12.2f}{lost:>9} of {len(sums)}")
    times = sorted(ours.seconds)
    print(f"\npairings {len(times)}, proven {ours.proven}")
    print(f"pairings with a second game that could be avoided: {ours.avoidable}")
    late = sum(second > 0.05 for second in times)
    print(f"pairings that took longer than 50 ms: {late}")
    print(
        f"one pairing, processor time: median {1000 * times[len(times) // 2]:.2f} ms,"
        f" 99 of 100 {1000 * times[len(times) * 99 // 100]:.2f} ms, worst {1000 * times[-1]:.1f} ms"
    )


if __name__ == "__main__":
    main()
