"""A member's own page of the evening, on the phone: here, my table, I won."""

from __future__ import annotations

import uuid

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from goclub.games.playing.services.pairings import PAIRINGS
from goclub.leagues.evening.forms import WishForm
from goclub.leagues.evening.labels import clock, result_words, table_card
from goclub.leagues.evening.queries import NightState, open_night, state_of
from goclub.leagues.evening.services.nights import is_organiser, meeting_due
from goclub.leagues.evening.services.terms import strengths_of
from goclub.leagues.models import NightGame, Presence
from goclub.members.requests import MemberRequest, user_of


@login_required
@require_safe
def me(request: MemberRequest) -> HttpResponse:
    """Check in, say when one comes, wishes, one's table, who won."""
    now, night = timezone.now(), open_night()
    context: dict[str, object] = {
        "night": night,
        "now": now,
        "runs": is_organiser(user_of(request)),
        "fresh": uuid.uuid4,
        "soon": meeting_due(now) if night is None else None,
        "nobody": request.member is None,
    }
    if night is not None and request.member is not None:
        state = state_of(night)
        mine = state.of_member(request.member.pk)
        context["mine"] = mine
        context["busy"] = len(state.running), len(state.waiting)
        if mine is not None:
            context |= _mine(state, mine)
    return render(request, "leagues/evening/me.html", context)


def _mine(state: NightState, mine: Presence) -> dict[str, object]:
    """What the page says of somebody who said that he comes, or came."""
    now = timezone.now()
    game = state.game_of(mine)
    last = _last_of(state, mine)
    form = WishForm(
        initial={
            "rival": mine.rival,
            "teaching": mine.teaching,
            "no_handicap": mine.no_handicap,
            "small_board": mine.small_board,
        }
    )
    form.offer_rivals(mine.member)
    context: dict[str, object] = {
        "game": game,
        "last": last,
        "last_words": result_words(last) if last else "",
        "untold": _untold(state, mine),
        "waited": state.waited(mine, now),
        "expected": clock(mine.expected_at),
        "form": form,
    }
    if game is not None:
        ranks = {
            pk: strength.rank
            for pk, strength in strengths_of([game.black, game.white], state.night.on).items()
        }
        context["card"] = table_card(game, ranks, now)
        context["paired"] = PAIRINGS.offers((game.black.member, game.white.member), state.night.on)
        context["colour"], context["other"] = ("B", "W") if game.black_id == mine.pk else ("W", "B")
    return context


def _of(state: NightState, mine: Presence) -> list[NightGame]:
    return [game for game in state.games if mine.pk in (game.black_id, game.white_id)]


def _last_of(state: NightState, mine: Presence) -> NightGame | None:
    """The game that he played last and whose result is told."""
    reported = [game for game in _of(state, mine) if game.ended_at is not None and game.winner]
    return reported[-1] if reported else None


def _untold(state: NightState, mine: Presence) -> NightGame | None:
    """A game whose table was freed before anybody said who won."""
    open_ones = [
        game
        for game in _of(state, mine)
        if game.ended_at is not None and not game.winner and not game.cancelled
    ]
    return open_ones[-1] if open_ones else None
