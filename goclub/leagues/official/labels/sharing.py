"""What is said and drawn of a term of the official league for those who share it."""

from __future__ import annotations

from collections.abc import Sequence

from django.urls import reverse
from django.utils.translation import gettext as _

from goclub.common.notation import span
from goclub.common.sharing import Shared
from goclub.go.diagrams.svg import SafeSvg
from goclub.leagues.league.labels.sharing import CardLine, shared_part, table_card
from goclub.leagues.models import Term
from goclub.leagues.official.labels.standings import percent
from goclub.leagues.official.services.tables import Group, TableRow
from goclub.members.models import ClubSettings


def shared_term(term: Term, club: ClubSettings) -> Shared:
    """A term as others see it."""
    picture = reverse("leagues:term-picture", args=[term.league.slug, term.number])
    return shared_part(term, club, first=term.starts_on, last=term.ends_on, picture=picture)


def term_picture(term: Term, groups: Sequence[Group], club: ClubSettings) -> SafeSvg:
    """The first division's table; only the heading while members sign up."""
    first = groups[0] if groups else None
    several = first is not None and len(groups) > 1
    division = first.name if first and several else ""
    facts = (term.league.name, span(term.starts_on, term.ends_on), division)
    labels = (_("Won–lost"), _("Rate"))
    lines = [_line(row) for row in first.rows] if first else []
    return table_card(club, term.name, facts, ("", *labels) if lines else (), lines)


def _line(row: TableRow) -> CardLine:
    shared = "=" if row.shared else ""
    record = f"{row.wins}–{row.losses}" + (f"–{row.jigo}" if row.jigo else "")
    return CardLine(f"{row.place}{shared}", row.name, "", ("", record, percent(row.rate)))
