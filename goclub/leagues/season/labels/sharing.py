"""What is said and drawn of a season for those who share it."""

from __future__ import annotations

from collections.abc import Sequence

from django.urls import reverse
from django.utils.translation import gettext as _

from goclub.common.notation import dotted, span
from goclub.common.sharing import Shared
from goclub.go.diagrams.svg import SafeSvg
from goclub.leagues.league.labels.sharing import CardLine, table_card
from goclub.leagues.models import Season
from goclub.leagues.season.labels.wording import rating_text
from goclub.leagues.season.services.rating import SeasonLine
from goclub.members.models import ClubSettings
from goclub.members.visitors import VisitorRights


def shared_season(season: Season, club: ClubSettings) -> Shared:
    """A season as others see it: of which league, when, and the head of its table."""
    return Shared(
        public=VisitorRights.of_visitor(club).games,
        description=dotted((season.league.name, season.name, _days(season))),
        picture=reverse("leagues:season-picture", args=[season.league.slug, season.pk]),
        alt=_("Table of %(event)s") % {"event": season.name},
        kind="article",
    )


def season_picture(season: Season, lines: Sequence[SeasonLine], club: ClubSettings) -> SafeSvg:
    """Who is first in the season, with the league's Elo."""
    facts = (season.league.name, _days(season))
    labels = ("", "", _("League Elo")) if lines else ()
    return table_card(club, season.name, facts, labels, [_line(one) for one in lines])


def _days(season: Season) -> str:
    return span(season.first, season.last)


def _line(one: SeasonLine) -> CardLine:
    shared = "=" if one.row.shared else ""
    figures = ("", "", rating_text(one.row.rating))
    return CardLine(f"{one.row.place}{shared}", one.member.display_name, "", figures)
