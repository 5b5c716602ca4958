"""Passkeys (WebAuthn): the two ceremonies of the library, for our way of signing in."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django_otp_webauthn import exceptions
from django_otp_webauthn.models import WebAuthnCredential
from django_otp_webauthn.views import (
    BaseWebAuthnView,
    BeginCredentialAuthenticationView,
    BeginCredentialRegistrationView,
    CompleteCredentialAuthenticationView,
    CompleteCredentialRegistrationView,
)

from goclub.common.limits import limited
from goclub.members.models import User
from goclub.members.queries import club_settings
from goclub.members.recent import is_recent
from goclub.members.requests import user_of
from goclub.members.signing.services import tell_of_change
from goclub.members.signing.views.second import after_sign_in, finish, pending_user

_counted = method_decorator(limited("second_factor"), name="dispatch")


def club_name(request: HttpRequest) -> str:  # noqa: ARG001 - named so by the library
    """By which name a browser shows the site when it asks for a passkey."""
    return club_settings().name


class _Sent(BaseWebAuthnView):
    """A step of a ceremony: it is sent, and what cannot be read is refused in words."""

    http_method_names = ["post"]

    def _parse_request_data(self, request: HttpRequest) -> Any:
        try:
            return super()._parse_request_data(request)
        except (ValueError, RecursionError):
            raise exceptions.MalformedRequest from None


class _RecentOwner(_Sent):
    """A passkey is added by whoever has just given the password."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Refuse a session whose sign-in is too old; the page asks for the password first."""
        if request.user.is_authenticated and not is_recent(request):
            raise PermissionDenied
        answer: HttpResponse = super().dispatch(request, *args, **kwargs)
        return answer


@_counted
class BeginAdding(_RecentOwner, BeginCredentialRegistrationView):
    """What the browser needs to make a passkey."""


@_counted
class CompleteAdding(_RecentOwner, CompleteCredentialRegistrationView):
    """The passkey that the browser made."""

    def post(self, *args: object, **kwargs: object) -> HttpResponse:
        """Keep it, and tell its owner."""
        answer: HttpResponse = super().post(*args, **kwargs)
        tell_of_change(user=self.get_user(), change="passkey_added", at=timezone.now())
        return answer


class _PendingUser(_Sent):
    """The ceremony is that of the one whose password was right a moment ago."""

    def get_user(self) -> User | None:
        """Whoever takes the second step."""
        return pending_user(self.request)

    def check_can_authenticate(self) -> None:
        """Refuse whoever gave no password: a passkey is the second step, never the only one."""
        if self.get_user() is None:
            raise exceptions.NotAuthenticated


@_counted
class BeginUsing(_PendingUser, BeginCredentialAuthenticationView):
    """What the browser needs to ask for a passkey."""


@_counted
class CompleteUsing(_PendingUser, CompleteCredentialAuthenticationView):
    """What the passkey signed."""

    def complete_auth(self, device: WebAuthnCredential) -> None:
        """Sign in the owner of the passkey."""
        finish(self.request, device.user, device)

    def get_success_url(self) -> str:
        """Where one wanted to go."""
        return after_sign_in(self.request, user_of(self.request))
