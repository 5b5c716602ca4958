"""Registering on the page of a tournament, and coming back to it by the link of the mail."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from goclub.common.http import attempt, carried_out, form_page
from goclub.common.limits import refused, seconds_to_wait
from goclub.common.refusals.registry import describe
from goclub.leagues.models import Event, Registration
from goclub.leagues.ratinglist.labels import difference_lines
from goclub.leagues.signup.forms import RegistrationForm, TeamRegistrationForm
from goclub.leagues.signup.labels import answers_of
from goclub.leagues.signup.queries import (
    SignupPhase,
    listed_otherwise,
    own_registration,
    phase_of,
    position_of,
    signup_of,
)
from goclub.leagues.signup.services import registrations
from goclub.leagues.signup.services.letters import registration_of
from goclub.leagues.tournament.labels.frame import find_event
from goclub.leagues.tournament.queries.strength import strength_of
from goclub.leagues.tournament.services.registration import places_left
from goclub.leagues.tournament.services.steps import may_run
from goclub.members.models import Member
from goclub.members.requests import Act, MemberRequest, act_of
from ratings.errors import RuleError


@never_cache
@require_http_methods(["GET", "POST"])
def register(request: MemberRequest, slug: str) -> HttpResponse:
    """The public form; a member's short one, or what became of their registration."""
    event, runs = find_event(request, slug)
    signup = signup_of(event)
    phase = phase_of(signup, timezone.now())
    if phase is SignupPhase.OFF and not runs:
        raise Http404
    member = None if event.team_size else request.member  # a captain registers a team, not himself
    mine = own_registration(event, member)
    declined = Registration.State.DECLINED
    if mine and (mine.is_active or mine.state == declined or phase is not SignupPhase.OPEN):
        return _own(request, mine, by_link=False)
    if request.method == "POST" and (seconds := seconds_to_wait(request, "register")):
        return _too_often(request, event, seconds)
    sent = request.POST if request.method == "POST" else None
    form = _form_of(event, member, sent)
    if form.is_robot:
        return redirect("leagues:registered", slug=event.slug)
    if sent is not None and form.is_valid():
        try:
            registration = _carry_out(request, event, member, form)
        except RuleError as error:
            _refuse(form, error)
        else:
            if member is not None:
                messages.success(request, _registered_text(registration))
                return redirect("leagues:register", slug=event.slug)
            return redirect("leagues:registered", slug=event.slug)
    return _form_page(request, event, form)


def _form_of(event: Event, member: Member | None, sent: Any) -> RegistrationForm:
    asks_rank = member is None or strength_of(member)[0] is None
    fresh = Registration(event=event, member=member)
    kind = TeamRegistrationForm if event.team_size else RegistrationForm
    return kind(sent, signup=signup_of(event), asks_rank=asks_rank, instance=fresh)


def _form_page(request: MemberRequest, event: Event, form: RegistrationForm) -> HttpResponse:
    signup = signup_of(event)
    context = {
        "event": event,
        "signup": signup,
        "form": form,
        "keep_days": settings.SIGNUP_KEEP_DAYS,
        "phase": phase_of(signup, timezone.now()).value,
        "places_left": places_left(event),
        "waiting": event.registrations.waiting().count(),
        "runs": may_run(event, request.user),
    }
    return form_page(request, "leagues/signup/register.html", context)


def _too_often(request: MemberRequest, event: Event, seconds: int) -> HttpResponse:
    """The form with everything that was typed, and when to send it again."""
    form = _form_of(event, None if event.team_size else request.member, request.POST)
    form.full_clean()
    context = {
        "event": event,
        "signup": signup_of(event),
        "form": form,
        "keep_days": settings.SIGNUP_KEEP_DAYS,
        "phase": SignupPhase.OPEN.value,
        "places_left": places_left(event),
    }
    return refused(request, seconds, "leagues/signup/register.html", context)


def _carry_out(
    request: MemberRequest, event: Event, member: Member | None, form: RegistrationForm
) -> Registration:
    columns = form.columns()
    if member is not None:
        return registrations.register_self(act_of(request), event, **columns)
    language = get_language() or "en"
    return registrations.register(Act(None), event, language=language, **columns)


def _refuse(form: RegistrationForm, error: RuleError) -> None:
    field = error.field if error.field in form.fields else None
    form.add_error(field, describe(error))


def _registered_text(registration: Registration) -> str:
    if registration.state == Registration.State.WAITING:
        return _("You are number %(n)s on the waiting list.") % {"n": position_of(registration)}
    return _("You are entered.")


@require_safe
def registered(request: MemberRequest, slug: str) -> HttpResponse:
    """A mail is on its way; the same page for whoever registered already, and for robots."""
    event, _runs = find_event(request, slug)
    context = {"event": event, "signup": signup_of(event)}
    return render(request, "leagues/signup/registered.html", context)


@never_cache
@require_http_methods(["GET", "POST"])
def own(request: MemberRequest, token: str) -> HttpResponse:
    """A registration by the link of its mail: confirm, change, withdraw."""
    try:
        registration = registration_of(token)
    except RuleError as error:
        status = 404 if error.reason == "no_link" else 410
        context = {"problem": describe(error)}
        return render(request, "leagues/signup/no_link.html", context, status=status)
    return _own(request, registration, by_link=True)


def _own(request: MemberRequest, registration: Registration, *, by_link: bool) -> HttpResponse:
    event = registration.event
    act = Act(None) if by_link else act_of(request)
    lapsed = registration.is_lapsed(act.at)
    step = request.POST.get("do", "change")
    kind = TeamRegistrationForm if event.team_size else RegistrationForm
    form = kind(
        request.POST if request.method == "POST" and step == "change" else None,
        signup=signup_of(event),
        asks_rank=registration.member is None and registration.participant_id is None,
        instance=registration,
    )
    if request.method == "POST":
        if step == "confirm":
            confirmed = _("Your registration is confirmed.")
            attempt(request, lambda: registrations.confirm(act, registration), confirmed)
            return redirect(request.path)
        if step == "withdraw":
            withdrawn = _("You have withdrawn. Your place is free for someone else.")
            attempt(request, lambda: registrations.withdraw(act, registration), withdrawn)
            return redirect(request.path)
        if carried_out(
            request,
            form,
            lambda: registrations.change(act, registration, **form.columns()),
            _("Saved."),
        ):
            return redirect(request.path)
    if form.errors:  # the name on the page is the stored one
        registration = Registration.objects.select_related("event", "fee").get(pk=registration.pk)
    context = {
        "event": event,
        "signup": signup_of(event),
        "registration": registration,
        "state": Registration.State.EXPIRED if lapsed else registration.state,
        "position": position_of(registration),
        "answers": answers_of(form.questions, registration),
        "differing": difference_lines(listed_otherwise(event, [registration])),
        "form": form,
        "keep_days": settings.SIGNUP_KEEP_DAYS,
        "phase": phase_of(signup_of(event), act.at).value,
        "may_change": registration.is_active
        and not lapsed
        and event.state == Event.State.REGISTRATION,
    }
    return form_page(request, "leagues/signup/own.html", context)
