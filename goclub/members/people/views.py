"""One's own profile and picture, the look and the language."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import check_for_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from goclub.common.http import form_page, is_ours
from goclub.common.limits import limited
from goclub.common.photos import picture_file
from goclub.members.actions import ActionView, ButtonView
from goclub.members.context import THEMES
from goclub.members.models import Member, MemberPicture
from goclub.members.people.forms import PictureForm, ProfileForm
from goclub.members.people.services import choose_language, remove_picture, save_picture
from goclub.members.requests import Act, MemberRequest, member_of, user_of
from goclub.members.visitors import rights_of
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
    return form_page(request, "members/me.html", {"form": form})


@method_decorator(limited("upload"), name="post")
class Picture(ActionView):
    """Choose a picture of oneself."""

    form_class = PictureForm
    template_name = "members/people/picture.html"
    done = gettext_lazy("Your picture was saved.")

    def find(self) -> None:
        self.member = member_of(self.request)

    def get_form_kwargs(self) -> dict[str, Any]:
        """Return what was sent, with the file."""
        kwargs = super().get_form_kwargs()
        return {**kwargs, "files": self.request.FILES} if "data" in kwargs else kwargs

    def carry_out(self, act: Act, form: PictureForm) -> Member:
        return save_picture(act, self.member, form.cleaned_data["picture"])


class PictureRemoval(ButtonView):
    """Remove a member's picture: one's own, or as an admin."""

    done = gettext_lazy("The picture was removed.")

    def find(self, pk: int) -> None:
        self.back = self.member = get_object_or_404(Member.objects.players(), pk=pk)

    def carry_out(self, act: Act, _form: object) -> Member:
        return remove_picture(act, self.member)


@require_safe
def face(request: MemberRequest, pk: int, digest: str, size: str) -> HttpResponse:
    """Return the picture of a member; only to those who see it by the club's settings."""
    picture = get_object_or_404(
        MemberPicture.objects.select_related("member"), member=pk, digest=digest
    )
    if not rights_of(request).face_of(picture.member):
        raise Http404
    return picture_file(picture, size)


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
