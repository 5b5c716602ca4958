"""Actions of those who run an event, within the frame of its pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.urls import reverse
from django_stubs_ext import StrOrPromise

from goclub.leagues.models import Event
from goclub.leagues.tournament.labels.frame import EventRequest, find_event, frame_of
from goclub.leagues.tournament.queries.snapshot import load
from goclub.members.actions import ActionView, ButtonView
from goclub.members.requests import Act


class RunnerActionView(ActionView):
    """An action of those who run an event, within the frame of the event's pages."""

    request: EventRequest
    template_name = "leagues/tournament/prize_form.html"
    heading: Any = ""
    #: The page to which it leads back.
    page = "leagues:event-prizes"
    event: Event

    def find(self, *_args: Any, **address: Any) -> None:
        self.event, runs = find_event(self.request, address["slug"])
        if not runs:
            raise PermissionDenied
        self.request.runs = True
        self.back = reverse(self.page, args=[self.event.slug])

    def context_for(self, form: Any) -> dict[str, Any]:  # noqa: ARG002
        context = {"heading": self.heading, "back": self.back}
        return frame_of(self.request, load(self.event), context)


class RunnerButtonView(RunnerActionView, ButtonView):
    """A button on such a page: ``steps`` by their names in the address, with what is said then."""

    http_method_names = ["post"]
    steps: ClassVar[Mapping[str, tuple[Callable[[Act, Any], object], StrOrPromise]]] = {}
    #: What the step is about: the event, or one of its rows.
    row: Any

    def find(self, step: str = "", **address: Any) -> None:
        super().find(**address)
        if step not in self.steps:
            raise Http404
        self.row = self.event
        self.service, self.done = self.steps[step]

    def carry_out(self, act: Act, form: Any) -> Any:  # noqa: ARG002
        self.service(act, self.row)
        return self.back
