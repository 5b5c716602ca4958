"""Joining, signing in, passwords, and one's own profile."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import views as auth_views
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import PasswordChangeForm, PasswordResetForm
from django.contrib.messages.views import SuccessMessageMixin
from django.core.exceptions import PermissionDenied
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import check_for_language, get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from goclub.common.forms import bare_helper
from goclub.common.limits import limited, refused, seconds_to_wait
from goclub.members import services
from goclub.members.context import THEMES
from goclub.members.forms import (
    ForgottenPasswordForm,
    JoinForm,
    OwnPasswordForm,
    ProfileForm,
    SignInForm,
)
from goclub.members.requests import MemberRequest

#: How long a browser remembers a choice, in seconds.
A_YEAR = 365 * 86400


class SignIn(auth_views.LoginView):
    """The page to sign in."""

    template_name = "members/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        """Try a password, unless this address has tried too many; the name typed stays."""
        seconds = seconds_to_wait(request, "sign_in")
        if not seconds:
            return super().post(request, *args, **kwargs)
        typed: dict[str, object] = {"username": request.POST.get("username", "")[:254]}
        context = self.get_context_data(form=SignInForm(request, initial=typed))
        return refused(request, seconds, self.template_name, context)


def locked_out(
    request: HttpRequest, _response: HttpResponse | None = None, _credentials: object = None
) -> HttpResponse:
    """Five wrong passwords: the door is closed for a while; called by axes."""
    response = render(request, "members/locked_out.html", status=429)
    # Every further try begins the time anew.
    response["Retry-After"] = str(round(settings.AXES_COOLOFF_TIME * 3600))
    return response


@method_decorator(limited("password"), "dispatch")
class PasswordChange(SuccessMessageMixin[PasswordChangeForm], auth_views.PasswordChangeView):
    """Another password for oneself."""

    form_class = OwnPasswordForm
    template_name = "members/password.html"
    success_url = reverse_lazy("members:me")
    success_message = gettext_lazy("Your password was changed.")
    extra_context = {"title": gettext_lazy("Change your password")}


class PasswordReset(SuccessMessageMixin[PasswordResetForm], auth_views.PasswordResetView):
    """A letter to those who forgot their password."""

    form_class = ForgottenPasswordForm
    template_name = "members/password.html"
    email_template_name = "members/email/reset.txt"
    subject_template_name = "members/email/reset_subject.txt"
    success_url = reverse_lazy("members:sign-in")
    success_message = gettext_lazy(
        "If the address belongs to a member, a letter with a link is on its way."
    )
    extra_context = {"title": gettext_lazy("Forgot your password?")}

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        """Send the letter, unless this address has asked for too many; the address stays."""
        seconds = seconds_to_wait(request, "password")
        if not seconds:
            return super().post(request, *args, **kwargs)
        self.initial = {"email": request.POST.get("email", "")[:254]}
        form = self.form_class(initial=self.initial)
        return refused(request, seconds, self.template_name, self.get_context_data(form=form))


class PasswordResetConfirm(SuccessMessageMixin[BaseForm], auth_views.PasswordResetConfirmView):
    """The page that the letter leads to."""

    extra_context = {"helper": bare_helper()}
    template_name = "members/password_confirm.html"
    success_url = reverse_lazy("members:sign-in")
    success_message = gettext_lazy("Your password was changed. Please sign in with it.")


@require_http_methods(["GET", "POST"])
def join(request: MemberRequest) -> HttpResponse:
    """Ask to become a member."""
    if request.user.is_authenticated:
        return redirect("home")
    if request.method == "POST" and (seconds := seconds_to_wait(request, "join")):
        typed: dict[str, object] = {
            name: request.POST.get(name, "") for name in JoinForm.base_fields
        }
        form = JoinForm(initial={**typed, "password": ""})
        return refused(request, seconds, "members/join.html", {"form": form})
    form = JoinForm(request.POST or None, initial={"language": get_language()})
    if request.method == "POST" and form.is_valid():
        data = dict(form.cleaned_data)
        services.ask_to_join(
            at=timezone.now(),
            email=data.pop("email"),
            password=data.pop("password"),
            display_name=data.pop("display_name"),
            url=request.build_absolute_uri("/"),
            **data,
        )
        return redirect("members:joined")
    return render(request, "members/join.html", {"form": form}, status=422 if form.errors else 200)


def joined(request: MemberRequest) -> HttpResponse:
    """What happens after a request to join."""
    return render(request, "members/joined.html")


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


@require_POST
def language(request: MemberRequest) -> HttpResponse:
    """Keep the chosen language: a member's in his profile, a visitor's in a cookie."""
    response = _back(request)
    chosen = request.POST.get("language", "")
    if not check_for_language(chosen) or chosen not in dict(settings.LANGUAGES):
        return response
    member = request.member
    if member:
        services.choose_language(member=member, language=chosen)
    name = settings.LANGUAGE_COOKIE_NAME
    response.set_cookie(name, chosen, max_age=A_YEAR, samesite="Lax", httponly=True)
    return response


def _back(request: MemberRequest) -> HttpResponse:
    """To the page from which a form was sent, if it is one of ours."""
    back = request.POST.get("next", "/")
    ours = url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()})
    return redirect(back if ours else "/")
