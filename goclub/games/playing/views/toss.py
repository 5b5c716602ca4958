"""The electronic toss for colour: opening one, its page, and the history of all of them."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import timedelta
from fractions import Fraction
from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from goclub.common.http import form_page, sign_in_first
from goclub.common.limits import limited
from goclub.common.notation import number, percent
from goclub.common.refusals.registry import add_refusal, describe
from goclub.games.models import Game, Toss
from goclub.games.playing.forms import TossForm
from goclub.games.playing.queries import recent_tosses, toss_counts, toss_page, tosses_of
from goclub.games.playing.services.toss import (
    call_toss,
    cancel_toss,
    check_toss,
    decide_toss,
    may_attach,
    open_toss,
)
from goclub.members.models import Member
from goclub.members.requests import Act, MemberRequest, act_of
from goclub.members.visitors import rights_of
from ratings.errors import RuleError
from ratings.toss import chi_square_ten, half_range

#: How many decided tosses the list shows.
RECENT = 8
#: A page that waits looks again by itself for so long after the last post, then only when asked.
LOOKS_AGAIN_FOR = timedelta(minutes=30)
#: The chi-square table needs about five of each digit before it says anything.
FEWEST_TO_JUDGE = 50
UNLIKELY = 0.05


@require_http_methods(["GET", "HEAD", "POST"])
@limited("toss")
def toss_list(request: MemberRequest) -> HttpResponse:
    """Open a toss; my own that are under way; the latest, and whether all of them look even."""
    if request.method == "POST" and not request.user.is_authenticated:
        return sign_in_first(request)
    if not rights_of(request).games:
        return sign_in_first(request)
    me: Member | None = request.member
    form = _open_form(request, me) if me else None
    if request.method == "POST":
        if form is None:
            raise PermissionDenied
        if form.is_valid() and (toss := _open(request, form)):
            return redirect(toss)
    context = {
        "form": form,
        "mine": sorted(tosses_of(me), key=lambda toss: toss.due != me) if me else [],
        "recent": recent_tosses()[:RECENT],
        "history": history(toss_counts()),
    }
    return form_page(request, "games/playing/toss_list.html", context)


def _open_form(request: MemberRequest, me: Member) -> TossForm:
    """Show the form; a link may name the two players, and the other one is then chosen."""
    if request.method == "POST":
        return TossForm(request.POST, me=me)
    named = [pk for pk in request.GET.getlist("with") if pk != str(me.pk)]
    initial = {"key": uuid.uuid4(), "against": named[0] if named else ""}
    return TossForm(me=me, initial=initial)


def _open(request: MemberRequest, form: TossForm) -> Toss | None:
    key = form.cleaned_data["key"]
    try:
        toss = open_toss(act_of(request), form.other(), key=key)
    except RuleError as error:
        add_refusal(form, error)
        return None
    if toss.open_key != key:
        messages.info(request, _("The two of you already have a nigiri under way: this one."))
    return toss


@require_safe
def toss_detail(request: MemberRequest, pk: int) -> HttpResponse:
    """One toss: every post with its stamp, what is due, and how anybody can check it."""
    if not rights_of(request).games:
        return sign_in_first(request)
    toss = get_object_or_404(toss_page(pk))
    me: Member | None = request.member
    plays = me is not None and me in (toss.opener, toss.caller)
    waits = plays and toss.is_unfinished and toss.due != me
    user = request.user
    game_stands = toss.game is not None and toss.game.state != Game.State.VOID
    context: dict[str, object] = {
        "toss": toss,
        "plays": plays,
        "my_turn": plays and toss.is_unfinished and toss.due == me,
        "waits": waits,
        "looks_again": waits
        and timezone.now() - (toss.called_at or toss.opened_at) < LOOKS_AGAIN_FOR,
        "agrees": check_toss(toss),
        "may_report": user.is_authenticated
        and toss.decided_at is not None
        and not game_stands
        and may_attach(toss, user),
    }
    return render(request, "games/playing/toss_detail.html", context)


def _post(
    request: MemberRequest, pk: int, service: Callable[[Act, Toss], Toss], done: str = ""
) -> HttpResponse:
    """Do one post of a toss; the page itself then shows it, or why it could not be."""
    act = act_of(request)  # its moment is the stamp: before anything is loaded
    toss = get_object_or_404(Toss.objects.with_players(), pk=pk)
    try:
        service(act, toss)
    except RuleError as error:
        messages.error(request, describe(error))
    else:
        if done:
            messages.success(request, done)
    return redirect(toss)


@login_required
@require_POST
@limited("toss")
def call(request: MemberRequest, pk: int) -> HttpResponse:
    """The caller says even or odd."""
    return _post(request, pk, partial(call_toss, call=request.POST.get("call", "")))


@login_required
@require_POST
@limited("toss")
def decide(request: MemberRequest, pk: int) -> HttpResponse:
    """The opener posts again; the stamp of this post decides."""
    return _post(request, pk, decide_toss)


@login_required
@require_POST
@limited("toss")
def cancel(request: MemberRequest, pk: int) -> HttpResponse:
    """Drop a toss that has no call yet."""
    return _post(request, pk, cancel_toss, _("Nigiri cancelled."))


def history(counts: list[tuple[int, int]]) -> dict[str, object]:
    """What all decided tosses look like; ``counts`` gives (came, call right) for each digit.

    ``verdict`` is "none", "few" (too few to judge), "even" or "uneven": uneven as soon as one
    of the three figures lies where fair tosses come less than 5 times in 100.
    """
    came = [number for number, _right in counts]
    tosses = sum(came)
    even, right = sum(came[::2]), sum(number for _came, number in counts)
    low, high = half_range(tosses)
    statistic, p = chi_square_ten(came)
    halves = [
        {"name": "even", "count": even, "share": _share(even, tosses)},
        {"name": "odd", "count": tosses - even, "share": _share(tosses - even, tosses)},
        {"name": "right", "count": right, "share": _share(right, tosses)},
        {"name": "wrong", "count": tosses - right, "share": _share(tosses - right, tosses)},
    ]
    if tosses < FEWEST_TO_JUDGE:
        verdict = "few" if tosses else "none"
    else:
        fair = low <= even <= high and low <= right <= high and p >= UNLIKELY
        verdict = "even" if fair else "uneven"
    return {
        "tosses": tosses,
        "digits": list(enumerate(came)),
        "expected": number(Fraction(tosses, 10), 1),
        "halves": halves,
        "low": low,
        "high": high,
        "chi_square": number(statistic, 1),
        "p": number(100 * p) if p >= 0.01 else "< 1",
        "verdict": verdict,
    }


def _share(part: int, whole: int) -> str:
    return percent(Fraction(100 * part, whole), 1) if whole else "–"
