"""A database that takes nothing now is no error of anybody's: it is said in words, with a time."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views import defaults

from goclub.common.faults import Fault, fault_of

_log = logging.getLogger(__name__)

#: When to come back, in seconds: others' writes pass soon, a disk waits for somebody to make room.
RETRY_AFTER: Final = {Fault.BUSY: 10, Fault.FULL: 300, Fault.READ_ONLY: 300}
STATUS: Final = {Fault.BUSY: 503, Fault.FULL: 507, Fault.READ_ONLY: 503}


class FaultMiddleware:
    """Answer for a view that the database turned away to the very end."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """The page for this error; None where it is one of ours."""
        fault = fault_of(error)
        if fault is None:
            return None
        _log.error("%s %s: %s", request.method, request.path, error)
        return fault_page(fault)


def fault_page(fault: Fault) -> HttpResponse:
    """Why nothing could be written, and when to try again.  Asks nothing of the database."""
    after = RETRY_AFTER[fault]
    text = render_to_string("503.html", {"fault": fault.value})
    return HttpResponse(text, status=STATUS[fault], headers={"Retry-After": str(after)})


def server_error(request: HttpRequest) -> HttpResponse:
    """The last resort; what other middleware wanted to write may have met a fault too."""
    error = sys.exc_info()[1]
    fault = fault_of(error) if error else None
    return fault_page(fault) if fault else defaults.server_error(request)
