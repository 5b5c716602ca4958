"""What was decided lately, told by every room in the same columns: one question finds it."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db.models import F, IntegerField, QuerySet, TextField, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Cast, Coalesce


class Trace(NamedTuple):
    """One row that somebody decided.

    ``source`` the number of its source among those asked, ``by`` and ``who`` the login and its
    member's name; ``about`` a key, ``first`` and ``second`` two words of the room's own.
    """

    source: int
    at: datetime
    by: int
    who: str
    row: int
    about: int
    first: str
    second: str


COLUMNS: Final = [f"desk_{name}" for name in Trace._fields]


def traced(
    rows: QuerySet[Any], *, at: str, by: str, about: str, first: str, second: str = ""
) -> QuerySet[Any]:
    """These rows with the columns of a trace, by the names of their own."""
    name = Coalesce(F(f"{by}__member__display_name"), F(f"{by}__username"))
    traces: QuerySet[Any] = rows.order_by().annotate(
        desk_at=F(at),
        desk_by=F(by),
        desk_who=_text(name),
        desk_row=F("pk"),
        desk_about=F(about),
        desk_first=_text(F(first)),
        desk_second=_text(F(second) if second else Value("")),
    )
    return traces


def numbered(rows: QuerySet[Any], number: int) -> QuerySet[Any, Any]:
    """The traces of the source of this number, as rows of a common answer."""
    marked = rows.annotate(desk_source=Value(number, output_field=IntegerField()))
    answer: QuerySet[Any, Any] = marked.values_list(*COLUMNS)
    return answer


def _text(value: Combinable) -> Combinable:
    """Without a length or a collation of its own: columns of several tables stand in one."""
    return Cast(value, TextField())
