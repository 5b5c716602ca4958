"""Questions about a league itself: its people, its regulation."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from django.shortcuts import get_object_or_404
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from goclub.common.collation import by_name, name_key
from goclub.leagues.models import League, LeaguePerson, Regulation
from goclub.members.searching.queries import Finder, Hit, Reader, in_any_case


def people_of(league: League) -> list[LeaguePerson]:
    """Organisers who serve now, then judges, by the names that the reader sees."""
    serving = league.people.filter(until=None).select_related("member__user").order_by("pk")
    return sorted(
        serving,
        key=lambda person: (
            person.role != LeaguePerson.Role.ORGANISER,
            name_key(person.member.shown_name),
        ),
    )


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


class LeagueFinder(Finder):
    """Leagues by name or summary, those that are played first."""

    key = "leagues"
    title = gettext_lazy("Leagues")
    place = 50
    need = "games"

    def find(self, text: str, reader: Reader, most: int) -> list[Hit]:  # noqa: ARG002
        asked = in_any_case("name", text) | in_any_case("summary", text)
        leagues = League.objects.filter(asked).order_by("-active", by_name("name"))
        return [
            Hit(league.name, league.get_absolute_url(), league.summary) for league in leagues[:most]
        ]
