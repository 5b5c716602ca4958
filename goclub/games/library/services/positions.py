"""Keeping the index of positions: a projection that can be thrown away and filled again."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context
from typing import Any

import numpy as np
from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Exists, F, OuterRef, QuerySet

from goclub.common.bulk_rows import write_rows
from goclub.common.transactions import atomic_retried
from goclub.games.models import Game, Kifu, Position
from goclub.go.positions.keys import LARGEST, SMALLEST
from goclub.go.positions.walk import Broken, Numbers, Source, table_of, table_of_batch, with_source
from goclub.go.records import reading
from goclub.go.records.errors import KifuError
from goclub.go.records.record import Record

#: Records that a process reads at a time, and that are indexed in one transaction.
BATCH = 200
#: From so many records on, if they are more than are in the index, the index of the keys is built
#: once at the end: a tree that grows by keys as good as random costs more with every record.
BULK = 1_000
#: What SQLite may keep of its trees in memory meanwhile; by itself it keeps 2 MB.
CACHE_KB = 64_000

#: The columns of an array of positions.
COLUMNS = ("kind", "number", "move", "following", "kifu", "winner")

Told = Callable[[int, int], None]

_log = logging.getLogger(__name__)


def _warn(pk: int, why: str) -> None:
    _log.warning("kifu %d cannot be read: %s", pk, why)


@atomic_retried
def index_kifu(kifu: Kifu, record: Record | None = None) -> int:
    """Put the positions of a record into the index in place of what was there; how many.

    A record whose game is void leaves the index; so do a draft and what cannot be read.
    """
    Position.objects.filter(kifu=kifu).delete()
    if not Kifu.objects.in_library().filter(pk=kifu.pk).exists():
        return 0
    try:
        table = table_of(record or reading.read(kifu.normalised.encode()))
    except KifuError as error:
        _log.warning("kifu %d cannot be read: %s", kifu.pk, error)
        return 0
    winner = _winner(kifu.game.winner if kifu.game else "", kifu.winner)
    return _insert(with_source(table, kifu.pk, winner))


def keep_index(game: Game) -> None:
    """After a change of a game its record leaves the index, comes back, or tells another result."""
    kifu: Kifu | None = getattr(game, "kifu", None)
    if kifu is not None:
        index_kifu(kifu)


def index_missing(
    *, jobs: int = 1, progress: Told | None = None, unreadable: Callable[[int, str], None] = _warn
) -> int:
    """Index every record of the library that is not yet in the index; how many.

    One that cannot be read is passed over, and ``unreadable`` hears its key and why.

    With ``jobs`` above 1 the records are read in so many processes.  Interrupted, it has kept every
    batch that was whole, and goes on from there when it is called again; until then a search may
    be slow.  ``progress`` hears how many records were gone through, and of how many.
    """
    waiting = list(_not_indexed().order_by("pk").values_list("pk", flat=True))
    done, total = 0, len(waiting)
    with _roomy_cache(), _keys_indexed_at_the_end(total):
        for place, (table, broken) in enumerate(_read(waiting, jobs), start=1):
            done += _insert_missing(table)
            for pk, why in broken:
                unreadable(pk, why)
            if progress:
                progress(min(place * BATCH, total), total)
    return done


def index_after_migrate(
    *, using: str = DEFAULT_DB_ALIAS, apps: Any = None, verbosity: int = 1, **_kwargs: object
) -> None:
    """Receiver of ``post_migrate``: what an earlier release filed without its positions.

    Costs one question where nothing is missing; interrupted, the next migrate goes on.
    """
    if using != DEFAULT_DB_ALIAS or not _is_of_today(apps) or not _not_indexed().exists():
        return
    count = index_missing()
    if verbosity:
        sys.stdout.write(f"  Indexed the positions of {count} records\n")


def _is_of_today(state: Any) -> bool:
    """Whether a database was migrated all the way; None where it was only emptied."""
    if state is None:
        return False
    try:
        return all(_columns(state.get_model("games", model.__name__)) == _columns(model)
                   for model in (Game, Kifu, Position))  # fmt: skip
    except LookupError:
        return False


def _columns(model: Any) -> set[str]:
    return {field.column for field in model._meta.concrete_fields}


@atomic_retried
def clear_index() -> int:
    """Throw the index away; how many rows it had."""
    count: int = Position.objects.count()
    Position.objects.all()._raw_delete(Position.objects.db)
    return count


def _not_indexed() -> QuerySet[Kifu]:
    square = Kifu.objects.in_library().filter(width=F("height"), width__range=(SMALLEST, LARGEST))
    return square.exclude(Exists(Position.objects.filter(kifu=OuterRef("pk"))))


def _winner(of_game: str | None, of_record: str) -> int:
    """The club's game knows better than its record."""
    return Position.WINNERS.get(of_game or of_record, 0)


def _read(pks: list[int], jobs: int) -> Iterator[tuple[Numbers, list[Broken]]]:
    """The positions of the records, batch by batch, in order, and what could not be read."""
    batches = map(_sources, (pks[start : start + BATCH] for start in range(0, len(pks), BATCH)))
    if jobs < 2:
        yield from map(table_of_batch, batches)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        # Some more than there are processes: they go on while this one writes.
        waiting = [pool.submit(table_of_batch, batch) for batch in islice(batches, 3 * jobs)]
        while waiting:
            yield waiting.pop(0).result()
            waiting += [pool.submit(table_of_batch, batch) for batch in islice(batches, 1)]


def _sources(pks: list[int]) -> list[Source]:
    kifus = Kifu.objects.filter(pk__in=pks).order_by("pk")
    return [
        (pk, text, _winner(game, record))
        for pk, text, game, record in kifus.values_list(
            "pk", "normalised", "game__winner", "winner"
        )
    ]


@contextmanager
def _roomy_cache() -> Iterator[None]:
    """Let SQLite keep as much in memory as many rows need to go in fast."""
    if connection.vendor != "sqlite":
        yield
        return
    with connection.cursor() as cursor:
        (before,) = cursor.execute("PRAGMA cache_size").fetchone()
        cursor.execute(f"PRAGMA cache_size = -{CACHE_KB}")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA cache_size = {before}")


@contextmanager
def _keys_indexed_at_the_end(waiting: int) -> Iterator[None]:
    """Drop the index of the keys while many records go in, and have it again afterwards.

    It is built where it is missing, so the next call repairs what a lost process left behind.
    """
    (index,) = Position._meta.indexes
    editor = connection.schema_editor()
    known = Position.objects.order_by().values("kifu").distinct()
    if waiting >= BULK and waiting > known.count():
        _execute(f"DROP INDEX IF EXISTS {connection.ops.quote_name(index.name)}")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            there = connection.introspection.get_constraints(cursor, Position._meta.db_table)
        if index.name not in there:
            _execute(str(index.create_sql(Position, editor)))


def _execute(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


@atomic_retried
def _insert_missing(table: Numbers) -> int:
    """Put in the records that nobody else put in, or took out of the library, since they were
    read; how many."""
    if not len(table):
        return 0
    read = table[:, COLUMNS.index("kifu")]
    near = _not_indexed().filter(pk__range=(int(read.min()), int(read.max())))
    missing = list(near.values_list("pk", flat=True))
    _insert(table[np.isin(read, missing)])
    return len(set(missing) & set(read.tolist()))


def _insert(table: Numbers) -> int:
    """In the order of the records, as one of the two trees wants it; how many rows."""
    write_rows(Position, COLUMNS, table.tolist())
    return len(table)
