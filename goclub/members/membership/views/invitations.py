"""The office's page of invitations."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.decorators import login_required, permission_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_tables2 import RequestConfig

from goclub.common.http import attempt, status_of
from goclub.common.refusals.registry import add_refusal
from goclub.common.sharing import site_address
from goclub.common.tables import PAGINATION
from goclub.members.membership.forms.inviting import InviteForm, InviteMembersForm, LinkForm
from goclub.members.membership.labels import outcome_text, state_of
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
from goclub.members.membership.tables import InvitationTable
from goclub.members.models import Invitation, Member
from goclub.members.requests import MemberRequest, user_of
from ratings.errors import RuleError

may_invite = permission_required("members.approve_member", raise_exception=True)


@login_required
@may_invite
@require_safe
def invitations(request: MemberRequest) -> HttpResponse:
    """Inviting by mail or by a link; who was invited, and what became of it."""
    return _page(request, InviteForm(), LinkForm())


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
                text=data["addresses"],
                by=user_of(request),
                at=timezone.now(),
                site=site_address(),
                language=data["language"],
                message=data["message"],
            )
        except RuleError as error:
            add_refusal(form, error)
        else:
            return _page(request, InviteForm(), LinkForm(), outcomes)
    return _page(request, form, LinkForm())


@login_required
@may_invite
@require_POST
def link(request: MemberRequest) -> HttpResponse:
    """Make a link with a code."""
    form = LinkForm(request.POST)
    if not form.is_valid():
        return _page(request, InviteForm(), form)
    make_link(by=user_of(request), at=timezone.now(), **form.cleaned_data)
    return redirect("members:invitations")


@login_required
@may_invite
@require_POST
def invite_member(request: MemberRequest, pk: int) -> HttpResponse:
    """Invite somebody of the books who has no login, at the address that stands there."""
    member = get_object_or_404(Member, pk=pk)
    outcomes = invite_members(
        members=[member],
        by=user_of(request),
        at=timezone.now(),
        site=site_address(),
    )
    return _page(request, InviteForm(), LinkForm(), outcomes)


@login_required
@may_invite
@require_http_methods(["GET", "POST"])
def invite_all(request: MemberRequest) -> HttpResponse:
    """Invite members without an account: all who have an address are listed and ticked."""
    rows = list(invitable(timezone.now())[:MOST])
    form = InviteMembersForm(request.POST or None, rows=rows)
    if request.method == "POST" and form.is_valid():
        chosen = set(form.cleaned_data["members"])
        outcomes = invite_members(
            members=[member for member in rows if member.pk in chosen],
            by=user_of(request),
            at=timezone.now(),
            site=site_address(),
            message=form.cleaned_data["message"],
        )
        return _page(request, InviteForm(), LinkForm(), outcomes)
    context = {"form": form, "rows": rows, "unreachable": without_address().count()}
    return render(request, "members/membership/invite_all.html", context, status=status_of(form))


@login_required
@may_invite
@require_POST
def again(request: MemberRequest, pk: int) -> HttpResponse:
    """Write once more to somebody who did not answer."""
    invitation = get_object_or_404(Invitation, pk=pk)
    attempt(
        request,
        lambda: send_again(
            invitation=invitation,
            by=user_of(request),
            at=timezone.now(),
            site=site_address(),
        ),
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
        lambda: withdraw_invitation(invitation=invitation, by=user_of(request), at=timezone.now()),
        _("Invitation withdrawn."),
    )
    return redirect("members:invitations")


def _page(
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
    status = status_of(form, links)
    return render(request, "members/membership/invitations.html", context, status=status)
