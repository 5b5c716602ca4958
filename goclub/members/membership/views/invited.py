"""Where an invited person comes in."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from goclub.common.limits import limited
from goclub.common.refusals.registry import add_refusal
from goclub.common.sharing import site_address
from goclub.members.membership.forms.invited import AcceptForm, FollowForm
from goclub.members.membership.queries import login_of, member_of_login
from goclub.members.membership.services.accepting import accept_invitation
from goclub.members.membership.services.invitations import follow_link
from goclub.members.models import Invitation, Member
from goclub.members.requests import MemberRequest
from ratings.errors import RuleError

_BACKEND = "goclub.members.backends.NameOrEmailBackend"


@never_cache
@require_http_methods(["GET", "POST"])
@limited("join")
def invited(request: MemberRequest, code: str) -> HttpResponse:
    """An invitation: a page to name an address (a link), or to choose a password (a letter)."""
    invitation = Invitation.objects.select_related("member").filter(code=code).first()
    if invitation is None or not invitation.is_open(timezone.now()):
        status = 404 if invitation is None else 410
        return render(request, "members/membership/closed.html", status=status)
    if request.user.is_authenticated:
        return render(request, "members/membership/signed_in.html")
    return _accept(request, invitation) if invitation.email else _follow(request, invitation)


@require_safe
def sent(request: MemberRequest) -> HttpResponse:
    """A letter is on its way to whoever followed a link."""
    return render(request, "members/membership/sent.html")


def _follow(request: MemberRequest, link: Invitation) -> HttpResponse:
    form = FollowForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            follow_link(
                link=link,
                language=get_language() or settings.LANGUAGE_CODE,
                at=timezone.now(),
                site=site_address(),
                **form.cleaned_data,
            )
        except RuleError as error:
            add_refusal(form, error)
        else:
            return redirect("members:invited-sent")
    status = 422 if form.errors else 200
    return render(request, "members/membership/follow.html", {"form": form}, status=status)


def _accept(request: MemberRequest, invitation: Invitation) -> HttpResponse:
    there = member_of_login(login_of(invitation.email)) or invitation.member
    form = AcceptForm(
        request.POST or None,
        email=invitation.email,
        known=there is not None,
        initial={
            "language": get_language(),
            "display_name": invitation.name,
            "time_zone": there.time_zone if there else timezone.get_current_timezone_name(),
        },
    )
    if request.method == "POST" and form.is_valid():
        try:
            member = accept_invitation(
                invitation=invitation,
                at=timezone.now(),
                on=timezone.localdate(),
                **{"display_name": "", **form.cleaned_data},
            )
        except RuleError as error:
            add_refusal(form, error)
        else:
            return _welcome(request, member)
    context = {"form": form, "there": there, "invitation": invitation}
    status = 422 if form.errors else 200
    return render(request, "members/membership/accept.html", context, status=status)


def _welcome(request: MemberRequest, member: Member) -> HttpResponse:
    if member.status != Member.Status.MEMBER or member.user is None:
        return redirect("members:joined")
    login(request, member.user, backend=_BACKEND)
    messages.success(request, _("Welcome, %(name)s! You are a member.") % {"name": member})
    return redirect("home")
