"""What a page says where nothing is yet: what belongs there, and the one step with which it begins.

A list of tables says it through its class (``goclub.common.tables.BaseTable``), any other place by
``{% empty_state %}``; both look like ``common/_empty_state.html``.
"""

from __future__ import annotations

from typing import NamedTuple

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.http import HttpRequest
from django.urls import reverse
from django_stubs_ext import StrOrPromise

#: What an address may say of a list that leaves no row out.
_NO_FILTER = frozenset({"page", "per_page", "sort", "next", "prev"})


class FirstStep(NamedTuple):
    """How a list begins: what to press, where it leads, and the right it needs ("" for none)."""

    label: StrOrPromise
    url_name: str
    permission: str = ""


class EmptyState(NamedTuple):
    """What stands in an empty place: a sentence, and at most one way on."""

    text: StrOrPromise
    label: StrOrPromise = ""
    href: str = ""
    clear: str = ""


def is_asked(request: HttpRequest | None) -> bool:
    """Whether the address asks for certain rows only."""
    asked = request.GET.items() if request is not None else ()
    return any(value for name, value in asked if name not in _NO_FILTER)


def empty_state(
    request: HttpRequest | None,
    text: StrOrPromise,
    step: FirstStep | None = None,
    filtered: StrOrPromise = "",
) -> EmptyState:
    """The sentence for this reader; *filtered* where it is the address that leaves out all rows."""
    if filtered and request is not None and is_asked(request):
        return EmptyState(filtered, clear=request.path)
    if step is None or not _may_take(step, getattr(request, "user", None)):
        return EmptyState(text)
    href = step.url_name if step.url_name.startswith("/") else reverse(step.url_name)
    return EmptyState(text, step.label, href)


def _may_take(step: FirstStep, user: AbstractUser | AnonymousUser | None) -> bool:
    if user is None or not user.is_authenticated:
        return False
    return not step.permission or user.has_perm(step.permission)
