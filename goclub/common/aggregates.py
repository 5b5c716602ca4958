"""What databases gather from many rows, beside what Django names."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce


def counted(rows: QuerySet[Any]) -> Coalesce:
    """How many rows these are, as a part of another query."""
    counting = rows.order_by().annotate(all=Value(1)).values("all").annotate(n=Count("pk"))
    return Coalesce(Subquery(counting.values("n")), 0)
