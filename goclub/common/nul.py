"""NUL in a text: PostgreSQL stores none, so a request that sends one is refused, on SQLite too.

Forms refuse it beside the field.  This is for values that no form reads: buttons, cookies,
parameters, JSON.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.core.exceptions import BadRequest
from django.db import DataError
from django.db.backends.base.base import BaseDatabaseWrapper

_REFUSAL: Final = "A text holds the character NUL"
#: PostgreSQL's code for ``\\u0000`` in JSON.
_UNTRANSLATABLE: Final = "22P05"


def teach_nul(connection: BaseDatabaseWrapper, **_more: object) -> None:
    """Receiver of ``connection_created``: let every query of the connection refuse NUL."""
    if refuse_nul not in connection.execute_wrappers:
        connection.execute_wrappers.append(refuse_nul)


def refuse_nul(
    execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]
) -> Any:
    """Carry out a query; raise BadRequest, which Django answers with 400, for NUL in a value."""
    if params and not many and any(isinstance(value, str) and "\0" in value for value in params):
        raise BadRequest(_REFUSAL)
    try:
        return execute(sql, params, many, context)
    except DataError as error:
        if getattr(error.__cause__, "sqlstate", None) == _UNTRANSLATABLE or "NUL" in str(error):
            raise BadRequest(_REFUSAL) from error
        raise
