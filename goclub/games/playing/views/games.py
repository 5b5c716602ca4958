"""The list of games and the page of one game."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from typing import Any

import django_filters
from django import forms
from django.db.models import Q, QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe
from django_filters.views import FilterView
from django_tables2 import SingleTableMixin

from goclub.common.export import csv_response
from goclub.common.http import sign_in_first
from goclub.common.keyset import KeysetPage, keyset_page
from goclub.common.notation import listed_and, month_of
from goclub.games.labels import conditions_text, result_text
from goclub.games.library.labels.record_page import kifu_context, unreadable_context
from goclub.games.library.services.records import UnreadableKifu
from goclub.games.models import Game, RatingEntry
from goclub.games.playing.queries import game_page, games_by_month, games_list, versions_of_game
from goclub.games.playing.services.decisions import (
    is_player,
    may_accept,
    may_confirm,
    may_decide,
    may_read_dispute,
)
from goclub.games.playing.services.facts import KEEPERS, ClaimedResult, as_claimed
from goclub.games.playing.services.pairings import PAIRINGS
from goclub.games.playing.tables import GameTable
from goclub.games.rating.forecasts import would_move
from goclub.games.rating.labels import short_reason
from goclub.games.rating.queries import revisions_by
from goclub.games.rating.systems.registry import SYSTEMS
from goclub.games.sharing.labels import shared_game
from goclub.members.models import Member, User
from goclub.members.requests import MemberRequest
from goclub.members.visitors import VisitorMixin, rights_of

DATE_INPUT = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})


class GameFilter(django_filters.FilterSet):
    """Search and filters of the list of games."""

    q = django_filters.CharFilter(method="search", label=_("Player"))
    state = django_filters.ChoiceFilter(
        choices=[c for c in Game.State.choices if c[0] != Game.State.VOID],
        label=_("Status"),
        empty_label=_("all states"),
    )
    board = django_filters.ChoiceFilter(
        choices=Game.BOARDS, label=_("Board"), empty_label=_("all boards")
    )
    kifu = django_filters.ChoiceFilter(
        method="with_kifu",
        choices=[("yes", _("with kifu"))],
        label=_("Kifu"),
        empty_label=_("with or without"),
    )
    since = django_filters.DateFilter(
        field_name="played_on",
        lookup_expr="gte",
        label=pgettext_lazy("a day", "From"),
        widget=DATE_INPUT,
    )
    until = django_filters.DateFilter(
        field_name="played_on",
        lookup_expr="lte",
        label=pgettext_lazy("a day", "Until"),
        widget=DATE_INPUT,
    )

    class Meta:
        model = Game
        fields: list[str] = []

    def search(self, queryset: QuerySet[Game], _name: str, text: str) -> QuerySet[Game]:
        members = Member.objects.searched(text)
        return queryset.filter(Q(black__in=members) | Q(white__in=members))

    def with_kifu(self, queryset: QuerySet[Game], _name: str, _value: str) -> QuerySet[Game]:
        return queryset.filter(kifu__isnull=False)


class GameList(VisitorMixin, SingleTableMixin, FilterView):
    """Every game of the club, newest first."""

    visitors_need = "games"
    table_class = GameTable
    filterset_class = GameFilter
    template_name = "games/playing/game_list.html"

    #: The pages are ours (``common.keyset``): a table's own count rows and skip them.
    table_pagination = False
    page: KeysetPage[Game]

    def get_queryset(self) -> QuerySet[Game]:
        return games_list()

    def get_table_data(self) -> list[Game]:
        """The rows of the page that is asked for."""
        oldest_first = self.request.GET.get("sort") == "played_on"
        self.page = keyset_page(self.request.GET, self.object_list, oldest_first=oldest_first)
        return self.page.rows

    def get_table(self, **kwargs: Any) -> GameTable:
        """With how many games each month of the page has in the whole list."""
        table: GameTable = super().get_table(**kwargs)
        if table.is_grouped:
            days = [row.played_on for row in self.page.rows]
            counts = games_by_month(self.object_list, days)
            table.group_counts = {month_of(month): count for month, count in counts.items()}
        return table

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """With the way to the neighbours."""
        context: dict[str, Any] = super().get_context_data(**kwargs)
        return {**context, "page": self.page}

    def get(self, request: MemberRequest, *args: object, **kwargs: object) -> Any:
        if request.GET.get("format") == "csv":
            filtered = GameFilter(request.GET, queryset=Game.objects.shown().newest_first())
            return game_csv(filtered.qs)
        return super().get(request, *args, **kwargs)


def game_csv(games: QuerySet[Game]) -> Any:
    header = ["id", "played_on", "black", "white", "board", "handicap", "komi", "winner",
              "ending", "margin", "state", "place"]  # fmt: skip
    rows = games.values_list(
        "pk", "played_on", "black__display_name", "white__display_name", "board", "handicap",
        "komi2", "winner", "ending", "margin2", "state", "place",
    ).iterator(2000)  # fmt: skip
    spelled = (
        (*row[:6], row[6] / 2, *row[7:9], None if row[9] is None else row[9] / 2, *row[10:])
        for row in rows
    )
    return csv_response("games.csv", header, spelled)


@require_safe
def game_detail(request: MemberRequest, pk: int) -> HttpResponse:
    """One game: the sentence, the board, what it changed, and what you may do about it."""
    if not rights_of(request).games:
        return sign_in_first(request)
    game = game_page(pk)
    if game is None:
        raise Http404
    user = request.user
    kept = KEEPERS.context_of(game)
    changed = _changed(game)
    unmoved = [part for part in changed if part["is_idle"]]
    context: dict[str, object] = {
        "game": game,
        "changed": changed,
        "moved_in": [part for part in changed if not part["is_idle"]],
        "unmoved": unmoved,
        "unmoved_in": listed_and(part["name"] for part in unmoved),
        "nothing_moved": bool(changed) and len(unmoved) == len(changed),
        "absent": [player for player in game.players if player.plays_as_guest(game.played_on)],
        "waits_for": _waits_for(game),
        "changes": _corrections(game),
        "revisions": revisions_by(game),
        "game_context": kept,
        "shared_page": shared_game(game, request.club, [kept.text] if kept else ()),
        **(_rights(game, user) if user.is_authenticated else {"would_move": None}),
    }
    asks = context.get("may_confirm") and not kept
    context["pairings"] = PAIRINGS.offers(game.players, game.played_on) if asks else []
    kifu = getattr(game, "kifu", None)
    if kifu:
        try:
            context |= kifu_context(request, kifu)
        except UnreadableKifu:
            context |= unreadable_context(request, kifu)
    return render(request, "games/playing/game_detail.html", context)


def _rights(game: Game, user: User) -> dict[str, object]:
    """What a signed-in reader may do about a game, and what their answer would change."""
    reported, disputed = game.state == Game.State.REPORTED, game.state == Game.State.DISPUTED
    plays, own = is_player(game, user), game.reported_by_id == user.pk
    confirms = reported and may_confirm(game, user)
    claim = ClaimedResult.of(game) if disputed else None
    accepts = claim is not None and may_accept(game, user)
    return {
        "is_player": plays,
        "may_confirm": confirms,
        "claim": claim,
        "may_accept": accepts,
        "would_move": would_move([as_claimed(game)], timezone.now()).get(game.pk)
        if confirms or accepts
        else None,
        "may_dispute": reported and plays and not own,
        "may_say_better": disputed and game.disputed_by_id == user.pk,
        "may_withdraw": game.is_open and own,
        "may_decide": may_decide(game, user),
        "may_read_dispute": may_read_dispute(game, user),
    }


def _changed(game: Game) -> list[dict[str, Any]]:
    """What the game did in each system: an entry a player, Black first.

    ``sides`` Black's entry and White's, None for who has none.  ``is_idle`` where it did nothing to
    anybody, ``alike`` where that has the same reason for both: say it once.
    """
    by_system: dict[str, list[RatingEntry]] = defaultdict(list)
    for entry in sorted(game.entries.all(), key=lambda e: e.member_id != game.black_id):
        by_system[entry.system].append(entry)
    return [
        _in_system(game, str(system.name), system.for_comparison, entries)
        for system in SYSTEMS
        if (entries := by_system[system.key])
    ]


def _in_system(
    game: Game, name: str, for_comparison: bool, entries: list[RatingEntry]
) -> dict[str, Any]:
    of = {entry.member_id: entry for entry in entries}
    is_idle = all(not entry.delta and not entry.moved_rank for entry in entries)
    return {
        "name": name,
        "for_comparison": for_comparison,
        "entries": entries,
        "sides": [of.get(game.black_id), of.get(game.white_id)],
        "is_idle": is_idle,
        "alike": is_idle
        and len(entries) == 2
        and len({short_reason(entry) for entry in entries}) == 1,
    }


def _waits_for(game: Game) -> Member | None:
    """The player whose word is awaited, or None (an organiser decides)."""
    if game.state != Game.State.REPORTED:
        return None
    for player in game.players:
        if player.user_id and player.user_id != game.reported_by_id:
            return player
    return None


#: Fields whose change a reader of the page wants to see, with how to say them.
SAID = ("played_on", "handicap", "komi2", "winner", "ending", "margin2", "board",
        "black", "white", "black_free", "white_free", "kind",
        "black_partner", "white_partner")  # fmt: skip


def _corrections(game: Game) -> list[dict[str, object]]:
    """Versions of the facts that were later replaced: who changed them, when, from what."""
    corrections = []
    for before, after in pairwise(versions_of_game(game)):
        same = all(_fact(before, name) == _fact(after, name) for name in SAID)
        if not same:
            corrections.append(
                {
                    "at": after.history_date,
                    "by": after.history_user,
                    "reason": _accepted(before, after) or after.reason,
                    "was": result_text(before.winner, before.ending, before.margin2),
                    "was_conditions": conditions_text(before.handicap, before.komi2),
                    "was_on": before.played_on,
                }
            )
    return corrections


def _accepted(before: Any, after: Any) -> str:
    """What is said of a result that the reporter took over: no organiser decides without reason."""
    settled = (before.state, after.state) == (Game.State.DISPUTED, Game.State.CONFIRMED)
    return gettext("the opponent’s result was accepted") if settled and not after.reason else ""


def _fact(version: Any, name: str) -> Any:
    return getattr(version, f"{name}_id" if name in ("black", "white") else name)
