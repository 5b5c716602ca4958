"""The season league to look at: its home, a season's table, a player, the record."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from goclub.common.export import tabular
from goclub.common.pictures import picture_response
from goclub.games.rating.queries import rank_of
from goclub.leagues.league.labels import record_words
from goclub.leagues.league.queries import get_league, people_of
from goclub.leagues.league.services.rights import league_day, runs
from goclub.leagues.models import League, Season, Snapshot
from goclub.leagues.season.labels.wording import (
    correction_of_season,
    correction_of_year,
    missing_text,
    season_picture,
    shared_season,
)
from goclub.leagues.season.services.announcing import JudgedEvent
from goclub.leagues.season.services.rating import SeasonLine, progress_of
from goclub.leagues.season.services.standings import (
    SeasonStandings,
    YearStandings,
    recorded_seasons,
    recorded_years,
    season_standings,
    titles_of,
)
from goclub.members.models import Member
from goclub.members.requests import MemberRequest
from goclub.members.visitors import shown_to_visitors
from tournaments.seasons.calendar import months_of

#: So many winners stand on a league's home; the archive has all of them.
LATEST = 6


def season_now(league: League, at: datetime) -> Season | None:
    """The season of today, else the next, else the last."""
    today = league_day(league, at)
    rows = list(league.seasons.order_by("first"))
    running = [row for row in rows if today in row]
    ahead = [row for row in rows if row.first > today]
    return next(iter([*running, *ahead, *rows[-1:]]), None)


def season_home(request: MemberRequest, league: League) -> HttpResponseBase:
    """Where we stand, what is next, who is missing what."""
    now = timezone.now()
    today = league_day(league, now)
    people = [person for person in people_of(league) if person.serves_on(today)]
    progress = progress_of(league)
    season = season_now(league, now)
    ahead = [
        judged_event
        for judged_event in progress.judged
        if judged_event.row.event.begins_on >= today
    ]
    context: dict[str, object] = {
        "league": league,
        "people": people,
        "runs": runs(request.user, league, people),
        "season": season,
        "settings": league.rules_on(today),
        "seasons": list(league.seasons.order_by("first")),
        "today": today,
        "next": [
            judged_event for judged_event in ahead if judged_event.row.event.state != "cancelled"
        ][:6],
        "latest": [
            judged_event
            for judged_event in reversed(progress.judged)
            if judged_event.row.event.state == "closed"
        ][:5],
        "waiting": [
            judged_event
            for judged_event in ahead
            if not judged_event.row.approved and not judged_event.row.declined
        ],
    }
    if season is not None and season.first <= today:
        standings = SeasonStandings(season, at=now, progress=progress)
        context["standings"] = standings
        context["waits"] = correction_of_season(standings, request.user)
    context["years"] = recorded_years(league, at=now)[:1]
    context["winners"] = recorded_seasons(progress, at=now)[:LATEST]
    return render(request, "leagues/season/league.html", context)


def _season(slug: str, pk: int) -> Season:
    return get_object_or_404(Season.objects.select_related("league"), pk=pk, league__slug=slug)


@require_safe
@shown_to_visitors
def season(request: MemberRequest, slug: str, pk: int) -> HttpResponse:
    """A season: the live table, or the one at its closing hour; its events."""
    row = _season(slug, pk)
    league, now = row.league, timezone.now()
    progress = progress_of(league)
    standings = SeasonStandings(row, at=now, progress=progress)
    context = {
        "league": league,
        "season": row,
        "months": months_of(row),
        "standings": standings,
        "waits": correction_of_season(standings, request.user),
        "versions": standings.versions,
        "events": [judged_event for judged_event in progress.judged if judged_event.season == row],
        "runs": runs(request.user, league),
        "began": row.first <= league_day(league, now),
        "shared_page": shared_season(row, request.club),
    }
    return render(request, "leagues/season/season.html", context)


@require_safe
@shown_to_visitors
def picture(request: MemberRequest, slug: str, pk: int) -> HttpResponse:
    """The head of a season's table."""
    row = _season(slug, pk)
    lines = SeasonStandings(row, at=timezone.now()).lines
    return picture_response(request, season_picture(row, lines, request.club))


TABLE_HEADER = ("place", "shared", "player", "rating", "classified", "classified_place", "events",
                "missing")  # fmt: skip
EVENTS_HEADER = ("on", "name", "announced_on", "organiser", "run_by", "format", "rounds",
                 "national", "state", "counts", "reasons")  # fmt: skip


@require_safe
@shown_to_visitors
def export(_request: MemberRequest, slug: str, pk: int, what: str, form: str) -> HttpResponseBase:
    """The table or the events of a season as CSV or JSON."""
    row = _season(slug, pk)
    about = {"league": row.league.name, "season": row.name}
    name = f"{slug}-{row.pk}-{what}"
    standings = SeasonStandings(row, at=timezone.now())
    each = record_words(standings.record, is_pending=standings.is_pending)
    if what == "table":
        rows = _table_rows(standings.lines)
        return tabular(name, form, TABLE_HEADER, rows, each, **about, **each)
    if what == "events":
        events = [
            judged_event for judged_event in standings.progress.judged if judged_event.season == row
        ]
        return tabular(name, form, EVENTS_HEADER, _event_rows(events), each, **about, **each)
    raise Http404


def _table_rows(lines: list[SeasonLine]) -> Iterator[tuple[object, ...]]:
    for line in lines:
        row = line.row
        yield (row.place, int(row.shared), line.member.display_name, round(row.rating, 6),
               int(row.classification.classified), row.classified_place or "",
               row.classification.events, missing_text(row))  # fmt: skip


def _event_rows(events: list[JudgedEvent]) -> Iterator[tuple[object, ...]]:
    for event in events:
        row = event.row
        yield (row.event.begins_on.isoformat(), row.event.name, row.announced_on.isoformat(),
               row.announced_by.display_name, row.run_by.display_name, row.format.key,
               row.event.rounds_planned,
               int(row.national), row.event.state, int(event.counts),
               " ".join(finding.code.value for finding in event.findings))  # fmt: skip


@require_safe
@shown_to_visitors
def player(request: MemberRequest, slug: str, pk: int) -> HttpResponse:
    """A player's page: every counted game with what it moved, and every season's standing."""
    league = get_league(slug)
    if league.kind != League.Kind.SEASON:
        raise Http404
    ranked = Member.objects.annotate(rank_held=rank_of("pk"))
    member = get_object_or_404(ranked.players(), pk=pk)
    now = timezone.now()
    progress = progress_of(league)
    moves = progress.moves.get(member.pk, [])
    attended = progress.attended.get(member.pk, [])
    if not attended:
        raise Http404
    opponents = ranked.in_bulk([m.opponent for m in moves if m.opponent])
    begun = season_standings(progress, at=now, first__lte=league_day(league, now))
    context = {
        "league": league,
        "member": member,
        "rating": progress.rating(member.pk, now),
        "moves": [(move, opponents.get(move.opponent or 0)) for move in reversed(moves)],
        "seasons": [
            (standings.season, line)
            for standings in begun
            for line in standings.lines
            if line.member.pk == member.pk
        ],
        "waiting": [correction_of_season(standings, request.user) for standings in begun],
        "events": len(attended),
        "titles": titles_of(league, member.pk),
    }
    return render(request, "leagues/season/player.html", context)


@require_safe
@shown_to_visitors
def record(request: MemberRequest, pk: int) -> HttpResponse:
    """A season's final table or a year's champions as recorded, with the versions beside it."""
    rows = Snapshot.objects.select_related("season__league", "league", "taken_by__member")
    row = get_object_or_404(rows, pk=pk, term=None)
    now, closing = timezone.now(), None
    standings: SeasonStandings | YearStandings
    if row.season is not None:
        standings, closing = SeasonStandings(row.season, at=now), row.season.closing
        waits = correction_of_season(standings, request.user)
    else:
        assert row.league is not None
        standings = YearStandings(row.league, row.cycle, at=now)
        waits = correction_of_year(standings, request.user)
    earlier = [record for record in standings.versions if record.version == row.version - 1]
    context = {
        "league": standings.league,
        "record": row,
        "closing": closing,
        "waits": waits if row == standings.record else None,
        "versions": standings.versions,
        # Rows of the version before, so that old and new stand side by side.
        "before": {row["member"]: row for record in earlier for row in record.table},
    }
    return render(request, "leagues/season/record.html", context)


def season_archive(request: MemberRequest, league: League) -> HttpResponse:
    """The roll: champions of the years, winners of the seasons."""
    now = timezone.now()
    context = {
        "league": league,
        "seasons": recorded_seasons(progress_of(league), at=now),
        "years": recorded_years(league, at=now),
        "runs": runs(request.user, league),
        "cycles": _cycles(league),
    }
    return render(request, "leagues/season/archive.html", context)


def _cycles(league: League) -> list[str]:
    """Years of which every season has its record."""
    open_ones = set(league.seasons.filter(snapshots=None).values_list("cycle", flat=True))
    every = league.seasons.values_list("cycle", flat=True)
    return sorted({cycle for cycle in every if cycle not in open_ones})
