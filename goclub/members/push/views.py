"""The buttons of the notification settings that add and remove a device."""

from __future__ import annotations

import re
from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from goclub.common.refusals.registry import describe
from goclub.members.models import Member, PushDevice
from goclub.members.push.services.devices import add_device, remove_device
from goclub.members.push.services.keys import is_offered, make_key, public_text
from goclub.members.requests import MemberRequest
from ratings.errors import RuleError

#: Browsers and systems as they name themselves; the first that matches.
_BROWSERS: Final = {
    "Edg": "Edge", "OPR": "Opera", "SamsungBrowser": "Samsung Internet", "Firefox": "Firefox",
    "FxiOS": "Firefox", "CriOS": "Chrome", "Chrome": "Chrome", "Safari": "Safari",
}  # fmt: skip
_SYSTEMS: Final = {
    "Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "Windows": "Windows",
    "Macintosh": "macOS", "CrOS": "ChromeOS", "Linux": "Linux",
}  # fmt: skip


@login_required
@require_POST
def key(request: MemberRequest) -> HttpResponse:
    """Answer with the key under which a browser subscribes; it is made the first time."""
    _me(request)
    return JsonResponse({"key": public_text(make_key())})


@login_required
@require_POST
def add(request: MemberRequest) -> HttpResponse:
    """Keep the subscription of the browser that sends it."""
    sent = {name: request.POST.get(name, "") for name in ("endpoint", "p256dh", "auth")}
    name = device_name(request.headers.get("User-Agent", ""))
    try:
        add_device(member=_me(request), name=name, at=timezone.now(), **sent)
    except RuleError as error:
        return JsonResponse({"error": describe(error)}, status=422)
    messages.success(request, _("This device was added."))
    return HttpResponse(status=204)


@login_required
@require_POST
def remove(request: MemberRequest, pk: int) -> HttpResponse:
    """Remove one of my devices."""
    remove_device(device=get_object_or_404(PushDevice, pk=pk, member=_me(request)))
    messages.success(request, _("The device was removed."))
    return redirect("members:notices-settings")


def device_name(agent: str) -> str:
    """Return what a member knows a device by, from what the browser says of itself.

    >>> device_name("Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0")
    'Firefox · Android'
    """
    found = (
        next((name for sign, name in names.items() if re.search(rf"\b{sign}", agent)), "")
        for names in (_BROWSERS, _SYSTEMS)
    )
    return " · ".join(filter(None, found)) or "–"


def _me(request: MemberRequest) -> Member:
    if not is_offered():
        raise Http404
    if request.member is None:
        raise PermissionDenied
    return request.member
