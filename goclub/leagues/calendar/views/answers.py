"""Answering whether one comes: one press; an organiser also for others."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from goclub.common.http import attempt, carried_out, is_ours
from goclub.leagues.calendar.forms import AnswerForm
from goclub.leagues.calendar.services import CHANGE, answer
from goclub.leagues.calendar.views.pages import Found, date_page, find_date
from goclub.members.requests import MemberRequest, user_of


@login_required
@require_POST
def answer_date(request: MemberRequest, pk: int, day: str) -> HttpResponse:
    """I come, later, not; the same press takes it back to nothing."""
    meeting_date = find_date(pk, day)
    me = request.member
    if me is None:
        raise PermissionDenied
    form = AnswerForm(request.POST, others=False)
    if form.is_valid():
        sent = form.cleaned_data
        attempt(
            request,
            lambda: answer(
                series=meeting_date.series,
                day=meeting_date.occurrence.local_date,
                member=me,
                answer=sent["answer"],
                note=sent["note"],
                by=user_of(request),
                at=timezone.now(),
            ),
            _("Saved. You can change it until the event starts.")
            if sent["answer"]
            else _("Your answer was withdrawn."),
        )
    else:
        messages.error(request, _("Choose an answer."))
    return redirect(_back(request, meeting_date))


@login_required
@require_POST
def answer_for(request: MemberRequest, pk: int, day: str) -> HttpResponse:
    """An organiser answers for somebody."""
    meeting_date = find_date(pk, day)
    if not request.user.has_perm(CHANGE):
        raise PermissionDenied
    form = AnswerForm(request.POST, others=True, prefix="other")
    form.fields["member"].required = True
    done = carried_out(
        request,
        form,
        lambda: answer(
            series=meeting_date.series,
            day=meeting_date.occurrence.local_date,
            member=form.cleaned_data["member"],
            answer=form.cleaned_data["answer"],
            note=form.cleaned_data["note"],
            by=user_of(request),
            at=timezone.now(),
        ),
        _("Saved."),
    )
    if done:
        return redirect(meeting_date.occurrence.get_absolute_url())
    return date_page(request, meeting_date, answer_for_form=form, status=422)


def _back(request: MemberRequest, meeting_date: Found) -> str:
    """Where the answer was pressed, if that is a page of ours; else the page of the date."""
    there = request.POST.get("next", "")
    return there if is_ours(request, there) else meeting_date.occurrence.get_absolute_url()
