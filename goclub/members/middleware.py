"""Who is looking, by which clock, and in which language."""

import zoneinfo
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers

from goclub.members.models import Member
from goclub.members.requests import MemberRequest


class MemberMiddleware:
    """Set ``request.member``; show times as the member's clock does, words in his language.

    A visitor reads the language he chose at the foot of a page, else the one that his browser
    asks for.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: MemberRequest) -> HttpResponse:
        member = member_of(request) if request.user.is_authenticated else None
        request.member = member
        if member:
            timezone.activate(zoneinfo.ZoneInfo(member.time_zone))
            language = member.language
        else:
            timezone.deactivate()
            language = translation.get_language_from_request(request)
        with translation.override(language):
            response = self.get_response(request)
        patch_vary_headers(response, ("Accept-Language", "Cookie"))
        return response


def member_of(request: HttpRequest) -> Member | None:
    """The admitted member behind a request, or None (visitor, login without a member)."""
    return Member.objects.filter(user=request.user.pk, status=Member.Status.MEMBER).first()
