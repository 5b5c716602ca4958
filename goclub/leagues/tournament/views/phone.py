"""Results from phones: the page behind a table's QR code.

Nobody has to sign in: the code names the table, and who presses says which player they are.  A
member who is signed in is recognised, and so is whoever runs the event: what they press stands at
once.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import timedelta
from functools import wraps

from django.db import connection
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from goclub.common.refusals.registry import add_refusal, describe
from goclub.leagues.models import Claim, Event, Pairing, Participant
from goclub.leagues.tournament.forms.desk import PhoneForm
from goclub.leagues.tournament.queries.hall import hall_of
from goclub.leagues.tournament.services import claims
from goclub.leagues.tournament.services.results import check_margin, set_result
from goclub.leagues.tournament.services.steps import may_run, need_published
from goclub.leagues.tournament.views.shortcuts import in_language, language_links
from goclub.members.requests import MemberRequest, act_of
from ratings.errors import RuleError

#: SQLite takes one writer at a time and lets those who wait try their luck; at the end of a round
#: somebody would try in vain until the time is over.  Here they stand in a queue instead.  The site
#: on SQLite is one process; PostgreSQL queues by itself.
_QUEUE = threading.Lock()

#: Remembers, on the phone alone, for which player it spoke; and tells it from other phones, longer
#: than any code is good for.
_COOKIE = "table-{}"
_DEVICE = "phone"
_DEVICE_LASTS = timedelta(days=7)
#: In the address of a page on which the phone speaks for the other player, instead of the first.
_OTHER = "other"
_COOKIE_SALT = "goclub.leagues.phone"

_PAIRED_ANEW = (
    410,
    _("This round is being paired again"),
    _("The organisers unpublished this round. Wait until the pairings are published again."),
)
_EVENT_OVER = (
    410,
    _("This event is over"),
    _("Its results are final. If one is wrong, tell an organiser."),
)
#: Where a code opens no form: the status, the heading, and what to do, unless the refusal says it.
_PROBLEMS: dict[str, tuple[int, str | Promise, str | Promise]] = {
    "tournament.link_not_ours": (404, _("This code is not valid"), ""),
    "tournament.link_expired": (410, _("This code has expired"), ""),
    "tournament.link_round_over": (410, _("This round is over"), ""),
    "tournament.table_is_gone": (
        410,
        _("This table was paired again"),
        _("Check the pairings for your current table and scan the code on it."),
    ),
    "tournament.round_not_published": _PAIRED_ANEW,
    # The first round taken back takes the event back to registration.
    "tournament.event_not_running": _PAIRED_ANEW,
    "tournament.event_closed": _EVENT_OVER,
    "tournament.event_cancelled": _EVENT_OVER,
}


@dataclass(frozen=True, slots=True)
class Speaker:
    """Who holds the phone.

    ``seat`` B or W for one of the two players, else empty; ``known``: signed in, so the seat is not
    theirs to choose; ``organiser``: what they press stands; ``stranger``: signed in and not at this
    table; ``taken_back``: for whom the phone spoke before it now speaks for the other.
    """

    seat: str = ""
    known: bool = False
    organiser: bool = False
    stranger: bool = False
    taken_back: Participant | None = None


def known_device(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Give the phone a name of its own, if it has none, and its request that name."""

    @wraps(view)
    def named(request: MemberRequest, token: str) -> HttpResponse:
        name = request.get_signed_cookie(_DEVICE, default="", salt=_COOKIE_SALT)
        key = name or secrets.token_hex(8)
        response = view(request, token, key)
        if not name:
            _remember(request, response, _DEVICE, key, _DEVICE_LASTS)
        return response

    return named


def _remember(
    request: MemberRequest, response: HttpResponse, name: str, value: str, lasts: timedelta
) -> None:
    response.set_signed_cookie(
        name,
        value,
        salt=_COOKIE_SALT,
        max_age=int(lasts.total_seconds()),
        httponly=True,
        secure=request.is_secure(),
        samesite="Lax",
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@in_language
@known_device
def phone(request: MemberRequest, token: str, key: str) -> HttpResponse:
    """Say how the game at a table ended."""
    try:
        pairing = claims.pairing_of(token)
    except RuleError as error:
        return _problem(request, error, None)
    event = pairing.round.event
    try:
        need_published(event, pairing.round)
        claims.need_round_open(pairing)
    except RuleError as error:
        return _problem(request, error, event)
    by = request.user if request.user.is_authenticated else None
    device = claims.Device(key, by, instead=_OTHER in request.GET)
    speaker = _speaker(request, pairing, device)
    if request.method != "POST":
        return _page(request, pairing, speaker, PhoneForm(komi2=pairing.komi2))
    form = PhoneForm(request.POST, komi2=pairing.komi2)
    if speaker.stranger:
        return _page(request, pairing, speaker, form, status=403)
    if not form.is_valid():
        return _page(request, pairing, speaker, form, status=422)
    seat = speaker.seat if speaker.known else form.cleaned_data["who"]
    if not seat and not speaker.organiser:
        form.add_error("who", _("First choose which of the two players you are."))
        return _page(request, pairing, speaker, form, status=422)
    try:
        with turn():
            _save(request, pairing, speaker, seat, form, device)
    except RuleError as error:
        if error.reason in _PROBLEMS:
            return _problem(request, error, event)
        add_refusal(form, error)
        pairing = claims.pairing_of(token)
        return _page(request, pairing, _speaker(request, pairing, device), form, status=422)
    response = redirect(_here(request))
    if seat and not speaker.known and not speaker.organiser:
        player = pairing.black if seat == "B" else pairing.white
        _remember(request, response, _COOKIE.format(pairing.pk), str(player.pk), claims.LASTS)
    return response


def _here(request: MemberRequest) -> str:
    """This page's address as a player who has answered sees it."""
    query = request.GET.copy()
    query.pop(_OTHER, None)
    return f"{request.path}?{query.urlencode()}" if query else request.path


def turn() -> AbstractContextManager[object]:
    """Wait for one's turn to write, where the database takes one writer at a time."""
    return _QUEUE if connection.vendor == "sqlite" else nullcontext()


def _save(
    request: MemberRequest,
    pairing: Pairing,
    speaker: Speaker,
    seat: str,
    form: PhoneForm,
    device: claims.Device,
) -> None:
    typed = form.cleaned_data
    at, margin2 = timezone.now(), typed["margin"]
    if not speaker.organiser:
        claims.report_result(
            pairing=pairing,
            participant=pairing.black if seat == "B" else pairing.white,
            result=typed["result"],
            margin2=margin2,
            seen=typed["seen"],
            at=at,
            device=device,
        )
        return
    claims.check_colours(pairing, typed["seen"])
    check_margin(pairing, typed["result"], margin2)
    called = typed["result"] == Claim.CALLED
    set_result(
        act_of(request),
        pairing,
        result=Pairing.Outcome.EQUAL if called else typed["result"],
        expected=typed["expected"] or None,
        ending=Claim.CALLED if called else "points" if margin2 else "",
        margin2=margin2,
    )


def _speaker(request: MemberRequest, pairing: Pairing, device: claims.Device) -> Speaker:
    member = request.member
    if may_run(pairing.round.event, request.user):
        return Speaker(known=True, organiser=True)
    if member is not None:
        seats = {pairing.black.member_id: "B", pairing.white.member_id: "W"}
        seat = seats.get(member.pk, "")
        return Speaker(seat, known=True, stranger=not seat)
    if device.instead:
        before = claims.claim_from(pairing, device)
        return Speaker(taken_back=before.participant if before else None)
    signed: str | None = request.get_signed_cookie(
        _COOKIE.format(pairing.pk), default="", salt=_COOKIE_SALT, max_age=claims.LASTS
    )
    return Speaker({str(pairing.black_id): "B", str(pairing.white_id): "W"}.get(signed or "", ""))


def _page(
    request: MemberRequest,
    pairing: Pairing,
    speaker: Speaker,
    form: PhoneForm,
    *,
    status: int = 200,
) -> HttpResponse:
    by_player = {claim.participant_id: claim for claim in pairing.claims.all()}
    me = {"B": pairing.black, "W": pairing.white}.get(speaker.seat)
    opponent = {"B": pairing.white, "W": pairing.black}.get(speaker.seat)
    state = claims.table_state(pairing, by_player, me)
    context = {
        "pairing": pairing,
        "round": pairing.round,
        "event": pairing.round.event,
        "hall": hall_of(pairing.round.event, timezone.now(), last_out=pairing.round.number),
        "speaker": speaker,
        "me": me,
        "other": opponent,
        "state": state,
        "said": [
            (player, colour, by_player[player.pk])
            for player, colour in ((pairing.black, "B"), (pairing.white, "W"))
            if player.pk in by_player
        ],
        "mine": by_player.get(me.pk) if me else None,
        "form": form,
        "who": form["who"].value() or speaker.seat,
        "seen": f"{pairing.black_id}-{pairing.white_id}",
        "jigo": pairing.whole_komi,
        "settled": state in ("done", "protest") and not speaker.organiser,
        "languages": language_links(request),
        "here": request.get_full_path(),
        "margins_differ": state == "done"
        and pairing.margin2 is None
        and len({claim.margin2 for claim in by_player.values() if claim.margin2}) > 1,
    }
    return render(request, "leagues/tournament/phone_table.html", context, status=status)


def _problem(request: MemberRequest, error: RuleError, event: Event | None) -> HttpResponse:
    status, heading, text = _PROBLEMS[error.reason]
    context = {
        "heading": heading,
        "text": text or describe(error),
        "event": event,
        "languages": language_links(request),
    }
    return render(request, "leagues/tournament/phone_problem.html", context, status=status)
