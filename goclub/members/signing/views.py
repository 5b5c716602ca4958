"""Signing in: passwords, the second step by code or passkey, and the factors of one's account.

Until the second step is taken nobody is signed in: the session only remembers whose password was
right.
"""

from __future__ import annotations

from base64 import b32encode
from typing import Any, Final
from urllib.parse import quote, urlencode

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth import views as auth_views
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.contrib.messages.views import SuccessMessageMixin
from django.core import signing
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render, resolve_url
from django.urls import reverse, reverse_lazy
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe
from django_otp import login as otp_login
from django_otp.models import Device
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import default_key
from django_otp_webauthn import exceptions
from django_otp_webauthn.models import WebAuthnCredential
from django_otp_webauthn.views import (
    BaseWebAuthnView,
    BeginCredentialAuthenticationView,
    BeginCredentialRegistrationView,
    CompleteCredentialAuthenticationView,
    CompleteCredentialRegistrationView,
)

from goclub.common import notation
from goclub.common.forms import bare_helper
from goclub.common.http import (
    RefusedFormMixin,
    form_page,
    is_ours,
    render_once,
    show_once,
    shown_once,
)
from goclub.common.limits import limited, refused, seconds_to_wait, try_again
from goclub.common.pictures import qr_svg
from goclub.common.refusals.registry import add_refusal
from goclub.members.forms import PasswordForm
from goclub.members.models import Member, User
from goclub.members.queries import club_settings, has_factor, lacks_factor
from goclub.members.recent import ask_password, is_recent, recent_sign_in
from goclub.members.requests import MemberRequest, user_of
from goclub.members.signing.forms import AppForm, CodeForm, OwnPasswordForm, SignInForm
from goclub.members.signing.queries import (
    FACTORS,
    codes_left,
    devices_of,
    factors_of,
    has_passkey,
)
from goclub.members.signing.services import (
    accept_code,
    add_app,
    remove_factor,
    renew_codes,
    seconds_locked,
    tell_of_change,
)
from ratings.errors import RuleError

_KEY: Final = "second_factor"
#: Seconds between the password and the second factor.
HOLDS: Final = 600
#: After so many wrong codes the password is asked for again.
TRIES: Final = 5


def begin(request: HttpRequest, user: User, then: str) -> HttpResponse:
    """Remember whose password was right, and lead to the second step."""
    request.session.cycle_key()
    request.session[_KEY] = {
        "user": user.pk,
        "backend": user.backend,
        "hash": user.get_session_auth_hash(),
        "until": timezone.now().timestamp() + HOLDS,
        "tries": 0,
    }
    query = f"?{urlencode({'next': then})}" if then else ""
    return redirect(f"{reverse('members:second-factor')}{query}")


def pending_user(request: HttpRequest) -> User | None:
    """Whose password was right a moment ago in this session; None where nobody's was."""
    kept: dict[str, Any] | None = request.session.get(_KEY)
    if kept is None or kept["until"] < timezone.now().timestamp() or kept["tries"] >= TRIES:
        request.session.pop(_KEY, None)
        return None
    user = User.objects.filter(pk=kept["user"], is_active=True).first()
    if user is None or not constant_time_compare(user.get_session_auth_hash(), kept["hash"]):
        return None
    return user


def finish(request: HttpRequest, user: User, device: Device) -> None:
    """Sign in the owner of a device that was accepted."""
    kept = request.session.pop(_KEY)
    login(request, user, backend=kept["backend"])
    otp_login(request, device)


def after_sign_in(request: HttpRequest, user: User) -> str:
    """Where one wanted to go; an account of the command line without a member first enters."""
    if user.is_superuser and not Member.objects.filter(user=user.pk).exists():
        return reverse("members:found-self")
    then = request.POST.get("next") or request.GET.get("next") or ""
    return then if is_ours(request, then) else resolve_url(settings.LOGIN_REDIRECT_URL)


@never_cache
@sensitive_post_parameters("code")
@require_http_methods(["GET", "POST"])
@limited("second_factor")
def second_factor(request: HttpRequest) -> HttpResponse:
    """Ask for the second factor of the one whose password was right."""
    user = pending_user(request)
    if user is None:
        if request.user.is_authenticated:
            return redirect("home")
        messages.info(request, _("Sign in with your password first."))
        return redirect("members:sign-in")
    form = CodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        typed = form.cleaned_data["code"]
        seconds = seconds_locked(user=user, typed=typed)
        device = None if seconds else accept_code(user=user, typed=typed, at=timezone.now())
        if device is not None:
            finish(request, user, device)
            if isinstance(device, StaticDevice):
                _say_codes_left(request, user)
            return redirect(after_sign_in(request, user))
        if seconds:
            form.add_error("code", try_again(seconds))
        else:
            form.add_error("code", _("This code is not right, or was used before."))
            if _count_try(request) >= TRIES:
                messages.error(
                    request, _("Too many wrong codes. Sign in with your password again.")
                )
                return redirect("members:sign-in")
    context = {
        "form": form,
        "next": request.POST.get("next") or request.GET.get("next") or "",
        "has_passkey": has_passkey(user),
    }
    return form_page(request, "members/signing/second_factor.html", context)


def _count_try(request: HttpRequest) -> int:
    kept = request.session[_KEY]
    tries: int = kept["tries"] + 1
    request.session[_KEY] = {**kept, "tries": tries}
    return tries


def _say_codes_left(request: HttpRequest, user: User) -> None:
    left = codes_left(user)
    text = ngettext(
        "You used a recovery code. %(n)s is left.",
        "You used a recovery code. %(n)s are left.",
        left,
    )
    messages.warning(request, text % {"n": notation.number(left)})


_SALT: Final = "members.second-factor.app"
#: Seconds for which a secret that was shown can be confirmed.
_HOLDS: Final = 3600


@never_cache
@login_required
@require_safe
def factors(request: MemberRequest) -> HttpResponse:
    """What one has, and what can be added."""
    user = user_of(request)
    context = {
        "factors": factors_of(user),
        "codes_left": codes_left(user),
        "is_demanded": lacks_factor(user, request.club),
        "is_recent": is_recent(request),
    }
    return render(request, "members/signing/factors.html", context)


@never_cache
@recent_sign_in
@sensitive_post_parameters("key", "code")
@require_http_methods(["GET", "POST"])
@limited("second_factor")
def app(request: HttpRequest) -> HttpResponse:
    """Add an authenticator app: its secret as a picture and as text, and its first code."""
    user = user_of(request)
    form = AppForm(request.POST or None)
    shown = _shown_secret(user, request.POST.get("key", ""))
    if request.method == "POST" and form.is_valid():
        if not shown:
            form.add_error("code", _("This page is too old. Scan the new QR code and try again."))
        else:
            try:
                device = add_app(
                    user=user, key=shown, typed=form.cleaned_data["code"], at=timezone.now()
                )
            except RuleError as error:
                add_refusal(form, error)
            else:
                otp_login(request, device)
                messages.success(request, _("The authenticator app was added."))
                if not codes_left(user):
                    return _show_codes(request, user, tells=False)
                return redirect("members:factors")
    secret = shown or default_key()
    plain = b32encode(bytes.fromhex(secret)).decode("ascii")
    context = {
        "form": form,
        "key": signing.dumps([user.pk, secret], salt=_SALT),
        "code": qr_svg(_address_of(user, plain)),
        "secret": " ".join(plain[at : at + 4] for at in range(0, len(plain), 4)),
    }
    return form_page(request, "members/signing/app.html", context)


@never_cache
@login_required
@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
@limited("second_factor")
def codes(request: HttpRequest) -> HttpResponse:
    """Create new recovery codes, which are shown this once."""
    user = user_of(request)
    if not has_factor(user):
        return redirect("members:factors")
    if fresh := shown_once(request):
        return render_once(request, "members/signing/codes.html", {"codes": fresh.split()})
    form = PasswordForm(request.POST or None, user=user)
    if request.method == "POST" and form.is_valid():
        return _show_codes(request, user)
    context = {"form": form, "codes_left": codes_left(user)}
    return form_page(request, "members/signing/renew_codes.html", context)


@never_cache
@login_required
@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
@limited("second_factor")
def remove(request: HttpRequest, kind: str, pk: int) -> HttpResponse:
    """Remove one factor; the password says that it is the owner who asks."""
    user = user_of(request)
    if kind not in FACTORS:
        raise Http404
    get_object_or_404(FACTORS[kind], user=user, pk=pk, confirmed=True)
    form = PasswordForm(request.POST or None, user=user)
    if request.method == "POST" and form.is_valid():
        remove_factor(user=user, kind=kind, pk=pk, at=timezone.now())
        if left := devices_of(user):  # this session goes on by one of the others
            otp_login(request, left[0])
        messages.success(request, _("The second factor was removed."))
        return redirect("members:factors")
    context = {"form": form, "kind": kind}
    return form_page(request, "members/signing/remove_factor.html", context)


def _show_codes(request: HttpRequest, user: User, *, tells: bool = True) -> HttpResponse:
    fresh = renew_codes(user=user, at=timezone.now(), tells=tells)
    shown = " ".join(f"{code[:4]}-{code[4:]}" for code in fresh)
    return show_once(request, "members:factor-codes", shown)


def _shown_secret(user: User, signed: str) -> str:
    """The secret that this account was shown; "" where it was another, or too long ago."""
    try:
        pk, secret = signing.loads(signed, salt=_SALT, max_age=_HOLDS)
    except (signing.BadSignature, ValueError, TypeError):
        return ""
    return str(secret) if pk == user.pk else ""


def _address_of(user: User, plain: str) -> str:
    """What apps read from the picture: the secret, under the names of the club and the account."""
    club = club_settings().name.replace(":", " ")
    query = urlencode({"secret": plain, "issuer": club}, quote_via=quote)
    return f"otpauth://totp/{quote(f'{club}:{user.get_username()}')}?{query}"


_counted = method_decorator(limited("second_factor"), name="dispatch")


def club_name(request: HttpRequest) -> str:  # noqa: ARG001 - named so by the library
    """By which name a browser shows the site when it asks for a passkey."""
    return club_settings().name


class _Sent(BaseWebAuthnView):
    """A step of a ceremony: it is sent, and what cannot be read is refused in words."""

    http_method_names = ["post"]

    def _parse_request_data(self, request: HttpRequest) -> Any:
        try:
            return super()._parse_request_data(request)
        except (ValueError, RecursionError):
            raise exceptions.MalformedRequest from None


class _RecentOwner(_Sent):
    """A passkey is added by whoever has just given the password."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Refuse a session whose sign-in is too old; the page asks for the password first."""
        if request.user.is_authenticated and not is_recent(request):
            raise PermissionDenied
        answer: HttpResponse = super().dispatch(request, *args, **kwargs)
        return answer


@_counted
class BeginAdding(_RecentOwner, BeginCredentialRegistrationView):
    """What the browser needs to make a passkey."""


@_counted
class CompleteAdding(_RecentOwner, CompleteCredentialRegistrationView):
    """The passkey that the browser made."""

    def post(self, *args: object, **kwargs: object) -> HttpResponse:
        """Keep it, and tell its owner."""
        try:
            with transaction.atomic():
                answer: HttpResponse = super().post(*args, **kwargs)
        except IntegrityError:  # it is somebody's already
            raise exceptions.UnprocessableEntity from None
        tell_of_change(user=self.get_user(), change="passkey_added", at=timezone.now())
        return answer


class _PendingUser(_Sent):
    """The ceremony is that of the one whose password was right a moment ago."""

    def get_user(self) -> User | None:
        """Whoever takes the second step."""
        return pending_user(self.request)

    def check_can_authenticate(self) -> None:
        """Refuse whoever gave no password: a passkey is the second step, never the only one."""
        if self.get_user() is None:
            raise exceptions.NotAuthenticated


@_counted
class BeginUsing(_PendingUser, BeginCredentialAuthenticationView):
    """What the browser needs to ask for a passkey."""


@_counted
class CompleteUsing(_PendingUser, CompleteCredentialAuthenticationView):
    """What the passkey signed."""

    def complete_auth(self, device: WebAuthnCredential) -> None:
        """Sign in the owner of the passkey."""
        finish(self.request, device.user, device)

    def get_success_url(self) -> str:
        """Where one wanted to go."""
        return after_sign_in(self.request, user_of(self.request))


class SignIn(RefusedFormMixin, auth_views.LoginView):
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
class PasswordChange(
    RefusedFormMixin, SuccessMessageMixin[PasswordChangeForm], auth_views.PasswordChangeView
):
    """Another password for oneself."""

    form_class = OwnPasswordForm
    template_name = "members/password.html"
    success_url = reverse_lazy("members:me")
    success_message = gettext_lazy("Your password was changed.")
    extra_context = {"title": gettext_lazy("Change your password")}


class PasswordResetConfirm(
    RefusedFormMixin, SuccessMessageMixin[BaseForm], auth_views.PasswordResetConfirmView
):
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
