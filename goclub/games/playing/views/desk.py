"""The desk: what the office and the organisers have to look at, in one place."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from goclub.common.refusals.forms import add_refusal
from goclub.games.models import Standing
from goclub.games.playing.queries.games import office_queue
from goclub.games.rating.queries import standing_of
from goclub.games.rating.systems.registry import MAIN_SYSTEM
from goclub.members import services
from goclub.members.forms import AdmitForm, StrengthForm
from goclub.members.models import Member, StrengthDecision
from goclub.members.queries import namesakes
from goclub.members.requests import MemberRequest, user_of
from ratings.errors import RuleError
from ratings.paa.decisions import ENOUGH_GAMES


@login_required
@require_safe
def desk(request: MemberRequest) -> HttpResponse:
    """Applicants, disputed and waiting games, and newcomers ready for official points."""
    user = user_of(request)
    if not (user.has_perm("games.decide_game") or user.has_perm("members.approve_member")):
        raise PermissionDenied
    context: dict[str, object] = {
        "queue": office_queue() if user.has_perm("games.decide_game") else None
    }
    if user.has_perm("members.approve_member"):
        context["applicants"] = [
            (
                applicant,
                AdmitForm(initial=_declared(applicant), prefix=f"a{applicant.pk}"),
                namesakes(applicant),
            )
            for applicant in Member.objects.applying().order_by("applied_at")
        ]
    if user.has_perm("members.certify_strength"):
        context["ready"] = (
            Standing.objects.filter(
                system=MAIN_SYSTEM,
                certified=False,
                games__gte=ENOUGH_GAMES,
                member__status=Member.Status.MEMBER,
            )
            .select_related("member")
            .order_by("-games")[:20]
        )
    return render(request, "games/playing/desk.html", context)


def _declared(applicant: Member) -> dict[str, object]:
    return {"rank": applicant.declared_rank, "points": applicant.declared_points}


@login_required
@require_POST
def admit(request: MemberRequest, pk: int) -> HttpResponse:
    """Admit an applicant with his starting strength."""
    applicant = get_object_or_404(Member, pk=pk)
    form = AdmitForm(request.POST, prefix=f"a{pk}")
    if form.is_valid():
        data = form.cleaned_data
        try:
            services.admit_member(
                member=applicant,
                by=user_of(request),
                at=timezone.now(),
                on=timezone.localdate(),
                rank=data["rank"],
                points=data["points"],
            )
        except RuleError as error:
            add_refusal(form, error)
        else:
            services.tell_admitted(member=applicant, url=request.build_absolute_uri("/"))
            messages.success(
                request,
                _("%(name)s is a member now and was told by e-mail.") % {"name": applicant},
            )
            return redirect("games:desk")
    for errors in form.errors.values():
        messages.error(request, " ".join(map(str, errors)))
    return redirect("games:desk")


@login_required
@require_POST
def decline(request: MemberRequest, pk: int) -> HttpResponse:
    """Decline a request to join."""
    applicant = get_object_or_404(Member.objects.applying(), pk=pk)
    services.decline_member(member=applicant, by=user_of(request))
    messages.success(request, _("The request of %(name)s was declined.") % {"name": applicant})
    return redirect("games:desk")


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
        values = {
            "member": member,
            "by": user,
            "at": timezone.now(),
            "on": data["effective_on"],
            "reason": data["reason"],
            "points": data["points"],
        }
        try:
            if data["kind"] == StrengthDecision.Kind.CERTIFIED:
                services.certify_strength(**values)
            else:
                services.set_strength(**values, rank=data["rank"])
        except RuleError as error:
            add_refusal(form, error)
        else:
            messages.success(request, _("Done. The ledger says what it changed."))
            return redirect(member)
    context = {"member": member, "form": form, "standing": standing_of(member)}
    return render(
        request, "games/rating/strength.html", context, status=422 if form.errors else 200
    )
