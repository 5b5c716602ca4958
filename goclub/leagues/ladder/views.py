from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from goclub.common.confirmation import Question, ask, is_confirmed
from goclub.common.http import attempt, carried_out, form_page
from goclub.leagues.ladder import services
from goclub.leagues.ladder.forms import LadderRulesForm
from goclub.leagues.ladder.labels import move_line, rung_lines
from goclub.leagues.ladder.queries import ladder_at, ladder_settings
from goclub.leagues.ladder.services import RIGHT, set_rules
from goclub.members.models import Member
from goclub.members.requests import MemberRequest, act_of, member_of
from goclub.members.visitors import shown_to_visitors

#: So many of the latest happenings stand on the ladder's page.
LATEST = 12


@require_safe
@shown_to_visitors
def ladder(request: MemberRequest) -> HttpResponse:
    """Show the ladder, who the reader may challenge, and the latest moves."""
    me = request.member
    now = ladder_at(timezone.now())
    mine = now.ladder.rung_of(me.pk) if me else None
    context = {
        "now": now,
        "lines": rung_lines(now, me),
        "mine": mine,
        "may_join": me is not None and mine is None and me.status == Member.Status.MEMBER,
        "moves": [move_line(now, move) for move in now.ladder.moves[: -LATEST - 1 : -1]],
        "may_set": request.user.has_perm(RIGHT),
    }
    return render(request, "leagues/ladder/ladder.html", context)


@require_safe
@shown_to_visitors
def way(request: MemberRequest, pk: int) -> HttpResponse:
    """Show why a member is on this rung: every event that moved them."""
    now = ladder_at(timezone.now())
    member = now.people.get(pk)
    if member is None:
        raise Http404
    moves = [move for move in reversed(now.ladder.moves) if pk in move.rungs]
    context = {
        "member": member,
        "rank": now.ranks[pk],
        "rung": now.ladder.rung_of(pk),
        "moves": [move_line(now, move, pk) for move in moves],
    }
    return render(request, "leagues/ladder/way.html", context)


@login_required
@require_POST
def join(request: MemberRequest) -> HttpResponse:
    """Come onto the ladder."""
    me = member_of(request)
    attempt(
        request,
        lambda: services.join(act_of(request), me),
        _("You are on the ladder. Challenge someone above you."),
    )
    return redirect("leagues:ladder")


@login_required
@require_POST
def leave(request: MemberRequest) -> HttpResponse:
    """Go from the ladder, once it is sure."""
    me = member_of(request)
    if not is_confirmed(request):
        question = Question(
            title=_("Leave the ladder?"),
            button=_("Leave the ladder"),
            effects=[_("Players below you move up.")],
            then=_("Players who come back start at the bottom."),
            back=reverse("leagues:ladder"),
        )
        return ask(request, question)
    attempt(
        request,
        lambda: services.leave(act_of(request), me),
        _("You have left the ladder."),
    )
    return redirect("leagues:ladder")


@login_required
@require_http_methods(["GET", "POST"])
def rules(request: MemberRequest) -> HttpResponse:
    """Open the ladder, and say what holds on it."""
    if not request.user.has_perm(RIGHT):
        raise PermissionDenied
    form = LadderRulesForm(request.POST or None, instance=ladder_settings())
    if request.method == "POST" and carried_out(
        request, form, lambda: set_rules(act_of(request), **form.cleaned_data), _("Saved.")
    ):
        return redirect("leagues:ladder")
    return form_page(request, "leagues/ladder/rules.html", {"form": form})
