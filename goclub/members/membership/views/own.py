"""A member's own affairs: the address, what is public, everything about him."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from goclub.common.http import attempt, status_of
from goclub.common.limits import limited
from goclub.common.sharing import site_address
from goclub.members.membership.forms.own import AddressForm, PublicForm
from goclub.members.membership.services.address import (
    ask_for_address,
    change_address,
    wanted_address,
)
from goclub.members.membership.services.own_data import zipped
from goclub.members.models import Member
from goclub.members.requests import MemberRequest, user_of


@login_required
@require_http_methods(["GET", "POST"])
@limited("password")
def address(request: MemberRequest) -> HttpResponse:
    """See one's address, and ask for another."""
    user = user_of(request)
    form = AddressForm(request.POST or None, user=user)
    if request.method == "POST" and form.is_valid():
        ask_for_address(
            user=user,
            email=form.cleaned_data["email"],
            at=timezone.now(),
            site=site_address(),
        )
        text = _(
            "An e-mail is on its way to %(address)s. Follow its link to confirm the new address."
        )
        messages.success(request, text % {"address": form.cleaned_data["email"]})
        return redirect("members:me")
    context = {"form": form, "user_email": user.email}
    return render(request, "members/people/address.html", context, status=status_of(form))


@never_cache
@require_http_methods(["GET", "POST"])
@limited("password")
def address_confirm(request: MemberRequest, token: str) -> HttpResponse:
    """The letter's link: one press makes the address one's own."""
    wanted = wanted_address(token)
    if wanted is None:
        return render(request, "members/people/address_closed.html", status=410)
    if request.method == "POST":
        attempt(
            request,
            lambda: change_address(token=token, at=timezone.now()),
            _("Your address has been changed. Sign in with %(address)s.") % {"address": wanted[1]},
        )
        return redirect("members:me" if request.user.is_authenticated else "members:sign-in")
    return render(request, "members/people/address_confirm.html", {"email": wanted[1]})


@login_required
@require_http_methods(["GET", "POST"])
def public(request: MemberRequest) -> HttpResponse:
    """What visitors see of oneself, within what the club shows."""
    form = PublicForm(request.POST or None, instance=_member(request))
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("Your visitor settings were saved."))
        return redirect("members:public")
    return render(request, "members/people/public.html", {"form": form}, status=status_of(form))


@login_required
@require_safe
def own_data(request: MemberRequest) -> HttpResponse:
    """What the archive of oneself holds."""
    _member(request)
    return render(request, "members/people/own_data.html")


@login_required
@require_POST
def own_archive(request: MemberRequest) -> StreamingHttpResponse:
    """Everything about oneself, in pieces."""
    response = StreamingHttpResponse(zipped(_member(request)), content_type="application/zip")
    response["Content-Disposition"] = 'attachment; filename="my-data.zip"'
    response["Cache-Control"] = "private, no-store"
    return response


def _member(request: MemberRequest) -> Member:
    if request.member is None:
        raise PermissionDenied
    return request.member
