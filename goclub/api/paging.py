"""Lists in pages that stay what they are while rows come in: from the last key on, newest first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from django.db.models import Model, QuerySet
from django.http import HttpRequest
from ninja import Schema
from pydantic import Field

from goclub.common.sharing import absolute

M = TypeVar("M", bound=Model)

MOST: Final = 200


class PageAsked(Schema):
    """Which page: rows before the key ``before``, ``limit`` of them (1 to 200)."""

    before: int | None = Field(None, ge=1, le=2**62)
    limit: int = Field(50, ge=1, le=MOST)


def page_of(
    request: HttpRequest, rows: QuerySet[M], asked: PageAsked
) -> tuple[Sequence[M], str | None]:
    """The rows of a page, the newest key first, and the address of the next page or None."""
    if asked.before is not None:
        rows = rows.filter(pk__lt=asked.before)
    page = list(rows.order_by("-pk")[: asked.limit + 1])
    if len(page) <= asked.limit:
        return page, None
    shown = page[: asked.limit]
    query = request.GET.copy()
    query["before"] = str(shown[-1].pk)
    return shown, absolute(request, f"{request.path}?{query.urlencode()}")
