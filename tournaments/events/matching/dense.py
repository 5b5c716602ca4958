"""The heaviest pairing by a general exact algorithm over every pair: slow, and our yardstick."""

from __future__ import annotations

import numpy as np
import rustworkx
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]


def dense_pairs(weights: Ints, allowed: Flags | None = None) -> tuple[tuple[int, int], ...]:
    """Return the pairs (i < j, ascending) of a heaviest pairing; fewer than n / 2 if none is whole.

    Exact: the library adds the weights as 128-bit integers.
    """
    size = len(weights)
    upper = np.triu(np.ones((size, size), np.bool_), 1)
    if allowed is not None:
        upper &= allowed
    first, second = np.nonzero(upper)
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * size)
    graph.add_edges_from(
        list(zip(first.tolist(), second.tolist(), weights[first, second].tolist(), strict=True))
    )
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return tuple(sorted((min(pair), max(pair)) for pair in matched))
