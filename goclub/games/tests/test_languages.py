"""Pages of signed-in members in every language of the site."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext

from goclub.common.tests.reading import read
from goclub.games.tests.factories import report
from goclub.members.tests.factories import make_member

CODES = [code for code, _name in settings.LANGUAGES]


def signed_in(client, code):
    member = make_member(language=code)
    client.force_login(member.user)
    return member


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("games", [1, 2, 5])
def test_what_waits_for_a_member_is_counted(client, code, games):
    """Polish has three plurals and chooses among them by calculating with the number."""
    member = signed_in(client, code)
    for number in range(games):
        report(make_member(), member, f"B+{number}.5")
    page = read(client.get("/calculator/"))
    assert page.one("html").attrs["lang"] == code
    assert page.texts("span.count") == [str(games)] * 2  # in the header and, on phones, below


def test_the_games_that_wait_are_counted_once_a_page(client):
    signed_in(client, "en")
    with CaptureQueriesContext(connection) as asked:
        client.get("/calculator/")
    counting = [q for q in asked.captured_queries if "COUNT" in q["sql"] and "game" in q["sql"]]
    assert len(counting) == 1
