"""Games, kifu and tosses in the office's admin."""

from __future__ import annotations

from functools import partial
from types import MappingProxyType
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django_stubs_ext import StrOrPromise

from goclub.common.admin import HistoryAdmin, ReadOnly, ask_in_office
from goclub.common.confirmation import is_confirmed
from goclub.common.forms import ReasonForm
from goclub.common.notation import half
from goclub.common.refusals.registry import describe
from goclub.games.admin.ledger import EntryFigures
from goclub.games.labels import claim_of, result_of
from goclub.games.models import Game, Kifu, KifuAddition, RatingEntry, Toss
from goclub.games.playing.labels import voiding
from goclub.games.playing.services.decisions import confirm_game, may_decide, void_game
from goclub.games.playing.services.pairings import PAIRINGS
from goclub.members.requests import Act, act_of, user_of
from ratings.errors import RuleError


class QueueFilter(admin.SimpleListFilter):
    """Games that wait for the office."""

    title = gettext_lazy("queue")
    parameter_name = "queue"

    def lookups(
        self, _request: HttpRequest, _model_admin: object
    ) -> list[tuple[str, StrOrPromise]]:
        return [("open", gettext_lazy("waiting or disputed"))]

    def queryset(self, _request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        return queryset.open() if self.value() == "open" else queryset  # type: ignore[attr-defined]


class EntryInline(ReadOnly, EntryFigures, admin.TabularInline[RatingEntry, Game]):
    model = RatingEntry
    extra = 0
    fields = ("system", "member", "was", "change", "became", "rank_after", "what")
    readonly_fields = fields


@admin.register(Game)
class GameAdmin(ReadOnly, HistoryAdmin):
    """The queue of unconfirmed and disputed games; facts change by a decision with a reason."""

    task = "games"
    doubled = MappingProxyType(
        {"komi2": gettext_lazy("komi"), "margin2": gettext_lazy("winning margin")}
    )
    list_display = ["number", "black", "white", "result", "state", "played_on", "decide_link"]
    fields = [
        "black", "white", "played_on", "place", "board", "handicap", "komi", "winner", "ending",
        "margin", "black_free", "white_free", "kind", "black_partner", "white_partner", "state",
        "reported_by", "reported_at", "confirmed_by", "confirmed_at", "disputed_by", "claim",
        "reason",
    ]  # fmt: skip
    list_filter = [QueueFilter, "state", "board", "played_on"]
    search_fields = [
        "=id",
        "black__display_name",
        "black__romanised_name",
        "white__display_name",
        "white__romanised_name",
    ]
    list_select_related = ["black", "white"]
    date_hierarchy = "played_on"
    inlines = [EntryInline]
    actions = ["confirm_games", "void_games"]
    view_on_site = True

    @admin.display(description=gettext_lazy("number"), ordering="pk")
    def number(self, game: Game) -> str:
        return f"#{game.pk}"

    @admin.display(description=gettext_lazy("komi"))
    def komi(self, game: Game) -> str:
        return half(game.komi2)

    @admin.display(description=gettext_lazy("winning margin"))
    def margin(self, game: Game) -> str:
        return "–" if game.margin2 is None else half(game.margin2)

    @admin.display(description=gettext_lazy("result"))
    def result(self, game: Game) -> str:
        return result_of(game)

    @admin.display(description=gettext_lazy("result claimed in the dispute"))
    def claim(self, game: Game) -> str:
        return claim_of(game) or "–"

    @admin.display(description=gettext_lazy("to do"))
    def decide_link(self, game: Game) -> str:
        url = reverse("games:decide", args=[game.pk])
        return format_html('<a href="{}">{}</a>', url, _("decide or correct"))

    @admin.action(description=gettext_lazy("Confirm as reported"))
    def confirm_games(self, request: HttpRequest, queryset: QuerySet[Game]) -> None:
        self._each(request, queryset, partial(_confirm, act_of(request)))

    @admin.action(description=gettext_lazy("Void"))
    def void_games(self, request: HttpRequest, queryset: QuerySet[Game]) -> HttpResponse | None:
        form = ReasonForm(request.POST if is_confirmed(request) else None)
        if not form.is_valid():
            games = list(queryset.select_related("black", "white"))
            return ask_in_office(self, request, voiding(games, form, request.path))
        self._each(
            request,
            queryset,
            lambda game: void_game(act_of(request), game, reason=form.cleaned_data["reason"]),
        )
        return None

    def _each(self, request: HttpRequest, queryset: QuerySet[Game], act: Any) -> None:
        done = 0
        for game in queryset.select_related("black", "white"):
            if not may_decide(game, user_of(request)):
                self.message_user(
                    request,
                    _("#%(n)d: you cannot decide this game.") % {"n": game.pk},
                    messages.ERROR,
                )
                continue
            try:
                act(game)
            except RuleError as error:
                self.message_user(request, f"#{game.pk}: {describe(error)}", messages.ERROR)
            else:
                done += 1
        if done:
            text = ngettext("%(n)d game decided.", "%(n)d games decided.", done)
            self.message_user(request, text % {"n": done})


@admin.register(Kifu)
class KifuAdmin(ReadOnly, admin.ModelAdmin[Kifu]):
    task = "games"
    list_display = [
        "id", "title", "result", "moves", "game", "filed_at", "encoding", "uploaded_by",
        "uploaded_at",
    ]  # fmt: skip
    list_filter = ["winner", "filed_at", "encoding"]
    search_fields = [
        "filename",
        "black_name",
        "white_name",
        "event",
        "game__black__display_name",
        "game__white__display_name",
    ]
    list_select_related = ["game__black", "game__white", "uploaded_by"]
    exclude = ["original"]


@admin.register(KifuAddition)
class KifuAdditionAdmin(ReadOnly, admin.ModelAdmin[KifuAddition]):
    task = "games"
    list_display = ["id", "kifu", "filename", "uploaded_by", "uploaded_at"]
    list_select_related = ["kifu", "uploaded_by"]
    exclude = ["original", "before"]


@admin.register(Toss)
class TossAdmin(ReadOnly, HistoryAdmin):
    """Tosses, to look at: nobody changes what was said."""

    task = "games"

    list_display = ["id", "opener", "caller", "call", "digit", "black", "opened_at", "game"]
    list_filter = ["call", "digit", "opened_at"]
    search_fields = [
        "=id",
        "opener__display_name",
        "opener__romanised_name",
        "caller__display_name",
        "caller__romanised_name",
    ]
    list_select_related = ["opener", "caller", "black", "game__black", "game__white"]
    view_on_site = True


def _confirm(act: Act, game: Game) -> Game:
    """Confirm a report that is none of an open pairing; raises what :func:`confirm_game` raises."""
    if game.state == Game.State.REPORTED:
        PAIRINGS.need_answer(game)
    return confirm_game(act, game)
