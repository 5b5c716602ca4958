"""Questions about a league itself: its people, its regulation."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from goclub.common.collation import by_name
from goclub.leagues.models import League, LeaguePerson, Regulation


def people_of(league: League) -> QuerySet[LeaguePerson]:
    """Organisers and judges who serve now."""
    serving = league.people.filter(until=None).select_related("member__user")
    return serving.order_by("-role", by_name("member__display_name"), "pk")


def regulation_of(league: League, version: int | None = None) -> Regulation | None:
    """The regulation in force, or an older version of it."""
    rows = league.regulations.order_by("-version")
    return rows.first() if version is None else rows.filter(version=version).first()


def moment_text(at: datetime, zone: str, *, short: bool = True) -> str:
    """A moment on the clocks of a zone, which are named, in the reader's language."""
    local = at.astimezone(ZoneInfo(zone))
    figures = date_format(local, "SHORT_DATETIME_FORMAT" if short else "DATETIME_FORMAT")
    return _("%(moment)s (%(clocks)s)") % {"moment": figures, "clocks": clocks_of(zone)}


def clocks_of(zone: str) -> str:
    """The clocks of a zone by their name, as one chooses them."""
    return zone.replace("_", " ")


def waiting_words(subject: str) -> str:
    """Said where there is room for a line: the record of which term, season or year."""
    return _("%(what)s: a correction is waiting") % {"what": subject}


def get_league(slug: str) -> League:
    return get_object_or_404(League, slug=slug)
