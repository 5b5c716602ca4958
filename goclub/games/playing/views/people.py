"""The members' table and the members' pages."""

from __future__ import annotations

from datetime import date
from typing import Any

import django_filters
from django import forms
from django.core.paginator import InvalidPage
from django.db.models import Case, F, Q, QuerySet, Value, When
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.dates import WEEKDAYS_ABBR
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_safe
from django_filters.views import FilterView

from goclub.common.export import csv_response
from goclub.common.http import sign_in_first
from goclub.common.notation import lazy_rank
from goclub.common.reading import read_number
from goclub.common.tables import PagedTableMixin
from goclub.games.models import Game, Merge, Standing
from goclub.games.playing.queries import (
    games_list,
    games_of,
    latest_games,
    month_of_games,
    record_of,
)
from goclub.games.playing.tables import GameTable, LedgerData, LedgerTable, MemberTable
from goclub.games.rating.charts import chart_of
from goclub.games.rating.forecasts import forecast_lines, stretch_of
from goclub.games.rating.house_rules import rules_timeline
from goclub.games.rating.queries import (
    LEDGER_PAGE,
    MemberLedger,
    history_of,
    rank_changes,
    rank_of,
    standings_of,
    standings_table,
)
from goclub.games.rating.systems.protocol import AnySystem
from goclub.games.rating.systems.registry import MAIN_SYSTEM, SYSTEMS
from goclub.games.sharing.labels import Score, shared_member, shared_pair
from goclub.members.models import Member
from goclub.members.requests import MemberRequest, user_of
from goclub.members.rights import keeps_account_from
from goclub.members.visitors import VisitorMixin, VisitorRights, rights_of
from ratings.ranks import LADDER

#: So many lines of the history stand on a member’s page; the others are behind “All”.
FIRST_LINES = 5


class MemberFilter(django_filters.FilterSet):
    """Search and filters of the members' table."""

    q = django_filters.CharFilter(method="search", label=pgettext_lazy("of a person", "Name"))
    rank = django_filters.ChoiceFilter(
        field_name="rank",
        choices=[(code, lazy_rank(code)) for code in reversed(LADDER)],
        label=_("Rank"),
        empty_label=_("all ranks"),
    )

    favourites = django_filters.BooleanFilter(
        method="starred", label=_("Favourites"), widget=forms.CheckboxInput
    )

    class Meta:
        model = Standing
        fields: list[str] = []

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.request.member is None:
            del self.filters["favourites"]

    def starred(self, queryset: QuerySet[Standing], _name: str, chosen: bool) -> QuerySet[Standing]:
        """The reader's own favourites."""
        if not chosen:
            return queryset
        return queryset.filter(member__favourite_of__owner=self.request.member)

    def search(self, queryset: QuerySet[Standing], _name: str, text: str) -> QuerySet[Standing]:
        return queryset.filter(member__in=Member.objects.searched(text))


class MemberList(VisitorMixin, PagedTableMixin, FilterView):
    """Every member with rank, points and form, strongest first."""

    table_class = MemberTable
    filterset_class = MemberFilter
    template_name = "games/playing/member_list.html"

    def get_queryset(self) -> QuerySet[Standing]:
        shown = standings_table()
        return shown.filter(member__is_listed=True) if rights_of(self.request).visitor else shown

    def get(self, request: MemberRequest, *args: object, **kwargs: object) -> Any:
        if request.GET.get("format") == "csv":
            return member_csv(self.get_queryset(), rights_of(request))
        return super().get(request, *args, **kwargs)


def member_csv(standings: QuerySet[Standing], rights: VisitorRights) -> Any:
    header = ["name", "romanised", "country", "rank", "points", "official", "games",
              "wins", "losses", "jigo"]  # fmt: skip
    shown = Q(member__shows_origin=True) if rights.visitor else Q()
    country = (
        Case(When(shown, then=F("member__country")), default=Value(""))
        if shown
        else F("member__country")
    )
    rows = standings.values_list(
        "member__display_name", "member__romanised_name", country, "rank", "points",
        "certified", "games", "wins", "losses", "jigo",
    ).iterator(2000)  # fmt: skip
    return csv_response("members.csv", header, rows)


@require_safe
def profile(request: MemberRequest, pk: int) -> HttpResponse:
    """Show a member: the standing in every system, and the history and ledger of one of them."""
    member = Member.objects.players().filter(pk=pk).first()
    if member is None:
        # Merged: the old address leads to who is left.
        return redirect(get_object_or_404(Merge.objects.select_related("kept"), gone=pk).kept)
    mine = request.member == member
    if not rights_of(request).page_of(member):
        return sign_in_first(request)
    system = _system(request)
    may_see_birth = mine or request.user.has_perm("members.see_birth_date")
    history = history_of(member, system.key)
    whole = "page" in request.GET
    lines = len(history) if whole else min(len(history), FIRST_LINES)
    table = LedgerTable(LedgerData(MemberLedger(member, system.key, lines)))
    _paginate(table, request, per_page=LEDGER_PAGE)
    today, timeline = timezone.localdate(), rules_timeline()
    standings = {standing.system: standing for standing in standings_of(member)}
    standing = standings.get(system.key)
    main = standings.get(MAIN_SYSTEM)
    played = games_of(member)
    record = record_of(played)
    score = Score(*record["total"])
    changes = rank_changes(member, system.key)
    chart = chart_of(member, system.key, today, changes, history=history, timeline=timeline)
    context = {
        "member": member,
        "mine": mine,
        "origin_seen": rights_of(request).origin_of(member),
        "system": system,
        "system_name": system.name,
        "standings": [(key, name, standings.get(key)) for key, name in SYSTEMS.names],
        "standing": standing,
        "standing_note": standing and system.standing_note(standing, mine=mine),
        "rank": main.rank if main else "",
        "table": table,
        "more_lines": len(history) - lines,
        "chart": chart,
        "stretch": stretch_of(standing, today, timeline),
        "forecast": forecast_lines(standing, today, timeline),
        "timeline": timeline,
        "rank_changes": changes,
        "record": record,
        "month": month_of_games(played, _month(request)),
        "weekdays": [WEEKDAYS_ABBR[number] for number in range(7)],
        "shared_page": shared_member(member, request.club, main, score),
        "birth_date": member.birth_date if may_see_birth else None,
        "age_seen": may_see_birth,
        "merges": member.merges.select_related("by__member")
        if request.user.has_perm("members.approve_member")
        else (),
        "account_kept": keeps_account_from(user_of(request), member.user)
        if request.user.has_perm("members.approve_member")
        else False,
        "games": latest_games(member),
    }
    return render(request, "games/playing/profile.html", context)


@require_safe
def head_to_head(request: MemberRequest, pk: int, against: int) -> HttpResponse:
    """Every game between two members, and who leads."""
    if not rights_of(request).profiles:
        return sign_in_first(request)
    players = Member.objects.players().annotate(rank_held=rank_of("pk"))
    member = get_object_or_404(players, pk=pk)
    opponent = get_object_or_404(players, pk=against)
    if member == opponent:
        raise Http404
    if not (rights_of(request).page_of(member) and rights_of(request).page_of(opponent)):
        return sign_in_first(request)
    games = games_list().filter(pk__in=Game.objects.between(member, opponent))
    table = GameTable(games, order_by=())
    _paginate(table, request, per_page=25)
    context = {
        "member": member,
        "opponent": opponent,
        "record": record_of(games_of(member, opponent), months=0, opponents=0),
        "table": table,
        "shared_page": shared_pair(member, opponent, request.club),
    }
    return render(request, "games/playing/head_to_head.html", context)


def _system(request: MemberRequest) -> AnySystem:
    key = request.GET.get("system", MAIN_SYSTEM)
    if key not in SYSTEMS:
        raise Http404
    return SYSTEMS.of(key)


def _month(request: MemberRequest) -> date | None:
    """A day of the month that the address asks for; None for what is none."""
    try:
        return parse_date(request.GET.get("month", ""))
    except ValueError:
        return None


def _paginate(table: GameTable | LedgerTable, request: MemberRequest, *, per_page: int) -> None:
    """Show the page that the address asks for; Http404 for one that is not there."""
    page = read_number(request.GET.get("page", "1"), low=1, high=100_000)
    try:
        table.paginate(page=page or 0, per_page=per_page)
    except InvalidPage:
        raise Http404 from None
