"""Invitations as an admin sees them, memberships that end or begin again, a member's own data."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required, permission_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_tables2 import RequestConfig

from goclub.common.collation import name_key
from goclub.common.confirmation import ask, is_confirmed
from goclub.common.forms import ReasonForm, WhyForm
from goclub.common.http import attempt, carried_out, form_page
from goclub.common.limits import limited
from goclub.common.refusals.registry import add_refusal
from goclub.common.sharing import site_address
from goclub.common.tables import PAGINATION
from goclub.members.membership.forms import (
    AddressForm,
    InviteForm,
    InviteMembersForm,
    LinkForm,
    PublicForm,
)
from goclub.members.membership.labels import (
    leaving,
    letting_go,
    outcome_text,
    resetting_factor,
    state_of,
)
from goclub.members.membership.queries import invitable, without_address
from goclub.members.membership.services.invitations import (
    MOST,
    InvitationOutcome,
    invite_by_mail,
    invite_members,
    make_link,
    send_again,
    withdraw_invitation,
)
from goclub.members.membership.services.leaving import leave_club, retire_member, return_member
from goclub.members.membership.services.own_data import (
    ask_for_address,
    change_address,
    wanted_address,
    zipped,
)
from goclub.members.membership.services.roles import reset_second_factor
from goclub.members.membership.tables import InvitationTable
from goclub.members.models import Invitation, Member
from goclub.members.recent import recent_sign_in
from goclub.members.requests import MemberRequest, act_of, member_of, user_of
from ratings.errors import RuleError

may_invite = permission_required("members.approve_member", raise_exception=True)


@login_required
@may_invite
@require_safe
def invitations(request: MemberRequest) -> HttpResponse:
    """Inviting by mail or by a link; who was invited, and what became of it."""
    return _invitations_page(request, InviteForm(), LinkForm())


@login_required
@may_invite
@require_POST
def invite(request: MemberRequest) -> HttpResponse:
    """Invite every address of the box, and say of each what became of it."""
    form = InviteForm(request.POST)
    if form.is_valid():
        data = form.cleaned_data
        try:
            outcomes = invite_by_mail(
                act_of(request),
                data["addresses"],
                site=site_address(),
                language=data["language"],
                message=data["message"],
            )
        except RuleError as error:
            add_refusal(form, error)
        else:
            return _invitations_page(request, InviteForm(), LinkForm(), outcomes)
    return _invitations_page(request, form, LinkForm())


@login_required
@may_invite
@require_POST
def link(request: MemberRequest) -> HttpResponse:
    """Make a link with a code."""
    form = LinkForm(request.POST)
    if not form.is_valid():
        return _invitations_page(request, InviteForm(), form)
    make_link(act_of(request), **form.cleaned_data)
    return redirect("members:invitations")


@login_required
@may_invite
@require_POST
def invite_member(request: MemberRequest, pk: int) -> HttpResponse:
    """Invite somebody of the books who has no login, at the address that stands there."""
    member = get_object_or_404(Member, pk=pk)
    outcomes = invite_members(act_of(request), [member], site=site_address())
    return _invitations_page(request, InviteForm(), LinkForm(), outcomes)


@login_required
@may_invite
@require_http_methods(["GET", "POST"])
def invite_all(request: MemberRequest) -> HttpResponse:
    """Invite members without an account: all who have an address are listed and ticked."""
    rows = sorted(invitable(timezone.now())[:MOST], key=lambda member: name_key(member.shown_name))
    form = InviteMembersForm(request.POST or None, rows=rows)
    if request.method == "POST" and form.is_valid():
        chosen = set(form.cleaned_data["members"])
        outcomes = invite_members(
            act_of(request),
            [member for member in rows if member.pk in chosen],
            site=site_address(),
            message=form.cleaned_data["message"],
        )
        return _invitations_page(request, InviteForm(), LinkForm(), outcomes)
    context = {"form": form, "rows": rows, "unreachable": without_address().count()}
    return form_page(request, "members/membership/invite_all.html", context)


@login_required
@may_invite
@require_POST
def again(request: MemberRequest, pk: int) -> HttpResponse:
    """Write once more to somebody who did not answer."""
    invitation = get_object_or_404(Invitation, pk=pk)
    attempt(
        request,
        lambda: send_again(act_of(request), invitation, site=site_address()),
        _("Another e-mail is on its way to %(address)s.") % {"address": invitation.email},
    )
    return redirect("members:invitations")


@login_required
@may_invite
@require_POST
def withdraw(request: MemberRequest, pk: int) -> HttpResponse:
    """Close a way in."""
    invitation = get_object_or_404(Invitation, pk=pk)
    attempt(
        request,
        lambda: withdraw_invitation(act_of(request), invitation),
        _("Invitation withdrawn."),
    )
    return redirect("members:invitations")


def _invitations_page(
    request: MemberRequest,
    form: InviteForm,
    links: LinkForm,
    outcomes: list[InvitationOutcome] | None = None,
) -> HttpResponse:
    now = timezone.now()
    invitations = Invitation.objects.select_related("member", "source", "made_by__member")
    table = InvitationTable(invitations)
    RequestConfig(request, paginate=PAGINATION).configure(table)
    for row in table.page.object_list if table.page else ():
        row.record.state = state_of(row.record, now)
        row.record.site = settings.SITE_URL
    context = {
        "form": form,
        "links": links,
        "table": table,
        "invitable": invitable(now).count(),
        "outcomes": [(outcome, outcome_text(outcome)) for outcome in outcomes or ()],
    }
    return form_page(request, "members/membership/invitations.html", context)


@login_required
@require_http_methods(["GET", "POST"])
def leave(request: MemberRequest) -> HttpResponse:
    """Leave the club by oneself; says what happens, and asks once more."""
    member = request.member
    if member is None:
        raise PermissionDenied
    form = WhyForm(request.POST if is_confirmed(request) else None)
    if is_confirmed(request) and form.is_valid():
        reason = form.cleaned_data["reason"]
        try:
            leave_club(act_of(request), member, reason=reason)
        except RuleError as error:
            add_refusal(form, error)
        else:
            logout(request)
            messages.success(request, _("You have left the club. You can join again at any time."))
            return redirect("home")
    return ask(request, leaving(form, back=reverse("members:me")))


@login_required
@may_invite
@require_POST
def let_go(request: MemberRequest, pk: int) -> HttpResponse:
    """Let a member go, with a reason; asks once more."""
    member = get_object_or_404(Member.objects.active(), pk=pk)
    form = ReasonForm(request.POST if is_confirmed(request) else None)
    if is_confirmed(request) and carried_out(
        request,
        form,
        lambda: retire_member(act_of(request), member, **form.cleaned_data),
        _("%(name)s is now a former member.") % {"name": member},
    ):
        return redirect(member)
    return ask(request, letting_go([member], form, back=member.get_absolute_url()))


@login_required
@may_invite
@require_POST
def come_back(request: MemberRequest, pk: int) -> HttpResponse:
    """Bring a former member back with one press."""
    member = get_object_or_404(Member, pk=pk)
    attempt(
        request,
        lambda: return_member(act_of(request), member, on=timezone.localdate(), url=site_address()),
        _("%(name)s is a member again.") % {"name": member},
    )
    return redirect(member)


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
    return form_page(request, "members/people/address.html", context)


@never_cache
@require_http_methods(["GET", "POST"])
@limited("password")
def address_confirm(request: MemberRequest, token: str) -> HttpResponse:
    """The letter's link: one press makes the address one's own."""
    wanted = wanted_address(token)
    if wanted is None:
        return render(request, "members/people/address_closed.html", status=410)
    if request.user.is_authenticated and request.user != wanted[0]:
        return render(request, "members/people/address_other.html", status=403)
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
    form = PublicForm(request.POST or None, instance=member_of(request))
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("Your visitor settings were saved."))
        return redirect("members:public")
    return form_page(request, "members/people/public.html", {"form": form})


@login_required
@require_safe
def own_data(request: MemberRequest) -> HttpResponse:
    """What the archive of oneself holds."""
    member_of(request)
    return render(request, "members/people/own_data.html")


@login_required
@require_POST
def own_archive(request: MemberRequest) -> StreamingHttpResponse:
    """Everything about oneself, in pieces."""
    response = StreamingHttpResponse(zipped(member_of(request)), content_type="application/zip")
    response["Content-Disposition"] = 'attachment; filename="my-data.zip"'
    response["Cache-Control"] = "private, no-store"
    return response


@recent_sign_in
@require_http_methods(["GET", "POST"])
def reset_factor(request: MemberRequest, pk: int) -> HttpResponse:
    """Remove all factors of a member; says what happens, and asks once more."""
    user = user_of(request)
    if not user.has_perm("members.set_role"):
        raise PermissionDenied
    member = get_object_or_404(Member.objects.select_related("user"), pk=pk)
    if not is_confirmed(request):
        return ask(request, resetting_factor(member))
    attempt(
        request,
        lambda: reset_second_factor(act_of(request), member),
        _("The second factor of %(name)s was reset.") % {"name": member},
    )
    return redirect(member)
