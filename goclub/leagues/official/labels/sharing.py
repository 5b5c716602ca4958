"""What is said and drawn of a term of the official league for those who share it."""

from __future__ import annotations

from collections.abc import Sequence

from django.urls import reverse
from django.utils.translation import gettext as _

from goclub.common.notation import dotted, span
from goclub.common.sharing import Shared
from goclub.games.models import Game
from goclub.go.diagrams.svg import SafeSvg
from goclub.leagues.league.labels import PictureLine, shared_part, table_card
from goclub.leagues.models import Match, Term
from goclub.leagues.official.labels.standings import percent
from goclub.leagues.official.services.tables import Group, TableRow
from goclub.members.models import ClubSettings
from goclub.members.visitors import VisitorRights


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


def shared_match(match: Match, club: ClubSettings) -> Shared:
    """A pairing as others see it: with the final board once it is played, else who meets whom."""
    term = match.division.term
    game = match.game if match.game and match.game.state != Game.State.VOID else None
    names = f"{match.first.member} – {match.second.member}"
    alt = _("Final position of %(game)s") if game else _("Pairing: %(game)s")
    return Shared(
        public=VisitorRights.of_visitor(club).games,
        description=dotted((names, term.league.name, term.name, match.division.name)),
        picture=reverse("games:picture", args=[game.pk])
        if game
        else reverse("leagues:match-picture", args=[match.pk]),
        alt=alt % {"game": names},
        kind="article",
    )


def match_picture(match: Match, conditions: str, club: ClubSettings) -> SafeSvg:
    """Who meets whom, in which league, under which conditions."""
    term = match.division.term
    facts = (term.league.name, term.name, match.division.name)
    names = f"{match.first.member} – {match.second.member}"
    return table_card(club, names, facts, (), [PictureLine("", conditions)])


def _line(row: TableRow) -> PictureLine:
    shared = "=" if row.shared else ""
    record = f"{row.wins}–{row.losses}" + (f"–{row.jigo}" if row.jigo else "")
    return PictureLine(f"{row.place}{shared}", row.name, "", ("", record, percent(row.rate)))
