"""What every middleware of ours begins with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse


class Middleware:
    """Stand around the views; a subclass adds to the call, or has one of Django’s hooks."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: Any) -> HttpResponse:
        return self.get_response(request)
