"""Leagues, events, calendar, club nights and ladder in the admin: mostly to look at.

What changes goes through the pages of the site, or through their services with the same checks.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.options import InlineModelAdmin
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from goclub.common.admin import (
    HistoryAdmin,
    NamedCells,
    NoHardDelete,
    ReadableFields,
    ReadOnly,
    ask_in_office,
)
from goclub.common.confirmation import Question, is_confirmed
from goclub.common.forms import Files, Sent
from goclub.common.notation import half
from goclub.common.refusals.registry import describe
from goclub.leagues.models import (
    Challenge,
    Change,
    ClubNight,
    Coming,
    Entry,
    Event,
    EventFormat,
    Holiday,
    LadderSettings,
    LadderStay,
    League,
    LeagueEvent,
    LeaguePerson,
    Match,
    MeetingSeries,
    NightGame,
    OrganiserChoice,
    Presence,
    Regulation,
    Rollover,
    Sanction,
    Season,
    SeasonRules,
    SeriesException,
    Snapshot,
    Term,
)
from goclub.leagues.official.forms import TermForm
from goclub.leagues.official.labels.overview import close_question, start_question
from goclub.leagues.official.services.standings import close_term
from goclub.leagues.official.services.terms import change_term, start_term
from goclub.leagues.season.forms import SeasonForm
from goclub.leagues.season.services.announcing import approve_event
from goclub.leagues.season.services.rules import add_standard_formats, save_season
from goclub.members.models import time_zone_choices
from goclub.members.requests import Act, user_of
from ratings.errors import RuleError


class PersonInline(ReadableFields, NoHardDelete, admin.TabularInline[LeaguePerson, League]):
    model = LeaguePerson
    formset = NamedCells
    extra = 0
    autocomplete_fields = ["member"]


class FormatInline(NoHardDelete, admin.TabularInline[EventFormat, League]):
    """Formats are added; one that events were announced in stays, or they would count otherwise."""

    model = EventFormat
    formset = NamedCells
    extra = 0

    def has_change_permission(self, _request: HttpRequest, _obj: object = None) -> bool:
        return False


class RulesInline(ReadOnly, admin.StackedInline[SeasonRules, League]):
    """The history of the settings, read-only: they are changed on the league's desk."""

    model = SeasonRules
    extra = 0
    exclude = ["off_board2", "bye2"]
    readonly_fields = ["off_board", "bye", "set_by"]

    @admin.display(description=SeasonRules._meta.get_field("off_board2").verbose_name)
    def off_board(self, rules: SeasonRules) -> str:
        return half(rules.off_board2)

    @admin.display(description=SeasonRules._meta.get_field("bye2").verbose_name)
    def bye(self, rules: SeasonRules) -> str:
        return half(rules.bye2)


class LeagueAdminForm(forms.ModelForm[League]):
    """A league with its time zone, chosen from a list."""

    zone = forms.ChoiceField(
        label=gettext_lazy("Time zone"),
        choices=time_zone_choices,
        help_text=gettext_lazy("For a season league, change this on its desk, from a chosen day."),
    )

    def __init__(self, data: Sent = None, files: Files = None, **kwargs: Any) -> None:
        super().__init__(data, files, **kwargs)
        if "zone" in self.fields and self.instance.pk:
            self.fields["zone"].initial = self.instance.zone
            self.fields["zone"].disabled = self.instance.kind == League.Kind.SEASON


@admin.register(League)
class LeagueAdmin(NoHardDelete, HistoryAdmin):
    """Name, time zone, prizes and people; terms and seasons are run on the league's own pages."""

    task = "leagues"
    form = LeagueAdminForm
    list_display = ["name", "kind", "zone", "active"]
    list_filter = ["kind", "active"]
    search_fields = ["name"]
    fields = ["kind", "name", "slug", "zone", "summary", "prizes", "active"]

    @admin.display(description=gettext_lazy("time zone"))
    def zone(self, league: League) -> str:
        return league.zone

    def get_readonly_fields(self, _request: HttpRequest, obj: League | None = None) -> list[str]:
        return ["kind", "slug"] if obj else []

    def get_prepopulated_fields(
        self, _request: HttpRequest, obj: League | None = None
    ) -> dict[str, object]:
        return {} if obj else {"slug": ["name"]}

    def get_inlines(
        self, _request: HttpRequest, obj: League | None = None
    ) -> list[
        type[InlineModelAdmin[LeaguePerson, League]]
        | type[InlineModelAdmin[EventFormat, League]]
        | type[InlineModelAdmin[SeasonRules, League]]
    ]:
        if obj is None:
            return []
        if obj.kind == League.Kind.SEASON:
            return [PersonInline, FormatInline, RulesInline]
        return [PersonInline]

    def save_model(
        self, request: HttpRequest, obj: League, form: forms.ModelForm[League], change: bool
    ) -> None:
        if "zone" in form.cleaned_data and not (change and obj.kind == League.Kind.SEASON):
            obj.base_zone = form.cleaned_data["zone"]
        super().save_model(request, obj, form, change)
        if not change and obj.kind == League.Kind.SEASON:
            add_standard_formats(obj)


@admin.register(Term)
class TermAdmin(NoHardDelete, HistoryAdmin):
    """Settings of a term; it starts, closes and rolls over from its own page."""

    task = "leagues"
    form = TermForm
    list_display = ["name", "league", "state", "starts_on", "ends_on"]
    list_filter = ["state", "league"]
    list_select_related = ["league"]
    actions = ["start", "close"]

    def has_add_permission(self, _request: HttpRequest) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Term, _form: object, _change: bool) -> None:
        """Through the service, which locks the term."""
        change_term(Act(user_of(request)), obj)

    @admin.action(description=_("Start term"))
    def start(self, request: HttpRequest, queryset: QuerySet[Term]) -> HttpResponse | None:
        return self._each(request, queryset, start_term, start_question)

    @admin.action(description=_("Close and keep the tables for good"))
    def close(self, request: HttpRequest, queryset: QuerySet[Term]) -> HttpResponse | None:
        return self._each(request, queryset, close_term, close_question)

    def _each(
        self,
        request: HttpRequest,
        queryset: QuerySet[Term],
        action: Callable[[Act, Term], object],
        question_of: Callable[[Term, datetime], Question | None],
    ) -> HttpResponse | None:
        """One term after the other, after one question about all of them."""
        now = timezone.now()
        chosen = list(queryset.select_related("league"))
        asked = [(term, question) for term in chosen if (question := question_of(term, now))]
        if asked and not is_confirmed(request):
            return ask_in_office(self, request, together(asked, request.path))
        for term in chosen:
            try:
                action(Act(user_of(request), now), term)
            except RuleError as error:
                self.message_user(request, f"{term}: {describe(error)}", messages.ERROR)
            else:
                self.message_user(request, f"{term}: {_('done')}")
        return None


def together(asked: list[tuple[Term, Question]], back: str) -> Question:
    """The questions about several terms as one."""
    first = asked[0][1]
    effects = [
        f"{term}: {effect}" if len(asked) > 1 else str(effect)
        for term, question in asked
        for effect in (question.why, *question.effects)
        if effect
    ]
    title = first.title if len(asked) == 1 else _("Do this for %(n)s terms?") % {"n": len(asked)}
    return Question(
        title=title,
        items=[term for term, _question in asked],
        effects=effects,
        then=first.then,
        button=first.button,
        back=back,
    )


@admin.register(Season)
class SeasonAdmin(NoHardDelete, HistoryAdmin):
    task = "leagues"
    form = SeasonForm
    fields = ["league", "name", "first", "last", "cycle"]
    list_display = ["name", "league", "first", "last", "cycle"]
    autocomplete_fields = ["league"]
    list_filter = ["league", "cycle"]
    list_select_related = ["league"]

    def get_readonly_fields(self, _request: HttpRequest, obj: Season | None = None) -> list[str]:
        return ["league", "name", "cycle"] if obj else []

    def save_model(self, _request: HttpRequest, obj: Season, _form: object, _change: bool) -> None:
        """Through the service, which locks the league."""
        save_season(Act(None), obj)


@admin.register(LeagueEvent)
class LeagueEventAdmin(ReadOnly, HistoryAdmin):
    """Announced events; approving is the one thing that is done here."""

    task = "leagues"
    list_display = ["event", "league", "announced_on", "announced_by", "national", "approved_at"]
    list_filter = ["league", "national"]
    list_select_related = ["event", "league", "announced_by"]
    actions = ["approve"]

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        # Actions are offered to whoever may change; the fields themselves stay as announced.
        return bool(obj is None and request.user.has_perm("leagues.run_league"))

    @admin.action(description=_("Approve"))
    def approve(self, request: HttpRequest, queryset: QuerySet[LeagueEvent]) -> None:
        for row in queryset.select_related("league"):
            approve_event(Act(user_of(request)), row)
        self.message_user(request, _("Approved."))


@admin.register(OrganiserChoice)
class OrganiserChoiceAdmin(ReadOnly, HistoryAdmin):
    task = "leagues"
    list_display = ["term", "winner", "booby", "confirmed_at", "reason"]
    list_select_related = ["term__league", "winner", "booby"]

    def hidden_fields(self, request: HttpRequest) -> set[str]:
        """Who was asked in which order, and who would not: for the chair alone."""
        return set() if user_of(request).has_perm("leagues.confirm_organisers") else {"steps"}


# --- Rows to look at: they change from the pages, where their reasons are asked for ---------------
class Looked(ReadOnly, HistoryAdmin):
    """Rows to look at, with their history."""


class Kept(ReadOnly, admin.ModelAdmin[Model]):
    """Records to look at; they never change."""


register = admin.site.register
_NAMES = ["member__display_name", "member__romanised_name"]
register(
    Entry,
    Looked,
    task="leagues",
    list_display=["member", "term", "division", "points", "withdrawn_on"],
    list_filter=["term"],
    list_select_related=["member", "term__league", "division"],
    search_fields=_NAMES,
)
register(
    Match,
    Looked,
    task="leagues",
    list_display=["first", "second", "division", "arranged_for", "game", "forfeit"],
    list_filter=["forfeit", "division__term"],
    list_select_related=[
        "first__member", "first__term__league", "second__member", "second__term__league",
        "division", "game__black", "game__white",
    ],
)  # fmt: skip
register(
    Sanction,
    Looked,
    task="leagues",
    list_display=["player", "league_event", "round", "reason", "judge", "upheld"],
    list_select_related=["player", "league_event__event", "judge"],
)
register([Regulation, Rollover, Snapshot], Kept)
register(
    Event,
    Kept,
    task="leagues",
    list_display=["name", "begins_on", "place", "system", "state", "version"],
    list_filter=["state", "system"],
    search_fields=["name", "place", "slug"],
    date_hierarchy="begins_on",
    # For programs; the event's own page says them in words.
    exclude=["settings"],
)
register(
    Change,
    Kept,
    list_display=["event", "at", "by", "what", "round_number", "subject"],
    list_filter=["what"],
    list_select_related=["event", "by"],
    search_fields=["event__name", "subject"],
)
register(
    MeetingSeries,
    Looked,
    task="leagues",
    list_display=["title", "kind", "first", "until", "begins_at", "place", "ended_at"],
    list_filter=["kind"],
    search_fields=["title", "place"],
)
register(
    SeriesException,
    Looked,
    list_display=["series", "day", "moved_to", "reason", "decided_at"],
    list_select_related=["series"],
    date_hierarchy="day",
)
register(Holiday, Looked, list_display=["day", "name"])
register(
    Coming,
    Kept,
    list_display=["member", "series", "day", "answer", "answered_at"],
    list_filter=["answer"],
    list_select_related=["member", "series"],
    search_fields=_NAMES,
    date_hierarchy="day",
)
register(
    ClubNight,
    Kept,
    task="leagues",
    list_display=["on", "place", "terms", "tables", "opened_at", "closed_at"],
    list_filter=["terms"],
    date_hierarchy="on",
)
register(
    Presence,
    Kept,
    list_display=["member", "night", "arrived_at", "left_at"],
    list_select_related=["member", "night"],
    search_fields=_NAMES,
)
register(
    NightGame,
    Kept,
    list_display=["night", "table", "black", "white", "paired_at", "ended_at", "game"],
    list_select_related=["night", "black__member", "white__member", "game__black", "game__white"],
)
register(
    LadderSettings,
    Looked,
    task="leagues",
    list_display=["open", "reach", "answer_days", "play_days", "rest_days", "conditions"],
)
register(
    LadderStay,
    Looked,
    task="leagues",
    list_display=["member", "joined_at", "left_at"],
    list_select_related=["member"],
    search_fields=_NAMES,
    date_hierarchy="joined_at",
)
register(
    Challenge,
    Looked,
    task="leagues",
    list_display=["challenger", "challenged", "state", "agreed_for", "opened_at", "game"],
    list_filter=["state"],
    list_select_related=["challenger", "challenged", "game__black", "game__white"],
    search_fields=[
        "challenger__display_name", "challenger__romanised_name",
        "challenged__display_name", "challenged__romanised_name",
    ],
    date_hierarchy="opened_at",
    doubled={"komi2": gettext_lazy("komi")},
)  # fmt: skip
