"""Every endpoint under one address, with its description."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control, patch_vary_headers
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
    """Answers that differ by who asks say so to whoever keeps them."""

    def create_response(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """An answer for this key, or for visitors."""
        response = super().create_response(request, *args, **kwargs)
        patch_vary_headers(response, ["Authorization"])
        patch_cache_control(response, private=True)
        return response


api: Final = Interface(
    title="The club's Go site",
    version="1",
    description=(
        "Read-only. A member makes a key under “My profile – Programs” and sends it as "
        "“Authorization: Bearer …”; without one you see what visitors see. Who asks too often is "
        "answered 429 with Retry-After. Half points are plain "
        "numbers (6.5); komi is given by Black, negative by White."
    ),
    urls_namespace="api",
    docs_url=None,  # its page loads scripts from elsewhere
    auth=reads(),
    throttle=Limit(),
)


@api.get("/club", response=ClubOut)
def club(request: HttpRequest) -> dict[str, object]:  # noqa: ARG001
    """Name, rating systems, and whether figures are being recalculated."""
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
