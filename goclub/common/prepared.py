"""Questions to the database whose SQL is written once.

Django puts a query into SQL anew each time it is asked.  For one that joins six tables this takes
two to four milliseconds of the processor, the database itself a fraction of one: on the page of a
game it was a quarter of all (``benchmarks/page_pairs.py``).  What such a question asks for changes
(whose ledger?), its words do not::

    @prepared
    def standings_of(*, member: int) -> QuerySet[Standing]:
        return Standing.objects.filter(member=member)

    standings_of(member=9)          # a list, of what the query itself would give

Nothing that was read is kept, only the words, by each thread for its connection.  The function gets
placeholders in place of the values, so it may only hand them on to the query, and nothing else that
changes (the time, a setting, who asks) may stand in it: a moment is a value like any other.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final, Generic, TypeAlias, TypeVar, cast

from django.db import connections, router
from django.db.models import QuerySet
from django.db.models.query import ModelIterable, ValuesListIterable, get_related_populators

R = TypeVar("R")
Value: TypeAlias = int | str | date | datetime

#: The first placeholder for a number: no key and no figure of the site comes near.
_FIRST: Final = -(2**62)
#: The first for a moment, and for a day: no member was born so early.
_FIRST_MOMENT: Final = datetime(1001, 1, 1, tzinfo=UTC)


class Prepared(Generic[R]):
    """A query that is asked with other values each time; see :func:`prepared`."""

    def __init__(self, build: Callable[..., QuerySet[Any, R]]) -> None:
        self._build = build
        self._mine = threading.local()
        self.__doc__ = build.__doc__
        self.__name__ = build.__name__
        self.__module__ = build.__module__

    def __call__(self, **given: Value) -> list[R]:
        """The rows, each as the query itself would give it; asked at once, in one question."""
        kinds = tuple((name, type(value)) for name, value in given.items())
        kept: dict[object, _Statement] = self._mine.__dict__.setdefault("kept", {})
        statement = kept.get(kinds)
        if statement is None or not statement.still_fits():
            statement = kept[kinds] = _Statement(self._build, dict(kinds))
        return cast("list[R]", list(statement.rows(given)))


def prepared(build: Callable[..., QuerySet[Any, R]]) -> Prepared[R]:
    """Decorates a function that makes a query of models, or of ``values_list``, of values by name.

    The values are numbers, words, days or moments, no None.  Raises TypeError, when it is asked
    first, for another value and for what is not kept of a query: other rows, what it prefetches,
    known relations.
    """
    return Prepared(build)


def together(parts: Iterable[Mapping[str, Value]]) -> dict[str, Value]:
    """The values of several queries that are asked as one; :func:`apart` takes them apart again."""
    return {
        f"{number} {name}": value
        for number, part in enumerate(parts)
        for name, value in part.items()
    }


def apart(values: Mapping[str, Value], parts: int) -> list[dict[str, Value]]:
    """The values of each of so many queries, from what :func:`together` made of them."""
    own: list[dict[str, Value]] = [{} for _part in range(parts)]
    for said, value in values.items():
        number, name = said.split(" ", 1)
        own[int(number)][name] = value
    return own


class _Statement:
    """The SQL of one query on one connection, and how its rows become what they are."""

    def __init__(self, build: Callable[..., QuerySet[Any, Any]], kinds: dict[str, type]) -> None:
        places = {
            name: _placeholder(number, kind) for number, (name, kind) in enumerate(kinds.items())
        }
        queryset = build(**places)
        _check(queryset)
        self.model = queryset.model
        self.alias = queryset.db
        self.connection = connections[self.alias]
        self.compiler = compiler = queryset.query.get_compiler(self.alias)
        self.sql, params = compiler.as_sql()
        names = {self._adapted(place): name for name, place in places.items()}
        self.params: list[Any] = list(params)
        self.gaps = [(at, names[one]) for at, one in enumerate(params) if one in names]
        if {name for _at, name in self.gaps} != kinds.keys():
            raise TypeError(f"{build.__name__}: not every value reached the query")
        columns = [column[0] for column in compiler.select[: compiler.col_count]]
        self.converters = compiler.get_converters(columns)
        self.make = self._models if queryset._iterable_class is ModelIterable else _tuples
        if self.make is not _tuples:
            self._learn_models()

    def still_fits(self) -> bool:
        """Whether the question would go to the same connection now."""
        alias = router.db_for_read(self.model)
        return alias == self.alias and connections[alias] is self.connection

    def rows(self, given: dict[str, Value]) -> Iterable[Any]:
        """Ask, and make of each row what the query makes of it."""
        params = self.params.copy()
        for at, name in self.gaps:
            params[at] = self._adapted(given[name])
        with self.connection.cursor() as cursor:
            cursor.execute(self.sql, params)
            found = cursor.fetchall()
        if self.converters:
            found = self.compiler.apply_converters(found, self.converters)
        return self.make(found)

    def _adapted(self, value: Value) -> Any:
        """A value as this connection's database is told it."""
        if isinstance(value, datetime):
            return self.connection.ops.adapt_datetimefield_value(value)
        if isinstance(value, date):
            return self.connection.ops.adapt_datefield_value(value)
        return value

    def _learn_models(self) -> None:
        """What Django's own iterable works out each time, of the query's words alone."""
        info, select = self.compiler.klass_info, self.compiler.select
        assert info is not None
        fields = info["select_fields"]
        self.part = slice(fields[0], fields[-1] + 1)
        self.names = [column[0].target.attname for column in select[self.part]]
        populators: Any = get_related_populators  # the stubs are those of a later Django
        self.populators = populators(info, select, self.alias)
        self.added = list((self.compiler.annotation_col_map or {}).items())

    def _models(self, found: Iterable[Any]) -> Iterator[Any]:
        for row in found:
            one = self.model.from_db(self.alias, self.names, row[self.part])
            for populator in self.populators:
                populator.populate(row, one)
            for name, at in self.added:
                setattr(one, name, row[at])
            yield one


def _tuples(found: Iterable[Any]) -> Iterable[Any]:
    return map(tuple, found)


def _placeholder(number: int, kind: type) -> Value:
    """What stands for a value while the words are made: nothing that a query says by itself."""
    if kind is int:
        return _FIRST + number
    if kind is str:
        return f"\x01{number}\x01"
    if issubclass(kind, datetime):
        return _FIRST_MOMENT + timedelta(days=number)
    if issubclass(kind, date):
        return _FIRST_MOMENT.date() + timedelta(days=number)
    raise TypeError(f"no value for a prepared query: {kind.__name__}")


def _check(queryset: Any) -> None:
    """Refuse what would be lost."""
    lost = (
        queryset._iterable_class not in (ModelIterable, ValuesListIterable)
        or queryset._prefetch_related_lookups
        or queryset._known_related_objects
    )
    if lost:
        raise TypeError("only models or tuples of a query are prepared, without what is prefetched")
