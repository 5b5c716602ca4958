"""What a visitor may see of members: one setting, asked in one place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Protocol

from django.contrib.auth.views import redirect_to_login
from django.http import HttpResponseBase

from goclub.common.http import sign_in_first
from goclub.members.models import ClubSettings, Member
from goclub.members.queries import club_settings
from goclub.members.requests import MemberRequest


class HasOrigin(Protocol):
    """A member, or a line of a list that knows whether its member shows country and club."""

    @property
    def shows_origin(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class VisitorRights:
    """What the person behind a request may look at."""

    table: bool
    games: bool
    profiles: bool
    visitor: bool = True
    faces: bool = False

    def page_of(self, member: Member) -> bool:
        """Whether this reader may open a member's page."""
        return self.profiles and (not self.visitor or member.shows_profile)

    def face_of(self, member: Member) -> bool:
        """Whether this reader sees a member's picture."""
        return self.faces and self.page_of(member)

    def origin_of(self, member: HasOrigin) -> bool:
        """Whether this reader sees a member's country and club."""
        return not self.visitor or member.shows_origin

    @classmethod
    def of(cls, request: MemberRequest, settings: ClubSettings) -> VisitorRights:
        """What these settings let this reader see."""
        user = getattr(request, "user", None)
        if user is not None and user.is_authenticated:
            faces = settings.faces != settings.Faces.OFF
            return cls(True, True, True, visitor=False, faces=faces)
        return cls.of_visitor(settings)

    @classmethod
    def of_visitor(cls, settings: ClubSettings) -> VisitorRights:
        """What these settings let anybody see."""
        level = settings.visitors_see
        return cls(
            table=level != settings.Visitors.NOTHING,
            games=level != settings.Visitors.NOTHING,
            profiles=level == settings.Visitors.EVERYTHING,
            faces=settings.faces == settings.Faces.EVERYONE,
        )


def rights_of(request: MemberRequest) -> VisitorRights:
    """The rights behind a request; the club's settings are read once and kept for the template."""
    if not hasattr(request, "club"):
        request.club = club_settings()
    return VisitorRights.of(request, request.club)


class VisitorMixin:
    """Views of members' matters: ask for a sign-in where the club shows visitors less."""

    visitors_need = "table"

    def dispatch(self, request: MemberRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        """Ask for a sign-in, or show the page."""
        if not getattr(rights_of(request), self.visitors_need):
            return redirect_to_login(request.get_full_path())
        return super().dispatch(request, *args, **kwargs)  # type: ignore[misc,no-any-return]


View = Callable[..., HttpResponseBase]


def shown_to_visitors(view: View) -> View:
    """Ask for a sign-in where the club shows visitors no games."""

    @wraps(view)
    def inner(request: MemberRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if not rights_of(request).games:
            return sign_in_first(request)
        return view(request, *args, **kwargs)

    return inner
