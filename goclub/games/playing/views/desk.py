"""Answers of the desk that have a page or a form of their own: admitting, declining, points."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from goclub.common.confirmation import ask, is_confirmed
from goclub.common.forms import ReasonForm
from goclub.common.http import carried_out, form_page
from goclub.common.refusals.registry import add_refusal
from goclub.common.sharing import site_address
from goclub.games.rating.labels import certifying_early
from goclub.games.rating.queries import standing_of
from goclub.members.forms import AdmitForm, StrengthForm
from goclub.members.membership.labels import declining
from goclub.members.membership.services.admission import admit_member, decline_member, tell_admitted
from goclub.members.models import Member, StrengthDecision
from goclub.members.requests import MemberRequest, act_of, user_of
from goclub.members.strength.services import certify_strength, set_strength
from ratings.errors import RuleError


@login_required
@require_POST
def admit(request: MemberRequest, pk: int) -> HttpResponse:
    """Admit an applicant with their starting strength."""
    applicant = get_object_or_404(Member, pk=pk)
    form = AdmitForm(request.POST, prefix=f"a{pk}")
    if form.is_valid():
        data = form.cleaned_data
        try:
            admit_member(
                act_of(request),
                applicant,
                on=timezone.localdate(),
                rank=data["rank"],
                points=data["points"],
            )
        except RuleError as error:
            add_refusal(form, error)
        else:
            letter = tell_admitted(member=applicant, url=site_address())
            if letter:
                text = _("%(name)s is now a member. An e-mail is on its way.")
            else:
                text = _("%(name)s is now a member. We have no e-mail address for them.")
            messages.success(request, text % {"name": applicant})
            return redirect("members:desk")
    for errors in form.errors.values():
        messages.error(request, " ".join(map(str, errors)))
    return redirect("members:desk")


@login_required
@require_POST
def decline(request: MemberRequest, pk: int) -> HttpResponse:
    """Decline a request to join: asks for the reason, which the person is told."""
    applicant = get_object_or_404(Member.objects.applying(), pk=pk)
    user = user_of(request)
    if not user.has_perm("members.approve_member"):
        raise PermissionDenied
    form = ReasonForm(request.POST if is_confirmed(request) else None)
    if is_confirmed(request) and carried_out(
        request,
        form,
        lambda: decline_member(act_of(request), applicant, url=site_address(), **form.cleaned_data),
        _("The request of %(name)s was declined.") % {"name": applicant},
    ):
        return redirect("members:desk")
    return ask(request, declining(applicant, form, back=reverse("members:desk")))


@login_required
@require_http_methods(["GET", "POST"])
def strength(request: MemberRequest, pk: int) -> HttpResponse:
    """Set or certify a member's points, with a reason (S1-4, S1-6)."""
    user = user_of(request)
    if not user.has_perm("members.set_strength"):
        raise PermissionDenied
    member = get_object_or_404(Member.objects.active(), pk=pk)
    form = StrengthForm(
        request.POST or None,
        may_certify=user.has_perm("members.certify_strength"),
        initial={"kind": request.GET.get("kind", StrengthDecision.Kind.SET)},
    )
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        certifies = data["kind"] == StrengthDecision.Kind.CERTIFIED
        if certifies and not is_confirmed(request) and (question := certifying_early(member)):
            return ask(request, question)
        service = certify_strength if certifies else partial(set_strength, rank=data["rank"])
        decide = partial(
            service,
            act_of(request),
            member,
            on=data["effective_on"],
            reason=data["reason"],
            points=data["points"],
        )
        if carried_out(request, form, decide, _("Done. The rating history shows what changed.")):
            return redirect(member)
    context = {"member": member, "form": form, "standing": standing_of(member)}
    return form_page(request, "games/rating/strength.html", context)
