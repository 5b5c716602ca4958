"""Small things that several pages of leagues need."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from goclub.leagues.league.labels import REFUSALS, refusal


def attempt(request: HttpRequest, act: Callable[[], object], done: str) -> bool:
    """Do something; say what happened, or why it could not."""
    try:
        act()
    except REFUSALS as error:
        messages.error(request, refusal(error))
        return False
    messages.success(request, done)
    return True


def with_errors(form: Any) -> int:
    """422 for a form that was refused, 200 for one that is new."""
    return 422 if form.errors else 200


def _form_page(
    request: HttpRequest, form: Any, title: str, button: str, back: str, **more: Any
) -> HttpResponse:
    context = {"form": form, "title": title, "button": button, "back": back, **more}
    return render(request, "leagues/form.html", context, status=with_errors(form))
