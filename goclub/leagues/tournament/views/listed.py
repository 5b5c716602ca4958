"""The rating list of an event: found while typing, frozen, and taken over by entries."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from goclub.common.http import attempt
from goclub.common.limits import asked_too_often
from goclub.common.reading import read_number
from goclub.common.refusals.registry import describe
from goclub.leagues.models import Event, RatingList
from goclub.leagues.ratinglist.labels import listed_label, listed_note
from goclub.leagues.ratinglist.queries import form_values, lists_of, lookup
from goclub.leagues.tournament.services.listed import freeze_list, take_listed
from goclub.leagues.tournament.views.shortcuts import organiser_event
from goclub.members.models import Member
from goclub.members.requests import MemberRequest, act_of
from ratings.errors import RuleError


@require_safe
@organiser_event
def find_listed(request: MemberRequest, event: Event) -> HttpResponse:
    """Players of the event’s lists for ``q``, with the fields that each fills."""
    if wait := asked_too_often(request, "find"):
        return wait
    players = lookup(request.GET.get("q", ""), lists_of(event), among=Member.objects.active())
    rows = [
        {
            "pk": player.pk,
            "name": str(player),
            "label": listed_label(player),
            "note": listed_note(player),
            "fields": form_values(player),
        }
        for player in players
    ]
    return JsonResponse({"members": rows})


@organiser_event
@require_POST
def choose_list(request: MemberRequest, event: Event) -> HttpResponse:
    """Freeze a list for the event, or use the newest ones again."""
    chosen = request.POST.get("rating_list", "")
    ready = RatingList.objects.ready().defer("data")
    rating_list = get_object_or_404(ready, pk=read_number(chosen)) if chosen else None
    done = _("The newest lists are used again.")
    if rating_list:
        done = _("Frozen: %(list)s.") % {"list": rating_list}
    attempt(request, lambda: freeze_list(act_of(request), event, rating_list), done)
    return redirect("leagues:event-entries", slug=event.slug)


@organiser_event
@require_POST
def take_listed_values(request: MemberRequest, event: Event) -> HttpResponse:
    """Fill one entry from the list, or all that differ."""
    number = request.POST.get("number", "")
    numbers = None if number == "all" else {read_number(number) or 0}
    try:
        filled = take_listed(act_of(request), event, numbers)
    except RuleError as error:
        messages.error(request, describe(error))
    else:
        text = ngettext(
            "%(n)s entry was filled from the rating list.",
            "%(n)s entries were filled from the rating list.",
            len(filled),
        )
        messages.success(request, text % {"n": len(filled)})
    return redirect("leagues:event-entries", slug=event.slug)
