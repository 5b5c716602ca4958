"""What every page knows of the club and of the person who looks at it."""

from typing import Any

from django.http import HttpRequest

from .queries import club_settings
from .visitors import VisitorRights

THEMES = ("light", "dark")


def club(request: HttpRequest) -> dict[str, Any]:
    """Template variables ``club``, ``me`` (the signed-in member or None), ``sees``, ``theme``."""
    settings = getattr(request, "club", None) or club_settings()
    theme = request.COOKIES.get("theme", "")
    return {
        "club": settings,
        "me": getattr(request, "member", None),
        "sees": VisitorRights.of(request, settings),
        "theme": theme if theme in THEMES else "",
    }
