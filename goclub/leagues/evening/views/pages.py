"""The pages of the club night: the organiser's, a member's own, nights of the past."""

from __future__ import annotations

import uuid
from datetime import date

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from goclub.common.confirmation import Question, ask, is_confirmed
from goclub.common.http import attempt, carried_out, form_page, sign_in_first
from goclub.common.notation import labelled
from goclub.common.reading import read_number
from goclub.games.evening.services import need_organiser
from goclub.games.playing.services.pairings import PAIRINGS
from goclub.leagues.evening.forms import ResultForm, SettingsForm, WishForm
from goclub.leagues.evening.labels import clock, desk_of, rank_changes, result_words, table_card
from goclub.leagues.evening.queries import (
    NightState,
    attendance,
    entries_of,
    is_coming,
    nights_with_counts,
    open_night,
    state_of,
    unconfirmed,
    upsets_of,
)
from goclub.leagues.evening.services.nights import (
    begin_night,
    change_night,
    close_night,
    is_organiser,
    meeting_due,
    strengths_of,
)
from goclub.leagues.evening.services.people import running_game
from goclub.leagues.evening.services.results import is_player, may_undo
from goclub.leagues.models import ClubNight, NightGame, Presence
from goclub.members.models import User
from goclub.members.requests import MemberRequest, act_of, user_of
from goclub.members.visitors import shown_to_visitors


@login_required
@require_safe
def night(request: MemberRequest) -> HttpResponse:
    """Show who is waiting, who won and who is missing; other members see their own page."""
    if not is_organiser(user_of(request)):
        return redirect("leagues:night-me")
    now = timezone.now()
    running = open_night(now)
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
        lambda: begin_night(act_of(request), meeting=meeting_due(now)),
        _("The club night has started."),
    )
    return redirect("leagues:night")


@login_required
@require_POST
def closing(request: MemberRequest) -> HttpResponse:
    """End the evening; asked once more."""
    user, running = user_of(request), open_night(timezone.now())
    need_organiser(user)
    if running is None:
        return redirect("leagues:night")
    if not is_confirmed(request):
        return ask(request, _question(running))
    close_night(act_of(request), running)
    messages.success(request, _("The club night has ended."))
    return redirect(running)


def _named(game: NightGame) -> str:
    table = _("Table %(n)s") % {"n": game.table}
    return labelled(table, f"{game.black.member.shown_name} – {game.white.member.shown_name}")


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
        items=[_named(game) for game in state.running],
        effects=effects,
        button=_("End club night"),
        back="/night/",
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: MemberRequest) -> HttpResponse:
    """What holds on the evening from now on."""
    user, running = user_of(request), open_night(timezone.now())
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
        lambda: change_night(act_of(request), running, **form.cleaned_data),
        _("Settings saved. They apply from now on."),
    ):
        return redirect("leagues:night")
    context = {"night": running, "form": form}
    return form_page(request, "leagues/evening/settings.html", context)


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
        "form": ResultForm(initial=request.GET.dict()),
        "runs": runs,
        "back": ("desk" if night_game.night.open else "summary") if runs else "me",
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


@login_required
@require_safe
def me(request: MemberRequest) -> HttpResponse:
    """Check in, say when one comes, wishes, one's table, who won."""
    now = timezone.now()
    night = open_night(now)
    soon = meeting_due(now) if night is None else None
    context: dict[str, object] = {
        "night": night,
        "now": now,
        "runs": is_organiser(user_of(request)),
        "fresh": uuid.uuid4,
        "soon": soon,
        "nobody": request.member is None,
    }
    if request.member is not None:
        dated = (night.series_id, night.on) if night else soon and soon.key
        context["coming"] = dated and is_coming(request.member, *dated)
    if night is not None and request.member is not None:
        state = state_of(night)
        mine = state.of_member(request.member.pk)
        context["mine"] = mine
        context["busy"] = len(state.running), len(state.waiting)
        if mine is not None:
            context |= _mine(state, mine, user_of(request))
    return render(request, "leagues/evening/me.html", context)


def _mine(state: NightState, mine: Presence, user: User) -> dict[str, object]:
    """Return what the page shows of a person who is expected or has arrived."""
    now = timezone.now()
    game = state.game_of(mine)
    played = [each for each in state.games if mine.pk in (each.black_id, each.white_id)]
    ended = [each for each in reversed(played) if each.ended_at is not None]
    last = next((each for each in ended if each.winner), None)
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
        "may_undo": last and may_undo(last, user),
        # Its table was freed before anybody said who won.
        "untold": next((each for each in ended if not each.winner and not each.cancelled), None),
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


#: Evenings on the list; months of the table.
NIGHTS, MONTHS = 50, 6


@shown_to_visitors
@require_safe
def summary(request: MemberRequest, pk: int) -> HttpResponse:
    """One evening: its games, who rose, who won against the odds."""
    night = get_object_or_404(ClubNight, pk=pk)
    state = state_of(night)
    games = [game for game in state.games if not game.cancelled]
    entries = entries_of(games)
    ranks = {
        key: strength.rank
        for key, strength in strengths_of(state.presences.values(), night.on).items()
    }
    now = timezone.now()
    runs = request.user.is_authenticated and is_organiser(user_of(request))
    context = {
        "night": night,
        "runs": runs,
        "cards": [table_card(game, ranks, now) for game in games],
        "came": sum(presence.arrived_at is not None for presence in state.presences.values()),
        "ranks": rank_changes(entries),
        "upsets": [table_card(game, ranks, now) for game in upsets_of(games, entries)[:5]],
        "open_games": [table_card(game, ranks, now) for game in unconfirmed(games)],
    }
    return render(request, "leagues/evening/summary.html", context)


@require_safe
def nights(request: MemberRequest) -> HttpResponse:
    """Evenings of the past; for organisers, who came how often."""
    if not request.user.is_authenticated:
        return sign_in_first(request)
    runs = is_organiser(user_of(request))
    count = read_number(request.GET.get("months"), low=1, high=24) or MONTHS
    months = _months(timezone.localdate(), count)
    context = {
        "nights": list(nights_with_counts()[:NIGHTS]),
        "runs": runs,
        "months": months,
        "people": attendance(months) if runs else [],
    }
    return render(request, "leagues/evening/nights.html", context)


def _months(day: date, count: int) -> list[date]:
    """The first days of the last months, the earliest first."""
    number = day.year * 12 + day.month - 1
    return [date(n // 12, n % 12 + 1, 1) for n in range(number - count + 1, number + 1)]
