"""Who asks, a visitor or a program with a member's key; and lists in pages for them.

Pages stay what they are while rows come in: from the last key on, newest first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeVar

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from ninja import Schema
from ninja.errors import HttpError
from ninja.security import HttpBearer
from ninja.throttling import BaseThrottle
from pydantic import Field

from goclub.common.limits import seconds_to_wait
from goclub.common.sharing import absolute
from goclub.members.models import ProgramKey, Scope
from goclub.members.programs.services import PREFIX, key_of
from goclub.members.queries import club_settings, lacks_factor
from goclub.members.requests import MemberRequest
from goclub.members.visitors import VisitorRights, rights_of

#: Names under which keys turn up in addresses, where every log would keep them.
_IN_ADDRESS = ("token", "key", "access_token", "api_key", "apikey")


class ProgramAuth(HttpBearer):
    """Let a key in the header act for its member; it must have *scope*."""

    def __init__(self, scope: Scope | None = None) -> None:
        super().__init__()
        self.scope = scope

    def authenticate(self, request: HttpRequest, token: str) -> ProgramKey | None:
        """The key, its member behind the request; None: no such key."""
        key = key_of(token)
        if key is None or key.member.user is None or not key.member.user.is_active:
            return None
        user = key.member.user
        if lacks_factor(user, club_settings()):
            raise HttpError(403, "The club asks for a second factor: set one up, then ask again.")
        request.user = user
        request.member = key.member  # type: ignore[attr-defined]
        if self.scope is not None and self.scope.value not in key.scopes:
            raise HttpError(403, f"This key may not read: {self.scope.value}.")
        return key


def reads(scope: Scope | None = None, right: str = "") -> list[Callable[[HttpRequest], object]]:
    """Allow keys with *scope*, and visitors if the club shows them *right*."""

    def visitor(request: HttpRequest) -> bool:
        """Whoever sends no key is a visitor, however the browser is signed in."""
        if "Authorization" in request.headers:
            return False
        sent = request.GET.items()
        if any(name in _IN_ADDRESS or str(value).startswith(PREFIX) for name, value in sent):
            raise HttpError(400, "A key belongs in the header Authorization, never in an address.")
        request.user = AnonymousUser()
        request.member = None  # type: ignore[attr-defined]
        if right and not getattr(rights(request), right):
            raise HttpError(401, "The club shows this to members only: send a key.")
        return True

    return [ProgramAuth(scope), visitor]


#: How long whoever asks just now has to wait; what ninja asks for says nothing of the request.
_seconds: Final = ContextVar("seconds", default=0)


class Limit(BaseThrottle):
    """Limit the requests of a member's keys, or of an address without a key (``LIMITS``)."""

    def allow_request(self, request: HttpRequest) -> bool:
        """Whether this one may come now; asked after who it is that asks."""
        _seconds.set(seconds_to_wait(request, "programs", method="GET"))
        return not _seconds.get()

    def wait(self) -> float:
        """After how many seconds the next may come."""
        return _seconds.get()


def rights(request: object) -> VisitorRights:
    """What the reader may see."""
    assert isinstance(request, HttpRequest)
    member_request: MemberRequest = request  # type: ignore[assignment]
    return rights_of(member_request)


@dataclass(frozen=True, slots=True)
class ApiReader:
    """The reader of an answer: what they may see, and how addresses are written for them."""

    rights: VisitorRights
    absolute: Callable[[str], str]

    @classmethod
    def of(cls, request: HttpRequest) -> ApiReader:
        """Whoever asks."""
        return cls(rights(request), partial(absolute, request))

    @classmethod
    def visitor(cls) -> ApiReader:
        """Anybody, told without having asked."""
        shown = VisitorRights.of_visitor(club_settings())
        return cls(shown, lambda path: f"{settings.SITE_URL}{path}")


M = TypeVar("M", bound=Model)

MOST: Final = 200


class PageAsked(Schema):
    """A page: ``limit`` rows (1 to 200) before the key ``before``."""

    before: int | None = Field(None, ge=1, le=2**62)
    limit: int = Field(50, ge=1, le=MOST)


def page_of(
    request: HttpRequest, rows: QuerySet[M], asked: PageAsked
) -> tuple[Sequence[M], str | None]:
    """Return the rows of a page, newest first, and the address of the next page or None."""
    if asked.before is not None:
        rows = rows.filter(pk__lt=asked.before)
    page = list(rows.order_by("-pk")[: asked.limit + 1])
    if len(page) <= asked.limit:
        return page, None
    shown = page[: asked.limit]
    query = request.GET.copy()
    query["before"] = str(shown[-1].pk)
    return shown, absolute(request, f"{request.path}?{query.urlencode()}")
