"""By whose rules an event is placed: by its own, or by those of the league that it belongs to.

The one place that decides it: every table, file and list asks the settings of an event's snapshot
(:class:`goclub.leagues.tournament.queries.snapshot.EventSnapshot`), which ask here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from goclub.leagues.models import Event, League, LeagueEvent
from tournaments.events.scores.league import LEAGUE_ORDER
from tournaments.events.settings import Settings


@dataclass(frozen=True, slots=True)
class Placing:
    """The league that places an event: points, then small points worth so much (S4-9, S4-16)."""

    row: LeagueEvent
    off_board2: int
    bye2: int

    @property
    def league(self) -> League:
        return self.row.league

    def applied_to(self, settings: Settings) -> Settings:
        """The settings of an event with the league's order of placement."""
        return replace(
            settings, criteria=LEAGUE_ORDER, off_board2=self.off_board2, small_bye2=self.bye2
        )


def placing_of(event: Event) -> Placing | None:
    """The league that places an event; None where its own criteria do.

    No query for an event that says that it counts for no league, else two.
    """
    if not event.for_league:
        return None
    row = LeagueEvent.objects.select_related("league").filter(event=event).order_by("pk").first()
    if row is None:
        return None
    rules = row.league.rules_on(event.begins_on)
    return Placing(row, rules.off_board2, rules.bye2)
