"""The page of a dictionary of 62,703 nodes: processor time and size as sent.

    .venv/bin/python benchmarks/large_tree.py
    .venv/bin/python benchmarks/large_tree.py --nodes 20000 --repeat 3

A tree in the shape of a dictionary of openings (many short branches, a remark on every fifth move)
is filed, and a visitor opens its page and then branch after branch, through the whole stack. Exit
status 1 where any of them takes 150 ms of processor time or 150 kB.
"""

from __future__ import annotations

import random
import statistics
import sys
from functools import partial

import club

NODES = 62_703
MOST_MS, MOST_KB = 150, 150
DEEPEST = 60
_LETTERS = "abcdefghijklmnopqrs"
#: No two of these are neighbours, so every move is legal in any order.
POINTS = [x + y for n, x in enumerate(_LETTERS) for y in _LETTERS[n % 2 :: 2]]


def dictionary(nodes: int, rng: random.Random) -> bytes:
    """Return a tree of so many nodes as SGF: a line of 40 moves and branches of 3 to 12."""
    parents, points, ways = [-1], [""], [set[str]()]
    depths = [0]

    def grow(node: int, moves: int) -> None:
        used = {points[node]}
        above = node
        while (above := parents[above]) >= 0:
            used.add(points[above])
        used |= ways[node]
        for point in rng.sample([p for p in POINTS if p not in used], moves):
            if len(parents) == nodes:
                return
            ways[node].add(point)
            parents.append(node)
            points.append(point)
            depths.append(depths[node] + 1)
            ways.append(set())
            node = len(parents) - 1

    grow(0, 40)
    while len(parents) < nodes:
        node = rng.randrange(len(parents))
        if depths[node] < DEEPEST - 12 and len(ways[node]) < 20:
            grow(node, rng.randint(3, 12))
    return written(parents, points, depths, rng)


def written(parents: list[int], points: list[str], depths: list[int], rng: random.Random) -> bytes:
    children: list[list[int]] = [[] for _ in parents]
    for node, parent in enumerate(parents[1:], 1):
        children[parent].append(node)
    texts: list[str] = []
    waiting: list[int | str] = [0]
    while waiting:
        node = waiting.pop()
        if isinstance(node, str):
            texts.append(node)
            continue
        texts.append(f";{'WB'[depths[node] % 2]}[{points[node]}]" if node else ";GM[1]FF[4]SZ[19]")
        if rng.random() < 0.2:
            texts.append(f"C[Branch {node}: {' '.join(rng.choices(_LETTERS, k=50))}]")
        ways = children[node]
        for child in reversed(ways):
            waiting += [")", child, "("] if len(ways) > 1 else [child]
    return f"({''.join(texts)})".encode()


def main() -> int:
    options = club.parser(__doc__, nodes=NODES, repeat=10).parse_args()
    with club.site(KEEP_PAGES="0"):
        return measure(dictionary(options.nodes, random.Random(1)), options.repeat)


def measure(data: bytes, repeat: int) -> int:
    from django.utils import timezone

    from goclub.games.library.labels.viewer import tree_address
    from goclub.games.library.services.filing import file_record
    from goclub.go.records.reading import read
    from goclub.members.requests import Act

    record = read(data)
    nodes = len(record.tree.parents)
    print(f"{nodes} nodes, {len(data) / 1e6:.1f} MB of SGF")
    kifu = file_record(Act(None, timezone.now()), record, data=data, filename="dictionary.sgf")
    page = kifu.get_absolute_url()
    more, query = tree_address(kifu).split("?")
    ends = random.Random(2).sample(range(nodes), repeat)
    club.open_page("/kifu/", "")  # loads modules and templates
    looks = {
        "the page for the first time": [(page, "")],
        "the page": [(page, "")] * repeat,
        "the page at a move": [(page, f"node={end}") for end in ends],
        "a branch": [(more, f"{query}&node={end}") for end in ends],
    }
    exceeded = []
    for label, pages in looks.items():
        costs = [club.timed(partial(club.open_page, path, "", asked)) for path, asked in pages]
        size, ms = max(size for size, _ms in costs), statistics.median(ms for _size, [ms] in costs)
        print(f"{label}: {ms:.0f} ms, {size:.0f} kB")
        if ms >= MOST_MS or size >= MOST_KB:
            exceeded.append(label)
    return club.judge(exceeded)


if __name__ == "__main__":
    sys.exit(main())
