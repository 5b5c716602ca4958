"""What databases gather from many rows, beside what Django names."""

from __future__ import annotations

from typing import Any

from django.db.models import Aggregate, Count, QuerySet, Subquery, TextField, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce


def gathered(rows: QuerySet[Any], text: Combinable) -> Coalesce:
    """Of these rows the texts with blanks between them, as a part of another query; "" for none."""
    gathering = rows.order_by().annotate(all=Value(1)).values("all").annotate(texts=_Joined(text))
    return Coalesce(Subquery(gathering.values("texts")), Value(""), output_field=TextField())


def counted(rows: QuerySet[Any]) -> Coalesce:
    """How many rows these are, as a part of another query."""
    counting = rows.order_by().annotate(all=Value(1)).values("all").annotate(n=Count("pk"))
    return Coalesce(Subquery(counting.values("n")), 0)


class _Joined(Aggregate):
    function = "STRING_AGG"
    template = "%(function)s(%(expressions)s, ' ')"
    output_field = TextField()

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        return super().as_sql(compiler, connection, function="GROUP_CONCAT", **context)
