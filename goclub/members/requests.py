"""Who is asking: a request as the site's middleware leaves it."""

from __future__ import annotations

from django.http import HttpRequest

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
