"""Rows kept from everybody else until the transaction ends.

One order for the whole site: event or league, then games, then the ledger, then standings; several
rows of a table by primary key.  Who takes two of them takes them in this order, so that nobody
waits in a circle.
"""

from __future__ import annotations

from typing import TypeVar

from django.db.models import Model, QuerySet

M = TypeVar("M", bound=Model)


def lock_row(row: M, *joined: str) -> M:
    """Return the row as it is now, locked; *joined* relations come along and stay free.

    Inside a transaction.  Raises DoesNotExist where the row is gone.
    """
    rows: QuerySet[M] = type(row)._default_manager.select_for_update(of=("self",))
    if joined:
        rows = rows.select_related(*joined)
    return rows.get(pk=row.pk)


def lock_rows(rows: QuerySet[M]) -> list[M]:
    """Return these rows as they are now, locked in the order of their primary keys.

    Inside a transaction.
    """
    return list(rows.select_for_update(of=("self",)).order_by("pk"))
