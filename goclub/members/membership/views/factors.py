"""The chair resets the second factor of a member who lost it."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from goclub.common.confirmation import ask, is_confirmed
from goclub.common.http import attempt
from goclub.members.membership.labels import resetting_factor
from goclub.members.membership.services.factors import reset_second_factor
from goclub.members.models import Member
from goclub.members.recent import recent_sign_in
from goclub.members.requests import MemberRequest, user_of


@recent_sign_in
@require_http_methods(["GET", "POST"])
def reset(request: MemberRequest, pk: int) -> HttpResponse:
    """Remove all factors of a member; says what happens, and asks once more."""
    user = user_of(request)
    if not user.has_perm("members.set_role"):
        raise PermissionDenied
    member = get_object_or_404(Member.objects.select_related("user"), pk=pk)
    if not is_confirmed(request):
        return ask(request, resetting_factor(member))
    attempt(
        request,
        lambda: reset_second_factor(member=member, by=user, at=timezone.now()),
        _("The second factor of %(name)s was reset.") % {"name": member},
    )
    return redirect(member)
