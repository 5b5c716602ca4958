"""Pages of a record that cannot be read say so and offer its file."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from goclub.games.library.labels.record_page import unreadable_context
from goclub.games.library.services.records import UnreadableKifu
from goclub.members.requests import MemberRequest


class UnreadableKifuMiddleware:
    """Answer for every view that wants to show a record which cannot be read."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: MemberRequest, error: Exception) -> HttpResponse | None:
        """The page that offers the file; None where the error is another."""
        if not isinstance(error, UnreadableKifu):
            return None
        context = unreadable_context(request, error.kifu)
        return render(request, "games/library/kifu_unreadable.html", context)
