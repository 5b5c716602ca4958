"""Small things about requests that views of every app need."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

SGF_TYPE = "application/x-go-sgf"


def sign_in_first(request: HttpRequest) -> HttpResponseRedirect:
    return redirect_to_login(request.get_full_path())


def initial_from_query(request: HttpRequest, names: tuple[str, ...]) -> dict[str, Any]:
    """Form fields that a link may fill in."""
    return {name: request.GET[name] for name in names if name in request.GET}


def sgf_response(text: str, filename: str) -> HttpResponse:
    """A record as a file."""
    response = HttpResponse(text, content_type=SGF_TYPE)
    response["Content-Disposition"] = f'attachment; filename="{filename}"'
    return response
