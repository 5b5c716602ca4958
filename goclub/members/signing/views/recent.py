"""Asking for the password again before what an open session must not change for someone else."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from goclub.common.http import is_ours, status_of
from goclub.common.limits import limited
from goclub.members.requests import user_of
from goclub.members.signing.forms import PasswordForm

_KEY: Final = "signed_in_at"
#: Seconds for which a sign-in, or the password typed again, counts as recent.
RECENT: Final = 15 * 60


def note_time(sender: object, request: HttpRequest, **_more: object) -> None:  # noqa: ARG001
    """Receiver of ``user_logged_in``: keep in the session when its owner was last identified."""
    request.session[_KEY] = timezone.now().timestamp()


def is_recent(request: HttpRequest) -> bool:
    """Return whether the owner of this session was identified in the last 15 minutes."""
    since: float = request.session.get(_KEY, 0)
    return timezone.now().timestamp() - since < RECENT


def recent_sign_in(view: Callable[..., Any]) -> Callable[..., Any]:
    """Ask for the password first where the sign-in is older than 15 minutes."""

    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        if is_recent(request):
            return view(request, *args, **kwargs)
        query = urlencode({"next": request.path})
        return redirect(f"{reverse('members:confirm-password')}?{query}")

    return guarded


@never_cache
@login_required
@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
@limited("second_factor")
def confirm_password(request: HttpRequest) -> HttpResponse:
    """Ask for the password of the account that is signed in, then go on."""
    form = PasswordForm(request.POST or None, user=user_of(request))
    then = request.POST.get("next") or request.GET.get("next") or ""
    if request.method == "POST" and form.is_valid():
        request.session[_KEY] = timezone.now().timestamp()
        return redirect(then if is_ours(request, then) else "members:me")
    context = {"form": form, "next": then}
    return render(request, "members/signing/confirm.html", context, status=status_of(form))
