"""What every page knows of the club and of the person who looks at it."""

from django.conf import settings
from django.utils import timezone
from django.utils.translation import get_language_info

from goclub.members.requests import MemberRequest
from goclub.members.visitors import rights_of

THEMES = ("light", "dark")


def own_names() -> list[tuple[str, str]]:
    """Every language of the site in its own words."""
    return [(code, get_language_info(code)["name_local"]) for code, _name in settings.LANGUAGES]


def club(request: MemberRequest) -> dict[str, object]:
    """Template variables ``club``, ``me`` (the signed-in member or None), ``sees``, ``theme``,
    ``site_languages`` (code and own name of each), ``visit_due`` (the page tells that it is read).
    """
    rights = rights_of(request)
    user = getattr(request, "user", None)
    theme = request.COOKIES.get("theme", "")
    return {
        "club": request.club,
        "me": getattr(request, "member", None),
        "sees": rights,
        "theme": theme if theme in THEMES else "",
        "site_languages": own_names(),
        "visit_due": bool(user and user.is_authenticated and user.visit_due(timezone.now())),
    }
