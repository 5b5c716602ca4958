"""What every page knows of the reader's open games."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from .queries import waiting_count


def waiting(request: HttpRequest) -> dict[str, Any]:
    """``me_waiting``: how many reports wait for the signed-in member (asked only when shown)."""
    member = getattr(request, "member", None)
    return {"me_waiting": SimpleLazyObject(lambda: waiting_count(member)) if member else 0}
