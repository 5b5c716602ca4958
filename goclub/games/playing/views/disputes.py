"""Two who do not agree: disputing a report, accepting what the other says, deciding."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from goclub.common.http import attempt, carried_out, status_of
from goclub.common.transactions import atomic_retried
from goclub.games.models import Game
from goclub.games.playing.forms import FIELD_OF, DecideForm, DisputeForm
from goclub.games.playing.labels import as_claimed_reason
from goclub.games.playing.services.claims import as_claimed
from goclub.games.playing.services.decisions import (
    accept_claim,
    decide_game,
    dispute_game,
    is_player,
    may_decide,
)
from goclub.games.playing.services.keepers import KEEPERS
from goclub.members.requests import MemberRequest, user_of


@login_required
@require_http_methods(["GET", "POST"])
def dispute(request: MemberRequest, pk: int) -> HttpResponse:
    """Say what is wrong with a report, and if one likes what is right."""
    game = get_object_or_404(Game.objects.with_players(), pk=pk)
    user = user_of(request)
    if not is_player(game, user):
        raise PermissionDenied
    again = game.state == Game.State.DISPUTED and game.disputed_by_id == user.pk
    initial = DisputeForm.initial_of(game) if again else None
    form = DisputeForm(request.POST or None, initial=initial)
    if request.method == "POST" and carried_out(
        request,
        form,
        lambda: dispute_game(
            game=game, by=user, reason=form.cleaned_data["reason"], claim=form.claim()
        ),
        _("An organiser will look at it. Nothing has been counted."),
        FIELD_OF,
    ):
        return redirect(game)
    context = {"game": game, "form": form}
    return render(request, "games/playing/dispute.html", context, status=status_of(form))


@login_required
@require_POST
def accept(request: MemberRequest, pk: int) -> HttpResponse:
    """The reporter takes over what the other says: one press."""
    game = get_object_or_404(Game, pk=pk)
    attempt(
        request,
        lambda: accept_claim(
            game=game,
            seen=request.POST.get("claim", ""),
            by=user_of(request),
            at=timezone.now(),
        ),
        _("Accepted and confirmed. This is what the game changed."),
    )
    return redirect(game)


@login_required
@require_http_methods(["GET", "POST"])
def decide(request: MemberRequest, pk: int) -> HttpResponse:
    """An organiser settles or corrects a game."""
    game = get_object_or_404(Game.objects.with_players(), pk=pk)
    if not may_decide(game, user_of(request)):
        raise PermissionDenied
    if request.method == "POST":
        form = DecideForm(request.POST, game=game)
        decided = carried_out(
            request,
            form,
            # A guest made for a correction that is refused goes with it.
            atomic_retried(
                lambda: decide_game(
                    game=game,
                    by=user_of(request),
                    at=timezone.now(),
                    facts=form.stored_facts(),
                    reason=form.cleaned_data["reason"],
                )
            ),
            _("Game decided. Here is what it changed."),
        )
        if decided:
            return redirect(game)
    else:
        form = DecideForm(game=game, initial=DecideForm.initial_of(game))
    context = {
        "game": game,
        "form": form,
        "claim_form": _filled_in(game),
        "game_context": KEEPERS.context_of(game),
    }
    return render(request, "games/playing/decide.html", context, status=status_of(form))


def _filled_in(game: Game) -> DecideForm | None:
    """The decision for what the disputing player says is right, ready to be sent."""
    claimed = as_claimed(game)
    if claimed is game:
        return None
    initial = DecideForm.initial_of(claimed) | {"reason": as_claimed_reason(game)}
    return DecideForm(game=game, initial=initial, auto_id=False)
