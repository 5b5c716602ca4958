"""What the pages of leagues say beside the tables: where we stand, what is next, who is missing."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Count, Prefetch

from . import league_queries
from .models import Entry, League, Match, Snapshot, Term
from .services.official import Group, from_json, same, tables
from .services.rights import league_day


@dataclass(slots=True)
class Summary:
    """A league in a few lines."""

    league: League
    term: Term | None = None
    season: Any = None
    players: int = 0
    lines: list[str] = field(default_factory=list)


def leagues_now(*, at: datetime) -> list[Summary]:
    """Every league with its latest term or season (a fixed number of queries)."""
    terms = Prefetch(
        "terms",
        Term.objects.annotate(players=Count("entries")).order_by("-number"),
        to_attr="newest_terms",
    )
    found = []
    for league in League.objects.prefetch_related(terms, "seasons").order_by("-active", "name"):
        summary = Summary(league)
        if league.newest_terms:  # type: ignore[attr-defined]
            summary.term = league.newest_terms[0]  # type: ignore[attr-defined]
            summary.players = summary.term.players  # type: ignore[union-attr]
        today = league_day(league, at)
        running = [season for season in league.seasons.all() if season.first <= today]
        summary.season = max(running, key=lambda season: season.first, default=None)
        found.append(summary)
    return found


@dataclass(frozen=True, slots=True)
class Reminder:
    """A player's open games: against whom, and which of them waits for a confirmation."""

    entry: Entry
    division: str
    matches: tuple[tuple[int, Entry, int | None], ...]

    @property
    def count(self) -> int:
        return len(self.matches)


def reminders(groups: list[Group]) -> list[Reminder]:
    """Who still has to play whom, most open games first."""
    found = []
    for group in groups:
        of: dict[int, list[tuple[int, Entry, int | None]]] = {}
        for one in group.open:
            of.setdefault(one.one, []).append((one.match, group.entries[one.two], one.game_id))
            of.setdefault(one.two, []).append((one.match, group.entries[one.one], one.game_id))
        found += [
            Reminder(group.entries[pk], group.name, tuple(matches)) for pk, matches in of.items()
        ]
    found.sort(key=lambda one: (-one.count, one.entry.member.display_name))
    return found


@dataclass(slots=True)
class Standing:
    """The tables of a term; for a closed one as ``record`` keeps them.

    ``differs`` a game was corrected since, and the table would be another one now.
    """

    groups: list[Group]
    record: Snapshot | None = None
    differs: bool = False


def standing_of(term: Term) -> Standing:
    """The tables of a term that is played or closed."""
    groups = tables(term)
    if term.state != Term.State.CLOSED:
        return Standing(groups)
    record = term.snapshots.order_by("-version").first()
    if record is None:
        return Standing(groups)
    kept = from_json(record.table)
    differs = not same(kept, groups)
    for group, old in zip(groups, kept, strict=False):
        group.rows = old.rows
    return Standing(groups, record, differs)


def progress(groups: list[Group]) -> tuple[int, int]:
    """Games played and games in all."""
    return sum(group.played for group in groups), sum(group.scheduled for group in groups)


def next_matches(league: League, limit: int = 8) -> list[Match]:
    """Appointments that lie ahead, soonest first."""
    return list(league_queries.appointments(league)[:limit])


def days_left(term: Term, at: datetime) -> int:
    """Days until the last day, that day among them; 0 once it is over."""
    return max(0, (term.ends_on - league_day(term.league, at)).days + 1)
