"""What everybody sees: the list of events, one event, its rounds, tables and players."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

import django_filters
import django_tables2 as tables
from django.contrib.auth.views import redirect_to_login
from django.db.models import Count, Q, QuerySet, Subquery, Sum
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe
from django_filters.views import FilterView

from goclub.common.collation import name_key
from goclub.common.export import csv_response
from goclub.common.pictures import picture_response
from goclub.common.reading import read_number
from goclub.common.tables import PagedTableMixin
from goclub.leagues.models import Event, Participant
from goclub.leagues.tournament.labels import standings as display
from goclub.leagues.tournament.labels.boards import results_by_board, teams_of, with_boards
from goclub.leagues.tournament.labels.club_match import club_score_lines
from goclub.leagues.tournament.labels.frame import EventRequest, find_event
from goclub.leagues.tournament.labels.qualified import qualified_lines
from goclub.leagues.tournament.labels.report import not_playing
from goclub.leagues.tournament.labels.rounds import by_name, bye_of
from goclub.leagues.tournament.labels.sharing import event_picture, shared_event
from goclub.leagues.tournament.labels.standings import Category, categories_of, cross_table
from goclub.leagues.tournament.labels.why import proof_text
from goclub.leagues.tournament.queries.events import (
    corrections_of,
    events_list,
    last_out,
    taking_part,
)
from goclub.leagues.tournament.queries.sanctions import cases_of, why_by_player
from goclub.leagues.tournament.queries.snapshot import (
    EventSnapshot,
    Placing,
    load,
    placing_of,
    settings_of,
)
from goclub.leagues.tournament.services.events import may_create, may_run
from goclub.leagues.tournament.tables import OVER, STILL, EventTable
from goclub.leagues.tournament.views.shortcuts import (
    category_or_404,
    event_page,
    participant_or_404,
    public_event,
    round_or_404,
)
from goclub.members.names import names_key
from goclub.members.requests import MemberRequest
from goclub.members.visitors import VisitorMixin, rights_of
from tournaments.events.settings import Kind


class EventFilter(django_filters.FilterSet):
    """Search and filters of the list of events."""

    q = django_filters.CharFilter(method="search", label=_("Name or place"))
    state = django_filters.ChoiceFilter(
        choices=[c for c in Event.State.choices if c[0] != Event.State.DRAFT],
        label=_("Status"),
        empty_label=_("all states"),
    )

    class Meta:
        model = Event
        fields: list[str] = []

    def search(self, queryset: QuerySet[Event], _name: str, text: str) -> QuerySet[Event]:
        return queryset.filter(Q(name__icontains=text) | Q(place__icontains=text))


class EventList(VisitorMixin, PagedTableMixin, FilterView):
    """Every event of the club, newest first."""

    visitors_need = "games"
    table_class = EventTable
    filterset_class = EventFilter
    template_name = "leagues/tournament/event_list.html"

    def get_queryset(self) -> QuerySet[Event]:
        return events_list()

    def get_table_pagination(self, table: tables.Table) -> dict[str, object]:
        """With how many there are that come, and how many that are over (one query)."""
        over = Count("pk", filter=Q(state__in=Event.OVER))
        counts = self.object_list.order_by().aggregate(over=over, every=Count("pk"))
        still = counts["every"] - counts["over"]
        table.group_counts = {str(STILL): still, str(OVER): counts["over"]}
        return {**super().get_table_pagination(table), "known": counts["every"]}

    def get_context_data(self, **kwargs: object) -> dict[str, object]:
        context: dict[str, object] = super().get_context_data(**kwargs)
        context["may_create"] = may_create(self.request.user)
        tests = Event.objects.filter(is_test=True).newest_first() if context["may_create"] else ()
        context["tests"] = [event for event in tests if may_run(event, self.request.user)]
        return context


@require_safe
@public_event
def players(request: MemberRequest, snapshot: EventSnapshot) -> HttpResponseBase:
    """Everybody who is entered, strongest first."""
    people = sorted(
        snapshot.participants.values(),
        key=lambda participant: (-participant.rank, name_key(participant.shown_name)),
    )
    context = {
        "people": people,
        "teams": teams_of(snapshot) if snapshot.event.team_size else None,
        "qualified": qualified_lines(snapshot),
    }
    return event_page(request, snapshot, "leagues/tournament/event_players.html", context)


@require_safe
@public_event
def player(request: MemberRequest, snapshot: EventSnapshot, number: int) -> HttpResponse:
    """One player's way through the event, or a team's."""
    if number not in snapshot.participants:
        snapshot = snapshot.at_boards
    participant = participant_or_404(snapshot, number)
    context = {
        "player": participant,
        "team": participant.players.order_by("number") if snapshot.event.team_size else None,
        "steps": display.path_of(snapshot, participant),
    }
    return event_page(request, snapshot, "leagues/tournament/event_player.html", context)


@require_safe
@public_event
def round_detail(request: EventRequest, snapshot: EventSnapshot, number: int) -> HttpResponse:
    """The pairings of a round, by table or by name."""
    runs = request.runs
    number = round_or_404(snapshot, number, runs=runs)
    names = request.GET.get("by") == "name"
    category = category_or_404(request, snapshot.settings)
    context = {
        "number": number,
        "round": snapshot.round(number),
        "category": category,
        "names": names,
        "by_name": cache(lambda: by_name(snapshot.at_boards, number, category)),
        "tables": cache(lambda: with_boards(snapshot, number, category)),
        "state": table_key(
            snapshot.event, number, names, category.number if category else 0, snapshot.last_out
        ),
        "bye": bye_of(snapshot, number, category),
        "resting": not_playing(snapshot, number, category) if snapshot.settings.has_pools else (),
        "corrections": corrections_of(snapshot.event, number),
        **({} if number <= snapshot.last_out else {"shared_page": None}),
        "proof": proof_text(snapshot, number),
    }
    return event_page(request, snapshot, "leagues/tournament/event_round.html", context)


@require_safe
@public_event
def board_results(request: MemberRequest, snapshot: EventSnapshot) -> HttpResponse:
    """What the players of teams won, board by board."""
    if not snapshot.event.has_boards:
        raise Http404
    context = {"boards": results_by_board(snapshot), "rounds": range(1, snapshot.last_out + 1)}
    return event_page(request, snapshot, "leagues/team/boards.html", context)


@require_safe
def standings(request: EventRequest, slug: str, number: int | None = None) -> HttpResponseBase:
    """The table after any round, from the cache while nothing in the event changes."""
    if not rights_of(request).games:
        return redirect_to_login(request.get_full_path())
    event, runs = find_event(request, slug)
    request.runs = runs
    # Read only where the cache has no table of the event as it is, or somebody asks for a file.
    snapshot = cache(lambda: load(event))
    last = last_out(event)
    after = last if number is None else number
    if not 0 <= after <= last:
        raise Http404
    settings = settings_of(event)
    placing = placing_of(event)
    category = category_or_404(request, settings)
    if request.GET.get("format") == "csv":
        return _standings_csv(snapshot(), after, category)
    entered = taking_part().filter(event=event).count()
    context = {
        "event": event,
        "runs": runs,
        "last_out": last,
        "rounds_out": range(1, last + 1),
        "after": after,
        "placing": placing,
        "cases": cases_of(event),
        "category": category,
        "categories": categories_of(settings),
        "club_scores": club_score_lines(snapshot()) if settings.kind is Kind.CLUB_MATCH else None,
        "table": cache(lambda: display.standings_table(snapshot(), after, category)),
        "state": table_key(event, after, category.number if category else 0, *placing_key(placing)),
        "parting": _parting(request, snapshot, after),
        "corrections": corrections_of(event),
        # The table as others see it: the first of it are on its picture.
        "shared_page": shared_event(event, request.club, entered=entered, winners=()),
    }
    return render(request, "leagues/tournament/event_standings.html", context)


def _parting(
    request: MemberRequest, snapshot: Callable[[], EventSnapshot], after: int
) -> dict[str, object] | None:
    asked = (request.GET.get(name) for name in ("first", "second"))
    first, second = (read_number(text, high=99_999) for text in asked)
    if first is None or second is None:
        return None
    return display.parting(snapshot(), after, first, second)


def _standings_csv(
    snapshot: EventSnapshot, after: int, category: Category | None
) -> HttpResponseBase:
    table = standings_rows(snapshot, after, category)
    return csv_response(file_name(snapshot, f"standings-{after}"), *table)


def standings_rows(
    snapshot: EventSnapshot, after: int, category: Category | None = None
) -> tuple[list[str], Iterable[Iterable[object]]]:
    """The table after a round as a heading and rows."""
    criteria = snapshot.settings.criteria
    header = ["place", "name", "first_name", "rank", "club", "country", *criteria]
    people, event = snapshot.participants, snapshot.event
    table = snapshot.standings(after)
    if category is not None:
        header.insert(1, "overall")
        table = tuple(row for row in table if category.holds(people[row.player]))
    places = display.places_among(table)
    if event.has_pools:
        header.append("pool")
    whys = why_by_player(cases_of(event)) if event.for_league else None
    if whys is not None:
        header.append("sanction")
    rows = (
        [places[row.player] or "", *([] if category is None else [row.place or ""]),
         people[row.player].name, people[row.player].first_name,
         people[row.player].rank_text, people[row.player].club, people[row.player].country,
         *(row.points(name) for name in criteria),
         *([people[row.player].pool_name] if event.has_pools else []),
         *([] if whys is None else [whys.get(people[row.player].pk, "")])]
        for row in table
    )  # fmt: skip
    return header, rows


@require_safe
@public_event
def cross(request: MemberRequest, snapshot: EventSnapshot) -> HttpResponse:
    """Everybody against everybody; rendered once for each state of the event."""
    after = snapshot.last_out
    context = {
        "rows": cache(lambda: cross_table(snapshot, after)),
        "state": table_key(snapshot.event, after, *placing_key(snapshot.placing)),
        "after": after,
    }
    return event_page(request, snapshot, "leagues/tournament/event_cross.html", context)


def placing_key(placing: Placing | None) -> tuple[int, ...]:
    """What of the league's rules a table depends on."""
    return () if placing is None else (placing.off_board2, placing.bye2)


def table_key(event: Event, *rest: object) -> str:
    """Name what an event's table depends on, with the reader's language."""
    people = Participant.objects.filter(event=event.pk).order_by().values("event")
    versions = Subquery(people.annotate(versions=Sum("version")).values("versions"))
    newest = event.changes.order_by("-pk").annotate(versions=versions)
    state = newest.values_list("pk", "versions").first() or ()
    parts = (event.pk, *rest, *state, *names_key())
    return ":".join(map(str, parts))


def file_name(snapshot: EventSnapshot, part: str, suffix: str = "csv") -> str:
    stem = slugify(snapshot.event.slug, allow_unicode=True) or f"event-{snapshot.event.pk}"
    day = timezone.localdate().isoformat()
    return "-".join(filter(None, [stem, part, day])) + f".{suffix}"


@require_safe
@public_event
def picture(request: EventRequest, snapshot: EventSnapshot) -> HttpResponse:
    """The head of its table."""
    return picture_response(request, event_picture(snapshot, request.club))
