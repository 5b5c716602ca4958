"""The hall clock and short announcements: started, paused, extended, put up and taken down."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried
from goclub.leagues.models import Announcement, Change, Event, Round, RoundClock
from goclub.leagues.models.hall import MOST_MINUTES
from goclub.leagues.tournament.services.steps import lock_event, record
from goclub.members.requests import Act
from ratings.checks import whole_number

What = Change.What
#: More texts than a wall can show.
MOST_ANNOUNCEMENTS: Final = 5


def usual_minutes(event: Event) -> int:
    """Return how long the clock of the next round is set, unless the organiser says otherwise.

    As long as last time; else twice the thinking time and a third of it for overtime (ours).
    """
    last = RoundClock.objects.filter(round__event=event).order_by("-round__number").first()
    if last is not None:
        return last.minutes
    return min(round((event.main_minutes or 40) * 8 / 3 / 5) * 5, MOST_MINUTES)


@atomic_retried
def start_clock(act: Act, event: Event, *, minutes: int) -> RoundClock:
    """Start the clock of the last published round, or start it anew.

    Raises RuleError E_RANGE for the minutes, E_STATE (``no_round_out``) where no round is out.
    """
    event = lock_event(act, event)
    whole_number(minutes, field="minutes", low=1, high=MOST_MINUTES)
    event_round = _round_out(event)
    clock, _made = RoundClock.objects.update_or_create(
        round=event_round,
        defaults={"started_at": act.at, "minutes": minutes, "paused_at": None},
    )
    _record(act, event, clock)
    return clock


@atomic_retried
def pause_clock(act: Act, event: Event) -> RoundClock:
    """Stop the clock; a second press changes nothing."""
    event, clock = _clock(act, event)
    if clock.paused_at is None:
        clock.paused_at = act.at
        _save(act, event, clock)
    return clock


@atomic_retried
def resume_clock(act: Act, event: Event) -> RoundClock:
    """Let the clock go on with the time that was left."""
    event, clock = _clock(act, event)
    if clock.paused_at is not None:
        clock.started_at += act.at - clock.paused_at
        clock.paused_at = None
        _save(act, event, clock)
    return clock


@atomic_retried
def extend_clock(act: Act, event: Event, *, minutes: int) -> RoundClock:
    """Give the round more minutes, or fewer (negative); never below the first."""
    event, clock = _clock(act, event)
    whole_number(minutes, field="minutes", low=-MOST_MINUTES, high=MOST_MINUTES)
    whole_number(clock.minutes + minutes, field="minutes", low=1, high=MOST_MINUTES)
    clock.minutes += minutes
    _save(act, event, clock)
    return clock


@atomic_retried
def stop_clock(act: Act, event: Event) -> None:
    """Take the clock off the walls."""
    event, clock = _clock(act, event)
    number = clock.round.number
    clock.delete()
    record(act, event, What.CLOCK, step=False, round_number=number)


@atomic_retried
def announce_text(act: Act, event: Event, *, text: str) -> Announcement:
    """Put a text on walls and phones; the same text again changes nothing.

    Raises RuleError E_STATE (``wall_full``) beyond :data:`MOST_ANNOUNCEMENTS`.
    """
    event = lock_event(act, event)
    there = event.announcements.filter(text=text).first()
    if there is not None:
        return there
    if event.announcements.count() >= MOST_ANNOUNCEMENTS:
        raise Refusal(
            _("There are %(value)s announcements. Take one down first."),
            field="text",
            value=MOST_ANNOUNCEMENTS,
            reason="wall_full",
        )
    row = Announcement(event=event, text=text, at=act.at, by=act.by)
    row.full_clean()
    row.save()
    record(act, event, What.ANNOUNCED, step=False, subject=text)
    return row


@atomic_retried
def take_down(act: Act, event: Event, *, pk: int) -> None:
    """Take an announcement down; one that is gone already stays gone."""
    event = lock_event(act, event)
    row = event.announcements.filter(pk=pk).first()
    if row is not None:
        row.delete()
        record(act, event, What.TAKEN_DOWN, step=False, subject=row.text)


def _round_out(event: Event) -> Round:
    last = event.rounds.filter(state__in=Round.OUT).order_by("-number").first()
    if last is None or event.state != Event.State.RUNNING:
        raise Refusal(
            _("Publish a round first. Its clock can start then."),
            field="minutes",
            reason="no_round_out",
        )
    return last


def _clock(act: Act, event: Event) -> tuple[Event, RoundClock]:
    event = lock_event(act, event)
    clock = RoundClock.objects.filter(round=_round_out(event)).select_related("round").first()
    if clock is None:
        raise Refusal(_("No clock is running. Start it first."), field="minutes", reason="no_clock")
    return event, clock


def _save(act: Act, event: Event, clock: RoundClock) -> None:
    clock.save()
    _record(act, event, clock)


def _record(act: Act, event: Event, clock: RoundClock) -> None:
    after = {
        "started_at": clock.started_at.isoformat(),
        "minutes": clock.minutes,
        "paused_at": clock.paused_at.isoformat() if clock.paused_at else None,
    }
    record(act, event, What.CLOCK, step=False, round_number=clock.round.number, after=after)
