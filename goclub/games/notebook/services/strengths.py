"""What a row of members says about strength, as decisions with their days."""

from __future__ import annotations

from datetime import date

from django.utils.translation import gettext as _

from goclub.games.notebook.services.entries import MemberEntry
from goclub.members.models import StrengthDecision
from goclub.members.strength.services import PastStrength

Kind = StrengthDecision.Kind


def strengths_of(entry: MemberEntry, joined: date, may_certify: bool) -> tuple[PastStrength, ...]:
    """The declaration on joining; then what was official, or known, on a later day.

    Who had points on a day after joining is taken to have begun with them (nothing else is known),
    and holds them again on that day, whatever the games between made of them.  Only the chair
    certifies: without *may_certify* official points come in as set by the office.
    """
    declared = PastStrength(Kind.DECLARED, joined, entry.points, entry.rank)
    day = entry.points_on or joined
    if not entry.certified and day <= joined:
        return (declared,)
    if entry.points is None and not entry.rank:
        return (declared,)
    certified = entry.certified and entry.points is not None and may_certify
    later = PastStrength(
        Kind.CERTIFIED if certified else Kind.SET,
        max(day, joined),
        entry.points,
        "" if entry.points is not None else entry.rank,
        reason=_("Imported"),
    )
    return (declared, later)
