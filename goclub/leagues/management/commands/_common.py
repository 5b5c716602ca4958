"""What the commands of events share: names and figures."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from goclub.leagues.models import Event, Participant
from ratings.errors import Code, RuleError


def event_of(slug: str) -> Event:
    """The event at an address; raises RuleError E_UNKNOWN."""
    event = Event.objects.filter(slug=slug).first()
    if event is None:
        raise RuleError(Code.UNKNOWN, "slug", slug)
    return event


def named(participant: Participant) -> dict[str, Any]:
    """A player as the commands print them."""
    return {
        "number": participant.number,
        "name": participant.name,
        "first_name": participant.first_name,
        "rank": participant.rank_text,
    }


def points(doubled: int | Fraction) -> int | float:
    """A doubled score in points, whole numbers as such.

    >>> points(3), points(4), points(Fraction(1, 2))
    (1.5, 2, 0.25)
    """
    value = Fraction(doubled) / 2
    return int(value) if value.denominator == 1 else float(value)
