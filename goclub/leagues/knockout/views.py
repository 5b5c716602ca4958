"""The bracket as everybody sees it, and its page on the desk."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any, Final

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from goclub.common.confirmation import Question, ask, is_confirmed
from goclub.common.http import carried_out
from goclub.common.reading import read_number
from goclub.leagues.knockout import services
from goclub.leagues.knockout.forms import BracketForm, CorrectionForm, PlayOffForm
from goclub.leagues.knockout.labels import (
    bracket_parts,
    cut_lines,
    steps_of,
    tied_choices,
)
from goclub.leagues.models import Event, Participant
from goclub.leagues.tournament.labels.frame import EventRequest, find_event
from goclub.leagues.tournament.labels.qualified import qualified_lines
from goclub.leagues.tournament.queries.snapshot import EventSnapshot, load, settings_of
from goclub.leagues.tournament.views.shortcuts import (
    event_page,
    find_screen,
    organiser_event,
    public_event,
    screen_key,
)
from goclub.members.actions import ActionView
from goclub.members.requests import Act, MemberRequest, act_of

#: So many players fit on a page from the first round on; of more the present round is shown first.
_WHOLE = 16
_SCREEN_SECONDS = 20
#: Pools of one tournament were played within so many days.
_POOL_DAYS: Final = 31
#: The seed of a draw is chosen by the machine's own chance, and then stored and shown.
_CHANCE: Final = random.SystemRandom()


def _entry_of(request: MemberRequest, snapshot: EventSnapshot) -> Participant | None:
    member = getattr(request, "member", None)
    entries = snapshot.everyone.values()
    mine = next((p for p in entries if member and p.member_id == member.pk), None)
    return mine and (mine.team or mine)


def _drawn_context(request: MemberRequest, snapshot: EventSnapshot) -> dict[str, Any]:
    """What the picture needs; nothing before the draw is published."""
    played = snapshot.bracket(snapshot.last_out) if snapshot.last_out else None
    if played is None:
        return {"parts": []}
    steps = steps_of(played)
    asked = read_number(request.GET.get("from"), high=99)
    usual = 1 if len(played.seeds) <= _WHOLE else played.step
    since = max(s for s, _title in steps if s <= max(usual if asked is None else asked, 1))
    mine = _entry_of(request, snapshot)
    number = mine.number if mine else 0
    parts = bracket_parts(snapshot, played, since=since, mine=number)
    boxes = [box for part in parts for column in part.columns for box in column.boxes]
    champion = snapshot.participants.get(played.champion)
    return {
        "parts": parts,
        "own": next((box for box in boxes if box.is_own), None),
        "all_parts": bracket_parts(snapshot, played, mine=number),
        "steps": steps,
        "since": since,
        "mine": mine,
        "champion": champion,
        "size": len(played.seeds),
    }


@require_safe
@public_event
def bracket(request: EventRequest, snapshot: EventSnapshot) -> HttpResponseBase:
    """The bracket as a picture, and as a table."""
    context = _drawn_context(request, snapshot) | {"qualified": qualified_lines(snapshot)}
    return event_page(request, snapshot, "leagues/knockout/bracket.html", context)


@never_cache
@require_safe
def screen(request: MemberRequest, slug: str) -> HttpResponseBase:
    """The bracket on the wall, which loads itself again."""
    event = find_screen(request, slug)
    if event is None:
        return redirect_to_login(request.get_full_path())
    context = _drawn_context(request, load(event)) | {
        "event": event,
        "seconds": _SCREEN_SECONDS,
    }
    return render(request, "leagues/knockout/screen.html", context)


@require_http_methods(["GET", "POST"])
@organiser_event
def bracket_desk(request: EventRequest, event: Event) -> HttpResponse:
    """How the bracket is played, and who is seeded where."""
    snapshot = load(event)
    form = BracketForm(request.POST or None, snapshot=snapshot)
    if request.method == "POST" and carried_out(
        request,
        form,
        lambda: services.set_bracket(
            act_of(request),
            event,
            bracket=form.settings(by_draw=form.cleaned_data["by_draw"]),
            seeds=form.seeds(),
        ),
        _("Saved."),
    ):
        return redirect("leagues:bracket-desk", slug=event.slug)
    context = {
        "form": form,
        "correction": CorrectionForm(snapshot=snapshot),
        "wall": reverse(
            "leagues:bracket-screen", args=[event.slug], query={"key": screen_key(event)}
        ),
    }
    return event_page(
        request,
        snapshot,
        "leagues/knockout/bracket_desk.html",
        context,
    )


@require_http_methods(["POST"])
@organiser_event
def correct(request: EventRequest, event: Event) -> HttpResponse:
    """Correct a result on which later games rest, after saying which are cancelled."""
    snapshot = load(event)
    form = CorrectionForm(request.POST, snapshot=snapshot)
    back = reverse("leagues:bracket-desk", args=[event.slug])
    if form.is_valid():
        pairing = form.tables[form.cleaned_data["table"]]
        chosen = {name: form.cleaned_data[name] for name in ("result", "by_default")}
        if not is_confirmed(request):
            resting = services.resting_on(load(event), pairing, **chosen)
            if resting:
                return ask(request, _question(pairing, resting, back))
        if carried_out(
            request,
            form,
            lambda: services.correct_result(act_of(request), pairing, **chosen),
            _("Result corrected."),
        ):
            return redirect(back)
    context = {"form": BracketForm(snapshot=snapshot), "correction": form}
    return event_page(request, snapshot, "leagues/knockout/bracket_desk.html", context)


def _question(pairing: Any, resting: list[Any], back: str) -> Question:
    return Question(
        title=_("Correct this result and cancel later games?"),
        why=_("These games rest on the result of %(game)s:") % {"game": pairing},
        items=[
            _("Round %(round)s, table %(table)s") % {"round": table.round.number, "table": table}
            for table in resting
        ],
        effects=[
            _("They are deleted with their results, and their players are paired again."),
        ],
        then=_("The change history keeps what was cancelled."),
        button=_("Correct and cancel them"),
        back=back,
    )


class PlayOff(ActionView):
    """Start a play-off of the first players of an event."""

    form_class = PlayOffForm
    template_name = "leagues/knockout/play_off.html"
    done = gettext_lazy("Play-off created. Pair round 1 when everyone is here.")

    def find(self, slug: str) -> None:
        self.event, runs = find_event(self.request, slug)
        if not runs:
            raise PermissionDenied

    def get_form_kwargs(self) -> dict[str, Any]:
        since = self.event.begins_on - timedelta(days=_POOL_DAYS)
        others = Event.objects.filter(
            state=Event.State.CLOSED, ends_on__gte=since, team_size=self.event.team_size
        )
        if not self.request.user.has_perm("leagues.change_event"):
            others = others.filter(organisers=self.request.member)
        others = others.exclude(pk=self.event.pk).exclude(system=Event.System.KNOCKOUT)
        if self.event.has_pools:
            others = others.none()
        return {
            **super().get_form_kwargs(),
            "others": others.newest_first(),
            "in_pools": self.event.has_pools,
            "tied": tied_choices(load(self.event)),
        }

    def get_initial(self) -> dict[str, Any]:
        name = _("%(event)s: play-off") % {"event": self.event.name}
        initial: dict[str, Any] = {"name": name[:120], "begins_on": timezone.localdate()}
        if self.event.has_pools:
            pools = settings_of(self.event).pools
            initial |= {"first": pools.first, "best_next": pools.best_next}
        return initial

    def carry_out(self, act: Act, form: Any) -> str:
        data = form.cleaned_data
        playoff = services.start_playoff(
            act,
            [self.event, *data.get("pools", ())],
            name=data["name"],
            begins_on=data["begins_on"],
            first=data["first"],
            best_next=data.get("best_next") or 0,
            chosen=data.get("chosen", ()),
            system=data["system"],
            bracket=form.settings(),
            rng=_CHANCE,
        )
        return reverse("leagues:event-desk", args=[playoff.slug])

    def context_for(self, form: Any) -> dict[str, Any]:  # noqa: ARG002
        return {"event": self.event, "cut": cut_lines(load(self.event))}
