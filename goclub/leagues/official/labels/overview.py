"""What the pages of leagues say beside the tables: where we stand, what is next, who is missing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from goclub.leagues.league.services.rights import league_day
from goclub.leagues.models import Entry, League, Match, Snapshot, Term
from goclub.leagues.official.queries.terms import appointments
from goclub.leagues.official.services.tables import Group, from_json, same, tables_of


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
            of.setdefault(one.first, []).append((one.match, group.entries[one.second], one.game_id))
            of.setdefault(one.second, []).append((one.match, group.entries[one.first], one.game_id))
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
    groups = tables_of(term)
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
    return list(appointments(league)[:limit])


def days_left(term: Term, at: datetime) -> int:
    """Days until the last day, that day among them; 0 once it is over."""
    return max(0, (term.ends_on - league_day(term.league, at)).days + 1)
