"""The organiser's evening: the slips of all games on one page, and the reports that wait."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from goclub.common.reading import read_number, read_numbers
from goclub.common.refusals.registry import add_refusal, describe
from goclub.games.evening.forms import FIELD_OF, EveningForm, SlipForm
from goclub.games.evening.services import enter_slips, need_organiser, players_named
from goclub.games.models import Game
from goclub.games.playing.queries import office_queue
from goclub.games.playing.services.many import confirm_games
from goclub.members.requests import MemberRequest, act_of, user_of

#: Lines of a page at first, and at most.
LINES, MOST_LINES = 12, 60
#: Waiting reports that the page offers to confirm.
MOST_WAITING = 100


@login_required
@require_http_methods(["GET", "POST"])
def evening(request: MemberRequest) -> HttpResponse:
    """Enter many results; what holds is stored and posted at once, the rest stays as typed."""
    need_organiser(user_of(request))
    sent = request.method == "POST"
    shared = EveningForm(
        request.POST if sent else None, initial={"played_on": timezone.localdate()}
    )
    lines = _lines(request)
    stored: list[Game] = []
    if sent and "more" not in request.POST and shared.is_valid():
        stored = _store(request, shared, lines)
        if stored:
            message = ngettext("%(n)s game was entered.", "%(n)s games were entered.", len(stored))
            messages.success(request, message % {"n": len(stored)})
        if not any(line.errors for line in lines):
            return redirect("games:evening")
    refused = sent and (bool(shared.errors) or any(_refused(line) for line in lines))
    context = {
        "shared": shared,
        "lines": lines,
        "stored": stored,
        "waiting": list(office_queue().filter(state=Game.State.REPORTED)[:MOST_WAITING]),
        "more": min(len(lines) + LINES, MOST_LINES),
        "may_grow": len(lines) < MOST_LINES,
    }
    status = 422 if refused and "more" not in request.POST else 200
    return render(request, "games/evening/evening.html", context, status=status)


def _refused(line: SlipForm) -> bool:
    return line.is_bound and not line.is_blank and bool(line.errors)


def _lines(request: MemberRequest) -> list[SlipForm]:
    """The lines as they were sent, with as many empty ones as the page shows."""
    asked = request.POST.get("lines", str(LINES))
    wanted = request.POST.get("more", asked)
    count = read_number(wanted, low=1, high=MOST_LINES) or LINES
    bound = request.POST if request.method == "POST" else None
    lines = []
    for number in range(count):
        prefix = f"s{number}"
        here = bound is not None and f"{prefix}-key" in bound
        lines.append(_line(prefix) if not here else SlipForm(bound, prefix=prefix))
    return lines


def _line(prefix: str) -> SlipForm:
    return SlipForm(prefix=prefix, initial={"key": uuid.uuid4()})


def _store(request: MemberRequest, shared: EveningForm, lines: list[SlipForm]) -> list[Game]:
    """Store the lines that hold, and put a fresh line in the place of each; the games."""
    filled = [line for line in lines if line.is_bound and not line.is_blank]
    named = players_named(name for line in filled for name in line.names)
    good = [line for line in filled if line.judge(named, shared.cleaned_data)]
    slips = [line.slip for line in good if line.slip is not None]
    outcomes = enter_slips(act_of(request), slips)
    stored = []
    for line, outcome in zip(good, outcomes, strict=True):
        if isinstance(outcome, Game):
            stored.append(outcome)
            lines[lines.index(line)] = _line(line.prefix or "")
        else:
            add_refusal(line, outcome, FIELD_OF)
    return stored


@login_required
@require_POST
def confirm_many(request: MemberRequest) -> HttpResponse:
    """Confirm the ticked reports as they were told."""
    user = user_of(request)
    need_organiser(user)
    ticked = read_numbers(request.POST.getlist("game"), high=10**15)
    done, refused = confirm_games(act_of(request), ticked[:MOST_WAITING])
    message = ngettext("%(n)s report was confirmed.", "%(n)s reports were confirmed.", len(done))
    messages.success(request, message % {"n": len(done)})
    paired = [why for _game, why in refused if why.reason == "playing.paired"]
    for why in paired:
        messages.warning(request, describe(why))
    if left := len(set(ticked)) - len(done) - len(paired):
        text = ngettext(
            "%(n)s was not confirmed: it is no longer waiting, or it is your own game.",
            "%(n)s were not confirmed: they are no longer waiting, or they are your own games.",
            left,
        )
        messages.warning(request, text % {"n": left})
    return redirect("games:evening")
