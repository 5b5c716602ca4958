"""What a request may hold: text in UTF-8 without the character NUL.

PostgreSQL stores no NUL, so it is refused on SQLite too.  Forms refuse it beside the field;
this is for values that no form reads: buttons, cookies, parameters, JSON.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable, Mapping
from typing import Any, Final

from django.core.exceptions import BadRequest
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest
from django.db import DataError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.http import HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParserError
from django.utils.datastructures import MultiValueDict
from django.utils.http import parse_header_parameters

from goclub.common.around import Middleware

_CHARSET: Final = "charset"


def is_utf8(charset: str) -> bool:
    """Return whether this is a name of UTF-8.

    >>> is_utf8("UTF-8"), is_utf8("utf8"), is_utf8("rot13"), is_utf8("none"), is_utf8("a\\0b")
    (True, True, False, False, False)
    """
    try:
        return codecs.lookup(charset).name == "utf-8"
    except (LookupError, ValueError):
        return False


class CheckedRequest(WSGIRequest):
    """A request that is read as UTF-8.

    Django decodes the address by the charset of the content type while it makes the request, where
    no middleware answers for what fails: ``rot13`` is a codec of Python and decodes no bytes.
    """

    def _set_content_type_params(self, meta: Mapping[str, str]) -> None:
        """Read the content type; a charset that nobody can read is left to the middleware."""
        try:
            params = parse_header_parameters(meta.get("CONTENT_TYPE", ""))
        except (LookupError, ValueError):
            params = "", {_CHARSET: ""}
        self.content_type, self.content_params = params

    def parse_file_upload(self, *args: Any) -> tuple[Any, MultiValueDict[str, Any]]:
        """Read a form with files; a part whose header names no charset is a broken form."""
        try:
            return super().parse_file_upload(*args)
        except (LookupError, UnicodeError) as error:
            raise MultiPartParserError(str(error)) from error


class Handler(WSGIHandler):
    """Django's, with requests that are read as UTF-8 and answers to HEAD without their body."""

    request_class = CheckedRequest

    def __call__(self, environ: Any, start_response: Any) -> Any:
        """Answer; no server drops the body, which the next answer would be read after."""
        answer = super().__call__(environ, start_response)
        if environ["REQUEST_METHOD"] != "HEAD":
            return answer
        answer.close()
        return [b""]


class CharsetMiddleware(Middleware):
    """Refuse what says to be written in anything but UTF-8."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        charset = (request.content_params or {}).get(_CHARSET)
        if charset is not None and not is_utf8(charset):
            raise BadRequest("The charset of the content type is not UTF-8")
        return self.get_response(request)


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
