"""The season league to look at: its home, a season's table, a player, the record."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from goclub.common.export import tabular
from goclub.common.pictures.drawing import picture_response
from goclub.games.rating.queries import rank_of
from goclub.leagues.league.labels import Waits, record_words
from goclub.leagues.league.queries import get_league, people_of
from goclub.leagues.league.services.rights import league_day, runs
from goclub.leagues.models import League, Season, Snapshot
from goclub.leagues.season.labels.records import waits_of, waits_of_year
from goclub.leagues.season.labels.sharing import season_picture, shared_season
from goclub.leagues.season.labels.wording import missing_text
from goclub.leagues.season.services.announcing import Judged
from goclub.leagues.season.services.closing import FinalRow
from goclub.leagues.season.services.rating import SeasonLine, progress_of
from goclub.leagues.season.services.records import (
    champions_of_years,
    standing_of,
    winners_of_seasons,
    year_waits,
)
from goclub.leagues.season.services.rules import closing_moment
from goclub.leagues.season.services.titles import titles_of
from goclub.members.models import Member
from goclub.members.requests import MemberRequest
from goclub.members.visitors import shown_to_visitors

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
    people = [one for one in people_of(league) if one.serves_on(today)]
    progress = progress_of(league)
    season = season_now(league, now)
    ahead = [one for one in progress.judged if one.row.event.begins_on >= today]
    context: dict[str, object] = {
        "league": league,
        "people": people,
        "runs": runs(request.user, league, people),
        "season": season,
        "settings": league.rules_on(today),
        "seasons": list(league.seasons.order_by("first")),
        "today": today,
        "next": [one for one in ahead if one.row.event.state != "cancelled"][:6],
        "latest": [one for one in reversed(progress.judged) if one.row.event.state == "closed"][:5],
        "waiting": [one for one in ahead if not one.row.approved and not one.row.declined],
    }
    if season is not None and season.first <= today:
        season.league = league
        standing = standing_of(progress, season, at=now)
        context["standing"] = standing
        context["waits"] = waits_of(season, standing, request.user)
    context["years"] = champions_of_years(league, at=now, places=1, latest=1)
    context["winners"] = winners_of_seasons(progress, at=now)[:LATEST]
    return render(request, "leagues/season/league.html", context)


def _season(slug: str, pk: int) -> Season:
    return get_object_or_404(Season.objects.select_related("league"), pk=pk, league__slug=slug)


@require_safe
@shown_to_visitors
def season(request: MemberRequest, slug: str, pk: int) -> HttpResponse:
    """A season: the live table, or the one at its closing hour; its events."""
    found = _season(slug, pk)
    league, now = found.league, timezone.now()
    progress = progress_of(league)
    standing = standing_of(progress, found, at=now)
    versions = list(found.snapshots.select_related("taken_by__member").order_by("version"))
    context = {
        "league": league,
        "season": found,
        "months": progress.rules.calendar.season(found.name).months,
        "standing": standing,
        "waits": waits_of(found, standing, request.user),
        "versions": versions,
        "events": [one for one in progress.judged if one.season == found.name],
        "runs": runs(request.user, league),
        "began": found.first <= league_day(league, now),
        "shared_page": shared_season(found, request.club),
    }
    return render(request, "leagues/season/season.html", context)


@require_safe
@shown_to_visitors
def picture(request: MemberRequest, slug: str, pk: int) -> HttpResponse:
    """The head of a season's table."""
    found = _season(slug, pk)
    standing = standing_of(progress_of(found.league), found, at=timezone.now())
    return picture_response(request, season_picture(found, standing.lines, request.club))


TABLE_HEADER = ("place", "shared", "player", "rating", "classified", "classified_place", "events",
                "missing")  # fmt: skip
EVENTS_HEADER = ("on", "name", "announced_on", "organiser", "run_by", "format", "rounds",
                 "national", "state", "counts", "reasons")  # fmt: skip


@require_safe
@shown_to_visitors
def export(_request: MemberRequest, slug: str, pk: int, what: str, form: str) -> HttpResponseBase:
    """The table or the events of a season as CSV or JSON."""
    found = _season(slug, pk)
    about = {"league": found.league.name, "season": found.name}
    name = f"{slug}-{found.pk}-{what}"
    progress = progress_of(found.league)
    standing = standing_of(progress, found, at=timezone.now())
    version = None if standing.record is None else standing.record.version
    each = record_words(version, waits=bool(standing.pending))
    if what == "table":
        rows = _table_rows(standing.lines)
        return tabular(name, form, TABLE_HEADER, rows, each, **about, **each)
    if what == "events":
        events = [one for one in progress.judged if one.season == found.name]
        return tabular(name, form, EVENTS_HEADER, _event_rows(events), each, **about, **each)
    raise Http404


def _table_rows(lines: list[SeasonLine]) -> Iterator[tuple[object, ...]]:
    for line in lines:
        row = line.row
        yield (row.place, int(row.shared), line.member.display_name, round(row.rating, 6),
               int(row.classification.classified), row.classified_place or "",
               row.classification.events, missing_text(row))  # fmt: skip


def _event_rows(events: list[Judged]) -> Iterator[tuple[object, ...]]:
    for one in events:
        row = one.row
        yield (row.event.begins_on.isoformat(), row.event.name, row.announced_on.isoformat(),
               str(row.announced_by), str(row.run_by), row.format.key, row.event.rounds_planned,
               int(row.national), row.event.state, int(one.counts),
               " ".join(finding.code.value for finding in one.findings))  # fmt: skip


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
    standings, waiting = [], []
    for one in league.seasons.order_by("-first").prefetch_related("snapshots"):
        if one.first > league_day(league, now):
            continue
        one.league = league
        found = standing_of(progress, one, at=now)
        line = next((line for line in found.lines if line.member.pk == member.pk), None)
        if line is not None:
            standings.append((one, line))
        if found.pending:
            waiting.append(waits_of(one, found, request.user))
    context = {
        "league": league,
        "member": member,
        "rating": progress.rating(member.pk, now),
        "moves": [(move, opponents.get(move.opponent or 0)) for move in reversed(moves)],
        "standing": standings,
        "waiting": waiting,
        "events": len(attended),
        "titles": titles_of(league, member.pk),
    }
    return render(request, "leagues/season/player.html", context)


@require_safe
@shown_to_visitors
def record(request: MemberRequest, pk: int) -> HttpResponse:
    """A season's final table or a year's champions as recorded, with the versions beside it."""
    rows = Snapshot.objects.select_related("season__league", "league", "taken_by__member")
    found = get_object_or_404(rows, pk=pk, term=None)
    if found.season is not None:
        league, versions = found.season.league, found.season.snapshots.all()
    else:
        assert found.league is not None
        league, versions = found.league, found.league.champions.filter(cycle=found.cycle)
    context = {
        "league": league,
        "record": found,
        "closing": None if found.season is None else closing_moment(found.season),
        "waits": _waits_for(found, versions.latest("version"), request),
        "versions": versions.order_by("version"),
        "before": _before(found, list(versions.order_by("version"))),
    }
    return render(request, "leagues/season/record.html", context)


def _waits_for(found: Snapshot, latest: Snapshot, request: MemberRequest) -> Waits | None:
    """What waits, where the record is the one that holds."""
    now = timezone.now()
    if found.pk != latest.pk:
        return None
    if found.season is not None:
        progress = progress_of(found.season.league)
        return waits_of(found.season, standing_of(progress, found.season, at=now), request.user)
    return waits_of_year(found, request.user) if year_waits(found, at=now) else None


def _before(found: Snapshot, versions: list[Snapshot]) -> dict[int, FinalRow]:
    """Rows of the version before, by member, so that old and new stand side by side."""
    earlier = [one for one in versions if one.version == found.version - 1]
    return {row["member"]: row for row in earlier[0].table} if earlier else {}


def season_archive(request: MemberRequest, league: League) -> HttpResponse:
    """The roll: champions of the years, winners of the seasons."""
    now = timezone.now()
    context = {
        "league": league,
        "seasons": winners_of_seasons(progress_of(league), at=now),
        "years": champions_of_years(league, at=now),
        "runs": runs(request.user, league),
        "cycles": _cycles(league),
    }
    return render(request, "leagues/season/archive.html", context)


def _cycles(league: League) -> list[str]:
    """Years of which every season has its record."""
    open_ones = set(league.seasons.filter(snapshots=None).values_list("cycle", flat=True))
    every = league.seasons.values_list("cycle", flat=True)
    return sorted({cycle for cycle in every if cycle not in open_ones})
