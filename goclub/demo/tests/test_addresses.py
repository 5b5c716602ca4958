"""Whatever stands in an address is answered: never by an error page.

Parameters are tried in the demo club, where each kind of page has something to show
(``test_filling``).
"""

from __future__ import annotations

from urllib.parse import quote

import pytest
from django.urls import get_resolver

from goclub.games.tests.odd_addresses import NUMBERS, address_of, routes, takes_number
from goclub.members.roles import CHAIR
from goclub.members.tests.factories import make_member

#: The office and the interface answer a missing row in their own ways.
ELSEWHERE = ("office/", "api/")
#: The number of no row.
MISSING = "987654"


@pytest.mark.extended
def test_every_pattern_answers_every_number(client):
    """Never an error page; and no page of the site is that of a row that is not there."""
    client.force_login(make_member(role=CHAIR).user)
    client.raise_request_exception = False
    wrong, asked = [], 0
    for route in routes(get_resolver()):
        for number in (*NUMBERS, MISSING) if takes_number(route) else ("",):
            address, asked = address_of(route, quote(number)), asked + 1
            statuses = {client.get(address).status_code}
            if missing := number == MISSING and not route.startswith(ELSEWHERE):
                statuses.add(client.post(address).status_code)
            if max(statuses) >= 500 or (missing and statuses - {404, 405}):
                wrong.append((route, number[:20], statuses))
    assert asked > 500
    assert wrong == []


@pytest.mark.parametrize("at", ["9999-12-31T23:59", "9999-12-31", "1900-01-01T00:00", "\0"])
def test_a_ranking_at_the_end_of_the_calendar(client, at):
    """West of Greenwich the last hour of it is no moment any more."""
    client.force_login(make_member(time_zone="America/Los_Angeles").user)
    assert client.get("/rankings/", {"at": at}).status_code == 200


@pytest.mark.parametrize("number", ["9" * 5000, "0", "-1", "2", "\0"])
def test_two_members_have_no_such_page(client, number):
    one, two = make_member(), make_member()
    client.force_login(one.user)
    assert client.get(f"/members/{one.pk}/against/{two.pk}/", {"page": number}).status_code == 404
