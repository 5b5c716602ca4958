"""Founding the club, its first hour, and what it says to visitors."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required, permission_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from goclub.common.http import carried_out, form_page
from goclub.common.limits import limited
from goclub.common.photos import picture_file
from goclub.common.refusals.registry import add_refusal
from goclub.members.actions import ActionView
from goclub.members.founding.forms import FounderForm, FoundForm, WelcomeForm
from goclub.members.founding.services import (
    enter_superuser,
    found_club,
    may_found,
    put_first_hour_away,
    save_welcome,
    tasks,
)
from goclub.members.mail.services.writing import post_test_letter
from goclub.members.models import ClubPicture, Member
from goclub.members.queries import chairs
from goclub.members.requests import Act, MemberRequest, act_of, user_of
from ratings.errors import RuleError

_BACKEND = "goclub.members.backends.NameOrEmailBackend"
_STRENGTH = {"rank": "declared_rank", "points": "declared_points"}
is_chair = permission_required("members.set_role", raise_exception=True)


@never_cache
@require_http_methods(["GET", "POST"])
@limited("join")
def found(request: MemberRequest, token: str) -> HttpResponse:
    """The founder's page, behind a link that only the owner of the machine has."""
    if not may_found(token):
        return render(request, "members/founding/founded.html", status=410)
    form = FoundForm(
        request.POST or None,
        initial={"club_language": get_language(), "time_zone": settings.TIME_ZONE},
    )
    if request.method == "POST" and form.is_valid():
        try:
            member = _found(form)
        except RuleError as error:
            add_refusal(form, error, _STRENGTH)
        else:
            login(request, member.user, backend=_BACKEND)
            messages.success(request, _("The club has been created, and you are its chair."))
            return redirect("members:first-hour")
    context = {"form": form}
    return form_page(request, "members/founding/found.html", context)


def _found(form: FoundForm) -> Member:
    data = form.cleaned_data
    club = {
        "name": data["club_name"],
        "mark": data["mark"],
        "language": data["club_language"],
        "time_zone": data["time_zone"],
        "visitors_see": data["visitors_see"],
    }
    return found_club(
        at=timezone.now(),
        on=timezone.localdate(),
        club=club,
        email=data["email"],
        password=data["password"],
        language=data["club_language"],
        time_zone=data["time_zone"],
        **_person(form),
    )


def _person(form: FounderForm) -> dict[str, Any]:
    data = form.cleaned_data
    return {
        "display_name": data["display_name"],
        "romanised_name": data["romanised_name"],
        "rank": data["declared_rank"],
        "points": data["declared_points"],
        "declared_rank": data["declared_rank"],
        "declared_points": data["declared_points"],
    }


@login_required
@require_http_methods(["GET", "POST"])
def found_self(request: MemberRequest) -> HttpResponse:
    """A login of the command line becomes a member, and the chair where the club has none."""
    user = user_of(request)
    if request.member is not None:
        return redirect("home")
    if not user.is_superuser:
        raise PermissionDenied
    form = FounderForm(request.POST or None)
    if request.method == "POST" and carried_out(
        request,
        form,
        lambda: enter_superuser(
            user=user,
            at=timezone.now(),
            on=timezone.localdate(),
            language=get_language(),
            time_zone=timezone.get_current_timezone_name(),
            **_person(form),
        ),
        _("Welcome, %(name)s! You are a member.") % {"name": request.POST.get("display_name", "")},
        _STRENGTH,
    ):
        return redirect("members:first-hour" if user.has_perm("members.set_role") else "home")
    context = {"form": form, "becomes_chair": not chairs().exists()}
    return form_page(request, "members/founding/self.html", context)


@login_required
@is_chair
@require_safe
def first_hour(request: MemberRequest) -> HttpResponse:
    """What a new club does next, and what of it is done."""
    done_of = [(task, task.is_done()) for task in tasks()]
    context = {"tasks": done_of, "done": sum(done for _task, done in done_of)}
    return render(request, "members/founding/first_hour.html", context)


@login_required
@is_chair
@require_POST
def put_away(request: MemberRequest) -> HttpResponse:
    """Show the list of the first hour no more on the start page."""
    put_first_hour_away(act_of(request))
    messages.success(request, _("List hidden."))
    return redirect("home")


@login_required
@is_chair
@require_POST
def test_letter(request: MemberRequest) -> HttpResponse:
    """A letter to oneself."""
    user = user_of(request)
    post_test_letter(to=user.email, at=timezone.now(), language=get_language())
    text = _("An e-mail to %(address)s is in the outbox. It should arrive within a few minutes.")
    messages.success(request, text % {"address": user.email})
    return redirect("members:first-hour")


class Welcome(ActionView):
    """What visitors see first: the texts and the pictures of the club."""

    template_name = "members/founding/welcome.html"
    done = gettext_lazy("The welcome was saved.")

    def find(self) -> None:
        if not user_of(self.request).has_perm("members.change_clubsettings"):
            raise PermissionDenied

    def get_form(self, form_class: object = None) -> WelcomeForm:  # noqa: ARG002
        """Return the form with a text for each language."""
        return WelcomeForm(
            self.request.POST or None, self.request.FILES or None, club=self.request.club
        )

    def context_for(self, form: WelcomeForm) -> dict[str, Any]:  # noqa: ARG002
        """Return the pictures that are there."""
        return {"pictures": ClubPicture.objects.defer("small", "large")}

    def carry_out(self, act: Act, form: WelcomeForm) -> str:
        save_welcome(act, texts=form.texts(), pictures=form.pictures())
        return reverse("members:welcome")


@require_safe
def club_picture(request: MemberRequest, digest: str, size: str) -> HttpResponse:  # noqa: ARG001
    """Return a picture of the club, which everyone may see."""
    # The same file may stand in both places.
    picture = ClubPicture.objects.filter(digest=digest).first()
    if picture is None:
        raise Http404
    return picture_file(picture, size)
