"""The page of an event: what is going on now, and what a player reports there."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from django import forms
from django.contrib.auth.views import redirect_to_login
from django.db.models import Count, Max
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from goclub.common.collation import name_key
from goclub.common.http import is_ours
from goclub.leagues.models import Claim, Event, Pairing, Participant
from goclub.leagues.tournament.forms.desk import OwnResultForm
from goclub.leagues.tournament.labels import overview
from goclub.leagues.tournament.labels.apart import pairing_facts
from goclub.leagues.tournament.labels.frame import EventRequest, find_event
from goclub.leagues.tournament.labels.overview import Phase
from goclub.leagues.tournament.labels.prizes import given_lines
from goclub.leagues.tournament.labels.sharing import entered_in
from goclub.leagues.tournament.labels.standings import column_of, shown_criteria
from goclub.leagues.tournament.queries.events import corrections_of
from goclub.leagues.tournament.queries.hall import hall_of
from goclub.leagues.tournament.queries.prizes import giving_of, winners_given
from goclub.leagues.tournament.queries.snapshot import EventSnapshot, load
from goclub.leagues.tournament.services import claims
from goclub.leagues.tournament.views.phone import turn
from goclub.leagues.tournament.views.public import placing_key, table_key
from goclub.leagues.tournament.views.shortcuts import event_page, public_event
from goclub.members.actions import ButtonView
from goclub.members.requests import Act, MemberRequest, member_of
from goclub.members.visitors import rights_of

#: Seconds between two looks at the page's part, while games are played and while none are.
WHILE_PLAYED: Final = 20
BETWEEN_ROUNDS: Final = 60


@require_safe
def event_detail(request: EventRequest, slug: str) -> HttpResponse:
    """What is going on: entering, the running round, or the winners."""
    return _page(request, slug, "leagues/tournament/event_detail.html")


@require_safe
def event_now(request: EventRequest, slug: str) -> HttpResponse:
    """The part of that page which changes, 304 where nothing did."""
    return _page(request, slug, "leagues/tournament/_now.html")


def _page(request: EventRequest, slug: str, template: str) -> HttpResponse:
    if not rights_of(request).games:
        return redirect_to_login(request.get_full_path())
    event, request.runs = find_event(request, slug)
    # Before the event is read: what changes meanwhile has another one.
    key = table_key(event)
    etag = _etag(request, event, key)
    is_part = template.endswith("/_now.html")
    if is_part:
        unchanged = get_conditional_response(request, etag=etag)
        if unchanged is not None:
            return unchanged
    snapshot = load(event)
    context = _context(request, snapshot, key) | {"etag": etag}
    if not is_part:
        return event_page(request, snapshot, template, context)
    frame = {"event": event, "last_out": snapshot.last_out, "placing": snapshot.placing}
    response = render(request, template, frame | {"runs": request.runs} | context)
    response.headers["ETag"] = etag
    return response


def _etag(request: MemberRequest, event: Event, key: str) -> str:
    """Name what the page shows: the event, what players reported, the day, and who reads."""
    reported = Claim.objects.filter(pairing__round__event=event).aggregate(
        count=Count("pk"), newest=Max("claimed_at")
    )
    reader = request.user.pk if request.user.is_authenticated else 0
    parts = (key, reader, timezone.localdate(), event.state, reported["count"], reported["newest"])
    return quote_etag(":".join(map(str, parts)).replace(" ", "T"))


def _context(request: EventRequest, snapshot: EventSnapshot, key: str) -> dict[str, Any]:
    event, phase = snapshot.event, overview.phase_of(snapshot)
    mine = _entry_of(request, snapshot)
    context: dict[str, Any] = {
        "phase": phase.value,
        "mine": mine,
        "may_enter": _may_enter(request, event, mine),
        "entered": entered_in(snapshot),
        "organisers": sorted(
            event.organisers.all(), key=lambda organiser: name_key(organiser.shown_name)
        ),
        "corrections": corrections_of(event),
        "hall": hall_of(event, timezone.now(), last_out=snapshot.last_out),
    }
    if mine and mine.captain and mine.team and event.has_boards:
        context["lineup_round"] = min(snapshot.last_out + 1, event.rounds_planned)
    if phase is Phase.RUNNING:
        return context | _running(snapshot, mine)
    if phase is Phase.BEFORE:
        today = timezone.localdate()
        is_day = event.begins_on <= today <= event.ends_on
        return context | overview.entering(snapshot, today) | {"every": is_day and BETWEEN_ROUNDS}
    return context | _ended(snapshot, key)


def _entry_of(request: MemberRequest, snapshot: EventSnapshot) -> Participant | None:
    member = getattr(request, "member", None)
    if member is None:
        return None
    if snapshot.event.team_size:
        return snapshot.event.participants.filter(member=member).select_related("team").first()
    participants = snapshot.participants.values()
    return next((entry for entry in participants if entry.member_id == member.pk), None)


def _may_enter(request: MemberRequest, event: Event, mine: Participant | None) -> bool:
    member = getattr(request, "member", None)
    is_member = member is not None and member.status == "member"
    is_open = event.self_registration and event.state == Event.State.REGISTRATION
    return is_member and mine is None and is_open and not event.team_size


def _running(snapshot: EventSnapshot, mine: Participant | None) -> dict[str, Any]:
    own = overview.own_table(snapshot.at_boards, mine)
    context = overview.running_round(snapshot, own, timezone.now())
    context["own"] = own
    context["every"] = WHILE_PLAYED if context["still_open"] else BETWEEN_ROUNDS
    context["without_game"] = overview.without_game(snapshot, mine) if mine and not own else ""
    if own is not None and own["may_report"]:
        context["token"] = claims.token_of(own["pairing"])
    return context


def _ended(snapshot: EventSnapshot, key: str) -> dict[str, Any]:
    last, giving = snapshot.last_out, giving_of(snapshot.event)
    if not last:
        return {"winners": (), "table": None}
    return {
        "prizes": given_lines(
            snapshot, winners_given(snapshot.event) if giving.confirmed_at else []
        ),
        "photos_url": giving.photos_url,
        "winners": overview.winners_of(snapshot) if snapshot.event.state == "closed" else (),
        "playoffs": Event.objects.filter(
            participants__qualified_from__event=snapshot.event
        ).distinct(),
        "table": cache(lambda: overview.final_table(snapshot)),
        "state": (key, last, *placing_key(snapshot.placing)),
    }


@require_safe
@public_event
def details(request: EventRequest, snapshot: EventSnapshot) -> HttpResponse:
    """Settings, draws, files and sheets of an event."""
    games = [game for event_round in snapshot.tournament().rounds for game in event_round.games]
    context = {
        "columns": [column_of(name) for name in shown_criteria(snapshot)],
        "drawn": [row for row in snapshot.rounds if row.is_out and row.seed is not None],
        "entered": entered_in(snapshot),
        "organisers": sorted(
            snapshot.event.organisers.all(), key=lambda organiser: name_key(organiser.shown_name)
        ),
        "forfeits": sum(game.by_default for game in games),
        "pairing_facts": pairing_facts(snapshot),
    }
    return event_page(request, snapshot, "leagues/tournament/event_details.html", context)


class OwnResultView(ButtonView):
    """A button beside the reader's own table; ``next`` in what is sent leads back to its page."""

    def find(self, slug: str, number: int) -> None:
        event, _runs = find_event(self.request, slug)
        self.mine = get_object_or_404(event.participants, member=member_of(self.request))
        tables = Pairing.objects.select_related("round__event", "black", "white")
        seated = tables.filter(round__event=event, round__number=number)
        pairing = seated.filter(seats__participant=self.mine).first()
        if pairing is None or not pairing.round.is_out:
            raise Http404
        there = self.request.POST.get("next", "")
        self.pairing, self.back = pairing, there if is_ours(self.request, there) else event


class ReportOwnResult(OwnResultView):
    """The two buttons of the reader's own table: I won, I lost."""

    form_class = OwnResultForm
    done = _("Result reported.")

    def carry_out(self, act: Act, form: Any) -> Any:
        typed: Mapping[str, Any] = form.cleaned_data
        won = typed["result"] == "won"
        with turn():
            claims.report_result(
                pairing=self.pairing,
                participant=self.mine,
                result="black" if won == (self.pairing.black == self.mine) else "white",
                at=act.at,
                seen=typed["seen"],
                device=claims.Device(by=act.by),
            )
        return self.back


class WithdrawOwnResult(OwnResultView):
    """Withdraw a report before the other player has agreed."""

    done = _("Result withdrawn.")

    def carry_out(self, act: Act, form: forms.Form) -> Any:  # noqa: ARG002
        with turn():
            claims.withdraw_claim(act, self.pairing, participant=self.mine)
        return self.back
