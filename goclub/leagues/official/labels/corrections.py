"""What a correction of a term's recorded standings would change, in words."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils.translation import gettext as _

from goclub.common.notation import listed
from goclub.games.labels import margin
from goclub.leagues.league.labels import PendingCorrection, pending_correction
from goclub.leagues.official.labels.standings import percent
from goclub.leagues.official.services.standings import TermStandings
from goclub.leagues.official.services.tables import TableRow
from goclub.members.models import User


def correction_of_term(
    standings: TermStandings, user: User | AnonymousUser
) -> PendingCorrection | None:
    """Return what a page of a closed term says of a correction, None where none waits."""
    return pending_correction(
        standings,
        user,
        address=reverse(
            "leagues:term-correct", args=[standings.league.slug, standings.term.number]
        ),
        figures=figures_text,
        otherwise=_("the cross table, without changing any places"),
    )


def figures_text(row: TableRow) -> str:
    """Games and margins in short: 5–2, 71.4%, +12½."""
    games = "–".join(str(n) for n in (row.wins, row.losses, *([row.jigo] if row.jigo else [])))
    return listed((games, percent(row.rate), margin(row.margin2)))
