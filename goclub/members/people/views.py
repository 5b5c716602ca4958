"""One's own profile, the look and the language."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import check_for_language
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from goclub.common.http import is_ours
from goclub.members.context import THEMES
from goclub.members.people.forms import (
    ProfileForm,
)
from goclub.members.people.services import choose_language
from goclub.members.requests import MemberRequest, user_of
from goclub.members.visits import note_visit

#: How long a browser remembers a choice, in seconds.
A_YEAR = 365 * 86400


@login_required
@require_POST
def visit(request: MemberRequest) -> HttpResponse:
    """Note that the reader is here: an open page sends this, as reading writes nothing."""
    note_visit(user=user_of(request), at=timezone.now())
    return HttpResponse(status=204)


@login_required
@require_http_methods(["GET", "POST"])
def me(request: MemberRequest) -> HttpResponse:
    """One's own profile."""
    member = request.member
    if member is None:
        raise PermissionDenied
    form = ProfileForm(request.POST or None, instance=member)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("Your profile was saved."))
        return redirect("games:profile", pk=member.pk)
    return render(request, "members/me.html", {"form": form}, status=422 if form.errors else 200)


# Language and look ask for no token: every page has their forms, also a visitor's that could be
# kept for many, and what a stranger's page could choose for somebody is changed back in one press.
@csrf_exempt
@require_POST
def theme(request: MemberRequest) -> HttpResponse:
    """Keep the chosen look, light or dark, in a cookie; empty follows the device."""
    response = _back(request)
    chosen = request.POST.get("theme", "")
    if chosen in THEMES:
        response.set_cookie("theme", chosen, max_age=A_YEAR, samesite="Lax", httponly=True)
    else:
        response.delete_cookie("theme")
    return response


@csrf_exempt
@require_POST
def language(request: MemberRequest) -> HttpResponse:
    """Store the chosen language: a member's in the profile, a visitor's in a cookie."""
    response = _back(request)
    chosen = request.POST.get("language", "")
    if not check_for_language(chosen) or chosen not in dict(settings.LANGUAGES):
        return response
    member = request.member
    if member:
        choose_language(member=member, language=chosen)
    name = settings.LANGUAGE_COOKIE_NAME
    response.set_cookie(name, chosen, max_age=A_YEAR, samesite="Lax", httponly=True)
    return response


def _back(request: MemberRequest) -> HttpResponse:
    """To the page from which a form was sent, if it is one of ours."""
    back = request.POST.get("next", "/")
    return redirect(back if is_ours(request, back) else "/")
