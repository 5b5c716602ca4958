"""One table at the desk: its players, its conditions, who sits with whom."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from goclub.common.reading import read_number
from goclub.common.refusals.registry import add_refusal
from goclub.games.models import Toss
from goclub.leagues.models import Event, Pairing
from goclub.leagues.tournament.forms.desk import (
    BoardForm,
)
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.queries.tosses import tosses_of
from goclub.leagues.tournament.services import (
    seating,
)
from goclub.leagues.tournament.views.desk import StepFacts
from goclub.leagues.tournament.views.setup import version_of
from goclub.leagues.tournament.views.shortcuts import event_page, organiser_event
from goclub.members.requests import MemberRequest, user_of
from ratings.errors import RuleError


@organiser_event
@require_http_methods(["GET", "POST"])
def table(request: MemberRequest, event: Event, number: int, table: int) -> HttpResponse:
    """One table by hand: colours, stones, komi, its number."""
    pairing = get_object_or_404(
        Pairing.objects.select_related("round__event", "black", "white"),
        round__event=event,
        round__number=number,
        table=table,
    )
    initial: dict[str, object] = {
        "handicap": pairing.handicap,
        "komi2": pairing.komi2,
        "table": pairing.table,
    }
    swap = any(name in request.POST for name in ("swap", "release", "toss"))
    form = BoardForm(request.POST if request.method == "POST" and not swap else None,
                     initial=initial)  # fmt: skip
    if request.method == "POST" and (swap or form.is_valid()):
        try:
            _change_table(request, pairing, form)
        except RuleError as error:
            if not form.is_bound:
                form = BoardForm(initial, initial=initial)
                form.is_valid()
            add_refusal(form, error, {"komi": "komi2"})
        else:
            messages.success(request, _("Saved."))
            return redirect("leagues:event-desk", slug=event.slug)
    status = 422 if form.errors else 200
    tossing = event.for_league and not pairing.handicap and not pairing.has_result
    context = {
        "pairing": pairing,
        "form": form,
        "number": number,
        "tossing": tossing,
        "tosses": tosses_of(pairing, pairing.round) if tossing and not pairing.toss else [],
    }
    return event_page(
        request, load(event), "leagues/tournament/event_table.html", context, status=status
    )


def _change_table(request: MemberRequest, pairing: Pairing, form: BoardForm) -> None:
    common: StepFacts = {
        "by": user_of(request),
        "at": timezone.now(),
        "version": version_of(request),
    }
    if "toss" in request.POST:
        toss = get_object_or_404(Toss, pk=read_number(request.POST["toss"]))
        seating.take_toss(pairing=pairing, toss=toss, **common)
    elif "swap" in request.POST:
        seating.swap_colours(pairing=pairing, **common)
    elif "release" in request.POST:
        seating.release_pair(pairing=pairing, **common)
    else:
        data = form.cleaned_data
        komi2 = data["komi2"] if data["komi2"] != pairing.komi2 else None
        seating.set_conditions(
            handicap=data["handicap"], komi2=komi2, table=data["table"], pairing=pairing, **common
        )
