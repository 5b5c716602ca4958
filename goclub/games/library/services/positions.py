"""Keeping the index of positions: a projection that can be thrown away and filled again."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
from django.db import DEFAULT_DB_ALIAS
from django.db.models import Exists, F, OuterRef, QuerySet

from goclub.common.bulk_rows import write_rows
from goclub.common.transactions import atomic_retried
from goclub.games.models import Game, Kifu, Position
from goclub.go.positions import LARGEST, SMALLEST, Numbers, table_of, with_source
from goclub.go.records import reading
from goclub.go.records.errors import KifuError
from goclub.go.records.record import Record

#: Records that are indexed in one transaction.
BATCH = 200
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
    *, progress: Told | None = None, unreadable: Callable[[int, str], None] = _warn
) -> int:
    """Index every record of the library that is not yet in the index; how many.

    One that cannot be read is passed over, and ``unreadable`` hears its key and why.  Interrupted,
    it has kept every batch that was whole, and goes on from there when it is called again.
    ``progress`` hears how many records were gone through, and of how many.
    """
    waiting = list(_not_indexed().order_by("pk").values_list("pk", flat=True))
    done, total = 0, len(waiting)
    for start in range(0, total, BATCH):
        done += _insert_missing(_read(waiting[start : start + BATCH], unreadable))
        if progress:
            progress(min(start + BATCH, total), total)
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


def _read(pks: list[int], unreadable: Callable[[int, str], None]) -> Numbers:
    """The positions of some records, in their order."""
    tables = [np.empty((0, len(COLUMNS)), np.int64)]
    rows = Kifu.objects.filter(pk__in=pks).order_by("pk")
    for pk, text, game, record in rows.values_list("pk", "normalised", "game__winner", "winner"):
        try:
            table = table_of(reading.read(text.encode()))
        except KifuError as error:
            unreadable(pk, str(error))
        else:
            tables.append(with_source(table, pk, _winner(game, record)))
    return np.concatenate(tables)


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
