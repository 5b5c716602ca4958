"""Who is asking: a request as the site's middleware leaves it, and what it does."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils import timezone

from goclub.members.models import ClubSettings, Member, User


class MemberRequest(HttpRequest):
    """A request with the person behind it: every view of the site receives one.

    ``member`` the admitted member, None for visitors and for a login without a member; set by
    ``MemberMiddleware``.  ``club`` the club's settings, once ``visitors.rights_of`` has read them.
    """

    member: Member | None
    club: ClubSettings


def user_of(request: HttpRequest) -> User:
    """The signed-in user; call behind ``login_required`` only."""
    assert isinstance(request.user, User)
    return request.user


def member_of(request: MemberRequest) -> Member:
    """Return the reader as a member; raise PermissionDenied for a login without one."""
    if request.member is None:
        raise PermissionDenied
    return request.member


@dataclass(frozen=True, slots=True)
class Act:
    """Who acts and when (now by default): the first argument of a service.

    ``by`` None for the site itself: an import, the demo.  ``version`` of the page that was seen,
    where the service must know that it is still the present one.
    """

    by: User | None
    at: datetime = field(default_factory=lambda: timezone.now())
    version: str = ""

    @property
    def user(self) -> User:
        """The signed-in user who acts; raises PermissionDenied for the site itself."""
        if self.by is None:
            raise PermissionDenied
        return self.by

    @property
    def member(self) -> Member:
        """The admitted member who acts; raises PermissionDenied for a login without one."""
        member = Member.objects.active().filter(user=self.by).first() if self.by else None
        if member is None:
            raise PermissionDenied
        return member


def act_of(request: HttpRequest) -> Act:
    """Return what a request does: the signed-in user, now, having seen this version."""
    return Act(user_of(request), version=request.POST.get("version", ""))
