"""The sanctions of an event of a season league, and what each of them changed (S4-18)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from goclub.leagues.league.queries import moment_text
from goclub.leagues.models import Event, Pairing, Sanction
from tournaments.seasons.sanctions import Judged, Level, judge_sanctions


@dataclass(frozen=True, slots=True)
class Case:
    """A sanction with what it amounts to and the tables that it decided; ``event`` whose it is."""

    row: Sanction
    judged: Judged
    tables: tuple[Pairing, ...]
    event: Event

    @property
    def level(self) -> str:
        """warning, game_lost, removed; "" where an appeal lifted it."""
        return self.judged.level.value if self.judged.level else ""

    def is_of(self, number: int) -> bool:
        """Whether it was given in a round, or decided a table of it."""
        return self.row.round == number or any(
            table.round.number == number for table in self.tables
        )

    @property
    def given(self) -> str:
        """When it was given, on the event's clocks."""
        return moment_text(self.row.given_at, self.event.time_zone)


def sanctions_of(event: Event) -> list[Sanction]:
    """The sanctions of an event in the order in which they were given; no query outside leagues."""
    if not event.for_league:
        return []
    rows = Sanction.objects.filter(league_event__event=event).order_by("given_at", "pk")
    return list(rows.select_related("player__member", "judge", "decided_by"))


def cases_of(event: Event) -> list[Case]:
    """The sanctions of an event with their effects: three queries at most."""
    rows = sanctions_of(event)
    judged = judge_sanctions(rows)
    decided = (
        _decided(event)
        if any(judgement.level and judgement.case != 1 for judgement in judged)
        else []
    )
    return [
        Case(row, judgement, tuple(_tables(row, judgement, decided)), event)
        for row, judgement in zip(rows, judged, strict=True)
    ]


def told_cases(event: Event) -> list[dict[str, object]]:
    """The sanctions of an event for programs: level "lifted" where an appeal was upheld."""
    return [
        {
            "player": str(case.row.player),
            "round": case.row.round,
            "level": case.level or "lifted",
            "reason": case.row.reason,
            "by": str(case.row.judge),
            "at": case.row.given_at.isoformat(),
            "tables": [[table.round.number, table.table] for table in case.tables],
        }
        for case in cases_of(event)
    ]


def _decided(event: Event) -> list[Pairing]:
    tables = Pairing.objects.filter(round__event=event).exclude(verdict="")
    rows = tables.select_related("round", "black__member", "white__member")
    return list(rows.order_by("round__number", "table"))


def _tables(row: Sanction, judged: Judged, decided: Sequence[Pairing]) -> list[Pairing]:
    if judged.level in (None, Level.WARNING):
        return []
    later = judged.level is Level.REMOVED
    return [
        decision
        for decision in decided
        if row.player_id in (decision.black_id, decision.white_id)
        and (decision.round.number == row.round or (later and decision.round.number > row.round))
    ]


# --- In words ---------------------------------------------------------------------------------
LEVELS = {
    "warning": lambda: _("warning"),
    "game_lost": lambda: _("game lost"),
    "removed": lambda: _("removed from the event"),
}


def level_text(level: str) -> str:
    """What a sanction amounts to; "" is one that an appeal lifted."""
    return LEVELS[level]() if level else _("lifted on appeal")


def case_line(case: Case) -> str:
    """Return a sanction in one line: player, level, reason, judge and time."""
    row = case.row
    return _("%(player)s, round %(round)s: %(level)s (%(reason)s; %(judge)s, %(when)s)") % {
        "player": row.player,
        "round": row.round,
        "level": level_text(case.level),
        "reason": row.reason,
        "judge": row.judge,
        "when": case.given,
    }


def why_by_player(cases: Sequence[Case]) -> dict[int, str]:
    """Return the sanctions of each player, in words, by the key of the entry."""
    reasons: dict[int, list[str]] = {}
    for case in cases:
        reasons.setdefault(case.row.player_id, []).append(case_line(case))
    return {pk: " · ".join(lines) for pk, lines in reasons.items()}


def why_by_table(cases: Sequence[Case]) -> dict[tuple[int, int], str]:
    """The sanctions that decided a table, in words, by round and table."""
    reasons: dict[tuple[int, int], list[str]] = {}
    for case in cases:
        for table in case.tables:
            reasons.setdefault((table.round.number, table.table), []).append(case_line(case))
    return {place: " · ".join(lines) for place, lines in reasons.items()}
