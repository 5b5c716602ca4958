"""Keeping the index of positions and patterns, which can be deleted and filled again."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from django.db import DEFAULT_DB_ALIAS
from django.db.models import Exists, F, OuterRef, QuerySet

from goclub.common.bulk_rows import write_rows
from goclub.common.transactions import atomic_retried
from goclub.games.models import Game, Kifu, KifuTrace, Position
from goclub.go.patterns import GameTrace, trace_of
from goclub.go.positions import LARGEST, SMALLEST, Numbers, table_of, with_source
from goclub.go.records import reading
from goclub.go.records.errors import KifuError
from goclub.go.records.record import Record

#: Records that are indexed in one transaction.
BATCH = 200
#: The columns of an array of positions.
COLUMNS = ("number", "move", "following", "kifu", "winner")

Told = Callable[[int, int], None]


class ReadRecord(NamedTuple):
    """What the index keeps of a record: its key, the side of its board and who won
    (:attr:`.Position.WINNERS`), its positions, and its trace."""

    pk: int
    size: int
    winner: int
    positions: Numbers
    trace: GameTrace | None


_log = logging.getLogger(__name__)


def _warn(pk: int, why: str) -> None:
    _log.warning("kifu %d cannot be read: %s", pk, why)


@atomic_retried
def index_kifu(kifu: Kifu, record: Record | None = None) -> int:
    """Put the positions of a record into the index in place of what was there; how many.

    A record whose game is void leaves the index; so do a draft and what cannot be read.
    """
    _remove([kifu.pk])
    if not Kifu.objects.in_library().filter(pk=kifu.pk).exists():
        return 0
    try:
        record = record or reading.read(kifu.normalised.encode())
    except KifuError as error:
        _log.warning("kifu %d cannot be read: %s", kifu.pk, error)
        return 0
    winner = _winner(kifu.game.winner if kifu.game else "", kifu.winner)
    return _insert([_of_record(kifu.pk, record, winner)])


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
                   for model in (Game, Kifu, KifuTrace, Position))  # fmt: skip
    except LookupError:
        return False


def _columns(model: Any) -> set[str]:
    return {field.column for field in model._meta.concrete_fields}


@atomic_retried
def clear_index() -> int:
    """Throw the index away; how many rows it had."""
    count: int = Position.objects.count()
    KifuTrace.objects.all()._raw_delete(KifuTrace.objects.db)
    Position.objects.all()._raw_delete(Position.objects.db)
    return count


def _not_indexed() -> QuerySet[Kifu]:
    square = Kifu.objects.in_library().filter(width=F("height"), width__range=(SMALLEST, LARGEST))
    indexed = (Exists(model.objects.filter(kifu=OuterRef("pk"))) for model in (Position, KifuTrace))
    return square.exclude(*indexed)


def _winner(of_game: str | None, of_record: str) -> int:
    """The club's game knows better than its record."""
    return Position.WINNERS.get(of_game or of_record, 0)


def _read(pks: list[int], unreadable: Callable[[int, str], None]) -> list[ReadRecord]:
    rows = Kifu.objects.filter(pk__in=pks).order_by("pk")
    read = []
    for pk, text, game, record in rows.values_list("pk", "normalised", "game__winner", "winner"):
        try:
            read.append(_of_record(pk, reading.read(text.encode()), _winner(game, record)))
        except KifuError as error:
            unreadable(pk, str(error))
    return read


def _of_record(pk: int, record: Record, winner: int) -> ReadRecord:
    return ReadRecord(pk, record.width, winner, table_of(record), trace_of(record))


@atomic_retried
def _insert_missing(records: list[ReadRecord]) -> int:
    """Put in the records that nobody else put in, or took out of the library, since they were
    read; how many."""
    lacking = _not_indexed().filter(pk__in=[record.pk for record in records])
    missing = set(lacking.values_list("pk", flat=True))
    _remove(missing)
    _insert([record for record in records if record.pk in missing])
    return len(missing)


def _remove(pks: Iterable[int]) -> None:
    for model in (Position, KifuTrace):
        model.objects.filter(kifu__in=pks).delete()


def _insert(records: list[ReadRecord]) -> int:
    """In the order of the records, as one of the two trees wants it; how many positions."""
    tables = [with_source(of.positions, of.pk, of.winner) for of in records]
    write_rows(Position, COLUMNS, [row for table in tables for row in table.tolist()])
    KifuTrace.objects.bulk_create(
        KifuTrace(kifu_id=of.pk, size=of.size, winner=of.winner, lives=of.trace.lives,
                  changes=of.trace.changes)
        for of in records if of.trace
    )  # fmt: skip
    return sum(map(len, tables))
