"""Every endpoint under one address, with its description."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.defaults import page_not_found
from ninja import NinjaAPI

from goclub.api.access import Limit, reads
from goclub.api.events import events
from goclub.api.games import games
from goclub.api.people import people
from goclub.api.schemas import ClubOut
from goclub.games.models import Recalculation
from goclub.games.rating.systems.registry import SYSTEMS
from goclub.members.queries import club_settings


class Interface(NinjaAPI):
    """Mark answers that differ by reader, so that caches keep them apart."""

    def create_response(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """An answer for this key, or for visitors."""
        response = super().create_response(request, *args, **kwargs)
        patch_vary_headers(response, ["Authorization"])
        patch_cache_control(response, private=True)
        if response.status_code == 401:
            response.headers["WWW-Authenticate"] = "Bearer"
        return response


api: Final = Interface(
    title="The club's Go site",
    version="1",
    description=(
        "Read-only. A member makes a key under “My profile – Programs” and sends it as "
        "“Authorization: Bearer …”; without one you see what visitors see. Above the limit the "
        "answer is 429 with Retry-After. Half points are decimal numbers (6.5). Komi is given by "
        "Black; a negative number is reverse komi."
    ),
    urls_namespace="api",
    docs_url=None,  # its page loads scripts from elsewhere
    auth=reads(),
    throttle=Limit(),
)


@api.get("/club", response=ClubOut)
def club(request: HttpRequest) -> dict[str, object]:  # noqa: ARG001
    """The club's name, its rating systems, and whether ratings are being recalculated."""
    settings = club_settings()
    return {
        "name": settings.name,
        "motto": settings.motto,
        "systems": [system.key for system in SYSTEMS],
        "recalculating_since": Recalculation.objects.values_list("asked_at", flat=True).first(),
    }


api.add_router("", people)
api.add_router("", games)
api.add_router("", events)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer for an address that there is not: JSON to programs, a page to people."""
    if request.path.startswith(reverse("api:api-root")):
        return JsonResponse({"detail": "Not Found"}, status=404)
    return page_not_found(request, exception)
