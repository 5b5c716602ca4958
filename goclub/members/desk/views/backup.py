"""A backup at once, from the desk or in the first hour."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required, permission_required
from django.core.cache import cache
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from goclub.common.backups.making import start_backup
from goclub.members.requests import MemberRequest

#: Seconds in which a second press starts no second one.
_ENOUGH = 60


@login_required
@require_POST
@permission_required("members.change_clubsettings", raise_exception=True)
def back_up(request: MemberRequest) -> HttpResponse:
    """Start a backup; the desk says when it is there."""
    if cache.add("desk-backup-started", "yes", _ENOUGH):
        start_backup()
    messages.success(
        request, _("A backup is being made and tested. The desk will show it when it is ready.")
    )
    return redirect("members:desk")
