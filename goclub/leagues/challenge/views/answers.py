"""Answering a challenge: one press each."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from goclub.common.http import attempt
from goclub.leagues.challenge.forms import ChallengeAnswerForm
from goclub.leagues.challenge.services import challenges
from goclub.leagues.challenge.views.pages import find, member_of
from goclub.leagues.models import Challenge
from goclub.members.requests import MemberRequest, user_of


def _press(
    request: MemberRequest, pk: int, act: Callable[[Challenge, int, int], object], done: str
) -> HttpResponse:
    """Do it as far as it can be done, and show the challenge as it is then."""
    row = find(pk, member_of(request))
    form = ChallengeAnswerForm(request.POST)
    form.is_valid()
    sent = form.cleaned_data
    attempt(request, lambda: act(row, sent.get("seen", 0), sent.get("time", 0)), done)
    return redirect(row)


@login_required
@require_POST
def accept(request: MemberRequest, pk: int) -> HttpResponse:
    """Accept the terms and one of the times."""
    return _press(
        request,
        pk,
        lambda row, seen, time: challenges.accept(
            challenge=row, time=time, seen=seen, by=user_of(request), at=timezone.now()
        ),
        _("Agreed. The game is in both your calendars."),
    )


@login_required
@require_POST
def decline(request: MemberRequest, pk: int) -> HttpResponse:
    """Say no."""
    return _press(
        request,
        pk,
        lambda row, seen, _time: challenges.decline(
            challenge=row, seen=seen, by=user_of(request), at=timezone.now()
        ),
        _("Challenge declined."),
    )


@login_required
@require_POST
def withdraw(request: MemberRequest, pk: int) -> HttpResponse:
    """Take one's own challenge back."""
    return _press(
        request,
        pk,
        lambda row, _seen, _time: challenges.withdraw(
            challenge=row, by=user_of(request), at=timezone.now()
        ),
        _("Challenge withdrawn."),
    )


@login_required
@require_POST
def call_off(request: MemberRequest, pk: int) -> HttpResponse:
    """Call an agreed game off."""
    return _press(
        request,
        pk,
        lambda row, _seen, _time: challenges.call_off(
            challenge=row, by=user_of(request), at=timezone.now()
        ),
        _("Game cancelled."),
    )
