from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from functools import wraps
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.dates import WEEKDAYS_ABBR
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from goclub.common import notation
from goclub.common.attachments import attachment
from goclub.common.calendar_file import Item, write
from goclub.common.confirmation import Question, ask, is_confirmed
from goclub.common.http import attempt, carried_out, is_ours, status_of
from goclub.common.notation import labelled, month_of
from goclub.common.refusals.forms import add_refusal
from goclub.common.sharing import absolute
from goclub.leagues.calendar.forms import AnswerForm, CancelForm, HolidayForm, MeetingForm, MoveForm
from goclub.leagues.calendar.labels.entries import (
    Asked,
    Day,
    asked_of,
    change_text,
    days_between,
    meetings_of,
    weeks_of,
    with_answers,
)
from goclub.leagues.calendar.labels.feeds import club_items, day_stamp, member_items
from goclub.leagues.calendar.labels.free import free_this_week
from goclub.leagues.calendar.labels.wording import COMING, clock_note, rule_text, when, when_of
from goclub.leagues.calendar.queries import (
    AHEAD,
    Occurrence,
    club_zone,
    coming,
    coming_to,
    link_of,
    member_of_link,
    next_meeting,
    occurrence_on,
    occurrences_of,
)
from goclub.leagues.calendar.services import (
    ADD,
    CHANGE,
    add_holiday,
    answer,
    cancel_date,
    change_series,
    end_link,
    end_series,
    move_date,
    remove_holiday,
    renew_link,
    restore_date,
    start_series,
)
from goclub.leagues.models import Coming, Holiday, League, MeetingSeries
from goclub.members.models import Member
from goclub.members.queries import zone_of
from goclub.members.requests import MemberRequest, user_of
from goclub.members.visitors import rights_of
from ratings.errors import RuleError

# The calendar by months, and the page of one date.


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
    weeks = weeks_of(first)
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
) -> dict[tuple[int, date], Asked]:
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
@dataclass(frozen=True, slots=True)
class Found:
    """A date of a meeting, with its series."""

    series: MeetingSeries
    occurrence: Occurrence


def find_date(pk: int, day: str) -> Found:
    """The date of an address; raises Http404 where there is none."""
    series = get_object_or_404(MeetingSeries, pk=pk)
    occurrence = occurrence_on(series, read_day(day))
    if occurrence is None:
        raise Http404
    return Found(series, occurrence)


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
    return date_page(request, find_date(pk, day))


def date_page(
    request: MemberRequest,
    meeting_date: Found,
    *,
    cancel: CancelForm | None = None,
    move: MoveForm | None = None,
    answer_for_form: AnswerForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page of a date, with forms that were refused where there are any."""
    rights_of(request)
    occurrence, me = meeting_date.occurrence, request.member
    rows = coming(occurrence) if me else []
    may_change = request.user.has_perm(CHANGE)
    is_open = not occurrence.is_over(timezone.now())
    before = occurrence.moved_from
    context = {
        "series": meeting_date.series,
        "one": occurrence,
        "month": _turned(occurrence.starts_at.date()),
        "when": when(occurrence),
        "was": when_of(before, before, occurrence.zone) if before else None,
        "changed": change_text(occurrence),
        "clock_note": clock_note(occurrence.starts_at),
        "rule": rule_text(meeting_date.series),
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


# Answering whether one comes: one press; an organiser also for others.


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


# What organisers do: meetings begun, changed and ended; single dates; holidays.


View = Callable[..., HttpResponseBase]


def _with(permission: str) -> Callable[[View], View]:
    """Views for those who have a permission."""

    def decorate(view: View) -> View:
        @login_required
        @wraps(view)
        def inner(request: MemberRequest, *args: object, **kwargs: object) -> HttpResponseBase:
            if not request.user.has_perm(permission):
                raise PermissionDenied
            return view(request, *args, **kwargs)

        return inner

    return decorate


@_with(ADD)
@require_http_methods(["GET", "POST"])
def meeting_new(request: MemberRequest) -> HttpResponse:
    """Begin a meeting."""
    initial: dict[str, object] = {"first": timezone.localdate(), "kind": MeetingSeries.Kind.EVENING}
    form = MeetingForm(request.POST or None, zone=club_zone(), initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            series = start_series(details=form.details(), by=user_of(request), at=timezone.now())
        except RuleError as error:
            add_refusal(form, error, {"rrule": "repeat", "minutes": "ends_at"})
        else:
            messages.success(request, _("Added to the calendar."))
            _note_clocks(request, series)
            return _to_next(series)
    context = {"form": form, "title": _("New event"), "button": _("Add to calendar")}
    return render(request, "leagues/calendar/form.html", context, status=status_of(form))


@_with(CHANGE)
@require_http_methods(["GET", "POST"])
def meeting_edit(request: MemberRequest, pk: int) -> HttpResponse:
    """Change a meeting: words at once, another hour or rule from a day on."""
    series = get_object_or_404(MeetingSeries, pk=pk)
    form = MeetingForm(request.POST or None, zone=series.zone, series=series)
    if request.method == "POST" and form.is_valid():
        try:
            after = change_series(
                series=series,
                details=form.details(),
                since=form.cleaned_data["since"],
                by=user_of(request),
                at=timezone.now(),
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
    return render(request, "leagues/calendar/form.html", context, status=status_of(form))


@_with(CHANGE)
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
                    "There will be no dates after today. Everybody who planned to come will be "
                    "notified."
                ),
                then=_("Past dates stay on record. You can create a new event at any time."),
            ),
        )
    attempt(
        request,
        lambda: end_series(series=series, by=user_of(request), at=timezone.now()),
        _("The event has ended."),
    )
    return redirect("leagues:club-calendar")


def _note_clocks(request: MemberRequest, series: MeetingSeries) -> None:
    """Say on which night of the next year a change of the clocks moves a meeting."""
    now = timezone.now()
    for meeting in occurrences_of(series, now, now + timedelta(days=366)):
        if note := clock_note(meeting.starts_at):
            day = notation.short_day(meeting.starts_at.date())
            messages.warning(request, notation.labelled(day, note))


def _to_next(series: MeetingSeries) -> HttpResponse:
    """To the page of its next date, else to the calendar."""
    now = timezone.now()
    for occurrence in occurrences_of(series, now, now + AHEAD):
        return redirect(occurrence.get_absolute_url())
    return redirect("leagues:club-calendar")


# --- One date -------------------------------------------------------------------------------------
@_with(CHANGE)
@require_POST
def date_cancel(request: MemberRequest, pk: int, day: str) -> HttpResponse:
    """Call one date off."""
    meeting_date = find_date(pk, day)
    form = CancelForm(request.POST)
    done = carried_out(
        request,
        form,
        lambda: cancel_date(
            series=meeting_date.series,
            day=meeting_date.occurrence.local_date,
            reason=form.cleaned_data["reason"],
            by=user_of(request),
            at=timezone.now(),
        ),
        _("Date cancelled. Those who planned to come are notified."),
    )
    if done:
        return redirect(meeting_date.occurrence.get_absolute_url())
    return date_page(request, meeting_date, cancel=form, status=422)


@_with(CHANGE)
@require_POST
def date_move(request: MemberRequest, pk: int, day: str) -> HttpResponse:
    """Let one date take place at another time or elsewhere."""
    meeting_date = find_date(pk, day)
    form = MoveForm(request.POST, occurrence=meeting_date.occurrence)
    done = carried_out(
        request,
        form,
        lambda: move_date(
            series=meeting_date.series,
            day=meeting_date.occurrence.local_date,
            by=user_of(request),
            at=timezone.now(),
            **form.values(),
        ),
        _("Date moved. Those who planned to come are notified."),
    )
    if done:
        return redirect(meeting_date.occurrence.get_absolute_url())
    return date_page(request, meeting_date, move=form, status=422)


@_with(CHANGE)
@require_POST
def date_restore(request: MemberRequest, pk: int, day: str) -> HttpResponse:
    """Let one date be as the rule has it again."""
    meeting_date = find_date(pk, day)
    attempt(
        request,
        lambda: restore_date(
            series=meeting_date.series,
            day=meeting_date.occurrence.local_date,
            by=user_of(request),
            at=timezone.now(),
        ),
        _("The date follows the rule again."),
    )
    return redirect(meeting_date.occurrence.get_absolute_url())


# --- Holidays -------------------------------------------------------------------------------------
@_with("leagues.add_holiday")
@require_http_methods(["GET", "POST"])
def holidays(request: MemberRequest) -> HttpResponse:
    """The days on which the club does not meet, and another one."""
    form = HolidayForm(request.POST or None)
    if request.method == "POST" and carried_out(
        request,
        form,
        lambda: add_holiday(**form.cleaned_data, by=user_of(request), at=timezone.now()),
        _("Holiday added. Recurring events skip this day."),
    ):
        return redirect("leagues:holidays")
    today = timezone.localdate()
    context = {
        "form": form,
        "holidays": Holiday.objects.filter(day__gte=today).order_by("day")[:200],
        "past": Holiday.objects.filter(day__lt=today).order_by("-day")[:20],
    }
    return render(request, "leagues/calendar/holidays.html", context, status=status_of(form))


@_with("leagues.change_holiday")
@require_POST
def holiday_remove(request: MemberRequest, pk: int) -> HttpResponse:
    """Let the club meet on this day like on any other."""
    holiday = get_object_or_404(Holiday, pk=pk)
    attempt(
        request,
        lambda: remove_holiday(holiday=holiday, by=user_of(request)),
        _("Holiday removed. The club meets as usual on this day."),
    )
    return redirect("leagues:holidays")


# The calendar for other programs: the club's, and a member's own by a secret address.


@require_safe
def club_feed(request: MemberRequest) -> HttpResponse:
    """The club's calendar; a visitor finds tournaments in it where he may look at them."""
    rights = rights_of(request)
    items = club_items(timezone.now(), everything=rights.games)
    return _file(request, request.club.name, items, "club")


@cache_control(private=True, no_store=True)
@require_safe
def member_feed(request: MemberRequest, token: str) -> HttpResponse:
    """A member's calendar, for whoever has its secret address; nobody's once he left."""
    member = member_of_link(token)
    if member is None:
        raise Http404
    rights_of(request)
    with translation.override(member.language):
        items = list(member_items(member, timezone.now()))
        response = _file(request, labelled(request.club.name, member), items, "my")
    # The address is as good as a password: no search engine keeps it, no link tells of it.
    response["X-Robots-Tag"] = "noindex, nofollow"
    response["Referrer-Policy"] = "no-referrer"
    return response


@login_required
@cache_control(private=True, no_store=True)
@require_safe
def links(request: MemberRequest) -> HttpResponse:
    """Where calendar programs read: the club, each league, and my own secret address."""
    me = _me(request)
    link = link_of(me)
    secret = reverse("leagues:member-feed", args=[link.token]) if link else ""
    context = {
        "club_address": absolute(request, reverse("leagues:club-feed")),
        "leagues": [
            (league, absolute(request, reverse("leagues:calendar", args=[league.slug])))
            for league in League.objects.filter(active=True)
        ],
        "link": link,
        "my_address": absolute(request, secret) if secret else "",
    }
    response = render(request, "leagues/calendar/links.html", context)
    response["Referrer-Policy"] = "no-referrer"
    return response


@login_required
@require_POST
def renew(request: MemberRequest) -> HttpResponse:
    """A new secret address; the one before opens nothing any more."""
    me = _me(request)
    attempt(
        request,
        lambda: renew_link(member=me, by=user_of(request), at=timezone.now()),
        _("This is your new address. The old one no longer works."),
    )
    return redirect("leagues:calendar-links")


@login_required
@require_POST
def end(request: MemberRequest) -> HttpResponse:
    """No secret address any more."""
    me = _me(request)
    attempt(
        request,
        lambda: end_link(member=me, by=user_of(request)),
        _("Your address no longer works."),
    )
    return redirect("leagues:calendar-links")


def _file(request: MemberRequest, name: str, items: Iterable[Item], stem: str) -> HttpResponse:
    text = write(
        name,
        items,
        owner=str(request.club.key),
        base=absolute(request, "/")[:-1],
        stamp=day_stamp(timezone.now()),
    )
    response = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = attachment(f"{stem}.ics")
    return response


def _me(request: MemberRequest) -> Member:
    if request.member is None:
        raise PermissionDenied
    return request.member


# Who is free this week: who comes to an evening, and with whom a league game is open.


@login_required
@require_safe
def free(request: MemberRequest) -> HttpResponse:
    """Members whom one could meet this week, each with a way to challenge him."""
    if request.member is None:
        raise PermissionDenied
    context = {"free": free_this_week(request.member, timezone.now())}
    return render(request, "leagues/calendar/free.html", context)
