"""Members of one kind are made by the services once, and stamped from then on.

To admit somebody with a login and a strength takes the services over thirty statements, in three
tests of four.  What they wrote for the first of a kind in a process is kept, and written again for
the next with another name and login.  Where the database holds anything that has a say in those
rows (a house rule, a webhook), the services do it.  ``test_stamps.py`` holds the two against each
other, in all tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import cache
from graphlib import TopologicalSorter
from typing import Any, Final, NamedTuple
from unittest import mock

from django.apps import apps
from django.contrib.auth.models import Group
from django.db import connection, models
from django.utils import timezone

from goclub.common.gate import gate_open
from goclub.members.membership.services.admission import tell_of_request
from goclub.members.models import Member, NameKey, RoleChange, User
from goclub.members.names import name_keys

Row = dict[str, Any]

#: Tables whose rows have a say in what the services write for a newcomer.
_HAVE_A_SAY: Final = ("games.HouseRule", "games.ThresholdTable", "members.Webhook")
#: Set by the clock of the machine, on whatever day somebody joins.
_BY_THE_CLOCK: Final = {User: "date_joined", Member.history.model: "history_date", RoleChange: "at"}


class Link(NamedTuple):
    """A column that names a row of a table, by its number."""

    column: str
    table: str


class Table(NamedTuple):
    """A table whose key is a number, and what its rows lead to."""

    model: type[models.Model]
    key: str
    links: tuple[Link, ...]

    @property
    def name(self) -> str:
        return self.model._meta.db_table


class Rows(NamedTuple):
    """What the services wrote into a table; *led_to* where rows of others lead to these."""

    table: Table
    rows: list[Row]
    led_to: bool


#: By kind: the rows of each table, those first that others lead to.
_kept: dict[object, list[Rows]] = {}


def stamped(kind: object, member: Member, at: datetime, make: Callable[[], Member]) -> Member:
    """A member like *member*, which is not saved, by *make* the first time and where need be.

    *kind* says all that tells apart what *make* writes, names and logins aside; *at* is when he
    asked to join.
    """
    somebody_rules, somebody_hears, roles = _looked_at()
    if somebody_rules:
        return make()
    kind = connection.vendor, roles, kind, *(
        getattr(member, field.attname)
        for field in Member._meta.concrete_fields
        if field.name not in ("id", "user", "display_name")
    )  # fmt: skip
    if kind in _kept:
        if somebody_hears:
            tell_of_request(member, at)
        pk = _write(_kept[kind], member)
        return Member.objects.select_related("user").get(pk=pk)
    if somebody_hears:
        return make()
    before = _highest()
    made = make()
    _kept[kind] = _since(before)
    return made


@contextmanager
def afresh() -> Iterator[None]:
    """Within this nobody is stamped by what was kept before, nor afterwards by what is kept here.

    For tests in which the services write something else, by a rating system more.
    """
    with mock.patch.dict(_kept, clear=True):
        yield


# --- Looking ------------------------------------------------------------------------------------
def _looked_at() -> tuple[bool, bool, tuple[int, ...]]:
    """Whether there is anything that has a say, whether anybody hears of newcomers; the roles.

    Roles are others where a test that committed was cleared away: they are named by their numbers.
    """
    with connection.cursor() as cursor:
        cursor.execute(_looking())
        *rules, hears, first, last = cursor.fetchone()
    return any(rules), bool(hears), (first, last)


@cache
def _looking() -> str:
    asked = [f"SELECT 1 FROM {apps.get_model(label)._meta.db_table}" for label in _HAVE_A_SAY]
    office = f"SELECT 1 FROM {User._meta.db_table} WHERE is_staff OR is_superuser"
    rights = f"SELECT 1 FROM {User.user_permissions.through._meta.db_table}"
    asked.append(f"{office} UNION ALL {rights}")
    there = ", ".join(f"EXISTS ({one})" for one in asked)
    return f"SELECT {there}, MIN(id), MAX(id) FROM {Group._meta.db_table}"


@cache
def _tables() -> tuple[Table, ...]:
    return tuple(
        Table(model, str(model._meta.pk.column), _links(model))
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.proxy
        if isinstance(model._meta.pk, models.IntegerField)
    )


def _links(model: type[models.Model]) -> tuple[Link, ...]:
    links = [
        Link(field.column, field.related_model._meta.db_table)
        for field in model._meta.concrete_fields
        if isinstance(field, models.ForeignKey)
    ]
    if (of := getattr(model, "instance_type", None)) is not None:  # a history names its row
        links.append(Link(of._meta.pk.column, of._meta.db_table))
    return tuple(links)


def _highest() -> tuple[int, ...]:
    """The highest number of each table."""
    asked = (f'(SELECT COALESCE(MAX("{one.key}"), 0) FROM "{one.name}")' for one in _tables())
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {', '.join(asked)}")
        return tuple(cursor.fetchone())


def rows_after(table: Table, last: int) -> list[Row]:
    """The rows with a higher number, as the database's driver gives them."""
    with connection.cursor() as cursor:
        cursor.execute(
            f'SELECT * FROM "{table.name}" WHERE "{table.key}" > %s ORDER BY "{table.key}"', [last]
        )
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def _since(before: tuple[int, ...]) -> list[Rows]:
    """The rows that have come."""
    found = []
    for table, last, highest in zip(_tables(), before, _highest(), strict=True):
        if highest > last:
            found.append((table, rows_after(table, last)))
    led_to = {link.table for table, _rows in found for link in table.links}
    there = {table.name: [link.table for link in table.links] for table, _rows in found}
    order = list(TopologicalSorter(there).static_order())
    found.sort(key=lambda one: order.index(one[0].name))
    return [Rows(table, rows, table.name in led_to) for table, rows in found]


# --- Writing ------------------------------------------------------------------------------------
def _write(kept: list[Rows], member: Member) -> int:
    """Write the rows again for somebody else; returns his number."""
    ours = _ours(member)
    numbers: dict[tuple[str, int], int] = {}
    pk = 0
    with gate_open(), connection.cursor() as cursor:
        for table, rows, led_to in kept:
            lines = []
            for row in rows:
                line = row | ours.get(table.model, {})
                for column, other in table.links:
                    line[column] = numbers.get((other, row[column]), row[column])
                own = line.pop(table.key)
                lines.append(line)
                if led_to:
                    cursor.execute(_insert(table, line, returning=True), [*line.values()])
                    (pk_of,) = cursor.fetchone()
                    numbers[table.name, own] = pk_of
                    pk = pk_of if table.model is Member else pk
            if table.model is NameKey:
                lines = [lines[0] | {"key": key} for key in sorted(_keys_of(member))]
            if not led_to:
                cursor.executemany(_insert(table, lines[0]), [[*line.values()] for line in lines])
    return pk


def _ours(member: Member) -> dict[type[models.Model], Row]:
    """What stands otherwise in the rows of somebody else."""
    user = member.user
    assert user is not None
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    ours: dict[type[models.Model], Row] = {model: {at: now} for model, at in _BY_THE_CLOCK.items()}
    ours[User] |= {"username": user.username, "email": user.email}
    ours[Member] = {"display_name": member.display_name, "search_names": member.folded_names()}
    ours[Member.history.model]["display_name"] = member.display_name
    return ours


def _keys_of(member: Member) -> set[str]:
    return name_keys(member.display_name) | name_keys(member.romanised_name)


def _insert(table: Table, row: Row, *, returning: bool = False) -> str:
    columns, places = ", ".join(f'"{one}"' for one in row), ", ".join(["%s"] * len(row))
    told = f' RETURNING "{table.key}"' if returning else ""
    return f'INSERT INTO "{table.name}" ({columns}) VALUES ({places}){told}'
