"""The files of an event for others: the European and the French list."""

from __future__ import annotations

from goclub.leagues.models import Event
from goclub.leagues.tournament.queries.sanctions import cases_of
from goclub.leagues.tournament.queries.snapshot import load
from ratings.errors import RuleError
from tournaments.formats.clock import Clock, clock_of_words, event_class
from tournaments.formats.h9_write import write_h9
from tournaments.formats.tou import write_tou


def clock_of(event: Event) -> Clock | None:
    """The thinking time of an event for its European class, None where it cannot be told.

    Overtime is understood as :func:`tournaments.formats.clock.clock_of_words` does.
    """
    if event.main_minutes is None:
        return None
    clock = clock_of_words(event.main_minutes, event.overtime)
    return None if clock is None else _rated(clock)


def _rated(clock: Clock) -> Clock | None:
    """The clock if there is a class for it: a blitz is no European event."""
    try:
        event_class(clock)
    except RuleError:
        return None
    return clock


def remarks_of(event: Event) -> list[str]:
    """The sanctions that stand behind a result, as comments of a file; in English, as its words."""
    return [
        f"Sanction (S4-18), round {case.row.round}: {case.row.player}, {case.level}: "
        f"{case.row.reason} ({case.row.judge}, "
        f"{case.row.given_at.astimezone(event.zone).date().isoformat()})"
        for case in cases_of(event)
        if case.level
    ]


def export_h9(event: Event) -> bytes:
    """The results file of the European database.  Raises what
    :func:`tournaments.formats.h9.write_h9` raises."""
    clock, remarks = clock_of(event), remarks_of(event)
    return write_h9(load(event).tournament(), clock=clock, remarks=remarks)


def export_tou(event: Event) -> bytes:
    """The results file of the French list.  Raises what
    :func:`tournaments.formats.tou.write_tou` raises."""
    clock, remarks = clock_of(event), remarks_of(event)
    return write_tou(load(event).tournament(), clock=clock, remarks=remarks)
