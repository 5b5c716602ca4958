"""Small things that several pages of leagues need."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils import timezone

from goclub.common.http import sign_in_first
from goclub.common.refusals.registry import describe
from goclub.leagues.league.services.rights import league_day, may_run
from goclub.leagues.models import League, LeaguePerson, Term
from goclub.leagues.official.queries.terms import term_of
from goclub.members.requests import user_of
from goclub.members.visitors import rights_of
from ratings.errors import RuleError

View = Callable[..., HttpResponseBase]


def shown_to_visitors(view: View) -> View:
    """Ask for a sign-in where the club shows visitors no games."""

    @wraps(view)
    def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not rights_of(request).games:
            return sign_in_first(request)
        return view(request, *args, **kwargs)

    return inner


def get_league(slug: str) -> League:
    return get_object_or_404(League, slug=slug)


def get_term(slug: str, number: int) -> Term:
    return get_object_or_404(term_of(slug, number))


def runs(
    request: HttpRequest, league: League, people: Iterable[LeaguePerson] | None = None
) -> bool:
    """Whether the reader may run this league; visitors cost no question.

    *people* who serve, where the page has them already.
    """
    if not request.user.is_authenticated:
        return False
    if people is not None and not request.user.has_perm("leagues.run_league"):
        organisers = (one for one in people if one.role == LeaguePerson.Role.ORGANISER)
        return any(one.member.user_id == request.user.pk for one in organisers)
    if people is not None:
        return True
    return may_run(user_of(request), league, on=league_day(league, timezone.now()))


def need_runner(request: HttpRequest, league: League) -> None:
    if not runs(request, league):
        raise PermissionDenied


def attempt(request: HttpRequest, act: Callable[[], object], done: str) -> bool:
    """Do something; say what happened, or why it could not."""
    try:
        act()
    except RuleError as error:
        messages.error(request, describe(error))
        return False
    messages.success(request, done)
    return True


def with_errors(form: Any) -> int:
    """422 for a form that was refused, 200 for one that is new."""
    return 422 if form.errors else 200


__all__ = [
    "attempt",
    "get_league",
    "get_term",
    "need_runner",
    "runs",
    "shown_to_visitors",
    "sign_in_first",
    "user_of",
    "with_errors",
]


def _form_page(
    request: HttpRequest, form: Any, title: str, button: str, back: str, **more: Any
) -> HttpResponse:
    context = {"form": form, "title": title, "button": button, "back": back, **more}
    return render(request, "leagues/form.html", context, status=with_errors(form))
