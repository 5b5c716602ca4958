"""Forms for signing in, for passwords and for the second factor."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from goclub.common.forms import Bare, BareForm, Sent
from goclub.members.models import Member, User


class SignInForm(Bare, AuthenticationForm):
    """Signing in, with a word for those whose request still waits."""

    error_messages = {
        "invalid_login": _("This name or e-mail address and password do not match."),
        "inactive": _(
            "Your membership request is still waiting for the chair. You will get an e-mail."
        ),
        "closed": _(
            "This account is closed. To come back, join again with the same address, or ask the "
            "club."
        ),
    }

    def __init__(
        self, request: HttpRequest | None = None, data: Sent = None, **kwargs: Any
    ) -> None:
        super().__init__(request, data, **kwargs)
        self.fields["username"].label = _("Name or e-mail address")

    def confirm_login_allowed(self, user: User) -> None:
        """Refuse an account that is shut; only an applicant is told to wait."""
        if not (user.is_active or Member.objects.applying().filter(user=user.pk).exists()):
            raise ValidationError(self.error_messages["closed"], code="closed")
        super().confirm_login_allowed(user)


class OwnPasswordForm(Bare, PasswordChangeForm):
    """Another password for oneself."""


class CodeForm(BareForm):
    """The code that is asked for after the password."""

    code = forms.CharField(
        label=_("Code"),
        max_length=20,
        help_text=_("Six digits from your authenticator app, or one of your recovery codes."),
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "autofocus": True, "spellcheck": "false"}
        ),
    )


class AppForm(BareForm):
    """The first code of an authenticator app."""

    code = forms.CharField(
        label=_("Code from the app"),
        max_length=20,
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "inputmode": "numeric", "spellcheck": "false"}
        ),
    )
