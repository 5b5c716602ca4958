"""The picture of an event, for those who may see the event."""

from __future__ import annotations

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from goclub.common.pictures import picture_response
from goclub.leagues.tournament.labels.sharing import event_picture
from goclub.leagues.tournament.queries.snapshot import EventSnapshot
from goclub.leagues.tournament.views.shortcuts import EventRequest, public_event


@require_safe
@public_event
def picture(request: EventRequest, snapshot: EventSnapshot) -> HttpResponse:
    """The head of its table."""
    return picture_response(request, event_picture(snapshot, request.club))
