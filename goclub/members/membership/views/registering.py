"""Somebody whom the office enters by hand."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from goclub.common.http import status_of
from goclub.common.notation import labelled
from goclub.common.refusals.registry import add_refusal
from goclub.common.sharing import site_address
from goclub.members.membership.forms.inviting import RegisterForm
from goclub.members.membership.labels import outcome_text
from goclub.members.membership.services.admission import register_member
from goclub.members.membership.services.invitations import invite_members
from goclub.members.membership.views.invitations import may_invite
from goclub.members.models import Member, User
from goclub.members.requests import MemberRequest, user_of
from ratings.errors import RuleError


@login_required
@may_invite
@require_http_methods(["GET", "POST"])
def register(request: MemberRequest) -> HttpResponse:
    """Enter somebody as a member, with or without an address."""
    user = user_of(request)
    form = RegisterForm(
        request.POST or None,
        initial={"language": get_language(), "time_zone": get_current_timezone_name()},
    )
    if not user.has_perm("members.see_birth_date"):
        del form.fields["birth_date"]
    if request.method == "POST" and form.is_valid():
        try:
            member = _register(form, user)
        except RuleError as error:
            add_refusal(form, error)
        else:
            messages.success(request, _("%(name)s is now a member.") % {"name": member})
            if form.cleaned_data["invite"] and member.contact_email:
                _invite(request, member, user)
            return redirect("members:register" if "next" in request.POST else member)
    context = {"form": form}
    status = status_of(form)
    return render(request, "members/membership/register.html", context, status=status)


def _register(form: RegisterForm, user: User) -> Member:
    data = dict(form.cleaned_data)
    for name in ("invite", "another"):
        data.pop(name)
    return register_member(
        by=user,
        at=timezone.now(),
        on=data.pop("joined_on"),
        rank=data.pop("declared_rank"),
        points=data.pop("declared_points"),
        **data,
    )


def _invite(request: MemberRequest, member: Member, user: User) -> None:
    site = site_address()
    for outcome in invite_members(members=[member], by=user, at=timezone.now(), site=site):
        messages.success(request, labelled(outcome.address, outcome_text(outcome)))
