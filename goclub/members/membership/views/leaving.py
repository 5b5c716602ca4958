"""Leaving, being let go, and coming back with one press."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from goclub.common.confirmation import ask, is_confirmed
from goclub.common.forms import ReasonForm, WhyForm
from goclub.common.http import attempt, carried_out
from goclub.common.refusals.registry import add_refusal
from goclub.common.sharing import site_address
from goclub.members.membership.labels import leaving, letting_go
from goclub.members.membership.services.leaving import leave_club, retire_member, return_member
from goclub.members.membership.views.invitations import may_invite
from goclub.members.models import Member
from goclub.members.requests import MemberRequest, user_of
from ratings.errors import RuleError


@login_required
@require_http_methods(["GET", "POST"])
def leave(request: MemberRequest) -> HttpResponse:
    """Leave the club by oneself; says what happens, and asks once more."""
    member = request.member
    if member is None:
        raise PermissionDenied
    form = WhyForm(request.POST if is_confirmed(request) else None)
    if is_confirmed(request) and form.is_valid():
        reason = form.cleaned_data["reason"]
        try:
            leave_club(member=member, by=user_of(request), at=timezone.now(), reason=reason)
        except RuleError as error:
            add_refusal(form, error)
        else:
            logout(request)
            messages.success(request, _("You have left the club. You can join again at any time."))
            return redirect("home")
    return ask(request, leaving(form, back=reverse("members:me")))


@login_required
@may_invite
@require_POST
def let_go(request: MemberRequest, pk: int) -> HttpResponse:
    """Let a member go, with a reason; asks once more."""
    member = get_object_or_404(Member.objects.active(), pk=pk)
    form = ReasonForm(request.POST if is_confirmed(request) else None)
    if is_confirmed(request) and carried_out(
        request,
        form,
        lambda: retire_member(
            member=member, by=user_of(request), at=timezone.now(), **form.cleaned_data
        ),
        _("%(name)s is now a former member.") % {"name": member},
    ):
        return redirect(member)
    return ask(request, letting_go([member], form, back=member.get_absolute_url()))


@login_required
@may_invite
@require_POST
def come_back(request: MemberRequest, pk: int) -> HttpResponse:
    """Bring a former member back with one press."""
    member = get_object_or_404(Member, pk=pk)
    attempt(
        request,
        lambda: return_member(
            member=member,
            by=user_of(request),
            at=timezone.now(),
            on=timezone.localdate(),
            url=site_address(),
        ),
        _("%(name)s is a member again.") % {"name": member},
    )
    return redirect(member)
