"""Presence: the grid of players and rounds, the list at the door, and phones there."""

from __future__ import annotations

import re
from dataclasses import replace

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from goclub.common.http import form_page
from goclub.common.pictures import qr_svg
from goclub.common.reading import read_number, read_numbers
from goclub.common.refusals.registry import Refusal, describe
from goclub.common.sharing import absolute
from goclub.leagues.models import Event, Participant
from goclub.leagues.tournament.forms.day import PRESENCE, ManyForm
from goclub.leagues.tournament.labels.presence import by_entry, door_lines, grid_rows, seen_text
from goclub.leagues.tournament.queries.presence import came_for, door_round, missing
from goclub.leagues.tournament.queries.snapshot import EventSnapshot, load
from goclub.leagues.tournament.services import presence
from goclub.leagues.tournament.views.phone import turn
from goclub.leagues.tournament.views.shortcuts import (
    event_page,
    in_language,
    language_links,
    organiser_event,
)
from goclub.members.requests import Act, MemberRequest, act_of
from ratings.accepted import AcceptedRange
from ratings.errors import Code, RuleError
from tournaments.events.field import MAX_CORRECTION

#: So many cells fit into one form (``DATA_UPLOAD_MAX_NUMBER_FIELDS``).
CELLS = 1500
_SEEN = re.compile(r"([0-9]{1,5})\.([0-9]{1,3})([am])")
_CELL = re.compile(r"c-([0-9]{1,5})-([0-9]{1,3})")
#: So many players one phone at the door may speak for.
FAMILY = 4


# --- The grid -------------------------------------------------------------------------------------
@organiser_event
@require_http_methods(["GET", "POST"])
def grid(request: MemberRequest, event: Event) -> HttpResponse:
    """Who plays when: one cell for every player and round, and many at once."""
    refusal = ""
    if request.method == "POST":
        try:
            messages.success(request, _carry_out(request, event))
        except RuleError as error:
            refusal = describe(error)
        else:
            return redirect(request.get_full_path())
    snapshot = load(event)
    people = sorted(snapshot.everyone.values(), key=by_entry)
    size = max(CELLS // (event.rounds_planned + 1), 20)
    page = Paginator(people, size).get_page(request.GET.get("page"))
    mine = _changed(request) if refusal else {}
    shown = list(page.object_list)
    context = {
        "page": page,
        "rows": grid_rows(snapshot, shown, mine, _picked(request)),
        "seen": seen_text(presence.cells_of(snapshot, shown)),
        "rounds": range(1, event.rounds_planned + 1),
        "ahead": range(snapshot.last_out + 1, event.rounds_planned + 1),
        "presence": PRESENCE,
        "many": ManyForm(request.POST if refusal else None),
        "refusal": refusal,
    }
    return event_page(request, snapshot, "leagues/tournament/event_grid.html", context)


def _typed(request: MemberRequest) -> dict[tuple[int, int], str]:
    cells = ((_CELL.fullmatch(name), str(value)) for name, value in request.POST.items())
    return {(int(match[1]), int(match[2])): value for match, value in cells if match}


def _seen(request: MemberRequest) -> dict[tuple[int, int], str]:
    words = _SEEN.findall(request.POST.get("seen", ""))
    return {(int(player), int(number)): how for player, number, how in words}


def _changed(request: MemberRequest) -> dict[tuple[int, int], str]:
    """The cells that differ from what the page showed: what a refused page keeps."""
    seen = _seen(request)
    cells = _typed(request).items()
    return {key: how for key, how in cells if how != seen.get(key, presence.PLAYS)}


def _picked(request: MemberRequest) -> list[int]:
    return read_numbers(request.POST.getlist("pick"), high=99_999)


def _carry_out(request: MemberRequest, event: Event) -> str:
    act, button = act_of(request), request.POST.get("do", "")
    # Cells that were changed are saved with whatever is pressed.
    saved, count = presence.save_cells(act, event, cells=_typed(request), seen=_seen(request)), 0
    if button == "state":
        state = request.POST.get("state", "")
        count = presence.set_states(act, event, players=_picked(request), state=state)
    elif button == "rank":
        typed = request.POST.get("steps", "")
        steps = read_number(typed, low=-1, high=1)
        if not steps:
            raise RuleError(Code.RANGE, "presence", typed[:20], AcceptedRange(-1, 1))
        reason = request.POST.get("reason", "")
        count = presence.change_starts(
            replace(act, version=request.POST.get("seen_version", "")),
            event,
            players=_picked(request),
            steps=steps,
            reason=reason,
        )
    elif button == "correction":
        typed = request.POST.get("correction", "")
        correction = read_number(typed, low=-MAX_CORRECTION, high=MAX_CORRECTION)
        if correction is None:
            most = AcceptedRange(-MAX_CORRECTION, MAX_CORRECTION)
            raise RuleError(Code.RANGE, "presence", typed[:20], most)
        count = presence.change_starts(act, event, players=_picked(request), correction=correction)
    elif button == "rounds":
        rounds = read_numbers(request.POST.getlist("round"), high=99)
        how = request.POST.get("how", "")
        count = presence.set_many(act, event, players=_picked(request), rounds=rounds, how=how)
    count += saved
    return ngettext("%(n)s change saved.", "%(n)s changes saved.", count) % {"n": count}


# --- The door -------------------------------------------------------------------------------------
@organiser_event
@require_http_methods(["GET", "POST"])
def door(request: MemberRequest, event: Event) -> HttpResponse:
    """The list at the door: one big button for each player, a field for a number or a name."""
    snapshot = load(event)
    number = read_number(request.GET.get("round"), low=1, high=99) or door_round(snapshot)
    refusal, typed = "", request.POST.get("code", "")
    if request.method == "POST":
        try:
            if message := _at_door(request, snapshot, number):
                messages.success(request, message)
        except RuleError as error:
            refusal = describe(error)
        else:
            return redirect(request.get_full_path())
    people = snapshot.at_boards
    came = came_for(people, number)
    unpaid = event.registrations.filter(owed__gt=0, paid_at=None, participant__isnull=False)
    owed = dict(unpaid.values_list("participant__number", "owed"))
    address = reverse("leagues:event-here", args=[event.slug, number])
    link = absolute(request, f"{address}?door={presence.door_key(event, number)}")
    context = {
        "number": number,
        "rounds": range(1, event.rounds_planned + 1),
        "lines": [
            line | {"owed": owed.get(line["participant"].number)}
            for line in door_lines(people, number, came)
        ],
        "owed": owed,
        "came": len(came),
        "missing": missing(people, number, came),
        "link": link,
        "code": qr_svg(link),
        "typed": typed if refusal else "",
        "refusal": refusal,
    }
    return event_page(request, snapshot, "leagues/tournament/event_door.html", context)


def _at_door(request: MemberRequest, snapshot: EventSnapshot, number: int) -> str:
    act, event, sent = act_of(request), snapshot.event, request.POST
    if player := read_number(sent.get("undo"), high=99_999):
        presence.undo_check_in(act, event, player=player, number=number)
        return ""
    if "absent" in sent:
        count = presence.excuse_missing(act, event, number=number)
        return ngettext(
            "%(n)s player marked as absent.", "%(n)s players marked as absent.", count
        ) % {"n": count}
    player = read_number(sent.get("player"), high=99_999) or _meant(
        snapshot.at_boards, number, sent.get("code", "")
    )
    person = presence.check_in(act, event, player=player, number=number)
    return _("%(name)s is here.") % {"name": person}


def _meant(snapshot: EventSnapshot, number: int, typed: str) -> int:
    """Return the number of the one player whom a text names; raises RuleError E_UNKNOWN."""
    typed = typed.strip()
    lines = door_lines(snapshot, number, {}, typed) if typed else []
    if len(lines) != 1:
        raise Refusal(
            _("“%(value)s” matches nobody here, or more than one person. Choose from the list."),
            code=Code.UNKNOWN,
            field="code",
            value=typed[:40],
        )
    player: Participant = lines[0]["participant"]
    return player.number


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@in_language
def here(request: MemberRequest, slug: str, number: int) -> HttpResponse:
    """A phone at the door: whoever has its code says who came."""
    event = Event.objects.filter(slug=slug).first()
    key = request.GET.get("door", "")
    refusal = ""
    if event is None or not presence.is_door_key(event, number, key) or not event.is_open:
        problem = {
            "heading": _("This code is not valid"),
            "text": _("Scan the code at the door again, or ask an organiser."),
            "event": None,
            "languages": language_links(request),
        }
        return render(request, "leagues/tournament/phone_problem.html", problem, status=404)
    snapshot = load(event).at_boards
    cookie = f"door-{event.pk}-{number}"
    signed: str = request.get_signed_cookie(cookie, default="", salt=_SALT) or ""
    mine = read_numbers(signed.split("."), high=99_999)
    if request.method == "POST":
        player = read_number(request.POST.get("player"), high=99_999) or 0
        try:
            if player not in mine and len(mine) >= FAMILY:
                raise Refusal(
                    _("This phone has spoken for %(value)s players. Ask an organiser."),
                    field="player",
                    value=len(mine),
                    reason="phone_full",
                )
            with turn():
                presence.check_in(Act(None, timezone.now()), event, player=player, number=number)
        except RuleError as error:
            refusal = describe(error)
        else:
            response = redirect(request.get_full_path())
            known = ".".join(map(str, dict.fromkeys([*mine, player])))
            response.set_signed_cookie(
                cookie, known, salt=_SALT, max_age=7 * 86_400, httponly=True,
                secure=request.is_secure(), samesite="Lax",
            )  # fmt: skip
            return response
    typed = request.GET.get("q", "").strip()[:40]
    came = came_for(snapshot, number)
    lines = door_lines(snapshot, number, came)
    context = {
        "event": event,
        "number": number,
        "mine": [line for line in lines if line["participant"].number in mine],
        "lines": door_lines(snapshot, number, came, typed) if typed else lines,
        "typed": typed,
        "door": key,
        "refusal": refusal,
        "languages": language_links(request),
        "here": request.get_full_path(),
    }
    return form_page(request, "leagues/tournament/phone_door.html", context)


_SALT = "goclub.leagues.door"
