"""The second step of signing in: a code, a recovery code or a passkey, after the password.

Until it is taken nobody is signed in: the session only remembers whose password was right.
"""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods
from django_otp import login as otp_login
from django_otp.models import Device
from django_otp.plugins.otp_static.models import StaticDevice

from goclub.common import notation
from goclub.common.http import is_ours
from goclub.common.limits import limited, try_again
from goclub.members.models import Member, User
from goclub.members.signing.forms import CodeForm
from goclub.members.signing.queries import codes_left, has_passkey
from goclub.members.signing.services import accept_code, seconds_locked

_KEY: Final = "second_factor"
#: Seconds between the password and the second factor.
HOLDS: Final = 600
#: After so many wrong codes the password is asked for again.
TRIES: Final = 5


def begin(request: HttpRequest, user: User, then: str) -> HttpResponse:
    """Remember whose password was right, and lead to the second step."""
    request.session.cycle_key()
    request.session[_KEY] = {
        "user": user.pk,
        "backend": user.backend,
        "hash": user.get_session_auth_hash(),
        "until": timezone.now().timestamp() + HOLDS,
        "tries": 0,
    }
    query = f"?{urlencode({'next': then})}" if then else ""
    return redirect(f"{reverse('members:second-factor')}{query}")


def pending_user(request: HttpRequest) -> User | None:
    """Whose password was right a moment ago in this session; None where nobody's was."""
    kept: dict[str, Any] | None = request.session.get(_KEY)
    if kept is None or kept["until"] < timezone.now().timestamp() or kept["tries"] >= TRIES:
        request.session.pop(_KEY, None)
        return None
    user = User.objects.filter(pk=kept["user"], is_active=True).first()
    if user is None or not constant_time_compare(user.get_session_auth_hash(), kept["hash"]):
        return None
    return user


def finish(request: HttpRequest, user: User, device: Device) -> None:
    """Sign in the owner of a device that was accepted."""
    kept = request.session.pop(_KEY)
    login(request, user, backend=kept["backend"])
    otp_login(request, device)


def after_sign_in(request: HttpRequest, user: User) -> str:
    """Where one wanted to go; an account of the command line without a member first enters."""
    if user.is_superuser and not Member.objects.filter(user=user.pk).exists():
        return reverse("members:found-self")
    then = request.POST.get("next") or request.GET.get("next") or ""
    return then if is_ours(request, then) else resolve_url(settings.LOGIN_REDIRECT_URL)


@never_cache
@sensitive_post_parameters("code")
@require_http_methods(["GET", "POST"])
@limited("second_factor")
def second_factor(request: HttpRequest) -> HttpResponse:
    """Ask for the second factor of the one whose password was right."""
    user = pending_user(request)
    if user is None:
        if request.user.is_authenticated:
            return redirect("home")
        messages.info(request, _("Sign in with your password first."))
        return redirect("members:sign-in")
    form = CodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        typed = form.cleaned_data["code"]
        seconds = seconds_locked(user=user, typed=typed)
        device = None if seconds else accept_code(user=user, typed=typed, at=timezone.now())
        if device is not None:
            finish(request, user, device)
            if isinstance(device, StaticDevice):
                _say_codes_left(request, user)
            return redirect(after_sign_in(request, user))
        if seconds:
            form.add_error("code", try_again(seconds))
        else:
            form.add_error("code", _("This code is not right, or was used before."))
            if _count_try(request) >= TRIES:
                messages.error(
                    request, _("Too many wrong codes. Sign in with your password again.")
                )
                return redirect("members:sign-in")
    context = {
        "form": form,
        "next": request.POST.get("next") or request.GET.get("next") or "",
        "has_passkey": has_passkey(user),
    }
    status = 422 if form.errors else 200
    return render(request, "members/signing/second_factor.html", context, status=status)


def _count_try(request: HttpRequest) -> int:
    kept = request.session[_KEY]
    tries: int = kept["tries"] + 1
    request.session[_KEY] = {**kept, "tries": tries}
    return tries


def _say_codes_left(request: HttpRequest, user: User) -> None:
    left = codes_left(user)
    text = ngettext(
        "You used a recovery code. %(n)s is left.",
        "You used a recovery code. %(n)s are left.",
        left,
    )
    messages.warning(request, text % {"n": notation.number(left)})
