"""Many records at a time, in a process of its own: plain values in, one array out, no Django."""

from __future__ import annotations

import numpy as np

from goclub.go.positions.walk import Numbers, PositionRow, table_of
from goclub.go.records.errors import KifuError
from goclub.go.records.reading import read

COLUMNS = len(PositionRow._fields) + 2
#: A record as the library keeps it: its key, its text, who won.
Source = tuple[int, str, int]
#: One that cannot be read: its key, and why.
Broken = tuple[int, str]


def table_of_batch(batch: list[Source]) -> tuple[Numbers, list[Broken]]:
    """The positions of the records: the columns of :class:`.PositionRow`, then key and winner;
    and the records that cannot be read."""
    tables, broken = [np.empty((0, COLUMNS), np.int64)], []
    for pk, text, winner in batch:
        try:
            tables.append(with_source(table_of(read(text.encode())), pk, winner))
        except KifuError as error:
            broken.append((pk, str(error)))
    return np.concatenate(tables), broken


def with_source(table: Numbers, pk: int, winner: int) -> Numbers:
    """The positions of a record, each with the record's key and who won."""
    source = np.broadcast_to(np.array([pk, winner]), (len(table), 2))
    return np.concatenate([table, source], axis=1)
