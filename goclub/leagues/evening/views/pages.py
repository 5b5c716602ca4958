"""The organiser's page of the evening, and what belongs to it."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from goclub.common.confirmation import Question, ask, is_confirmed
from goclub.common.http import attempt, carried_out, status_of
from goclub.games.evening.services import need_organiser
from goclub.leagues.evening.forms import ResultForm, SettingsForm
from goclub.leagues.evening.labels import desk_of, table_card
from goclub.leagues.evening.queries import open_night, state_of
from goclub.leagues.evening.services.nights import (
    begin_night,
    change_night,
    close_night,
    is_organiser,
    meeting_due,
)
from goclub.leagues.evening.services.people import running_game
from goclub.leagues.evening.services.results import is_player
from goclub.leagues.evening.services.terms import strengths_of
from goclub.leagues.models import ClubNight, NightGame, Presence
from goclub.members.requests import MemberRequest, user_of


@login_required
@require_safe
def night(request: MemberRequest) -> HttpResponse:
    """Who waits, who won, who is missing; a member who is no organiser goes to his own page."""
    if not is_organiser(user_of(request)):
        return redirect("leagues:night-me")
    running, now = open_night(), timezone.now()
    if running is None:
        closed = {"meeting": meeting_due(now), "last": ClubNight.objects.first()}
        return render(request, "leagues/evening/closed.html", closed)
    state = state_of(running)
    context = {
        "night": running,
        "now": now,
        "desk": desk_of(state, now),
        "fresh": uuid.uuid4,
    }
    return render(request, "leagues/evening/night.html", context)


@login_required
@require_POST
def opening(request: MemberRequest) -> HttpResponse:
    """Open the evening, with one press."""
    user, now = user_of(request), timezone.now()
    need_organiser(user)
    attempt(
        request,
        lambda: begin_night(by=user, at=now, meeting=meeting_due(now)),
        _("The club night has started."),
    )
    return redirect("leagues:night")


@login_required
@require_POST
def closing(request: MemberRequest) -> HttpResponse:
    """End the evening; asked once more."""
    user, running = user_of(request), open_night()
    need_organiser(user)
    if running is None:
        return redirect("leagues:night")
    if not is_confirmed(request):
        return ask(request, _question(running))
    close_night(night=running, by=user, at=timezone.now())
    messages.success(request, _("The club night has ended."))
    return redirect(running)


def _question(running: ClubNight) -> Question:
    state = state_of(running)
    effects = [
        ngettext(
            "%(n)d person will be marked as gone home.",
            "%(n)d people will be marked as gone home.",
            len(state.here),
        )
        % {"n": len(state.here)}
    ]
    if state.running:
        text = ngettext(
            "%(n)d game is still being played; its result can be reported later.",
            "%(n)d games are still being played; their results can be reported later.",
            len(state.running),
        )
        effects.append(text % {"n": len(state.running)})
    return Question(
        title=_("End this club night?"),
        items=state.running,
        effects=effects,
        button=_("End club night"),
        back="/night/",
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: MemberRequest) -> HttpResponse:
    """What holds on the evening from now on."""
    user, running = user_of(request), open_night()
    need_organiser(user)
    if running is None:
        return redirect("leagues:night")
    initial: dict[str, object] = {
        name: getattr(running, name) for name in ("place", "terms", "tables", "patience")
    }
    form = SettingsForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and carried_out(
        request,
        form,
        lambda: change_night(night=running, by=user, **form.cleaned_data),
        _("Settings saved. They apply from now on."),
    ):
        return redirect("leagues:night")
    context = {"night": running, "form": form}
    return render(request, "leagues/evening/settings.html", context, status=status_of(form))


@login_required
@require_safe
def game(request: MemberRequest, pk: int) -> HttpResponse:
    """One table: any other result, how it ended, nobody played; for organisers and its two."""
    rows = NightGame.objects.select_related(
        "night", "game__black", "game__white", "black__member", "white__member"
    )
    night_game = get_object_or_404(rows, pk=pk)
    user = user_of(request)
    runs = is_organiser(user)
    if not (runs or is_player(night_game, user)):
        raise Http404
    strengths = strengths_of([night_game.black, night_game.white], night_game.night.on)
    ranks = {key: strength.rank for key, strength in strengths.items()}
    context = {
        "night": night_game.night,
        "game": night_game,
        "card": table_card(night_game, ranks, timezone.now()),
        "form": ResultForm(),
        "runs": runs,
        "back": "desk" if runs else "me",
        "key": uuid.uuid4(),
    }
    return render(request, "leagues/evening/game.html", context)


@login_required
@require_safe
def going(request: MemberRequest, pk: int) -> HttpResponse:
    """Somebody goes in the middle of a game: what becomes of it?"""
    rows = Presence.objects.select_related("member", "night")
    presence = get_object_or_404(rows, pk=pk)
    user = user_of(request)
    runs = is_organiser(user)
    if not (runs or presence.member.user_id == user.pk):
        raise Http404
    running = running_game(presence)
    context = {
        "presence": presence,
        "game": running,
        "mine": "B" if running and running.black_id == presence.pk else "W",
        "back": "desk" if runs else "me",
        "key": uuid.uuid4(),
    }
    return render(request, "leagues/evening/going.html", context)
