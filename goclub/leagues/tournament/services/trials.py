"""A test event: full of invented players, seen by its organisers only, never counted."""

from __future__ import annotations

import random
from typing import Final
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from goclub.common.transactions import atomic_retried
from goclub.leagues.models import Event
from goclub.leagues.models.participant import full_name
from goclub.leagues.tournament.services.events import create_event
from goclub.leagues.tournament.services.registration import enter_all
from goclub.members.requests import Act

#: Invented: family name, first name, rank, club, country.
_PEOPLE: Final = """
Mori Aiko 4|Szpak Olek 3|Ridley Nora 3|田中 光 2|Wongsa Nok 2|Lindqvist Tove 1|Okafor Ben 1
Zięba Hania 0|Kato Ren 0|Fabre Louis -1|Brandt Ida -1|Novák Petr -2|木村 葵 -2|Saetang Ploy -3
Moretti Gaia -4|Dupont Zoé -5|Wilk Jan -6|Ito Sora -7|Petrov Ivo -8|Hansen Liv -9|Boon Fah -10
Marsh Toby -12|Kozak Ewa -15|Silva Rui -18
"""
_CLUBS: Final = (("Riverside", "GB"), ("Sowa", "PL"), ("みどり", "JP"), ("Lotus", "TH"))


def invented() -> list[dict[str, object]]:
    """Return the columns of 24 invented players."""
    rows = [entry.split() for line in _PEOPLE.split("\n") for entry in line.split("|") if entry]
    return [
        {
            "display_name": full_name(name, first_name),
            "name": name,
            "first_name": first_name,
            "rank": int(rank),
            "club": _CLUBS[at % len(_CLUBS)][0],
            "country": _CLUBS[at % len(_CLUBS)][1],
        }
        for at, (name, first_name, rank) in enumerate(rows)
    ]


@atomic_retried
def make_test_event(act: Act, *, zone: str, rng: random.Random) -> Event:
    """Create a test event of today with 24 invented players; its creator runs it.

    *zone* is the time zone of its clocks.  Raises PermissionDenied.
    """
    event = create_event(
        act,
        _("Test tournament"),
        begins_on=act.at.astimezone(ZoneInfo(zone)).date(),
        organisers=[act.member],
        rng=rng,
        is_test=True,
        for_ledger=False,
        self_registration=False,
        time_zone=zone,
        main_minutes=40,
        room="1 2 3 4\n5 6 7 8\n9 10 11 12",
    )
    enter_all(act, event, invented())
    return event
