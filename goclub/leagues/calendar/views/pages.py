"""The calendar by months, and the page of one date."""

from __future__ import annotations

from calendar import Calendar
from datetime import date, timedelta
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.decorators import login_required, permission_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.dates import WEEKDAYS_ABBR
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from goclub.common.http import attempt, carried_out, is_ours
from goclub.common.notation import month_of, span_note
from goclub.leagues.calendar.forms import AnswerForm, CancelForm, MoveForm
from goclub.leagues.calendar.labels.entries import (
    COMING,
    Day,
    asked_of,
    change_text,
    days_between,
    meetings_of,
    rule_text,
    when,
    when_of,
    with_answers,
)
from goclub.leagues.calendar.labels.feeds import free_this_week
from goclub.leagues.calendar.queries import (
    Occurrence,
    coming,
    coming_to,
    next_meeting,
    occurrence_on,
)
from goclub.leagues.calendar.services.dates import answer
from goclub.leagues.calendar.services.series import ADD, CHANGE
from goclub.leagues.models import Coming, MeetingSeries
from goclub.members.models import Member
from goclub.members.queries import zone_of
from goclub.members.requests import MemberRequest, act_of, member_of
from goclub.members.visitors import rights_of

#: Months that can be turned to.
FIRST_YEAR, LAST_YEAR = 1990, 2100


@require_safe
def club_calendar(request: MemberRequest, month: str = "") -> HttpResponse:
    """A month: as a sheet, and as a list, which is all that a phone shows."""
    rights = rights_of(request)
    now = timezone.now()
    zone = zone_of(request.club)
    today = now.astimezone(ZoneInfo(zone)).date()
    first = _month(month) if month else today.replace(day=1)
    weeks = Calendar().monthdatescalendar(first.year, first.month)
    days = days_between(
        weeks[0][0],
        weeks[-1][-1],
        zone,
        today=today,
        everything=rights.games,
        member=request.member,
    )
    by_day = {day.day: day for day in days}
    for day in days:
        day.inside = (day.day.year, day.day.month) == (first.year, first.month)
    soon = next_meeting(now)
    asked = _answers(request.member, days, soon)
    with_answers(days, asked)
    here = (first.year, first.month) == (today.year, today.month)
    lines = [day for day in days if day.inside and (day.entries or day.holiday)]
    context = {
        "title": month_of(first),
        "first": first,
        "before": _turned(first - timedelta(days=1)),
        "after": _turned(first + timedelta(days=31)),
        "now_here": here,
        "as_list": request.GET.get("view") == "list",
        "weekdays": [WEEKDAYS_ABBR[number] for number in range(7)],
        "weeks": [[by_day[day] for day in week] for week in weeks],
        "past": [day for day in lines if here and day.day < today],
        "lines": [day for day in lines if not (here and day.day < today)],
        "soon": soon,
        "soon_asked": asked.get(soon.key) if soon else None,
        "soon_when": when(soon) if soon else None,
        "answers": Coming.Answer,
        "may_add": request.user.has_perm(ADD),
    }
    return render(request, "leagues/calendar/calendar.html", context)


def _answers(
    member: Member | None, days: list[Day], soon: Occurrence | None
) -> dict[tuple[int, date], dict[str, object]]:
    """Who comes to what, for members alone."""
    if member is None:
        return {}
    return asked_of(coming_to([*meetings_of(days), *([soon] if soon else [])]), member)


def _month(text: str) -> date:
    year, month = int(text[:4]), int(text[5:])
    if not (FIRST_YEAR <= year <= LAST_YEAR and 1 <= month <= 12):
        raise Http404
    return date(year, month, 1)


def _turned(day: date) -> str:
    """The month of a day as an address names it; none outside of the calendar."""
    return f"{day:%Y-%m}" if FIRST_YEAR <= day.year <= LAST_YEAR else ""


# --- One date -------------------------------------------------------------------------------------
def find_date(pk: int, day: str) -> tuple[MeetingSeries, Occurrence]:
    """The date of an address, with its series; raises Http404 where there is none."""
    series = get_object_or_404(MeetingSeries, pk=pk)
    occurrence = occurrence_on(series, read_day(day))
    if occurrence is None:
        raise Http404
    return series, occurrence


def read_day(text: str) -> date:
    """The day of an address; raises Http404 for one that the calendar has not."""
    try:
        day = date.fromisoformat(text)
    except ValueError as error:
        raise Http404 from error
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise Http404
    return day


@require_safe
def meeting(request: MemberRequest, pk: int, day: str) -> HttpResponse:
    """One date: when, where, who comes, and what the reader may do about it."""
    return date_page(request, *find_date(pk, day))


def date_page(
    request: MemberRequest,
    series: MeetingSeries,
    occurrence: Occurrence,
    *,
    cancel: CancelForm | None = None,
    move: MoveForm | None = None,
    answer_for_form: AnswerForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page of a date, with forms that were refused where there are any."""
    rights_of(request)
    me = request.member
    rows = coming(occurrence) if me else []
    may_change = request.user.has_perm(CHANGE)
    is_open = not occurrence.is_over(timezone.now())
    before = occurrence.moved_from
    context = {
        "series": series,
        "one": occurrence,
        "month": _turned(occurrence.starts_at.date()),
        "when": when(occurrence),
        "was": when_of(before, before, occurrence.zone) if before else None,
        "changed": change_text(occurrence),
        "clock_note": span_note(occurrence.starts_at, occurrence.ends_at),
        "rule": rule_text(series),
        "groups": [
            (text, [row for row in rows if row.answer == answer]) for answer, text in COMING.items()
        ],
        "mine": next((row for row in rows if me and row.member_id == me.pk), None),
        "asks": is_open and not occurrence.cancelled and me is not None,
        "answers": Coming.Answer,
        "may_change": may_change,
        "is_open": is_open,
        "refused": status != 200,
    }
    if may_change and is_open:
        context |= {
            "cancel": cancel or CancelForm(),
            "move": move or MoveForm(occurrence=occurrence),
            "other": answer_for_form or AnswerForm(others=True, prefix="other"),
        }
    return render(request, "leagues/calendar/meeting.html", context, status=status)


@login_required
@require_POST
def answer_date(request: MemberRequest, pk: int, day: str) -> HttpResponse:
    """I come, later, not; the same press takes it back to nothing."""
    series, occurrence = find_date(pk, day)
    me = member_of(request)
    form = AnswerForm(request.POST, others=False)
    if form.is_valid():
        sent = form.cleaned_data
        attempt(
            request,
            lambda: answer(
                act_of(request),
                series,
                day=occurrence.local_date,
                member=me,
                answer=sent["answer"],
                note=sent["note"],
            ),
            _("Saved. You can change it until the event ends.")
            if sent["answer"]
            else _("Your answer was withdrawn."),
        )
    else:
        messages.error(request, _("Choose an answer."))
    return redirect(_back(request, occurrence))


@login_required
@require_POST
@permission_required(CHANGE, raise_exception=True)
def answer_for(request: MemberRequest, pk: int, day: str) -> HttpResponse:
    """An organiser answers for somebody."""
    series, occurrence = find_date(pk, day)
    form = AnswerForm(request.POST, others=True, prefix="other")
    form.fields["member"].required = True
    done = carried_out(
        request,
        form,
        lambda: answer(
            act_of(request),
            series,
            day=occurrence.local_date,
            member=form.cleaned_data["member"],
            answer=form.cleaned_data["answer"],
            note=form.cleaned_data["note"],
        ),
        _("Saved."),
    )
    if done:
        return redirect(occurrence.get_absolute_url())
    return date_page(request, series, occurrence, answer_for_form=form, status=422)


def _back(request: MemberRequest, occurrence: Occurrence) -> str:
    """Where the answer was pressed, if that is a page of ours; else the page of the date."""
    there = request.POST.get("next", "")
    return there if is_ours(request, there) else occurrence.get_absolute_url()


@login_required
@require_safe
def free(request: MemberRequest) -> HttpResponse:
    """Show members who are free this week, each with a link to challenge them."""
    context = {"free": free_this_week(member_of(request), timezone.now())}
    return render(request, "leagues/calendar/free.html", context)
