"""Keeping the index of positions: a projection that can be thrown away and filled again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context

from django.db import connection, transaction
from django.db.models import F, QuerySet

from goclub.games import kifu as kifu_files
from goclub.games.models import Game, Kifu, Position
from goclub.games.positions import LARGEST, SMALLEST, Row, rows_of
from goclub.games.positions.batches import Source, rows_of_batch

#: Records that are indexed in one transaction.
BATCH = 200

Told = Callable[[int, int], None]


@transaction.atomic
def index_kifu(kifu: Kifu, record: kifu_files.Record | None = None) -> int:
    """Put the positions of a record into the index in place of what was there; how many.

    A record whose game is void leaves the index; so does a draft.
    """
    Position.objects.filter(kifu=kifu).delete()
    if not Kifu.objects.in_library().filter(pk=kifu.pk).exists():
        return 0
    rows = rows_of(record or kifu_files.read(kifu.normalised.encode()))
    winner = _winner(kifu.game.winner if kifu.game else "", kifu.winner)
    return _insert((kifu.pk, row, winner) for row in rows)


def keep_index(game: Game) -> None:
    """After a change of a game its record leaves the index, comes back, or tells another result."""
    kifu: Kifu | None = getattr(game, "kifu", None)
    if kifu is not None:
        index_kifu(kifu)


def index_missing(*, jobs: int = 1, progress: Told | None = None) -> int:
    """Index every record of the library that is not yet in the index; how many.

    With ``jobs`` above 1 the records are read in so many processes.
    """
    waiting = _not_indexed()
    total, done = waiting.count(), 0
    sources = waiting.order_by("pk").values_list("pk", "normalised", "game__winner", "winner")
    stream = (
        (pk, text, _winner(game, record)) for pk, text, game, record in sources.iterator(BATCH)
    )
    for found in _read(stream, jobs):
        with transaction.atomic():
            _insert((pk, row, winner) for pk, winner, rows in found for row in rows)
        done += len(found)
        if progress:
            progress(done, total)
    return done


@transaction.atomic
def clear_index() -> int:
    """Throw the index away; how many rows it had."""
    count: int = Position.objects.count()
    Position.objects.all()._raw_delete(Position.objects.db)
    return count


def _not_indexed() -> QuerySet[Kifu]:
    square = Kifu.objects.in_library().filter(width=F("height"), width__range=(SMALLEST, LARGEST))
    return square.exclude(pk__in=Position.objects.order_by().values("kifu").distinct())


def _winner(of_game: str | None, of_record: str) -> int:
    """The club's game knows better than its record."""
    return Position.WINNERS.get(of_game or of_record, 0)


def _read(sources: Iterator[Source], jobs: int) -> Iterator[list[tuple[int, int, list[Row]]]]:
    """The rows of the records, batch by batch, in order."""
    batches = iter(lambda: list(islice(sources, BATCH)), [])
    if jobs < 2:
        yield from map(rows_of_batch, batches)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        waiting = [pool.submit(rows_of_batch, batch) for batch in islice(batches, jobs + 1)]
        while waiting:
            yield waiting.pop(0).result()
            waiting += [pool.submit(rows_of_batch, batch) for batch in islice(batches, 1)]


def _insert(rows: Iterable[tuple[int, Row, int]]) -> int:
    """Many small rows without a model object for each of them; sorted, the tree of the index grows
    in order."""
    values = sorted(
        (row.number, pk, row.kind, row.move, row.next, winner) for pk, row, winner in rows
    )
    table = connection.ops.quote_name(Position._meta.db_table)
    with connection.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO {table} (number, kifu_id, kind, move, following, winner) "  # noqa: S608
            "VALUES (%s, %s, %s, %s, %s, %s)",
            values,
        )
    return len(values)
