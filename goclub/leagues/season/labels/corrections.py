"""What a correction of a recorded season or year would change, in words."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils.translation import gettext as _

from goclub.leagues.league.labels import PendingCorrection, pending_correction
from goclub.leagues.season.labels.wording import rating_text
from goclub.leagues.season.services.standings import FinalRow, SeasonStandings, YearStandings
from goclub.members.models import User


def correction_of_season(
    standings: SeasonStandings, user: User | AnonymousUser
) -> PendingCorrection | None:
    """Return what a page with the record of a season says of a correction that waits."""
    address = reverse("leagues:season-correct", args=[standings.league.slug, standings.season.pk])
    return pending_correction(standings, user, address=address, figures=figures_text)


def correction_of_year(
    standings: YearStandings, user: User | AnonymousUser
) -> PendingCorrection | None:
    """Return the same of a year, of which a season was corrected since."""
    return pending_correction(
        standings,
        user,
        address=reverse("leagues:archive", args=[standings.league.slug]),
        otherwise=_("the year’s standings: one of its seasons has been corrected since"),
    )


def figures_text(row: FinalRow) -> str:
    """The rating, and the place among the classified where there is one: 1104.2, classified 2."""
    rating = rating_text(row.rating)
    if row.classified_place is None:
        return rating
    return _("%(rating)s, place %(place)s among the qualified") % {
        "rating": rating,
        "place": row.classified_place,
    }
