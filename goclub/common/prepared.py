"""A query that is asked at once; what still decorates its queries with it takes plain ones."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeAlias, TypeVar

from django.db.models import QuerySet

P = ParamSpec("P")
R = TypeVar("R")
Value: TypeAlias = Any


def prepared(build: Callable[P, QuerySet[Any, R]]) -> Callable[P, list[R]]:
    """Return the rows of the query that is built."""

    @wraps(build)
    def rows(*args: P.args, **kwargs: P.kwargs) -> list[R]:
        return list(build(*args, **kwargs))

    return rows
