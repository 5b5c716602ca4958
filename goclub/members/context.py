"""What every page knows of the club and of the person who looks at it."""

from typing import Any

from django.http import HttpRequest

from .visitors import rights_of

THEMES = ("light", "dark")


def club(request: HttpRequest) -> dict[str, Any]:
    """Template variables ``club``, ``me`` (the signed-in member or None), ``sees``, ``theme``."""
    rights = rights_of(request)
    theme = request.COOKIES.get("theme", "")
    return {
        "club": request.club,  # type: ignore[attr-defined]
        "me": getattr(request, "member", None),
        "sees": rights,
        "theme": theme if theme in THEMES else "",
    }
