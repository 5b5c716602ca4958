"""Saying when games ended, and where it must be said: an hour after which they count elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta
from typing import Final, TypeAlias

from django.db.models import Min
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried
from goclub.leagues.league.queries import moment_text
from goclub.leagues.models import Change, Event, Pairing, Round
from goclub.leagues.tournament.queries.snapshot import EventSnapshot
from goclub.leagues.tournament.services.steps import State, lock_event, record
from goclub.members.requests import Act
from ratings.accepted import AcceptedRange
from ratings.errors import Code, RuleError

#: The moment within an event after which its games count elsewhere; None where there is none.
Hour: TypeAlias = Callable[[Event], datetime | None]


#: Of the rooms above to which it matters when a game ended (the closing of a season).
HOURS: Final[list[Hour]] = []


def hour_of(event: Event) -> datetime | None:
    """The hour that matters in an event, None where none does."""
    return next((hour for room in HOURS if (hour := room(event))), None)


def rounds_to_ask(snapshot: EventSnapshot, hour: datetime | None) -> list[Round]:
    """Published rounds played on the day of the hour that matters whose end nobody said."""
    if hour is None:
        return []
    day = hour.astimezone(snapshot.event.zone).date()
    return [
        event_round
        for event_round in snapshot.rounds
        if event_round.is_out
        and event_round.ended_at is None
        and event_round.played_on in (None, day)
        and any(
            game.has_result and not game.by_default and game.ended_at is None
            for game in snapshot.pairings[event_round.number]
        )
    ]


def need_ends(snapshot: EventSnapshot) -> None:
    """Raise RuleError E_STATE (``ends_unknown``) where it matters and nobody said; the value names
    the rounds.
    """
    asked = rounds_to_ask(snapshot, hour_of(snapshot.event))
    if asked:
        raise Refusal(
            _(
                "A season closes on this day, so it matters when each game ended. "
                "Enter it on the results page for round %(value)s."
            ),
            field="ended_at",
            value=", ".join(str(missing.number) for missing in asked),
            reason="ends_unknown",
        )


@atomic_retried
def say_end(
    act: Act, event_round: Round, *, ended_at: datetime | None, table: int | None = None
) -> Round:
    """Say when the games of a round ended, or that of one table; None takes it back.

    Raises RuleError E_RANGE on ``ended_at`` for a moment outside the days of the event or in the
    future, E_UNKNOWN on ``table`` (``no_such_table``), E_STATE for an event that was cancelled.
    """
    event = lock_event(act, event_round.event, states=[State.RUNNING, State.CLOSED])
    event_round = event.rounds.get(pk=event_round.pk)
    event_round.event = event
    check_end(event, ended_at, act.at)
    row: Round | Pairing = event_round
    if table is not None:
        pairing = event_round.pairings.filter(table=table).first()
        if pairing is None:
            raise RuleError(Code.UNKNOWN, "table", table, reason="tournament.no_such_table")
        row = pairing
    before = row.ended_at
    if before == ended_at:
        return event_round
    row.ended_at = ended_at
    row.save(update_fields=["ended_at"])
    record(
        act,
        event,
        Change.What.ENDED,
        step=False,
        round_number=event_round.number,
        subject=str(row) if table is not None else "",
        before=_said(before),
        after=_said(ended_at),
    )
    return event_round


def _said(moment: datetime | None) -> str | None:
    return None if moment is None else moment.astimezone(UTC).isoformat()


def check_end(event: Event, ended_at: datetime | None, at: datetime | None = None) -> None:
    """Refuse an end outside the days of an event, or after *at*; raises RuleError E_RANGE.

    A game may end after midnight of its event's last day, never after now, and before the first
    day where a round was published before it.
    """
    if ended_at is None:
        return
    zone, now = event.zone, at or timezone.now()
    begun = event.rounds.aggregate(first=Min("published_at"))["first"]
    days = [event.begins_on, *([begun.astimezone(zone).date()] if begun else [])]
    first = datetime.combine(min(days), time(), zone)
    over = datetime.combine(event.ends_on + timedelta(days=2), time(), zone)
    last = min(over - timedelta(minutes=1), now.astimezone(zone))
    if not first <= ended_at < over or ended_at > now:
        raise RuleError(
            Code.RANGE,
            "ended_at",
            moment_text(ended_at, event.time_zone),
            AcceptedRange(first, last),
        )
