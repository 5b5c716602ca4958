"""A provisional IGS rank (S0-28), a line of the ledger, and how far a recalculation is."""

from __future__ import annotations

from django import forms
from django.conf import settings
from django.contrib.auth.decorators import login_required, permission_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from goclub.common.http import carried_out, form_page, sign_in_first
from goclub.common.notation import lazy_rank
from goclub.common.reading import DayField
from goclub.games.models import RatingEntry
from goclub.games.rating.ledger.recalculation import pending_recalculation, recalculated_percent
from goclub.games.rating.queries import revisions_of, standing_of
from goclub.games.rating.systems.igs.system import IGS
from goclub.members.models import Member
from goclub.members.requests import MemberRequest, act_of, user_of
from goclub.members.strength import services as strength_services
from goclub.members.strength.services import revise_igs_rank
from goclub.members.visitors import rights_of
from ratings.igs.ladder import LADDER, PROFESSIONAL

WHOLE_RANKS = [(rank, lazy_rank(rank)) for rank in reversed(LADDER) if not rank.endswith("+")]


class RevisionForm(forms.Form):
    """Another provisional rank."""

    rank = forms.ChoiceField(label=gettext_lazy("Rank"), choices=WHOLE_RANKS[1:])  # 10d is earned


class IgsRankForm(forms.Form):
    """A rank set by the office; half ranks, BC and professionals too."""

    rank = forms.ChoiceField(
        label=gettext_lazy("IGS rank"),
        choices=[
            *((rank, lazy_rank(rank)) for rank in reversed(LADDER)),
            ("BC", "BC"),
            (
                gettext_lazy("Professional: no points, no rated games"),
                [
                    (PROFESSIONAL, gettext_lazy("professional, grade not known")),
                    *((f"{grade}p", lazy_rank(f"{grade}p")) for grade in range(9, 0, -1)),
                ],
            ),
        ],
    )
    effective_on = DayField(
        label=gettext_lazy("Valid from"),
        initial=timezone.localdate,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=300)


@login_required
@require_http_methods(["GET", "POST"])
def igs_rank(request: MemberRequest) -> HttpResponse:
    """Change one's own provisional rank, as long as it is one."""
    member = request.member
    if member is None:
        raise PermissionDenied
    standing = standing_of(member, IGS.key)
    initial = {"rank": standing.rank.rstrip("?")} if standing else {}
    form = RevisionForm(request.POST or None, initial=initial)
    if request.method == "POST" and carried_out(
        request,
        form,
        lambda: revise_igs_rank(act_of(request), member, rank=form.cleaned_data["rank"]),
        _("Your provisional rank has been changed."),
        {"kind": "rank"},
    ):
        return redirect(f"{member.get_absolute_url()}?system={IGS.key}")
    open_ = standing is not None and standing.rank.endswith("?")
    context = {
        "member": member,
        "form": form if open_ or form.errors else None,
        "standing": standing,
        "office": False,
    }
    return form_page(request, "games/rating/igs_rank.html", context)


@login_required
@require_http_methods(["GET", "POST"])
def set_igs_rank(request: MemberRequest, pk: int) -> HttpResponse:
    """The office sets and certifies an IGS rank, with a reason."""
    user = user_of(request)
    if not user.has_perm("members.set_strength"):
        raise PermissionDenied
    member = get_object_or_404(Member.objects.active(), pk=pk)
    standing = standing_of(member, IGS.key)
    initial = {"rank": standing.rank.rstrip("?")} if standing else {}
    form = IgsRankForm(request.POST or None, initial=initial)
    if request.method == "POST" and carried_out(
        request,
        form,
        lambda: strength_services.set_igs_rank(
            act_of(request),
            member,
            rank=form.cleaned_data["rank"],
            on=form.cleaned_data["effective_on"],
            reason=form.cleaned_data["reason"],
        ),
        _("Done. The rating history shows what changed."),
    ):
        return redirect(f"{member.get_absolute_url()}?system={IGS.key}")
    context = {"member": member, "form": form, "standing": standing, "office": True}
    return form_page(request, "games/rating/igs_rank.html", context)


@require_safe
def entry_detail(request: MemberRequest, pk: int) -> HttpResponse:
    """Why? One ledger entry with its whole computation."""
    if not rights_of(request).games:
        return sign_in_first(request)
    rows = RatingEntry.objects.select_related(
        "member", "game__black", "game__white", "decision__decided_by__member"
    )
    entry = get_object_or_404(rows, pk=pk)
    context = {"entry": entry, "revisions": revisions_of(entry)}
    return render(request, "games/rating/entry_detail.html", context)


@login_required
@permission_required("members.change_clubsettings", raise_exception=True)
@require_safe
@never_cache
def recalculation(request: MemberRequest) -> HttpResponse:
    """Show from which day ratings are being recalculated, why, and what stops it."""
    pending = pending_recalculation()
    context = {
        "pending": pending,
        "percent": recalculated_percent(pending) if pending else None,
        "at_once": settings.RECALCULATE_AT_ONCE,
    }
    return render(request, "games/rating/recalculation.html", context)


@login_required
@permission_required("members.change_clubsettings", raise_exception=True)
@require_safe
@never_cache
def progress(_request: MemberRequest) -> HttpResponse:
    """Answer the script of the page with the same."""
    pending = pending_recalculation()
    percent = recalculated_percent(pending) if pending else 0
    return JsonResponse({"percent": percent, "over": pending is None or bool(pending.stopped)})
