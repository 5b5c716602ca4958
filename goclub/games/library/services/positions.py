"""Keeping the index of positions, patterns and joseki, which can be deleted and filled again."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterable
from datetime import date
from typing import Any, NamedTuple

from django.db import DEFAULT_DB_ALIAS
from django.db.models import Exists, F, OuterRef, QuerySet
from django.db.models.functions import Coalesce

from goclub.common.bulk_rows import write_rows
from goclub.common.transactions import atomic_retried
from goclub.games.models import Game, Joseki, Kifu, KifuTrace, Position
from goclub.go.joseki import CornerSequence, has_handicap, sequences_of
from goclub.go.patterns import GameTrace, trace_of
from goclub.go.positions import LARGEST, SMALLEST, Numbers, table_of, with_source
from goclub.go.records import reading
from goclub.go.records.errors import KifuError
from goclub.go.records.record import Record

#: Records that are indexed in one transaction.
BATCH = 200
#: The columns of an array of positions.
COLUMNS = ("number", "move", "following", "kifu", "winner", "is_handicap")

Told = Callable[[int, int], None]


class ReadRecord(NamedTuple):
    """What the index keeps of a record: its key, the side of its board and who won
    (:attr:`.Position.WINNERS`), whether stones stood before the first move, its year, its
    positions, its trace and its joseki."""

    pk: int
    size: int
    winner: int
    is_handicap: bool
    year: int
    positions: Numbers
    trace: GameTrace | None
    joseki: list[CornerSequence]


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
    played_on = kifu.game.played_on if kifu.game else kifu.played_on
    return _insert([_of_record(kifu.pk, record, winner, played_on)])


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
                   for model in (Game, Joseki, Kifu, KifuTrace, Position))  # fmt: skip
    except LookupError:
        return False


def _columns(model: Any) -> set[str]:
    return {field.column for field in model._meta.concrete_fields}


@atomic_retried
def clear_index() -> int:
    """Throw the index away; how many rows it had."""
    count: int = Position.objects.count()
    for model in (Joseki, KifuTrace, Position):
        model.objects.all()._raw_delete(model.objects.db)
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
    day = Coalesce("game__played_on", "played_on")
    columns = rows.values_list("pk", "normalised", "game__winner", "winner", day)
    for pk, text, game, kept, played_on in columns:
        try:
            read.append(_of_record(pk, reading.read(text.encode()), _winner(game, kept), played_on))
        except KifuError as error:
            unreadable(pk, str(error))
    return read


def _of_record(pk: int, record: Record, winner: int, day: date | None) -> ReadRecord:
    return ReadRecord(
        pk, record.width, winner, has_handicap(record), day.year if day else 0,
        table_of(record), trace_of(record), sequences_of(record),
    )  # fmt: skip


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
    for model in (Position, KifuTrace, Joseki):
        model.objects.filter(kifu__in=pks).delete()


def _insert(records: list[ReadRecord]) -> int:
    """In the order of the records, as one of the two trees wants it; how many positions."""
    tables = [with_source(of.positions, of.pk, of.winner, of.is_handicap) for of in records]
    write_rows(Position, COLUMNS, [row for table in tables for row in table.tolist()])
    KifuTrace.objects.bulk_create(
        KifuTrace(kifu_id=of.pk, size=of.size, winner=of.winner, lives=of.trace.lives,
                  changes=of.trace.changes)
        for of in records if of.trace
    )  # fmt: skip
    Joseki.objects.bulk_create(
        Joseki(kifu_id=of.pk, size=of.size, is_handicap=of.is_handicap, line=sequence.line,
               year=of.year, move=sequence.move)
        for of in records for sequence in of.joseki
    )  # fmt: skip
    return sum(map(len, tables))
