"""The files of an event for others: the European and the French list."""

from __future__ import annotations

import re

from goclub.leagues.models import Event
from goclub.leagues.tournament.queries.snapshot import load
from ratings.errors import RuleError
from tournaments.formats.clock import Clock, Overtime, event_class
from tournaments.formats.h9_write import write_h9
from tournaments.formats.tou import write_tou

_PERIODS = re.compile(r"\s*(?:\d+\s*[x×*]\s*)?(\d+)\s*s(?:ec\w*)?\s*")
_STRETCH = re.compile(r"\s*(\d+)\s*(?:stones?|moves?|/)\D*(\d+)\s*(min|m|s)\w*\s*")
_INCREMENT = re.compile(r"\s*\+\s*(\d+)\s*s\w*(?:\s*(?:/|per)\s*move)?\s*")


def clock_of(event: Event) -> Clock | None:
    """The thinking time of an event for its European class, None where it cannot be told.

    Overtime is understood as ``3 × 30 s`` (byo-yomi), ``15 stones in 5 min`` (Canadian),
    ``+10 s`` (Fischer) or nothing.
    """
    if event.main_minutes is None:
        return None
    text = event.overtime.strip()
    if not text:
        return _rated(Clock(event.main_minutes))
    if found := _INCREMENT.fullmatch(text):
        return _rated(Clock(event.main_minutes, Overtime.FISCHER, int(found[1])))
    if found := _PERIODS.fullmatch(text):
        return _rated(Clock(event.main_minutes, Overtime.BYOYOMI, int(found[1])))
    if found := _STRETCH.fullmatch(text):
        seconds = int(found[2]) * (1 if found[3] == "s" else 60)
        return _rated(Clock(event.main_minutes, Overtime.CANADIAN, seconds, int(found[1])))
    return None


def _rated(clock: Clock) -> Clock | None:
    """The clock if there is a class for it: a blitz is no European event."""
    try:
        event_class(clock)
    except RuleError:
        return None
    return clock


def export_h9(event: Event) -> bytes:
    """The results file of the European database.  Raises what
    :func:`tournaments.formats.h9.write_h9` raises."""
    return write_h9(load(event).tournament(), clock=clock_of(event))


def export_tou(event: Event) -> bytes:
    """The results file of the French list.  Raises what
    :func:`tournaments.formats.tou.write_tou` raises."""
    return write_tou(load(event).tournament(), clock=clock_of(event))
