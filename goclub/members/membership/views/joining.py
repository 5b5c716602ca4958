"""The ways in: a request, an invitation, an entry by an admin; and a forgotten password."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth import views as auth_views
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import PasswordResetForm
from django.contrib.messages.views import SuccessMessageMixin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils import timezone
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from goclub.common.http import RefusedFormMixin, form_page
from goclub.common.limits import limited, refused, seconds_to_wait
from goclub.common.notation import labelled
from goclub.common.refusals.registry import add_refusal
from goclub.common.sharing import site_address
from goclub.members.membership.forms import (
    AcceptForm,
    FollowForm,
    ForgottenPasswordForm,
    JoinForm,
    RegisterForm,
)
from goclub.members.membership.labels import outcome_text
from goclub.members.membership.queries import login_of, member_of_login
from goclub.members.membership.services.admission import (
    accept_invitation,
    ask_to_join,
    register_member,
)
from goclub.members.membership.services.invitations import follow_link, invite_members
from goclub.members.membership.views.members import may_invite
from goclub.members.models import Invitation, Member, User
from goclub.members.requests import Act, MemberRequest, user_of
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
    return form_page(request, "members/membership/follow.html", {"form": form})


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
    return form_page(request, "members/membership/accept.html", context)


def _welcome(request: MemberRequest, member: Member) -> HttpResponse:
    if member.status != Member.Status.MEMBER or member.user is None:
        return redirect("members:joined")
    login(request, member.user, backend=_BACKEND)
    messages.success(request, _("Welcome, %(name)s! You are a member.") % {"name": member})
    return redirect("home")


@require_http_methods(["GET", "POST"])
def join(request: MemberRequest) -> HttpResponse:
    """Ask to become a member."""
    if request.user.is_authenticated:
        return redirect("home")
    if not request.club.is_founded:
        return render(request, "members/founding/not_founded.html", status=404)
    if request.method == "POST" and (seconds := seconds_to_wait(request, "join")):
        typed: dict[str, object] = {
            name: request.POST.get(name, "") for name in JoinForm.base_fields
        }
        form = JoinForm(initial={**typed, "password": ""})
        return refused(request, seconds, "members/join.html", {"form": form})
    form = JoinForm(
        request.POST or None,
        initial={"language": get_language(), "time_zone": get_current_timezone_name()},
    )
    if request.method == "POST" and form.is_valid():
        data = dict(form.cleaned_data)
        ask_to_join(
            at=timezone.now(),
            email=data.pop("email"),
            password=data.pop("password"),
            display_name=data.pop("display_name"),
            url=site_address(),
            **data,
        )
        return redirect("members:joined")
    return form_page(request, "members/join.html", {"form": form})


def joined(request: MemberRequest) -> HttpResponse:
    """What happens after a request to join."""
    return render(request, "members/joined.html")


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
    return form_page(request, "members/membership/register.html", {"form": form})


def _register(form: RegisterForm, user: User) -> Member:
    data = dict(form.cleaned_data)
    for name in ("invite", "another"):
        data.pop(name)
    return register_member(
        Act(user),
        on=data.pop("joined_on"),
        rank=data.pop("declared_rank"),
        points=data.pop("declared_points"),
        **data,
    )


def _invite(request: MemberRequest, member: Member, user: User) -> None:
    site = site_address()
    for outcome in invite_members(Act(user), [member], site=site):
        messages.success(request, labelled(outcome.address, outcome_text(outcome)))


class PasswordReset(
    RefusedFormMixin, SuccessMessageMixin[PasswordResetForm], auth_views.PasswordResetView
):
    """A letter to those who forgot their password."""

    form_class = ForgottenPasswordForm
    template_name = "members/password.html"
    success_url = reverse_lazy("members:sign-in")
    success_message = gettext_lazy(
        "If the address belongs to a member, an e-mail with a link is on its way."
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
