"""What the commands of events share: refusals in one line with status 2, names, figures."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

from django.core.management.base import CommandError

from goclub.common.refusals import describe
from goclub.leagues.models import Event, Participant
from ratings.errors import Code, RuleError


@contextmanager
def refusing() -> Iterator[None]:
    """Turn a refusal into one line on the error stream and exit status 2."""
    try:
        yield
    except RuleError as error:
        text = f"{error.code.value}: {error.field}: {describe(error)}"
        raise CommandError(" ".join(text.split()), returncode=2) from error


def event_of(slug: str) -> Event:
    """The event at an address; raises RuleError E_UNKNOWN."""
    event = Event.objects.filter(slug=slug).first()
    if event is None:
        raise RuleError(Code.UNKNOWN, field="slug", value=slug)
    return event


def named(participant: Participant | None) -> dict[str, Any] | None:
    """A player as the commands print him."""
    if participant is None:
        return None
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
