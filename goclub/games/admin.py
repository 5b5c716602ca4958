"""Games, house rules and the ledger in the office's admin."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_stubs_ext import StrOrPromise
from simple_history.admin import SimpleHistoryAdmin

from goclub.common.admin import NoHardDelete, ReadOnly
from goclub.common.messages import add_rule_error, describe
from goclub.members.models import User
from ratings.errors import RuleError

from . import explain, services
from .models import Game, HouseRule, Kifu, RatingEntry


class QueueFilter(admin.SimpleListFilter):
    """Games that wait for the office."""

    title = gettext_lazy("queue")
    parameter_name = "queue"

    def lookups(self, _request: HttpRequest, _model_admin: Any) -> list[tuple[str, StrOrPromise]]:
        return [("open", gettext_lazy("waiting or disputed"))]

    def queryset(self, _request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        return queryset.open() if self.value() == "open" else queryset  # type: ignore[attr-defined]


class EntryInline(ReadOnly, admin.TabularInline[RatingEntry, Game]):
    model = RatingEntry
    extra = 0
    fields = ("member", "delta", "points_before", "points_after", "rank_after", "code")
    readonly_fields = ("member", "delta", "points_before", "points_after", "rank_after", "code")


@admin.register(Game)
class GameAdmin(NoHardDelete, SimpleHistoryAdmin):
    """The queue of unconfirmed and disputed games; facts change by a decision with a reason."""

    list_display = ["pk", "black", "white", "result", "state", "played_on", "decide_link"]
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
    autocomplete_fields = ["black", "white"]
    view_on_site = True

    def get_readonly_fields(self, _request: HttpRequest, _obj: Any = None) -> list[str]:
        """Everything: a fact changes by deciding the game, so that the ledger follows."""
        return [field.name for field in Game._meta.fields]

    def has_add_permission(self, _request: HttpRequest) -> bool:
        return False

    @admin.display(description=gettext_lazy("result"))
    def result(self, game: Game) -> str:
        return explain.result_of(game)

    @admin.display(description="")
    def decide_link(self, game: Game) -> str:
        url = reverse("games:decide", args=[game.pk])
        return format_html('<a href="{}">{}</a>', url, _("decide or correct"))

    @admin.action(description=gettext_lazy("Confirm as reported"))
    def confirm_games(self, request: HttpRequest, queryset: QuerySet[Game]) -> None:
        self._each(
            request,
            queryset,
            lambda game: services.confirm_game(game=game, by=_user(request), at=timezone.now()),
        )

    @admin.action(description=gettext_lazy("Make void"))
    def void_games(self, request: HttpRequest, queryset: QuerySet[Game]) -> None:
        reason = _("made void in the office")
        self._each(
            request,
            queryset,
            lambda game: services.void_game(game=game, by=_user(request), reason=reason),
        )

    def _each(self, request: HttpRequest, queryset: QuerySet[Game], act: Any) -> None:
        done = 0
        for game in queryset.select_related("black", "white"):
            if not services.may_decide(game, _user(request)):
                self.message_user(
                    request, _("#%(n)d: not yours to decide.") % {"n": game.pk}, messages.ERROR
                )
                continue
            try:
                act(game)
            except RuleError as error:
                self.message_user(request, f"#{game.pk}: {describe(error)}", messages.ERROR)
            else:
                done += 1
        if done:
            self.message_user(request, _("%(n)d games settled.") % {"n": done})


class HouseRuleForm(forms.ModelForm[HouseRule]):
    """A new value of a house rule, checked against the other one before it is saved."""

    class Meta:
        model = HouseRule
        fields = ["key", "value", "valid_from", "reason"]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors:
            try:
                services.check_house_rule(
                    key=data.get("key", self.instance.key),
                    value=data["value"],
                    valid_from=data.get("valid_from", self.instance.valid_from),
                )
            except RuleError as error:
                add_rule_error(self, error, {"window": "value", "min_games": "value"})
        return data


@admin.register(HouseRule)
class HouseRuleAdmin(NoHardDelete, SimpleHistoryAdmin):
    form = HouseRuleForm
    list_display = ["key", "value", "valid_from", "set_by", "reason"]
    list_filter = ["key"]
    search_fields = ["reason"]

    def get_readonly_fields(self, _request: HttpRequest, obj: HouseRule | None = None) -> list[str]:
        """An older value keeps its rule and its date; only value and reason can be corrected."""
        return ["key", "valid_from"] if obj else []

    def save_model(self, request: HttpRequest, obj: HouseRule, _form: Any, _change: bool) -> None:
        rule, rows = services.set_house_rule(
            key=obj.key,
            value=obj.value,
            valid_from=obj.valid_from,
            by=_user(request),
            reason=obj.reason,
        )
        obj.pk = rule.pk
        self.message_user(request, _("%(n)d rows of the ledger changed.") % {"n": rows})


@admin.register(RatingEntry)
class RatingEntryAdmin(ReadOnly, admin.ModelAdmin[RatingEntry]):
    """The ledger, to look at."""

    list_display = ["on", "member", "delta", "points_after", "rank_after", "code", "game"]
    list_filter = ["code", "rank_after", "on"]
    search_fields = ["member__display_name", "member__romanised_name"]
    list_select_related = ["member", "game__black", "game__white"]


@admin.register(Kifu)
class KifuAdmin(ReadOnly, admin.ModelAdmin[Kifu]):
    list_display = ["pk", "filename", "game", "moves", "encoding", "uploaded_by", "uploaded_at"]
    search_fields = ["filename", "game__black__display_name", "game__white__display_name"]
    list_select_related = ["game__black", "game__white", "uploaded_by"]
    exclude = ["original"]


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user
