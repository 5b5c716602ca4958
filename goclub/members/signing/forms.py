"""Forms for signing in, for passwords and for the second factor."""

from __future__ import annotations

from typing import Unpack

from django import forms
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from goclub.common.forms import Bare, BareForm, FormArguments, Sent


class SignInForm(Bare, AuthenticationForm):
    """Signing in, with a word for those whose request still waits."""

    error_messages = {
        "invalid_login": _("This name or e-mail address and password do not match."),
        "inactive": _(
            "Your membership request is still waiting for the chair. You will get an e-mail."
        ),
    }

    def __init__(
        self, request: HttpRequest | None = None, data: Sent = None, **kwargs: Unpack[FormArguments]
    ) -> None:
        super().__init__(request, data, **kwargs)
        self.fields["username"].label = _("Name or e-mail address")


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
