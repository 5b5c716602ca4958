"""The organisers' list of players who are kept apart."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from goclub.common.collation import name_key
from goclub.common.http import attempt, carried_out
from goclub.common.reading import read_number
from goclub.leagues.models import Event, Participant
from goclub.leagues.tournament.forms.apart import ApartForm
from goclub.leagues.tournament.labels.apart import rule_lines
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services.keeping_apart import keep_apart, let_meet
from goclub.leagues.tournament.views.shortcuts import event_page, organiser_event
from goclub.members.requests import MemberRequest, act_of


@organiser_event
@require_http_methods(["GET", "POST"])
def apart(request: MemberRequest, event: Event) -> HttpResponse:
    """Show who is kept apart, and add a rule."""
    snapshot = load(event)
    people = sorted(
        (p for p in snapshot.participants.values() if p.state != Participant.State.WITHDRAWN),
        key=lambda person: name_key(person.shown_name),
    )
    form = ApartForm(request.POST or None, people=people)
    if request.method == "POST" and carried_out(
        request, form, lambda: keep_apart(act_of(request), event, **form.rule()), _("Rule added.")
    ):
        return redirect("leagues:event-apart", slug=event.slug)
    context = {"form": form, "rules": rule_lines(snapshot), "people": people}
    return event_page(request, snapshot, "leagues/tournament/event_apart.html", context)


@organiser_event
@require_POST
def apart_remove(request: MemberRequest, event: Event) -> HttpResponse:
    """Remove a rule, named by its place in the list."""
    place = read_number(request.POST.get("rule", ""), high=999)
    attempt(
        request,
        lambda: let_meet(act_of(request), event, place=-1 if place is None else place),
        _("Rule removed."),
    )
    return redirect(reverse("leagues:event-apart", args=[event.slug]))
