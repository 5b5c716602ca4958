"""How the players of a play-off qualified: the event before, and the place there in words."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from goclub.common.notation import labelled
from goclub.leagues.models import Event, Participant
from goclub.leagues.tournament.labels.figures import CRITERIA
from goclub.leagues.tournament.queries.finalists import Qualifier, qualifiers
from goclub.leagues.tournament.queries.snapshot import EventSnapshot, load, settings_of


@dataclass(frozen=True, slots=True)
class QualifiedLine:
    """A seed of a play-off: the event before and, in words, the place there."""

    participant: Participant
    source: Event
    reason: str


def qualified_lines(snapshot: EventSnapshot) -> list[QualifiedLine]:
    """Return how the players of a play-off qualified, by seed; one load of each event before."""
    entered = [p for p in snapshot.participants.values() if p.qualified_from_id]
    sources = Event.objects.filter(participants__in=[p.qualified_from_id for p in entered])
    known = {
        row.participant.pk: (source, row)
        for source in sources.distinct()
        for row in qualifiers(load(source))
    }
    lines = []
    for participant in sorted(entered, key=lambda entry: (entry.seed or 0, entry.number)):
        # The event before may have been reopened, and have no place for them any more.
        if origin := known.get(participant.qualified_from_id or 0):
            source, row = origin
            lines.append(QualifiedLine(participant, source, reason_text(source, row)))
    return lines


def reason_text(source: Event, row: Qualifier) -> str:
    """A place in the event before, or in its pool, and what decided it."""
    reason = _("place %(place)s") % {"place": row.place or "–"}
    decided = source.has_pools and not settings_of(source).pools.by_draw
    if row.drawn and decided:
        reason = _("tied for place %(place)s, the director decides") % {"place": row.place}
    elif row.drawn:
        reason = _("tied for place %(place)s, order drawn") % {"place": row.place}
    elif row.parted:
        reason = _("place %(place)s by %(criterion)s") % {
            "place": row.place,
            "criterion": CRITERIA[row.parted][0] if row.parted in CRITERIA else row.parted,
        }
    if source.has_pools and row.participant.pool:
        pool = _("Pool %(name)s") % {"name": row.participant.pool_name}
        return labelled(pool, reason)
    return reason
