"""Who is looking, and in which time zone."""

import zoneinfo
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from .models import Member


class MemberTimeZoneMiddleware:
    """Set ``request.member`` and show times as the member's clock does."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        member = member_of(request) if request.user.is_authenticated else None
        request.member = member  # type: ignore[attr-defined]
        if member:
            timezone.activate(zoneinfo.ZoneInfo(member.time_zone))
        else:
            timezone.deactivate()
        return self.get_response(request)


def member_of(request: HttpRequest) -> Member | None:
    """The admitted member behind a request, or None (visitor, login without a member)."""
    return Member.objects.filter(user=request.user.pk, status=Member.Status.MEMBER).first()
