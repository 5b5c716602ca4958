"""Headers that every answer bears."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control

GetResponse = Callable[[HttpRequest], HttpResponse]


class PermissionsPolicyMiddleware:
    """What browsers need not offer to the site, nor to anything framed in it."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        self.policy = ", ".join(f"{name}=()" for name in settings.PERMISSIONS_POLICY_DENIED)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", self.policy)
        return response


class PrivateAnswersMiddleware:
    """What was made for one reader is kept by nobody else: no shared cache stores it.

    That is every answer to somebody who is signed in, every answer that sets a cookie, and every
    page whose address is a secret (those whose view says so).
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        user = getattr(request, "user", None)
        if response.cookies or (user is not None and user.is_authenticated):
            patch_cache_control(response, private=True)
        return response
