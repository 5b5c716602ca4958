"""Asking for the password again before what an open session must not change for someone else."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from goclub.common.http import form_page
from goclub.common.limits import refused, seconds_to_wait
from goclub.members.forms import PasswordForm
from goclub.members.requests import user_of

_KEY: Final = "signed_in_at"
#: Before the name of the field for the password, among those that are sent again.
_PREFIX: Final = "confirm"
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
    """Ask for the password first where the sign-in is older than 15 minutes.

    The page that asks sends everything that was posted again, so that nothing is typed twice.
    """

    @never_cache
    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        if is_recent(request):
            return view(request, *args, **kwargs)
        if request.method != "POST":
            query = urlencode({"next": request.get_full_path()})
            return redirect(f"{reverse('members:confirm-password')}?{query}")
        answer = ask_password(request)
        return view(request, *args, **kwargs) if answer is None else answer

    return guarded


@sensitive_post_parameters()
def ask_password(request: HttpRequest) -> HttpResponse | None:
    """Return the page that asks for the password; None where the right one was sent."""
    is_sent = f"{_PREFIX}-password" in request.POST
    if is_sent and (seconds := seconds_to_wait(request, "second_factor")):
        return refused(request, seconds)
    form = PasswordForm(request.POST if is_sent else None, user=user_of(request), prefix=_PREFIX)
    if form.is_valid():
        request.session[_KEY] = timezone.now().timestamp()
        return None
    own = {"csrfmiddlewaretoken", form.add_prefix("password")}
    kept = [
        (name, value)
        for name, values in request.POST.lists()
        if name not in own
        for value in values
    ]
    context = {"form": form, "kept": kept}
    return form_page(request, "members/signing/confirm.html", context)
