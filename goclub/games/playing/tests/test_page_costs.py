"""The pages of a member and of a game ask the database little, and show what it holds now."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from goclub.games.models import NEWEST_FIRST, RatingEntry
from goclub.games.rating.queries import LEDGER_PAGE, MemberLedger
from goclub.games.rating.systems.registry import MAIN_SYSTEM
from goclub.games.tests.factories import play
from goclub.members.tests.factories import make_member

pytestmark = pytest.mark.django_db


@pytest.fixture
def pair():
    one, other = make_member("Sato", points=120), make_member("Anong", points=120)
    for minute in range(LEDGER_PAGE + 2):
        play(one, other, minute=minute)
    return one, other


def test_the_pages_of_a_ledger_are_its_lines_in_order(client, pair, django_assert_num_queries):
    member = pair[0]
    rows = RatingEntry.objects.filter(member=member, system=MAIN_SYSTEM)
    wanted = list(rows.order_by(*NEWEST_FIRST))
    assert len(wanted) > LEDGER_PAGE
    ledger = MemberLedger(member, MAIN_SYSTEM, len(wanted))
    first, rest = ledger[0:LEDGER_PAGE], ledger[LEDGER_PAGE : len(wanted)]
    assert [*first, *rest] == wanted
    assert ledger[LEDGER_PAGE] == wanted[LEDGER_PAGE]
    with django_assert_num_queries(1):
        assert [line.game and line.game.white.display_name for line in ledger[0:LEDGER_PAGE]]
        assert {line.member.display_name for line in first} == {"Sato"}
    shown = []
    for page in (1, 2):
        answer = client.get(member.get_absolute_url(), {"page": page})
        shown += [row.record for row in answer.context["table"].paginated_rows]
    assert shown == wanted


def test_both_pages_ask_as_often_as_is_written_here(client, pair):
    """Once more for what is new is a decision; fewer is a reason to write less here."""
    game = pair[0].entries.exclude(game=None).first().game
    for page, most in ((pair[0], 12), (game, 7)):
        with CaptureQueriesContext(connection) as asked:
            assert client.get(page.get_absolute_url()).status_code == 200
        assert len(asked) <= most, [query["sql"][:90] for query in asked]


def test_a_page_shows_what_was_written_since(client, pair):
    """What is kept of a query is its words; of the page's parts, nothing that a fact can change."""
    one, other = pair
    client.get(one.get_absolute_url())
    play(one, other, minute=40)
    other.display_name = "Mizuki"
    other.save()
    answer = client.get(one.get_absolute_url())
    newest = next(iter(answer.context["table"].paginated_rows)).record
    assert newest.game.white.display_name == "Mizuki"
    assert newest == RatingEntry.objects.filter(member=one, system=MAIN_SYSTEM).last()
    assert answer.context["games"][0] == newest.game
