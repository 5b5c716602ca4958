"""The files of an event for others: the European, the French and the American list, Pairgoth."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.leagues.models import Event
from goclub.leagues.tournament.queries.sanctions import cases_of
from goclub.leagues.tournament.queries.snapshot import EventSnapshot, load
from ratings.errors import Code, RuleError
from tournaments.formats.aga_report import write_aga
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
    return clock if clock and _class_of(clock, online=is_online(event)) else None


def is_online(event: Event) -> bool:
    return event.egf_class == Event.EgfClass.D


def european_class(event: Event) -> str:
    """The class of an event as its file for the European list has it.

    The thinking time decides; "" where it cannot be told, or is too short.
    """
    clock = clock_of(event)
    return _class_of(clock, online=is_online(event)) if clock else ""


def check_class(event: Event) -> None:
    """Refuse a class that is not the one of the thinking time: E_INCONSISTENT.

    Overtime that cannot be read gives none: E_TYPE (``unread_overtime``); nor does a class by time
    without any: E_MISSING (``class_without_time``).
    """
    if not event.egf_class:
        return
    if event.main_minutes is None:
        if is_online(event):
            return  # a file says of some that they are on a server, and not how long they think
        raise Refusal(
            _(
                "Class %(value)s depends on the thinking time. Enter it in minutes, or "
                "choose no class."
            ),
            code=Code.MISSING,
            field="main_minutes",
            value=event.egf_class,
        )
    if clock_of_words(event.main_minutes, event.overtime) is None:
        raise Refusal(
            _(
                "“%(value)s” cannot be read as overtime, so there is no European "
                "class. Enter it like 3 × 30 s, 15 stones in 5 min or +10 s."
            ),
            code=Code.TYPE,
            field="overtime",
            value=event.overtime,
            reason="unread_overtime",
        )
    right = european_class(event)
    if right != event.egf_class:
        reason = "tournament.class_by_time" if right else "tournament.no_class_by_time"
        raise RuleError(Code.INCONSISTENT, "egf_class", event.egf_class, right, reason=reason)


def _class_of(clock: Clock, *, online: bool) -> str:
    """The class of a clock, "" where there is none: a blitz is no European event."""
    try:
        return event_class(clock, online=online)
    except RuleError:
        return ""


def remarks_of(event: Event) -> list[str]:
    """The sanctions that stand behind a result, as comments of a file; in English, as its words."""
    return [
        f"Sanction (S4-18), round {case.row.round}: {case.row.player.display_name}, "
        f"{case.level}: {case.row.reason} ({case.row.judge.display_name}, "
        f"{case.row.given_at.astimezone(event.zone).date().isoformat()})"
        for case in cases_of(event)
        if case.level
    ]


def rated_snapshot(event: Event) -> EventSnapshot:
    """The event with the players whom federations rate, of teams those at the boards.

    Raises RuleError E_STATE for pairs, who share a board (S0-12).
    """
    if event.team_size == Event.TeamSize.PAIRS:
        raise Refusal(
            _("No federation rates games of pairs. Download the event as a table instead."),
            field="team_size",
            value=event.name,
        )
    return load(event).at_boards


def export_h9(event: Event) -> bytes:
    """The results file of the European database.  Raises what
    :func:`tournaments.formats.h9_write.write_h9` raises."""
    published = rated_snapshot(event).published
    clock, remarks = clock_of(event), remarks_of(event)
    return write_h9(published, clock=clock, online=is_online(event), remarks=remarks)


def export_tou(event: Event) -> bytes:
    """The results file of the French list.  Raises what
    :func:`tournaments.formats.tou.write_tou` raises."""
    published = rated_snapshot(event).published
    return write_tou(published, clock=clock_of(event), remarks=remarks_of(event))


def export_aga(event: Event) -> bytes:
    """The report for the American list.  Raises what
    :func:`tournaments.formats.aga_report.write_aga` raises."""
    published = rated_snapshot(event).published
    return write_aga(published, komi2_handicap=event.komi2_handicap, remarks=remarks_of(event))
