"""Tables of all pairs, some rows at a time: so few that they stay near the processor."""

from __future__ import annotations


def row_blocks(size: int, pairs: int) -> list[slice]:
    """Return all rows of a *size* × *size* table in order, about *pairs* of its cells at a time.

    >>> row_blocks(5, 10)
    [slice(0, 2, None), slice(2, 4, None), slice(4, 5, None)]
    """
    step = max(1, pairs // size) if size else 1
    return [slice(start, min(start + step, size)) for start in range(0, size, step)]
