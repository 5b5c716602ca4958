"""Entries and standings as rows of the database.

A club's whole history passes through here when the ledger is rebuilt: lines are plain tuples, and
they go into the database without a model instance each (SQLite: one prepared statement for all;
PostgreSQL: COPY), which is several times as fast as ``bulk_create``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Any, TypeAlias

import msgspec
from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import QuerySet, TextField
from django.db.models.functions import Cast

from goclub.common.bulk_rows import update_rows, write_rows
from goclub.common.gate import gate_open
from goclub.games.models import RatingEntry, Standing
from goclub.games.rating.ledger.facts import GAME, Key, day_of, moment_of
from goclub.games.rating.systems.protocol import AnyState, AnySystem, Figure, ShownStanding
from ratings.replay import ReplayEntry
from ratings.system import Inputs

ENTRY_IDENTITY = ("system", "member_id", "game_id", "decision_id")
ENTRY_CONTENT = (
    "on", "at", "points_before", "points_after", "rating_before", "rating_after",
    "rank_before", "rank_after", "code", "reason", "state",
)  # fmt: skip
_WIDTH = len(ENTRY_IDENTITY)
#: Reason and state, at the end of the content.
_TEXTS = 2
_POINTS_AFTER, _RATING_AFTER, _RANK_BEFORE, _RANK_AFTER = map(
    ENTRY_CONTENT.index, ("points_after", "rating_after", "rank_before", "rank_after")
)

STANDING_CONTENT = (
    "points", "rating", "rank", "certified", "games", "wins", "losses", "jigo", "recent",
    "state", "last_on", "last_at",
)  # fmt: skip

#: Which entry of the ledger: system, member, game or None, decision or None.
Identity = tuple[str, int, int | None, int | None]
#: Values as the database holds them.
Values: TypeAlias = tuple[Any, ...]
#: An entry: the values of ENTRY_IDENTITY, then those of ENTRY_CONTENT, its reason and its state
#: as the rules made them.
LedgerLine: TypeAlias = Values
#: What the figures of a member's last state were, by member.
Figures = dict[int, tuple[AnyState, Figure]]

_NOTHING: Figure = (None, None, "")
#: Days and moments that are known by heart while lines are written: more than facts in a chunk.
_MOMENTS = 2_000
_DELETED_AT_ONCE = 500


def line_of(
    system: AnySystem, entry: ReplayEntry[AnyState], figures: Figures | None = None
) -> LedgerLine:
    """An entry of the rules as a line that is not yet in the database.

    *figures* of the system, kept from line to line: a member goes on from their last standing.
    """
    on, at, kind, fact = entry.key
    player, before, step = entry.player, entry.before, entry.step
    after, reason = step.state, step.reason
    if before is None:
        points_before, rating_before, rank_before = _NOTHING
    else:
        held = None if figures is None else figures.get(player)
        points_before, rating_before, rank_before = (
            held[1] if held is not None and held[0] is before else system.figure(before)
        )
    figure = points_after, rating_after, rank_after = system.figure(after)
    if figures is not None:
        figures[player] = after, figure
    return (
        system.key,
        player,
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
        reason,
        after,
    )


def row_of(line: LedgerLine) -> RatingEntry:
    """A line as a model instance that is not in the database, for pages that only ask what if."""
    *values, reason, state = line
    values_as_json = (*values, reason.as_json(), state.to_json())
    return RatingEntry(**dict(zip((*ENTRY_IDENTITY, *ENTRY_CONTENT), values_as_json, strict=True)))


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


def rank_change(line: LedgerLine) -> tuple[str, int, str, str]:
    """Return the system and member of a line, and the ranks before and after it."""
    values = content(line)
    return line[0], line[1], values[_RANK_BEFORE], values[_RANK_AFTER]


# --- Reading -----------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Stored:
    """An entry as it is stored: its key and content, the JSON of its end still as text."""

    pk: int
    values: Values

    def says(self, line: LedgerLine) -> bool:
        """Whether it says what a line says.

        Figures that differ decide it without the JSON, which is read only where they do not.
        """
        if self.values[:-_TEXTS] != line[_WIDTH:-_TEXTS]:
            return False
        reason, state = self.values[-_TEXTS:]
        same: bool = _read(reason) == line[-2].as_json() and _read(state) == line[-1].to_json()
        return same


def stored(entries: QuerySet[RatingEntry]) -> dict[Identity, Stored]:
    """Entries by what they are, for a replay that goes over all of them again.

    Days, moments and JSON come as text: reading thousands of them through their fields takes
    longer than the rules do.
    """
    texts = {f"{name}_text": Cast(name, TextField()) for name in ("on", "at", "reason", "state")}
    plain = ENTRY_CONTENT[2:-_TEXTS]
    names = (*ENTRY_IDENTITY, "pk", "on_text", "at_text", *plain, "reason_text", "state_text")
    stored_entries = {}
    for row in entries.annotate(**texts).values_list(*names).iterator(5000):
        day, moment = row[_WIDTH + 1 : _WIDTH + 3]
        values = (day_of(day), moment_of(moment), *row[_WIDTH + 3 :])
        stored_entries[row[:_WIDTH]] = Stored(row[_WIDTH], values)
    return stored_entries


_read = msgspec.json.decode


# --- Writing -----------------------------------------------------------------------------------
def insert(lines: Iterable[LedgerLine]) -> int:
    """Write new lines as they come, and return how many: the database takes each while the rules
    make the next.  Until they end nobody may ask this connection anything.

    Inside a transaction.  Raises what the database raises, as Django's exceptions.
    """
    with gate_open():
        return write(prepared(lines))


def update(lines: Sequence[LedgerLine], pks: Sequence[int]) -> None:
    """Write lines over the entries with these primary keys, which hold the same facts.

    Inside a transaction.  What a line says is in none of the indexes: replacing it in place spares
    them, which taking the entry out and putting it in again does not.
    """
    if not lines:
        return
    fields = [RatingEntry._meta.get_field(name) for name in ENTRY_CONTENT]
    values = [line[_WIDTH:] for line in prepared(lines)]
    with gate_open():
        update_rows(RatingEntry, fields, values, pks)


def delete(pks: Sequence[int]) -> None:
    """Delete the entries with these primary keys."""
    if not pks:
        return
    with gate_open():
        for start in range(0, len(pks), _DELETED_AT_ONCE):
            RatingEntry.objects.filter(pk__in=pks[start : start + _DELETED_AT_ONCE]).delete()


def prepared(lines: Iterable[LedgerLine]) -> Iterator[Values]:
    """The values of lines as the database's driver takes them."""
    adapt = _adapter()
    for system, member, game, decision, on, at, *rest, reason, state in lines:
        why = _write(_Why(reason.system, reason.code, reason.rules, reason.inputs)).decode()
        state_data = state if isinstance(state, msgspec.Struct) else state.to_json()
        yield (
            system, member, game, decision, *adapt(on, at), *rest, why, _write(state_data).decode(),
        )  # fmt: skip


def _adapter() -> Callable[[date, datetime], tuple[Any, Any]]:
    """What makes a day and a moment what the driver takes.

    The lines of a fact share both, in every system.
    """
    ops = connection.ops
    day, moment = ops.adapt_datefield_value, ops.adapt_datetimefield_value
    plain = connection.vendor == "sqlite" and connection.timezone is UTC

    @lru_cache(maxsize=_MOMENTS)
    def adapt(on: date, at: datetime) -> tuple[Any, Any]:
        if plain and at.tzinfo is UTC:  # as SQLite's backend does after a dozen questions
            return str(on), str(at.replace(tzinfo=None))
        return day(on), moment(at)

    return adapt


class _Why(msgspec.Struct, frozen=True, gc=False):
    """A reason as it is stored; the names are those of ``Reason.as_json``.

    A state that is a struct says by its fields what its ``to_json`` says, and is written as it is.
    """

    system: str
    code: str
    rules: tuple[str, ...]
    inputs: Inputs


_write = msgspec.json.Encoder().encode


def write(values: Iterable[Values], *, using: str = DEFAULT_DB_ALIAS) -> int:
    """Write prepared lines; how many there were."""
    return write_rows(RatingEntry, (*ENTRY_IDENTITY, *ENTRY_CONTENT), values, using=using)


def update_standings(standings: Sequence[Standing]) -> None:
    """Write the content of these standings, by primary key."""
    if not standings:
        return
    fields = [field for field in Standing._meta.fields if field.name in STANDING_CONTENT]
    values = [
        [
            (None if row.state is None else _write(row.state).decode())
            if field.name == "state"
            else field.get_db_prep_save(getattr(row, field.attname), connection)
            for field in fields
        ]
        for row in standings
    ]
    update_rows(Standing, fields, values, [row.pk for row in standings])


def show(standing: Standing, system: AnySystem, state: AnyState | None, key: Key | None) -> bool:
    """Write a state into a standing (not yet into the database); True where it changed."""
    before = [getattr(standing, name) for name in STANDING_CONTENT]
    shown = ShownStanding() if state is None else system.shown(state)
    standing.points, standing.rating, standing.rank = shown.points, shown.rating, shown.rank
    standing.certified = shown.certified
    standing.games = shown.games
    standing.wins, standing.losses, standing.jigo = shown.wins, shown.losses, shown.jigo
    standing.recent = shown.recent
    standing.state = None if state is None else state.to_json()
    standing.last_on, standing.last_at = (key[0], key[1]) if key else (None, None)
    return before != [getattr(standing, name) for name in STANDING_CONTENT]
