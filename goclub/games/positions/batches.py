"""Many records at a time, in a process of its own: plain values in, plain values out, no Django."""

from __future__ import annotations

from ..kifu import read
from .walk import Row, rows_of

#: A record as the library keeps it: its key, its text, who won.
Source = tuple[int, str, int]


def rows_of_batch(batch: list[Source]) -> list[tuple[int, int, list[Row]]]:
    """The positions of records, in their order, as (key, who won, rows)."""
    return [(pk, winner, rows_of(read(text.encode()))) for pk, text, winner in batch]
