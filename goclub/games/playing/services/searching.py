"""Games in the search of the header: by a player, two players, or the day."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime
from typing import Final
from unicodedata import normalize
from urllib.parse import urlencode

from django.db.models import Q
from django.urls import reverse
from django.utils import formats
from django.utils.translation import gettext_lazy as _

from goclub.common.reading import has_neighbours
from goclub.games.models import Game
from goclub.members.finding.queries import matching
from goclub.members.models import Member
from goclub.members.searching.queries import Finder, Reader

#: What stands between two players: “Ewa – Sato”, “Ewa vs. Sato”.
_BETWEEN: Final = re.compile(r"\s+(?:[-–—:]|vs?\.?|対|contra|kontra)\s+|\s*(?:、|対)\s*", re.I)
#: Ways to write a day that are read in every language, beside its own.
_DAYS: Final = ("%Y-%m-%d", "%Y/%m/%d", "%Y.%m.%d", "%d.%m.%Y", "%Y年%m月%d日", "%d %B %Y")
#: Years from here on are counted as in Thailand.
_BUDDHIST: Final = 2400


def day_of(text: str) -> date | None:
    """Return the day that a text names; None where it names none.

    >>> day_of("2026-11-21"), day_of("２１.11.2026"), day_of("21.11.2569"), day_of("Ewa")
    (datetime.date(2026, 11, 21), datetime.date(2026, 11, 21), datetime.date(2026, 11, 21), None)
    """
    plain = normalize("NFKC", text).strip()
    for way in (*formats.get_format("DATE_INPUT_FORMATS"), *_DAYS):
        try:
            day = datetime.strptime(plain, way).date()  # noqa: DTZ007 - a day has no zone
        except ValueError:
            continue
        if day.year >= _BUDDHIST:
            try:
                day = day.replace(year=day.year - 543)
            except ValueError:
                continue
        if has_neighbours(day):
            return day
    return None


class GameFinder(Finder):
    """Games that the list of games shows."""

    key = "games"
    title = _("Games")
    place = 20
    need = "games"
    template = "search/_game.html"

    def find(self, text: str, reader: Reader, most: int) -> list[Game]:  # noqa: ARG002
        """Return games with their players, the newest first."""
        games = Game.objects.shown().with_players().newest_first()
        day = day_of(text)
        return list(games.filter(played_by(text) if day is None else Q(played_on=day))[:most])

    def all_at(self, text: str) -> str:
        """Return the list of games of a day or a player; "" for those of two players."""
        if day := day_of(text):
            return f"{reverse('games:list')}?{urlencode({'since': day, 'until': day})}"
        if len(list(_players(text))) > 1:
            return ""
        return f"{reverse('games:list')}?{urlencode({'q': text})}"


def played_by(text: str) -> Q:
    """Return the condition that a player, or both of two, are named so."""
    first, *others = (
        matching(name, Member.objects.all()).order_by().values("pk") for name in _players(text)
    )
    if not others:
        return Q(black__in=first) | Q(white__in=first)
    second = others[0]
    return Q(black__in=first, white__in=second) | Q(black__in=second, white__in=first)


def _players(text: str) -> Iterator[str]:
    """The one or two names of a text."""
    names = [name for name in _BETWEEN.split(text, maxsplit=1) if name.strip()]
    yield from names if len(names) == 2 else [text]
