"""The settings of a season league by day: what held when, and another from a day on."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, time, timedelta
from typing import TypedDict, Unpack

from goclub.leagues.models import League, Season, SeasonRules
from ratings.accepted import AcceptedRange
from ratings.errors import Code, RuleError
from tournaments.seasons import league as seasons_league
from tournaments.seasons.calendar import Calendar
from tournaments.seasons.scoring import SmallPoints

#: What a row of settings holds whole.
SETTINGS = ("zone", "closes_at", "bonus", "carry_over", "prize_places", "off_board2", "bye2")


class RuleChanges(TypedDict, total=False):
    """What of :class:`SeasonRules` may change."""

    zone: str
    closes_at: time
    bonus: float | None
    carry_over: bool
    prize_places: int
    off_board2: int
    bye2: int


class Dated:
    """A league's settings by day; before the first row the published ones hold.

    A season closes by those of its last day, an event goes by those of its own.
    """

    def __init__(self, league: League, rows: Iterable[SeasonRules]) -> None:
        self.league = league
        self.rows = sorted(rows, key=lambda row: row.valid_from)

    def on(self, day: date) -> SeasonRules:
        """The settings that hold on a day."""
        held = [row for row in self.rows if row.valid_from <= day]
        if held:
            return held[-1]
        return SeasonRules(league=self.league, valid_from=day, zone=self.league.base_zone)

    def season(self, season: Season) -> SeasonRules:
        """The settings by which a season closes."""
        return self.on(season.last)

    def small_points(self, day: date) -> SmallPoints:
        """Small points where the board gives no margin, in an event of that day (S4-16)."""
        rules = self.on(day)
        return SmallPoints(rules.off_board2, rules.bye2)

    def changed(self, row: SeasonRules) -> Dated:
        """These settings with one row more, or in the place of that of its day."""
        kept = [known for known in self.rows if known.valid_from != row.valid_from]
        return Dated(self.league, [*kept, row])


def dated_of(league: League) -> Dated:
    """The settings of a league as they are stored (one query for each row of the league)."""
    return Dated(league, league.dated_rules)


def row_of(league: League, valid_from: date, **values: Unpack[RuleChanges]) -> SeasonRules:
    """Settings that would hold from a day on, those not named as they held on it; not stored.

    Raises RuleError E_RANGE or E_TYPE on the field, and E_STATE on ``valid_from``
    (``closed_keeps``) for a day on or before the last day of a season that is recorded: it keeps
    the settings it was closed with.
    """
    _need_free(league, valid_from)
    dated = dated_of(league)
    before = dated.on(valid_from)
    stored = next((row for row in dated.rows if row.valid_from == valid_from), None)
    row = SeasonRules(pk=stored.pk if stored else None, league=league, valid_from=valid_from)
    columns: dict[str, object] = {**values}
    for name in SETTINGS:
        setattr(row, name, columns.get(name, getattr(before, name)))
    seasons_league.LeagueSettings(
        name=league.name,
        calendar=Calendar((), zone=row.zone, closes_at=row.closes_at),
        small_points=SmallPoints(row.off_board2, row.bye2),
        bonus=row.bonus,
        carry_over=row.carry_over,
        prize_places=row.prize_places,
    )
    return row


def free_from(league: League) -> date | None:
    """The first day from which settings may change; None where no season is recorded."""
    last = _last_closed(league)
    return None if last is None else last.last + timedelta(days=1)


def _last_closed(league: League) -> Season | None:
    return league.seasons.exclude(snapshots=None).order_by("last").last()


def _need_free(league: League, valid_from: date) -> None:
    last = _last_closed(league)
    if last is not None and valid_from <= last.last:
        raise RuleError(
            Code.STATE,
            field="valid_from",
            value=last.name,
            accepted=AcceptedRange(last.last + timedelta(days=1), None),
            reason="season.closed_keeps",
        )


def forget(league: League) -> None:
    """Let a league ask for its settings again."""
    league.__dict__.pop("dated_rules", None)
