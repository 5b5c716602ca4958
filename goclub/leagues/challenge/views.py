"""Challenges of a member: the list, one of them, a new one, the report of its game."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from goclub.common.http import attempt, carried_out, form_page
from goclub.common.notation import named
from goclub.common.reading import read_number
from goclub.common.refusals.registry import describe
from goclub.games.finding.queries import partners, with_rank
from goclub.leagues.challenge.forms import ChooseForm, ProposalForm, initial_of
from goclub.leagues.challenge.labels import line_of, moment_text, table_name, terms_text
from goclub.leagues.challenge.queries import (
    challenge_page,
    is_due,
    past_of,
    pending_between,
    pending_of,
    versions_of,
)
from goclub.leagues.challenge.services import challenges as services
from goclub.leagues.challenge.services.challenges import CHALLENGES, challenge_member, change_terms
from goclub.leagues.ladder.queries import ladder_settings
from goclub.leagues.ladder.services import bar_on_ladder
from goclub.leagues.models import Challenge
from goclub.members.models import Member
from goclub.members.queries import zone_of
from goclub.members.requests import MemberRequest, act_of, member_of
from goclub.members.visitors import rights_of
from ratings.errors import Code, RuleError
from ratings.halves import half_text

State = Challenge.State


def find(pk: int, me: Member) -> Challenge:
    """A challenge of the reader's; for everybody else there is none (404)."""
    return get_object_or_404(challenge_page(pk, me))


@login_required
@require_safe
def challenges(request: MemberRequest) -> HttpResponse:
    """What waits for the reader, what waits for others, what is agreed, what was."""
    me, now, zone = member_of(request), timezone.now(), _zone(request)
    form = ChooseForm(
        request.GET if "to" in request.GET or "to_text" in request.GET else None, me=me
    )
    if form.is_bound and form.is_valid():
        return redirect("leagues:challenge-new", form.cleaned_data["to"].pk)
    lines = [line_of(row, me, now, zone) for row in pending_of(me, now)]
    context = {
        "form": form,
        "asked": [line for line in lines if line["mine"]],
        "agreed": [line for line in lines if line["challenge"].state == State.ACCEPTED],
        "sent": [
            line for line in lines if not line["mine"] and line["challenge"].state == State.OPEN
        ],
        "past": [line_of(row, me, now, zone) for row in past_of(me, now)],
    }
    return form_page(request, "leagues/challenge/list.html", context)


@login_required
@require_http_methods(["GET", "POST"])
def new(request: MemberRequest, pk: int) -> HttpResponse:
    """Challenge a member; where something is under way already, its page."""
    me, now = member_of(request), timezone.now()
    opponent = get_object_or_404(Member.objects.players(), pk=pk)
    if not partners(me).filter(pk=opponent.pk).exists():
        reason = "challenge.oneself" if opponent == me else "challenge.left"
        error = RuleError(Code.STATE, "", str(opponent), reason=reason)
        messages.error(request, describe(error))
        return redirect(opponent)
    ladder = "ladder" in request.GET
    known = pending_between(me, opponent, now)
    if known is not None:
        text = RuleError(Code.DUPLICATE, "", str(opponent), reason="challenge.already")
        messages.info(request, describe(text))
        return redirect(known)
    if ladder and (bar := bar_on_ladder(me, opponent, now)):
        messages.error(request, describe(bar))
        return redirect("leagues:ladder")
    held = ladder_settings() if ladder else None
    form = ProposalForm(
        request.POST or None, me=me, opponent=opponent, ladder=held.conditions if held else ""
    )
    if request.method == "POST" and carried_out(
        request,
        form,
        lambda: challenge_member(
            act_of(request),
            me,
            challenged=opponent,
            proposal=form.proposal(challenger=True),
            ladder=ladder,
        ),
        _("Sent. %(name)s will be notified.") % {"name": opponent.shown_name},
    ):
        return redirect(pending_between(me, opponent, now) or "leagues:challenges")
    [ranked] = with_rank([opponent])
    called = named(str(opponent), ranked.rank)
    context = {"form": form, "other": opponent, "named": called, "ladder": held}
    return form_page(request, "leagues/challenge/form.html", context)


@login_required
@require_safe
def challenge(request: MemberRequest, pk: int) -> HttpResponse:
    """One challenge: the terms, what was said, what the reader may do."""
    me = member_of(request)
    return render(
        request, "leagues/challenge/detail.html", _context(find(pk, me), me, _zone(request))
    )


def _zone(request: MemberRequest) -> str:
    rights_of(request)  # reads the club's settings, once for the page
    return zone_of(request.club)


def _context(row: Challenge, me: Member, zone: str) -> dict[str, object]:
    now = timezone.now()
    line = line_of(row, me, now, zone)
    times = list(enumerate(row.times, start=1))
    return {
        "row": row,
        "line": line,
        "table": table_name(row.conditions),
        "times": [(number, moment_text(at, zone), at > now) for number, at in times],
        "may_withdraw": row.state == State.OPEN and row.challenger == me and row.is_pending(now),
        "at_stake": row.play_by is not None and row.is_pending(now) and row.challenged == me,
        "may_call_off": row.state == State.ACCEPTED and row.is_pending(now),
        "said": [
            (version.proposer, terms_text(version), version.message, version.changed_at)
            for version in versions_of(row)
        ],
    }


@login_required
@require_http_methods(["GET", "POST"])
def change(request: MemberRequest, pk: int) -> HttpResponse:
    """Answer with other terms."""
    me, now = member_of(request), timezone.now()
    row = find(pk, me)
    if request.method == "GET" and not line_of(row, me, now, _zone(request))["mine"]:
        return redirect(row)
    opponent = row.other_than(me)
    form = ProposalForm(
        request.POST or None,
        me=me,
        opponent=opponent,
        ladder=ladder_settings().conditions if row.play_by else "",
        initial=initial_of(row, me),
    )
    if request.method == "POST" and carried_out(
        request,
        form,
        lambda: change_terms(
            act_of(request),
            row,
            proposal=form.proposal(challenger=row.challenger == me),
            seen=read_number(request.POST.get("seen")) or 0,
        ),
        _("Sent. Waiting for %(name)s to answer.") % {"name": opponent.shown_name},
    ):
        return redirect(row)
    [ranked] = with_rank([opponent])
    seen = request.POST.get("seen", row.version)
    context = {"form": form, "other": opponent, "rank": ranked.rank, "row": row, "seen": seen}
    return form_page(request, "leagues/challenge/form.html", context)


@login_required
@require_safe
def report(request: MemberRequest, pk: int) -> HttpResponse:
    """On to the form that reports the game, filled with what was agreed."""
    me, now = member_of(request), timezone.now()
    row = find(pk, me)
    if not is_due(row, now):
        return redirect(row)
    assert row.agreed_for is not None
    opponent = row.other_than(me)
    black = row.black_player or me
    values = {
        "black": black.pk,
        "white": (me if black == opponent else opponent).pk,
        "handicap": row.handicap,
        "komi": half_text(row.komi2),
        "board": row.board,
        "played_on": timezone.localdate(row.agreed_for).isoformat(),
        "pairing": CHALLENGES.key_of(row),
    }
    if not row.rated:
        values |= {"black_free": "1", "white_free": "1"}
    return redirect(f"{reverse('games:report')}?{urlencode(values)}")


def _press(
    request: MemberRequest, pk: int, act: Callable[[Challenge, int, int], object], done: str
) -> HttpResponse:
    """Do it as far as it can be done, and show the challenge as it is then.

    The form says which terms were on the page, and which of the times suits; odd numbers are none.
    """
    row = find(pk, member_of(request))
    seen, time = (read_number(request.POST.get(name)) or 0 for name in ("seen", "time"))
    attempt(request, lambda: act(row, seen, time), done)
    return redirect(row)


@login_required
@require_POST
def accept(request: MemberRequest, pk: int) -> HttpResponse:
    """Accept the terms and one of the times."""
    return _press(
        request,
        pk,
        lambda row, seen, time: services.accept(act_of(request), row, time=time, seen=seen),
        _("Agreed. The game is in both your calendars."),
    )


@login_required
@require_POST
def decline(request: MemberRequest, pk: int) -> HttpResponse:
    """Say no."""
    return _press(
        request,
        pk,
        lambda row, seen, _time: services.decline(act_of(request), row, seen=seen),
        _("Challenge declined."),
    )


@login_required
@require_POST
def withdraw(request: MemberRequest, pk: int) -> HttpResponse:
    """Take one's own challenge back."""
    return _press(
        request,
        pk,
        lambda row, _seen, _time: services.withdraw(act_of(request), row),
        _("Challenge withdrawn."),
    )


@login_required
@require_POST
def call_off(request: MemberRequest, pk: int) -> HttpResponse:
    """Call an agreed game off."""
    return _press(
        request,
        pk,
        lambda row, _seen, _time: services.call_off(act_of(request), row),
        _("Game cancelled."),
    )
