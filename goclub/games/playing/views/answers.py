"""Answers to a report: confirm, withdraw, dispute, accept what the other says, decide, void."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_stubs_ext import StrOrPromise

from goclub.common.forms import ReasonForm
from goclub.common.transactions import atomic_retried
from goclub.games.models import Game
from goclub.games.playing.forms import DecideForm, DisputeForm
from goclub.games.playing.labels import as_claimed_reason, void_effects
from goclub.games.playing.services.decisions import (
    accept_claim,
    confirm_game,
    decide_game,
    dispute_game,
    is_player,
    may_confirm,
    may_decide,
    void_game,
    withdraw_game,
)
from goclub.games.playing.services.facts import KEEPERS, as_claimed
from goclub.games.playing.services.pairings import ORDINARY, PAIRINGS, gone
from goclub.games.playing.views.report import AT_TABLE
from goclub.members.actions import ActionView, ButtonView
from goclub.members.models import User
from goclub.members.requests import Act, user_of


class _GameActionView(ActionView):
    """An action about the game that the address names; ``may`` says who may act."""

    game: Game

    def find(self, pk: int) -> None:
        self.game = self.back = get_object_or_404(Game.objects.with_players(), pk=pk)
        if not self.may(user_of(self.request)):
            raise PermissionDenied

    def may(self, user: User) -> bool:  # noqa: ARG002
        """Whether this user may see the form; services decide for the buttons."""
        return True

    def context_for(self, form: Any) -> dict[str, Any]:  # noqa: ARG002
        return {"game": self.game}


class ConfirmGame(_GameActionView, ButtonView):
    """Confirm a report, as the game of an open pairing of the two where one is named.

    Where one is open and nothing was said of it, nothing is confirmed: the game's page asks.
    """

    done: StrOrPromise = gettext_lazy("Confirmed. This is what the game changed.")

    def carry_out(self, act: Act, form: Any) -> Any:  # noqa: ARG002
        pairing = self.request.POST.get("pairing", "")
        if pairing not in ("", ORDINARY):
            return self._adopt(act, pairing)
        waiting = self.game.state == Game.State.REPORTED
        if not pairing and waiting and may_confirm(self.game, act.user):
            PAIRINGS.need_answer(self.game)
        return confirm_game(act, self.game)

    def _adopt(self, act: Act, pairing: str) -> Game | str:
        game = self.game
        offers = {offer.key: offer for offer in PAIRINGS.offers(game.players, game.played_on)}
        if pairing not in offers or not may_confirm(game, act.user):
            raise gone(pairing)
        kept = PAIRINGS.adopt(act, pairing, game)
        self.done = _("Confirmed as the game for that pairing.") if kept else AT_TABLE
        return kept or offers[pairing].url


class WithdrawGame(_GameActionView, ButtonView):
    """Take back one's own report."""

    done = gettext_lazy("Withdrawn. Nothing was counted.")

    def carry_out(self, act: Act, form: Any) -> Game:  # noqa: ARG002
        return withdraw_game(act, self.game)


class AcceptClaim(_GameActionView, ButtonView):
    """The reporter takes over what the other says: one press."""

    done = gettext_lazy("Accepted and confirmed. This is what the game changed.")

    def carry_out(self, act: Act, form: Any) -> Game:  # noqa: ARG002
        seen = self.request.POST.get("claim", "")
        return accept_claim(act, self.game, seen=seen)


class DisputeGame(_GameActionView):
    """Say what is wrong with a report, and if one likes what is right."""

    form_class = DisputeForm
    template_name = "games/playing/dispute.html"
    done = gettext_lazy("An organiser will look at it. Nothing has been counted.")

    def may(self, user: User) -> bool:
        return is_player(self.game, user)

    def get_initial(self) -> dict[str, Any]:
        game = self.game
        again = game.state == Game.State.DISPUTED and game.disputed_by_id == self.request.user.pk
        return DisputeForm.initial_of(game) if again else {}

    def carry_out(self, act: Act, form: DisputeForm) -> Game:
        reason, claim = form.cleaned_data["reason"], form.claim(self.game)
        return dispute_game(act, self.game, reason=reason, claim=claim)


class DecideGame(_GameActionView):
    """An organiser settles or corrects a game."""

    form_class = DecideForm
    template_name = "games/playing/decide.html"
    done = gettext_lazy("Game decided. Here is what it changed.")

    def may(self, user: User) -> bool:
        return may_decide(self.game, user)

    def get_initial(self) -> dict[str, Any]:
        return DecideForm.initial_of(self.game)

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "game": self.game}

    @atomic_retried  # a guest made for a correction that is refused goes with it
    def carry_out(self, act: Act, form: DecideForm) -> Game:
        return decide_game(
            act, self.game, facts=form.stored_facts(), reason=form.cleaned_data["reason"]
        )

    def context_for(self, form: Any) -> dict[str, Any]:  # noqa: ARG002
        """With the decision for what the disputing player says is right, ready to be sent."""
        claimed, claim_form = as_claimed(self.game), None
        if claimed is not self.game:
            initial = DecideForm.initial_of(claimed) | {"reason": as_claimed_reason(self.game)}
            claim_form = DecideForm(game=self.game, initial=initial, auto_id=False)
        kept = KEEPERS.context_of(self.game)
        return {"game": self.game, "claim_form": claim_form, "game_context": kept}


class VoidGame(_GameActionView):
    """Make a game void, with a reason."""

    form_class = ReasonForm
    template_name = "games/playing/reason.html"
    done = gettext_lazy("The game is void; its rating changes were undone.")

    def may(self, user: User) -> bool:
        return may_decide(self.game, user)

    def carry_out(self, act: Act, form: ReasonForm) -> Game:
        reason = form.cleaned_data["reason"]
        return void_game(act, self.game, reason=reason)

    def context_for(self, form: Any) -> dict[str, Any]:  # noqa: ARG002
        return {
            "game": self.game,
            "title": _("Void this game?"),
            "button": _("Void game"),
            "effects": void_effects([self.game]),
        }
