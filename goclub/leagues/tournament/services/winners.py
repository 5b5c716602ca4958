"""Who won a finished event, kept for lists: a projection of its final table.

A list of twenty-five events cannot compute as many tables.  Whatever settles the order of a closed
event calls :func:`settle_winners`: closing and reopening it, a correction on the page of one of its
games, a sanction, other settings of the league that places it.
"""

from __future__ import annotations

from goclub.leagues.models import Event, League, Participant
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services.steps import State


def settle_winners(event: Event) -> int:
    """Mark who is first in the table of a closed event, by the order that places it (S4-16).

    All who share the first place won; nobody did while an event is not closed.  Returns how many
    rows differed, 0 when nothing was wrong.
    """
    first: list[int] = []
    if event.state == State.CLOSED:
        snapshot = load(event)
        if snapshot.last_out:
            first = [participant.pk for participant in snapshot.first_of(snapshot.last_out)]
    entered = Participant.objects.filter(event=event)
    gone = entered.filter(won=True).exclude(pk__in=first).update(won=False)
    return gone + entered.filter(won=False, pk__in=first).update(won=True)


def settle_winners_of(league: League) -> int:
    """The same for every closed event that a league places."""
    events = Event.objects.filter(state=State.CLOSED, league_event__league=league)
    return sum(settle_winners(event) for event in events.order_by("pk"))
