"""Where an event stands, and what its organisers do next."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from goclub.leagues.models import Event, Participant, Round
from goclub.leagues.tournament.queries.snapshot import EventSnapshot


class Next(StrEnum):
    """The step that comes next.

    ENTER players, PAIR the next round (BY_HAND: some tables of it are fixed already), PUBLISH the
    preview, RESULTS to come in, CLOSE; nothing more when DONE.
    """

    ENTER = "enter"
    PAIR = "pair"
    PUBLISH = "publish"
    RESULTS = "results"
    CLOSE = "close"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Stage:
    """``number`` is the round it is about (from 1); ``open_tables`` those without a result.

    ``can_close``: the event may be closed now, early where a round could still be paired.
    """

    next: Next
    number: int
    open_tables: int = 0
    can_undo: bool = False
    can_close: bool = False

    @property
    def marks(self) -> dict[str, str]:
        """How the line of stages marks each step: done, now, or "" for what is still to come."""
        steps = list(Next)
        here = steps.index(self.next)
        return {
            step.value: "done" if at < here else "now" if at == here else ""
            for at, step in enumerate(steps)
        }


def stage_of(snapshot: EventSnapshot) -> Stage:
    """Return what comes next in an event."""
    event = snapshot.event
    if event.state in (Event.State.CLOSED, Event.State.CANCELLED):
        return Stage(Next.DONE, snapshot.last_out)
    early = bool(snapshot.last_out) and event.state == Event.State.RUNNING
    last = snapshot.rounds[-1] if snapshot.rounds else None
    if last is None:
        here = [
            participant
            for participant in snapshot.participants.values()
            if participant.state != _GONE
        ]
        return Stage(Next.PAIR if len(here) > 1 else Next.ENTER, 1)
    if last.state == Round.State.PAIRED:
        return Stage(Next.PUBLISH, last.number, can_undo=True)
    if last.state == Round.State.OPEN:
        return Stage(Next.PAIR, last.number, can_undo=True, can_close=early)
    waiting = [pairing for pairing in snapshot.pairings[last.number] if not pairing.has_result]
    if waiting:
        return Stage(Next.RESULTS, last.number, len(waiting), can_undo=True)
    if last.number < event.rounds_planned:
        return Stage(Next.PAIR, last.number + 1, can_undo=True, can_close=early)
    return Stage(Next.CLOSE, last.number, can_undo=True, can_close=True)


_GONE = Participant.State.WITHDRAWN
