"""What a correction of a recorded season or year would change, in words."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils.translation import gettext as _

from goclub.leagues.league.labels import CorrectedLine, Waits, change_text, correction_waits
from goclub.leagues.models import Season, Snapshot
from goclub.leagues.season.labels.wording import rating_text
from goclub.leagues.season.services.records import Changed, Standing
from goclub.members.models import User
from tournaments.seasons.champions import SeasonRow


def waits_of(season: Season, standing: Standing, user: User | AnonymousUser) -> Waits | None:
    """What a page with the record of a season says of a correction that waits."""
    if not standing.pending:
        return None
    return correction_waits(
        season.league,
        user,
        what=season.name,
        lines=[changed_text(one) for one in standing.pending],
        address=reverse("leagues:season-correct", args=[season.league.slug, season.pk]),
    )


def waits_of_year(record: Snapshot, user: User | AnonymousUser) -> Waits:
    """The same of a year: a season of it was corrected since."""
    assert record.league is not None
    return correction_waits(
        record.league,
        user,
        what=record.cycle,
        lines=[_("the year’s standings: one of its seasons has been corrected since")],
        address=reverse("leagues:archive", args=[record.league.slug]),
    )


def changed_text(changed: Changed) -> str:
    """One player's line before and after: place, rating, place among the classified."""
    return change_text(changed.name, _shown(changed.before), _shown(changed.after))


def _shown(row: SeasonRow | None) -> CorrectedLine | None:
    return None if row is None else CorrectedLine(row.place, _figures(row))


def _figures(row: SeasonRow) -> str:
    """The rating, and the place among the classified where there is one: 1104.2, classified 2."""
    rating = rating_text(row.rating)
    if row.classified_place is None:
        return rating
    return _("%(rating)s, place %(place)s among the qualified") % {
        "rating": rating,
        "place": row.classified_place,
    }
