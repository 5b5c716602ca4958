"""The organisers' side of registration: the list, one registration, the door, the settings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any, Final

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from goclub.common import notation
from goclub.common.collation import name_key
from goclub.common.confirmation import Question, ask, is_confirmed
from goclub.common.export import csv_response
from goclub.common.http import carried_out
from goclub.common.reading import read_number
from goclub.common.refusals.registry import describe
from goclub.leagues.league.services.persons import person_of_entry
from goclub.leagues.models import Event, Registration
from goclub.leagues.ratinglist.labels import difference_lines
from goclub.leagues.signup.forms import (
    FeeFormSet,
    QuestionFormSet,
    SignupForm,
    TickForm,
    WhichMemberForm,
)
from goclub.leagues.signup.labels import answers_of, money, registration_table, state_text
from goclub.leagues.signup.queries import (
    fee_totals,
    is_expected,
    listed_otherwise,
    namesakes_among,
    phase_of,
    registrations_of,
    signup_of,
)
from goclub.leagues.signup.services import organising
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services.exchange import propose_members
from goclub.leagues.tournament.services.registration import places_left
from goclub.leagues.tournament.views.shortcuts import event_page, organiser_event
from goclub.members.models import Member
from goclub.members.requests import MemberRequest, act_of
from ratings.errors import RuleError

#: What ticked rows are given: the service, and what is said of how many.
_STEPS: Final[Mapping[str, Callable[..., int]]] = {
    "take_in": organising.take_in,
    "decline": organising.decline,
    "paid": organising.mark_paid,
    "unpaid": organising.mark_unpaid,
    "delete": organising.delete_rows,
}
#: The filters of the list: which states each shows.
_SHOWN: Final[Mapping[str, tuple[str, ...]]] = {
    "active": (*Registration.HELD, Registration.State.ENTERED),
    "place": (Registration.State.PLACE,),
    "waiting": (Registration.State.WAITING,),
    "entered": (Registration.State.ENTERED,),
    "over": (
        Registration.State.WITHDRAWN,
        Registration.State.DECLINED,
        Registration.State.EXPIRED,
    ),
}


def _filter_names(event: Event) -> dict[str, str]:
    return {
        "active": _("Registered"),
        "place": _("To take in"),
        "waiting": _("Waiting list"),
        "entered": _("On the list of teams") if event.team_size else _("On the list of players"),
        "over": _("Over"),
    }


@organiser_event
@require_http_methods(["GET", "POST"])
def registrations(request: MemberRequest, event: Event) -> HttpResponse:
    """Everybody who registered, by state; ticked rows are taken in, declined, paid or deleted."""
    rows = registrations_of(event)
    form = TickForm(request.POST if request.method == "POST" else None, registrations=rows)
    if form.is_bound and form.is_valid():
        question = _question(request, form.cleaned_data, rows)
        if question is not None and not is_confirmed(request):
            return ask(request, question)
        if _carry_out(request, event, form):
            return redirect(request.get_full_path())
    for texts in form.errors.values():
        for text in texts:
            messages.error(request, str(text))
    return _list_page(request, event, rows, 422 if form.errors else 200)


def _question(
    request: MemberRequest, sent: dict[str, Any], rows: list[Registration]
) -> Question | None:
    """What declining and deleting bring with them; None for what has an undo."""
    if sent["do"] not in ("decline", "delete"):
        return None
    back = request.get_full_path()
    items = [row for row in rows if row.pk in sent["rows"]]
    if sent["do"] == "decline":
        return Question(
            title=_("Decline these registrations?"),
            button=_("Decline"),
            back=back,
            why=_("Those who confirmed get an e-mail with your reason."),
            items=items,
            effects=[_("Their places go to the first on the waiting list.")],
        )
    return Question(
        title=_("Delete these registrations?"),
        button=_("Delete"),
        back=back,
        why=_("Only registrations that are over are deleted, with everything typed in them."),
        items=items,
        then=_("This cannot be undone."),
    )


def _carry_out(request: MemberRequest, event: Event, form: TickForm) -> bool:
    sent = form.cleaned_data
    step = _STEPS[sent["do"]]
    options = {"reason": sent["reason"]} if sent["do"] == "decline" else {}
    try:
        count = step(act_of(request), event, sent["rows"], **options)
    except RuleError as error:
        form.add_error(None, describe(error))
        return False
    text = ngettext("%(n)s registration changed.", "%(n)s registrations changed.", count)
    messages.success(request, text % {"n": notation.number(count)})
    return True


def _list_page(
    request: MemberRequest, event: Event, rows: list[Registration], status: int
) -> HttpResponse:
    signup = signup_of(event)
    shown = request.GET.get("show", "active")
    states = _SHOWN.get(shown, _SHOWN["active"])
    proposed = {} if event.team_size else _proposals(rows)
    doubles = namesakes_among(rows)
    ticked = request.POST.getlist("rows")
    listed = defaultdict(list)
    for line in difference_lines(listed_otherwise(event, rows)):
        listed[line.row.participant.number].append(line)
    context = {
        "signup": signup,
        "phase": phase_of(signup, timezone.now()).value,
        "places_left": places_left(event),
        "filters": [
            (key, name, sum(row.state in _SHOWN[key] for row in rows), key == shown)
            for key, name in _filter_names(event).items()
        ],
        "lines": [
            {
                "registration": row,
                "state": state_text(row),
                "money": money(row.owed, signup.currency),
                "members": proposed.get(row.number, ()),
                "is_double": row in doubles,
                "is_ticked": str(row.pk) in ticked,
                "differing": listed[row.number],
            }
            for row in rows
            if row.state in states
        ],
        "doubles": doubles,
        "totals": _totals(rows, signup.currency),
        "keep_days": settings.SIGNUP_KEEP_DAYS,
    }
    return event_page(
        request, load(event), "leagues/signup/registrations.html", context, status=status
    )


def _proposals(rows: list[Registration]) -> dict[int, tuple[Member, ...]]:
    """Members who may be behind active registrations, by their number."""
    people = [person_of_entry(row) for row in rows if row.member is None and row.is_active]
    linked = {row.member_id for row in rows if row.member_id}
    return propose_members(people, linked) if people else {}


def _totals(rows: list[Registration], currency: str) -> list[dict[str, object]]:
    expected = [row for row in rows if is_expected(row)]
    return [
        {
            "name": total.name or _("Total"),
            "people": total.people,
            "owed": money(total.owed, currency),
            "paid": money(total.paid, currency),
            "missing": money(total.missing, currency),
        }
        for total in fee_totals(expected)
        if total.people
    ]


@organiser_event
@require_http_methods(["GET", "POST"])
def registration(request: MemberRequest, event: Event, pk: int) -> HttpResponse:
    """One registration with everything its person typed; which member they are."""
    row = get_object_or_404(
        event.registrations.select_related("member", "participant", "fee", "paid_by"), pk=pk
    )
    row.event = event
    form = WhichMemberForm(request.POST if request.method == "POST" else None, event=event)
    if request.method == "POST" and carried_out(
        request,
        form,
        lambda: organising.link_member(act_of(request), row, member=form.cleaned_data["member"]),
        _("Saved."),
    ):
        return redirect(reverse("leagues:registrations", args=[event.slug]) + f"#r{row.pk}")
    signup = signup_of(event)
    context = {
        "registration": row,
        "state": state_text(row),
        "answers": answers_of(event.signup_questions.all(), row),
        "money": money(row.owed, signup.currency),
        "form": form,
    }
    template = "leagues/signup/registration.html"
    return event_page(request, load(event), template, context)


@organiser_event
@require_http_methods(["GET", "POST"])
def door(request: MemberRequest, event: Event) -> HttpResponse:
    """The list for the door: who comes, what they owe, and a button when they pay."""
    if request.method == "POST":
        return _pay(request, event)
    signup = signup_of(event)
    rows = [row for row in registrations_of(event) if is_expected(row)]
    rows.sort(key=lambda row: name_key(row.shown_name))
    questions = list(event.signup_questions.all())
    context = {
        "event": event,
        "lines": [
            {
                "registration": row,
                "state": state_text(row),
                "money": money(row.owed, signup.currency),
                "answers": answers_of(questions, row),
            }
            for row in rows
        ],
        "totals": _totals(rows, signup.currency),
        "printed_at": timezone.now(),
    }
    return render(request, "leagues/signup/door.html", context)


def _pay(request: MemberRequest, event: Event) -> HttpResponse:
    step, _colon, key = request.POST.get("pay", "").partition(":")
    row = get_object_or_404(event.registrations, pk=read_number(key))
    mark = organising.mark_unpaid if step == "unpaid" else organising.mark_paid
    mark(act_of(request), event, [row.pk])
    return redirect(reverse("leagues:registration-door", args=[event.slug]) + f"#r{row.pk}")


@organiser_event
@require_safe
def registrations_csv(request: MemberRequest, event: Event) -> HttpResponseBase:  # noqa: ARG001
    """Every registration with its answers, for the organisers' own lists."""
    rows, questions = registrations_of(event), list(event.signup_questions.all())
    header, lines = registration_table(event, rows, questions)
    return csv_response(f"{event.slug}-registrations.csv", header, lines)


@organiser_event
@require_http_methods(["GET", "POST"])
def signup_settings(request: MemberRequest, event: Event) -> HttpResponse:
    """When and how people register, what they are asked and what they pay."""
    sent = request.POST if request.method == "POST" else None
    form = SignupForm(sent, instance=signup_of(event))
    questions = QuestionFormSet(sent, instance=event, prefix="questions")
    fees = FeeFormSet(sent, instance=event, prefix="fees")
    are_valid = all([form.is_valid(), questions.is_valid(), fees.is_valid()]) if sent else False
    if are_valid and carried_out(
        request, form, lambda: _save(request, form, questions, fees), _("Saved.")
    ):
        return redirect("leagues:registrations", slug=event.slug)
    context = {
        "form": form,
        "questions": questions,
        "fees": fees,
        "keep_days": settings.SIGNUP_KEEP_DAYS,
    }
    template = "leagues/signup/settings.html"
    return event_page(request, load(event), template, context)


def _save(request: MemberRequest, form: SignupForm, questions: Any, fees: Any) -> None:
    kept = {"questions": questions.save(commit=False), "fees": fees.save(commit=False)}
    removed = [*questions.deleted_objects, *fees.deleted_objects]
    organising.save_signup(act_of(request), form.save(commit=False), removed=removed, **kept)
