"""Who is looking, by which clock, and in which language."""

import zoneinfo
from typing import Any, Final

from django.conf import settings
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import Resolver404, resolve
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers
from django.utils.translation.trans_real import parse_accept_lang_header

from goclub.common.around import Middleware
from goclub.common.http import sign_in_first
from goclub.common.kept_pages import note_step
from goclub.members.models import Member
from goclub.members.names import shown_as
from goclub.members.queries import club_settings, lacks_factor
from goclub.members.requests import MemberRequest, user_of
from goclub.members.visits import note_visit


class MemberMiddleware(Middleware):
    """Set ``request.member``, and use the member's time zone and language.

    Visitors read the language they chose at the foot of a page, or else the one that the browser
    asks for, else the club's.
    """

    def __call__(self, request: MemberRequest) -> HttpResponse:
        # Left active where the database is away: the page that says so is made outside of this.
        before = translation.get_language() or settings.LANGUAGE_CODE
        translation.activate(asked_language(request) or settings.LANGUAGE_CODE)
        member = member_of(request) if request.user.is_authenticated else None
        request.member = member
        request.club = club_settings()
        if member:
            timezone.activate(zoneinfo.ZoneInfo(member.time_zone))
            language, names = member.language, member.names_shown
        else:
            zone = request.club.time_zone
            if zone:
                timezone.activate(zoneinfo.ZoneInfo(zone))
            else:
                timezone.deactivate()
            language, names = asked_language(request) or request.club.language, ""
        request.LANGUAGE_CODE = language  # an error page made outside of this asks for it
        with translation.override(language), shown_as(names):
            response = self.get_response(request)
        translation.activate(before)
        patch_vary_headers(response, ("Accept-Language", "Cookie"))
        return response

    def process_view(self, request: MemberRequest, *_view: object) -> None:
        """Whoever sends something is here; asked after the form's token was."""
        if request.method == "POST" and request.user.is_authenticated:
            note_visit(user=user_of(request), at=timezone.now())
            note_step(request)


class SecondFactorMiddleware(Middleware):
    """Let nobody in past a second factor that they have, or that their role must have.

    A session that was open before its owner added a factor ends.  Whoever must have a factor and
    has none can set one up, and sign out.
    """

    def __call__(self, request: MemberRequest) -> HttpResponse:
        user: Any = request.user
        if user.is_authenticated and not user.is_verified():
            if getattr(user, "has_factor", False):
                logout(request)
                return sign_in_first(request)
            if lacks_factor(user, request.club) and not _opens_without_factor(request.path_info):
                return redirect("members:factors")
        return self.get_response(request)


#: What opens to whoever must set up a second factor first.
_OPEN: Final = {
    "members:factors", "members:factor-app", "members:factor-codes", "members:passkey-add-begin",
    "members:passkey-add", "members:confirm-password", "members:sign-out", "theme", "language",
    "club-css", "manifest", "worker", "offline", "health",
}  # fmt: skip


def _opens_without_factor(path: str) -> bool:
    try:
        return resolve(path).view_name in _OPEN
    except Resolver404:
        return False


def member_of(request: HttpRequest) -> Member | None:
    """The admitted member behind a request, or None (visitor, login without a member)."""
    member: Member | None = getattr(request.user, "member", None)
    return member if member is not None and member.status == Member.Status.MEMBER else None


def asked_language(request: HttpRequest) -> str:
    """Use the language that a visitor chose, or the first that the browser asks for."""
    chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    if chosen in dict(settings.LANGUAGES) and translation.check_for_language(chosen):
        return chosen
    header = request.headers.get("Accept-Language", "")
    for asked, _quality in parse_accept_lang_header(header):
        if asked == "*":
            break
        try:
            return translation.get_supported_language_variant(asked)
        except LookupError:
            continue
    return ""
