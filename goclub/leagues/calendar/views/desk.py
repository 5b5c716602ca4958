"""What organisers do: meetings begun, changed and ended; single dates; holidays."""

from __future__ import annotations

from datetime import timedelta

from django.contrib import messages
from django.contrib.auth.decorators import login_required, permission_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from goclub.common import notation
from goclub.common.confirmation import Question, ask, is_confirmed
from goclub.common.http import attempt, carried_out, form_page
from goclub.common.refusals.registry import add_refusal
from goclub.leagues.calendar.forms import CancelForm, HolidayForm, MeetingForm, MoveForm
from goclub.leagues.calendar.labels.entries import rule_text
from goclub.leagues.calendar.queries import AHEAD, club_zone, occurrences_of
from goclub.leagues.calendar.services.dates import (
    add_holiday,
    cancel_date,
    move_date,
    remove_holiday,
    restore_date,
)
from goclub.leagues.calendar.services.series import (
    ADD,
    CHANGE,
    change_series,
    end_series,
    start_series,
)
from goclub.leagues.calendar.views.pages import date_page, find_date
from goclub.leagues.models import Holiday, MeetingSeries
from goclub.members.requests import MemberRequest, act_of
from ratings.errors import RuleError


@login_required
@permission_required(ADD, raise_exception=True)
@require_http_methods(["GET", "POST"])
def meeting_new(request: MemberRequest) -> HttpResponse:
    """Begin a meeting."""
    initial: dict[str, object] = {"first": timezone.localdate(), "kind": MeetingSeries.Kind.EVENING}
    form = MeetingForm(request.POST or None, zone=club_zone(), initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            series = start_series(act_of(request), form.details())
        except RuleError as error:
            add_refusal(form, error, {"rrule": "repeat", "minutes": "ends_at"})
        else:
            messages.success(request, _("Added to the calendar."))
            _note_clocks(request, series)
            return _to_next(series)
    context = {"form": form, "title": _("New event"), "button": _("Add to calendar")}
    return form_page(request, "leagues/calendar/form.html", context)


@login_required
@permission_required(CHANGE, raise_exception=True)
@require_http_methods(["GET", "POST"])
def meeting_edit(request: MemberRequest, pk: int) -> HttpResponse:
    """Change a meeting: words at once, another hour or rule from a day on."""
    series = get_object_or_404(MeetingSeries, pk=pk)
    form = MeetingForm(request.POST or None, zone=series.zone, series=series)
    if request.method == "POST" and form.is_valid():
        try:
            after = change_series(
                act_of(request), series, details=form.details(), since=form.cleaned_data["since"]
            )
        except RuleError as error:
            add_refusal(form, error, {"rrule": "repeat", "minutes": "ends_at"})
        else:
            messages.success(request, _("Event changed. Those who planned to come are notified."))
            _note_clocks(request, after)
            return _to_next(after)
    context = {
        "form": form,
        "series": series,
        "rule": rule_text(series),
        "title": _("Change the event"),
        "button": _("Save"),
    }
    return form_page(request, "leagues/calendar/form.html", context)


@login_required
@permission_required(CHANGE, raise_exception=True)
@require_POST
def meeting_end(request: MemberRequest, pk: int) -> HttpResponse:
    """End a meeting: there is no date after now."""
    series = get_object_or_404(MeetingSeries, pk=pk)
    if not is_confirmed(request):
        back = reverse("leagues:meeting-edit", args=[series.pk])
        return ask(
            request,
            Question(
                title=_("End “%(title)s”?") % {"title": series.title},
                button=_("End event"),
                back=back,
                why=_(
                    "There will be no dates after today. Everyone who planned to come will be "
                    "notified."
                ),
                then=_("Past dates stay on record. You can create a new event at any time."),
            ),
        )
    attempt(
        request,
        lambda: end_series(act_of(request), series),
        _("The event has ended."),
    )
    return redirect("leagues:club-calendar")


def _note_clocks(request: MemberRequest, series: MeetingSeries) -> None:
    """Say on which night of the next year a change of the clocks moves a meeting."""
    now = timezone.now()
    for meeting in occurrences_of(series, now, now + timedelta(days=366)):
        if note := notation.span_note(meeting.starts_at, meeting.ends_at):
            day = notation.short_day(meeting.starts_at.date())
            messages.warning(request, notation.labelled(day, note))


def _to_next(series: MeetingSeries) -> HttpResponse:
    """To the page of its next date, else to the calendar."""
    now = timezone.now()
    for occurrence in occurrences_of(series, now, now + AHEAD):
        return redirect(occurrence.get_absolute_url())
    return redirect("leagues:club-calendar")


# --- One date -------------------------------------------------------------------------------------
@login_required
@permission_required(CHANGE, raise_exception=True)
@require_POST
def date_cancel(request: MemberRequest, pk: int, day: str) -> HttpResponse:
    """Call one date off."""
    series, occurrence = find_date(pk, day)
    form = CancelForm(request.POST)
    done = carried_out(
        request,
        form,
        lambda: cancel_date(
            act_of(request), series, day=occurrence.local_date, reason=form.cleaned_data["reason"]
        ),
        _("Date cancelled. Those who planned to come are notified."),
    )
    if done:
        return redirect(occurrence.get_absolute_url())
    return date_page(request, series, occurrence, cancel=form, status=422)


@login_required
@permission_required(CHANGE, raise_exception=True)
@require_POST
def date_move(request: MemberRequest, pk: int, day: str) -> HttpResponse:
    """Let one date take place at another time or elsewhere."""
    series, occurrence = find_date(pk, day)
    form = MoveForm(request.POST, occurrence=occurrence)
    done = carried_out(
        request,
        form,
        lambda: move_date(act_of(request), series, day=occurrence.local_date, **form.values()),
        _("Date moved. Those who planned to come are notified."),
    )
    if done:
        return redirect(occurrence.get_absolute_url())
    return date_page(request, series, occurrence, move=form, status=422)


@login_required
@permission_required(CHANGE, raise_exception=True)
@require_POST
def date_restore(request: MemberRequest, pk: int, day: str) -> HttpResponse:
    """Let one date be as the rule has it again."""
    series, occurrence = find_date(pk, day)
    attempt(
        request,
        lambda: restore_date(act_of(request), series, day=occurrence.local_date),
        _("The date follows the rule again."),
    )
    return redirect(occurrence.get_absolute_url())


# --- Holidays -------------------------------------------------------------------------------------
@login_required
@permission_required("leagues.add_holiday", raise_exception=True)
@require_http_methods(["GET", "POST"])
def holidays(request: MemberRequest) -> HttpResponse:
    """The days on which the club does not meet, and another one."""
    form = HolidayForm(request.POST or None)
    if request.method == "POST" and carried_out(
        request,
        form,
        lambda: add_holiday(act_of(request), **form.cleaned_data),
        _("Holiday added. Recurring events skip this day."),
    ):
        return redirect("leagues:holidays")
    today = timezone.localdate()
    context = {
        "form": form,
        "holidays": Holiday.objects.filter(day__gte=today).order_by("day")[:200],
        "past": Holiday.objects.filter(day__lt=today).order_by("-day")[:20],
    }
    return form_page(request, "leagues/calendar/holidays.html", context)


@login_required
@permission_required("leagues.change_holiday", raise_exception=True)
@require_POST
def holiday_remove(request: MemberRequest, pk: int) -> HttpResponse:
    """Let the club meet on this day like on any other."""
    holiday = get_object_or_404(Holiday, pk=pk)
    attempt(
        request,
        lambda: remove_holiday(act_of(request), holiday),
        _("Holiday removed. The club meets as usual on this day."),
    )
    return redirect("leagues:holidays")
