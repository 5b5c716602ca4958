"""What is said and drawn of a term of the official league for those who share it."""

from __future__ import annotations

from collections.abc import Sequence

from django.urls import reverse
from django.utils.translation import gettext as _

from goclub.common.notation import dotted, span
from goclub.common.sharing import Shared
from goclub.go.diagrams.svg import SafeSvg
from goclub.leagues.league.labels.sharing import CardLine, table_card
from goclub.leagues.models import Term
from goclub.leagues.official.labels.standings import percent
from goclub.leagues.official.services.tables import Group, TableRow
from goclub.members.models import ClubSettings
from goclub.members.visitors import VisitorRights


def shared_term(term: Term, club: ClubSettings) -> Shared:
    """A term as others see it: of which league, when, and the head of its table."""
    return Shared(
        public=VisitorRights.of_visitor(club).games,
        description=dotted((term.league.name, term.name, _days(term))),
        picture=reverse("leagues:term-picture", args=[term.league.slug, term.number]),
        alt=_("Table of %(event)s") % {"event": term.name},
        kind="article",
    )


def term_picture(term: Term, groups: Sequence[Group], club: ClubSettings) -> SafeSvg:
    """The first division's table; only the heading while members sign up."""
    first = groups[0] if groups else None
    several = first is not None and len(groups) > 1
    facts = (term.league.name, _days(term), first.name if first and several else "")
    labels = (_("Won–lost"), _("Rate"))
    lines = [_line(row) for row in first.rows] if first else []
    return table_card(club, term.name, facts, ("", *labels) if lines else (), lines)


def _days(term: Term) -> str:
    return span(term.starts_on, term.ends_on)


def _line(row: TableRow) -> CardLine:
    shared = "=" if row.shared else ""
    record = f"{row.wins}–{row.losses}" + (f"–{row.jigo}" if row.jigo else "")
    return CardLine(f"{row.place}{shared}", row.name, "", ("", record, percent(row.rate)))
