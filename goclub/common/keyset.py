"""Long lists in pages that begin after a row, not after a number of rows.

A page is asked for by the row that stands before it (``next=``) or after it (``prev=``), named by
its day and number.  So the thousandth page costs what the first does, nothing is counted, and a
game that comes in meanwhile moves no row to another page.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, Generic, TypeVar

from django.db.models import F, Model, Q, QuerySet
from django.db.models.fields.tuple_lookups import Tuple, TupleGreaterThan, TupleLessThan

from goclub.common.tables import MOST_PER_PAGE, PER_PAGE

M = TypeVar("M", bound=Model)

#: A day, or none, and a primary key.
Place = tuple[date | None, int]
_PLACE: Final = re.compile(r"(\d{4}-\d{2}-\d{2})?\.(\d{1,18})", re.ASCII)


@dataclass(frozen=True, slots=True)
class KeysetPage(Generic[M]):
    """The rows of a page, and what its neighbours are asked for with; empty: there is none."""

    rows: list[M]
    prev: str
    next: str

    @property
    def is_whole(self) -> bool:
        """Whether there is nothing but this page."""
        return not self.prev and not self.next


def keyset_page(
    asked: Mapping[str, str],
    rows: QuerySet[M],
    *,
    day: str = "played_on",
    per_page: int = PER_PAGE,
    oldest_first: bool = False,
) -> KeysetPage[M]:
    """The page of *rows* that an address asks for: newest *day* first, rows without a day last.

    What names no place is the first page.  *oldest_first* turns the list round.  One query.
    """
    size = _size(asked.get("per_page"), per_page)
    after, before = _place(asked.get("next")), _place(asked.get("prev"))
    if after is not None:
        page = list(_beyond(rows, day, after, up=oldest_first)[: size + 1])
        return _page(page[:size], day, has_more=len(page) > size, came=True)
    if before is not None:
        page = list(_beyond(rows, day, before, up=not oldest_first)[: size + 1])
        if len(page) > size:
            return _page(page[:size][::-1], day, has_more=True, came=True)
        # Fewer than a page are left: the first page is a whole one again.
    page = list(_ordered(rows, day, up=oldest_first)[: size + 1])
    return _page(page[:size], day, has_more=len(page) > size, came=False)


def _page(rows: list[M], day: str, *, has_more: bool, came: bool) -> KeysetPage[M]:
    return KeysetPage(
        rows,
        _said(rows[0], day) if rows and came else "",
        _said(rows[-1], day) if rows and has_more else "",
    )


def _ordered(rows: QuerySet[M], day: str, *, up: bool) -> QuerySet[M]:
    nullable = rows.model._meta.get_field(day).null
    if up:
        return rows.order_by(F(day).asc(nulls_first=True) if nullable else day, "pk")
    return rows.order_by(F(day).desc(nulls_last=True) if nullable else f"-{day}", "-pk")


def _beyond(rows: QuerySet[M], day: str, place: Place, *, up: bool) -> QuerySet[M]:
    """The rows beyond a place, those next to it first; *up* the newer ones."""
    on, pk = place
    none = Q(**{f"{day}__isnull": True})
    if on is None:
        same = none & (Q(pk__gt=pk) if up else Q(pk__lt=pk))
        wanted = same | ~none if up else same
    else:
        lookup = TupleGreaterThan if up else TupleLessThan
        wanted = Q(lookup(Tuple(F(day), F("pk")), (on, pk)))
        if not up and rows.model._meta.get_field(day).null:
            wanted |= none
    return _ordered(rows.filter(wanted), day, up=up)


def _said(row: Any, day: str) -> str:
    on = getattr(row, day)
    return f"{on.isoformat() if on else ''}.{row.pk}"


def _place(text: str | None) -> Place | None:
    match = _PLACE.fullmatch(text or "")
    if match is None:
        return None
    try:
        on = date.fromisoformat(match[1]) if match[1] else None
    except ValueError:
        return None
    return on, int(match[2])


def _size(text: str | None, usual: int) -> int:
    if text is None or not (text.isascii() and text.isdigit()) or len(text) > 9:
        return usual
    return max(1, min(int(text), MOST_PER_PAGE))
