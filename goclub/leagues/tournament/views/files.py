"""An event as a file for other programs and lists."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from goclub.common.export import csv_response
from goclub.common.http import attachment
from goclub.common.refusals.registry import describe
from goclub.leagues.models import Event
from goclub.leagues.tournament.queries.ends import said_ends
from goclub.leagues.tournament.queries.sanctions import cases_of, why_by_table
from goclub.leagues.tournament.queries.snapshot import EventSnapshot
from goclub.leagues.tournament.services import exchange, files
from goclub.leagues.tournament.views.public import file_name
from goclub.leagues.tournament.views.shortcuts import public_event
from goclub.members.requests import MemberRequest
from ratings.errors import RuleError
from tournaments.formats.registrations import registration_table
from tournaments.formats.results_table import results_table


@require_safe
@public_event
def opengotha(request: MemberRequest, snapshot: EventSnapshot) -> HttpResponseBase:
    """The event as an OpenGotha file."""
    return _file(request, snapshot, exchange.export_opengotha, "xml", "text/xml")


@require_safe
@public_event
def h9(request: MemberRequest, snapshot: EventSnapshot) -> HttpResponseBase:
    """The results file of the European database."""
    return _file(request, snapshot, files.export_h9, "h9", "text/plain; charset=utf-8")


@require_safe
@public_event
def tou(request: MemberRequest, snapshot: EventSnapshot) -> HttpResponseBase:
    """The results file of the French list."""
    return _file(request, snapshot, files.export_tou, "tou", "text/plain; charset=iso-8859-1")


@require_safe
@public_event
def results_csv(_request: MemberRequest, snapshot: EventSnapshot) -> HttpResponseBase:
    """Every published game as a line."""
    event, tournament = snapshot.event, snapshot.tournament()
    if event.for_league:
        whys = why_by_table(cases_of(event))
        table = results_table(tournament, said_ends(snapshot), whys)
    else:
        table = results_table(tournament)
    return csv_response(file_name(snapshot, "results"), *table)


@require_safe
@public_event
def players_csv(_request: MemberRequest, snapshot: EventSnapshot) -> HttpResponseBase:
    """Every entry as a line."""
    return csv_response(
        file_name(snapshot, "players"), *registration_table(snapshot.tournament().players)
    )


def _file(
    request: MemberRequest,
    snapshot: EventSnapshot,
    write: Callable[[Event], bytes],
    suffix: str,
    content_type: str,
) -> HttpResponseBase:
    """The download, or back to the event with what is missing for it."""
    try:
        data = write(snapshot.event)
    except RuleError as error:
        messages.error(
            request, _("This file cannot be created yet. %(why)s") % {"why": describe(error)}
        )
        return redirect("leagues:event", slug=snapshot.event.slug)
    response = HttpResponse(data, content_type=content_type)
    name = file_name(snapshot, "", suffix)
    response["Content-Disposition"] = attachment(name)
    return response
