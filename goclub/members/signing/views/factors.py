"""One's own second factors: looking at them, adding, removing, recovery codes."""

from __future__ import annotations

from base64 import b32encode
from typing import Final
from urllib.parse import quote, urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe
from django_otp import login as otp_login
from django_otp.plugins.otp_totp.models import default_key

from goclub.common.http import status_of
from goclub.common.limits import limited
from goclub.common.pictures import qr_svg
from goclub.common.refusals.registry import add_refusal
from goclub.members.forms import PasswordForm
from goclub.members.models import User
from goclub.members.queries import club_settings, has_factor, lacks_factor
from goclub.members.recent import is_recent, recent_sign_in
from goclub.members.requests import MemberRequest, user_of
from goclub.members.signing.forms import AppForm
from goclub.members.signing.queries import (
    FACTORS,
    codes_left,
    devices_of,
    factors_of,
)
from goclub.members.signing.services import add_app, remove_factor, renew_codes
from ratings.errors import RuleError

_SALT: Final = "members.second-factor.app"
#: Seconds for which a secret that was shown can be confirmed.
_HOLDS: Final = 3600


@never_cache
@login_required
@require_safe
def factors(request: MemberRequest) -> HttpResponse:
    """What one has, and what can be added."""
    user = user_of(request)
    context = {
        "factors": factors_of(user),
        "codes_left": codes_left(user),
        "is_demanded": lacks_factor(user, request.club),
        "is_recent": is_recent(request),
    }
    return render(request, "members/signing/factors.html", context)


@never_cache
@recent_sign_in
@sensitive_post_parameters("key", "code")
@require_http_methods(["GET", "POST"])
@limited("second_factor")
def app(request: HttpRequest) -> HttpResponse:
    """Add an authenticator app: its secret as a picture and as text, and its first code."""
    user = user_of(request)
    form = AppForm(request.POST or None)
    shown = _shown_secret(user, request.POST.get("key", ""))
    if request.method == "POST" and form.is_valid():
        if not shown:
            form.add_error("code", _("This page is too old. Scan the new picture and try again."))
        else:
            try:
                device = add_app(
                    user=user, key=shown, typed=form.cleaned_data["code"], at=timezone.now()
                )
            except RuleError as error:
                add_refusal(form, error)
            else:
                otp_login(request, device)
                messages.success(request, _("The authenticator app was added."))
                if not codes_left(user):
                    return _show_codes(request, user, tells=False)
                return redirect("members:factors")
    secret = shown or default_key()
    plain = b32encode(bytes.fromhex(secret)).decode("ascii")
    context = {
        "form": form,
        "key": signing.dumps([user.pk, secret], salt=_SALT),
        "code": qr_svg(_address_of(user, plain)),
        "secret": " ".join(plain[at : at + 4] for at in range(0, len(plain), 4)),
    }
    return render(request, "members/signing/app.html", context, status=status_of(form))


@never_cache
@login_required
@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
@limited("second_factor")
def codes(request: HttpRequest) -> HttpResponse:
    """Create new recovery codes, which are shown this once."""
    user = user_of(request)
    if not has_factor(user):
        return redirect("members:factors")
    form = PasswordForm(request.POST or None, user=user)
    if request.method == "POST" and form.is_valid():
        return _show_codes(request, user)
    context = {"form": form, "codes_left": codes_left(user)}
    return render(request, "members/signing/renew_codes.html", context, status=status_of(form))


@never_cache
@login_required
@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
@limited("second_factor")
def remove(request: HttpRequest, kind: str, pk: int) -> HttpResponse:
    """Remove one factor; the password says that it is the owner who asks."""
    user = user_of(request)
    chosen = [factor for factor in factors_of(user) if (factor.kind, factor.pk) == (kind, pk)]
    if kind not in FACTORS or not chosen:
        raise Http404
    form = PasswordForm(request.POST or None, user=user)
    if request.method == "POST" and form.is_valid():
        remove_factor(user=user, kind=kind, pk=pk, at=timezone.now())
        if left := devices_of(user):  # this session goes on by one of the others
            otp_login(request, left[0])
        messages.success(request, _("The second factor was removed."))
        return redirect("members:factors")
    context = {"form": form, "factor": chosen[0]}
    return render(request, "members/signing/remove_factor.html", context, status=status_of(form))


def _show_codes(request: HttpRequest, user: User, *, tells: bool = True) -> HttpResponse:
    fresh = renew_codes(user=user, at=timezone.now(), tells=tells)
    shown = [f"{code[:4]}-{code[4:]}" for code in fresh]
    return render(request, "members/signing/codes.html", {"codes": shown})


def _shown_secret(user: User, signed: str) -> str:
    """The secret that this account was shown; "" where it was another, or too long ago."""
    try:
        pk, secret = signing.loads(signed, salt=_SALT, max_age=_HOLDS)
    except (signing.BadSignature, ValueError, TypeError):
        return ""
    return str(secret) if pk == user.pk else ""


def _address_of(user: User, plain: str) -> str:
    """What apps read from the picture: the secret, under the names of the club and the account."""
    club = club_settings().name.replace(":", " ")
    query = urlencode({"secret": plain, "issuer": club}, quote_via=quote)
    return f"otpauth://totp/{quote(f'{club}:{user.get_username()}')}?{query}"
