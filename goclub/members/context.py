"""What every page knows of the club and of the person who looks at it."""

from functools import cache

from django.conf import settings
from django.utils import timezone
from django.utils.translation import get_language_info

from goclub.common.kept_pages import counted
from goclub.members.queries import unread_count
from goclub.members.requests import MemberRequest
from goclub.members.visitors import rights_of

THEMES = ("light", "dark")


def own_names() -> list[tuple[str, str]]:
    """Every language of the site in its own words."""
    return [(code, get_language_info(code)["name_local"]) for code, _name in settings.LANGUAGES]


def club(request: MemberRequest) -> dict[str, object]:
    """Template variables ``club``, ``me`` (the signed-in member or None), ``me_unread`` (notices),
    ``sees``, ``theme``, ``site_languages`` (code and own name of each), ``visit_due`` (the page
    tells that it is read).
    """
    rights = rights_of(request)
    user = getattr(request, "user", None)
    theme = request.COOKIES.get("theme", "")
    me = getattr(request, "member", None)

    def unread() -> int:
        return unread_count(me) if me else 0

    return {
        "club": request.club,
        "me": me,
        "me_unread": cache(lambda: counted(request, "unread", unread)),
        "sees": rights,
        "theme": theme if theme in THEMES else "",
        "site_languages": own_names(),
        "visit_due": bool(user and user.is_authenticated and user.visit_due(timezone.now())),
    }
