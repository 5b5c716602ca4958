"""What a correction of a recorded table would change, in words."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils.translation import gettext as _

from goclub.common.notation import listed
from goclub.games.labels import margin
from goclub.leagues.league.labels import CorrectedLine, Waits, change_text, correction_waits
from goclub.leagues.models import Term
from goclub.leagues.official.labels.standings import percent
from goclub.leagues.official.services.records import Changed, Standing
from goclub.leagues.official.services.tables import TableRow
from goclub.members.models import User


def waits_of(term: Term, standing: Standing, user: User | AnonymousUser) -> Waits | None:
    """What a page of a closed term says of a correction that waits, None where none does."""
    pending = standing.pending
    if pending is None:
        return None
    lines = [changed_text(change) for change in pending.changes]
    return correction_waits(
        term.league,
        user,
        what=term.name,
        lines=lines or [_("the cross table, without changing any places")],
        address=reverse("leagues:term-correct", args=[term.league.slug, term.number]),
        unfilled=[(match.get_absolute_url(), str(match)) for match in pending.unfilled],
    )


def changed_text(changed: Changed) -> str:
    """One player's line before and after: the place where that changes, and the figures."""
    return change_text(changed.name, _shown(changed.before), _shown(changed.after))


def _shown(row: TableRow | None) -> CorrectedLine | None:
    return None if row is None else CorrectedLine(row.place, _figures(row))


def _figures(row: TableRow) -> str:
    """Games and margins in short: 5–2, +12½."""
    games = "–".join(str(n) for n in (row.wins, row.losses, *([row.jigo] if row.jigo else [])))
    return listed((games, percent(row.rate), margin(row.margin2)))
