"""What is said and drawn of a season for those who share it."""

from __future__ import annotations

from collections.abc import Sequence

from django.urls import reverse
from django.utils.translation import gettext as _

from goclub.common.notation import span
from goclub.common.sharing import Shared
from goclub.go.diagrams.svg import SafeSvg
from goclub.leagues.league.labels import PictureLine, shared_part, table_card
from goclub.leagues.models import Season
from goclub.leagues.season.labels.wording import rating_text
from goclub.leagues.season.services.rating import SeasonLine
from goclub.members.models import ClubSettings


def shared_season(season: Season, club: ClubSettings) -> Shared:
    """A season as others see it."""
    picture = reverse("leagues:season-picture", args=[season.league.slug, season.pk])
    return shared_part(season, club, first=season.first, last=season.last, picture=picture)


def season_picture(season: Season, lines: Sequence[SeasonLine], club: ClubSettings) -> SafeSvg:
    """Who is first in the season, with the league's Elo."""
    facts = (season.league.name, span(season.first, season.last))
    labels = ("", "", _("League Elo")) if lines else ()
    return table_card(club, season.name, facts, labels, [_line(line) for line in lines])


def _line(season_line: SeasonLine) -> PictureLine:
    shared = "=" if season_line.row.shared else ""
    figures = ("", "", rating_text(season_line.row.rating))
    return PictureLine(
        f"{season_line.row.place}{shared}", season_line.member.display_name, "", figures
    )
