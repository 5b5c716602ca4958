"""Entries and standings as rows of the database.

A club's whole history passes through here when the ledger is rebuilt: lines are plain tuples, and
they go into the database without a model instance each (SQLite: one prepared statement for all;
PostgreSQL: COPY), which is several times as fast as ``bulk_create``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, TypeAlias

from django.db import DEFAULT_DB_ALIAS, connection

from goclub.common.bulk_rows import write_rows
from goclub.common.gate import gate_open
from goclub.games.models import RatingEntry, Standing
from goclub.games.rating.ledger.facts import GAME, Key
from goclub.games.rating.systems.protocol import AnyState, AnySystem
from ratings.replay import Entry

ENTRY_IDENTITY = ("system", "member_id", "game_id", "decision_id")
ENTRY_CONTENT = (
    "on", "at", "points_before", "points_after", "rating_before", "rating_after",
    "rank_before", "rank_after", "code", "reason", "state",
)  # fmt: skip
_WIDTH = len(ENTRY_IDENTITY)
_POINTS_AFTER, _RATING_AFTER, _RANK_AFTER = map(
    ENTRY_CONTENT.index, ("points_after", "rating_after", "rank_after")
)

STANDING_CONTENT = (
    "points", "rating", "rank", "certified", "games", "wins", "losses", "jigo", "recent",
    "state", "last_on", "last_at",
)  # fmt: skip

#: Which entry of the ledger: system, member, game or None, decision or None.
Identity = tuple[str, int, int | None, int | None]
#: Values as the database holds them.
Values: TypeAlias = tuple[Any, ...]
#: An entry: the values of ENTRY_IDENTITY, then those of ENTRY_CONTENT.
LedgerLine: TypeAlias = Values


def line_of(system: AnySystem, entry: Entry[AnyState]) -> LedgerLine:
    """An entry of the rules as a line that is not yet in the database."""
    on, at, kind, fact = entry.key
    figure = system.figure
    points_before, rating_before, rank_before = (
        (None, None, "") if entry.before is None else figure(entry.before)
    )
    after = entry.step.state
    points_after, rating_after, rank_after = figure(after)
    reason = entry.step.reason
    return (
        system.key,
        entry.player,
        fact if kind == GAME else None,
        None if kind == GAME else fact,
        on,
        at,
        points_before,
        points_after,
        rating_before,
        rating_after,
        rank_before,
        rank_after,
        reason.code,
        reason.as_json(),
        after.to_json(),
    )


def row_of(line: LedgerLine) -> RatingEntry:
    """A line as a model instance that is not in the database, for pages that only ask what if."""
    return RatingEntry(**dict(zip((*ENTRY_IDENTITY, *ENTRY_CONTENT), line, strict=True)))


def identity(line: LedgerLine) -> Identity:
    """Which entry a line is."""
    return line[:_WIDTH]


def content(line: LedgerLine) -> Values:
    """The values of a line that may differ between two replays."""
    return line[_WIDTH:]


def leads_to(values: Values) -> tuple[int | float, str]:
    """Points or rating (as pages round it) and the rank after a line, from its content."""
    points, rating = values[_POINTS_AFTER], values[_RATING_AFTER]
    return (round(rating, 1) if points is None else points), values[_RANK_AFTER]


# --- Writing -----------------------------------------------------------------------------------
def insert(lines: Sequence[LedgerLine], pks: Sequence[int] | None = None) -> None:
    """Write new lines; with *pks* under these primary keys, which must be free.

    Inside a transaction.  Raises what the database raises, as Django's exceptions.
    """
    if not lines:
        return
    values = prepared(lines)
    with gate_open():
        if pks is None:
            write(values)
        else:
            write([(pk, *line) for pk, line in zip(pks, values, strict=True)], with_pk=True)


def prepared(lines: Iterable[LedgerLine]) -> list[LedgerLine]:
    """Lines with every value as the database's driver takes it."""
    adapt_day = connection.ops.adapt_datefield_value
    adapt_moment = connection.ops.adapt_datetimefield_value
    done: list[LedgerLine] = []
    last: datetime | None = None
    day = moment = None
    for system, member, game, decision, on, at, *rest, reason, state in lines:
        if at is not last:  # the lines of a fact share its moment
            last, day, moment = at, adapt_day(on), adapt_moment(at)
        texts = json.dumps(reason), json.dumps(state)
        done.append((system, member, game, decision, day, moment, *rest, *texts))
    return done


def write(
    values: Sequence[LedgerLine], *, with_pk: bool = False, using: str = DEFAULT_DB_ALIAS
) -> None:
    """Write prepared lines; *with_pk* each begins with its primary key."""
    names = (*(("id",) if with_pk else ()), *ENTRY_IDENTITY, *ENTRY_CONTENT)
    write_rows(RatingEntry, names, values, using=using)


def update_standings(standings: Sequence[Standing]) -> None:
    """Write the content of these standings, by primary key."""
    if not standings:
        return
    quote = connection.ops.quote_name
    fields = [field for field in Standing._meta.fields if field.name in STANDING_CONTENT]
    columns = ", ".join(f"{quote(field.attname)} = %s" for field in fields)
    table = quote(Standing._meta.db_table)
    values = [
        [
            *(field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields),
            row.pk,
        ]
        for row in standings
    ]
    with connection.cursor() as cursor:
        # Names of our own columns only; the values go in as parameters.
        cursor.executemany(f"UPDATE {table} SET {columns} WHERE id = %s", values)  # noqa: S608


def show(standing: Standing, system: AnySystem, state: AnyState | None, key: Key | None) -> bool:
    """Write a state into a standing (not yet into the database); True where it changed."""
    before = [getattr(standing, name) for name in STANDING_CONTENT]
    shown = system.shown(state)
    standing.points, standing.rating, standing.rank = shown.points, shown.rating, shown.rank
    standing.certified = shown.certified
    standing.games = shown.games
    standing.wins, standing.losses, standing.jigo = shown.wins, shown.losses, shown.jigo
    standing.recent = shown.recent
    standing.state = None if state is None else state.to_json()
    standing.last_on, standing.last_at = (key[0], key[1]) if key else (None, None)
    return before != [getattr(standing, name) for name in STANDING_CONTENT]
