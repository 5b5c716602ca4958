"""An event in a hall without the internet: its file, and what comes home from there."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from goclub.common.http import download
from goclub.common.refusals.registry import add_refusal
from goclub.leagues.models import Event, EventTrip, Registration
from goclub.leagues.tournament.forms.laptop import HomecomingForm
from goclub.leagues.tournament.labels.laptop import difference_line, left_behind
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services import homecoming
from goclub.leagues.tournament.services.comparing import Homecoming, compare_file
from goclub.leagues.tournament.services.event_file import body_of, write_file
from goclub.leagues.tournament.views.event_actions import RunnerActionView, RunnerButtonView
from goclub.leagues.tournament.views.public import file_name
from goclub.leagues.tournament.views.shortcuts import organiser_event
from goclub.members.requests import Act, MemberRequest
from ratings.errors import RuleError


class EventLaptop(RunnerActionView):
    """What goes to the hall, and what came from there: first a look, then the merge."""

    form_class = HomecomingForm
    template_name = "leagues/tournament/event_laptop.html"
    page = "leagues:event-laptop"
    done = gettext_lazy("The event is up to date with the hall.")
    coming: Homecoming | None = None

    def get_form_kwargs(self) -> dict[str, Any]:
        sent = super().get_form_kwargs()
        return sent | {"files": self.request.FILES} if "data" in sent else sent

    def form_valid(self, form: Any) -> HttpResponse:
        try:
            self.coming = compare_file(self.event, form.cleaned_data["data"])
        except RuleError as error:
            add_refusal(form, error)
            return self.form_invalid(form)
        if "look" in self.request.POST:
            return self.render_to_response(self.get_context_data(form=form.keeping()))
        return super().form_valid(form)

    def carry_out(self, act: Act, form: Any) -> Any:
        homecoming.come_home(
            act,
            self.event,
            form.cleaned_data["data"],
            answers=self.request.POST.dict(),
            stays=form.cleaned_data["stays"],
        )
        return self.back

    def context_for(self, form: Any) -> dict[str, Any]:
        trip = EventTrip.objects.filter(event=self.event).first()
        held = self.event.registrations.filter(state__in=Registration.HELD)
        context: dict[str, Any] = {
            "trip": trip,
            "arrived": held.filter(registered_at__gte=trip.left_at) if trip else (),
            "left_behind": left_behind(self.event),
            "coming": self.coming,
        }
        if self.coming is not None:
            for side in ("hall", "home", "both"):
                context[f"from_{side}"] = [
                    difference_line(difference, self.coming)
                    | {"answer": self.request.POST.get(difference.name)}
                    for difference in self.coming.of(side)
                ]
        return super().context_for(form) | context


class LaptopStep(RunnerButtonView):
    """Take the event to the hall, or say that it stays here."""

    page = "leagues:event-laptop"
    steps = {
        "leave": (homecoming.leave_home, gettext_lazy("Now download the file.")),
        "stay": (homecoming.stay_home, gettext_lazy("The event goes on here.")),
    }


@never_cache
@require_safe
@organiser_event
def event_file(request: MemberRequest, event: Event) -> HttpResponse:  # noqa: ARG001
    """The event's file: at home as it left, on the laptop as it is now."""
    trip = EventTrip.objects.filter(event=event).first()
    if trip is None:
        raise Http404
    snapshot = load(event)
    now = timezone.now()
    if trip.hosted:
        data = write_file(trip, body_of(snapshot), now)
    else:
        data = write_file(trip, trip.base, trip.left_at)
    return download(data, "application/json", file_name(snapshot, "", "json"))
