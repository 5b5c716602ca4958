"""In a club of 300 no page makes anybody read a list of all members to choose one."""

from __future__ import annotations

from datetime import date

import pytest
from django.urls import reverse

from goclub.leagues.calendar.tests.meetings import TUESDAY, make_series
from goclub.leagues.evening.tests.nights import make_night
from goclub.leagues.official.services.standings import close_term
from goclub.leagues.tests.factories import make_event
from goclub.leagues.tests.league_factories import AFTER, beat, running
from goclub.members.finding.services import write_name_keys
from goclub.members.models import Member
from goclub.members.names import fold_name
from goclub.members.requests import Act
from goclub.members.roles import CHAIR
from goclub.members.tests.factories import make_member

pytestmark = pytest.mark.postgres
MANY = 300
#: Names of those three hundred that a page may hold: somebody is always near.
FEW = 25


@pytest.fixture
def chair():
    """The chair of a club of three hundred."""
    chair = make_member("The Chair", role=CHAIR, password=True)
    rows = [
        Member(
            display_name=(name := f"Quorum {number:03}"),
            status=Member.Status.MEMBER,
            joined_on=date(2020, 1, 1),
            search_names=fold_name(name),
        )
        for number in range(MANY)
    ]
    write_name_keys([one.pk for one in Member.objects.bulk_create(rows)])
    return chair


@pytest.fixture
def addresses(chair):
    """Every page on which somebody is chosen."""
    event = make_event(chair)
    make_night(chair)
    series = make_series()
    term, players = running(130, 120, names="ab")
    beat(term, *players)
    close_term(Act(None, AFTER), term)
    return {
        "report": reverse("games:report"),
        "toss": reverse("games:toss-list"),
        "calculator": reverse("games:calculator"),
        "slips": reverse("games:evening"),
        "merge": reverse("games:merge", args=[chair.pk]),
        "night": reverse("leagues:night"),
        "me": reverse("leagues:night-me"),
        "tablet": reverse("leagues:night-tablet"),
        "new event": reverse("leagues:event-new"),
        "settings": reverse("leagues:event-settings", args=[event.slug]),
        "entries": reverse("leagues:event-entries", args=[event.slug]),
        "rollover": reverse("leagues:rollover", args=[term.league.slug, term.number]),
        "date": reverse("leagues:meeting", args=[series.pk, TUESDAY.isoformat()]),
    }


def test_no_page_lists_the_members_to_choose_from(client, chair, addresses):
    client.force_login(chair.user)
    listing = {}
    for name, address in addresses.items():
        answer = client.get(address, follow=True)
        assert answer.status_code == 200, (name, answer.status_code)
        if (names := answer.content.count(b"Quorum")) > FEW:
            listing[name] = names
    assert listing == {}
