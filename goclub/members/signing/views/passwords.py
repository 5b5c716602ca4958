"""Signing in, and passwords."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth import views as auth_views
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.contrib.messages.views import SuccessMessageMixin
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from goclub.common.forms import bare_helper
from goclub.common.http import is_ours
from goclub.common.limits import limited, refused, seconds_to_wait
from goclub.members.models import User
from goclub.members.queries import has_factor
from goclub.members.recent import ask_password
from goclub.members.requests import user_of
from goclub.members.signing.forms import OwnPasswordForm, SignInForm
from goclub.members.signing.views.second import after_sign_in, begin


class SignIn(auth_views.LoginView):
    """The page to sign in."""

    template_name = "members/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Sign in; whoever has a second factor is asked for it first."""
        user = form.get_user()
        assert isinstance(user, User)
        if has_factor(user):
            return begin(self.request, user, self.get_redirect_url())
        return super().form_valid(form)

    def get_success_url(self) -> str:
        """Where one wanted to go; an account of the command line without a member first enters."""
        return after_sign_in(self.request, user_of(self.request))

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


class PasswordResetConfirm(SuccessMessageMixin[BaseForm], auth_views.PasswordResetConfirmView):
    """The page that the letter leads to."""

    extra_context = {"helper": bare_helper()}
    template_name = "members/password_confirm.html"
    success_url = reverse_lazy("members:sign-in")
    success_message = gettext_lazy("Your password was changed. Please sign in with it.")


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def confirm_password(request: HttpRequest) -> HttpResponse:
    """Ask for the password of the account that is signed in, then go on."""
    answer = ask_password(request)
    if answer is not None:
        return answer
    then = request.GET.get("next", "")
    return redirect(then if is_ours(request, then) else "members:me")
